"""Nobody won: the other ways in which a deal ends, those that the rules in force know."""

from mingg.core.deal.deal import DEAD_PAYS, FALSE_WIN, MUMMIES, NOT_TOUCHING, WASHING, Deal
from mingg.core.settlement.settle import Unpayable
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen, link
from mingg.ui.screens import deal as of_deal
from mingg.ui.screens.deal.who import Who
from mingg.ui.widgets.layout import compass, signed
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Answer
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

DRAW, KONG_DRAW, FOUR_KONGS = "draw", "draw, a kong", "fourth kong"
KONGS = {DRAW: 0, KONG_DRAW: 1, FOUR_KONGS: 4}  # how many were declared
MAJORS = (9, 10, 11, 12, 13)


def endings_of(rules: "Rules") -> "list[str]":
    """What these rules know, the commonest first."""
    from mingg.core.rules.options import in_force

    endings = (
        (DRAW, True),
        (KONG_DRAW, rules.table["kong_passes"]),
        (FALSE_WIN, in_force(rules, "false_win")),
        (DEAD_PAYS, rules.on("dead_hand_pays_limit")),
        (WASHING, rules.on("washing")),
        (MUMMIES, rules.on("nine_mummies")),
        (NOT_TOUCHING, rules.on("not_touching")),
        (FOUR_KONGS, rules.on("four_kongs_draw")),
    )
    return [ending for ending, known in endings if known]


class NobodyWon(ListScreen):
    title = "nobody won"
    bottom = 63
    words = ("endings",)

    def __init__(self, app: "App", current: int = 0) -> None:
        super().__init__(app, None, endings_of(app.playing.rules), current)
        # Where a line must say that half a deal is dropped, there is room for no more.
        self.drops = app.entry is not None and app.correcting is None
        self.room = 4 if self.drops else 5

    def row(self, index: int) -> "tuple[str, str]":
        return say(self.items[index]), ""

    def foot(self) -> "list[str]":
        return [say("half lost", self.app.evening.deal_number())] if self.drops else []

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
    """It is said whose doing it was; how many majors, where that is paid by."""
    if ending == WASHING or (ending == MUMMIES and app.playing.rules.on("nine_mummies") == "bonus"):
        app.show(Majors(app, ending, player))
    else:
        _show(app, ending, player, MAJORS[0] if ending == MUMMIES else 0)


def _show(app: "App", ending: str, player: int, majors: int) -> None:
    deal = _deal(app, ending, player, majors)
    try:
        answer = app.playing.answer(deal)
    except Unpayable:
        app.refuse("unpayable")
        return
    app.show(Ended(app, deal, answer))


def _deal(app: "App", ending: str, player: int, majors: int) -> Deal:
    deal = Deal()
    deal.ending = ending, app.playing.table.seat(player), majors
    return deal


def ended(app: "App", deal: Deal) -> None:
    """Back to what an ending pays, and to all that was chosen on the way there."""
    ending, seat, majors = deal.ending or ("", "", 0)
    nobody = NobodyWon(app, endings_of(app.playing.rules).index(ending))
    app.show(nobody)
    nobody.press(A)
    _of(app, ending, app.playing.table.player(seat))
    if isinstance(app.screen, Majors):
        app.screen.current = MAJORS.index(majors)
        app.screen.press(A)


class Majors(ListScreen):
    """How many different majors were shown, and what everybody pays for so many."""

    words = ("endings",)

    def __init__(self, app: "App", ending: str, player: int) -> None:
        super().__init__(app, app.screen, MAJORS)
        self.ending = ending
        self.player = player
        deals = [_deal(app, ending, player, majors) for majors in MAJORS]
        self.pays = [str(app.playing.answer(deal).payments[0].points) for deal in deals]

    def row(self, index: int) -> "tuple[str, str]":
        return say("majors", MAJORS[index]), self.pays[index]

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(self.app.name(self.player), say("each pays"))
        self.draw_rows(canvas)

    def accept(self) -> None:
        _show(self.app, self.ending, self.player, MAJORS[self.current])


class Ended(Screen):
    """What it pays; A saves."""

    choice = "saves"
    empty = "A saves"
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
        lines = say("short " + str(self.deal.ending and self.deal.ending[0])).split("|")
        saves = 12 + canvas.width(say("saves"))
        width = max(saves, max([canvas.width(line, True) for line in lines])) + 4
        compass(canvas, app, [(player, seat, signed(self.answer.net[seat])) for player, seat in seats], width)
        canvas.box(64 - width // 2, 15, width, 21)
        for i, line in enumerate(lines):
            canvas.text(line, 64, (17 if len(lines) > 1 else 21) + 9 * i, ALIGN_CENTRE, True, 0)
        x = canvas.key("A", 64 - width // 2 + 1, 38)
        canvas.text(say("saves"), x + 3, 39)

    def accept(self) -> None:
        self.app.finish(link(of_deal.ended, self.deal), self.deal)
