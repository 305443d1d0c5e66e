"""An I2C bus with a 128x64 SSD1306 on it, for CPython and MicroPython: reads the command stream as the data sheet says.

Refuses what no driver should send: an unknown command, one cut short, a window that is not there.
"""

ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
START_LINE = range(0x40, 0x80)
PLAIN = (0x2E, 0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3)


class Refused(Exception):
    """The stream asks for something the display does not know."""


class VirtualSSD1306:
    """The bus and its display. present: whether it answers; address: where; bytes_sent: what went over the wire."""

    def __init__(self, address=0x3C):
        self.address = address
        self.present = True
        self.fail_after = -1  # transfers until the cable comes out; -1: never
        self.bytes_sent = 0
        self.transfers = 0
        self.asked = []  # addresses that were tried and did not answer
        self.ram = bytearray(1024)
        self.power_cycle()

    def power_cycle(self):
        """Power comes: registers as after reset, noise in the memory."""
        seed = 12345
        for i in range(1024):
            seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
            self.ram[i] = seed >> 16 & 0xFF
        self.on = False
        self.settings = {
            0x20: (2,),
            0x81: (0x7F,),
            0x8D: (0x10,),
            0xA8: (63,),
            0xD3: (0,),
            0xD5: (0x80,),
            0xDA: (0x12,),
        }
        self.flags = {0xA0: 0xA0, 0xC0: 0xC0, 0xA4: 0xA4, 0xA6: 0xA6, 0x40: 0x40}
        self.columns = (0, 127)
        self.pages = (0, 7)
        self.column = self.page = 0

    def unplug(self):
        self.present = False

    def plug(self):
        self.power_cycle()
        self.present = True
        self.fail_after = -1

    def picture(self):
        """What is seen, as 1024 bytes MONO_VLSB; None when the panel is dark, scrambled or upside down."""
        lit = self.on and self.settings[0x8D] == (0x14,) and self.flags[0xA4] == 0xA4 and self.flags[0xA6] == 0xA6
        upright = self.flags[0xA0] == 0xA1 and self.flags[0xC0] == 0xC8
        rows = self.settings[0xA8] == (63,) and self.settings[0xD3] == (0,) and self.settings[0xDA] == (0x12,)
        rows = rows and self.flags[0x40] == 0x40
        return bytes(self.ram) if lit and upright and rows else None

    def contrast(self):
        return self.settings[0x81][0]

    def writeto(self, address, data):
        if self.fail_after == 0:
            self.present = False
        if not self.present or address != self.address:
            self.asked.append(address)
            raise OSError(5)
        self.fail_after -= 1
        self.transfers += 1
        self.bytes_sent += 1 + len(data)
        if data[0] == 0x40:
            for i in range(1, len(data)):
                self._data(data[i])
        elif data[0] == 0x00:
            self._commands(data)
        else:
            raise Refused(hex(data[0]))
        return len(data)

    def _commands(self, data):
        i = 1
        while i < len(data):
            command = data[i]
            count = ARGUMENTS.get(command, 0)
            values = tuple(data[i + 1 : i + 1 + count])
            if len(values) < count or not (command in ARGUMENTS or command in PLAIN or command in START_LINE):
                raise Refused(hex(command))
            i += 1 + count
            self._command(command, values)

    def _command(self, command, values):
        if command in (0x21, 0x22) and self.settings[0x20] != (0,):
            self._window(values, 127)  # without effect in page addressing
        elif command == 0x21:
            self.columns = self._window(values, 127)
            self.column = values[0]
        elif command == 0x22:
            self.pages = self._window(values, 7)
            self.page = values[0]
        elif command in ARGUMENTS:
            self.settings[command] = values
        elif command in START_LINE:
            self.flags[0x40] = command
        elif command >= 0xAE and command <= 0xAF:
            self.on = command == 0xAF
        elif command & 0xF0 == 0xA0 or command == 0xC0 or command == 0xC8:
            self.flags[command & 0xFE if command & 0xF0 == 0xA0 else 0xC0] = command

    def _window(self, values, most):
        if not values[0] <= values[1] <= most:
            raise Refused(str(values))
        return values

    def _data(self, byte):
        self.ram[self.page * 128 + self.column] = byte
        if self.settings[0x20] != (0,):  # as after reset: the page stays
            self.column = (self.column + 1) % 128
        elif self.column < self.columns[1]:
            self.column += 1
        else:
            self.column = self.columns[0]
            self.page = self.page + 1 if self.page < self.pages[1] else self.pages[0]
