"""Common parts of screens: the compass of the players, a sum, a message in lines, what B does, a message in a bar.

All places and sizes are in pixels, from the upper left corner of the panel.
"""

from mingg.hal.keys import DOWN, LEFT, UP
from mingg.ui.panel.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT, BACK

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas

WIDTH = 128  # of the panel
ROWS = 5  # of a list, below the header


def signed(points: int) -> str:
    """Formats points with their sign: "+20", "-4", "0"."""
    return ("+%d" if points > 0 else "%d") % points


def amount(canvas: "Canvas", value: str, x: int, y: int, align: int, room: int) -> None:
    """Draws a sum at x, y in middle figures, or in letters if the figures are wider than `room`. align: ALIGN_..."""
    if canvas.figures_width(value, False) <= room:
        canvas.figures(value, x, y, align, False)
    else:
        canvas.text(value, x, y + 3, align, canvas.width(value, True) <= room)


def compass(
    canvas: "Canvas",
    app: "App",
    people: "list[tuple[int, str, str]]",
    box: int,
    order: "list[int] | None" = None,
    low: bool = False,
) -> None:
    """Draws the players at their sides, below a header.

    people  [(player, seat wind, sum)]. The letter of East stands in a filled box
    box     the width of what the caller draws in the middle
    order   the players in play, as in App.side()
    low     the players at the sides stand lower, below a line of text

    A line of pixels stays blank below and at the sides, so that the picture can move at rest.
    """
    room = (WIDTH - box) // 2 - 3
    for player, wind, value in people:
        side, name, east = app.side(player, order), app.name(player), wind == "E"
        if side in (UP, DOWN):
            y = 11 if side == UP else 50
            canvas.wind(wind, 22, y + 1, east)
            name = canvas.fit(name, 102 - 36 - min(canvas.figures_width(value, False), 52), True)
            end = canvas.text(name, 36, y + 3, 0, True)
            amount(canvas, value, 105, y, ALIGN_RIGHT, 103 - end)
            continue
        name = canvas.fit(name, room - 14, True)
        y, x, name_x, sum_x, align = 24, 1, 15, 1, ALIGN_LEFT
        if side != LEFT:
            x, name_x, sum_x, align = 116, 112, 126, ALIGN_RIGHT
        if low:
            y = 32
            canvas.text(value, sum_x, 43, align, canvas.width(value, True) <= room)
        else:
            amount(canvas, value, sum_x, 36, align, room)
        canvas.wind(wind, x, y, east)
        canvas.text(name, name_x, y + 2, align, True)


def draw_lines(canvas: "Canvas", text: str, y: int, pitch: int = 10) -> None:
    """Draws a message below a header, line by line. A "|" in the message ends a line."""
    for line in text.split("|"):
        canvas.text(line, 2, y)
        y += pitch


def draw_back(canvas: "Canvas", text: str, beside: bool, y: int = 56) -> None:
    """Draws what B does: in the header, left of what A does; else in the last line, if that is blank; else only a sign.

    beside: the last line has other words, and a gap between them is enough. y: of the last line.
    """
    last = bytes(canvas.buffer[7 * WIDTH : 8 * WIDTH - 1])
    for shown, gap in ((text, 6), (text, 3), (BACK, 3)):
        wide = canvas.width(shown)
        # A byte is a column of 8 pixels. The header is lit: a gap in it is a run of 0xFF, in the last line one of 0.
        if canvas.hint[:2] == "A ":
            x = bytes(canvas.buffer[:WIDTH]).rfind(b"\xff" * (wide + 2 * gap - 1))
            if x >= 0:
                canvas.text(shown, x + gap - 2, 1, ink=0)
                return
        x = last.rfind(bytes(wide + 2 * gap if beside else WIDTH - 1))
        if x >= 0:
            canvas.text(shown, x + gap if beside else 121 - wide, y)
            return


def bar(canvas: "Canvas", text: str, y: int) -> None:
    """Draws a line of text in a bar, which stays until the next key."""
    text = canvas.fit(text, WIDTH - 10)
    width = canvas.width(text) + 10
    x = max(0, WIDTH - width) if y < 20 else (WIDTH - width) // 2
    # A dark line around the bar separates it from the picture.
    left, right = max(0, x - 1), min(WIDTH, x + width + 1)
    canvas.box(left, y - 1, right - left, 13, 0)
    canvas.box(x, y, width, 11)
    canvas.text(text, x + width // 2, y + 2, ALIGN_CENTRE, False, 0)
