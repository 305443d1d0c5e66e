"""The picture a little aside of its own place, so that no edge in it wears in; nothing of it is lost.

It moves by a line of pixels at a time, and only where the line that goes over the edge is blank, bars across the whole
panel left aside. What comes in at the other edge is what stood there.
"""

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas

WIDTH = 128
FAR = 2  # pixels
_PLACES = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def move(canvas: "Canvas", place: int) -> None:
    """Moves what is drawn to a place, from 1, or as near to it as it can go."""
    x, y = _PLACES[place - 1]
    for _ in range(FAR):
        if x and _spare(canvas.buffer, x, 0):
            canvas.fb.scroll(x, 0)
        if y and _spare(canvas.buffer, 0, y):
            canvas.fb.scroll(0, y)


def _spare(buffer: bytearray, x: int, y: int) -> bool:
    """The line at that edge may go. A bar is lit at both ends, and is more than a line there."""
    if x:
        edge, other = (WIDTH - 1, 0) if x > 0 else (0, WIDTH - 1)
        for band in range(0, len(buffer), WIDTH):
            if buffer[band + edge] & ~(buffer[band + edge - x] & buffer[band + other]):
                return False
        return True
    band, line = (len(buffer) - WIDTH, 0x80) if y > 0 else (0, 0x01)
    return not any(buffer[at] & line for at in range(band, band + WIDTH))
