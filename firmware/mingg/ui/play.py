"""The evening: its session, the deal that is being entered, and the draft of that deal."""

from typing import TYPE_CHECKING, Any, Callable

from mingg.core.deal.deal import Deal
from mingg.core.table.session import Session
from mingg.entry.entry import HOW, Entry
from mingg.evening.evening import Evening, drop_draft, keep_draft, room
from mingg.lang import say
from mingg.settings import EVENING
from mingg.ui import seating
from mingg.ui.navigator import SET_UP, Step

if TYPE_CHECKING:
    from mingg.ui.app import App

SHORT = 20  # deals: if the flash has room for fewer, the players are warned


class Play:
    """Keeps the evening, and the deal that is being entered.

    evening    the evening that is played
    entry      the deal being entered, or None
    playing    the session as it stood before that deal
    unkept     the moment when the entry changed, if its draft was not stored since; else None

    A moment says how far the evening is: see State.moment().
    """

    def __init__(self, app: "App", throw: "Callable[[], int] | None") -> None:
        """throw: rolls a die; None for the board's own."""
        self.app = app
        self.evening: Evening
        self.playing: "Session"
        self.entry: "Entry | Any" = None  # Any: the screens of a deal are shown only while there is an entry
        self.unkept: "tuple[int, int] | None" = None
        self.set_up: "Any" = None  # the Proposal of a new session, until the players are at Table
        self._throw = throw
        self._called: "list[str]" = []  # the names of the evening, and how they are shown
        self._names: "list[str]" = []
        # The deal that was saved last, until Table is shown: (entry, moment after it was saved, path to the screen on
        # which it was completed). If saving dropped a half-entered deal, the entry is that deal.
        self.undoable: "tuple[Entry | None, tuple[int, int], list[Step]] | None" = None
        # While the players look at another evening, the one that they play.
        self.aside: "tuple[Evening, Session, Entry | None] | None" = None
        self._moment_signalled: "tuple[int, int] | None" = None  # the last moment for which signals.saved() was called
        self._warned = False  # the players were warned that the flash will be full
        self._unsaved: "str | None" = ""  # the bar's text after a deal could not be saved

    def boot(self) -> None:
        """Opens the evening as the players left it. If that cannot be, shows why."""
        try:
            from mingg.ui.opening import open_as_left

            open_as_left(self)
        except OSError as error:
            self.app.show("system.keys.Notice", ("no flash", error.errno or 0))
        except MemoryError:
            self.app.show("system.keys.Notice", ("no evening", 0))

    def look(self, evening: "Evening", playing: "Session", entry: "Entry | None") -> None:
        """Takes another evening."""
        self.evening, self.playing, self.entry = evening, playing, entry
        self._moment_signalled = evening.moment()

    def look_away(self) -> None:
        """Goes back to the evening that is played."""
        if self.aside is not None:
            self.look(*self.aside)
            self.aside = None

    @property
    def looks_back(self) -> bool:
        """True while the players look at another evening than the one that is played."""
        return self.aside is not None

    @property
    def correcting(self) -> "int | None":
        """The number of the saved deal that is being changed, or None."""
        number: "int | None" = None if self.entry is None else self.entry.correcting
        return number

    def correct(self, number: int, deal: Deal, session: "Session") -> None:
        """Opens a saved deal of this evening to be changed. A half-entered deal waits meanwhile. session: as it stood
        before the deal."""
        from mingg.entry.reopened import deal_again

        entry = deal_again(number, deal, session)
        entry.shelved = self.entry if self.correcting is None else self.entry.shelved
        self.entry, self.playing = entry, session
        self.changed()

    def leave_correction(self) -> None:
        """Leaves the correction: the saved deal stays as it was. Goes back to the deals."""
        number = self.correcting
        self.forget_entry()
        self.app.navigator.show_root()
        self.app.show("history.deals.Deals")
        self.app.display.refuse("no correction", number)

    def start(self) -> None:
        """Goes to the half-entered deal, or to Table."""
        self.settle()
        self.app.navigator.show_root()
        if self.entry is not None:
            self.app.show("seldom.draft.Draft")
        set_up = self.evening.set_up
        if set_up is not None and set_up["open"] and not self.app.reopened:
            self.app.show(SET_UP)

    def table(self) -> None:
        self.undoable = None
        self.settle()
        self.app.navigator.show_root()
        self.runs_short()

    def settle(self) -> None:
        """Computes which counters the last deal moves, if that is still to be done. It is not done while the deal is
        saved: the heap has no room for both."""
        if self.evening.due is not None:
            self.app.navigator.make_room()
            from mingg.evening.counters import settle

            settle(self.evening)

    def room(self) -> "int | None":
        """Returns how many more deals the flash can take, or None if it does not say."""
        try:
            return room(self.evening)
        except OSError:
            return None

    def is_full(self) -> bool:
        """True if there may be no room for another deal, and removing an old evening could make some."""
        if self.room() != 0:
            return False
        from mingg.evening.evenings import evenings

        try:
            return len(evenings(self.evening)) > 1
        except OSError:
            return False  # saving will show the error

    def runs_short(self) -> None:
        """Warns once, long before the flash is full.

        To ask the flash takes 20 ms. So it is not asked before the first picture: Table calls this later.
        """
        room = None if self._warned else self.room()
        if room is not None and room < SHORT:
            self._warned = True
            self.app.show("system.keys.Notice", ("short of room", room))

    def win(self, player: int) -> "bool | None":
        """Begins the entry of a deal that a player won. Returns whether another winner was entered before, or None if
        there is no room for the deal."""
        entry = self.entry
        if entry is None:
            if self.is_full():
                return None
            self.entry = entry = Entry(self.playing.table.players)
            entry.goulash = self.playing.goulash
        replaced = entry.way is not None and entry.winner != player
        entry.set_winner(player)
        self.changed()
        return replaced

    def refuse_unsaved(self, error: OSError) -> None:
        """A deal could not be saved: shows why."""
        self.app.display.refuse_error(error)
        self._unsaved = self.app.display.bar

    def go_on(self) -> None:
        """Goes to the page where the entry stood."""
        entry, last = self.entry, len(self.playing.table.order) - 1
        turn, page = entry.at, 0
        if entry.way is None:
            turn = HOW
        elif turn > last:
            entry.at = turn = last  # a correction stands after the last hand
            page = -1
        self.app.navigator.show_root()
        self.app.show("deal.card.show_page", turn, page)

    def finish(self, deal: "Deal | None" = None) -> None:
        """The deal is complete: saves it, or shows what the correction would do. deal: None for that of the entry."""
        if self.correcting is not None:
            self.app.show("history.correct.replace", self.correcting, deal)
        else:
            self.app.show("result.saved.save", deal)

    def just_saved(self) -> bool:
        """True if the last deal was saved just now, so that undo() takes it back."""
        return self.undoable is not None and self.undoable[1] == self.evening.moment()

    def undo(self) -> None:
        """Takes back the deal that was just saved: it is half entered again. If OSError is raised, nothing has
        changed."""
        from mingg.evening.change import undo

        evening = self.evening
        entry = self.undoable and self.undoable[0]
        if entry is not None:
            # Stored with the moment before that deal, the draft is valid only when the deal is taken back: a power cut
            # between these two writes loses nothing.
            keep_draft(evening, entry.pack(), (evening.ledger.number, evening.top))
        undo(evening)
        self.undoable = None
        self.entry, self.playing = entry, evening.session
        if entry is not None:
            self.changed()

    def changed(self) -> None:
        """The entry has changed: draws it again, and stores it as soon as nobody presses a key."""
        self.app.display.stale = True
        self.unkept = self.evening.moment()

    def begin(self, session: "Session", turn: int) -> None:
        """Starts a new session with player 0 on the chair `turn`, and shows its Table. If that fails, shows why."""
        from mingg.evening.begin import begin

        kept = self.evening.session.deals and session.start is None
        if not self.app.display.stored("not saved", begin, self.evening, session, turn):
            return
        settings = self.app.settings
        if settings.get(EVENING, ""):  # the new evening may have the number of one that was removed
            self.app.display.stored("not saved", settings.put, EVENING, "")
        self.entry = self.set_up = None
        self.playing = session
        self._warned = False
        self.table()
        if kept:
            self.app.display.show_text(say("kept"))
        self.forget_entry()

    def forget_entry(self) -> None:
        """The deal is finished: drops its draft, and goes back to the deal that waited, if any."""
        self.entry = self.entry and self.entry.shelved
        self.playing = self.evening.session
        self.unkept = None
        if self.entry is not None or self.kept_set_up() is not None:
            self.changed()
            return
        # If this fails, the bar says so, but nothing is lost: the next start ignores the draft of a finished deal.
        self.app.display.stored("draft not kept", drop_draft, self.evening)

    def side(self, player: int, order: "list[int] | None" = None) -> "int | None":
        """Returns the arrow (a key) that points to a player, or None for a player who sits out. order: the players in
        play, by default those of the present deal."""
        table = self.playing.table
        return seating.side(table.players, order or table.order, self.evening.turn, player)

    def name(self, player: int) -> str:
        called = self.evening.called
        if called is not self._called:
            self._called, self._names = called, seating.drawn(called)
        return self._names[player]

    def forget_names(self) -> None:
        """The language has changed, and with it the letters of the seats."""
        self._called = []

    def roll(self) -> int:
        """Rolls a die: 1 to 6."""
        if self._throw is not None:
            return self._throw()
        from mingg.hal.dice import roll

        return roll()

    def roll_two(self) -> "tuple[int, int] | None":
        """Rolls two dice. If the device cannot, shows that and returns None."""
        try:
            return self.roll(), self.roll()
        except OSError:
            self.app.display.refuse("no dice")
            return None

    # ---- the set-up of a new session ----

    def kept_set_up(self) -> "dict[str, Any] | None":
        """Returns the set-up that the draft has; None if there is none, or if a deal was saved since then."""
        kept = self.evening.set_up
        if kept is not None and kept["stretch"] != self.evening.stretch():
            self.evening.set_up = kept = None
        return kept

    def _note_set_up(self) -> None:
        """If the set-up has changed, the draft has to be stored."""
        if self.set_up is not None:
            packed = self.set_up.pack()
            if packed != (self.evening.set_up or self.set_up.fresh):
                self.evening.set_up, self.unkept = packed, self.evening.moment()

    def put_by(self) -> None:
        """The players leave the set-up. It waits: the menu goes on with it."""
        self._note_set_up()
        kept = None if self.set_up is None else self.evening.set_up
        if kept is not None:
            kept["open"] = False
            self.unkept = self.evening.moment()
        self.set_up = None

    # ---- the draft ----

    def keep_input(self) -> None:
        """Stores what the players entered, if it has changed."""
        self._note_set_up()
        if self.unkept is not None:
            self.keep_draft()

    def keep_draft(self) -> None:
        """Writes the entry to the store, with the half-entered deal that waits for the end of a correction."""
        entry, display = self.entry, self.app.display
        draft: "Any" = None if entry is None else entry.pack()
        shown = display.bar
        if entry is not None and entry.shelved is not None:
            draft["shelved"] = entry.shelved.pack()
        kept = display.stored("draft not kept", keep_draft, self.evening, draft, self.unkept)
        if not kept and shown is self._unsaved:  # that the deal is not saved matters more
            display.bar = shown
        self.unkept = None

    def has_saved(self) -> bool:
        """Returns whether a record was saved, or a ledger begun, since the last signal_saved()."""
        return self._moment_signalled is not None and self.evening.moment() != self._moment_signalled

    def signal_saved(self) -> None:
        """Gives the signal (sound, light) if something was saved."""
        if self.has_saved():
            self._moment_signalled = self.evening.moment()
            if self.app.display.signals is not None:
                self.app.display.signals.saved()

    def boot_again(self) -> None:
        """Opens the evening again as after a power cut. First stores the draft, with the moment of its last change: if
        its deal was saved since then, opening ignores the draft. So no deal is saved twice."""
        try:
            self.keep_input()
        except MemoryError:
            pass  # the draft that was stored before stays
        if hasattr(self, "evening"):
            self.evening = self.playing = None  # type: ignore[assignment] # MicroPython keeps what is only deleted
            del self.evening, self.playing
        self.entry = self._moment_signalled = self.undoable = self.set_up = self.aside = None
        self.unkept = None
        self.app.keys.clear()
        self.app.navigator.unload()
        self.boot()
