"""Runs `mingg` with arguments and standard input. Returns (status, output, errors)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from help import forking
from mingg_host.cli import main

MINGG = [sys.executable, "-c", "from mingg_host.entry import main; main()"]
Outcome = tuple[int, str, str]


def run(*words: object, stdin: str | bytes | None = None, cwd: Path | None = None) -> Outcome:
    """Runs a command in this process, which is much faster than a new one: see invoke()."""
    home = Path.cwd()
    os.chdir(cwd or home)
    try:
        result = invoke(*words, input=stdin)
    finally:
        os.chdir(home)
    return result.exit_code, result.stdout, result.stderr


def invoke(*words: object, **options: Any) -> Result:
    """Runs a command in this process. Returns click's result. Raises the exceptions that the command does not catch."""
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="mingg", **options)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def output_of(*words: object) -> str:
    """Returns the output of a command that must succeed."""
    result = invoke(*words)
    assert result.exit_code == 0, result.output
    return result.output


def run_alone(*words: str, stdin: str | bytes | None = None, cwd: Path | None = None) -> Outcome:
    """Runs a command in its own process, as from a shell: for at least one call of each command."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    status, out, err = forking.run(words, stdin=data or b"", cwd=cwd)
    return status, out.decode(), err.decode()
