"""The application: keys in, one screen alive, the picture out; the draft kept while nobody presses."""

import gc

from mingg.evening import DRAFT_LOST, Evening
from mingg.hal.keys import DOWN, HOLD, LEFT, PRESS, REPEAT, RIGHT, TAP, UP, B
from mingg.hal.ticks import ticks_diff
from mingg.lang import say
from mingg.ui import layout
from mingg.ui.canvas import Canvas
from mingg.ui.entry import unpack

MYPY = False
if MYPY:
    from typing import Any, Protocol

    from mingg.core.deal import Deal
    from mingg.evening import Store
    from mingg.hal.keys import Keys
    from mingg.ui.entry import Entry
    from mingg.ui.screen import Screen

    class Panel(Protocol):
        buffer: bytearray

        def show(self) -> None: ...


SIDES = (DOWN, RIGHT, UP, LEFT)  # players from whoever holds the device, in the order of play
NO_SPACE = 28  # ENOSPC; not every MicroPython names it
IDLE_MS = 300  # nobody is pressing


class App:
    """panel: buffer (1024 bytes, MONO_VLSB) and show(); keys: get(); store: see hal/store.py.

    evening: what is played; entry: the deal being entered, or None. step() does all that is due and returns at once.
    """

    def __init__(self, panel: "Panel", keys: "Keys", store: "Store", canvas: "Canvas | None" = None) -> None:
        self.panel = panel
        self.keys = keys
        self.store = store
        self.canvas = canvas or Canvas(panel.buffer)
        self.evening: Evening
        self.entry: "Entry | Any" = None  # Any: the screens of a deal are shown only while there is one
        self.screen: "Screen"
        self.bar: "str | None" = None
        self._stale = True  # the picture is older than what it should show
        self._unkept = False  # the draft has changed since it was kept
        self._last_key = 0
        # Where the last key went down: what follows of it is meant for that screen and no other.
        self._pressed_on: "Screen | None" = None
        self._pressed_key = -1
        self.boot()

    # ---- for the screens ----

    def boot(self) -> None:
        """Opens the evening as it was left."""
        try:
            self.evening = Evening(self.store)
            draft = self.evening.draft()
        except OSError as error:
            from mingg.ui.screens.notice import Unreadable

            self.show(Unreadable(self, error.errno or 0))
            return
        if draft is not None:
            try:
                self.entry = unpack(draft)
            except (ValueError, TypeError):
                self.evening.notices.append((DRAFT_LOST, self.evening.deal_number()))
        if self.evening.notices:
            from mingg.ui.screens.notice import Notices

            self.show(Notices(self, self.evening.notices))
        else:
            self.start()

    def start(self) -> None:
        """To the deal half entered, or to the Table."""
        if self.entry is not None:
            from mingg.ui.screens.draft import Draft

            self.show(Draft(self))
        else:
            self.table()

    def table(self) -> None:
        from mingg.ui.screens.table import TableScreen

        self.show(TableScreen(self))

    def show(self, screen: "Screen") -> None:
        """Makes a screen the one that is alive."""
        self.screen = screen
        self._stale = True

    def refuse(self, text: str) -> None:
        """Says why a key did nothing; nothing changes."""
        self.bar = text
        self._stale = True

    def refuse_unsaved(self, error: OSError) -> None:
        """Says in plain words that the store did not take a record."""
        full = error.errno == NO_SPACE
        self.refuse(say("flash full") if full else say("not saved", error.errno or 0))

    def save(self, deal: "Deal") -> bool:
        """Saves a deal; where that fails says why, and nothing changed."""
        try:
            self.evening.save(deal)
        except OSError as error:
            self.refuse_unsaved(error)
        except ValueError:
            self.refuse(say("no deal"))
        else:
            return True
        return False

    def changed(self) -> None:
        """The entry has changed: draw it, and keep it when there is time."""
        self._stale = True
        self._unkept = True

    def forget_entry(self) -> None:
        """The deal is done with; its draft goes."""
        self.entry = None
        self._unkept = False
        try:
            self.evening.drop_draft()
        except OSError as error:
            # Harmless: the next start sees that it belongs to a deal that is over. But said.
            self.refuse(say("draft not kept", error.errno or 0))

    def side(self, player: int) -> int:
        """The key that points to a player."""
        return SIDES[player]

    def player_at(self, key: int) -> int:
        """The player an arrow points to."""
        return SIDES.index(key)

    def name(self, player: int) -> str:
        return self.evening.session.names[player]

    # ---- the loop ----

    def step(self, now_ms: int) -> None:
        """Handles every key event there is, draws if anything changed, keeps the draft if nobody is pressing."""
        event = self.keys.get()
        while event >= 0:
            self._last_key = now_ms
            self._handle(event & 7, event >> 3)
            event = self.keys.get()
        if self._stale:
            self._draw()
        elif self._unkept and ticks_diff(now_ms, self._last_key) >= IDLE_MS:
            self._keep_draft()

    def _handle(self, key: int, kind: int) -> None:
        screen = self.screen
        waits = key == B or key in screen.holds  # being held means something else: a tap is known when it ends
        if kind == PRESS:
            self._pressed_on, self._pressed_key = screen, key
            if self.bar is not None:
                self.bar = None
                self._stale = True
            if not waits:
                self._press(key)
        elif self._pressed_on is not screen or self._pressed_key != key:
            return
        elif kind == REPEAT:
            if key in screen.repeats:
                self._press(key)
        elif waits and kind == TAP:
            self._press(key)
        elif kind == HOLD and key == B:
            self._menu()
        elif waits and kind == HOLD:
            screen.hold(key)
            self._stale = True

    def _press(self, key: int) -> None:
        self.screen.press(key)
        self._stale = True

    def _menu(self) -> None:
        from mingg.ui.screens.menu import Menu

        if self.screen.menu:
            self.show(Menu(self, self.screen))

    def _draw(self) -> None:
        canvas = self.canvas
        canvas.clear()
        self.screen.draw(canvas)
        if self.bar is not None:
            layout.bar(canvas, self.bar, self.screen.bar_y)
        self.panel.show()
        self._stale = False

    def _keep_draft(self) -> None:
        """Now that nobody presses: the draft to flash, whose erase would stall a finger, and the heap tidied."""
        self._unkept = False
        gc.collect()
        try:
            self.evening.keep_draft(self.entry.pack())
        except OSError as error:
            self.refuse(say("draft not kept", error.errno or 0))
