"""A display on SPI, with the interface of an I2C bus: the line DC replaces the first byte of a transfer.

Nothing answers on SPI, so a missing display is not noticed. One that is plugged in again is renewed page by page.
"""

import time

from machine import SPI, Pin

from mingg.hal.frame import Bus

ADDRESSES = (0,)  # CS selects the display; there are no addresses


class Wire:
    """The bus and its two other lines: DC (1: data, 0: commands) and CS (0: the display listens)."""

    def __init__(self, spi: SPI, dc: Pin, cs: Pin) -> None:
        self._write = spi.write
        self._dc = dc.value
        self._cs = cs.value

    def writeto(self, address: int, data: "bytearray | memoryview") -> None:
        self._dc(data[0] >> 6)
        self._cs(0)
        self._write(memoryview(data)[1:])
        self._cs(1)


def open_bus(number: int, sck: int, mosi: int, reset: int, dc: int, cs: int, hz: int) -> "Bus":
    """Resets the display and opens its bus. number, pins and hz: SPI in board.py."""
    select = Pin(cs, Pin.OUT, value=1)
    line = Pin(reset, Pin.OUT, value=1)
    time.sleep_us(1000)
    line.value(0)
    time.sleep_us(20)
    line.value(1)
    time.sleep_us(1000)
    spi = SPI(number, baudrate=hz, polarity=0, phase=0, sck=Pin(sck), mosi=Pin(mosi))
    return Wire(spi, Pin(dc, Pin.OUT, value=0), select)
