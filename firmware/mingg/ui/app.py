"""The application: keys in, one screen alive, the picture out; the draft kept while nobody presses."""

import gc

from mingg import lang
from mingg.evening import DRAFT_LOST, Evening
from mingg.hal.keys import HOLD, PRESS, REPEAT, TAP, B
from mingg.hal.ticks import ticks_diff
from mingg.lang import say
from mingg.modules import ENTERING, MOVING, SAVING, SELDOM, SETTLED, SETTLING, let_go_of
from mingg.ui import layout, seating
from mingg.ui.canvas import Canvas
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from typing import Any, Callable, Protocol

    from mingg.core.deal import Deal
    from mingg.core.session import Session
    from mingg.evening import Store
    from mingg.hal.keys import Keys
    from mingg.ui.entry import Entry

    Under = Screen | tuple[str, str, tuple[Any, ...]]

    class Panel(Protocol):
        buffer: bytearray

        def show(self) -> None: ...


NO_SPACE = 28  # ENOSPC; not every MicroPython names it
IDLE_MS = 300  # nobody is pressing
SHORT = 20  # deals that there is still room for: time to say so


class App:
    """panel: buffer (1024 bytes, MONO_VLSB) and show(); keys: get(); store: see hal/store.py.

    evening: what is played; entry: the deal being entered, or None; playing: the session it is played in, as it stands
    before that deal. throw: a die, where not the board's own. step() does all that is due and returns at once.
    """

    def __init__(
        self,
        panel: "Panel",
        keys: "Keys",
        store: "Store",
        canvas: "Canvas | None" = None,
        throw: "Callable[[], int] | None" = None,
    ) -> None:
        self.panel = panel
        self.keys = keys
        self.store = store
        self.canvas = canvas or Canvas(panel.buffer)
        self.evening: Evening
        self.playing: "Session"
        self._throw = throw
        self._shelved: "Entry | None" = None  # the deal at hand, while a saved one is corrected
        self.entry: "Entry | Any" = None  # Any: the screens of a deal are shown only while there is one
        self.screen: "Screen"
        self.bar: "str | None" = None
        self._stale = True  # the picture is older than what it should show
        self._unkept = False  # the draft has changed since it was kept
        self._busy = True  # keys were pressed since the last rest
        self._warned = False  # that the flash will be full
        self._entered: "tuple[int, int] | None" = None  # how far the ledger was when the entry last changed
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
        except OSError as error:
            from mingg.ui.seldom.notice import Unreadable

            self.show(Unreadable(self, error.errno or 0))
            return
        self.playing = self.evening.session
        try:
            draft = self.evening.draft()
            if draft is not None:
                self._take_up(draft)
        except OSError:
            self.evening.notices.append((DRAFT_LOST, self.evening.deal_number()))
        if self.evening.notices:
            from mingg.ui.seldom.notice import Notices

            self.show(Notices(self, self.evening.notices))
        else:
            self.start()

    def _take_up(self, draft: object) -> None:
        """Goes on with the entry that a draft kept."""
        from mingg.ui.seldom.reopened import unpack

        players = self.playing.table.players
        try:
            shelved = draft.pop("shelved", None) if isinstance(draft, dict) else None
            entry = unpack(draft, players)
            if entry.correcting is not None:
                self.playing = self.evening.deal(entry.correcting)[1]
            self._shelved = unpack(shelved, players) if shelved else None
            self.entry = entry
        except (ValueError, TypeError):
            self.evening.notices.append((DRAFT_LOST, self.evening.deal_number()))

    def correct(self, number: int) -> None:
        """Opens a deal of this session to be changed; what is half entered waits until that is done.

        ValueError where the deal is lost, OSError where it cannot be read.
        """
        from mingg.ui.seldom.reopened import entry_of

        deal, playing = self.evening.deal(number)
        if self.entry is not None and self.entry.correcting is None:
            self._shelved = self.entry
        self.playing = playing
        self.entry = entry_of(deal, playing.table)
        self.entry.correcting = number
        self.changed()

    def leave_correction(self) -> None:
        """The saved deal stays as it was; back to the deals."""
        from mingg.ui.seldom.deals import Deals

        self.forget_entry()
        self.show(Deals(self))

    def start(self) -> None:
        """To the deal half entered, or to the Table."""
        self.settle()
        if self.entry is not None:
            from mingg.ui.seldom.draft import Draft

            self.show(Draft(self))
        else:
            self.table()

    def table(self) -> None:
        from mingg.ui.screens.table import TableScreen

        self.settle()
        if self._runs_short():
            return
        self.show(TableScreen(self))
        let_go_of(SELDOM, SAVING, MOVING)

    def settle(self) -> None:
        """Moves the counters of the last deal, where they were not: a board has the room for it when it was settled."""
        if self.evening.due is not None:
            let_go_of(ENTERING, SETTLED)
            self.evening.holdings()
            let_go_of(MOVING)

    def room(self) -> "int | None":
        """How many more deals the flash takes; None where it does not say."""
        try:
            return self.evening.room()
        except OSError:
            return None

    def _runs_short(self) -> bool:
        """Says once, long before the flash is full, that it will be."""
        if self._warned:
            return False
        room = self.room()
        self._warned = room is not None and room < SHORT
        if self._warned:
            from mingg.ui.seldom.notice import ShortOfRoom

            self.show(ShortOfRoom(self, room or 0))
        return self._warned

    def show(self, screen: "Screen") -> None:
        """Makes a screen the one that is alive."""
        self.screen = screen
        self._pressed_on = None  # nothing holds the screen that is left
        lang.use(screen.words)
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

    def meanwhile(self, work: "Callable[[], Any]") -> "Any":
        """Does what takes a while: says so first, and forgets the keys that were pressed before the end was seen."""
        self.refuse(say("moment"))
        self._draw()
        self.bar = None
        try:
            return work()
        finally:
            self._stale = True
            self.keys.clear()

    def changed(self) -> None:
        """The entry has changed: draw it, and keep it when there is time."""
        self._stale = True
        self._unkept = True
        self._entered = self.evening.moment()

    def begin(self, session: "Session", turn: int) -> None:
        """Starts a new session, player 0 on the chair `turn`, and shows its Table; where that fails says why."""
        try:
            self.evening.begin(session, turn)
        except OSError as error:
            self.refuse_unsaved(error)
            return
        self._shelved = None
        self.entry = None
        self.playing = session
        self._warned = False
        self.table()
        self.forget_entry()

    def forget_entry(self) -> None:
        """The deal is done with; its draft goes, and what waited for it comes back."""
        self.entry, self._shelved = self._shelved, None
        self.playing = self.evening.session
        self._unkept = self.entry is not None
        if self._unkept:
            return
        try:
            self.evening.drop_draft()
        except OSError as error:
            # Harmless: the next start sees that it belongs to a deal that is over. But said.
            self.refuse(say("draft not kept", error.errno or 0))

    def side(self, player: int, order: "list[int] | None" = None) -> "int | None":
        """The arrow that points to a player, those in `order` being in play; None for who sits out."""
        table = self.playing.table
        return seating.side(table.players, order or table.order, self.evening.turn, player)

    def player_at(self, key: int, order: "list[int] | None" = None) -> "int | None":
        """The player an arrow points to; None where nobody sits."""
        for player in order or self.playing.table.order:
            if self.side(player, order) == key:
                return player
        return None

    def name(self, player: int) -> str:
        return self.evening.session.names[player]

    def roll(self) -> int:
        """A die: 1 to 6."""
        if self._throw is not None:
            return self._throw()
        from mingg.hal.dice import roll

        return roll()

    # ---- the loop ----

    def step(self, now_ms: int) -> None:
        """Handles every key event there is, draws if anything changed, keeps the draft if nobody is pressing."""
        try:
            self._step(now_ms)
            return
        except MemoryError:
            pass  # what it held is let go of first
        self._reopen()

    def _reopen(self) -> None:
        """There was no room for what was asked: goes on as after a loss of power, but with what was entered last."""
        self.show(Screen(self))
        let_go_of(SELDOM, ENTERING, SETTLING, MOVING)
        gc.collect()
        try:
            # What was saved since it was entered is not saved again.
            if self._unkept and self._entered == self.evening.moment():
                self._keep_draft()
        except MemoryError:
            pass  # the draft before it is there
        if hasattr(self, "evening"):
            del self.evening, self.playing  # there is no room for two
        self.entry = self._shelved = None
        self._unkept = False
        self.keys.clear()
        self.boot()
        self.refuse(say("opened again"))

    def _step(self, now_ms: int) -> None:
        event = self.keys.get()
        while event >= 0:
            self._last_key = now_ms
            self._busy = True
            self._handle(event & 7, event >> 3)
            event = self.keys.get()
        if self._stale:
            self._draw()
        elif (self._unkept or self._busy) and ticks_diff(now_ms, self._last_key) >= IDLE_MS:
            self._rest()

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
        from mingg.ui.seldom.menu import Menu

        if self.screen.menu:
            self.show(Menu(self, self.screen.again or self.screen))
            let_go_of(ENTERING, SETTLING, MOVING)

    def back_to(self, under: "Under") -> None:
        """Back to what lies under the menu."""
        if isinstance(under, tuple):
            module, name, made_of = under
            self.show(getattr(__import__("mingg.ui." + module, None, None, (name,)), name)(self, *made_of))
        else:
            self.show(under)
        let_go_of(SELDOM)

    def _draw(self) -> None:
        canvas = self.canvas
        canvas.clear()
        self.screen.draw(canvas)
        if self.bar is not None:
            layout.bar(canvas, self.bar, self.screen.bar_y)
        self.panel.show()
        self._stale = False

    def _rest(self) -> None:
        """Now that nobody presses: the heap tidied, the draft to flash, whose erase would stall a finger."""
        self._busy = False
        gc.collect()
        self.screen.idle()
        if self._unkept:
            self._keep_draft()

    def _keep_draft(self) -> None:
        self._unkept = False
        try:
            draft = self.entry.pack()
            if self._shelved is not None:
                draft["shelved"] = self._shelved.pack()
            self.evening.keep_draft(draft)
        except OSError as error:
            self.refuse(say("draft not kept", error.errno or 0))
