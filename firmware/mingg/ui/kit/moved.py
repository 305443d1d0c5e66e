"""The picture, moved a little while the panel rests: see rest.py."""

from mingg.ui.kit.canvas import WIDTH, Canvas
from mingg.ui.kit.rest import PLACES

FAR = 2  # pixels
_BAR = 96  # the least columns of a bar along an edge; half as many are lit between its letters


def move(canvas: "Canvas", place: int) -> None:
    """Moves the picture to a place, counted from 1, or as near to it as possible. Nothing of the picture is lost.

    It moves by one line of pixels at a time, and only if the line at that edge is blank, or crossed by nothing but a
    bar. A bar along the edge, like a header, may get thinner. The new line at the other edge repeats what stood there.
    """
    x, y = PLACES[place - 1]
    for _ in range(FAR):
        if x and _spare(canvas.buffer, x, 0):
            canvas.fb.scroll(x, 0)
        if y and _spare(canvas.buffer, 0, y):
            canvas.fb.scroll(0, y)


def _spare(buffer: bytearray, x: int, y: int) -> bool:
    """True if the line at that edge may be lost. A bar across the panel is lit at both ends, and longer than that
    line."""
    if x:
        edge, other = (WIDTH - 1, 0) if x > 0 else (0, WIDTH - 1)
        for band in range(0, len(buffer), WIDTH):
            if buffer[band + edge] & ~(buffer[band + edge - x] & buffer[band + other]):
                return False
        return True
    # A bar along the edge begins at its left end, or right of a wind, and reaches the right end without a gap. Its
    # letters begin below its first line.
    band, line, within = (len(buffer) - WIDTH, 0x80, 0x40) if y > 0 else (0, 0x01, 0x02)
    lit = inner = 0
    for column in range(band, band + WIDTH):
        if buffer[column] & line:
            lit += 1
            if buffer[column] & within:
                inner += 1
        elif lit:
            return False
    return not lit or (lit >= _BAR and inner >= _BAR // 2)
