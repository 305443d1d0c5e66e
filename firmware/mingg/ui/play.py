"""What is played: an evening, the deal that is being entered, and the draft of both."""

from typing import TYPE_CHECKING, Any

from mingg.core.deal.deal import Deal
from mingg.core.table.session import Session
from mingg.entry.entry import Entry
from mingg.evening.evening import Evening, drop_draft, keep_draft, room
from mingg.ui import seating
from mingg.ui.navigator import Step

if TYPE_CHECKING:
    from mingg.ui.app import App

SHORT = 20  # deals: if the flash has room for fewer, the players are warned


class Play:
    """Keeps the evening, and the deal that is being entered. Screens read them here and change them.

    evening   the evening; None while it is not open
    playing   its session as it stood before the deal that is being entered
    entry     that deal, or None
    set_up    the Proposal of a new session, until the players are at Table
    unkept    the moment when the entry or the set-up changed, if the draft was not stored since; else None
    undoable  the deal that was saved last, until Table is shown: (entry, moment after it was saved, path to the screen
              on which it was completed). If saving dropped a half-entered deal, the entry is that deal.
    aside     while the players look at another evening, what they play: (evening, playing, entry)
    told      the last moment for which a signal was given
    warned    the players were warned that the flash will be full
    unsaved   the bar's text after a deal could not be saved
    names     how name() shows the names of the evening; called: these names, or None to draw them again

    A moment says how far the evening is: see Evening.moment().
    """

    def __init__(self, app: "App") -> None:
        self.app = app
        self.evening: Evening = None  # type: ignore[assignment] # screens are shown only while there is one
        self.playing: Session = None  # type: ignore[assignment]
        self.entry: "Entry | Any" = None  # Any: the screens of a deal are shown only while there is an entry
        self.set_up: "Any" = None
        self.unkept: "tuple[int, int] | None" = None
        self.undoable: "tuple[Entry | None, tuple[int, int], list[Step]] | None" = None
        self.aside: "tuple[Evening, Session, Entry | None] | None" = None
        self.told: "tuple[int, int] | None" = None
        self.warned = False
        self.unsaved: "str | None" = ""
        self.called: "list[str] | None" = None
        self.names: "list[str]" = []

    def boot(self) -> None:
        """Opens the evening as the players left it. If that cannot be, shows why."""
        try:
            from mingg.ui.opening import open_as_left

            open_as_left(self)
        except OSError as error:
            self.app.show("system.keys.Notice", ("no flash", error.errno or 0))
        except MemoryError:
            self.app.show("system.keys.Notice", ("no evening", 0))

    def boot_again(self) -> None:
        """Opens the evening again as after a power cut. First stores the draft, with the moment of its last change: if
        its deal was saved since then, opening ignores the draft. So no deal is saved twice."""
        try:
            self.keep_input()
        except MemoryError:
            pass  # the draft that was stored before stays
        self.evening = self.playing = None  # type: ignore[assignment]
        self.entry = self.set_up = self.unkept = self.undoable = self.aside = self.told = None
        self.app.keys.clear()
        self.app.navigator.unload()
        self.boot()

    def look(self, evening: "Evening", playing: "Session", entry: "Entry | None") -> None:
        """Takes another evening."""
        self.evening, self.playing, self.entry = evening, playing, entry
        self.told = evening.moment()

    def look_away(self) -> None:
        """Goes back to the evening that is played."""
        if self.aside is not None:
            self.look(*self.aside)
            self.aside = None

    def table(self) -> None:
        """Goes to Table."""
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

    def runs_short(self) -> None:
        """Warns once, long before the flash is full.

        To ask the flash takes 20 ms. So it is not asked before the first picture: Table calls this later.
        """
        left = None if self.warned else room(self.evening)
        if left is not None and left < SHORT:
            self.warned = True
            self.app.show("system.keys.Notice", ("short of room", left))

    def has_saved(self) -> bool:
        """Returns whether a record was saved, or a ledger begun, since the last signal."""
        return self.told is not None and self.evening.moment() != self.told

    # ---- who plays ----

    def side(self, player: int, order: "list[int] | None" = None) -> "int | None":
        """Returns the arrow (a key) that points to a player, or None for a player who sits out. order: the players in
        play, by default those of the present deal."""
        table = self.playing.table
        return seating.side(table.players, order or table.order, self.evening.turn, player)

    def name(self, player: int) -> str:
        called = self.evening.called
        if called is not self.called:
            self.called, self.names = called, seating.drawn(called)
        return self.names[player]

    # ---- the deal that is entered ----

    @property
    def correcting(self) -> "int | None":
        """The number of the saved deal that is being changed, or None."""
        number: "int | None" = None if self.entry is None else self.entry.correcting
        return number

    def changed(self) -> None:
        """The entry has changed: draws it again, and stores it as soon as nobody presses a key."""
        self.app.display.stale = True
        self.unkept = self.evening.moment()

    def finish(self, deal: "Deal | None" = None) -> None:
        """The deal is complete: saves it, or shows what the correction would do. deal: None for that of the entry."""
        if self.correcting is not None:
            self.app.show("history.correct.replace", self.correcting, deal)
        else:
            self.app.show("result.saved.save", deal)

    def forget_entry(self) -> None:
        """The deal is finished: drops its draft, and goes back to the deal that waited, if any."""
        self.entry = self.entry and self.entry.shelved
        self.playing = self.evening.session
        self.unkept = None
        if self.entry is not None or self.evening.kept_set_up() is not None:
            self.changed()
            return
        # If this fails, the bar says so, but nothing is lost: the next start ignores the draft of a finished deal.
        self.app.display.stored("draft not kept", drop_draft, self.evening)

    def keep_input(self) -> None:
        """Stores the entry and the set-up, if they have changed, with the half-entered deal that waits for the end of a
        correction."""
        if self.set_up is not None:
            self.set_up.note(self)
        if self.unkept is None:
            return
        entry, display = self.entry, self.app.display
        draft: "Any" = None if entry is None else entry.pack()
        shown = display.bar
        if entry is not None and entry.shelved is not None:
            draft["shelved"] = entry.shelved.pack()
        kept = display.stored("draft not kept", keep_draft, self.evening, draft, self.unkept)
        if not kept and shown is self.unsaved:  # that the deal is not saved matters more
            display.bar = shown
        self.unkept = None
