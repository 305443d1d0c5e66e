"""Result: what each player gains."""

from mingg.core.outcome import OUT
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.modules import get_ready_to_save
from mingg.ui.canvas import ALIGN_CENTRE
from mingg.ui.layout import compass
from mingg.ui.screen import Screen
from mingg.ui.seating import order_without

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.evening import Last
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas


class Result(Screen):
    """The deal as entered; or `last`, one that is saved, from where `go_on` leads on and `back` leads back."""

    bar_y = 52

    def __init__(
        self,
        app: "App",
        last: "Last | None" = None,
        go_on: "Callable[[], None] | None" = None,
        back: "Callable[[], None] | None" = None,
    ) -> None:
        super().__init__(app)
        self.last = last
        self._go_on = go_on or self._save
        self._back = back or self._reopen
        if last is not None:
            self.deal, self.answer, self.players = last.deal, last.answer, last.players
        else:
            self.again = "screens.result", "Result", ()
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
            gain = ("+%d" if self.answer.net[seat] > 0 else "%d") % self.answer.net[seat]
            if seat == OUT:
                out = canvas.fit(app.name(player), 24) + " " + gain
            else:
                people.append((app.side(player, self.order), app.name(player), seat, gain))
        score = str(self.answer.counts[self.deal.winner].score) if self.deal.winner else "0"
        big = len(score) < 4 and not out
        width = max(canvas.figures_width(score, big), canvas.width(out)) + 6
        room = min(width, 122 - 2 * max([canvas.width(value) for _, _, _, value in people]))
        compass(canvas, people, room)
        canvas.box(64 - room // 2, 17, room, 29)
        if room < width:
            canvas.text(score, 64, 20 if out else 28, ALIGN_CENTRE, True, 0)
        else:
            canvas.figures(score, 64, 19 if out else 21 if big else 25, ALIGN_CENTRE, big, 0)
        if out:
            canvas.text(canvas.fit(out, room - 2), 64, 36, ALIGN_CENTRE, False, 0)

    def idle(self) -> None:
        get_ready_to_save()

    def press(self, key: int) -> None:
        app = self.app
        if key == A:
            self._go_on()
        elif key == B:
            self._back()
        else:
            player = app.player_at(key, self.order)
            if player is None:
                app.refuse(say("nobody there"))
            else:
                from mingg.ui.seldom.counted import Items

                app.show(Items(app, self, player))

    def _reopen(self) -> None:
        from mingg.ui.screens.card import show_page

        show_page(self.app, len(self.app.playing.table.order) - 1)

    def _save(self) -> None:
        app = self.app
        if app.entry.correcting is not None:
            from mingg.ui.seldom.preview import Preview

            app.show(Preview(app, app.entry.correcting, self.deal))
            return
        if not app.save(self.deal):
            return
        app.forget_entry()
        from mingg.ui.screens.payments import Payments

        app.show(Payments(app, saved=True))
