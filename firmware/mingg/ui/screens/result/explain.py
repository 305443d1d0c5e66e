"""Why something counts: a sentence, how its figure comes about, and where the book says so."""

from mingg.core.rules.rows import OURS
from mingg.hal.keys import DOWN, UP, A, B
from mingg.lang import because, say
from mingg.ui.panel.canvas import ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.widgets.wrapped import header, wrap

MYPY = False
if MYPY:
    from mingg.core.explanation.explain import Why
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

    Told = list[tuple[str, str]]  # words, which are wrapped, and a figure behind them


def of_why(why: "Why", figures: "Told") -> "Told":
    """A reason: its sentence, the figures, the page."""
    source = say(OURS) if why.source == OURS else why.source
    return [(because(why.key, why.figures), "")] + figures + ([(source, "")] if source else [])


def made_words(steps: "list[tuple[str, str]]") -> "Told":
    """How the points of a set come about (core/explain.made)."""
    return [(say("made " + what), figure) for what, figure in steps]


LINES = 6  # that are seen at once


class Explanation(Screen):
    """back: the screen that it was asked from, and goes back to. The last words are where the book has it."""

    repeats = (UP, DOWN)

    def __init__(self, app: "App", back: Screen, title: str, figure: str, told: "Told") -> None:
        super().__init__(app)
        self.back = back
        self.figure = figure
        self.lines: "Told" = []
        self.top = 0
        self.room = 117 - app.canvas.width(figure)
        if app.canvas.width(title) > self.room:
            # What is too long for the header comes first below it.
            told = [(title, "")] + told
            title = ""
        self.title = title
        for words, value in told:
            # The figure stands behind the last line of its words.
            wrapped = wrap(app.canvas, words, 122 - (app.canvas.width(value, True) + 6 if value else 0))
            self.lines += [(line, "") for line in wrapped[:-1]] + [(wrapped[-1], value)]

    def draw(self, canvas: "Canvas") -> None:
        header(canvas, self.title, self.figure, self.room)
        for i, (words, value) in enumerate(self.lines[self.top : self.top + LINES]):
            y = 11 + 9 * i
            canvas.text(words, 2, y)
            canvas.text(value, 122, y, ALIGN_RIGHT, True)
        if self.top:
            canvas.arrow(UP, 123, 12)
        if self.top + LINES < len(self.lines):
            canvas.arrow(DOWN, 123, 59)

    def press(self, key: int) -> None:
        step = 1 if key == DOWN else -1
        if key in (A, B):
            self.app.show(self.back)
        elif key in (UP, DOWN) and 0 <= self.top + step <= len(self.lines) - LINES:
            self.top += step
        else:
            self.app.refuse(say("no more"))
