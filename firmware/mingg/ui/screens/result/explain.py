"""Explains why something counts: a sentence, the steps to its figure, and the page of the book."""

from mingg.core.rules.rows import OURS
from mingg.lang import because, say
from mingg.ui.widgets.texts import TextScreen
from mingg.ui.widgets.wrapped import header, wrap

MYPY = False
if MYPY:
    from mingg.core.explanation.explain import Why
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Screen

    Paragraphs = list[tuple[str, str]]  # words, which are wrapped, and a figure after them


def of_why(why: "Why", figures: "Paragraphs") -> "Paragraphs":
    """Returns the lines of a reason: its sentence, the figures, the page."""
    source = say(OURS) if why.source == OURS else why.source
    return [(because(why.key, why.figures), "")] + figures + ([(source, "")] if source else [])


def tiles_of(special: str, rules: "Rules") -> "Paragraphs":
    """Returns a line with the tiles of a special hand, if house rules define it."""
    hand = rules.table.get("patterns", {}).get(special)
    return [] if hand is None else [(hand["tiles"], "")]


def made_words(steps: "list[tuple[str, str]]") -> "Paragraphs":
    """Returns the steps to the points of a set in words (core/explain.made)."""
    return [(say("made " + step), figure) for step, figure in steps]


class Explanation(TextScreen):
    """An explanation, from which A and B go back to the screen before. The last line is the place in the book."""

    choice = "A done"

    def __init__(self, app: "App", before: "Screen", title: str, figure: str, paragraphs: "Paragraphs") -> None:
        super().__init__(app, before)
        self.figure = figure
        self.title_room = 117 - app.canvas.width(figure)
        if app.canvas.width(title) > self.title_room:
            # a title that is too long for the header comes first below it
            paragraphs = [(title, "")] + paragraphs
            title = ""
        self.title = title
        self.lines: "Paragraphs" = []
        for words, value in paragraphs:
            # the figure stands after the last line of its words
            wrapped = wrap(app.canvas, words, 122 - (app.canvas.width(value, True) + 8 if value else 0))
            self.lines += [(line, "") for line in wrapped[:-1]] + [(wrapped[-1], value)]

    def draw(self, canvas: "Canvas") -> None:
        header(canvas, self.title, self.figure, self.title_room)
        self.draw_lines(canvas)
        self.beside = self.current + self.room >= len(
            self.lines
        )  # at the end, so that the text is read without the key
