"""The I2C bus of a display."""

import time

from machine import I2C, Pin

# The bits of 16 ms at 400 kHz: the longest transfer, half a picture (frame.py), takes 12. A loose cable stops play for
# so long.
_TIMEOUT_BITS = 6400
# Many displays take it, and no data sheet promises it: the self-test asks the players.
_FAST_HZ = 1000000


class Wire:
    """Opens the bus of a display. number, pins and hz: I2C in board.py.

    fast: whether the bus that is open is fast. A fast bus is opened once after each use_fast(): if a display is lost on
    it, or does not answer, the next bus has the board's clock again.
    """

    def __init__(self, number: int, sda: int, scl: int, hz: int) -> None:
        self._number = number
        self._sda = sda
        self._scl = scl
        self._hz = hz
        self._next = self.fast = False

    def use_fast(self, on: bool) -> None:
        """Makes the next bus fast, or not."""
        self._next = on

    def open(self) -> I2C:
        """Frees the bus, then opens it."""
        self.fast, self._next = self._next, False
        hz = _FAST_HZ if self.fast else self._hz
        _free(self._sda, self._scl)
        timeout = _TIMEOUT_BITS * 1000 // (hz // 1000)  # in us
        return I2C(self._number, sda=Pin(self._sda), scl=Pin(self._scl), freq=hz, timeout=timeout)


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
