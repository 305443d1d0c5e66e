"""The self-test: shows whether each part works and, if not, which wire to check. A device that is started with A and B
held runs it in place of the application. It does not touch any evening.

The results are also printed over USB. If no display answers, the light blinks a number: BLINKS.
"""

from mingg import VERSION, lang
from mingg.hal.keys import DOWN, HOLD, KEY_NAMES, LEFT, PRESS, RELEASE, RIGHT, TAP, UP, A, B
from mingg.hal.ticks import ticks_diff
from mingg.lang import SHORTER, say
from mingg.settings import FAST_WIRE, Settings
from mingg.ui.kit.canvas import ALIGN_CENTRE, HEIGHT, WIDTH, Canvas
from mingg.ui.kit.lists import Text
from mingg.ui.kit.view import HOLD as HELD
from mingg.ui.kit.view import NOTHING, Key, Picture, Screen, Title, View

MYPY = False
if MYPY:
    from typing import Any, Callable, Protocol

    from mingg.hal.keys import Keys
    from mingg.hal.signals import Signals
    from mingg.ui.display import Panel
    from mingg.ui.kit.view import Parts

    class Store(Protocol):
        def read(self, name: str) -> bytes | None: ...
        def replace(self, name: str, data: bytes) -> None: ...
        def remove(self, name: str) -> None: ...
        def free(self) -> int | None: ...

    class Probe(Protocol):
        to_supply: bool

        def pin(self, key: int) -> str: ...
        def wires(self) -> tuple[str, str] | None: ...
        def display(self) -> str | None: ...
        def fault(self) -> str | None: ...
        def use_fast(self, on: bool) -> None: ...
        def fast(self) -> bool: ...
        def micropython(self) -> str: ...
        def clock(self) -> int: ...
        def memory(self) -> int: ...


FILE = "test.txt"
# how often the light blinks before a pause
BLINKS = {"silent": 2, "SDA low": 3, "SCL low": 4, "touch": 5, "exchanged": 6}
BLINK_MS, PAUSE_MS = 200, 1600
LOOK_MS = 1000  # from one check of the display to the next
STUCK_MS = 5000  # by then A and B, which started the test, are released
START_MS = 200  # a key that goes down by then was down before the start
ALL = 63

EDGES, LIT, CHEQUER, DARK, WIRE, KEYS, FOUND = range(7)  # the pages
ANSWER_MS = 10000  # on the page WIRE, for players who cannot read it
# where the keys are drawn, by key
_PLACES = ((22, 25), (54, 25), (38, 12), (38, 38), (86, 25), (107, 25))
_BOX = 13


