"""The device as tests use it: on CPython and on the MicroPython VM, and screens compared with those on record."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mingg_host.headless import Device, Headless, HeadlessVM

# What tests share, playing.py and screens_*.py, are plain modules.
sys.path.insert(0, str(Path(__file__).parent))

from playing import Box

BACKENDS = [pytest.param(Headless, id="cpython"), pytest.param(HeadlessVM, id="micropython", marks=pytest.mark.vm)]
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(params=BACKENDS)
def switch_on(request: pytest.FixtureRequest) -> Iterator[Callable[..., Device]]:
    """Switches a device on; with a ledger's folder, the one that left it."""
    devices: list[Device] = []

    def start(ledger: Path | None = None) -> Device:
        device: Device = request.param(ledger)
        devices.append(device)
        return device

    yield start
    for device in devices:
        device.close()


@pytest.fixture
def device(switch_on: Callable[..., Device]) -> Device:
    """A device fresh from the box, on its first screen."""
    return switch_on()


@pytest.fixture
def same_as_golden(request: pytest.FixtureRequest) -> Callable[[Device, str], None]:
    """Compares a screen, its texts and every pixel, with the one on record under a name."""

    def compare(device: Device, name: str) -> None:
        path = GOLDEN / f"{name}.txt"
        shown = "\n".join([*device.text(), "", *(line.rstrip() for line in device.picture())]) + "\n"
        if request.config.getoption("--record"):
            path.write_text(shown, encoding="utf-8")
        assert path.exists(), f"no golden screen {name}; look at it, then: pytest tests/ui --record"
        assert shown == path.read_text(encoding="utf-8"), f"the screen {name} has changed"

    return compare


@functools.cache
def _lit(face: Any, ch: str) -> list[int]:
    """The rows of a line in which a letter has ink."""
    columns, w, h, _ = face.meet(ch)
    rows = [row for row in range(h) if any(columns[(row >> 3) * w + i] >> (row & 7) & 1 for i in range(w))]
    return [face.rows - h + row for row in rows]


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """Every text on the screen of a Headless, with the room its ink takes: see playing.apart. A refusal's bar is none
    of them, since it lies over what is there."""
    canvas = importlib.import_module("mingg.ui.canvas")
    layout = importlib.import_module("mingg.ui.layout")
    found: list[Box] = []
    string, twice, clear, bar = canvas.Canvas._string, canvas.Canvas.twice, canvas.Canvas.clear, layout.bar

    def take(face: Any, s: str, x: int, y: int, scale: int) -> None:
        lit = [row for ch in s for row in _lit(face, ch)]
        if lit:
            top = min(lit)
            found.append((x, y + scale * top, scale * face.width(s), scale * (max(lit) + 1 - top), s))

    def told_string(self: Any, face: Any, s: str, x: int, y: int, ink: int) -> Any:
        take(face, s, x, y, 1)
        return string(self, face, s, x, y, ink)

    def told_twice(self: Any, s: str, x: int, y: int, align: int = 0, ink: int = 1) -> Any:
        take(canvas.TEXT, s, canvas._first(2 * canvas.TEXT.width(s), x, align), y, 2)
        return twice(self, s, x, y, align, ink)

    def told_clear(self: Any) -> None:
        found.clear()
        clear(self)

    def told_bar(*arguments: Any) -> None:
        below = len(found)
        bar(*arguments)
        del found[below:]

    monkeypatch.setattr(canvas.Canvas, "_string", told_string)
    monkeypatch.setattr(canvas.Canvas, "twice", told_twice)
    monkeypatch.setattr(canvas.Canvas, "clear", told_clear)
    monkeypatch.setattr(layout, "bar", told_bar)
    return found
