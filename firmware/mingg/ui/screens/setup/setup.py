"""A new session: the proposal, which begins as the present table, and a screen for each thing to change."""

from mingg.core.deal.winds import ROUNDS, SEATS
from mingg.core.rules import EDITION, load
from mingg.core.rules.books import module_of, options_of
from mingg.evening.evening import last_deal
from mingg.hal.keys import RIGHT, A
from mingg.lang import letters, named, say
from mingg.memory import SETUP
from mingg.ui.panel.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screens import counters, setup
from mingg.ui.seating import OUT, chairs_of, first_of
from mingg.ui.widgets.layout import draw_back
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules import Rules
    from mingg.core.rules.rows import House, Options
    from mingg.core.table.session import Session
    from mingg.evening.evening import Evening
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link, Under

# The rows of the proposal. Row 0 plays, the last row draws seats. What changes most often comes first.
_RULES = 1
_PLAYERS = 2
_COUNTERS = 3
_NAMES = 4
_EAST = 5
_OPTIONS = 6
_LIMIT = 7
_ROUNDS = 8
_SEATS = 9

PEOPLE = "people"  # the setting with the names of the last new session


class Proposal:
    """The new session that is proposed. It begins only at the end.

    kept: what kept() of an earlier proposal returned, or None.
    known: the names of the last new session, also of those who paused; a line each.

    people  names by chair, and the name of the player who sits out first; "" has no name, and plays under the letter of
            the seat
    east    the chair of the first East
    rounds  how many rounds they agreed on; 0: all
    empty   which chair is empty if three play, an index of seating.THREE
    rules   the rule set in force with `options`
    """

    def __init__(self, evening: "Evening", kept: "tuple[Any, ...] | None" = None, known: str = "") -> None:
        self.players: int
        self.options: "Options"
        self.counters: "Any"
        self.east: int
        self.empty: int
        self.rounds: int
        self.people: "list[str]"
        if kept is None:
            self._take_present(evening, known.split("\n"))
        else:
            in_force, self.counters, self.east, self.empty, self.people, self.rounds = kept
            self.rules = load(*in_force)
            _, self.options, self.players, _ = in_force

    def _take_present(self, evening: "Evening", known: "list[str]") -> None:
        """Takes the present table. Chairs that are empty there get the names of those who pause."""
        session, turn = evening.session, evening.turn
        self.players = len(session.names)
        self.options = dict(session.rules.options)
        self.counters = session.counters
        self.rounds = session.rounds
        self.empty = turn >> 2
        self.east = self.chairs()[first_of(self.players, turn)]
        self.people = [""] * 5
        for chair, name in zip(self.order(), evening.called):
            self.people[chair] = "" if name == letters(self.letter(chair)) else name
        pausing = [name for name in known if name and name not in evening.called]
        for chair in range(5):
            if pausing and chair not in self.order():
                self.people[chair] = pausing.pop(0)
        self.rules = session.rules
        if self.rules.edition != EDITION:
            self.take_rules(self.rules.id, self.rules.house)

    def kept(self) -> "tuple[Any, ...]":
        """Returns what the menu keeps while other screens are shown: plain values, which keep no module in memory.

        The first value has the arguments of core.rules.load().
        """
        in_force = self.rules.id, self.options, self.players, self.rules.house
        return in_force, self.counters, self.east, self.empty, self.people, self.rounds

    # ---- rules ----

    def take_rules(self, name: str, house: "House | None" = None) -> None:
        """Takes a rule set, and house rules. Keeps the options that the rule set knows."""
        if self.options:
            from mingg.core.rules.options import load_keeping

            self.rules = load_keeping(name, self.options, self.players, house)
            self.options = self.rules.options
        else:
            self.rules = load(name, None, self.players, house)
        for option in list(self.options):
            self.agree(option, self.options[option])

    def take_players(self, players: int) -> None:
        self.players = players
        if self.east not in self.chairs():
            self.east = self.chairs()[0]
        self.take_rules(self.rules.id, self.rules.house)

    def take_house(self, rules: "Rules") -> None:
        """Takes house rules, with their own options and no others."""
        self.options = dict(rules.options)
        self.take_rules(rules.id, rules.house)

    def book_has(self, option: str) -> "Any":
        """Returns the value of an option if nothing is agreed about it."""
        from mingg.core.rules.options import in_force

        others = dict(self.options)
        others.pop(option, None)
        return in_force(load(self.rules.id, others, self.players, self.rules.house), option)

    def agree(self, option: str, value: "Any") -> None:
        """Sets an option. A value that the book has anyway is not stored."""
        self.options.pop(option, None)
        if value != self.book_has(option):
            self.options[option] = value
        self.rules = load(self.rules.id, self.options, self.players, self.rules.house)

    def most_rounds(self) -> int:
        """Returns how many rounds a game has; 0: they are not counted."""
        return 0 if self.rules.on("winner_deals") else len(ROUNDS[self.players])

    def next_rounds(self) -> None:
        """Takes the next number of rounds: after all of them, one."""
        most = self.most_rounds()
        self.rounds = (self.rounds or most) % most + 1 if most else 0

    def senseless(self) -> "tuple[str, str] | None":
        """Returns the first option that makes no sense with the others, and the reason; or None."""
        from mingg.core.rules.options import why_not

        for option in options_of(module_of(self.rules.id)) if self.options else ():
            reason = why_not(option, self.rules)
            if reason:
                return option.name, reason
        return None

    # ---- people ----

    def chairs(self) -> "tuple[int, ...]":
        """Returns the chairs in use."""
        return chairs_of(self.players, self.empty << 2)

    def turn(self) -> int:
        """Returns who sits where, as in seating.py: player 0 is the first East."""
        return self.east + (self.empty << 2 if self.players == 3 else 0)

    def order(self) -> "list[int]":
        """Returns the chairs in the order in which a session names its players: East first, then to the right; the
        player who sits out is last."""
        chairs = self.chairs()
        first = chairs.index(self.east)
        return list(chairs[first:] + chairs[:first]) + ([OUT] if self.players == 5 else [])

    def letter(self, chair: int) -> str:
        """Returns the seat wind of a chair, or "5" for the player who sits out."""
        return (SEATS[self.players] + ("5",))[self.order().index(chair)]

    def name(self, chair: int) -> str:
        return self.people[chair] or letters(self.letter(chair))

    def call(self, chair: int, name: str) -> None:
        """Gives a person a name, or takes it away. Raises ValueError if another person has it."""
        if name and name in [self.name(other) for other in self.order() if other != chair]:
            raise ValueError(name)
        self.people[chair] = name

    def names(self) -> "list[str]":
        return [self.name(chair) for chair in self.order()]

    def same_name(self) -> "str | None":
        """Returns a name that two people have, or None."""
        names = self.names()
        for i, name in enumerate(names):
            if name in names[:i]:
                return name
        return None

    def session(self) -> "Session":
        from mingg.core.table.session import Session

        return Session(self.names(), self.rules, self.counters, self.rounds if self.rounds < self.most_rounds() else 0)


