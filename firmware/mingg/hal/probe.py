"""What the self-test asks of the board itself: loaded for it alone."""

import gc
import sys
import time

from machine import Pin, SoftI2C

from mingg.hal.keys import A

MYPY = False
if MYPY:
    from mingg.hal.device import Board
    from mingg.hal.frame import Frame

# What may be wrong with the two wires to a display that does not answer.
SILENT, SDA_LOW, SCL_LOW, TOUCH, EXCHANGED = "silent", "SDA low", "SCL low", "touch", "exchanged"
_SETTLED_US = 100  # a pull-up has charged any wire by then


class Probe:
    """What is wired where, in the words on the board, and whether it can be so."""

    def __init__(self, board: "Board", panel: "Frame") -> None:
        self._board = board
        self._panel = panel
        self.to_supply = board.KEYS_WIRED == "supply"

    def pin(self, key: int) -> str:
        """The pin, or pins, of a key, as they are called on the board."""
        pins = self._board.KEYS
        if len(pins) > A:
            return self._named(pins[key])
        if key >= A:  # an encoder's switch, and the button beside it
            return self._named(pins[key - 2])
        return self._named(pins[0]) + " " + self._named(pins[1])

    def wires(self) -> "tuple[str, str] | None":
        """The pins of SDA and SCL; None on SPI, where nobody answers."""
        if self._board.DISPLAY[1] != "i2c":
            return None
        _, sda, scl, _ = self._board.I2C
        return self._named(sda), self._named(scl)

    def display(self) -> "str | None":
        """Where the display answers; None where it does not."""
        if self.wires() is None:
            return "SPI"
        return "0x%02X" % self._panel.address if self._panel.present() else None

    def fault(self) -> "str | None":
        """What is wrong with the display's wires; None where it answers, or none could."""
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
        """Its version."""
        return ".".join([str(number) for number in sys.implementation.version[:3]])

    def memory(self) -> int:
        """How many bytes of the heap are free."""
        gc.collect()
        return gc.mem_free()

    def _named(self, gpio: int) -> str:
        return self._board.PIN + str(gpio)
