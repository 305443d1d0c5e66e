"""The SH1106, the chip of most 1.3 inch displays. It has 132 columns, of which the glass shows the middle 128. It has
no windows: data fill a page from a column on."""

from typing import Callable

from mingg.hal.frame import COMMANDS, Bus, Frame

ADDRESSES = (0x3C, 0x3D)

_FIRST = 2  # the column at the left edge of the glass

# No command for the charge pump: it is on after a reset, and may be switched only while the panel is dark.
_SETTINGS = bytes(
    (
        COMMANDS,
        0x40,  # the picture starts at row 0 of the memory
        0xA1, 0xC8,  # column 0 at the left, row 0 at the top, with the flexible cable below
        0xA8, 63,  # rows driven, less one
        0xD3, 0,  # no vertical offset
        0xDA, 0x12,  # rows wired alternately
        0xD5, 0x80,  # clock: a picture 100 times a second
        0xD9, 0x22, 0xDB, 0x35,  # precharge and deselect level as after reset
        0x32,  # voltage of the pump: 8 V, as after reset
        0x81, 0xCF,  # contrast
        0xA4, 0xA6,  # show the memory; a set bit is lit
    )
)  # fmt: skip


class SH1106(Frame):
    """See Frame. addresses: where to search on the bus."""

    def __init__(self, bus: "Callable[[], Bus]", addresses: "tuple[int, ...]" = ADDRESSES) -> None:
        super().__init__(bus, addresses, _SETTINGS)
        self._place = bytearray((COMMANDS, 0xB0, 0x00, 0x10))

    def aim(self, page: int, column: int) -> bytearray:
        column += _FIRST
        place = self._place
        place[1] = 0xB0 | page
        place[2] = column & 0x0F
        place[3] = 0x10 | column >> 4
        return place
