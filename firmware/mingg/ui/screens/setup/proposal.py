"""The new session that is proposed: it begins only at the end."""

from typing import Any

from mingg.core.deal.deal import ROUNDS, SEATS
from mingg.core.rules import Rules, load
from mingg.core.rules.options import in_force, load_keeping, offered, option_of, why_not
from mingg.core.rules.rows import House, Options
from mingg.core.table.session import Session
from mingg.evening.evening import Evening
from mingg.lang import letters, say
from mingg.ui.play import Play
from mingg.ui.seating import OUT, chairs_of, drawn, first_of

_PACKED = ("players", "counters", "rounds", "empty", "east", "on")  # attributes that a draft keeps as they are


class Proposal:
    """It begins as the present table.

    known: the names of the last new session, also of those who paused.

    people  names by chair, and the name of the player who sits out first; "" has no name, and plays under the letter of
            the seat
    east    the chair of the first East
    rounds  how many rounds they agreed on; 0: all
    empty   which chair is empty if three play, an index of seating.THREE
    rules   the rule set in force with `options`
    on      the present session goes on: only rules and options are new
    fresh   the proposal as it began, packed; stretch: of the evening, see there
    """

    on = False

    def __init__(self, evening: "Evening", known: "list[str]") -> None:
        session, turn = evening.session, evening.turn
        self.players = len(session.names)
        self.options: "Options" = dict(session.rules.options)
        self.counters: "Any" = session.counters
        self.rounds = session.rounds
        self.empty = turn >> 2
        self.east = self.chairs()[first_of(self.players, turn)]
        self.people = [""] * 5
        for chair, name in zip(self.order(), drawn(evening.called)):
            self.people[chair] = "" if name == letters(self.letter(chair)) else name
        # Chairs that are empty now get the names of those who pause.
        pausing = [name for name in known if name and name not in evening.called]
        for chair in range(5):
            if pausing and chair not in self.order():
                self.people[chair] = pausing.pop(0)
        self.rules: "Rules" = session.rules
        self.stretch = evening.stretch()
        self.fresh = self.pack()

    # ---- the draft ----

    def pack(self) -> "dict[str, Any]":
        """Returns the proposal as plain data. "open": the players have not left it."""
        packed: "dict[str, Any]" = {"open": True, "stretch": self.stretch}
        for key in _PACKED:
            packed[key] = getattr(self, key)
        packed["options"], packed["people"] = dict(self.options), list(self.people)
        packed["rules"], packed["house"] = self.rules.id, self.rules.house
        return packed

    def unpack(self, packed: "dict[str, Any]") -> None:
        """Takes what pack() returned. Raises an error if it makes no sense."""
        for key in _PACKED:
            setattr(self, key, packed[key])
        self.people, self.options = list(packed["people"]), dict(packed["options"])
        self.rules = load(packed["rules"], self.options, self.players, packed["house"])
        self.session()

    def note(self, play: "Play") -> None:
        """If the set-up has changed, the draft has to be stored."""
        packed = self.pack()
        if packed != (play.evening.set_up or self.fresh):
            play.evening.set_up, play.unkept = packed, play.evening.moment()

    def put_by(self, play: "Play") -> None:
        """The players leave the set-up. It waits: the menu goes on with it."""
        self.note(play)
        kept = play.evening.set_up
        if kept is not None:
            kept["open"] = False
            play.unkept = play.evening.moment()
        play.set_up = None

    # ---- rules ----

    def take_rules(self, name: str, house: "House | None" = None) -> None:
        """Takes a rule set, and house rules. Keeps the options that the rule set knows."""
        self.rules = load_keeping(name, self.options, self.players, house)
        self.options = self.rules.options
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
        others = {name: value for name, value in self.options.items() if name != option}
        rules = load(self.rules.id, others, self.players, self.rules.house)
        return in_force(rules, option_of(rules.id, option))

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
        for option in offered(self.rules) if self.options else ():
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

    def seat(self, people: "list[int]", east: int) -> None:
        """Gives the players new seats: the present chairs of the people by their new ones, and the chair of East."""
        names = [self.people[chair] for chair in people]
        for chair, name in zip(sorted(people), names):
            self.people[chair] = name
        self.east = east

    def names(self) -> "list[str]":
        return [self.name(chair) for chair in self.order()]

    def go_on(self, evening: "Evening") -> Session:
        """Returns a session of the present players that begins where theirs stands, by the rules of the proposal."""
        from mingg.evening.counters import holdings

        now, rules = evening.session, self.rules
        session = Session(list(evening.called), rules, now.counters, now.rounds if self.most_rounds() else 0)
        session.resume(now.standing())
        session.sits = None
        session.goulash = now.goulash and rules.on("goulash")
        session.begin_at(session.standing(holdings(evening)))
        return session

    def session(self) -> Session:
        return Session(self.names(), self.rules, self.counters, self.rounds if self.rounds < self.most_rounds() else 0)


def points(limit: "int | None") -> str:
    """Returns a limit in words."""
    return say("none at all") if limit is None else str(limit)
