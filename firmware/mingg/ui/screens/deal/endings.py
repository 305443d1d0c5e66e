"""Nobody won: the other ways in which a deal can end, by the rules in force."""

from mingg import lang
from mingg.core.deal.deal import FALSE_WIN, MUMMIES, WASHING, Deal, majors_of
from mingg.core.settlement.settle import Settlement, Unpayable
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen, link
from mingg.ui.screens import deal as of_deal
from mingg.ui.screens.deal.other import DRAW, FOUR_KONGS, KONG_DRAW, endings_of
from mingg.ui.screens.deal.who import Who
from mingg.ui.widgets.layout import compass, signed
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Answer
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under

KONGS = {DRAW: 0, KONG_DRAW: 1, FOUR_KONGS: 4}  # how many kongs were declared


class NobodyWon(ListScreen):
    """Chooses how the deal ended; at first a draw is current."""

    title = "nobody won"
    words = ("endings",)

    def __init__(self, app: "App", current: int = 0, before: "Under" = None) -> None:
        super().__init__(app, link(of_deal.Other, before), endings_of(app.playing.rules), current)

    def row(self, index: int) -> "tuple[str, str]":
        return say(self.items[index]), ""

    def accept(self) -> None:
        app = self.app
        ending: str = self.items[self.current]
        if ending not in KONGS:
            app.show(Who(app, say(ending), say("who?"), lambda player: _of(app, ending, player), before=self))
            return
        deal = Deal()
        deal.kongs = KONGS[ending]
        app.finish(link(of_deal.NobodyWon, self.current), deal)


def _of(app: "App", ending: str, player: int) -> None:
    """Goes on when the player is known: asks for the price of a false win, if none was agreed, or for the number of
    majors, if they are paid for."""
    from mingg.core.rules.options import in_force

    rules = app.playing.rules
    if ending == FALSE_WIN and not in_force(rules, ending):
        if rules.limit is None:
            _ask_points(app, player)
        else:
            app.show(Price(app, player))
    elif ending == WASHING or (ending == MUMMIES and rules.on("nine_mummies") == "bonus"):
        app.show(Majors(app, ending, player))
    else:
        _show(app, ending, player, 9 if ending == MUMMIES else 0)


def _show(app: "App", ending: str, player: int, number: "Any") -> None:
    deal = _deal(app, ending, player, number)
    try:
        answer = app.playing.answer(deal)
    except Unpayable:
        app.refuse("unpayable")
        return
    app.show(Ended(app, deal, answer))


def _deal(app: "App", ending: str, player: int, number: "Any") -> Deal:
    deal = Deal()
    deal.ending = ending, app.playing.table.seat(player), number
    return deal


def _ask_points(app: "App", player: int) -> None:
    """Asks for the points that a player pays each other player for a false win."""
    from mingg.ui.screens.history.pay import Sum

    lang.use(Price.words)  # the title is translated before it is shown
    app.show(Sum(app, say(FALSE_WIN), [app.name(player)], [], lambda points: _show(app, FALSE_WIN, player, points)))


def ended(app: "App", deal: Deal) -> None:
    """Goes back to what an ending pays, with all choices on the way there."""
    ending, seat, number = deal.ending or ("", "", 0)
    screen = NobodyWon(app, endings_of(app.playing.rules).index(ending))
    app.show(screen)
    screen.press(A)
    _of(app, ending, app.playing.table.player(seat))
    if isinstance(app.screen, (Majors, Price)):
        items = app.screen.items
        app.screen.current = items.index(number) if number in items else len(items) - 1
        app.screen.press(A)
    if number and ending == FALSE_WIN:
        from mingg.ui.screens.history.pay import Sum

        if isinstance(app.screen, Sum):
            app.screen.begin(number)
            app.screen.press(A)


class Price(ListScreen):
    """Asks what a false win costs, at a table that agreed no price: a share of the limit, or points."""

    title = FALSE_WIN
    words = ("endings",)

    def __init__(self, app: "App", player: int) -> None:
        super().__init__(app, app.screen, ("half", "limit", 0))
        self.player = player

    def row(self, index: int) -> "tuple[str, str]":
        price = self.items[index]
        pays = Settlement(self.app.playing.rules, ()).false_win(price) if price else ""
        return say("price %s" % (price or "points")), str(pays)

    def accept(self) -> None:
        price = self.items[self.current]
        if price:
            _show(self.app, FALSE_WIN, self.player, price)
        else:
            _ask_points(self.app, self.player)


class Majors(ListScreen):
    """Asks how many different majors were shown, and shows what each player pays for them."""

    words = ("endings",)

    def __init__(self, app: "App", ending: str, player: int) -> None:
        super().__init__(app, app.screen, list(majors_of(app.playing.rules)))
        self.ending = ending
        self.player = player
        deals = [_deal(app, ending, player, majors) for majors in self.items]
        self.pays = [str(app.playing.answer(deal).payments[0].points) for deal in deals]

    def row(self, index: int) -> "tuple[str, str]":
        return say("majors", self.items[index]), self.pays[index]

    def draw(self, canvas: "Canvas") -> None:
        name = canvas.fit(self.app.name(self.player), 40, True)
        canvas.header(name, say(self.leave), "", say("each pays"))
        self.draw_rows(canvas)

    def accept(self) -> None:
        _show(self.app, self.ending, self.player, self.items[self.current])


class Ended(Screen):
    """Shows what the ending pays; A saves the deal."""

    choice = "A saves"
    bar_y = 52
    words = ("endings",)

    def __init__(self, app: "App", deal: Deal, answer: "Answer") -> None:
        super().__init__(app, app.screen)
        self.deal = deal
        self.answer = answer

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        table = app.playing.table
        seats = [(player, table.seat(player)) for player in table.order]
        canvas.header("", say(self.choice), "", say(self.deal.ending[0] if self.deal.ending else DRAW))
        box = canvas.width(say(self.leave))
        compass(canvas, app, [(player, seat, signed(self.answer.net[seat])) for player, seat in seats], box)

    def name_back(self, canvas: "Canvas", text: str) -> None:
        """Draws it in the middle."""
        canvas.text(text, 64, 33, ALIGN_CENTRE)

    def accept(self) -> None:
        self.app.finish(link(of_deal.ended, self.deal), self.deal)
