"""A virtual SSD1306 and SH1106, for CPython and MicroPython, and what they have in common: the buses, the command
stream, the glass, and events such as a pulled cable.

Memory and picture follow the data sheets. The display refuses what no driver should send: an unknown command or value,
a command that data cut short, a place outside the memory.
"""

EIO, ETIMEDOUT = 5, 110


class Refused(Exception):
    """The stream has something that the display does not know."""


class VirtualDisplay:
    """The bus and its display. present: whether it answers; address: at which address; bytes_sent: their number so far.

    A subclass has: WIDTH, columns of its memory; FIRST, the column at the left edge of the glass; ARGUMENTS, the number
    of bytes after each command; PLAIN, commands without arguments; RESET, the registers after a reset; FASTEST, Hz on
    SPI.
    """

    WIDTH = 128
    FIRST = 0
    ARGUMENTS = {}  # noqa: RUF012
    PLAIN = ()
    RESET = {}  # noqa: RUF012
    FASTEST = 0

    def __init__(self, address=0x3C):
        self.address = address
        self.present = True
        self.fail_after = -1  # transfers until the cable is pulled; -1: never
        self.cut_after = -1  # bytes of a transfer after which no acknowledge comes; -1: never
        self.error = EIO  # the error of the bus then
        self.bytes_sent = 0
        self.transfers = 0
        self.unanswered = []  # addresses that were tried and did not answer
        self.memory = bytearray(8 * self.WIDTH)
        self.power_cycle()

    # ---- events ----

    def power_cycle(self):
        """Switches the power on: registers as after reset, noise in the memory."""
        seed = 12345
        for i in range(len(self.memory)):
            seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
            self.memory[i] = seed >> 16 & 0xFF
        self.reset()

    def reset(self):
        """Resets the registers; the memory stays."""
        self.registers = dict(self.RESET)
        self.on = False
        self.column = self.page = 0
        self._command = -1  # the command that waits for arguments
        self._values = []  # its arguments so far

    def unplug(self):
        self.present = False

    def plug(self):
        self.power_cycle()
        self.present = True
        self.fail_after = self.cut_after = -1

    # ---- the picture ----

    def lit(self):
        """Whether the panel has its high voltage."""
        return self.on

    def contrast(self):
        return self.registers[0x81]

    def picture(self):
        """The picture as 1024 bytes MONO_VLSB; None if the panel is dark, or its rows are in a wrong order."""
        if self._command >= 0:
            raise Refused("cut short: " + hex(self._command))
        registers = self.registers
        if not self.lit() or registers[0xDA] != 0x12:  # as the glass is wired
            return None
        upside_down = registers[0xC0] != 0xC8
        mirrored = registers[0xA0] != 0xA1
        start, shift, rows = registers[0x40] & 63, registers[0xD3], registers[0xA8] + 1
        plain = start == shift == 0 and rows == 64 and not (upside_down or mirrored)
        flat = self._column_of(0, mirrored)
        if plain and registers[0xA4] == 0xA4 and registers[0xA6] == 0xA6:
            width = self.WIDTH  # the fast way: tests look at it thousands of times
            return b"".join(bytes(self.memory[i + flat : i + flat + 128]) for i in range(0, 8 * width, width))
        columns = bytearray(1024)
        for y in range(64):
            # COM63 drives the uppermost row of a glass with its cable below; scanned from there, or from the other end.
            line = (63 - y if upside_down else y) - shift
            line %= 64
            if line >= rows:
                continue
            row = (line + start) % 64
            for x in range(128):
                bit = self.memory[(row >> 3) * self.WIDTH + self._column_of(x, mirrored)] >> (row & 7) & 1
                if registers[0xA4] == 0xA5 or bit ^ (registers[0xA6] & 1):
                    columns[(y >> 3) * 128 + x] |= 1 << (y & 7)
        return bytes(columns)

    def _column_of(self, x, mirrored):
        return self.WIDTH - 1 - self.FIRST - x if mirrored else self.FIRST + x

    # ---- its buses ----

    def writeto(self, address, data):
        """A transfer on I2C."""
        if self.fail_after == 0:
            self.present = False
        if not self.present or address != self.address:
            self.unanswered.append(address)
            raise OSError(self.error)
        self.fail_after -= 1
        self.transfers += 1
        end = len(data)
        if 0 <= self.cut_after < end:
            end = self.cut_after
            self.present = False
        self.bytes_sent += 1 + end
        i = 0
        while i < end:
            control = data[i]
            if control & 0x3F:
                raise Refused("control byte " + hex(control))
            last = i + 2 if control & 0x80 else end  # one byte, then another control byte; or all the rest
            for index in range(i + 1, last):
                self.take(control & 0x40, data[index])
            i = last
        if end < len(data):
            raise OSError(self.error)
        return len(data)

    def clocked(self, is_data, data, hz):
        """A transfer on SPI while the display is selected. It does not answer."""
        if hz > self.FASTEST:
            raise Refused(f"{hz} Hz")
        if not self.present:
            return
        self.transfers += 1
        self.bytes_sent += len(data)
        for i in range(len(data)):
            self.take(is_data, data[i])

    # ---- the stream ----

    def take(self, is_data, byte):
        if is_data:
            if self._command >= 0:
                raise Refused("cut short: " + hex(self._command))
            self._put(byte)
            return
        if self._command >= 0:
            self._values.append(byte)
        elif byte in self.ARGUMENTS:
            self._command, self._values = byte, []
        else:
            if byte not in self.PLAIN:
                raise Refused(hex(byte))
            self.plain(byte)
            return
        if len(self._values) == self.ARGUMENTS[self._command]:
            command, self._command = self._command, -1
            self.set(command, self._values)

    def plain(self, command):
        if command < 0x10:
            self._set_column(self.column & 0xF0 | command)
        elif command < 0x20:
            self._set_column((command & 0x0F) << 4 | self.column & 0x0F)
        elif 0x40 <= command < 0x80:
            self.registers[0x40] = command
        elif 0xB0 <= command < 0xB8:
            self.page = command & 7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in (0xC0, 0xC8):
            self.registers[0xC0] = command
        elif 0xA0 <= command < 0xA8:
            self.registers[command & 0xFE] = command

    def _set_column(self, column):
        self.column = column

    def set(self, command, values):
        value = values[0]
        if command == 0xA8 and not 15 <= value <= 63:
            raise Refused(f"rows {value}")
        if command == 0xD3 and value > 63:
            raise Refused(f"offset {value}")
        self.registers[command] = value

    def _put(self, byte):
        raise NotImplementedError