class SelfTest(Screen):
    """A screen that runs without the application. step() does all that is due, like the application's. The test ends
    with restart(), which does not return."""

    mapped = False

    def __init__(
        self,
        panel: "Panel",
        keys: "Keys",
        store: "Store",
        probe: "Probe",
        restart: "Callable[[], object]",
        signals: "Signals | None" = None,
        canvas: "Canvas | None" = None,
    ) -> None:
        self.app: "Any" = self
        self.display = self  # the kit asks it for the bar
        self.bar = None
        self.panel = panel
        self.keys = keys
        self.store = store
        self.probe = probe
        self.restart = restart
        self.signals = signals
        self.canvas = canvas or Canvas(panel.buffer)
        self.page = EDGES
        self.down = 0  # the keys that are down
        self.early = 1 << A | 1 << B  # the keys that were down at the start
        self.here = 0  # the keys that went down on the page that asks for them
        self.seen = 0  # of these, the keys that were released again
        self.fault: "str | None" = None
        self.settings = Settings(store)
        self._asked = -1  # when the page WIRE was shown
        self._began = self._looked = -1
        self._after = 0  # ms since the start
        self._blinks = 0
        self._blinked = 0
        self._stale = True
        language = self.settings.get("language", lang.ENGLISH)
        if language != lang.spoken():
            lang.choose(language)
        lang.use(("selftest",))
        print("Mingg", VERSION, say("self-test"))

    def step(self, now_ms: int) -> None:
        if self._began < 0:
            self._began = self._looked = self._blinked = now_ms
        event = self.keys.get()
        while event >= 0:
            self._handle(event & 7, event >> 3, ticks_diff(now_ms, self._began))
            event = self.keys.get()
        if ticks_diff(now_ms, self._looked) >= LOOK_MS:
            self._looked = now_ms
            self._look()
            self._stale = True  # a key that stays down for long is stuck
        if self.fault is not None:
            self._blink(now_ms)
        if self._stale:
            self._stale = False
            self._after = ticks_diff(now_ms, self._began)
            self.paint(self.canvas)
            self.panel.show()
        if self.page == WIRE:
            if self._asked < 0:
                self._asked = now_ms
            elif not self.probe.fast() or ticks_diff(now_ms, self._asked) >= ANSWER_MS:
                self._keep_wire(False)

    def _handle(self, key: int, kind: int, after: int) -> None:
        bit = 1 << key
        self._stale = True
        if kind == PRESS:
            self.down |= bit
            if after < START_MS:
                self.early |= bit
                return
            print(KEY_NAMES[key], self.probe.pin(key))
            if self.signals is not None:
                self.signals.click()
            self.press(key)
        elif kind in (TAP, RELEASE):
            self.seen |= self.here & bit
            self.down &= ~bit
            self.early &= ~bit
            if self.page == KEYS and self.seen == ALL:
                self._turn_to(FOUND)
        elif kind == HOLD and self.here & bit and self.holds(key):
            self.press(key | HELD)

    def view(self) -> "Parts":
        page = self.page
        if page == KEYS:
            presses = [Key(key, "test keys", self._press, key, False, True) for key in range(B + 1)]
            holds = [Key(HELD | key, "A go on", self._turn_to, FOUND, False, True) for key in (A, B)]
            return View(Title(say("test keys"), say("test hold")), *presses, *holds, Picture(self._draw_keys))
        if page == WIRE:
            no = [Key(key, "no", self._keep_wire, False, False, True) for key in range(B + 1) if key != A]
            return View(Key(A, "yes", self._keep_wire, True, False, True), *no, Picture(self._draw_chequer))
        act, word = (self.restart, "A again") if page == FOUND else (lambda: self._turn_to(page + 1), "A go on")
        keys = [Key(key, word, act, NOTHING, False, True) for key in range(B)]
        keys.append(Key(B, "B back", self._turn_to, page - 1, False, True) if page else Key(B, "", "no key"))
        if page == FOUND:
            rows = [(name, self._short(value)) for name, value in self.measured]
            return View(Title(say("self-test"), say("A go on")), *keys, Text(self, rows))
        draw = {EDGES: self._draw_edges, LIT: self._draw_lit, CHEQUER: self._draw_chequer}.get(page, self._draw_nothing)
        return View(*keys, Picture(draw))

    def _draw_nothing(self, canvas: Canvas) -> None:
        """All pixels are dark."""

    def _keep_wire(self, fast: bool) -> None:
        """Stores whether the next start uses the fast bus, and goes on."""
        self._stale = True
        if not fast:
            self.probe.use_fast(False)
        if fast != self.settings.get(FAST_WIRE, False):
            try:
                self.settings.put(FAST_WIRE, fast)
            except OSError:
                pass  # the last page tests the flash
        self._turn_to(KEYS)

    def _press(self, key: int) -> None:
        self.here |= 1 << key

    def _turn_to(self, page: int) -> None:
        if page == WIRE:
            if self.probe.wires() is None:
                page = KEYS
            else:
                self.probe.use_fast(True)
                self._asked = -1
        self.here = 0
        self.page = page
        if page == FOUND:
            self._find()

    def _look(self) -> None:
        """Checks the display. Prints the fault if it has changed."""
        fault = self.probe.fault()
        if fault == self.fault:
            return
        self.fault = fault
        self._blinks = 0
        wires = self.probe.wires()
        if fault is not None and wires is not None:
            print(say("test " + fault), "SDA", wires[0], "SCL", wires[1])
        else:
            print(say("test display"), self.probe.display())

    def _blink(self, now_ms: int) -> None:
        light = self.signals.light if self.signals is not None else None
        if light is None or self.fault is None:
            return
        pause = self._blinks >= 2 * BLINKS[self.fault]
        if ticks_diff(now_ms, self._blinked) < (PAUSE_MS if pause else BLINK_MS):
            return
        self._blinked = now_ms
        self._blinks = 0 if pause else self._blinks + 1
        light(self._blinks & 1)

    # ---- what is found ----

    def _find(self) -> None:
        missing = [self.probe.pin(key) for key in range(6) if not self.seen >> key & 1]
        self.measured = (
            (say("test display"), self.probe.display() or say("test none")),
            (say("test dead" if missing else "test keys"), " ".join(missing) or say("test all six")),
            (say("test flash"), self._flash()),
            (say("test memory"), say("test kB", self.probe.memory() >> 10)),
            ("MicroPython", self.probe.micropython()),
            ("Mingg " + VERSION, "%d MHz" % self.probe.clock()),
        )
        for name, value in self.measured:
            print(name, value)
        if self.signals is not None:
            self.signals.saved()

    def _flash(self) -> str:
        """Writes a file, reads it back and removes it. Returns the result in words."""
        pattern = bytes(range(256)) * 4
        try:
            self.store.replace(FILE, pattern)
            is_same = self.store.read(FILE) == pattern
            self.store.remove(FILE)
            free = self.store.free()
        except OSError as error:
            return say("test fails", error.errno or 0)
        if not is_same:
            return say("test differs")
        return say("test works") if free is None else say("test kB", free >> 10)

    # ---- what is shown ----

    def refuse(self, *reason: object) -> None:
        """This screen does not show why a key does nothing."""

    def _draw_text(self, text: str, y: int) -> None:
        for line in text.split("|"):
            self.canvas.text(line, 64, y, ALIGN_CENTRE)
            y += 9

    def _draw_edges(self, canvas: Canvas) -> None:
        canvas.frame(0, 0, WIDTH, HEIGHT)
        canvas.text(say("self-test"), 64, 6, ALIGN_CENTRE, True)
        self._draw_text(say("test edges"), 18)
        self._draw_text(say("A go on"), 51)

    def _draw_lit(self, canvas: Canvas) -> None:
        canvas.box(0, 0, WIDTH, HEIGHT)

    def _draw_chequer(self, canvas: Canvas) -> None:
        for i in range(WIDTH * HEIGHT // 8):
            canvas.buffer[i] = 0xAA if i & 1 else 0x55
        if self.page == WIRE:
            canvas.box(14, 20, 100, 25, 0)
            self._draw_text(say("test wire"), 24)

    def _draw_keys(self, canvas: Canvas) -> None:
        for key, (x, y) in enumerate(_PLACES):
            down = self.down >> key & 1
            canvas.frame(x, y, _BOX, _BOX)
            if down:
                canvas.box(x, y, _BOX, _BOX)
            ink = 0 if down else 1
            if self.seen >> key & 1:
                canvas.tick(x + 3, y + 3, ink)
            elif key in (A, B):
                canvas.text("AB"[key - A], x + 6, y + 3, ALIGN_CENTRE, True, ink)
            else:
                across = key in (LEFT, RIGHT)
                canvas.arrow(key, x + (5 if across else 4), y + (4 if across else 5), ink)
        stuck = self._stuck()
        if stuck < 0:
            canvas.text(say("test press"), 64, 55, ALIGN_CENTRE)
            return
        text = say("test stuck supply" if self.probe.to_supply else "test stuck", self.probe.pin(stuck))
        canvas.text(text, 64, 55, ALIGN_CENTRE)

    def _short(self, value: str) -> str:
        """Returns a list of pins with its shorter forms: the first ones, and the number of the others."""
        words = value.split(" ")
        forms = [" ".join(words[:shown]) + " +%d" % (len(words) - shown) for shown in range(len(words) - 1, -1, -1)]
        return SHORTER.join([value] + forms)

    def _stuck(self) -> int:
        """Returns a key that has been down from the start, or -1."""
        stuck = self.early & self.down
        if self._after < STUCK_MS:
            stuck &= ~(1 << A | 1 << B)
        for key in (LEFT, RIGHT, UP, DOWN, A, B):
            if stuck >> key & 1:
                return key
        return -1
