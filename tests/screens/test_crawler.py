"""Every screen can be reached and left, and every key does something on it: crawler.py."""

from __future__ import annotations

import ast
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from mingg.hal.keys import KEY_NAMES
from mingg_host.common import places
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.device.keyscript import perform
from screens.recorded import SCREENS

HERE = Path(__file__).parent
FOLDERS = (HERE.parents[1] / "host_tools" / "mingg_host" / "device" / "vm", HERE.parent)
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
