"""The application: takes the keys and the time, and hands them to the screen and the other parts."""

from typing import Any, Callable

from mingg import memory
from mingg.evening.evening import Store
from mingg.hal.keys import HOLD, PRESS, REPEAT, TAP, B, Keys
from mingg.hal.signals import Signals
from mingg.hal.ticks import ticks_diff
from mingg.lang import say
from mingg.settings import FAST_WIRE, Settings
from mingg.ui.battery import Battery
from mingg.ui.display import Display, Panel
from mingg.ui.kit.canvas import Canvas
from mingg.ui.kit.view import HOLD as HELD
from mingg.ui.navigator import Navigator
from mingg.ui.play import Play
from mingg.ui.screens.deal.table import TableScreen

ENTERING = ("deal", "seldom")  # the places whose keys change the entry
QUIET_MS = 100  # quick presses follow each other sooner: after this pause, loading a module delays no key
IDLE_MS = 300  # after this pause slow work may begin: nobody is about to press a key


class App:
    """Runs the device.

    keys       see hal/keys.py
    store      see hal/store.py
    settings   what the players set
    display    the picture, the bar and the signals
    navigator  the screen, and the way to it
    play       the evening and the deal that is entered
    club       the Club, if this device has joined one: see ui/club.py
    battery    on a device that measures its battery
    throw      rolls a die; None for the board's own: see kit/forms.py
    fast_wire  True if the display takes a fast bus; main.py uses it
    reopened   how often the evening was opened again after a MemoryError

    A main loop calls turn(), or step() if a timer samples the keys.
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
        """panel: buffer (1024 bytes, MONO_VLSB), show(), contrast(0 to 255), sleep(on) if it must rest. throw: rolls a
        die; None for the board's own. signals: see hal/signals.py; None on a board that has none."""
        memory.begin()
        self.keys = keys
        self.store = store
        self.settings: Settings
        self.club: "Any" = None
        self.battery: "Battery | None" = None
        self.fast_wire = False
        self.reopened = 0
        # The key that went down on this screen: its tap, repeat and hold count only here; -1 for none.
        self._pressed_key = -1
        # What counts of that key: it repeats; or it does something else when held, so its tap counts when it comes up.
        self._counts: "tuple[int, ...]" = ()
        self._untidy = True  # something was drawn or loaded since the last garbage collection
        self._unready = True  # the screen may have work for get_ready()
        self._busy = True  # keys were pressed since the last idle()
        self._handling = False  # a key is being handled: half of what it changes may be done
        self._short = 0  # how often there was no room since the last key
        self._cramped = False  # there was none just now
        self._last_key_ms = 0
        self.display = Display(panel, keys, canvas, signals)
        self.throw = throw
        self.play = Play(self)
        self.navigator = Navigator(self)
        self.show = self.navigator.show
        self.back = self.navigator.back
        self.play.boot()
        self.navigator.open_due()

    @property
    def screen(self) -> "Any":
        """The screen that has the keys."""
        return self.navigator.screen

    def is_at_table(self) -> bool:
        """Returns whether Table is shown."""
        return type(self.navigator.screen) is TableScreen

    def turn(self, mask: int, now_ms: int) -> None:
        """Runs one turn of a main loop without a timer: samples the keys (see Keys.sample()), then calls step()."""
        self.keys.sample(mask, now_ms)
        if self.display.signals is not None:
            self.display.signals.step(now_ms)
        self.step(now_ms)

    def step(self, now_ms: int) -> None:
        """Handles all key events, draws if anything changed, and stores the draft if nobody is pressing."""
        try:
            if self._cramped:
                self._find_room()
            self._step(now_ms)
            if self.club is not None and self.play.aside is None:
                self.club.step(now_ms)
        except MemoryError:
            # The next step finds room: here the exception still holds memory.
            self._cramped = True
            self._short += 1

    def _find_room(self) -> None:
        """There was no room. The screen is made again in an emptied heap. If that does not help, the players come back
        to the screen below. If something was saved, if a key may have changed only half of the entry, or if there still
        is no room, the evening is opened again."""
        handled, self._handling, self._cramped = self._handling, False, False
        navigator = self.navigator
        enters, again = navigator.place in ENTERING, self._short > 1
        if self.play.has_saved() or (enters and (handled or again)) or self._short > 2:
            self.open_again()
        elif not again:
            navigator.make_again()
            if handled:
                self.display.refuse("no space")
        elif navigator.give_up():
            self.display.refuse("no space")
        else:
            self.open_again()

    def open_again(self) -> None:
        """Opens the evening again as after a power cut, and says so."""
        self.reopened += 1
        self.navigator.empty()
        self.play.boot_again()
        self.display.refuse("no memory")

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
            memory.hold_off()

    def let_go(self) -> None:
        """The key that is down does nothing more: another screen has the keys."""
        self._pressed_key = -1

    def use_settings(self) -> None:
        """Puts the settings into force."""
        self.display.use(self.settings)
        self.fast_wire = self.settings.get(FAST_WIRE, False)

    def _step(self, now_ms: int) -> None:
        display, navigator, play = self.display, self.navigator, self.play
        navigator.open_due()
        event = self.keys.get()
        while event >= 0:
            self._last_key_ms = display.rest.since = now_ms
            self._busy = True
            memory.hold_off()
            self._handling, self._short = True, 0
            self._handle(event & 7, event >> 3)
            self._handling = False
            navigator.open_due()
            if play.has_saved():
                play.told = play.evening.moment()
                if display.signals is not None:
                    display.signals.saved()
            event = self.keys.get()
        if display.stale:
            display.draw(navigator.screen)
            self._untidy = self._unready = True
        elif self._untidy:
            self._untidy = False
            memory.collect()  # now, so that no key waits for it
        elif (
            self._unready
            and not self._short
            and self.keys.at_rest()
            and ticks_diff(now_ms, self._last_key_ms) >= QUIET_MS
        ):
            self._untidy = self._unready = navigator.screen.get_ready() or navigator.load_ahead()
        elif (play.unkept or self._busy) and ticks_diff(now_ms, self._last_key_ms) >= IDLE_MS:
            self._busy = False
            navigator.screen.idle()
            # Now, since erasing the flash would delay a key. A garbage collection would delay the next key, too, so it
            # waits for the next picture.
            play.keep_input()
        elif display.rest.tick(now_ms):
            self.let_go()  # a key that is held for minutes does nothing more
            display.draw(navigator.screen)

    def _handle(self, key: int, kind: int) -> None:
        display, screen = self.display, self.screen
        if kind == PRESS:
            if display.rest.minutes and display.wake():
                self.let_go()
                if display.bar is None:
                    display.show_text(say("awake"))
                return
            if key in screen.through:
                self.back()
                self.navigator.open_due()
                screen = self.screen
            self._pressed_key = key
            waits = key == B or screen.holds(key)
            self._counts = (TAP, HOLD) if waits else (REPEAT,) if screen.repeats(key) else ()
            display.answer_key()
            if waits:
                return
            screen.press(key)
        elif self._pressed_key != key or kind not in self._counts:
            return
        elif kind == REPEAT:
            screen.repeat(key)
        elif kind == TAP:
            screen.press(key)
        elif key == B and screen.mapped:
            self._handling = False  # this enters nothing
            self.show("system.keys.Keys", screen.words, screen.title(), screen.own_keys(), screen.menu)
            self.navigator.open_due()
            self._pressed_key, self._counts = key, (REPEAT,)
        else:
            screen.press(key | HELD)
        display.stale = True
