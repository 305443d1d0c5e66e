"""`mingg` with arguments and something on its standard input: (status, output, errors)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner
from mingg_host.cli import main

MINGG = [sys.executable, "-c", "from mingg_host.entry import main; main()"]
Ran = tuple[int, str, str]


def run(*words: str, given: str | bytes | None = None, cwd: Path | None = None) -> Ran:
    """In this process, which is many times as fast as one of its own. What it does not catch, is raised here."""
    home = Path.cwd()
    os.chdir(cwd or home)
    try:
        done = CliRunner().invoke(main, words, given, prog_name="mingg")
    finally:
        os.chdir(home)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def run_alone(*words: str, given: str | bytes | None = None, cwd: Path | None = None) -> Ran:
    """In a process of its own, as from a shell: for one call of each command at least."""
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run([*MINGG, *words], input=data or b"", capture_output=True, check=False, cwd=cwd)
    return done.returncode, done.stdout.decode(), done.stderr.decode()
