"""Other: what players do on Table besides naming a winner. A deal that nobody won ends in one of several ways."""

from mingg.core.deal.deal import FALSE_WIN, majors_of
from mingg.core.settlement.settle import Settlement, Unpayable
from mingg.entry.endings import KONGS, MAJORS, POINTS, PRICE, ended, endings_of, is_asked
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import say
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.forms import Wheels, digits, number_of
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.people import Who
from mingg.ui.kit.view import Arm, Centre, Key, Line, Otherwise, Screen, Title, View

MYPY = False
if MYPY:
    from collections.abc import Sequence
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts

TENS = 2  # the wheel of the points that is current at first
PRICES = "half", "limit"  # of a false win


class Other(Screen):
    """Nobody won; the last deal; the wall; the counters, or the names if there are no counters. Nothing is chosen at
    first."""

    words = ("saved",)
    next = "seldom.other.NobodyWon"

    def view(self) -> "Parts":
        play = self.play
        number = play.correcting or play.evening.deal_number()
        parts: "list[Any]" = [
            Title(say("deal n", number), say("goulash") if play.playing.goulash else ""),
            Arm(UP, say("nobody won"), "seldom.other.NobodyWon"),
        ]
        if play.correcting is None:
            if play.playing.deals:
                parts.append(Arm(LEFT, say("last deal"), "result.saved.payments"))
            parts.append(Arm(RIGHT, say("to the wall"), "wall.wall.Wall"))
            if play.playing.counted():
                parts.append(Arm(DOWN, say("to counters"), "counters.trays.Trays"))
            else:
                parts.append(Arm(DOWN, say("to names"), "setup.people.Renaming"))
        half = play.entry is not None and play.correcting is None
        parts.append(Centre(say("is half", number) if half else say("to the menu")))
        return View(*parts, Otherwise("choose by arrow"))


class _Choice(Screen):
    """A list of choices, with A on each. A subclass takes a choice in choose().

    items  the choices; rows: their texts; asks: what the title asks after its text
    """

    words = ("endings",)
    asks = ""

    def __init__(self, app: "App", about: str, items: "Sequence[Any]", rows: "list[tuple[str, str]]") -> None:
        super().__init__(app)
        self.about, self.items, self.rows = about, items, rows

    def view(self) -> "Parts":
        return View(
            Title(self.about, self.asks),
            Key(A, "A choose", self.choose, self.items[self.current], False, True),
            Rows(self, len(self.items), self.row),
        )

    def row(self, index: int) -> "tuple[str, str]":
        return self.rows[index]

    def choose(self, item: "Any") -> None:
        raise NotImplementedError


class NobodyWon(_Choice):
    """Chooses how the deal ended; at first a draw is current."""

    def __init__(self, app: "App") -> None:
        endings = endings_of(app.play.playing.rules)
        super().__init__(app, say("nobody won"), endings, [(say(ending), "") for ending in endings])

    def choose(self, item: str) -> None:
        if item in KONGS:
            self.play.finish(ended(item))
        else:
            self.show("seldom.other.Whose", item)


class Whose(Who):
    """Asks which player an ending is about."""

    words = ("endings",)

    def __init__(self, app: "App", ending: str) -> None:
        super().__init__(app)
        self.ending = ending
        self.about, self.asks = say(ending), say("who?")
        out = self.play.playing.table.sitting_out()
        self.but = () if out is None else (out,)

    def take(self, players: "list[int]") -> None:
        player = players[0]
        asked = is_asked(self.play.playing.rules, self.ending)
        if asked == PRICE:
            self.show("seldom.other.Price", player)
        elif asked == POINTS:
            self.show("seldom.other.Points", player)
        elif asked == MAJORS:
            self.show("seldom.other.Majors", self.ending, player)
        else:
            _pay(self.app, self.ending, player, 0)


def _pay(app: "App", ending: str, player: int, number: "Any") -> None:
    """Shows what an ending pays, if it can be paid."""
    session = app.play.playing
    try:
        session.answer(ended(ending, session.table.seat(player), number))
    except Unpayable:
        app.display.refuse("unpayable")
    else:
        app.show("seldom.other.Ended", ending, player, number)


class Price(_Choice):
    """Asks what a false win costs, at a table that agreed no price: a share of the limit, or points."""

    def __init__(self, app: "App", player: int) -> None:
        self.player = player
        pays = Settlement(app.play.playing.rules, ()).false_win
        rows = [(say("price " + price), str(pays(price))) for price in PRICES] + [(say("price points"), "")]
        super().__init__(app, say(FALSE_WIN), PRICES + ("",), rows)

    def choose(self, item: str) -> None:
        if item:
            _pay(self.app, FALSE_WIN, self.player, item)
        else:
            self.show("seldom.other.Points", self.player)


class Points(Screen):
    """Asks for the points that a player pays each other player for a false win."""

    words = ("endings", "menu")

    def __init__(self, app: "App", player: int) -> None:
        super().__init__(app)
        self.player = player
        self.wheels, self.current = digits(0), TENS

    def view(self) -> "Parts":
        return View(
            Title(say(FALSE_WIN)),
            Key(A, "A pays", self.pay) if any(self.wheels) else Key(A, "", "no points"),
            Line("", self.play.name(self.player)),
            Wheels(self),
        )

    def pay(self) -> None:
        _pay(self.app, FALSE_WIN, self.player, number_of(self.wheels))

    def state(self) -> "tuple[Any, ...]":
        return self.wheels, self.current

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.wheels, self.current = state


class Majors(_Choice):
    """Asks how many different majors were shown, and shows what each player pays for them."""

    def __init__(self, app: "App", ending: str, player: int) -> None:
        self.ending, self.player = ending, player
        session, rows = app.play.playing, []
        seat, numbers = session.table.seat(player), majors_of(session.rules)
        for majors in numbers:
            paid = session.answer(ended(ending, seat, majors)).payments[0].points
            rows.append((say("majors", majors), str(paid)))
        super().__init__(app, app.play.name(player), numbers, rows)
        self.asks = say("each pays")

    def choose(self, item: int) -> None:
        _pay(self.app, self.ending, self.player, item)


class Ended(Screen):
    """Shows what an ending pays; A saves the deal."""

    words = ("endings",)

    def __init__(self, app: "App", ending: str, player: int, number: "Any") -> None:
        super().__init__(app)
        self.ending = ending
        session = self.play.playing
        self.deal = ended(ending, session.table.seat(player), number)
        self.net = session.answer(self.deal).net

    def view(self) -> "Parts":
        play, table, people = self.play, self.play.playing.table, []
        for player in table.order:
            seat = table.seat(player)
            net = self.net[seat]
            people.append((play.side(player) or 0, play.name(player), seat, "%+d" % net if net else "0"))
        return View(Title(say(self.ending)), Key(A, "A saves", play.finish, self.deal), Compass(people, 0))
