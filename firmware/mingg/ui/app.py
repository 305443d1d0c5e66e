"""The application: keys in, one screen alive, the picture out; the draft kept while nobody presses."""

from mingg import lang
from mingg.evening.state import DRAFT_LOST, Evening
from mingg.hal.keys import HOLD, PRESS, REPEAT, TAP, B
from mingg.hal.ticks import ticks_diff
from mingg.lang import say
from mingg.modules import ENTERING, MOVING, SAVING, SELDOM, SETTLED, TILED, let_go_of, make_room, meet_names, stay, tidy
from mingg.settings import Settings
from mingg.ui import seating
from mingg.ui.panel.canvas import Canvas
from mingg.ui.panel.rest import ASIDE, Rest
from mingg.ui.screen import Screen
from mingg.ui.screens.deal.table import TableScreen
from mingg.ui.widgets import layout

MYPY = False
if MYPY:
    from typing import Any, Callable, Protocol

    from typing_extensions import TypeVarTuple, Unpack

    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.evening.state import Store
    from mingg.hal.keys import Keys
    from mingg.ui.entry.entry import Entry
    from mingg.ui.panel.canvas import Picture
    from mingg.ui.screen import Link, Under

    Made = TypeVarTuple("Made")

    class Panel(Protocol):
        buffer: bytearray

        def show(self) -> None: ...
        def contrast(self, level: int) -> None: ...
        def sleep(self, on: bool) -> None: ...

    class Signals(Protocol):
        tone: Callable[[int], object] | None
        light: Callable[[int], object] | None
        sounds: bool
        shines: bool

        def click(self) -> None: ...
        def saved(self) -> None: ...
        def refused(self) -> None: ...


_ENOSPC = 28  # not every MicroPython names error numbers
_EACCES = 13
_EROFS = 30
QUIET_MS = 100  # a quick finger would have pressed again: what is loaded now keeps no key from being read
IDLE_MS = 300  # nobody is pressing
AWAY_MS = 2000  # nor is going to: tiles are played
SHORT = 20  # deals that there is still room for: time to say so


