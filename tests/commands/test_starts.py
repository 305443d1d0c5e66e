"""A start loads little, also without what Windows lacks; Ctrl-C at any moment leaves no traceback, and the status
that shells know."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from help import forking
from help.seeds import SEED, TIMES
from mingg_host import cli

# Runs the command and sends it a SIGINT at the nth call of a function, so that the moment does not depend on a clock.
# Most calls load modules.
INTERRUPTED = """
import os, signal, sys
left = int(sys.argv.pop(1))
count = 0
def profiled(frame, event, arg):
    global count
    if event == "call":
        count += 1
        if count == left:
            os.kill(os.getpid(), signal.SIGINT)
import mingg_host.entry
sys.setprofile(profiled)
try:
    mingg_host.entry.main()
finally:
    sys.setprofile(None)
    if left == 0:
        print(count, file=sys.stderr)
"""
MOMENTS = 5 * TIMES


def interrupted(call: int, words: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", INTERRUPTED, str(call), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [["rules"], ["--help"]], ids=" ".join)
def test_ctrl_c_at_any_moment_leaves_no_traceback(words: list[str]) -> None:
    """The first call is main(), before it can act; of the others each run tries some."""
    whole = interrupted(0, words)
    assert whole.returncode == 0
    step = (int(whole.stderr) - 2) // MOMENTS
    assert step > 100
    stopped = 0
    for call in (2, *range(2 + SEED % step, int(whole.stderr), step)):
        result = interrupted(call, words)
        assert "Traceback" not in result.stderr, (call, result.stderr)
        assert "Exception ignored" not in result.stderr, (call, result.stderr)
        assert result.returncode in (0, 130), (call, result.stderr)
        assert result.stderr in ("", "Error: Stopped. No file was left half written.\n")
        stopped += result.returncode == 130
    assert stopped > MOMENTS // 2, "most signals stop the command"


def test_a_command_whose_shell_ignores_ctrl_c_ignores_it_too() -> None:
    code = "import os, signal; from mingg_host.entry import main; main()"

    def ignored() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    words = [sys.executable, "-c", f"import os, signal; os.kill(os.getpid(), signal.SIGINT); {code}", "rules"]
    result = subprocess.run(words, capture_output=True, check=False, preexec_fn=ignored)
    assert (result.returncode, result.stderr) == (0, b"")


# ---- modules loaded at the start ----


def test_a_start_loads_no_more_than_the_command_needs(tmp_path: Path) -> None:
    code = """import sys, click
from mingg_host.cli import main
main(['--help'], standalone_mode=False)
print(*[item.value for item in main.shell_complete(click.Context(main), 're')])
print(*sys.modules)"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    *_, completed, loaded_modules = out.splitlines()
    assert completed.split() == ["replay", "report", "restore"]
    loaded = set(loaded_modules.split())
    assert "mingg_host.cli" in loaded
    assert not loaded & {"rich", "sqlite3", "http", "zipfile", "subprocess", "uvicorn", "mingg.ui", "mingg.core"}
    assert not any(name.startswith("mingg_host.commands.") for name in loaded)


# Each takes about as long to load as a deal takes to score, or longer.
SLOW = {"rich", "dataclasses", "pathlib", "shutil", "tomllib", "difflib", "sqlite3", "http", "zipfile", "subprocess"}
SLOW |= {"uvicorn", "starlette", "anyio"}


def test_a_deal_in_a_file_is_scored_without_slow_modules(tmp_path: Path) -> None:
    deal = {"rules": "babcock", "winner": "N", "win": {"by": "draw", "tile": "5z"}}
    file = tmp_path / "deal.json"
    file.write_text(json.dumps({**deal, "hands": {"N": {"tiles": "(222p) (345m) 678s 999s 55z"}}}), encoding="utf-8")
    code = "import sys; from mingg_host.cli import main; main(sys.argv[1:], standalone_mode=False); print(*sys.modules)"
    words = [sys.executable, "-c", code, "score", str(file)]
    out = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    loaded = set(out.splitlines()[-1].split())
    assert "mingg.core.hand.analysis" in loaded
    assert not loaded & (SLOW | {"mingg.ui", "mingg_host.scoring.house", "mingg_host.scoring.typed"})


def test_a_system_that_cannot_fork_runs_commands_in_new_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    words, given = ["score", "--rules", "harr", "-"], b'{"winner": null, "hands": {}}'
    forked = forking.run(words, stdin=given)
    monkeypatch.delattr(os, "fork")
    assert forking.run(words, stdin=given) == forked
    assert b"mingg score" in forking.run(["score", "--nonsense"]).err


def test_every_listed_command_can_be_loaded() -> None:
    names = cli.main.list_commands(None)  # type: ignore[arg-type]
    assert len(names) == len(set(names)) == 20
    for name in names:
        command = cli.main.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.name == name
    assert cli.main.get_command(None, "nothing") is None  # type: ignore[arg-type]


HOST = Path(__file__).resolve().parents[2] / "host_tools"
# These run on MicroPython.
ABOARD = (
    *(f"mingg_host/{part}" for part in ("connection/aboard/", "device/vm/driver.py", "simulator/page/browser/")),
    "mingg_club/phone/browser/",
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

import mingg_club.commands.run, mingg_host.connection.link  # other packages load what they need
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
