"""A Pico with a display and six buttons as in board/pico, which runs the built firmware."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from help.boards import read_flash
from help.chip import CYCLE_NS, Alarm, Chip
from help.virtual_displays import VirtualSSD1306
from mingg.hal.keys import KEY_NAMES
from mingg_host.board.data import Board, Flash, firmware_of
from mingg_host.common import places
from mingg_host.deploy import build, firmware
from mingg_host.deploy.images import littlefs
from mingg_host.device.keyscript import HOLD, one_by_one, parse

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


BOARD = "pico"
# A very quick finger: to emulate a second takes twenty. It leaves a key up for longer than a key may bounce (CALM_MS in
# hal/keys.py): Keys takes a press that begins and ends in a stall before that for a bounce.
DOWN_MS, HELD_MS, PACE_MS = 30, 700, 70
SLOW_MS = 2000  # no key takes as long
QUIET_MS = 100  # nothing more is drawn by then
STEP_MS = 5
# Where MicroPython puts its stack: in the last 8 kB of the RAM.
RAM = 0x20000000
STACK_LIMIT, STACK = 0x40000, 0x2000
PAINT = 0xA5


def image() -> Path:
    """Returns MicroPython's image, which MINGG_UF2 names."""
    return Path(os.environ["MINGG_UF2"])


def flash() -> Flash:
    result = firmware_of(places.boards()[BOARD]).flash
    assert result is not None
    return result


def built(*programs: Path, spi: bool = False) -> dict[str, bytes]:
    """The files of the firmware; what these programs use of it is called as they call it. spi: for a display on SPI, as
    fast as its data sheet allows."""
    with tempfile.TemporaryDirectory() as folder:
        if not spi:
            return firmware.make(BOARD, Path(folder) / BOARD, programs).files
        board, out = Path(folder) / BOARD, Path(folder) / "out"
        shutil.copytree(places.boards()[BOARD], board)
        text = (board / "board.py").read_text(encoding="utf-8")
        changed = text.replace('("ssd1306", "i2c")', '("ssd1306", "spi")').replace("8, 4000000)", "8, 10000000)")
        (board / "board.py").write_text(changed, encoding="utf-8")
        build.build(board, out, programs)
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def kept(files: bytes, folder: Path) -> Path:
    """Copies the ledger from a file system into a folder."""
    folder.mkdir()
    for path, data in read_flash(files).items():
        if path.startswith("ledger/"):
            (folder / path[7:]).write_bytes(data)
    return folder


def file_system(files: dict[str, bytes], ledger: Path | None = None) -> bytes:
    """Returns a file system with these files and those of a folder with a ledger."""
    ledger_files = {} if ledger is None else {f"ledger/{path.name}": path.read_bytes() for path in ledger.iterdir()}
    return littlefs({**files, **ledger_files}, flash())


class Pico:
    """Switched on with this file system, and its display at this address, or on SPI. Presses and waits are in emulated
    time. uf2: what is on the flash otherwise, instead of MicroPython's image alone."""

    def __init__(
        self,
        files: bytes | None,
        address: int = 0x3C,
        spi: bool = False,
        uf2: Path | None = None,
    ) -> None:
        self.chip = Chip(uf2 or image(), files, flash())
        board = Board(places.boards()[BOARD])
        self.oled: Display
        if spi:
            bus, _, _, _, dc, cs, _ = board["SPI"]
            self.oled = SpiOled(self.chip, bus, dc, cs)
        else:
            self.oled = Oled(self.chip, board["I2C"][0], address)
        self.buttons = Buttons(self.chip, dict(zip(KEY_NAMES, board["KEYS"], strict=True)))

    def picture(self) -> list[str]:
        """Returns the picture as 64 rows, "1" for a lit pixel; all dark if the panel is dark."""
        picture = self.oled.glass.picture() or bytes(1024)
        return ["".join(str(picture[(y >> 3) * 128 + x] >> (y & 7) & 1) for x in range(128)) for y in range(64)]

    def press(self, *keys: str, pace: float = PACE_MS) -> None:
        """Taps keys one after the other, each after the answer to the one before, and at least `pace` ms apart."""
        for key in keys:
            begun = self.chip.ms
            self.buttons.down(key)
            self.chip.run(DOWN_MS)
            self.buttons.up(key)
            while self.chip.ms < begun + pace or (self.oled.drawn_at < begun and self.chip.ms < begun + SLOW_MS):
                self.chip.run(STEP_MS)

    def hold(self, key: str) -> None:
        self.buttons.down(key)
        self.chip.run(HELD_MS)
        self.buttons.up(key)
        self.settle(PACE_MS)

    def play(self, keys: str) -> None:
        """Presses the keys of a script with the names of tests/help/named_keys.py."""
        for step in one_by_one(parse(keys)):
            (self.hold if step.kind == HOLD else self.press)(str(step.of))

    def settle(self, ms: float, quiet: float = QUIET_MS) -> None:
        """Waits at least so long, and until nothing has been drawn for a while."""
        until = self.chip.ms + ms
        while self.chip.ms < max(until, self.oled.drawn_at + quiet):
            self.chip.run(STEP_MS)

    def paint_stack(self) -> None:
        """Marks the unused part of the stack, for stack_used()."""
        ram = self.chip.mcu.sram
        for address in range(STACK_LIMIT, self.chip.mcu.core.sp - RAM - 64):
            ram[address] = PAINT

    def stack_used(self) -> int:
        """Returns the maximum stack use since paint_stack(), bytes."""
        ram, address = self.chip.mcu.sram, STACK_LIMIT
        while ram[address] == PAINT:
            address += 1
        return STACK_LIMIT + STACK - address

    def shows(self, rows: list[str], within: float) -> bool:
        """Returns True if the display shows this picture within so many ms."""
        until = self.chip.ms + within
        while self.picture() != rows:
            if self.chip.ms >= until:
                return False
            before = self.oled.drawn_at
            while self.oled.drawn_at == before and self.chip.ms < until:
                self.chip.run(STEP_MS)
        return True
