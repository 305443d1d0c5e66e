"""The firmware on a bench: its panel is memory, its keys are a mask, its clock goes as fast as it is told to.

Runs on CPython and on MicroPython. What is drawn is watched: whatever would lie outside the panel is noted down, which
costs the board nothing, since the watching is done by what stands in for framebuf here.
"""

from mingg.hal.keys import Keys
from mingg.hal.signals import Signals
from mingg.hal.store import Store
from mingg.hal.ticks import ticks_add
from mingg.ui.panel.canvas import HEIGHT, WIDTH, Canvas

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import Any

    Said = tuple[int, int, str]
    Box = tuple[int, int, int, int]
    Glyph = tuple[bytes, int, int, int]

LEDGER = "ledger"
SAMPLE_MS = 8  # so often the keys are read; a board reads them a little oftener


class WatchedStore(Store):
    """A store that notes in `unkept` what could not be written, for whoever does not see the screen: the number of the
    error by the file's name, LEDGER for all the files of evenings. What is written after all, or is to go anyway, is
    taken off again."""

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

    def _note(self, name: str, write: "Callable[..., None]", *what: object) -> None:
        try:
            write(*what)
        except OSError as error:
            self.unkept[_noted(name)] = error.errno or 0
            raise
        self.unkept.pop(_noted(name), None)


def _noted(name: str) -> str:
    # by the digits that it begins with: loading core.ledger here would change what the VM measures
    return LEDGER if name[:1].isdigit() else name


class Panel:
    """A display that always answers. shown and said are what show() last sent; drawing alone changes neither. level and
    asleep: what was last asked for."""

    def __init__(self) -> None:
        self.buffer = bytearray(WIDTH * HEIGHT // 8)
        self.shown = bytearray(len(self.buffer))
        self.said: list[Said] = []
        self.drawn: list[Said] = []  # where the canvas writes down its texts
        self.level = 0xCF
        self.asleep = False

    def show(self) -> None:
        self.shown[:] = self.buffer
        self.said = list(self.drawn)

    def contrast(self, level: int) -> None:
        self.level = level

    def sleep(self, on: bool) -> None:
        self.asleep = on


class Watched:
    """A frame buffer that draws as it should, and notes in `outside` what missed the panel: its (x, y, w, h)."""

    def __init__(self, fb: "Any", outside: "list[Box]") -> None:
        self._fb = fb
        self._outside = outside

    def fill(self, c: int) -> None:
        self._fb.fill(c)

    def pixel(self, x: int, y: int, c: int) -> None:
        self._within(x, y, 1, 1)
        self._fb.pixel(x, y, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        self._within(x, y, w, h)
        self._fb.fill_rect(x, y, w, h, c)

    def rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        self._within(x, y, w, h)
        self._fb.rect(x, y, w, h, c)

    def blit(self, source: "Glyph", x: int, y: int, key: int, *palette: "Glyph") -> None:
        columns, w, h, _ = source
        if not _inside(x, y, w, h):
            # a blank part, such as the row below the line, may hang over the edge: only ink counts
            for i in range(w):
                for j in range(h):
                    if columns[(j >> 3) * w + i] >> (j & 7) & 1 and not _inside(x + i, y + j, 1, 1):
                        self._outside.append((x, y, w, h))
                        break
                else:
                    continue
                break
        self._fb.blit(source, x, y, key, *palette)

    def scroll(self, xstep: int, ystep: int) -> None:
        self._fb.scroll(xstep, ystep)

    def _within(self, x: int, y: int, w: int, h: int) -> None:
        if w > 0 and h > 0 and not _inside(x, y, w, h):
            self._outside.append((x, y, w, h))


def _inside(x: int, y: int, w: int, h: int) -> bool:
    return x >= 0 and y >= 0 and x + w <= WIDTH and y + h <= HEIGHT


class Watching(Canvas):
    """A canvas for the rig: it says what it writes, and notes in `outside` what missed the panel.

    cut: the texts of this picture of which there is less than there should be, or nothing at all.
    """

    def __init__(self, buffer: bytearray, said: "list[Said]", outside: "list[Box]") -> None:
        super().__init__(buffer)
        self.said = said
        self.outside = outside
        self.cut: list[str] = []
        self.fb = Watched(self.fb, outside)  # type: ignore[assignment] # drawn on like what it watches

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        if w > 0 and h > 0 and not _inside(x, y, w, h):
            self.outside.append((x, y, w, h))
        super().invert(x, y, w, h)

    def clear(self) -> None:
        super().clear()
        del self.cut[:]

    def fit(self, s: str, room: int, bold: bool = False) -> str:
        fitted = super().fit(s, room, bold)
        if fitted != s:
            self.cut.append(s)
        return fitted

    def header(self, left: str, right: str = "", wind: str = "", mid: str = "") -> None:
        super().header(left, right, wind, mid)
        if right and self.said is not None and self.said[-1][2] != right:
            self.cut.append(right)


class Rig:
    """One device from power on to power off; `root` is the folder that stands for its flash, `store` the files there.

    throw: a die, where not the machine's own; sync: see hal/store.py. dice: how the next ones fall whatever is thrown;
    thrown: how those fell that were; now: its clock, ms; outside: what was drawn beyond the panel since it was last
    emptied, (x, y, w, h) each; hz, lit: what its buzzer and its light do.
    """

    def __init__(
        self, root: str, throw: "Callable[[], int] | None" = None, sync: "Callable[[str], object] | None" = None
    ) -> None:
        # by name: the firmware is type-checked against the stubs of its board, not from here
        app = __import__("mingg.ui.app", None, None, ["App"])
        self.now = 0
        self.dice: list[int] = []
        self.thrown: list[int] = []
        self._own = throw
        self.outside: list[Box] = []
        self.panel = Panel()
        self.keys = Keys()
        self.hz = self.lit = 0
        self.signals = Signals(self._tone, self._light)
        canvas = Watching(self.panel.buffer, self.panel.drawn, self.outside)
        self.store = WatchedStore(root, sync)
        self.app = app.App(self.panel, self.keys, self.store, canvas, self._throw, self.signals)
        self.run(0, 3 * SAMPLE_MS)

    def run(self, mask: int, ms: int) -> None:
        """Let `ms` pass with the keys of `mask` down: a turn of the main loop at every sample, as on the board."""
        for _ in range(0, ms, SAMPLE_MS):
            self.now = ticks_add(self.now, SAMPLE_MS)
            self.app.turn(mask, self.now)

    def _throw(self) -> int:
        face = self.dice.pop(0) if self.dice else self._die()
        self.thrown.append(face)
        return face

    def _die(self) -> int:
        if self._own is not None:
            return self._own()
        from mingg.hal.dice import roll

        return roll()

    def _tone(self, hz: int) -> None:
        self.hz = hz

    def _light(self, on: int) -> None:
        self.lit = on
