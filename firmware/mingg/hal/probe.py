"""Tests the wiring of the board. Only the self-test loads this module."""

import gc
import sys
import time

from machine import Pin, SoftI2C, freq

from mingg.hal import device
from mingg.hal.device import Board
from mingg.hal.frame import Frame

# Why a display does not answer; TOUCH: SDA and SCL touch each other.
SILENT, SDA_LOW, SCL_LOW, TOUCH, EXCHANGED = "silent", "SDA low", "SCL low", "touch", "exchanged"
_SETTLED_US = 100  # a pull-up charges any wire in this time


class Probe:
    """Tells which pin is which, in the names printed on the board, and what is wrong with the wires of the display."""

    def __init__(self, board: "Board", panel: "Frame") -> None:
        self._board = board
        self._panel = panel
        self.to_supply = board.KEYS_WIRED == "supply"

    def pin(self, key: int) -> str:
        """Returns the name of a key's pin."""
        return self._named(self._board.KEYS[key])

    def wires(self) -> "tuple[str, str] | None":
        """Returns the names of the pins SDA and SCL; None on SPI, where a display never answers."""
        if self._board.DISPLAY[1] != "i2c":
            return None
        _, sda, scl, _ = self._board.I2C
        return self._named(sda), self._named(scl)

    def display(self) -> "str | None":
        """Returns the address at which the display answers, and the clock of a fast bus; None if it does not answer;
        "SPI" on SPI."""
        if self.wires() is None:
            return "SPI"
        if not self._panel.present():
            return None
        return "0x%02X" % self._panel.address + (" 1 MHz" if self.fast() else "")

    def use_fast(self, on: bool) -> None:
        """Opens the bus of the display again, fast or not, and sends everything."""
        device.use_fast(on)
        self._panel.reopen()

    def fast(self) -> bool:
        """Returns whether the display answers on a fast bus."""
        return self._panel.present() and device.is_fast()

    def fault(self) -> "str | None":
        """Returns what is wrong with the wires of the display; None if it answers, and on SPI."""
        if self._panel.present() or self.wires() is None:
            return None
        _, sda, scl, _ = self._board.I2C
        data, clock = Pin(sda, Pin.IN, Pin.PULL_UP), Pin(scl, Pin.IN, Pin.PULL_UP)
        time.sleep_us(_SETTLED_US)
        if not data.value():
            return SDA_LOW
        if not clock.value():
            return SCL_LOW
        clock = Pin(scl, Pin.OPEN_DRAIN, value=0)
        time.sleep_us(_SETTLED_US)
        touching = not data.value()
        clock.value(1)
        if touching:
            return TOUCH
        for address in SoftI2C(scl=Pin(sda), sda=Pin(scl), freq=100000).scan():
            if address in self._board.DISPLAY_ADDRESSES:
                return EXCHANGED
        return SILENT

    def micropython(self) -> str:
        """Returns the version of MicroPython: "1.24.1"."""
        return ".".join([str(number) for number in sys.implementation.version[:3]])

    def clock(self) -> int:
        """Returns the clock of the chip in MHz."""
        return freq() // 1000000

    def memory(self) -> int:
        """Returns the free bytes of the heap, after a collection."""
        gc.collect()
        return gc.mem_free()

    def _named(self, gpio: int) -> str:
        return self._board.PIN + str(gpio)
