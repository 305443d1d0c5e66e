"""Parts that are wired to an emulated chip: a display on its I2C, and buttons on its pins."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

from chip import MHZ, Chip

sys.path.insert(0, str(Path(__file__).parents[1] / "device"))

from virtual_ssd1306 import VirtualSSD1306

_TX_EMPTY = 1 << 4
_BITS = 9  # a byte, and its acknowledgement


class Transfer(NamedTuple):
    """A transfer on the wire. size: bytes with the address; at: the time of its end, ms; drew: True if it changed the
    picture."""

    at: float
    size: int
    drew: bool


class Oled:
    """A display on an I2C of the chip. A transfer takes its real time on the wire, and reaches `glass` at its end.

    transfers: all transfers so far; drawn_at: the time of the last change of the picture, ms.
    """

    def __init__(self, chip: Chip, bus: int, address: int) -> None:
        self.glass: Any = VirtualSSD1306(address)
        self.drawn_at = 0.0
        self.transfers: list[Transfer] = []
        self._chip = chip
        self._i2c = i2c = chip.mcu.i2c[bus]
        self._next: Any = None
        self._alarm = chip.clock.create_alarm(self._due)
        self._address = 0
        self._sent = bytearray()
        i2c.on_start = lambda repeated: i2c.complete_start()
        i2c.on_connect = self._connect
        i2c.on_write_byte = self._write
        i2c.on_stop = self._stop

    def _later(self, do: Any) -> None:
        self._next = do
        clocks = self._i2c.scl_high_period + self._i2c.scl_low_period
        self._alarm.schedule(_BITS * clocks / MHZ * 1e3)

    def _due(self) -> None:
        self._next()

    def _connect(self, address: int, mode: object) -> None:
        here = bool(self.glass.present and address & 0x7F == self.glass.address)
        self._address = address & 0x7F
        if not here:
            self.glass.asked.append(self._address)

        def done() -> None:
            self._i2c.complete_connect(here)
            if not here:
                # The chip says so as well, and the SDK waits for it; the emulator lets it wait for its timeout.
                self._i2c._set_interrupts(_TX_EMPTY)

        self._later(done)

    def _write(self, byte: int) -> None:
        self._sent.append(byte)
        self._later(lambda: self._i2c.complete_write(True))

    def _stop(self) -> None:
        if self._sent:
            before = bytes(self.glass.memory), self.glass.on
            try:
                self.glass.writeto(self._address, self._sent)
            except Exception as error:  # noqa: BLE001 - run() raises it: from here it would go through the emulator
                self._chip.fail(error)
            drew = before != (bytes(self.glass.memory), self.glass.on)
            self.transfers.append(Transfer(self._chip.ms, 1 + len(self._sent), drew))
            if drew:
                self.drawn_at = self._chip.ms
            self._sent = bytearray()
        self._i2c.complete_stop()


class Buttons:
    """Buttons from pins to ground, by their names."""

    def __init__(self, chip: Chip, pins: dict[str, int]) -> None:
        self._gpio = {name: chip.mcu.gpio[pin] for name, pin in pins.items()}
        for name in pins:
            self.up(name)

    def down(self, name: str) -> None:
        self._gpio[name].set_input_value(False)

    def up(self, name: str) -> None:
        self._gpio[name].set_input_value(True)