HORIZONTAL, VERTICAL, PAGE = 0, 1, 2


class VirtualSSD1306(VirtualDisplay):
    """Three ways of addressing, two of them with a window of columns and pages; scrolling, which spoils the picture."""

    FASTEST = 10000000
    ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1}  # noqa: RUF012
    ARGUMENTS.update({0xDA: 1, 0xDB: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5})
    PLAIN = tuple(range(0x00, 0x20)) + (0x2E, 0x2F) + tuple(range(0x40, 0x80))
    PLAIN += (0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3) + tuple(range(0xB0, 0xB8))
    RESET = {0x20: PAGE, 0x2E: 0x2E, 0x40: 0x40, 0x81: 0x7F, 0x8D: 0x10, 0xA0: 0xA0, 0xA4: 0xA4, 0xA6: 0xA6}  # noqa: RUF012
    RESET.update({0xA8: 63, 0xC0: 0xC0, 0xD3: 0, 0xD5: 0x80, 0xD9: 0x22, 0xDA: 0x12, 0xDB: 0x20})

    @property
    def ram(self):
        """The memory as it stores the data of the driver."""
        return self.memory

    def reset(self):
        super().reset()
        self.columns = (0, 127)
        self.pages = (0, 7)

    def lit(self):
        return self.on and self.registers[0x8D] & 4 != 0  # no outside voltage on these modules

    def picture(self):
        return None if self.registers[0x2E] == 0x2F else super().picture()

    def _column_of(self, x, mirrored):
        return x  # the map is applied as data come in

    def plain(self, command):
        if command < 0x20 and self.registers[0x20] != PAGE:
            return  # without effect
        if 0xB0 <= command < 0xB8 and self.registers[0x20] != PAGE:
            return
        if command in (0x2E, 0x2F):
            self.registers[0x2E] = command
        else:
            super().plain(command)

    def _set_column(self, column):
        if column > 127:
            raise Refused(f"column {column}")
        self.column = column

    def set(self, command, values):
        if command == 0x20:
            if values[0] & 3 == 3:
                raise Refused("addressing 3")
            self.registers[0x20] = values[0] & 3
        elif command in (0x21, 0x22):
            last = 127 if command == 0x21 else 7
            if not values[0] <= values[1] <= last:
                raise Refused(str(values))
            if self.registers[0x20] == PAGE:
                return  # without effect
            if command == 0x21:
                self.columns = values[0], values[1]
                self.column = values[0]
            else:
                self.pages = values[0], values[1]
                self.page = values[0]
        else:
            super().set(command, values)

    def _put(self, byte):
        column = self.column if self.registers[0xA0] == 0xA1 else 127 - self.column
        self.memory[self.page * 128 + column] = byte
        addressing = self.registers[0x20]
        if addressing == PAGE:
            self.column = (self.column + 1) % 128  # and the page stays
        elif addressing == HORIZONTAL:
            if self._next_column():
                self._next_page()
        elif self._next_page():
            self._next_column()

    def _next_column(self):
        """Whether it starts again."""
        is_last = self.column == self.columns[1]
        self.column = self.columns[0] if is_last else (self.column + 1) % 128
        return is_last

    def _next_page(self):
        is_last = self.page == self.pages[1]
        self.page = self.pages[0] if is_last else (self.page + 1) % 8
        return is_last


