"""A display of 128x64 that may be unplugged and plugged in again at any time: what changed goes out, and no more.

Pixels are MONO_VLSB, as framebuf wants them and the displays keep them: byte 128 * page + column holds eight rows of a
column, the uppermost in bit 0. The displays themselves are ssd1306.py and sh1106.py; their bus is i2c.py or spi.py.
"""

from mingg.hal.ticks import ticks_diff, ticks_ms

MYPY = False
if MYPY:
    from typing import Callable, Protocol

    class Bus(Protocol):
        def writeto(self, __address: int, __data: bytearray | memoryview) -> object: ...


WIDTH = 128
PAGES = 8
SIZE = WIDTH * PAGES

# A display that does not answer is looked for no more often than this: a dead bus costs two timeouts a try.
RETRY_MS = 500
# While nothing changes, the settings and one page go out so often. A display that lost power for a moment answers as if
# nothing had happened, but is blank, and on SPI none ever answers; so it is whole again within PAGES times this.
RENEW_MS = 250

_CELL = 16  # columns compared at a time
_CELLS = WIDTH // _CELL  # to a page

# The first byte of a transfer says what the rest is.
COMMANDS = 0x00
DATA = 0x40

_CONTRAST = b"\x81\xcf"  # until another one is asked for
_ON, _OFF = 0xAF, 0xAE


class Frame:
    """Draw into buffer (1024 bytes), then show(). A subclass says how its display is set up, and aimed at a place.

    bus() opens the bus and returns it; it is called again for each attempt to find the display. Its
    writeto(address, data) raises OSError where nobody answers.
    settings: commands after COMMANDS that may be sent at any time, _CONTRAST among them.
    """

    def __init__(self, bus: "Callable[[], Bus]", addresses: "tuple[int, ...]", settings: bytes) -> None:
        self._open = bus
        self._addresses = addresses
        self._bus: "Bus | None" = None
        self.address = 0  # where it answered last
        self._tried = False
        self._time = 0  # of the last attempt while there is no display, else of the last transfer
        self._page = 0  # the next to renew
        self.buffer = bytearray(SIZE)
        # What the display shows, one byte further on: the byte before a run of columns can be lent to the control byte.
        self._sent = bytearray(SIZE + 1)
        # As they should be; a display that is found, or found again, is told so.
        self._settings = bytearray(settings)
        self._contrast = settings.index(_CONTRAST) + 1
        self._power = bytearray((COMMANDS, _ON))
        # Views made once, so that looking for what changed allocates nothing.
        self._new = memoryview(self.buffer)
        self._old = memoryview(self._sent)
        self._shown = self._old[1:]
        self._new_pages = _cut(self._new, WIDTH)
        self._old_pages = _cut(self._shown, WIDTH)
        self._new_cells = _cut(self._new, _CELL)
        self._old_cells = _cut(self._shown, _CELL)

    def aim(self, page: int, column: int) -> bytearray:
        """The commands after which the data that follow fill this page from this column on."""
        raise NotImplementedError

    def present(self) -> bool:
        """Whether it has been found, and answered since."""
        return self._bus is not None

    def contrast(self, level: int) -> None:
        """How bright a lit pixel is, 0 to 255; at 0 it still shines."""
        self._settings[self._contrast] = level
        self._tell(self._settings)

    def sleep(self, on: bool) -> None:
        """Dark, drawing next to no current, or awake again; what it shows is kept and may change meanwhile."""
        self._power[1] = _OFF if on else _ON
        self._tell(self._power)

    def show(self) -> None:
        """Send what has changed. Never raises because of the display; one that is absent is looked for again later."""
        now = ticks_ms()
        if self._bus is None:
            if not self._tried or ticks_diff(now, self._time) >= RETRY_MS:
                self._tried = True
                self._time = now
                self._connect()
        elif self._new != self._shown:
            self._send_due(self._bus, now, True)
        elif ticks_diff(now, self._time) >= RENEW_MS:
            self._send_due(self._bus, now, False)

    def _send_due(self, bus: "Bus", now: int, changed: bool) -> None:
        self._time = now
        try:
            if changed:
                self._send_changes(bus)
            else:
                self._renew(bus)
        except OSError:
            self._lost(now)

    def _tell(self, commands: bytearray) -> None:
        if self._bus is not None:
            try:
                self._bus.writeto(self.address, commands)
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
                self.address = address
                for page in range(PAGES):
                    self._send(bus, page * WIDTH, (page + 1) * WIDTH)
                bus.writeto(address, self._power)  # only now: its memory held noise
            except OSError:
                continue
            self._bus = bus
            return

    def _renew(self, bus: "Bus") -> None:
        page = self._page
        self._page = (page + 1) % PAGES
        bus.writeto(self.address, self._settings)
        self._send(bus, page * WIDTH, (page + 1) * WIDTH)
        bus.writeto(self.address, self._power)

    def _send_changes(self, bus: "Bus") -> None:
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

    def _send(self, bus: "Bus", start: int, end: int) -> None:
        """Send the bytes from start to end of the buffer, all of one page."""
        sent = self._sent
        bus.writeto(self.address, self.aim(start // WIDTH, start % WIDTH))
        self._old[start + 1 : end + 1] = self._new[start:end]
        lent = sent[start]
        sent[start] = DATA
        bus.writeto(self.address, self._old[start : end + 1])
        sent[start] = lent


def _cut(view: memoryview, size: int) -> "tuple[memoryview, ...]":
    return tuple(view[i : i + size] for i in range(0, SIZE, size))
