"""A deal half entered, as it was when the power went."""

from mingg.core.score import count
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_RIGHT
from mingg.ui.entry import RESULT
from mingg.ui.screen import Screen

MYPY = False
if MYPY:
    from mingg.ui.canvas import Canvas


class Draft(Screen):
    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        canvas.header(say("half entered", app.evening.deal_number()))
        canvas.text(self._how(), 2, 15)
        if entry.way is not None:
            canvas.text(str(self._score()), 125, 15, ALIGN_RIGHT, True)
        for i, line in enumerate(self._hands()):
            canvas.text(line, 2, 26 + 11 * i)
        canvas.key("A", 2, 52)
        canvas.text(say("go on"), 15, 53)
        canvas.key("B", 66, 52)
        canvas.text(say("Table"), 79, 53)

    def _how(self) -> str:
        app, entry = self.app, self.app.entry
        name = app.name(entry.winner)
        if entry.way is None:
            return say("how is to come", name)
        if entry.source is None:
            return say("won, drew", name)
        return say("won from", name, app.name(entry.source))

    def _score(self) -> int:
        app, entry = self.app, self.app.entry
        session = app.evening.session
        table = session.table
        card = entry.card(entry.winner, table)
        return count(card, table.seat(entry.winner), table.round_wind(), entry.win(table), session.rules).score

    def _hands(self) -> "list[str]":
        """Whose hands are in, and whose are to come: a line each."""
        app, entry = self.app, self.app.entry
        names = [app.name(entry.player(turn)) for turn in (1, 2, 3)]
        done = max(0, min(entry.at - 1, 3)) if entry.at < RESULT else 3
        lines = []
        if names[:done]:
            lines.append(say("entered", ", ".join(names[:done])))
        if names[done:]:
            lines.append(say("to come", ", ".join(names[done:])))
        return lines

    def press(self, key: int) -> None:
        app, entry = self.app, self.app.entry
        if key == B:
            app.table()
        elif key != A:
            app.refuse(say("no more"))
        elif entry.way is None or entry.at < 0:
            from mingg.ui.screens.how import How

            app.show(How(app))
        elif entry.at == RESULT:
            from mingg.ui.screens.result import Result

            app.show(Result(app))
        else:
            from mingg.ui.screens.card import CardScreen

            app.show(CardScreen(app, entry.at))