class VirtualSH1106(VirtualDisplay):
    """132 columns, of which the glass shows the middle 128; a page and a column, no windows."""

    WIDTH = 132
    FIRST = 2
    FASTEST = 4000000
    ARGUMENTS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}  # noqa: RUF012
    PLAIN = tuple(range(0x00, 0x20)) + (0x30, 0x31, 0x32, 0x33) + tuple(range(0x40, 0x80))
    PLAIN += (0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE0, 0xE3, 0xEE) + tuple(range(0xB0, 0xB8))
    RESET = {0x30: 0x32, 0x40: 0x40, 0x81: 0x80, 0xA0: 0xA0, 0xA4: 0xA4, 0xA6: 0xA6, 0xA8: 63, 0xAD: 0x8B}  # noqa: RUF012
    RESET.update({0xC0: 0xC0, 0xD3: 0, 0xD5: 0x50, 0xD9: 0x22, 0xDA: 0x12, 0xDB: 0x35})

    def reset(self):
        super().reset()
        self.came_from = -1  # the column to which 0xEE returns

    def lit(self):
        return self.on and self.registers[0xAD] == 0x8B

    def plain(self, command):
        if 0x30 <= command < 0x34:
            self.registers[0x30] = command
        elif command == 0xE0:
            self.came_from = self.column
        elif command == 0xEE:
            if self.came_from >= 0:
                self.column, self.came_from = self.came_from, -1
        else:
            super().plain(command)

    def set(self, command, values):
        if command == 0xAD:
            if values[0] not in (0x8A, 0x8B):
                raise Refused(f"pump {values[0]}")
            if self.on:
                raise Refused("the pump is switched while the panel is lit")
        super().set(command, values)

    def _put(self, byte):
        if self.column >= self.WIDTH:
            raise Refused(f"column {self.column}")  # it counts no further than the last one
        self.memory[self.page * self.WIDTH + self.column] = byte
        self.column += 1
