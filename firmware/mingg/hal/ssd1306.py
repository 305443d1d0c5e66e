"""A 128x64 SSD1306 on I2C, which may be unplugged and plugged in again at any time.

Pixels are MONO_VLSB, as framebuf wants them and the display keeps them: byte 128 * page + column holds eight rows of a
column, the uppermost in bit 0.
"""

from mingg.hal.ticks import ticks_diff, ticks_ms

MYPY = False
if MYPY:
    from typing import Callable

    from machine import I2C

WIDTH = 128
PAGES = 8
SIZE = WIDTH * PAGES
ADDRESSES = (0x3C, 0x3D)

# A display that does not answer is looked for no more often than this: a dead bus costs two timeouts a try.
RETRY_MS = 500
# While nothing changes, the settings and one page go out so often. A display that lost power for a moment answers as if
# nothing had happened, but is blank; so it is whole again within PAGES times this.
RENEW_MS = 250

_CELL = 16  # columns compared at a time
_CELLS = WIDTH // _CELL  # to a page

# The first byte of a transfer says what the rest is.
_COMMANDS = 0x00
_DATA = 0x40

_SETTINGS = bytes(
    (
        _COMMANDS,
        0x20, 0x00,  # addressing: horizontal
        0x40,  # the picture starts at row 0 of the memory
        0xA1, 0xC8,  # column 0 at the left, row 0 at the top, with the flexible cable below
        0xA8, 63,  # rows driven, less one
        0xD3, 0,  # no vertical offset
        0xDA, 0x12,  # rows wired alternately, as on every 128x64 module
        0xD5, 0x80,  # clock as after reset
        0xD9, 0xF1, 0xDB, 0x30,  # precharge and deselect level, for the charge pump
        0x81, 0xCF,  # contrast, until another one is asked for
        0xA4, 0xA6,  # show the memory; a set bit is lit
        0x2E,  # no scrolling
        0x8D, 0x14,  # the charge pump on
    )
)  # fmt: skip
_CONTRAST = _SETTINGS.index(b"\x81\xcf") + 1
_ON, _OFF = 0xAF, 0xAE


class SSD1306:
    """Draw into buffer (1024 bytes), then show().

    bus() opens the I2C bus and returns it; it is called again for each attempt to find the display.
    """

    def __init__(self, bus: "Callable[[], I2C]", addresses: "tuple[int, ...]" = ADDRESSES) -> None:
        self._open = bus
        self._addresses = addresses
        self._bus: "I2C | None" = None
        self._address = 0
        self._tried = False
        self._time = 0  # of the last attempt while there is no display, else of the last transfer
        self._page = 0  # the next to renew
        self.buffer = bytearray(SIZE)
        # What the display shows, one byte further on: the byte before a run of columns can be lent to the control byte.
        self._sent = bytearray(SIZE + 1)
        self._window = bytearray((_COMMANDS, 0x21, 0, WIDTH - 1, 0x22, 0, PAGES - 1))
        # As they should be; a display that is found, or found again, is told so.
        self._settings = bytearray(_SETTINGS)
        self._power = bytearray((_COMMANDS, _ON))
        # Views made once, so that looking for what changed allocates nothing.
        self._new = memoryview(self.buffer)
        self._old = memoryview(self._sent)
        self._shown = self._old[1:]
        self._new_pages = _cut(self._new, WIDTH)
        self._old_pages = _cut(self._shown, WIDTH)
        self._new_cells = _cut(self._new, _CELL)
        self._old_cells = _cut(self._shown, _CELL)

    def contrast(self, level: int) -> None:
        """How bright a lit pixel is, 0 to 255; at 0 it still shines."""
        self._settings[_CONTRAST] = level
        self._tell(self._settings)

    def sleep(self, on: bool) -> None:
        """Dark, drawing next to no current, or awake again; what it shows is kept and may change meanwhile."""
        self._power[1] = _OFF if on else _ON
        self._tell(self._power)

    def show(self) -> None:
        """Send what has changed. Never raises because of the display; one that is absent is looked for again later."""
        now = ticks_ms()
        bus = self._bus
        if bus is None:
            if self._tried and ticks_diff(now, self._time) < RETRY_MS:
                return
            self._tried = True
            self._time = now
            self._connect()
            return
        try:
            if self._new != self._shown:
                self._time = now
                self._send_changes(bus)
            elif ticks_diff(now, self._time) >= RENEW_MS:
                self._time = now
                self._renew(bus)
        except OSError:
            self._lost(now)

    def _tell(self, commands: bytearray) -> None:
        if self._bus is not None:
            try:
                self._bus.writeto(self._address, commands)
            except OSError:
                self._lost(ticks_ms())

    def _lost(self, now: int) -> None:
        self._bus = None
        self._time = now

    def _connect(self) -> None:
        try:
            bus = self._open()
        except OSError:
            return
        for address in self._addresses:
            try:
                bus.writeto(address, self._settings)
                self._address = address
                for page in range(PAGES):
                    self._send(bus, page * WIDTH, (page + 1) * WIDTH)
                bus.writeto(address, self._power)  # only now: its memory held noise
            except OSError:
                continue
            self._bus = bus
            return

    def _renew(self, bus: "I2C") -> None:
        page = self._page
        self._page = (page + 1) % PAGES
        bus.writeto(self._address, self._settings)
        self._send(bus, page * WIDTH, (page + 1) * WIDTH)
        bus.writeto(self._address, self._power)

    def _send_changes(self, bus: "I2C") -> None:
        new = self._new_cells
        old = self._old_cells
        for page in range(PAGES):
            if self._new_pages[page] == self._old_pages[page]:
                continue
            cell = page * _CELLS
            last = cell + _CELLS
            while cell < last:
                first = cell
                while cell < last and new[cell] != old[cell]:
                    cell += 1
                if cell > first:
                    self._send(bus, first * _CELL, cell * _CELL)
                cell += 1

    def _send(self, bus: "I2C", start: int, end: int) -> None:
        """Send the bytes from start to end of the buffer, all of one page."""
        sent = self._sent
        window = self._window
        window[2] = start % WIDTH
        window[5] = start // WIDTH
        bus.writeto(self._address, window)
        self._old[start + 1 : end + 1] = self._new[start:end]
        lent = sent[start]
        sent[start] = _DATA
        bus.writeto(self._address, self._old[start : end + 1])
        sent[start] = lent


def _cut(view: memoryview, size: int) -> "tuple[memoryview, ...]":
    return tuple(view[i : i + size] for i in range(0, SIZE, size))
