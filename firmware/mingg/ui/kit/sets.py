"""Parts about a hand: its sets as small tiles, of which full ones are concealed and hollow ones exposed; its score."""

from mingg.hal.keys import LEFT, UP, A
from mingg.lang import say
from mingg.ui.kit.canvas import ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.kit.view import LINE, Arm, Part

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Count
    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Act, Page


class Way(Arm):
    """An answer that is a set or a pair, with its tiles: above the text at the sides, else before it; that of A stands
    in the middle. tiles: how many, and whether they are concealed."""

    def __init__(self, key: int, text: str, tiles: "tuple[int, bool]", act: "Act", argument: object) -> None:
        self.key, self.text, self.tiles, self.act, self.argument = key, text, tiles, act, argument
        self.first = ""

    def place(self, page: "Page") -> None:
        canvas, side = page.canvas, self.key
        number, full = self.tiles
        if side == A:
            canvas.key("A", 43, 24)
            draw_tiles(canvas, number, full, canvas.text(page.fit(self.text, 36), 56, 25) + 4, 24)
        elif side >= UP:
            y = 12 if side == UP else 55
            canvas.arrow(side, 16, y + 3)
            draw_tiles(canvas, number, full, 24, y)
            canvas.text(page.fit(self.text.replace("|", " "), 78), 48, y + 1)
        else:
            arrow, x, text_x, align = 1, 8, 8, ALIGN_LEFT
            if side != LEFT:
                arrow, x, text_x, align = 124, 121 - tiles_width(number, full, 5), 120, ALIGN_RIGHT
            canvas.arrow(side, arrow, 34)
            draw_tiles(canvas, number, full, x, 22)
            y = 32
            for line in self.text.split("|"):
                canvas.text(page.fit(line, 50), text_x, y, align)
                y += LINE


def tiles_width(number: int, full: bool, width: int = 4) -> int:
    """Returns the columns of tiles in a row, each `width` wide."""
    return number * width - 1 if full else number * (width - 1) + 1


def draw_tiles(canvas: "Canvas", number: int, full: bool, x: int, y: int, height: int = 8, width: int = 5) -> None:
    """Draws tiles in a row."""
    while number:  # a range would allocate an object
        if full:
            canvas.box(x, y, width - 1, height)
        else:
            canvas.frame(x, y, width, height)
        x += width if full else width - 1
        number -= 1


class Score(Part):
    """What a hand counts: the score in large figures at the left; below it the points and doublings that make it."""

    def __init__(self, counted: "Count") -> None:
        self.counted = counted

    def place(self, page: "Page") -> None:
        canvas, counted = page.canvas, self.counted
        score = str(counted.score)
        canvas.figures(score, 1, 14, ALIGN_LEFT, len(score) < 4)
        if counted.doublings or counted.limit or counted.special:
            text = str(counted.points)
            if counted.special is not None:  # it has a figure of its own
                text = say("limit") if counted.limit else ""
            elif counted.doublings:
                text += " x%d" % (1 << counted.doublings)
            canvas.text(text, 1, 36, ALIGN_LEFT, canvas.width(text, True) <= 43)
