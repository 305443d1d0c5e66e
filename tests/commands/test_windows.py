"""What Windows lacks: no module of the host needs it when it is imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HOST = Path(__file__).resolve().parents[2] / "host_tools"
# These run on MicroPython.
ABOARD = tuple(
    f"mingg_host/{part}" for part in ("connection/aboard/", "device/vm/driver.py", "simulator/page/browser/")
)

# Its arguments are the modules. Other packages have modules of their own for Windows, so they may import what is here.
IMPORT_ALL = """
import builtins, importlib, os, signal, sys

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
FUNCTIONS = ("fork", "forkpty", "getuid", "geteuid", "mkfifo", "openpty", "setsid", "O_NOFOLLOW")
SIGNALS = ("SIGHUP", "SIGKILL", "SIGSTOP", "SIGWINCH")
real = builtins.__import__

def as_on_windows(name, space=None, *more):
    if name in MODULES and str((space or {}).get("__name__")).startswith("mingg"):
        raise ModuleNotFoundError(f"Windows has no {name}", name=name)
    return real(name, space, *more)

import mingg_host.commands.club.run, mingg_host.connection.link  # other packages load what they need
for name in [name for name in sys.modules if name.startswith("mingg")]:
    del sys.modules[name]
for name in FUNCTIONS:
    delattr(os, name)
for name in SIGNALS:
    delattr(signal, name)
builtins.__import__ = as_on_windows
for name in sys.argv[1:]:
    importlib.import_module(name)
import mingg_host.entry
sys.argv = ["mingg", *"score --rules babcock --winner N --by draw".split(), "(222p) (345m) 678s 999s 55z"]
mingg_host.entry.main()
"""


def test_every_module_is_imported_and_a_deal_scored_without_what_windows_lacks() -> None:
    paths = [path for path in sorted(HOST.glob("mingg*/**/*.py")) if path.name != "__main__.py"]
    files = [path.relative_to(HOST).as_posix() for path in paths]
    names = [
        ".".join(Path(name).with_suffix("").parts).removesuffix(".__init__")
        for name in files
        if not name.startswith(ABOARD)
    ]
    assert len(names) > 80
    result = subprocess.run([sys.executable, "-c", IMPORT_ALL, *names], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "East pays North" in result.stdout
