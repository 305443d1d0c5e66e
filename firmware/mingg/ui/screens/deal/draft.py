"""A deal half entered, as it was when the power went."""

from mingg.core.scoring.score import count
from mingg.lang import say
from mingg.ui.entry.entry import RESULT
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.widgets.lists import fitted

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas


class Draft(Screen):
    choice = "go on"
    words = ("deals",)

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        if entry.correcting is None:
            canvas.header(say("half entered"), say("deal n", app.evening.deal_number()))
        else:
            canvas.header(say("half corrected"), say("deal n", entry.correcting))
        score = str(self._score()) if entry.way is not None else ""
        words, names = self._how()
        canvas.text(fitted(canvas, words, names, 121 - canvas.width(score, True)), 2, 15)
        canvas.text(score, 125, 15, ALIGN_RIGHT, True)
        for i, (words, names) in enumerate(self._hands()):
            canvas.text(fitted(canvas, words, names, 124), 2, 26 + 11 * i)
        canvas.key("A", 2, 52)
        canvas.text(say("go on"), 15, 53)
        canvas.key("B", 66, 52)
        canvas.text(say("Table"), 79, 53)

    def _how(self) -> "tuple[str, list[str]]":
        app, entry = self.app, self.app.entry
        name = app.name(entry.winner)
        if entry.way is None:
            return say("how is to come", "%s"), [name]
        if entry.source is None:
            return say("won, drew", "%s"), [name]
        return say("won from", "%s", "%s"), [name, app.name(entry.source)]

    def _score(self) -> int:
        app, entry = self.app, self.app.entry
        session = app.playing
        table = session.table
        card = entry.card(entry.winner, table)
        return count(card, table.seat(entry.winner), table.round_wind(), entry.win(table), session.rules).score

    def _hands(self) -> "list[tuple[str, list[str]]]":
        """Whose hands are in, and whose are to come: a line each."""
        app, entry = self.app, self.app.entry
        table = app.playing.table
        names = [app.name(entry.player(turn, table)) for turn in range(1, len(table.order))]
        done = max(0, min(entry.at - 1, len(names))) if entry.at < RESULT else len(names)
        lines = []
        for words, which in (("entered", names[:done]), ("to come", names[done:])):
            if which:
                lines.append((say(words, ", ".join(["%s"] * len(which))), which))
        return lines

    def accept(self) -> None:
        self.app.go_on()
