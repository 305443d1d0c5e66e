"""The SSD1306, the chip of most 0.96 inch displays."""

from typing import Callable

from mingg.hal.frame import COMMANDS, PAGES, WIDTH, Bus, Frame

ADDRESSES = (0x3C, 0x3D)

_SETTINGS = bytes(
    (
        COMMANDS,
        0x20, 0x00,  # addressing: horizontal
        0x40,  # the picture starts at row 0 of the memory
        0xA1, 0xC8,  # column 0 at the left, row 0 at the top, with the flexible cable below
        0xA8, 63,  # rows driven, less one
        0xD3, 0,  # no vertical offset
        0xDA, 0x12,  # rows wired alternately, as on every 128x64 module
        0xD5, 0x80,  # clock as after reset
        0xD9, 0xF1, 0xDB, 0x30,  # precharge and deselect level, for the charge pump
        0x81, 0xCF,  # contrast
        0xA4, 0xA6,  # show the memory; a set bit is lit
        0x2E,  # no scrolling
        0x8D, 0x14,  # the charge pump on
    )
)  # fmt: skip


class SSD1306(Frame):
    """See Frame. addresses: where to search on the bus."""

    flows = True

    def __init__(self, bus: "Callable[[], Bus]", addresses: "tuple[int, ...]" = ADDRESSES) -> None:
        super().__init__(bus, addresses, _SETTINGS)
        # A window from a place to the last column and the last page: the data of one page never wrap in it, and whole
        # pages follow each other.
        self._window = bytearray((COMMANDS, 0x21, 0, WIDTH - 1, 0x22, 0, PAGES - 1))

    def aim(self, page: int, column: int) -> bytearray:
        window = self._window
        window[2] = column
        window[5] = page
        return window
