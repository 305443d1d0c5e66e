"""The common part of the virtual SSD1306 and SH1106, for CPython and MicroPython: the buses, the command stream, the
glass, and events such as a pulled cable.

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
