"""The evening: its session, the deal that is being entered, and the draft of that deal."""

from mingg import lang
from mingg.evening.evening import DRAFT_LOST, drop_draft, keep_draft, room
from mingg.lang import say
from mingg.memory import DEAL, MOVING, SAVING, lacks
from mingg.settings import FAST_WIRE, Settings
from mingg.ui import seating
from mingg.ui.navigator import Navigator
from mingg.ui.screens import system
from mingg.ui.screens.deal.table import TableScreen

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.evening.evening import Evening, Store
    from mingg.hal.keys import Keys
    from mingg.ui.display import Panel, Signals
    from mingg.ui.entry.entry import Entry
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Link

EVENING = "evening"  # the setting: the older evening that is played on, and the newest one at that time
SHORT = 20  # deals: if the flash has room for fewer, the players are warned


class Play(Navigator):
    """Keeps the evening, and the deal that is being entered.

    evening    the evening that is played
    entry      the deal being entered, or None
    playing    the session as it stood before that deal
    unkept     the entry changed since its draft was stored
    fast_wire  True if the display takes a fast bus; main.py uses it
    looked_up  a link to the list of hands, while the players look at a hand that they chose there; else None

    A moment says how far the evening is: see State.moment().
    """

    def __init__(
        self,
        panel: "Panel",
        keys: "Keys",
        store: "Store",
        canvas: "Canvas | None",
        throw: "Callable[[], int] | None",
        signals: "Signals | None",
    ) -> None:
        super().__init__(panel, keys, canvas, signals)
        self.store = store
        self.evening: Evening
        self.playing: "Session"
        self.settings: Settings
        self.entry: "Entry | Any" = None  # Any: the screens of a deal are shown only while there is an entry
        self.unkept = False
        self.looked_up: "Link | None" = None
        self._throw = throw
        # The deal that was saved last, until Table is shown: (entry, moment after it was saved, screen on which it was
        # completed). If saving dropped a half-entered deal, the entry is that deal.
        self.undoable: "tuple[Entry | None, tuple[int, int], Link] | None" = None
        self._aside: "tuple[Evening, Session, Entry | None, Entry | None] | None" = None  # see look_at()
        self._shelved: "Entry | None" = None  # the half-entered deal, while a saved one is corrected
        self._moment_changed = 0, 0  # the moment when the entry last changed
        self._moment_signalled: "tuple[int, int] | None" = None  # the last moment for which signals.saved() was called
        self._warned = False  # the players were warned that the flash will be full
        self._unsaved: "str | None" = None  # the bar's text after a deal could not be saved

    def boot(self) -> None:
        """Opens the evening as the players left it."""
        self.settings = Settings(self.store)
        self.use_settings()
        language = self.settings.get("language", lang.ENGLISH)
        if language != lang.spoken() and not lang.choose(language):
            self.show_text(say("language lost", language))
        self._aside = None
        from mingg.evening.open import open_evening

        try:
            self.evening = open_evening(self.store, self._number())
        except OSError as error:
            self.open(system.Unreadable, error.errno or 0)
            return
        self.keep(DEAL)  # garbage is collected after the first picture
        self.playing = self.evening.session
        self._moment_signalled = self.evening.moment()
        if self.settings.notice is not None:
            self.evening.notices.append(self.settings.notice)
        try:
            from mingg.evening.draft import read_draft

            draft = read_draft(self.evening)
            if draft is not None:
                self._take_up(draft)
                self.keep(DEAL)
        except OSError:
            self.evening.notices.append((DRAFT_LOST, self.evening.deal_number()))
        if self.evening.notices:
            self.open(system.Notices, self.evening.notices)
        else:
            self.start()

    def _number(self) -> int:
        """Returns the number of the older evening that the players play on; 0 for the newest one: if an evening has
        begun since then, or the older one is gone."""
        kept = self.settings.get(EVENING, "")
        if kept:
            from mingg.records.ledger import newest, segments

            last = newest(self.store)
            for number, _, _ in segments(self.store):
                if kept == "%d %d" % (number, last):
                    return number
        return 0

    def play_on(self, number: int) -> None:
        """Goes on with another evening: with its Table. If that fails, shows why."""
        from mingg.records.ledger import newest

        if self.stored("not saved", self.settings.put, EVENING, "%d %d" % (number, newest(self.store))):
            self.boot_again()

    def look_at(self, number: int) -> None:
        """Shows the deals of another evening, until look_away(). Its screens change nothing. Raises OSError."""
        if self.unkept:
            self.keep_draft()
        from mingg.evening.open import open_evening

        evening = open_evening(self.store, number)
        self._aside = self.evening, self.playing, self.entry, self._shelved
        self._look(evening, evening.session, None, None)

    def look_away(self) -> None:
        """Goes back to the evening that is played."""
        if self._aside is not None:
            self._look(*self._aside)
            self._aside = None

    def _look(self, evening: "Evening", playing: "Session", entry: "Entry | None", shelved: "Entry | None") -> None:
        self.evening, self.playing, self.entry, self._shelved = evening, playing, entry, shelved
        self._moment_signalled = evening.moment()

    @property
    def looks_back(self) -> bool:
        """True while the players look at another evening than the one that is played."""
        return self._aside is not None

    def use_settings(self) -> None:
        """Puts the settings into force."""
        self.rest.use(self.settings)
        self.fast_wire = self.settings.get(FAST_WIRE, False)
        if self.signals is not None:
            self.signals.sounds = self.settings.get("sound", self.signals.sounds)
            self.signals.shines = self.settings.get("light", self.signals.shines)

    def _take_up(self, draft: object) -> None:
        """Goes on with the entry of a draft. Adds a notice if the draft makes no sense."""
        from mingg.ui.entry.unpacked import unpack

        players = self.playing.table.players
        try:
            shelved = draft.pop("shelved", None) if isinstance(draft, dict) else None
            entry = unpack(draft, players)
            if entry.correcting is not None:
                from mingg.evening.lines import Lines

                self.playing = Lines(self.evening).deal(entry.correcting)[1]
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
        """Opens a saved deal of this session to be changed. A half-entered deal waits meanwhile.

        Raises ValueError if the deal is lost, and OSError if it cannot be read.
        """
        from mingg.ui.entry.reopened import deal_again

        entry, playing = deal_again(self.evening, number)
        if self.entry is not None and self.correcting is None:
            self._shelved = self.entry
        self.entry, self.playing = entry, playing
        self.changed()

    def leave_correction(self) -> None:
        """Leaves the correction: the saved deal stays as it was. Goes back to the deals."""
        from mingg.ui.screens import history

        self.forget_entry()
        self.open(history.Deals)

    def start(self) -> None:
        """Goes to the half-entered deal, or to Table."""
        self.settle()
        if self.entry is not None:
            from mingg.ui.screens import deal

            self.open(deal.Draft)
        else:
            self.show(TableScreen(self.screen.app))

    def table(self) -> None:
        self.undoable = self.looked_up = None
        self.settle()
        if not self.runs_short():
            self.show(TableScreen(self.screen.app))

    def settle(self) -> None:
        """Computes which counters the last deal moves, if that is still to be done. It is not done while the deal is
        saved: the heap has no room for both."""
        if self.evening.due is not None:
            from mingg.evening.counters import settle

            self.keep(MOVING)
            settle(self.evening)

    def room(self) -> "int | None":
        """Returns how many more deals the flash can take, or None if it does not say."""
        try:
            return room(self.evening)
        except OSError:
            return None

    def is_full(self) -> bool:
        """True if there may be no room for another deal, and removing an old evening could make some."""
        from mingg.evening.evenings import evenings

        try:
            return self.room() == 0 and len(evenings(self.evening)) > 1
        except OSError:
            return False  # saving will show the error

    def runs_short(self) -> bool:
        """Warns once, long before the flash is full. Returns True if this call did.

        To ask the flash takes 20 ms. So it is not asked before the first picture: Table calls this later.
        """
        if self._warned:
            return False
        room = self.room()
        self._warned = room is not None and room < SHORT
        if self._warned:
            self.go(system.ShortOfRoom, room or 0)
        return self._warned

    def save(self, deal: "Deal") -> bool:
        """Saves a deal. If that fails, shows why and returns False: then nothing has changed."""
        from mingg.evening.save import save

        try:
            save(self.evening, deal)
        except OSError as error:
            self.refuse_error(error)
            self._unsaved = self.bar
        except ValueError:
            self.refuse("no deal")
        else:
            return True
        return False

    def go_on(self) -> None:
        """Goes to the page where the entry stood."""
        from mingg.ui.screens import deal

        self.looked_up = None
        entry, last = self.entry, len(self.playing.table.order) - 1
        if entry.way is None or entry.at < 0:
            self.open(deal.How)
        # A correction, or a draft of older firmware that asked before it saved, may stand after the last hand.
        elif entry.at > last:
            entry.at = last
            self.open(deal.show_page, last, -1)
        else:
            self.open(deal.show_page, entry.at, 0)  # the card of that hand

    def finish(self, page: "Link", deal: "Deal | None" = None) -> None:
        """The deal is complete: saves it, or shows what the correction would do.

        page: the screen on which the entry was completed; deal: None for the deal of the entry.
        """
        from mingg.ui.screens import history, result

        if self.correcting is not None:
            self.open(history.replace, self.correcting, deal or self.entry.deal(self.playing.table), page)
        else:
            self.keep(SAVING)
            # ask() unloads the present screen to make room. If no module is missing, that is not needed.
            (self.ask if lacks(SAVING) else self.cover)(result.save, page, deal)

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
        if self.entry is not None:
            self.entry.settle()
        self.redraw()
        self.unkept = True
        self._moment_changed = self.evening.moment()

    def begin(self, session: "Session", turn: int) -> None:
        """Starts a new session with player 0 on the chair `turn`, and shows its Table. If that fails, shows why."""
        from mingg.evening.begin import begin

        if not self.stored("not saved", begin, self.evening, session, turn):
            return
        self._shelved = None
        self.entry = None
        self.playing = session
        self._warned = False
        self.table()
        self.forget_entry()

    def forget_entry(self) -> None:
        """The deal is finished: drops its draft, and goes back to the deal that waited, if any."""
        self.entry, self._shelved = self._shelved, None
        self.looked_up = None
        self.playing = self.evening.session
        self.unkept = False
        if self.entry is not None:
            self.changed()
            return
        # If this fails, the bar says so, but nothing is lost: the next start ignores the draft of a finished deal.
        self.stored("draft not kept", drop_draft, self.evening)

    def side(self, player: int, order: "list[int] | None" = None) -> "int | None":
        """Returns the arrow (a key) that points to a player, or None for a player who sits out. order: the players in
        play, by default those of the present deal."""
        table = self.playing.table
        return seating.side(table.players, order or table.order, self.evening.turn, player)

    def player_at(self, key: int, order: "list[int] | None" = None) -> "int | None":
        """Returns the player to whom an arrow points, or None if nobody sits there. order: as in side()."""
        for player in order or self.playing.table.order:
            if self.side(player, order) == key:
                return player
        return None

    def name(self, player: int) -> str:
        return self.evening.called[player]

    def roll(self) -> int:
        """Rolls a die: 1 to 6."""
        if self._throw is not None:
            return self._throw()
        from mingg.hal.dice import roll

        return roll()

    def keep_draft(self) -> None:
        """Writes the entry to the store, with the half-entered deal that waits for the end of a correction."""
        draft = self.entry.pack()
        if self._shelved is not None:
            draft["shelved"] = self._shelved.pack()
        shown = self.bar
        if (
            not self.stored("draft not kept", keep_draft, self.evening, draft, self._moment_changed)
            and shown is self._unsaved
        ):
            self.bar = shown or self.bar  # keeps the message that the deal is not saved: it matters more
        self.unkept = False

    def signal_saved(self) -> None:
        """Gives the signal (sound, light) if a record was saved, or a ledger begun, since the last call."""
        if self._moment_signalled is not None and self.signals is not None:
            moment = self.evening.moment()
            if moment != self._moment_signalled:
                self._moment_signalled = moment
                self.signals.saved()

    def boot_again(self) -> None:
        """Opens the evening again as after a power cut. First stores the draft, with the moment of its last change: if
        its deal was saved since then, opening ignores the draft. So no deal is saved twice."""
        try:
            if self.unkept:
                self.keep_draft()
        except MemoryError:
            pass  # the draft that was stored before stays
        if hasattr(self, "evening"):
            del self.evening, self.playing
        self.entry = self._shelved = self._moment_signalled = self.undoable = self.looked_up = None
        self.unkept = False
        self.keys.clear()
        self.boot()
