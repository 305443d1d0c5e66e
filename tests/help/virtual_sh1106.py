"""A 1.3 inch module with an SH1106 (data sheet V2.3) on I2C or SPI; see virtual_display.py."""

from help.virtual_display import Refused, VirtualDisplay

__all__ = ["Refused", "VirtualSH1106"]


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
