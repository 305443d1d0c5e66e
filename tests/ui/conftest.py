"""The device as tests use it: on CPython and on the MicroPython VM, and screens compared with those on record."""

from __future__ import annotations

import contextlib
import functools
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mingg import lang
from mingg_host.device.headless import Device, Headless, HeadlessVM

# What tests share, playing.py, goldens.py and screens_*.py, are plain modules.
sys.path.insert(0, str(Path(__file__).parent))

import goldens
from playing import Box
from recorded import Recorded, Seen, lead

BACKENDS = [pytest.param(Headless, id="cpython"), pytest.param(HeadlessVM, id="micropython", marks=pytest.mark.vm)]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """What a device in this process was told to speak is of that test alone."""
    yield
    if lang.spoken() != lang.ENGLISH:
        lang.choose(lang.ENGLISH)


@pytest.fixture(params=BACKENDS)
def switch_on(request: pytest.FixtureRequest) -> Iterator[Callable[..., Device]]:
    """Switches a device on; with a ledger's folder, the one that left it."""
    devices: list[Device] = []
    compiled = {"firmware": request.getfixturevalue("firmware")} if request.param is HeadlessVM else {}

    def start(ledger: Path | None = None) -> Device:
        device: Device = request.param(ledger, **compiled)
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
def same_as_golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compares a screen, or what was shown on one, its texts and every pixel, with the one on record under a name."""

    def compare(screen: Device | str, name: str, language: str = goldens.ENGLISH) -> None:
        path = goldens.file(name)
        shown = goldens.shown(screen) if isinstance(screen, Device) else screen
        if request.config.getoption("--record"):
            goldens.record(path, language, shown)
        parts = goldens.read(path)
        assert language in parts, f"no golden screen {name} in {language}; look at it, then: pytest tests/ui --record"
        assert shown == parts[language], f"the screen {name} has changed, in {language}"

    return compare


@pytest.fixture
def look(tmp_path: Path) -> Callable[[Recorded, str], Seen]:
    """What a device that speaks a language shows on a screen."""

    def seen(screen: Recorded, language: str) -> Seen:
        flash = tmp_path / language
        flash.mkdir()
        screen.before(flash)
        with _boxes() as boxes, screen.start(goldens.speaking(flash, language)) as device:
            lead(device, screen)
            return Seen(goldens.shown(device), list(boxes), list(device.app.canvas.cut))

    return seen


@pytest.fixture(scope="session")
def _vms() -> Iterator[list[HeadlessVM]]:
    vms: list[HeadlessVM] = []
    yield vms
    for vm in vms:
        vm.close()


@pytest.fixture
def on_the_vm(
    _vms: list[HeadlessVM], request: pytest.FixtureRequest, tmp_path: Path
) -> Callable[[Recorded, str], Device]:
    """Switches a device on for a screen, in one MicroPython VM for all tests: many times as fast."""

    def start(screen: Recorded, language: str) -> Device:
        flash = tmp_path / f"vm-{language}"
        flash.mkdir()
        screen.before(flash)
        goldens.speaking(flash, language)
        if not _vms or _vms[-1]._process is None:
            _vms.append(HeadlessVM(flash, firmware=request.getfixturevalue("firmware")))
        else:
            _vms[-1].another(flash)
        return _vms[-1]

    return start


@functools.cache
def _lit(face: Any, ch: str) -> list[int]:
    """The rows of a line in which a letter has ink."""
    columns, w, h, _ = face.meet(ord(ch))
    rows = [row for row in range(h) if any(columns[(row >> 3) * w + i] >> (row & 7) & 1 for i in range(w))]
    return [face.rows - h + row for row in rows]


@pytest.fixture
def boxes() -> Iterator[list[Box]]:
    """Every text and key on the screen of a Headless, with the room its ink takes: see playing.apart. A refusal's bar
    is none of them, since it lies over what is there."""
    with _boxes() as found:
        yield found


@contextlib.contextmanager
def _boxes() -> Iterator[list[Box]]:
    canvas = importlib.import_module("mingg.ui.panel.canvas")
    layout = importlib.import_module("mingg.ui.widgets.layout")
    found: list[Box] = []
    text, figures, twice = canvas.Canvas.text, canvas.Canvas.figures, canvas.Canvas.twice
    clear, key, bar = canvas.Canvas.clear, canvas.Canvas.key, layout.bar

    def take(face: Any, s: str, x: int, y: int, align: int, scale: int = 1) -> None:
        x -= {canvas.ALIGN_RIGHT: scale * face.width(s) - 1, canvas.ALIGN_CENTRE: scale * face.width(s) // 2}.get(
            align, 0
        )
        lit = [row for ch in s for row in _lit(face, ch)]
        if lit:
            top = min(lit)
            found.append((x, y + scale * top, scale * face.width(s), scale * (max(lit) + 1 - top), s))

    def told_text(self: Any, s: str, x: int, y: int, align: int = 0, bold: bool = False, ink: int = 1) -> Any:
        take(canvas.BOLD if bold else canvas.TEXT, s, x, y, align)
        return text(self, s, x, y, align, bold, ink)

    def told_figures(self: Any, s: str, x: int, y: int, align: int = 0, big: bool = True, ink: int = 1) -> Any:
        take(canvas.BIG if big else canvas.FIGURES, s, x, y, align)
        return figures(self, s, x, y, align, big, ink)

    def told_twice(self: Any, s: str, x: int, y: int, align: int = 0, ink: int = 1) -> Any:
        take(canvas.TEXT, s, x, y, align, 2)
        return twice(self, s, x, y, align, ink)

    def told_key(self: Any, ch: str, x: int, y: int) -> Any:
        below = len(found)
        end = key(self, ch, x, y)
        found[below:] = [(x, y, end - x, end - x, f"key {ch}")]
        return end

    def told_clear(self: Any) -> None:
        found.clear()
        clear(self)

    def told_bar(*arguments: Any) -> None:
        below = len(found)
        bar(*arguments)
        del found[below:]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canvas.Canvas, "text", told_text)
        patch.setattr(canvas.Canvas, "figures", told_figures)
        patch.setattr(canvas.Canvas, "twice", told_twice)
        patch.setattr(canvas.Canvas, "clear", told_clear)
        patch.setattr(canvas.Canvas, "key", told_key)
        patch.setattr(layout, "bar", told_bar)
        yield found
