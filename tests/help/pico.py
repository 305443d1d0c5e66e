"""A Pico with a display and six buttons as in board/pico, which runs the built firmware."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from help.chip import Chip
from help.parts import Buttons, Display, Oled, SpiOled
from littlefs import LittleFS, UserContext
from mingg.hal.keys import KEY_NAMES
from mingg_host.board.data import Board, Flash, firmware_of
from mingg_host.common import places
from mingg_host.deploy import build, firmware
from mingg_host.deploy.images import littlefs
from mingg_host.device.keyscript import HOLD, one_by_one, parse

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
    """Copies the files that do not belong to the firmware, so the ledger, from a file system into a folder."""
    context = UserContext(len(files))
    context.buffer[:] = files
    area = flash()
    system = LittleFS(context=context, block_size=area.block, block_count=area.blocks, mount=True)
    folder.mkdir()
    for name in system.listdir("/ledger") if "ledger" in system.listdir("/") else ():
        with system.open(f"/ledger/{name}", "rb") as file:
            (folder / name).write_bytes(file.read())
    return folder


def read(files: bytes) -> dict[str, bytes]:
    """Returns all files of a file system, by their paths from its top."""
    context = UserContext(len(files))
    context.buffer[:] = files
    area = flash()
    system = LittleFS(context=context, block_size=area.block, block_count=area.blocks, mount=True)
    results = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                results[path[1:]] = file.read()
    return results


def file_system(files: dict[str, bytes], ledger: Path | None = None) -> bytes:
    """Returns a file system with these files and those of a folder with a ledger."""
    ledger_files = {} if ledger is None else {f"ledger/{path.name}": path.read_bytes() for path in ledger.iterdir()}
    return littlefs({**files, **ledger_files}, flash())


class Pico:
    """Switched on with this file system, and its display at this address, or on SPI. Presses and waits are in emulated
    time. cached: see Chip. uf2: what is on the flash otherwise, instead of MicroPython's image alone."""

    def __init__(
        self,
        files: bytes | None,
        address: int = 0x3C,
        spi: bool = False,
        cached: bool = False,
        uf2: Path | None = None,
    ) -> None:
        self.chip = Chip(uf2 or image(), files, flash(), cached)
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
