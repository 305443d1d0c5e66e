"""A new session: the proposal, which begins as the present table, and screens for its players and counters."""

from mingg.core.deal.deal import SEATS
from mingg.evening.evening import last_deal
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, named, say
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import HOLD, Act, Arm, Centre, Key, Parts, Screen, Title, View
from mingg.ui.screens.setup.proposal import Proposal, points

PEOPLE = "people"  # the setting with the names of the last new session
NAMES = 4  # the row of the names


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
