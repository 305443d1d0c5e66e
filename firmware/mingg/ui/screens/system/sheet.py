"""The score sheet: the rule set in force as pages of lines, from the tables that the device scores by."""

from mingg import lang
from mingg.core.explain import sheet
from mingg.core.explain.explain import made, sourced
from mingg.core.explain.sheet import Line
from mingg.core.rules import Rules
from mingg.core.rules.options import said_of
from mingg.hal.keys import LEFT, RIGHT, A
from mingg.lang import at_hand, named, say
from mingg.ui.kit.lists import Row, Rows
from mingg.ui.kit.view import Foot, Key, Parts, Screen, Title, View
from mingg.ui.screens.result.result import item_row, made_words, of_why, tiles_of


class Sheet(Screen):
    """The score sheet of some rules. Left and right turn the pages, up and down go through the lines, A explains a
    line."""

    words: "tuple[str, ...]" = ("sheet", "options")
    next = "result.result.Explanation"

    def begin(self, rules: "Rules") -> None:
        self.rules = rules
        self.pages = sheet.pages(self.rules)
        self.turn_to(0)

    def turn_to(self, page: int) -> None:
        super().turn_to(page)
        name = self.pages[page]
        self.lines: "list[Line]" = sheet.lines(self.rules, name)
        # options have names only on the page that lists them
        self.words = ("sheet", "options") if name == sheet.AGREED else ("sheet",)
        lang.use(self.words)

    def view(self) -> "Parts":
        page, pages = self.page, len(self.pages)
        return View(
            Title(say("page " + self.pages[page])),
            *[Key(key, "page", self.turn_to, to % pages, True) for key, to in ((LEFT, page - 1), (RIGHT, page + 1))],
            Foot((self.note(), "<%d/%d>" % (page + 1, pages))),
            Key(A, "A why", self.explain),
            Rows(self, len(self.lines), self.row),
        )

    def note(self) -> str:
        """On the first page of the rules in force, how to change them."""
        in_force = self.rules is self.play.playing.rules and not self.play.playing.table.over()
        return say("to change") if in_force and not self.page else ""

    def row(self, index: int) -> "Row":
        """Returns a line in words: what counts, and how much."""
        kind, row, figure = self.lines[index]
        if kind == sheet.FIGURE:
            if figure.word is None or row.id == "pair":
                return item_row(row.id, figure.slot, figure.word, figure.points)
            return say("fills " + figure.word.split(" ")[0]), str(figure.points)
        if kind == sheet.BOOK:
            return say("book"), named("book", self.rules.title)
        if kind == sheet.LIMIT:
            return say("limit"), say("no limit") if figure is None else str(figure)
        if kind == sheet.OPTION:
            value = "on" if figure is True else figure
            return say("option " + row.name), say("value " + value) if isinstance(value, str) else str(value)
        if kind == sheet.DOUBLING:
            words = say("by " + row.id)
            return words % say(sheet.set_word(self.lines[index])) if "%s" in words else words, "x%d" % (1 << figure)
        if kind == sheet.PAID:
            words = say(row.why.key)
            return words % row.why.figures if "%d" in words else words, figure
        return named("added" if kind == sheet.ADDED else "special", row.id), str(figure)

    def explain(self) -> None:
        line, rules = self.lines[self.current], self.rules
        words, figure = self.row(self.current)[:2]
        why = sheet.why(line, rules)
        if why is not None:
            steps: "list[tuple[str, str]]" = []
            if line.kind == sheet.FIGURE:
                won = self.pages[self.page] not in (sheet.SETS, sheet.SETS_LOST)
                steps = made_words(made(line.row.id, line.figure.slot, won, rules))
            elif line.kind == sheet.SPECIAL:
                steps = tiles_of(line.row.id, rules)
            text = of_why(why, steps)
        elif line.kind == sheet.OPTION:
            name = said_of(line.row.name, rules)
            does = at_hand("does %s %s" % (name, line.figure)) or say("does " + name)  # it may depend on the value
            text = [(does, ""), (sourced(rules, line.row.source), "")]
        else:
            text = [(rules.book + ".", "")]
        self.show("result.result.Explanation", words, figure, text)