class NewSession(ListScreen):
    """The proposal, a row for each thing. "Play" comes first, so that A plays at once. A held plays from every row, so
    that nobody has to go back there; the foot says so.

    before: a link to the menu, which keeps the values of the proposal.
    """

    title = "new session"
    hint = A
    holds = (A,)
    room = 4  # below them is the foot
    line_y = 53
    bottom = 64
    scrolls = True
    beside = True
    words = ("setup",)
    keeps = SETUP

    def __init__(self, app: "App", before: "Link") -> None:
        super().__init__(app, before, range(_SEATS + 1))
        self.proposal = Proposal(app.evening, before[1][2], app.settings.get(PEOPLE, ""))

    def leads_back(self) -> "Under":
        menu, (under, item, _) = self.before
        return menu, (under, item, self.proposal.kept())

    def row(self, index: int) -> "tuple[str, str]":
        proposal = self.proposal
        if index == _RULES:
            return say("rules"), named("book", proposal.rules.title)
        if index == _OPTIONS:
            agreed = len(proposal.options) - ("limit" in proposal.options)
            return say("options"), say("agreed", agreed) if agreed else say("as the book")
        if index == _LIMIT:
            limit = proposal.rules.limit
            return say("limit of"), say("none at all") if limit is None else str(limit)
        if index == _PLAYERS:
            return say("players"), str(proposal.players)
        if index == _NAMES:
            return say("names"), " ".join(proposal.names())
        if index == _EAST:
            return say("East first"), proposal.name(proposal.east)
        if index == _COUNTERS:
            counters = proposal.counters
            return say("counters"), say("set " + counters) if isinstance(counters, str) else say("own set")
        if index == _ROUNDS:
            most = proposal.most_rounds()
            return say("rounds"), str(min(proposal.rounds or most, most)) if most else say("not counted")
        if index:
            return say("draw seats"), ""
        # what happens to the present session
        evening = self.app.evening
        if self.app.entry is not None:
            return say("play"), say("half drops", evening.deal_number())
        return say("play"), say("kept" if evening.session.deals else "starts")

    def foot(self) -> "list[str]":
        return [say("hold plays")]

    def name_back(self, canvas: "Canvas", text: str) -> None:
        """Draws it in the line of foot()."""
        draw_back(canvas, text, self.beside, self.bottom - 9)

    def draw_row(self, canvas: "Canvas", index: int, y: int, ink: int) -> None:
        words, value = self.row(index)
        x = canvas.text(words, 2, y, ALIGN_LEFT, False, ink)
        # the scroll bar stands at the right edge
        room = 116 - x
        if index == _NAMES and canvas.width(value, True) > room:
            names = self.proposal.names()
            share = (room - 6 * (len(names) - 1)) // len(names)
            value = " ".join([canvas.fit(name, share, True) for name in names])
        canvas.text(canvas.fit(value, room, index > 0), 122, y, ALIGN_RIGHT, index > 0, ink)

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and (held or not self.current):
            return "A plays", self._start
        if self.current and key in (A, RIGHT):
            return "A change", self._open
        return super().does(key)

    def _open(self) -> None:
        app, row = self.app, self.current
        app.keep(SETUP)  # a board has no room for two pages
        if row == _ROUNDS:
            self.proposal.next_rounds()
        elif row < _ROUNDS:
            pages: "Any" = (
                setup.RuleSets,
                setup.Players,
                setup.Counters,
                setup.Names,
                setup.FirstEast,
                setup.OptionList,
                setup.Limit,
            )
            app.go(pages[row - 1], self)
        else:
            self._draw_seats()

    def _draw_seats(self) -> None:
        """Draws the seats. If a game has ended, the winner of its last deal throws (Babcock p.67)."""
        app, proposal = self.app, self.proposal
        chairs = proposal.chairs()
        people = [proposal.people[chair] for chair in self._chairs()]
        start, thrower = not app.playing.table.over(), 0
        if not start:
            try:
                last = last_deal(app.evening)
            except OSError as error:
                app.refuse_error(error, "not read")
                return
            if last is not None and last.deal.winner is not None:
                winner = app.name(last.players[last.deal.winner])
                names = [proposal.name(chair) for chair in chairs]
                thrower = names.index(winner) if winner in names else 0
        app.go(setup.DrawSeats, people, proposal.rules, self._drawn, chairs, start, thrower)

    def _chairs(self) -> "tuple[int, ...]":
        proposal = self.proposal
        return proposal.chairs() + ((OUT,) if proposal.players == 5 else ())

    def _drawn(self, people: "list[str]", east: int) -> None:
        """Takes the seats that were drawn: the names by chair, and the chair of East."""
        proposal = self.proposal
        nameless = [letters(proposal.letter(chair)) for chair in self._chairs() if not proposal.people[chair]]
        for chair, name in zip(self._chairs(), people):
            proposal.people[chair] = "" if name in nameless else name
        proposal.east = east
        self.current = 0
        self.app.show(self)

    def _start(self) -> None:
        app, proposal = self.app, self.proposal
        twice = proposal.same_name()
        senseless = proposal.senseless()
        if twice is not None:
            self.current = _NAMES
            app.refuse("taken", twice)
        elif senseless is not None:
            app.go(setup.OptionList, self, senseless[0])
            app.refuse(senseless[1])
        else:
            # a lost name can be typed again: whatever the flash says, the evening begins
            app.stored("not saved", app.settings.put, PEOPLE, "\n".join(proposal.people))
            session = proposal.session()
            if session.counted():
                app.keep(SETUP)
                app.go(counters.Receives, self, session, proposal.turn())
            else:
                app.begin(session, proposal.turn())
