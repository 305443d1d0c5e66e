"""A 128x64 SSD1306 (data sheet rev. 1.1 and, for 0xAD, 1.5) on I2C or SPI; see virtual_display.py."""

from help.virtual_display import Refused, VirtualDisplay

__all__ = ["Refused", "VirtualSSD1306"]

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
