"""A display on SPI, written to as if it were on I2C: a line beside the bus says what the first byte says there.

Nobody answers on SPI, so a display that is missing goes unnoticed; one that comes back is renewed all the same.
"""

import time

from machine import SPI, Pin

MYPY = False
if MYPY:
    from mingg.hal.frame import Bus

ADDRESSES = (0,)  # what is selected is there


class Wire:
    """The bus, and the lines beside it: DC (what is sent is data) and CS (the display listens)."""

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
    """The bus to a display that has been reset."""
    select = Pin(cs, Pin.OUT, value=1)
    line = Pin(reset, Pin.OUT, value=1)
    time.sleep_us(1000)
    line.value(0)
    time.sleep_us(20)
    line.value(1)
    time.sleep_us(1000)
    spi = SPI(number, baudrate=hz, polarity=0, phase=0, sck=Pin(sck), mosi=Pin(mosi))
    return Wire(spi, Pin(dc, Pin.OUT, value=0), select)
