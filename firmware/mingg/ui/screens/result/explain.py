"""Why something counts: a sentence, how its figure comes about, and where the book says so."""

from mingg.core.rules.rows import OURS
from mingg.lang import because, say
from mingg.ui.widgets.texts import TextScreen
from mingg.ui.widgets.wrapped import header, wrap

MYPY = False
if MYPY:
    from mingg.core.explanation.explain import Why
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Screen

    Told = list[tuple[str, str]]  # words, which are wrapped, and a figure behind them


def of_why(why: "Why", figures: "Told") -> "Told":
    """A reason: its sentence, the figures, the page."""
    source = say(OURS) if why.source == OURS else why.source
    return [(because(why.key, why.figures), "")] + figures + ([(source, "")] if source else [])


def made_words(steps: "list[tuple[str, str]]") -> "Told":
    """How the points of a set come about (core/explain.made)."""
    return [(say("made " + what), figure) for what, figure in steps]


class Explanation(TextScreen):
    """A and B go back to the screen that it was asked from. The last words are where the book has it."""

    choice = "A done"

    def __init__(self, app: "App", before: "Screen", title: str, figure: str, told: "Told") -> None:
        super().__init__(app, before)
        self.figure = figure
        self.title_room = 117 - app.canvas.width(figure)
        if app.canvas.width(title) > self.title_room:
            # What is too long for the header comes first below it.
            told = [(title, "")] + told
            title = ""
        self.title = title
        self.lines: "Told" = []
        for words, value in told:
            # The figure stands behind the last line of its words.
            wrapped = wrap(app.canvas, words, 122 - (app.canvas.width(value, True) + 6 if value else 0))
            self.lines += [(line, "") for line in wrapped[:-1]] + [(wrapped[-1], value)]

    def draw(self, canvas: "Canvas") -> None:
        header(canvas, self.title, self.figure, self.title_room)
        self.draw_lines(canvas)
