"""Texts of any length: as lines that fit on the panel, or as a title that fits into the header."""

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import Canvas


def wrap(canvas: "Canvas", text: str, wide: int = 124) -> "list[str]":
    lines = [""]
    for word in text.split(" "):
        while canvas.width(word) > wide:  # a word that is wider than a line is broken
            piece = canvas.fit(word, wide)
            lines[-1:] = [lines[-1], piece, ""] if lines[-1] else [piece, ""]
            word = word[len(piece) :]
        extended = "%s %s" % (lines[-1], word) if lines[-1] else word
        if lines[-1] and canvas.width(extended) > wide:
            lines.append(word)
        else:
            lines[-1] = extended
    return lines


def header(canvas: "Canvas", title: str, right: str, room: int) -> None:
    """Draws a header. Its title is bold if it is not wider than `room` then."""
    bold = canvas.width(title, True) <= room
    canvas.header(title if bold else "", right)
    if not bold:
        canvas.text(title, 2, 1, ink=0)
