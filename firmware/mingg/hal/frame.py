"""A display of 128x64 pixels. show() sends only what changed. The display may be unplugged and plugged in at any time.

Pixels are MONO_VLSB, as framebuf and the displays have them: byte 128 * page + column holds eight rows of a column, the
uppermost in bit 0. The chips are in ssd1306.py and sh1106.py, the buses in i2c.py and spi.py.
"""

from typing import Callable, Protocol

from mingg.hal.ticks import ticks_diff, ticks_ms


class Bus(Protocol):
    def writeto(self, __address: int, __data: "bytearray | memoryview") -> object: ...


WIDTH = 128
PAGES = 8
SIZE = WIDTH * PAGES

# ms between two searches for a display that does not answer. On a dead bus each search waits for two timeouts.
RETRY_MS = 500
# While nothing changes, the settings and one page are sent again each time this many ms have passed. A display that
# lost power for a moment is blank but answers as before, and on SPI none ever answers. All pages take PAGES times this.
RENEW_MS = 250

# Columns that are compared at once. Equal columns at both ends of a run are left out: 8 % fewer bytes. A new place
# costs 10 bytes on I2C, and the time of 6 more in the program.
_CELL = 32
_CELLS = WIDTH // _CELL  # of one page
_WHOLE = (1 << _CELLS) - 1  # a bit for each cell of a page
# The most bytes of one transfer. A loose cable stops play for as long as a transfer may take: see i2c.py.
_MOST = 4 * WIDTH

# The first byte of a transfer: what the rest is.
COMMANDS = 0x00
DATA = 0x40

_CONTRAST = b"\x81\xcf"  # the command, and the level at the start
_ON, _OFF = 0xAF, 0xAE


class Frame:
    """A display. Draw into `buffer` (1024 bytes), then call show(). A subclass has the settings of its chip, and aim().

    bus: a function that opens the bus and returns it. Each search for the display calls it. It raises OSError, as
    does writeto(address, data) of the bus, if nothing answers.
    addresses: of the display on the bus, in the order of the search.
    settings: COMMANDS, then commands that can be sent at any time. _CONTRAST must be one of them.
    flows: data that fill a page from its first column go on in the next page.
    """

    flows = False

    def __init__(self, bus: "Callable[[], Bus]", addresses: "tuple[int, ...]", settings: bytes) -> None:
        self._open = bus
        self._addresses = addresses
        self._bus: "Bus | None" = None
        self.address = 0  # where the display answered last
        self._tried = False
        self._time = 0  # ms: of the last transfer; without a display, of the last search
        self._page = 0  # the next one to renew
        self.buffer = bytearray(SIZE)
        # What the display shows, from byte 1 on. A transfer needs a control byte before its data: _send() puts it into
        # the byte before them for a moment, and so copies nothing.
        self._sent = bytearray(SIZE + 1)
        # The wanted state: a display gets it as soon as it is found.
        self._settings = bytearray(settings)
        self._contrast = settings.index(_CONTRAST) + 1
        self._power = bytearray((COMMANDS, _ON))
        # Views, made once so that show() allocates nothing.
        self._new = memoryview(self.buffer)
        self._old = memoryview(self._sent)
        self._shown = self._old[1:]
        self._new_cells = _cut(self._new)
        self._old_cells = _cut(self._shown)

    def aim(self, page: int, column: int) -> bytearray:
        """Returns the commands after which data go into this page, from this column on."""
        raise NotImplementedError

    def present(self) -> bool:
        """Returns whether the display answered the last transfer."""
        return self._bus is not None

    def contrast(self, level: int) -> None:
        """Sets the brightness of lit pixels: 0 (dim, not dark) to 255."""
        self._settings[self._contrast] = level
        self._tell(self._settings)

    def sleep(self, on: bool) -> None:
        """Switches the pixels off (on=True), which takes almost no current, or on again. The display keeps the
        picture, and show() still changes it."""
        self._power[1] = _OFF if on else _ON
        self._tell(self._power)

    def show(self) -> None:
        """Sends what has changed. Never raises because of the display; searches for an absent one from time to time."""
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

    def show_first(self) -> None:
        """Sends what has changed in the first page: the header, while the rest is drawn."""
        if self._bus is not None:
            try:
                self._send_changes(self._bus, 1)
            except OSError:
                self._lost(ticks_ms())

    def reopen(self) -> None:
        """Opens the bus again at the next show(), and sends everything."""
        self._bus = None
        self._tried = False

    def _send_due(self, bus: "Bus", now: int, changed: bool) -> None:
        self._time = now
        try:
            if changed:
                self._send_changes(bus, PAGES)
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
                bus.writeto(address, self._power)  # only now: its memory held noise before
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

    def _send_changes(self, bus: "Bus", pages: int) -> None:
        new = self._new_cells
        old = self._old_cells
        whole = -1  # where the pages begin that are sent in one piece
        for page in range(pages):
            start = page * WIDTH
            cell = page * _CELLS
            changed = (
                (new[cell] != old[cell])
                | (new[cell + 1] != old[cell + 1]) << 1
                | (new[cell + 2] != old[cell + 2]) << 2
                | (new[cell + 3] != old[cell + 3]) << 3
            )
            if whole >= 0 and (changed != _WHOLE or start - whole == _MOST):
                self._send(bus, whole, start)
                whole = -1
            if changed == _WHOLE and self.flows:
                if whole < 0:
                    whole = start
                continue
            while changed:
                while not changed & 1:
                    changed >>= 1
                    start += _CELL
                end = start
                while changed & 1:
                    changed >>= 1
                    end += _CELL
                self._send_run(bus, start, end)
                start = end
        if whole >= 0:
            self._send(bus, whole, pages * WIDTH)

    def _send_run(self, bus: "Bus", start: int, end: int) -> None:
        """Sends a run of cells, of which the first and the last have changed, without the equal bytes at its ends."""
        new = self._new
        old = self._shown
        while new[start] == old[start]:
            start += 1
        while new[end - 1] == old[end - 1]:
            end -= 1
        self._send(bus, start, end)

    def _send(self, bus: "Bus", start: int, end: int) -> None:
        """Sends the bytes from start to end of the buffer. They belong to one page, or to whole pages if data flow."""
        sent = self._sent
        bus.writeto(self.address, self.aim(start // WIDTH, start % WIDTH))
        self._old[start + 1 : end + 1] = self._new[start:end]
        borrowed = sent[start]
        sent[start] = DATA
        bus.writeto(self.address, self._old[start : end + 1])
        sent[start] = borrowed


def _cut(view: memoryview) -> "tuple[memoryview, ...]":
    return tuple(view[i : i + _CELL] for i in range(0, SIZE, _CELL))
