"""The self-test: shows whether each part works and, if not, which wire to check. A device that is started with A and B
held runs it in place of the application. It does not touch any evening.

The results are also printed over USB. If no display answers, the light blinks a number: BLINKS.
"""

from typing import Any, Callable

from mingg import VERSION, lang
from mingg.hal.keys import HOLD, KEY_NAMES, PRESS, RELEASE, TAP, UP, A, B, Keys
from mingg.hal.signals import Signals
from mingg.hal.store import Store
from mingg.hal.ticks import ticks_diff
from mingg.lang import SHORTER, say
from mingg.settings import FAST_WIRE, Settings
from mingg.ui.display import Panel
from mingg.ui.kit.canvas import ALIGN_CENTRE, HEIGHT, WIDTH, Canvas
from mingg.ui.kit.lists import Text
from mingg.ui.kit.view import HOLD as HELD
from mingg.ui.kit.view import NOTHING, Key, Parts, Picture, Screen, Title, View

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
    with restart(), which does not return.

    down   the keys that are down, a bit each
    early  those that were down at the start
    here   the keys that went down on this page
    seen   those that went down and up on the page KEYS
    now    ms since the start
    fault  what is wrong with the wires of the display: see Probe
    """

    mapped = False
    bar = None  # the kit asks the display for it
    page = EDGES
    down = here = seen = now = 0
    early = 1 << A | 1 << B
    fault: "str | None" = None
    _began = -1
    _look_at = LOOK_MS
    _asked = _since = 0  # when the page WIRE was shown, and when the fault began

    def __init__(
        self,
        panel: "Panel",
        keys: "Keys",
        store: "Store",
        probe: "Any",
        restart: "Callable[[], object]",
        signals: "Signals | None" = None,
        canvas: "Canvas | None" = None,
    ) -> None:
        self.app: "Any" = self
        self.display = self
        self.panel, self.keys, self.store, self.probe, self.restart = panel, keys, store, probe, restart
        self.signals = signals or Signals()
        self.canvas = canvas or Canvas(panel.buffer)
        self.settings = Settings(store)
        language = self.settings.get("language", lang.ENGLISH)
        if language != lang.spoken():
            lang.choose(language)
        lang.use(("selftest",))
        print("Mingg", VERSION, say("self-test"))

    def step(self, now_ms: int) -> None:
        if self._began < 0:
            self._began = now_ms
        self.now = now = ticks_diff(now_ms, self._began)
        stale = not now
        event = self.keys.get()
        while event >= 0:
            self._handle(event & 7, event >> 3)
            stale = True
            event = self.keys.get()
        if now >= self._look_at:
            self._look_at = now + LOOK_MS
            self._look()
            stale = True  # a key that stays down for long is stuck
        asked = now - self._asked
        if self.page == WIRE and asked > 0 and (asked >= ANSWER_MS or not self.probe.fast()):
            self._keep_wire(False)
            stale = True
        if self.fault is not None and self.signals.light is not None:
            blinking = 2 * BLINK_MS * BLINKS[self.fault]
            phase = (now - self._since) % (blinking + PAUSE_MS)
            self.signals.light(1 if phase < blinking and not phase // BLINK_MS & 1 else 0)
        if stale:
            self.paint(self.canvas)
            self.panel.show()

    def _handle(self, key: int, kind: int) -> None:
        bit = 1 << key
        if kind == PRESS:
            self.down |= bit
            if self.now < START_MS:
                self.early |= bit
                return
            print(KEY_NAMES[key], self.probe.pin(key))
            self.signals.click()
            self.here |= bit
            self.press(key)
        elif kind in (TAP, RELEASE):
            self.down &= ~bit
            self.early &= ~bit
            if self.page == KEYS and self.here & bit:
                self.seen |= bit
                if self.seen == ALL:
                    self._turn_to(FOUND)
        elif kind == HOLD and self.here & bit and self.holds(key):
            self.press(key | HELD)

    def view(self) -> "Parts":
        page = self.page
        parts: "list[Any]" = []
        others: "Any"  # what all other keys do
        if page == KEYS:
            parts = [Title(say("test keys"), say("test hold"))]
            parts += [Key(HELD | key, "A go on", self._turn_to, FOUND, quiet=True) for key in (A, B)]
            others = "test keys", self.refuse, NOTHING
        elif page == WIRE:
            parts = [Key(A, "yes", self._keep_wire, True, quiet=True)]
            others = "no", self._keep_wire, False
        else:
            parts = [Key(B, "B back", self._turn_to, page - 1, quiet=True) if page else Key(B, "", "no key")]
            others = "A go on", self._turn_to, page + 1
        if page == FOUND:
            parts += [
                Title(say("self-test")),
                Key(A, "A go on", self.restart),
                Text(self, [(name, _short(v)) for name, v in self.measured]),
            ]
            others = "A again", self.restart, NOTHING
        word, act, argument = others
        return View(*parts, *[Key(key, word, act, argument, quiet=True) for key in range(6)], Picture(self._draw))

    def _keep_wire(self, fast: bool) -> None:
        """Stores whether the next start uses the fast bus, and goes on."""
        if not fast:
            self.probe.use_fast(False)
        if fast != self.settings.get(FAST_WIRE, False):
            try:
                self.settings.put(FAST_WIRE, fast)
            except OSError:
                pass  # the last page tests the flash
        self._turn_to(KEYS)

    def _turn_to(self, page: int) -> None:
        if page == WIRE:
            if self.probe.wires() is None:
                page = KEYS
            else:
                self.probe.use_fast(True)
                self._asked = self.now
        self.page, self.here = page, 0
        if page == FOUND:
            self._find()

    def _look(self) -> None:
        """Checks the display. Prints the fault if it has changed."""
        fault = self.probe.fault()
        if fault != self.fault:
            self.fault, self._since = fault, self.now
            if fault is None:
                print(say("test display"), self.probe.display())
            else:
                print(say("test " + fault), "SDA %s SCL %s" % self.probe.wires())

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
        """Does nothing: this screen does not show why a key does nothing."""

    def _draw(self, canvas: Canvas) -> None:
        """Draws the picture of a page. That of DARK has no pixel."""
        page = self.page
        if page == EDGES:
            canvas.frame(0, 0, WIDTH, HEIGHT)
            canvas.text(say("self-test"), 64, 6, ALIGN_CENTRE, True)
            _draw_lines(canvas, say("test edges"), 18)
            _draw_lines(canvas, say("A go on"), 51)
        elif page == LIT:
            canvas.box(0, 0, WIDTH, HEIGHT)
        elif page in (CHEQUER, WIRE):
            for i in range(WIDTH * HEIGHT // 8):
                canvas.buffer[i] = 0xAA if i & 1 else 0x55
            if page == WIRE:
                canvas.box(14, 20, 100, 25, 0)
                _draw_lines(canvas, say("test wire"), 24)
        elif page == KEYS:
            self._draw_keys(canvas)

    def _draw_keys(self, canvas: Canvas) -> None:
        for key, (x, y) in enumerate(_PLACES):
            down = self.down >> key & 1
            ink = 1 - down
            (canvas.box if down else canvas.frame)(x, y, _BOX, _BOX)
            if self.seen >> key & 1:
                canvas.tick(x + 3, y + 3, ink)
            elif key >= A:
                canvas.text("AB"[key - A], x + 6, y + 3, ALIGN_CENTRE, True, ink)
            else:
                across = key < UP
                canvas.arrow(key, x + (5 if across else 4), y + (4 if across else 5), ink)
        text = say("test press")
        for key in range(6):  # those that have been down from the start
            if (self.early & self.down) >> key & 1 and (key < A or self.now >= STUCK_MS):
                text = say("test stuck supply" if self.probe.to_supply else "test stuck", self.probe.pin(key))
                break
        canvas.text(text, 64, 55, ALIGN_CENTRE)


def _draw_lines(canvas: Canvas, text: str, y: int) -> None:
    for line in text.split("|"):
        canvas.text(line, 64, y, ALIGN_CENTRE)
        y += 9


def _short(value: str) -> str:
    """Returns a list of pins with its shorter forms: the first ones, and the number of the others."""
    words = value.split(" ")
    forms = [" ".join(words[:shown]) + " +%d" % (len(words) - shown) for shown in range(len(words) - 1, -1, -1)]
    return SHORTER.join([value] + forms)
