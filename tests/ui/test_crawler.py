"""Every screen can be gone to and left, and no key is deaf on any: crawler.py, or with MINGG_CRAWL=vm the same on the
genuine MicroPython VM (`make prove`)."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mingg.hal.keys import KEY_NAMES
from mingg_host.common import places
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.device.keyscript import perform
from recorded import SCREENS

HERE = Path(__file__).parent
SHIMS = HERE.parents[1] / "host_tools" / "mingg_host" / "device" / "shims"
FOLDERS = (HERE.parents[1] / "host_tools" / "mingg_host" / "device" / "vm", HERE.parent / "device")
# What no key leads to: the power went, a flash cannot be read, is damaged or runs full; other tests show these.
BY_ACCIDENT = {"Notices", "Unreadable", "ShortOfRoom", "Draft"}
TAP, HELD, BETWEEN = 24, 600, 24


class Steps:
    """Stands for a device: keeps what would be pressed on it, as (mask, ms)."""

    def __init__(self) -> None:
        self.said: list[tuple[int, int]] = []

    def press(self, *keys: str) -> None:
        for key in keys:
            self.hold(key, TAP)

    def hold(self, key: str, ms: int = HELD) -> None:
        self.said += [(1 << KEY_NAMES.index(key), ms), (0, BETWEEN)]

    def wait(self, ms: int) -> None:
        self.said.append((0, ms))


def steps(script: str) -> list[tuple[int, int]]:
    pressed = Steps()
    perform(steps_of(script), pressed)  # type: ignore[arg-type] # it is asked for nothing else
    return pressed.said


def screens() -> set[str]:
    """The screens that the firmware shows: the classes made of Screen that are made or opened somewhere."""
    bases: dict[str, set[str]] = {}
    made: set[str] = set()
    for path in (places.package() / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {base.id for base in node.bases if isinstance(base, ast.Name)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                made.add(node.func.id)
            elif isinstance(node, ast.Attribute):
                made.add(node.attr)  # opened by the registry: system.Menu
    under = {"Screen"}
    while more := {name for name, of in bases.items() if of & under} - under:
        under |= more
    return under & made - {"Screen"}


@pytest.mark.vm
@pytest.mark.long(20)
def test_every_screen_is_reached_and_left_and_no_key_is_deaf(
    request: pytest.FixtureRequest, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    (tmp_path / "flash").mkdir()
    if os.environ.get("MINGG_CRAWL") == "vm":
        modules = request.getfixturevalue("compiled")
        machine = [request.getfixturevalue("micropython"), "-X", "heapsize=8M"]
    else:
        modules, machine = f"{places.package().parent}:{SHIMS}", [sys.executable]
    path = ":".join(map(str, (modules, *FOLDERS)))
    command = [*machine, HERE / "crawler.py", path, tmp_path / "flash"]
    told = json.dumps({name: steps(script) for name, script in SCREENS.items()})
    run = subprocess.run(command, input=told, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    said, names, *wrong = run.stdout.splitlines()
    tell(f"crawler: {said}")
    assert not wrong, "\n".join(wrong)
    assert screens() - set(names.split()) == BY_ACCIDENT
