"""A new session: the proposal, which begins as the present table and counts only at the end, and screens for its
players and counters."""

from typing import Any

from mingg.core.deal.deal import ROUNDS, SEATS
from mingg.core.rules import Rules, load
from mingg.core.rules.options import in_force, load_keeping, offered, option_of, why_not
from mingg.core.rules.rows import House, Options
from mingg.core.table.session import Session
from mingg.evening.evening import Evening, last_deal
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, named, say
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import HOLD, Act, Arm, Centre, Key, Parts, Screen, Title, View
from mingg.ui.play import Play
from mingg.ui.seating import OUT, chairs_of, drawn, first_of

PEOPLE = "people"  # the setting with the names of the last new session
NAMES = 4  # the row of the names
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


class NewSession(Screen):
    """The proposal. A held plays from every row, so that nobody has to go back to the first.

    The proposal is a draft: it waits until a deal is saved, also while the device is off.
    """

    words = ("setup",)
    next = "setup.rules.RuleSets"

    def begin(self) -> None:
        play = self.play
        if play.set_up is None:
            known = self.app.settings.get(PEOPLE, "").split("\n")
            play.set_up, kept = Proposal(play.evening, known), play.evening.kept_set_up()
            try:
                if kept is not None:
                    play.set_up.unpack(kept)
            except (ValueError, KeyError, TypeError, AttributeError, IndexError):
                play.set_up = Proposal(play.evening, known)
        self.proposal: Proposal = play.set_up
        self.proposal.stretch = play.evening.stretch()  # a deal may have been taken back from the menu above it

    def view(self) -> "Parts":
        rows = self.rows()
        act = rows[self.current][2]
        change = [Key(key, "A change", act) for key in (A, RIGHT)] if self.current else [Key(A, "A plays", act)]
        return View(
            Title(say("new session")),
            *change,
            Key(B, "B back", self.leave),
            Key(HOLD | A, "hold plays", self.start),
            Rows(self, len(rows), lambda index: (say(rows[index][0]), rows[index][1])),
        )

    def rows(self) -> "tuple[tuple[str, str | list[str], Act], ...]":
        """Returns (words, value, what A does). "Play" comes first, so that A plays at once; then what changes most
        often."""
        proposal, evening = self.proposal, self.play.evening
        rules, counters, most = proposal.rules, proposal.counters, proposal.most_rounds()
        agreed = len(proposal.options) - ("limit" in proposal.options)  # the limit has a row of its own
        present = say("goes on" if proposal.on else "starts")  # what happens to the balances
        if self.play.entry is not None:
            present = say("half drops", evening.deal_number())
        rows: "tuple[tuple[str, str | list[str], Act], ...]" = (
            ("play", present, self.start),
            ("rules", named("book", rules.title), "setup.rules.RuleSets"),
            ("players", str(proposal.players), "setup.setup.Players"),
            ("counters", say("set " + counters if isinstance(counters, str) else "own set"), "setup.setup.Counters"),
            ("names", proposal.names(), "setup.people.Names"),
            ("East first", proposal.name(proposal.east), "setup.people.FirstEast"),
            ("options", say("agreed", agreed) if agreed else say("as the book"), "setup.rules.OptionList"),
            ("limit of", points(rules.limit), "setup.rules.Limit"),
            ("rounds", str(min(proposal.rounds or most, most)) if most else say("not counted"), proposal.next_rounds),
            ("draw seats", "", self.draw_seats),
        )
        if evening.session.deals == evening.session.earlier or evening.session.table.over():
            return rows
        if proposal.on:
            rows = rows[:2] + rows[6:8]
        return rows + (("begin anew" if proposal.on else "go on", "", self.turn_on),)

    def turn_on(self) -> None:
        """Lets the present session go on by the rules of the proposal, or no longer."""
        proposal = self.proposal
        proposal.on = not proposal.on
        if proposal.on:
            proposal.take_players(len(self.play.evening.called))
        self.current = 0

    def leave(self) -> None:
        self.proposal.put_by(self.play)
        self.back()

    def draw_seats(self) -> None:
        """Draws the seats. If a game has ended, the winner of its last deal throws (Babcock p.67). After the draw A
        plays at once."""
        app, play, proposal = self.app, self.play, self.proposal
        start, thrower = not play.playing.table.over(), 0
        if not start:
            try:
                last = last_deal(play.evening)
            except OSError as error:
                app.display.refuse_error(error, "not read")
                return
            if last is not None and last.deal.winner is not None:
                winner = play.name(last.players[last.deal.winner])
                names = [proposal.name(chair) for chair in proposal.chairs()]
                thrower = names.index(winner) if winner in names else 0
        self.current = 0
        self.show("setup.seats.DrawSeats", start, thrower)

    def start(self) -> None:
        app, proposal = self.app, self.proposal
        from mingg.core.values import same
        from mingg.ui.begin import new_session

        names, senseless = proposal.names(), proposal.senseless()
        known = [same(name) for name in names]
        twice = [name for name in names if known.count(same(name)) > 1]
        if twice and not proposal.on:
            self.current = NAMES
            app.display.refuse("taken", twice[0])
        elif senseless is not None:
            self.show("setup.rules.OptionList", senseless[0])
            app.display.refuse(senseless[1])
        else:
            if proposal.on:
                new_session(app, proposal.go_on(self.play.evening), self.play.evening.turn)
                return
            # a lost name can be typed again: whatever the flash says, the evening begins
            app.display.stored("not saved", app.settings.put, PEOPLE, "\n".join(proposal.people))
            session = proposal.session()
            if session.counted():
                self.show("counters.trays.Receives", True)
            else:
                new_session(app, session, proposal.turn())


class Players(Screen):
    """Chooses the number of players."""

    words = ("setup",)

    def view(self) -> "Parts":
        now = self.play.set_up.players
        winds = [" ".join(letters("".join(SEATS[number]))) for number in (2, 3, 4)] + [say("one sits out")]
        arms = [
            Arm(key, winds[i], self.take, 2 + i, str(2 + i), 2 + i == now)
            for i, key in enumerate((LEFT, UP, RIGHT, DOWN))
        ]
        return View(Title(say("how many?")), Key(A, "A done", self.back), *arms, Centre(say("by arrow")))

    def take(self, players: int) -> None:
        self.play.set_up.take_players(players)
        self.back()


class Counters(Screen):
    """Chooses the set of counters."""

    words = ("setup",)

    def view(self) -> "Parts":
        now = self.play.set_up.counters
        sets = []
        for key, name in ((LEFT, "babcock"), (RIGHT, "harr"), (DOWN, "none")):
            first, _, values = say("set of " + name).partition("|")
            sets.append(Arm(key, values, self.take, name, first, name == now))
        own = Arm(UP, "", self.show, "setup.own_set.OwnSet", say("own set"), isinstance(now, dict))
        return View(Title(say("counters")), Key(A, "A done", self.back), *sets, own)

    def take(self, name: str) -> None:
        self.play.set_up.counters = name
        self.back()
