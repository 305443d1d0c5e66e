"""The score sheet: the rule set in force as pages of lines, from the tables that the device scores by."""

from mingg import lang
from mingg.core.deal.card import MAJOR_EXPOSED
from mingg.core.explanation import sheet
from mingg.core.rules import load
from mingg.hal.keys import LEFT, RIGHT
from mingg.lang import named, say
from mingg.ui.panel.canvas import ALIGN_LEFT
from mingg.ui.screens import result
from mingg.ui.widgets.lists import ListScreen
from mingg.ui.widgets.wrapped import header

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.explanation.sheet import Line
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link


class Sheet(ListScreen):
    """The score sheet. Left and right turn the pages, up and down go through the lines, A explains a line.

    before: a link to the menu. If a new session is set up there, the sheet shows its rules.
    """

    words: "tuple[str, ...]" = ("sheet", "options")
    repeats = ListScreen.repeats + (LEFT, RIGHT)
    choice = "A why"
    room = 4  # below them is the foot
    scrolls = True
    beside = True

    def __init__(self, app: "App", before: "Link") -> None:
        super().__init__(app, before)
        set_up = before[1][2]
        self.rules: "Rules" = app.playing.rules
        if set_up is not None:  # see Proposal.kept()
            self.rules = load(*set_up[0])
        self.pages = sheet.pages(self.rules)
        self._turn_to(0)

    def _turn_to(self, page: int) -> None:
        self.page = page
        self.current = self.top = 0
        name = self.pages[page]
        self.items: "list[Line]" = sheet.lines(self.rules, name)
        # options have names only on the page that lists them
        self.words = ("sheet", "options") if name == sheet.AGREED else ("sheet",)
        self._row_data = {}
        lang.use(self.words)

    # ---- a line in words ----

    def row(self, index: int) -> "tuple[str, str]":
        words: "tuple[str, str]" = self.row_data(index)
        return words

    def look_up(self, index: int) -> "tuple[str, str]":
        kind, row, figure = self.items[index]
        if kind == sheet.BOOK:
            return say("book"), named("book", self.rules.title)
        if kind == sheet.LIMIT:
            return say("limit"), say("no limit") if figure is None else str(figure)
        if kind == sheet.OPTION:
            if figure is True:
                return say("option " + row.name), say("value on")
            return say("option " + row.name), str(figure) if isinstance(figure, int) else say("value " + figure)
        if kind == sheet.FIGURE:
            return self._figure(row, figure), str(figure.points)
        if kind == sheet.DOUBLING:
            words = say("by " + row.id)
            return words % say("set") if "%s" in words else words, "x%d" % (1 << figure)
        if kind == sheet.PAID:
            words = say(row.why.key)
            return words % row.why.figures if "%d" in words else words, figure
        return named("added" if kind == sheet.ADDED else "special", row.id), str(figure)

    def _figure(self, row: "Any", figure: "Any") -> str:
        """Returns what a figure in a row of points is for."""
        if figure.slot >= 0:
            return say("by simple" if figure.slot < MAJOR_EXPOSED else "by honour", say(row.id))
        if figure.word is None:
            return say("loose-tile" if row.id == "loose" else row.id)
        if row.id == "pair":
            return say("pair " + figure.word)
        return say("fills " + figure.word.split(" ")[0])

    def set_shown(self, index: int) -> "tuple[str, int] | None":
        kind, row, figure = self.items[index]
        return (row.id, figure.slot) if kind == sheet.FIGURE and figure.slot >= 0 else None

    def foot(self) -> "list[str]":
        return [say(self.choice)]

    # ---- the screen ----

    def draw(self, canvas: "Canvas") -> None:
        name = self.pages[self.page]
        position = "%d/%d" % (self.page + 1, len(self.pages))
        x = 118 - canvas.width(position)
        header(canvas, say("page " + name), "", x - 10)
        canvas.arrow(LEFT, x - 5, 2, 0)
        canvas.text(position, x, 1, ALIGN_LEFT, False, 0)
        canvas.arrow(RIGHT, 121, 2, 0)
        self.draw_rows(canvas)
        self.draw_foot(canvas)

    def does(self, key: int, held: bool = False) -> "Act":
        if key in (LEFT, RIGHT):
            return "page", self._turn_to, (self.page + (1 if key == RIGHT else -1)) % len(self.pages)
        return super().does(key)

    def accept(self) -> None:
        from mingg.core.explanation.explain import made, sourced
        from mingg.lang import option_does
        from mingg.ui.screens.result.explain import made_words, of_why, tiles_of

        line, rules = self.items[self.current], self.rules
        words, figure = self.row(self.current)
        why = sheet.why(line, rules)
        if why is not None:
            steps: "list[tuple[str, str]]" = []
            if line.kind == sheet.FIGURE:
                won = self.pages[self.page] not in (sheet.SETS, sheet.SETS_LOST)
                steps = made_words(made(line.row.id, line.figure.slot, won, rules))
            elif line.kind == sheet.SPECIAL:
                steps = tiles_of(line.row.id, rules)
            lines = of_why(why, steps)
        elif line.kind == sheet.OPTION:
            name = line.row.name
            try:
                does = option_does("%s %s" % (name, line.figure))  # the text may depend on the value of the option
            except KeyError:
                does = option_does(name)
            lines = [(does, ""), (sourced(rules, line.row.source), "")]
        else:
            lines = [(rules.book + ".", "")]
        self.app.go(result.Explanation, self, words, figure, lines)
