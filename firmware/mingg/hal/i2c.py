"""The I2C bus. The numbers come from the board's data."""

import time

from machine import I2C, Pin

# Longer than a page of the display takes at 100 kHz, shorter than the port's default: a loose cable stops play so long.
TIMEOUT_US = 15000


def open_bus(number: int, sda: int, scl: int, hz: int) -> I2C:
    """The bus, made free first."""
    _free(sda, scl)
    return I2C(number, sda=Pin(sda), scl=Pin(scl), freq=hz, timeout=TIMEOUT_US)


def _free(sda: int, scl: int) -> None:
    # A restart in the middle of a transfer leaves the display holding the data line until it has been given its clocks.
    data = Pin(sda, Pin.IN, Pin.PULL_UP)
    clock = Pin(scl, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    for _ in range(9):
        if data.value():
            return
        clock.value(0)
        time.sleep_us(5)
        clock.value(1)
        time.sleep_us(5)
