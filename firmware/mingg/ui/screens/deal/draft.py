"""The half-entered deal after a power cut, and the list of its hands."""

from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.entry.entry import RESULT
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen, link
from mingg.ui.screens import deal
from mingg.ui.widgets.lists import ListScreen, fitted

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link


def how_won(app: "App") -> "tuple[str, list[str]]":
    """Returns how the deal was won: words, and the names in them."""
    entry = app.entry
    name = app.name(entry.winner)
    if entry.way is None:
        return say("how is to come", "%s"), [name]
    if entry.source is None:
        return say("won, drew", "%s"), [name]
    return say("won from", "%s", "%s"), [name, app.name(entry.source)]


class Draft(Screen):
    choice = "go on"
    words = ("deals",)

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        if entry.correcting is None:
            canvas.header(say("half entered"), say("deal n", app.evening.deal_number()))
        else:
            canvas.header(say("half corrected"), say("deal n", entry.correcting))
        self.draw_deal(canvas)
        canvas.key("A", 2, 52)
        canvas.text(say("go on"), 15, 53)
        canvas.key("B", 66, 52)
        canvas.text(say("Table"), 79, 53)

    def draw_deal(self, canvas: "Canvas") -> None:
        """Draws how the deal was won, and whose hands are entered."""
        app, entry = self.app, self.app.entry
        points = str(entry.count(entry.winner, app.playing).score) if entry.way is not None else ""
        words, names = how_won(app)
        canvas.text(fitted(canvas, words, names, 121 - canvas.width(points, True)), 2, 15)
        canvas.text(points, 125, 15, ALIGN_RIGHT, True)
        for i, (words, names) in enumerate(self._hands()):
            canvas.text(fitted(canvas, words, names, 124), 2, 26 + 11 * i)

    def _hands(self) -> "list[tuple[str, list[str]]]":
        """Returns a line with the players whose hands are entered, and one with the others."""
        app, entry = self.app, self.app.entry
        table = app.playing.table
        names = [app.name(entry.player(turn, table)) for turn in range(1, len(table.order))]
        entered = max(0, min(entry.at - 1, len(names))) if entry.at < RESULT else len(names)
        lines = []
        for words, players in (("entered", names[:entered]), ("to come", names[entered:])):
            if players:
                lines.append((say(words, ", ".join(["%s"] * len(players))), players))
        return lines

    def accept(self) -> None:
        self.app.go_on()


class Drop(Draft):
    """Asks whether to drop the half-entered deal. Only A held drops it, so that no key pressed twice does."""

    choice = ""
    holds = (A,)
    bar_y = 52

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("drop?", self.app.evening.deal_number()), say(self.leave))
        self.draw_deal(canvas)
        canvas.text(say("hold drops"), 2, 53)

    def does(self, key: int, held: bool = False) -> "Act":
        if key != A:
            return super().does(key)
        return ("drops", self._drop) if held else "hold drops"

    def _drop(self) -> None:
        app = self.app
        dropped = say("half lost", app.evening.deal_number())
        app.forget_entry()
        error = app.bar
        app.table()
        app.show_text(error or dropped)


class Hands(ListScreen):
    """Lists how the deal was won, and all hands, the winner's first. A opens the current row. From there the entry goes
    on where it was, and B leads back here; see card.go_on() and card.go_back()."""

    title = "deal n"
    hint = A
    choice = "A open"
    words = ("deals",)

    def __init__(self, app: "App", before: "Link", current: int = -1) -> None:
        entry, order = app.entry, app.playing.table.order
        if current < 0:
            current = min(entry.at + 1, len(order))
        super().__init__(app, before, range(len(order) + 1), current)

    def row(self, index: int) -> "tuple[Any, str]":
        row: "tuple[Any, str]" = self.row_data(index)
        return row

    def look_up(self, index: int) -> "tuple[Any, str]":
        app, entry = self.app, self.app.entry
        if not index:
            return how_won(app), ""
        player = entry.player(index - 1, app.playing.table)
        name = [app.name(player)]
        if index - 1 > entry.at and entry.empty(player):
            return (say("to come", "%s"), name), ""
        return ("%s", name), str(entry.count(player, app.playing).score)

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        self.header(canvas, say(self.title, app.correcting or app.evening.deal_number()))
        self.draw_rows(canvas)

    def accept(self) -> None:
        app = self.app
        app.looked_up = link(deal.Hands, self.before, self.current)
        if self.current:
            app.open(deal.show_page, self.current - 1, 0)
        else:
            app.open(deal.How)

    def back(self) -> None:
        self.app.looked_up = None
        super().back()
