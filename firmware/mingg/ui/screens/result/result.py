"""Result: what each player gains in a deal, and the way to the reasons."""

from mingg.core.deal.deal import OUT
from mingg.evening.evening import last_deal, played
from mingg.hal.keys import A, B
from mingg.memory import COUNTED
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen, link
from mingg.ui.screens import history, result
from mingg.ui.seating import order_without
from mingg.ui.widgets.layout import compass, signed

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.evening.evening import Last
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link


class Result(Screen):
    """Shows why a saved deal pays what it pays.

    number: of the deal in the evening; before: the screen before.
    """

    bar_y = 52
    beside = True
    title = "why?"
    hint = A
    words = ("saved",)
    keeps = COUNTED

    def __init__(self, app: "App", last: "Last", number: int, before: "Link") -> None:
        super().__init__(app, before)
        self.number = number
        if app.looks_back:
            self.hint = B
        self.deal, self.answer, self.players = last.deal, last.answer, last.players
        self.link = link(result.Result, last, number, before)
        self.order = order_without(app.playing.table.players, self.players.get(OUT))

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        people = []
        out = ""
        for seat, player in self.players.items():
            gain = signed(self.answer.net[seat])
            if seat == OUT:
                out = canvas.fit(app.name(player), 24) + " " + gain
            else:
                people.append((player, seat, gain))
        score = str(self.answer.counts[self.deal.winner].score) if self.deal.winner else "0"
        big = len(score) < 4 and not out
        width = max(canvas.figures_width(score, big), canvas.width(out)) + 6
        room = min(width, 122 - 2 * max([canvas.width(value) for _, _, value in people]))
        self.header(canvas)
        compass(canvas, app, people, room, self.order)
        canvas.box(64 - room // 2, 24, room, 25)
        if room < width:
            canvas.text(score, 64, 26 if out else 33, ALIGN_CENTRE, True, 0)
        else:
            canvas.figures(score, 64, 25 if out else 26 if big else 30, ALIGN_CENTRE, big, 0)
        if out:
            canvas.text(canvas.fit(out, room - 2), 64, 40, ALIGN_CENTRE, False, 0)

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        if key == A and app.looks_back:
            return "no looking"
        if key == A:
            return "A correct", app.open, history.correct, self.number, self.link
        if key == B:
            return super().does(key)
        player = app.player_at(key, self.order)
        return "nobody there" if player is None else ("a hand", self._show_count, player)

    def _show_count(self, player: int) -> None:
        self.app.keep(COUNTED)
        self.app.go(result.Items, self, player, self)


def of_last(app: "App") -> Result:
    """Returns the result of the last deal; B goes to its payments."""
    return Result(app, last_deal(app.evening), app.evening.session.deals, link(result.payments))


def of_deal(app: "App", number: int, deal: "Deal", session: "Session", before: "Link") -> Result:
    """Returns the result of a deal of the evening. session: as it stood before that deal."""
    return Result(app, played(deal, session), number, before)
