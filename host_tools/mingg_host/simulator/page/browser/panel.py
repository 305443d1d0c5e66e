"""The panel of the page: a frame buffer that JavaScript reads directly from the VM's memory."""

import page
from mingg import lang
from uctypes import addressof

_LINE = 4  # texts whose tops are at most this far apart are on one line


class Panel:
    """128x64 pixels, MONO_VLSB, 1024 bytes.

    texts: a Canvas adds its texts here, for people who do not see the panel. fresh: True after show(), until the reader
    sets it to False.
    """

    def __init__(self) -> None:
        self.buffer = bytearray(1024)
        self.texts: list[tuple[int, int, str]] = []
        self.fresh = False
        self._level = 0xFF
        self._asleep = False

    def show(self) -> None:
        self.fresh = True
        page.show(addressof(self.buffer))
        page.said("\n".join(self._lines()), lang.spoken())

    def contrast(self, level: int) -> None:
        self._level = level
        self._shine()

    def sleep(self, on: bool) -> None:
        self._asleep = on
        self._shine()

    def _shine(self) -> None:
        page.shine(0 if self._asleep else self._level)

    def _lines(self) -> "list[str]":
        """Returns the texts line by line from the top, each line from the left."""
        lines: list[list[tuple[int, str]]] = []
        top = -_LINE
        for y, x, text in sorted([(y, x, text) for x, y, text in self.texts]):
            if not lines or y - top > _LINE:
                lines.append([])
                top = y
            lines[-1].append((x, text))
        return [" ".join([text for _, text in sorted(line)]) for line in lines]
