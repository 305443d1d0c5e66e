"""What is wired to an emulated chip: a display on its I2C or its SPI, buttons on its pins."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

from chip import Chip
from clocks import CYCLE_NS, Alarm

sys.path.insert(0, str(Path(__file__).parents[1] / "device"))

from virtual_ssd1306 import VirtualSSD1306

_TX_EMPTY = 1 << 4
_BITS = 9  # a byte, and its acknowledgement
_DATA = 0x40


class Transfer(NamedTuple):
    """begun: when its first byte was there, ms; size: bytes on the wire, the address among them; drew: when it changed
    what is shown for the first time, None if it did not."""

    begun: float
    size: int
    drew: float | None


class Display:
    """A display that takes each byte when it has come. transfers: all there were; drawn_at: when what it shows changed
    last, ms."""

    def __init__(self, chip: Chip, address: int = 0) -> None:
        self.glass: Any = VirtualSSD1306(address)
        self.drawn_at = 0.0
        self.transfers: list[Transfer] = []
        self._chip = chip
        self._begun = 0.0
        self._size = 0
        self._drew: float | None = None

    def count(self) -> None:
        """Another byte is there."""
        self._size += 1
        if self._size == 1:
            self._begun = self._chip.ms

    def take(self, is_data: int, byte: int) -> None:
        glass = self.glass
        before = bytes(glass.memory), glass.on
        try:
            glass.take(is_data, byte)
        except Exception as error:  # noqa: BLE001 - run() raises it: from here it would go through the emulator
            self._chip.fail(error)
        if before != (bytes(glass.memory), glass.on):
            self.drawn_at = self._chip.ms
            if self._drew is None:
                self._drew = self.drawn_at

    def end(self) -> None:
        """A transfer is over."""
        if self._size:
            self.transfers.append(Transfer(self._begun, self._size, self._drew))
        self._size, self._drew = 0, None


class Oled(Display):
    """A display on an I2C of the chip."""

    def __init__(self, chip: Chip, bus: int, address: int) -> None:
        super().__init__(chip, address)
        self._i2c = i2c = chip.mcu.i2c[bus]
        self._next: Any = None
        # The bus counts cycles of the chip.
        self._alarm = chip.cycles.create_alarm(self._due)
        self._control: int | None = None
        i2c.on_start = lambda repeated: i2c.complete_start()
        i2c.on_connect = self._connect
        i2c.on_write_byte = self._write
        i2c.on_stop = self._stop

    def _later(self, do: Any) -> None:
        self._next = do
        clocks = self._i2c.scl_high_period + self._i2c.scl_low_period
        self._alarm.schedule(_BITS * clocks * CYCLE_NS)

    def _due(self) -> None:
        self._next()

    def _connect(self, address: int, mode: object) -> None:
        here = bool(self.glass.present and address & 0x7F == self.glass.address)
        if not here:
            self.glass.asked.append(address & 0x7F)

        def done() -> None:
            self._i2c.complete_connect(here)
            if not here:
                # The chip says so as well, and the SDK waits for it; the emulator lets it wait for its timeout.
                self._i2c._set_interrupts(_TX_EMPTY)

        self._later(done)

    def _write(self, byte: int) -> None:
        def done() -> None:
            self.count()
            if self._control is None:
                self._control = byte
            else:
                self.take(self._control & _DATA, byte)
            self._i2c.complete_write(True)

        self._later(done)

    def _stop(self) -> None:
        if self._control not in (None, 0, _DATA):
            self._chip.fail(ValueError(f"control byte {self._control}"))
        self._size += self._size > 0  # the address
        self.end()
        self._control = None
        self._i2c.complete_stop()


class SpiOled(Display):
    """A display on an SPI of the chip. dc, cs: its pins."""

    def __init__(self, chip: Chip, bus: int, dc: int, cs: int) -> None:
        super().__init__(chip)
        self._spi = chip.mcu.spi[bus]
        self._dc, self._cs = chip.mcu.gpio[dc], chip.mcu.gpio[cs]
        self._byte = 0
        self._alarm: Alarm = chip.time.create_alarm(self._due)
        self._spi.on_transmit = self._send
        self._cs.add_listener(lambda now, before: self.end())

    def _send(self, byte: int) -> None:
        spi = self._spi
        hz = self._chip.time.peripheral_mhz * 1e6 / (spi._clock_divisor * (1 + (spi._control0 >> 8 & 0xFF)))
        if hz > self.glass.FASTEST:
            self._chip.fail(ValueError(f"{hz} Hz"))
        self._byte = byte
        self._alarm.schedule(8e9 / hz)

    def _due(self) -> None:
        if not self._cs.output_value:
            self.count()
            self.take(self._dc.output_value, self._byte)
        self._spi.complete_transmit(0)


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
