"""A new session: the proposal, which begins as the present table, and screens for its players and counters."""

from mingg.core.deal.winds import SEATS
from mingg.evening.evening import last_deal
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import letters, named, say
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import HOLD, Arm, Centre, Key, Screen, Title, View
from mingg.ui.screens.setup.proposal import Proposal

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.kit.lists import Row
    from mingg.ui.kit.view import Act, Parts

PEOPLE = "people"  # the setting with the names of the last new session
# The rows: the words, and the screen behind them. "Play" comes first, so that A plays at once; then what changes most
# often.
ROWS = (
    ("play", ""),
    ("rules", "setup.rules.RuleSets"),
    ("players", "setup.setup.Players"),
    ("counters", "setup.setup.Counters"),
    ("names", "setup.people.Names"),
    ("East first", "setup.people.FirstEast"),
    ("options", "setup.rules.OptionList"),
    ("limit of", "setup.rules.Limit"),
    ("rounds", ""),
    ("draw seats", ""),
)
NAMES, ROUNDS = 4, 8


class NewSession(Screen):
    """The proposal. A held plays from every row, so that nobody has to go back to the first.

    The proposal stays until the players are at Table again.
    """

    words = ("setup",)
    next = "setup.rules.RuleSets"

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        play = self.play
        if play.set_up is None:
            play.set_up = Proposal(play.evening, app.settings.get(PEOPLE, "").split("\n"))
        self.proposal: Proposal = play.set_up

    def view(self) -> "Parts":
        act: "Act" = ROWS[self.current][1] or (self.proposal.next_rounds if self.current == ROUNDS else self.draw_seats)
        change = [Key(key, "A change", act) for key in (A, RIGHT)] if self.current else []
        return View(
            Title(say("new session")),
            *(change or [Key(A, "A plays", self.start)]),
            Key(HOLD | A, "hold plays", self.start),
            Rows(self, len(ROWS), self.row),
        )

    def row(self, index: int) -> "Row":
        proposal = self.proposal
        words, rules, counters, most = ROWS[index][0], proposal.rules, proposal.counters, proposal.most_rounds()
        value: "str | list[str]" = ""
        if words == "play":  # what happens to the present session
            evening = self.play.evening
            value = say("kept" if evening.session.deals else "starts")
            if self.play.entry is not None:
                value = say("half drops", evening.deal_number())
        elif words == "rules":
            value = named("book", rules.title)
        elif words == "players":
            value = str(proposal.players)
        elif words == "counters":
            value = say("set " + counters) if isinstance(counters, str) else say("own set")
        elif words == "names":
            value = proposal.names()
        elif words == "East first":
            value = proposal.name(proposal.east)
        elif words == "options":
            value = say("agreed", proposal.agreed()) if proposal.agreed() else say("as the book")
        elif words == "limit of":
            value = say("none at all") if rules.limit is None else str(rules.limit)
        elif words == "rounds":
            value = str(min(proposal.rounds or most, most)) if most else say("not counted")
        return say(words), value

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
        twice, senseless = proposal.same_names(), proposal.senseless()
        if twice:
            self.current = NAMES
            app.display.refuse("taken", twice[0])
        elif senseless is not None:
            self.show("setup.rules.OptionList", senseless[0])
            app.display.refuse(senseless[1])
        else:
            # a lost name can be typed again: whatever the flash says, the evening begins
            app.display.stored("not saved", app.settings.put, PEOPLE, "\n".join(proposal.people))
            session = proposal.session()
            if session.counted():
                self.show("counters.trays.Receives", True)
            else:
                self.play.begin(session, proposal.turn())


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
        return View(Title(say("how many?")), Key(A, "B back", self.back), *arms, Centre(say("by arrow")))

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
        return View(Title(say("counters")), Key(A, "B back", self.back), *sets, own)

    def take(self, name: str) -> None:
        self.play.set_up.counters = name
        self.back()
