"""What is wired to an emulated chip: a display on its I2C or its SPI, buttons on its pins."""

from __future__ import annotations

from typing import Any

from help.chip import Chip
from help.clocks import CYCLE_NS, Alarm
from help.virtual_displays import VirtualSSD1306

_TX_EMPTY = 1 << 4
_BITS = 9  # a byte, and its acknowledgement
_DATA = 0x40


class Glass(VirtualSSD1306):
    """A display that may be looked at between the bytes of a command."""

    def picture(self) -> bytes | None:
        waits, self._command = self._command, -1
        try:
            picture: bytes | None = super().picture()
            return picture
        finally:
            self._command = waits


class Display:
    """A display that takes each byte when it has come.

    arrived: when each byte came, addresses among them, ms; changes: when one changed what is shown; drawn_at: the last
    of these moments.
    """

    def __init__(self, chip: Chip, address: int = 0) -> None:
        self.glass: Any = Glass(address)
        self.arrived: list[float] = []
        self.changes: list[float] = []
        self._chip = chip

    @property
    def drawn_at(self) -> float:
        return self.changes[-1] if self.changes else 0.0

    def count(self) -> None:
        """A byte has come."""
        self.arrived.append(self._chip.ms)

    def take(self, is_data: int, byte: int) -> None:
        """A byte for the display has come."""
        self.count()
        glass = self.glass
        before = bytes(glass.memory), glass.on
        try:
            glass.take(is_data, byte)
        except Exception as error:  # noqa: BLE001 - run() raises it: from here it would go through the emulator
            self._chip.fail(error)
        if before != (bytes(glass.memory), glass.on):
            self.changes.append(self._chip.ms)


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
        answers = bool(self.glass.present and address & 0x7F == self.glass.address)
        if not answers:
            self.glass.unanswered.append(address & 0x7F)

        def done() -> None:
            self.count()
            self._i2c.complete_connect(answers)
            if not answers:
                # The chip says so as well, and the SDK waits for it; the emulator lets it wait for its timeout.
                self._i2c._set_interrupts(_TX_EMPTY)

        self._later(done)

    def _write(self, byte: int) -> None:
        def done() -> None:
            if self._control is None:
                self._control = byte
                self.count()
            else:
                self.take(self._control & _DATA, byte)
            self._i2c.complete_write(True)

        self._later(done)

    def _stop(self) -> None:
        if self._control not in (None, 0, _DATA):
            self._chip.fail(ValueError(f"control byte {self._control}"))
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

    def _send(self, byte: int) -> None:
        spi = self._spi
        hz = self._chip.time.peripheral_mhz * 1e6 / (spi._clock_divisor * (1 + (spi._control0 >> 8 & 0xFF)))
        if hz > self.glass.FASTEST:
            self._chip.fail(ValueError(f"{hz} Hz"))
        self._byte = byte
        self._alarm.schedule(8e9 / hz)

    def _due(self) -> None:
        if not self._cs.output_value:
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
