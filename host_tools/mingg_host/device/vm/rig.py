"""Runs the firmware with simulated hardware: the panel is memory, the keys are a mask, the caller moves the clock.

Runs on CPython and on MicroPython. The rig's stand-in for framebuf notes shapes that would be outside the panel, so
this check costs the board nothing.
"""

from typing import Any, Callable

from mingg.hal.keys import Keys
from mingg.hal.signals import Signals
from mingg.hal.store import Store
from mingg.hal.ticks import ticks_add
from mingg.ui.kit.canvas import HEIGHT, WIDTH, Canvas

LEDGER = "ledger"
SAMPLE_MS = 8  # between two samples of the keys; a board samples a little more often


class WatchedStore(Store):
    """A store that notes failed writes in `unkept`, for callers that do not see the screen.

    unkept: the error number by file name; LEDGER stands for all files of evenings. A later success, or the removal of
    the file, deletes the entry.
    """

    def __init__(self, root: str, sync: "Callable[[str], object] | None" = None) -> None:
        super().__init__(root, sync)
        self.unkept: dict[str, int] = {}

    def append(self, name: str, data: bytes) -> None:
        self._note(name, super().append, name, data)

    def replace(self, name: str, data: bytes) -> None:
        self._note(name, super().replace, name, data)

    def remove(self, name: str) -> None:
        self.unkept.pop(_noted(name), None)
        super().remove(name)

    def _note(self, name: str, write: "Callable[..., None]", *arguments: object) -> None:
        try:
            write(*arguments)
        except OSError as error:
            self.unkept[_noted(name)] = error.errno or 0
            raise
        self.unkept.pop(_noted(name), None)


def _noted(name: str) -> str:
    # A ledger's file name begins with digits. Importing the ledger modules here would change what the VM measures.
    return LEDGER if name[:1].isdigit() else name


class Panel:
    """A display that always answers. shown, texts: pixels and texts of the last show(); none while it sleeps. level,
    asleep: the last settings."""

    def __init__(self) -> None:
        self.buffer = bytearray(WIDTH * HEIGHT // 8)
        self.shown = bytearray(len(self.buffer))
        self.texts: list[tuple[int, int, str]] = []
        self.drawn: list[tuple[int, int, str]] = []  # the canvas adds its texts here
        self.level = 0xCF
        self.asleep = False

    def show(self) -> None:
        self.shown[:] = bytes(len(self.buffer)) if self.asleep else self.buffer
        self.texts = [] if self.asleep else list(self.drawn)

    def contrast(self, level: int) -> None:
        self.level = level

    def sleep(self, on: bool) -> None:
        self.asleep = on


class Watched:
    """A frame buffer that draws as usual, and notes in `outside` shapes beyond the panel: (x, y, w, h)."""

    def __init__(self, fb: "Any", outside: "list[tuple[int, int, int, int]]") -> None:
        self._fb = fb
        self._outside = outside
        self.fill, self.scroll = fb.fill, fb.scroll

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        self._within(x, y, w, h)
        self._fb.fill_rect(x, y, w, h, c)

    def rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        self._within(x, y, w, h)
        self._fb.rect(x, y, w, h, c)

    def blit(
        self, source: "tuple[bytes, int, int, int]", x: int, y: int, key: int, *palette: "tuple[bytes, int, int, int]"
    ) -> None:
        columns, w, h, _ = source
        # Only lit pixels count: a blank part, such as the row below a text, may be beyond the edge.
        if not _inside(x, y, w, h) and any(
            columns[(j >> 3) * w + i] >> (j & 7) & 1 and not _inside(x + i, y + j, 1, 1)
            for i in range(w)
            for j in range(h)
        ):
            self._outside.append((x, y, w, h))
        self._fb.blit(source, x, y, key, *palette)

    def _within(self, x: int, y: int, w: int, h: int) -> None:
        if w > 0 and h > 0 and not _inside(x, y, w, h):
            self._outside.append((x, y, w, h))


def _inside(x: int, y: int, w: int, h: int) -> bool:
    return x >= 0 and y >= 0 and x + w <= WIDTH and y + h <= HEIGHT


class Watching(Canvas):
    """A canvas that notes its texts in `texts`, and shapes beyond the panel in `outside`.

    shortened: the texts of this picture that are cut.
    """

    def __init__(
        self, buffer: bytearray, texts: "list[tuple[int, int, str]]", outside: "list[tuple[int, int, int, int]]"
    ) -> None:
        super().__init__(buffer)
        self.texts = texts
        self.outside = outside
        self.shortened: list[str] = []
        self.fb = Watched(self.fb, outside)  # type: ignore[assignment] # it has the same methods

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        if w > 0 and h > 0 and not _inside(x, y, w, h):
            self.outside.append((x, y, w, h))
        super().invert(x, y, w, h)

    def clear(self) -> None:
        super().clear()
        del self.shortened[:]

    def cut(self, s: str, room: int, bold: bool = False) -> str:
        self.shortened.append(s)
        return super().cut(s, room, bold)


class Rig:
    """One device from power on to power off.

    root: the folder that represents its flash. throw: throws a die; None: the machine's own. sync: see hal/store.py.
    store: the files on the flash. dice: the next throws. thrown: the throws so far. now: its clock in ms. outside:
    shapes drawn beyond the panel, as (x, y, w, h), until the caller empties it. hz, lit: its buzzer and its light.
    """

    def __init__(
        self, root: str, throw: "Callable[[], int] | None" = None, sync: "Callable[[str], object] | None" = None
    ) -> None:
        # imported by name, because the type checker checks the firmware with the stubs of its board, not from here
        app = __import__("mingg.ui.app", None, None, ["App"])
        self.now = 0
        self.dice: list[int] = []
        self.thrown: list[int] = []
        self._own = throw
        self.outside: list[tuple[int, int, int, int]] = []
        self.panel = Panel()
        self.keys = Keys()
        self.hz = self.lit = 0
        self.signals = Signals(self._tone, self._light)
        canvas = Watching(self.panel.buffer, self.panel.drawn, self.outside)
        self.store = WatchedStore(root, sync)
        self.app = app.App(self.panel, self.keys, self.store, canvas, self._throw, self.signals)
        self.run(0, 3 * SAMPLE_MS)
        self.app.join_club()

    def run(self, mask: int, ms: int) -> None:
        """Lets `ms` pass with the keys of `mask` down. Runs the main loop once for each sample, as a board does."""
        for _ in range(0, ms, SAMPLE_MS):
            self.now = ticks_add(self.now, SAMPLE_MS)
            self.app.turn(mask, self.now)

    def _throw(self) -> int:
        from mingg.hal.dice import roll

        face = self.dice.pop(0) if self.dice else (self._own or roll)()
        self.thrown.append(face)
        return face

    def _tone(self, hz: int) -> None:
        self.hz = hz

    def _light(self, on: int) -> None:
        self.lit = on
