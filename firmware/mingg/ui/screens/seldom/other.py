"""Other: what players do on Table besides naming a winner. A deal that nobody won ends in one of several ways."""

from typing import Any

from mingg.core.deal.deal import DEAD_PAYS, FALSE_WIN, MUMMIES, NOT_TOUCHING, WASHING, Deal
from mingg.core.rules import Rules
from mingg.core.settle.seldom import Unpayable, false_win
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.app import App
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.people import Amount, Who
from mingg.ui.kit.view import Arm, Centre, Key, Line, Otherwise, Parts, Screen, Title, View, Word, signed, spoken

KONGS = {"draw": 0, "draw, a kong": 1, "fourth kong": 4}  # the draws: how many kongs were declared
PAY, WHOSE, POINTS = "seldom.other.pay", "seldom.other.Whose", "seldom.other.points"


# ---- the ways in which a deal can end without a winner ----


def endings_of(rules: "Rules") -> "list[str]":
    """Returns the endings that these rules have, the commonest first."""
    endings = (
        ("draw", True),
        ("draw, a kong", rules.kong_passes()),
        (FALSE_WIN, True),
        (DEAD_PAYS, rules.on("dead_hand_pays_limit")),
        (WASHING, rules.on("washing")),
        (MUMMIES, rules.on("nine_mummies")),
        (NOT_TOUCHING, rules.on("not_touching")),
        ("fourth kong", rules.on("four_kongs_draw")),
    )
    return [ending for ending, known in endings if known]


def after_whose(rules: "Rules", ending: str) -> str:
    """Returns the screen that asks what an ending needs besides the player: the price of a false win, if none was
    agreed; the points, if no limit was agreed either; how many majors the player showed, if they are paid for."""
    if ending == FALSE_WIN and not rules.options.get(ending, rules.table[ending]):
        return POINTS if rules.limit is None else "seldom.other.price"
    majors = ending == WASHING or (ending == MUMMIES and rules.on("nine_mummies") == "bonus")
    return "seldom.other.majors" if majors else PAY


def ended(ending: str, seat: str = "", number: "Any" = 0) -> Deal:
    """Returns a deal that ended so. seat: of the player; number: the price, the points or the majors."""
    deal = Deal()
    if ending in KONGS:
        deal.kongs = KONGS[ending]
    else:
        deal.ending = ending, seat, number or (9 if ending == MUMMIES else 0)
    return deal


# ---- the screens ----


class Other(Screen):
    """Nobody won; the last deal; the wall; the counters, or the names if there are no counters. Nothing is chosen at
    first."""

    words = ("saved",)
    next = "seldom.other.nobody_won"

    def view(self) -> "Parts":
        play = self.play
        number = play.correcting or play.evening.deal_number()
        parts: "list[Any]" = [
            Title(say("deal n", number), say("goulash") if play.playing.goulash else ""),
            Arm(UP, say("nobody won"), "seldom.other.nobody_won"),
        ]
        if play.correcting is None:
            if play.playing.deals > play.playing.earlier:
                parts.append(Arm(LEFT, say("last deal"), "result.saved.payments"))
            parts.append(Arm(RIGHT, say("to the wall"), "system.wall.Wall"))
            if play.playing.counted():
                parts.append(Arm(DOWN, say("to counters"), "counters.trays.Trays"))
            else:
                parts.append(Arm(DOWN, say("to names"), "setup.people.Renaming"))
        half = play.entry is not None and play.correcting is None
        parts.append(Centre(say("is half", number) if half else say("to the menu")))
        return View(*parts, Otherwise("choose by arrow"))


class Choice(Screen):
    """A list of choices, with A on each.

    rows: of each choice its word, a figure, what A does, and with which arguments.
    """

    words = ("endings",)

    def begin(self, about: "Word", asks: str, rows: "list[tuple[Any, ...]]") -> None:
        self.about, self.asks, self.rows = about, asks, rows

    def view(self) -> "Parts":
        _, _, act, arguments = self.rows[self.current]
        return View(
            Title(spoken(self.about), self.asks and say(self.asks)),
            Key(A, "A choose", act, arguments),
            Rows(self, len(self.rows), self.row),
        )

    def row(self, index: int) -> "tuple[str, str]":
        return spoken(self.rows[index][0]), self.rows[index][1]


def nobody_won(app: "App") -> Choice:
    """Asks how the deal ended; at first a draw is current."""
    play = app.play
    rows: "list[tuple[Any, ...]]" = []
    for ending in endings_of(play.playing.rules):
        rows.append((ending, "", play.finish, ended(ending)) if ending in KONGS else (ending, "", WHOSE, ending))
    return Choice(app, "nobody won", "", rows)


class Whose(Who):
    """Asks which player an ending is about."""

    words = ("endings",)

    def begin(self, ending: str) -> None:
        self.ending = ending
        self.about, self.asks = say(ending), say("who?")
        out = self.play.playing.table.sitting_out()
        self.but = () if out is None else (out,)

    def take(self, players: "list[int]") -> None:
        self.show(after_whose(self.play.playing.rules, self.ending), self.ending, players[0])


def price(app: "App", ending: str, player: int) -> Choice:
    """Asks what a false win costs, at a table that agreed no price: a share of the limit, or points."""
    rules = app.play.playing.rules
    rows: "list[tuple[Any, ...]]" = [
        ("price " + share, str(false_win(rules, share)), PAY, (ending, player, share)) for share in ("half", "limit")
    ]
    return Choice(app, ending, "", rows + [("price points", "", POINTS, (ending, player))])


def points(app: "App", ending: str, player: int) -> Amount:
    """Asks for the points that a player pays each other player for a false win."""
    screen = Amount(app, ending, Line("", app.play.name(player)), "A pays", PAY, (ending, player))
    screen.words = ("endings", "menu")
    return screen


def majors(app: "App", ending: str, player: int) -> Choice:
    """Asks how many different majors were shown, and shows what each player pays for them."""
    session, rows = app.play.playing, []
    for number in session.rules.majors_shown():
        paid = session.answer(ended(ending, session.table.seat(player), number)).payments[0].points
        rows.append((["majors", number], str(paid), PAY, (ending, player, number)))
    return Choice(app, ["", app.play.name(player)], "each pays", rows)


def pay(app: "App", ending: str, player: int, number: "Any" = 0) -> "Ended | None":
    """Shows what an ending pays, if it can be paid. number: its price, points or majors."""
    session = app.play.playing
    deal = ended(ending, session.table.seat(player), number)
    try:
        return Ended(app, ending, deal, session.answer(deal).net)
    except Unpayable:
        app.display.refuse("unpayable")
        return None


class Ended(Screen):
    """Shows what an ending pays; A saves the deal. net: of each seat."""

    words = ("endings",)

    def begin(self, ending: str, deal: "Deal", net: "dict[str, int]") -> None:
        self.ending, self.deal, self.net = ending, deal, net

    def view(self) -> "Parts":
        play, table, people = self.play, self.play.playing.table, []
        for player in table.order:
            seat = table.seat(player)
            people.append((play.side(player) or 0, play.name(player), seat, signed(self.net[seat])))
        return View(Title(say(self.ending)), Key(A, "A saves", play.finish, self.deal), Compass(people, 8))
