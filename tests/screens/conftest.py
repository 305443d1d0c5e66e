"""Fixtures: a device on CPython and on the MicroPython VM, and screens that are compared with golden ones."""

from __future__ import annotations

import contextlib
import functools
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from help.playing import Box
from mingg import lang
from mingg.hal.keys import KEY_NAMES, LEFT, RIGHT
from mingg_host.device.flash_folder import FlashFolder
from mingg_host.device.headless import Device, Headless, HeadlessVM

# playing.py, goldens.py and screens_*.py, which tests share, are plain modules
from screens import goldens
from screens.recorded import Recorded, prepared


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Restores English after each test that changed the language in this process."""
    yield
    if lang.spoken() != lang.ENGLISH:
        lang.choose(lang.ENGLISH)


@pytest.fixture
def switch_on() -> Iterator[Callable[..., Headless]]:
    """Switches a device on; with a folder, the device that left its ledger there."""
    with contextlib.ExitStack() as devices:
        yield lambda ledger=None: devices.enter_context(Headless(ledger))


@pytest.fixture
def device(switch_on: Callable[..., Headless]) -> Headless:
    """A new device on its first screen."""
    return switch_on()


@pytest.fixture
def same_as_golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compares the texts and pixels of a screen with the golden screen of a name, if its language has one."""

    def compare(screen: Device, name: str, language: str = goldens.ENGLISH) -> None:
        path, record = goldens.file(name), request.config.getoption("--record")
        if language not in goldens.KEPT and not record:
            return
        shown = goldens.shown(screen)
        if record:
            goldens.record(path, language, shown)
        if language not in goldens.KEPT:
            return
        parts = goldens.read(path)
        assert language in parts, (
            f"no golden screen {name} in {language}; look at it, then: pytest tests/screens --record"
        )
        assert shown == parts[language], f"the screen {name} has changed, in {language}"

    return compare


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
    """Switches a device on for a screen, in one MicroPython VM for all tests: this is many times as fast."""

    def start(screen: Recorded, language: str) -> Device:
        flash = prepared(screen, tmp_path / f"vm-{language}", language)
        if not _vms or _vms[-1]._process is None:
            _vms.append(HeadlessVM(flash, firmware=request.getfixturevalue("firmware")))
        else:
            vm = _vms[-1]
            vm._opened.close()
            vm.flash = vm._opened.enter_context(FlashFolder(flash))
            vm._show(vm._frame_from({"flash": str(flash)}))
        return _vms[-1]

    return start


@functools.cache
def _ink(face: Any, s: str) -> tuple[int, int, int]:
    """Returns the width of a text, and the rows of a line between which it has ink: the first and the one after the
    last."""
    lit = []
    for ch in s:
        columns, w, h, _ = face.meet(ord(ch))
        rows = [row for row in range(h) if any(columns[(row >> 3) * w + i] >> (row & 7) & 1 for i in range(w))]
        lit += [face.rows - h + row for row in rows]
    return face.width(s), min(lit, default=0), max(lit, default=-1) + 1


@pytest.fixture
def boxes() -> Iterator[list[Box]]:
    """Collects all texts, keys, arrows, full winds and small tiles on the screen of a Headless, with the room of their
    ink: see playing.apart().
    The text of a bar is left out, since it covers other texts."""
    with collected_boxes() as collected:
        yield collected


@contextlib.contextmanager
def collected_boxes() -> Iterator[list[Box]]:
    canvas = importlib.import_module("mingg.ui.kit.canvas")
    display = importlib.import_module("mingg.ui.display").Display
    collected: list[Box] = []
    text, figures, twice = canvas.Canvas.text, canvas.Canvas.figures, canvas.Canvas.twice
    clear, key, bar = canvas.Canvas.clear, canvas.Canvas.key, display._draw_bar
    arrow, wind, tiles = canvas.Canvas.arrow, canvas.Canvas.wind, canvas.Canvas.tiles

    def take(face: Any, s: str, x: int, y: int, align: int, scale: int = 1) -> None:
        width, top, bottom = _ink(face, s)
        x -= {canvas.ALIGN_RIGHT: scale * width - 1, canvas.ALIGN_CENTRE: scale * width // 2}.get(align, 0)
        if bottom > top:
            collected.append((x, y + scale * top, scale * width, scale * (bottom - top), s))

    def boxed_text(self: Any, s: str, x: int, y: int, align: int = 0, bold: bool = False, ink: int = 1) -> Any:
        take(canvas.BOLD if bold else canvas.TEXT, s, x, y, align)
        end = text(self, s, x, y, align, bold, ink)
        if not ink and s:
            left, _, width, _, _ = collected[-1]  # a bar or a box stands behind it
            rows = range(max(y - 1, 0), y + 8)
            if not all(
                any(self.buffer[(row >> 3) * 128 + column] >> (row & 7) & 1 for row in rows)
                for column in (left, left + width - 1)
            ):
                self.shortened.append(f"{s}, beside its bar")
        return end

    def boxed_figures(self: Any, s: str, x: int, y: int, align: int = 0, big: bool = True, ink: int = 1) -> Any:
        take(canvas.BIG if big else canvas.FIGURES, s, x, y, align)
        return figures(self, s, x, y, align, big, ink)

    def boxed_twice(self: Any, s: str, x: int, y: int, align: int = 0) -> None:
        take(canvas.TEXT, s, x, y, align, 2)
        twice(self, s, x, y, align)

    def boxed_key(self: Any, ch: str, x: int, y: int, ink: int = 1) -> Any:
        below = len(collected)
        end = key(self, ch, x, y, ink)
        collected[below:] = [(x, y, end - x, end - x, f"key {ch}")]
        return end

    def boxed_wind(self: Any, ch: str, x: int, y: int, east: bool = False) -> None:
        below = len(collected)
        wind(self, ch, x, y, east)
        if east:  # a full box
            collected[below:] = [(x, y, 11, 11, f"wind {ch}")]

    def boxed_tiles(self: Any, number: int, full: bool, x: int, y: int, h: int = 8, w: int = 5, ink: int = 1) -> None:
        collected.append((x, y, canvas.tiles_width(number, full, w), h, "tiles"))
        tiles(self, number, full, x, y, h, w, ink)

    def boxed_arrow(self: Any, direction: int, x: int, y: int, ink: int = 1) -> None:
        w, h = (3, 5) if direction in (LEFT, RIGHT) else (5, 3)
        collected.append((x, y, w, h, f"arrow {KEY_NAMES[direction]}"))
        arrow(self, direction, x, y, ink)

    def boxed_clear(self: Any) -> None:
        collected.clear()
        clear(self)

    def boxed_bar(*arguments: Any) -> None:
        below = len(collected)
        bar(*arguments)
        del collected[below:]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canvas.Canvas, "text", boxed_text)
        patch.setattr(canvas.Canvas, "figures", boxed_figures)
        patch.setattr(canvas.Canvas, "twice", boxed_twice)
        patch.setattr(canvas.Canvas, "clear", boxed_clear)
        patch.setattr(canvas.Canvas, "key", boxed_key)
        patch.setattr(canvas.Canvas, "arrow", boxed_arrow)
        patch.setattr(canvas.Canvas, "wind", boxed_wind)
        patch.setattr(canvas.Canvas, "tiles", boxed_tiles)
        patch.setattr(display, "_draw_bar", boxed_bar)
        yield collected
