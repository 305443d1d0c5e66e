"""Explains why something counts: a sentence, the steps to its figure, and the page of the book."""

from mingg.core.rules.rows import OURS
from mingg.hal.keys import A
from mingg.lang import because, say
from mingg.ui.kit.lists import Text, wrap
from mingg.ui.kit.view import Key, Right, Screen, Title, View

MYPY = False
if MYPY:
    from mingg.core.explanation.explain import Why
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts

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


class Explanation(Screen):
    """An explanation, from which A and B go back to the screen before. The last line is the place in the book."""

    def __init__(self, app: "App", title: str, figure: str, paragraphs: "Paragraphs") -> None:
        super().__init__(app)
        self.heading, self.figure = title, figure
        canvas = app.display.canvas
        if canvas.width(title, True) + canvas.width(figure) > 100:
            # a title that is too long for the header comes first below it
            self.heading = ""
            paragraphs = [(title, "")] + paragraphs
        self.lines: "Paragraphs" = []
        for words, value in paragraphs:
            # the figure stands after the last line of its words
            wrapped = wrap(canvas, words, 114 - canvas.width(value, True) if value else 118)
            self.lines += [(line, "") for line in wrapped[:-1]] + [(wrapped[-1], value)]

    def view(self) -> "Parts":
        return View(
            Title(self.heading), Right(self.figure), Key(A, "A done", self.back, quiet=True), Text(self, self.lines)
        )
