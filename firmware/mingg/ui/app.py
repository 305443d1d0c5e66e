"""The application: takes the keys and the time, and hands them to the screen and the other parts."""

import gc

from mingg import memory
from mingg.hal.keys import HOLD, PRESS, REPEAT, TAP, B
from mingg.hal.ticks import ticks_diff
from mingg.ui.play import Play
from mingg.ui.screen import Screen
from mingg.ui.screens import system

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.evening.evening import Store
    from mingg.hal.keys import Keys
    from mingg.ui.battery import Battery
    from mingg.ui.display import Panel, Signals
    from mingg.ui.panel.canvas import Canvas

QUIET_MS = 100  # quick presses follow each other sooner: after this pause, loading a module delays no key
IDLE_MS = 300  # after this pause slow work may begin: nobody is about to press a key


class App(Play):
    """Runs the device.

    panel    buffer (1024 bytes, MONO_VLSB), show(), contrast(0 to 255) and sleep(on)
    keys     get(): see hal/keys.py
    store    see hal/store.py
    throw    rolls a die; None for the board's own
    signals  see hal/signals.py; None on a board that has none

    A main loop calls turn(), or step() if a timer samples the keys. App inherits from Play, Play from Navigator, and
    Navigator from Display. Display owns the panel, Navigator the screen, Play the evening and the deal, and App the
    keys and the time.
    """

    def __init__(
        self,
        panel: "Panel",
        keys: "Keys",
        store: "Store",
        canvas: "Canvas | None" = None,
        throw: "Callable[[], int] | None" = None,
        signals: "Signals | None" = None,
    ) -> None:
        memory.begin()
        # The screen on which the last key went down: its tap, repeat and hold count only there.
        self._pressed_on: "Screen | None" = None
        self._pressed_key = -1
        self.club: "Any" = None  # the Club, if this device has joined one: see ui/club.py
        self.battery: "Battery | None" = None  # on a device that measures its battery
        super().__init__(panel, keys, store, canvas, throw, signals)
        self.reopened = 0  # how often App opened the evening again after a MemoryError
        self._untidy = True  # something was drawn since the last garbage collection
        self._unready = True  # the screen may have work for get_ready()
        self._busy = True  # keys were pressed since the last idle()
        self._last_key_ms = 0
        self.show(Screen(self))
        self.boot()
        self.open_next()

    def show(self, screen: Screen) -> None:
        self._pressed_on = None
        super().show(screen)

    def turn(self, mask: int, now_ms: int) -> None:
        """Runs one turn of a main loop without a timer: samples the keys (see Keys.sample()), then calls step()."""
        self.keys.sample(mask, now_ms)
        if self.signals is not None:
            self.signals.step(now_ms)
        self.step(now_ms)

    def step(self, now_ms: int) -> None:
        """Handles all key events, draws if anything changed, and stores the draft if nobody is pressing."""
        try:
            self._step(now_ms)
            if self.club is not None and not self.looks_back:
                self.club.step(now_ms)
            return
        except MemoryError:
            pass  # the work follows outside of this block: here the exception still holds memory
        self.reopened += 1
        self.show_nothing()
        self.boot_again()
        self.open_next()
        self.refuse("no memory")

    def join_club(self, dial: "Any" = None, source: "Any" = None) -> None:
        """Begins the link to a club night, if the store has the file that configures one. Called once, after the first
        picture: it may take a second. dial: opens a connection; None: over TCP, which a board without radio lacks.
        source: makes random bytes; None: os.urandom()."""
        try:
            data = self.store.read("club.txt")
            if data is not None:
                if dial is None:
                    __import__("socket")
                from mingg.ui.club import begin

                self.club = begin(self, data, dial, source)
        except (OSError, ImportError):
            pass

    def _step(self, now_ms: int) -> None:
        self.open_next()
        event = self.keys.get()
        while event >= 0:
            self._last_key_ms = self.rest.since = now_ms
            self._busy = True
            self._handle(event & 7, event >> 3)
            self.open_next()
            self.signal_saved()
            event = self.keys.get()
        if self.stale:
            self.draw(self.screen)
            self._untidy = self._unready = True
        elif self.foreseen is not None and self.picture is None:
            self.draw_ahead(self.foreseen)
        elif self._untidy:
            self._untidy = False
            gc.collect()  # now, so that no key waits for it
        elif self._unready and self.keys.at_rest() and ticks_diff(now_ms, self._last_key_ms) >= QUIET_MS:
            self._unready = memory.load_one(self.screen.keeps or ()) or self.screen.get_ready()
            self._untidy = True
        elif (self.unkept or self._busy) and ticks_diff(now_ms, self._last_key_ms) >= IDLE_MS:
            self._busy = False
            self.screen.idle()
            if self.unkept:  # now, since erasing the flash would delay a key
                self.keep_draft()
            self._untidy = True
        elif self.rest.tick(now_ms):
            self._pressed_on = None  # a key that is held for minutes does nothing more
            self.draw(self.screen)

    def _handle(self, key: int, kind: int) -> None:
        screen = self.screen
        # A key that does something else when held: its tap counts when it is released.
        waits = key == B or key in screen.holds
        if kind == PRESS:
            if self.rest.minutes and self.wake():
                self._pressed_on = None
                return
            self._pressed_on, self._pressed_key = screen, key
            self.answer_key()
            self.foresee(screen.foresee(key) if waits else None)
            if not waits:
                self._press(key)
        elif self._pressed_on is not screen or self._pressed_key != key:
            return
        elif kind == REPEAT:
            if key in screen.repeats:
                screen.repeat(key)
                self.redraw()
        elif waits and kind == TAP:
            foreseen, picture = self.foreseen, self.picture
            if foreseen is None:
                self._press(key)
            else:
                self.show(foreseen)
                self.foresee(None, picture)
        elif kind == HOLD:
            self.foresee(None)
            if key == B and screen.mapped:
                show_keys = self.cover if screen.link is None else self.ask
                show_keys(
                    system.Keys,
                    screen.link or screen,
                    screen.words,
                    screen.title,
                    screen.own_keys(),
                    screen.menu and not self.looks_back,
                )
            elif waits:
                screen.hold(key)
                self.redraw()

    def _press(self, key: int) -> None:
        self.screen.press(key)
        self.redraw()
