"""Result: what each player gains."""

from mingg.core.deal.deal import OUT
from mingg.evening.state import played
from mingg.hal.keys import A, B
from mingg.memory import COUNTED, SAVING
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen, link
from mingg.ui.screens import deal, history, result
from mingg.ui.seating import order_without
from mingg.ui.widgets.layout import compass, signed

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.evening.state import Last
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act


class Result(Screen):
    """The deal as entered; or `last`, one that is saved: the last one, or, where it has a number, that deal of the
    evening, whose place among the deals is known."""

    bar_y = 52
    keeps: "tuple[str, ...]" = SAVING

    def __init__(
        self, app: "App", last: "Last | None" = None, number: int = 0, place: "tuple[int, int]" = (0, 0)
    ) -> None:
        super().__init__(app)
        self.last = last
        self.number = number
        self.place = place
        if last is not None:
            self.deal, self.answer, self.players = last.deal, last.answer, last.players
            self.keeps = COUNTED
            if number:
                self.again = link(result.Result, last, number, place)
        else:
            self.again = link(result.Result)
            session = app.playing
            self.deal = app.entry.deal(session.table)
            self.answer = session.answer(self.deal)
            self.players = {seat: session.player(seat) for seat in self.answer.net}
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
        compass(canvas, app, people, room, self.order)
        canvas.box(64 - room // 2, 17, room, 29)
        if room < width:
            canvas.text(score, 64, 20 if out else 28, ALIGN_CENTRE, True, 0)
        else:
            canvas.figures(score, 64, 19 if out else 21 if big else 25, ALIGN_CENTRE, big, 0)
        if out:
            canvas.text(canvas.fit(out, room - 2), 64, 36, ALIGN_CENTRE, False, 0)

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        if key == B:
            return super().does(key)
        if key != A:
            player = app.player_at(key, self.order)
            return "nobody there" if player is None else ("count", self._show_count, player)
        if self.last is None:
            return "save", self._save
        if self.number:
            return "correct", app.open, history.correct, self.number, self.again
        return "payments", app.go, result.Payments, True

    def back(self) -> None:
        app = self.app
        if self.last is None:
            app.go(deal.show_page, len(app.playing.table.order) - 1, -1)
        elif self.number:
            app.open(history.Deals, self.place)
        else:
            app.table()

    def _show_count(self, player: int) -> None:
        self.app.keep(COUNTED)
        self.app.go(result.Items, self, player, self)

    def _save(self) -> None:
        app = self.app
        if app.correcting is not None:
            app.open(history.replace, app.correcting, self.deal, self.again)
            return
        if not app.save(self.deal):
            return
        app.forget_entry()
        app.go(result.Payments, True)


def of_deal(app: "App", number: int, deal: "Deal", session: "Session", place: "tuple[int, int]") -> Result:
    """A deal of the evening, in the session as it stood before it."""
    return Result(app, played(deal, session), number, place)
