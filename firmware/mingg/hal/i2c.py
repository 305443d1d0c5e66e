"""The I2C bus of a display."""

import time

from machine import I2C, Pin

# Longer than one page takes at 100 kHz; shorter than the default of the port, since a loose cable stops play for so
# long.
TIMEOUT_US = 15000


def open_bus(number: int, sda: int, scl: int, hz: int) -> I2C:
    """Frees the bus, then opens it. number, pins and hz: I2C in board.py."""
    _free(sda, scl)
    return I2C(number, sda=Pin(sda), scl=Pin(scl), freq=hz, timeout=TIMEOUT_US)


def _free(sda: int, scl: int) -> None:
    # After a restart in the middle of a transfer the display holds the data line until it gets the missing clocks.
    data = Pin(sda, Pin.IN, Pin.PULL_UP)
    clock = Pin(scl, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    for _ in range(9):
        if data.value():
            return
        clock.value(0)
        time.sleep_us(5)
        clock.value(1)
        time.sleep_us(5)