class App:
    """panel: buffer (1024 bytes, MONO_VLSB), show(), contrast(0 to 255) and sleep(on); keys: get(); store: see
    hal/store.py; signals: see hal/signals.py, None where there are none.

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
        signals: "Signals | None" = None,
    ) -> None:
        stay()
        self.panel = panel
        self.keys = keys
        self.store = store
        self.canvas = canvas or Canvas(panel.buffer)
        self.evening: Evening
        self.playing: "Session"
        self.signals = signals
        self.settings: Settings
        self.rest = Rest(panel)
        self._moment: "tuple[int, int] | None" = None  # how far the ledger had come when that was last told
        self._throw = throw
        self._shelved: "Entry | None" = None  # the deal at hand, while a saved one is corrected
        self.entry: "Entry | Any" = None  # Any: the screens of a deal are shown only while there is one
        self.screen: "Screen"
        self.bar: "str | None" = None
        self._stale = True  # the picture is older than what it should show
        self._unkept = False  # the draft has changed since it was kept
        self._changed = 0, 0  # how far the ledger had come then
        self.reopened = 0  # how often there was no room for what was asked
        self._untidy = True  # something was drawn since the heap was tidied
        self._unready = True  # and the screen may have something to get ready
        self._busy = True  # keys were pressed since the last rest
        self._unmet = True  # there may be names that were not read yet
        self._warned = False  # that the flash will be full
        self._last_key = 0
        # Where the last key went down: what follows of it is meant for that screen and no other.
        self._pressed_on: "Screen | None" = None
        self._pressed_key = -1
        # While a key is down whose tap is known when it ends: the screen that would come, and its picture.
        self._foreseen: "Screen | None" = None
        self._picture: "Picture | None" = None
        self._next: "Link | None" = None  # what is to be opened
        self._asks = False  # beside the deal that is entered
        self.screen = Screen(self)
        self.boot()
        self._open_next()

    # ---- for the screens ----

    def boot(self) -> None:
        """Opens the evening as it was left."""
        self.settings = Settings(self.store)
        self.use_settings()
        language = self.settings.get("language", lang.ENGLISH)
        if language != lang.spoken() and not lang.choose(language):
            self.tell(say("language lost", language))
        try:
            self.evening = Evening(self.store)
        except OSError as error:
            from mingg.ui.screens import system

            self.open(system.Unreadable, error.errno or 0)
            return
        make_room()
        self.playing = self.evening.session
        self._moment = self.evening.moment()
        if self.settings.notice is not None:
            self.evening.notices.append(self.settings.notice)
        try:
            draft = self.evening.draft()
            if draft is not None:
                self._take_up(draft)
        except OSError:
            self.evening.notices.append((DRAFT_LOST, self.evening.deal_number()))
        make_room()
        if self.evening.notices:
            from mingg.ui.screens import system

            self.open(system.Notices, self.evening.notices)
        else:
            self.start()

    def use_settings(self) -> None:
        """What is set is in force from now on."""
        self.rest.use(self.settings)
        if self.signals is not None:
            self.signals.sounds = self.settings.get("sound", self.signals.sounds)
            self.signals.shines = self.settings.get("light", self.signals.shines)

    def _take_up(self, draft: object) -> None:
        """Goes on with the entry that a draft kept."""
        from mingg.ui.entry.unpacked import unpack

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

    @property
    def correcting(self) -> "int | None":
        """The number of the saved deal that is being changed, or None."""
        number: "int | None" = None if self.entry is None else self.entry.correcting
        return number

    def correct(self, number: int) -> None:
        """Opens a deal of this session to be changed; what is half entered waits until that is done.

        ValueError where the deal is lost, OSError where it cannot be read.
        """
        from mingg.ui.screens.history.reopened import deal_again

        entry, playing = deal_again(self.evening, number)
        if self.entry is not None and self.correcting is None:
            self._shelved = self.entry
        self.entry, self.playing = entry, playing
        self.changed()

    def leave_correction(self) -> None:
        """The saved deal stays as it was; back to the deals."""
        self.forget_entry()
        from mingg.ui.screens import history

        self.open(history.Deals)

    def start(self) -> None:
        """To the deal half entered, or to the Table."""
        self.settle()
        if self.entry is not None:
            from mingg.ui.screens import deal

            self.open(deal.Draft)
        else:
            self.table()

    def table(self) -> None:
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

    def is_full(self) -> bool:
        """There is not surely room for another deal, and an old evening could make some."""
        try:
            return self.room() == 0 and len(self.evening.evenings()) > 1
        except OSError:
            return False  # whoever saves is told

    def _runs_short(self) -> bool:
        """Says once, long before the flash is full, that it will be."""
        if self._warned:
            return False
        room = self.room()
        self._warned = room is not None and room < SHORT
        if self._warned:
            from mingg.ui.screens.system.notice import ShortOfRoom

            self.show(ShortOfRoom(self, room or 0))
        return self._warned

    def go(self, load: "Callable[[], Callable[[App, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]") -> None:
        """Shows a screen at once; all that is loaded stays. load: a function of the registry, ui/screens/*/__init__.py.
        What it loads makes a screen, or itself shows or opens one."""
        screen = load()(self, *made_of)
        if screen is not None:
            self.show(screen)

    def open(
        self, load: "Callable[[], Callable[[App, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]"
    ) -> None:
        """Shows a screen when the present key is handled: by then the present screen and its modules are gone, since a
        board has no room for both."""
        self._next = load, made_of
        self._asks = False

    def ask(self, load: "Callable[[], Callable[[App, Unpack[Made]], Screen | None]]", *made_of: "Unpack[Made]") -> None:
        """Like open(), but the modules that a deal is entered with stay loaded."""
        self._next = load, made_of
        self._asks = True

    def _open_next(self) -> None:
        while self._next is not None:
            (load, made_of), self._next = self._next, None
            gone = Screen(self)
            gone.bar_y = self.screen.bar_y
            self.show(gone)
            self.canvas.forget()
            make_room(self._asks)
            self.go(load, *made_of)

    def show(self, screen: "Screen") -> None:
        """Makes a screen the one that is alive."""
        self.screen = screen
        self._next = None
        self._pressed_on = self._foreseen = self._picture = None  # nothing holds the screen that is left
        lang.use(screen.words)
        self._stale = True

    def refuse(self, text: str) -> None:
        """Says why a key did nothing; nothing changes."""
        self.tell(text)
        if self.signals is not None:
            self.signals.refused()

    def tell(self, text: str) -> None:
        """Says something for as long as no other key is pressed."""
        self.bar = text
        self._stale = True

    def refuse_error(self, error: OSError, what: str = "not saved") -> None:
        """Says what the store could not do, and why."""
        why = "flash fails"
        if error.errno == _ENOSPC:
            why = "flash full"
        elif error.errno in (_EACCES, _EROFS):
            why = "flash locked"
        self.refuse(say(what, say(why)))

    def save(self, deal: "Deal") -> bool:
        """Saves a deal; where that fails says why, and nothing changed."""
        try:
            self.evening.save(deal)
        except OSError as error:
            self.refuse_error(error)
        except ValueError:
            self.refuse(say("no deal"))
        else:
            if deal.tiles:
                let_go_of(TILED)
            return True
        return False

    def meanwhile(self, work: "Callable[[], Any]") -> "Any":
        """Does what takes a while: says so first, and forgets the keys that were pressed before the end was seen."""
        # Over what is seen, whose screen may be gone.
        layout.bar(self.canvas, say("moment"), self.screen.bar_y)
        self.panel.show()
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
        self._changed = self.evening.moment()

    def begin(self, session: "Session", turn: int) -> None:
        """Starts a new session, player 0 on the chair `turn`, and shows its Table; where that fails says why."""
        try:
            self.evening.begin(session, turn)
        except OSError as error:
            self.refuse_error(error)
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
        self._unkept = False
        if self.entry is not None:
            self.changed()
            return
        try:
            self.evening.drop_draft()
        except OSError as error:
            # Harmless: the next start sees that it belongs to a deal that is over. But said.
            self.refuse_error(error, "draft not kept")

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
        return self.evening.called[player]

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
            pass  # and let go of what it holds
        self._reopen()

    def _reopen(self) -> None:
        """There was no room for what was asked: goes on as after a loss of power, but with the draft as it was last.

        That is of the moment when it was last changed: what has been saved since then is not saved again.
        """
        self.reopened += 1
        self.show(Screen(self))
        self.canvas.forget()
        make_room()
        try:
            if self._unkept:
                self._keep_draft()
        except MemoryError:
            pass  # the one before is there
        if hasattr(self, "evening"):
            del self.evening, self.playing
        self.entry = self._shelved = self._moment = None
        self._unkept = False
        self.keys.clear()
        self.boot()
        self._open_next()
        self.refuse(say("no memory"))

    def _step(self, now_ms: int) -> None:
        if self._next is not None:
            self._open_next()
        event = self.keys.get()
        while event >= 0:
            self._last_key = self.rest.since = now_ms
            self._busy = True
            self._handle(event & 7, event >> 3)
            self._open_next()
            if self._moment is not None and self.signals is not None:
                self._tell_saved(self.signals)
            event = self.keys.get()
        if self._stale:
            self._draw()
            self._untidy = self._unready = True
        elif self._foreseen is not None and self._picture is None:
            self._draw_ahead(self._foreseen)
        elif self._untidy:
            self._untidy = False
            tidy()
        elif self._unready and self.keys.at_rest() and ticks_diff(now_ms, self._last_key) >= QUIET_MS:
            self._unready = self.screen.get_ready()
            tidy()
        elif (self._unkept or self._busy) and ticks_diff(now_ms, self._last_key) >= IDLE_MS:
            self._rest()
        elif self._unmet and ticks_diff(now_ms, self._last_key) >= AWAY_MS:
            self._unmet = meet_names()
        elif self.rest.tick(now_ms):
            self._pressed_on = None  # nothing comes any more of a key held for so long
            self._draw()

    def _tell_saved(self, signals: "Signals") -> None:
        """Something is in the ledger, or a ledger is begun."""
        moment = self.evening.moment()
        if moment != self._moment:
            self._moment = moment
            signals.saved()

    def _handle(self, key: int, kind: int) -> None:
        screen = self.screen
        waits = key == B or key in screen.holds  # being held means something else: a tap is known when it ends
        if kind == PRESS:
            if self.rest.minutes:
                self._stale = True
                let_go_of(ASIDE)
                if self.rest.wake():
                    self._pressed_on = None
                    return
            self._pressed_on, self._pressed_key = screen, key
            self._foreseen = self._picture = None
            if self.signals is not None:
                self.signals.click()
            if self.bar is not None:
                self.bar = None
                self._stale = True
            if waits:
                self._foreseen = screen.foresee(key)
            else:
                self._press(key)
        elif self._pressed_on is not screen or self._pressed_key != key:
            return
        elif kind == REPEAT:
            if key in screen.repeats:
                self._press(key)
        elif waits and kind == TAP:
            if self._foreseen is None:
                self._press(key)
            else:
                picture = self._picture
                self.show(self._foreseen)
                self._picture = picture
        elif kind == HOLD:
            self._foreseen = self._picture = None
            if key == B:
                self._menu()
            elif waits:
                screen.hold(key)
                self._stale = True

    def _press(self, key: int) -> None:
        self.screen.press(key)
        self._stale = True

    def _menu(self) -> None:
        if self.screen.menu:
            from mingg.ui.screens import system

            self.open(system.Menu, self.screen.again or self.screen)

    def back_to(self, under: "Under | None") -> None:
        """Back to a screen: one that is kept, or is made again; Table where there is none."""
        if under is None:
            self.table()
        elif isinstance(under, tuple):
            self.open(under[0], *under[1])
        else:
            self.show(under)
            let_go_of(SELDOM)

    def _draw(self) -> None:
        canvas = self.canvas
        if self._picture is None or self._foreseen is not None:
            canvas.clear()
            self.screen.draw(canvas)
        else:
            canvas.put(self._picture)
            self._picture = None
        if self.bar is not None:
            layout.bar(canvas, self.bar, self.screen.bar_y)
        if self.rest.place:
            from mingg.ui.panel.aside import move

            move(canvas, self.rest.place)
        self.panel.show()
        self._stale = False

    def _draw_ahead(self, screen: "Screen") -> None:
        """The picture of a screen that is not shown yet; where there is no room for it, it is drawn when it is."""
        canvas = self.canvas
        try:
            shown = canvas.picture()
            canvas.clear()
            screen.draw(canvas)
            self._picture = canvas.picture()
            canvas.put(shown)
        except MemoryError:
            self._foreseen = self._picture = None
            self._stale = True

    def _rest(self) -> None:
        """Now that nobody presses: the draft to flash, whose erase would stall a finger."""
        self._busy = False
        self.screen.idle()
        if self._unkept:
            self._keep_draft()

    def _keep_draft(self) -> None:
        draft = self.entry.pack()
        if self._shelved is not None:
            draft["shelved"] = self._shelved.pack()
        try:
            self.evening.keep_draft(draft, self._changed)
        except OSError as error:
            self.refuse_error(error, "draft not kept")
        self._unkept = False
