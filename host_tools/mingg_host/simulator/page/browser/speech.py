"""What a screen reader says of a screen: its parts in their order, what A ticked, and where the bar of a list is."""

from mingg.lang import letters
from mingg.ui.kit.canvas import Canvas
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.view import Key

Placed = tuple[int, int, str]  # x, y, text

TICKED, LIT = "✓", "→"  # what a screen reader says for a tick, and before the line with the bar
_LINE = 4  # texts whose tops are at most this far apart are on one line
_HEAD = 10  # the title is above this row, the heads of columns begin there


class Spoken(Canvas):
    """A canvas that keeps what can be said of its picture."""

    def __init__(self, buffer: bytearray) -> None:
        super().__init__(buffer)
        self.texts: list[Placed] = []
        self.ends = []
        self.lit: set[int] = set()  # which texts stand on a bar

    def clear(self) -> None:
        super().clear()
        self.lit.clear()

    def text(self, s: str, x: int, y: int, align: int = 0, bold: bool = False, ink: int = 1) -> int:
        if s and not ink and y > _HEAD:
            self.lit.add(len(self.texts))
        return super().text(s, x, y, align, bold, ink)

    def key(self, ch: str, x: int, y: int, ink: int = 1) -> int:
        after = super().key(ch, x, y, ink)
        self.lit.discard(len(self.texts) - 1)
        return after

    def tick(self, x: int, y: int, ink: int = 1) -> None:
        super().tick(x, y, ink)
        self.texts.append((x, y, TICKED))

    def said(self, barred: bool) -> "list[str]":
        """Returns the lines to say. barred: a bar stands over the picture; it was drawn last and is said first."""
        texts = list(enumerate(self.texts))
        bar = texts.pop()[1][2] if barred else ""
        head: list[Placed] = []
        lines: list[str] = []
        start = 0
        for part, end in (self.ends or []) + [(None, len(texts))]:
            own = [text for text in texts[start:end] if text[1][1] >= _HEAD]
            head += [text for _, text in texts[start:end] if text[1] < _HEAD]
            start = end
            if isinstance(part, Compass):
                lines += [" ".join((letters(wind), name, value)).strip() for _, name, wind, value in part.people]
            elif isinstance(part, Key) and own:
                line = " ".join([text for _, (_, _, text) in own])
                lines.append(TICKED + " " + line if getattr(part, "chosen", False) else line)
            else:
                lines += self._lines(own)
        title = " ".join([text for _, _, text in sorted(head)])
        lines.insert(0, title)
        lines.insert(0, bar)
        return [line for line in lines if line]

    def _lines(self, texts: "list[tuple[int, Placed]]") -> "list[str]":
        """Returns texts line by line, in the order in which they were drawn."""
        lines: list[str] = []
        top = -_HEAD
        for i, (_, y, text) in texts:
            if abs(y - top) > _LINE:
                lines.append(text)
            else:
                lines[-1] += " " + text
            if i in self.lit and lines[-1][0] != LIT:
                lines[-1] = LIT + " " + lines[-1]
            top = y
        return lines
