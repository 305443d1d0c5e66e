"""Every screen can be reached and left, and every key does something on it: crawler.py. Random presses on the genuine
MicroPython VM, MINGG_PRESSES of them; monkey.py lists what it checks."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from help.seeds import SEED
from mingg.hal.keys import KEY_NAMES
from mingg_host.commands.firmware import translated
from mingg_host.common import places
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.device.keyscript import perform
from screens.recorded import SCREENS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
HOST = ROOT / "host_tools"
FOLDERS = (HOST / "mingg_host" / "device" / "vm", HERE.parent)
PRESSES = int(os.environ.get("MINGG_PRESSES", 1_000))  # in each test; `make long` presses more
# a Pico's 240 kB, plus half, since the same objects are larger here; and what the monkey itself needs
BOARDS_HEAP = "420K"

_SCREEN = re.compile(r"\b\w+\.:([\w.]+)\.(\w+)")  # as a build names one


@pytest.fixture
def let_loose(micropython: Path, firmware: Path, tell: Callable[[str], None]) -> Callable[..., None]:
    """Presses keys with a heap size and a seed, on littlefs or on a folder that stands for the flash."""
    known = json.loads((firmware / "names.json").read_text(encoding="utf-8"))

    def screen(match: re.Match[str]) -> str:
        names = known.get(f"mingg.{match[1]}", {}).get(match[2], [match[0]])
        return " or ".join(name.removeprefix("mingg.ui.screens.") for name in names if "." in name[1:])

    def press(heap: str, seed: int, *flash: Path) -> None:
        path = ":".join(map(str, (firmware, *FOLDERS)))
        command = [micropython, "-X", f"heapsize={heap}", HERE / "monkey.py", path, str(seed), str(PRESSES), *flash]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        told = _SCREEN.sub(screen, translated(run.stdout, known))
        summary = [line for line in told.splitlines() if " presses, " in line]
        tell(f"monkey, MINGG_SEED={SEED}: {''.join(summary)}")
        assert run.returncode == 0, f"MINGG_SEED={SEED}\n{told}"

    return press


@pytest.mark.vm
@pytest.mark.long(5)
def test_random_presses_do_no_harm_and_the_ledger_recounts(let_loose: Callable[..., None]) -> None:
    let_loose("8M", SEED)


@pytest.mark.vm
@pytest.mark.long(6)
def test_random_presses_find_room_in_a_boards_heap(let_loose: Callable[..., None], tmp_path: Path) -> None:
    (tmp_path / "flash").mkdir()
    let_loose(BOARDS_HEAP, SEED + 1, tmp_path / "flash")


# screens that no keys lead to: after a power cut, or with a flash that is unreadable, damaged or full; other tests show
# these
BY_ACCIDENT = {"Notice", "Draft"}
BY_A_CLUB = {"Requests", "Go", "Show", "Sit"}  # a broker leads there: see clubbing.py
TAP, HELD, BETWEEN = 24, 600, 24


class Steps:
    """Stands for a device: collects what would be pressed on it, as (mask, ms)."""

    def __init__(self) -> None:
        self.pressed: list[tuple[int, int]] = []

    def press(self, *keys: str) -> None:
        for key in keys:
            self.hold(key, TAP)

    def hold(self, key: str, ms: int = HELD) -> None:
        self.pressed += [(1 << KEY_NAMES.index(key), ms), (0, BETWEEN)]

    def wait(self, ms: int) -> None:
        self.pressed.append((0, ms))


def steps(script: str) -> list[tuple[int, int]]:
    pressed = Steps()
    perform(steps_of(script), pressed)  # type: ignore[arg-type] # it is asked for nothing else
    return pressed.pressed


def screens() -> set[str]:
    """Returns the screens that the firmware shows: the classes derived from Screen that are made or named somewhere."""
    bases: dict[str, set[str]] = {}
    used: set[str] = set()
    for path in (places.package() / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {base.id for base in node.bases if isinstance(base, ast.Name)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                used.add(node.func.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(".") == 2:
                used.add(node.value.rpartition(".")[2])  # such as "system.menu.Menu"
    under = {"Screen"}
    while derived := {name for name, base_names in bases.items() if base_names & under} - under:
        under |= derived
    return under & used - {"Screen"}


@pytest.mark.vm
@pytest.mark.prove
@pytest.mark.long(100)
def test_every_screen_is_reached_and_left_and_every_key_answers(
    micropython: Path, compiled: Path, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    (tmp_path / "flash").mkdir()
    path = ":".join(map(str, (compiled, *FOLDERS)))
    command = [micropython, "-X", "heapsize=8M", HERE / "crawler.py", path, tmp_path / "flash"]
    scripts = json.dumps({name: steps(script) for name, script in SCREENS.items()})
    run = subprocess.run(command, input=scripts, capture_output=True, text=True, timeout=3600, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    summary, names, *wrong = run.stdout.splitlines()
    tell(f"crawler: {summary}")
    assert not wrong, "\n".join(wrong)
    assert screens() - set(names.split()) == BY_ACCIDENT | BY_A_CLUB
