"""Reads the description of a board from its folder: board.py, which runs on it, and board.toml, which the PC reads."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mingg_host.common import toml_text
from mingg_host.common.output import Failure

I2C_LINES = ("SDA", "SCL")
SPI_LINES = ("SCK", "MOSI", "RES", "DC", "CS")
BUTTONS = ("left", "right", "up", "down", "A", "B")

Pin = int | str


class BoardError(Failure):
    """A board's folder cannot be read. The message names the file and the problem."""


class Uf2(NamedTuple):
    """base: the address of the flash's first byte; family: the chip's number in a UF2."""

    base: int
    family: int


class Flash(NamedTuple):
    """offset: the first byte of the file system, from the start of the flash. block, page: bytes that are erased or
    written at once. blocks: of the file system. uf2: None if the board accepts no UF2."""

    offset: int
    block: int
    blocks: int
    page: int
    uf2: Uf2 | None


class Needs(NamedTuple):
    """What a board needs of the firmware, and of MicroPython.

    machine: the name, or the start of the name, that MicroPython gives the board. page: where to download its image.
    flash: None if it differs between images. languages: those that ship, None for all.
    """

    machine: str
    page: str
    flash: Flash | None
    languages: tuple[str, ...] | None


def firmware_of(folder: Path) -> Needs:
    """Reads what the board in a folder needs of the firmware. Raises BoardError."""
    toml = read_toml(folder)
    with _told(f"{folder / 'board.toml'}, table [flash]"):
        table = toml["flash"]
        flash, uf2, languages = None, table.get("uf2"), table.get("languages")
        if "offset" in table:
            offset, block, blocks, page = (int(table[name]) for name in ("offset", "block", "blocks", "page"))
            flash = Flash(offset, block, blocks, page, uf2 and Uf2(int(uf2["base"]), int(uf2["family"])))
        return Needs(
            str(table["machine"]),
            str(toml["image"]),
            flash,
            languages and tuple(map(str, languages)),
        )


def constants(folder: Path) -> dict[str, Any]:
    """Returns the constants of board.py. Raises BoardError."""
    with _told(folder / "board.py"):
        return runpy.run_path(str(folder / "board.py"))


def read_toml(folder: Path) -> dict[str, Any]:
    """Returns the content of board.toml. What it lacks comes from the board that it is `like`. Raises BoardError."""
    own = _parsed(folder)
    return own if "like" not in own else _parsed(folder.parent / str(own["like"])) | own


def _parsed(folder: Path) -> dict[str, Any]:
    path = folder / "board.toml"
    with _told(path):
        return toml_text.parse(path.read_text(encoding="utf-8"))


@contextmanager
def _told(place: object) -> Iterator[None]:
    """Turns errors of those who read a value into BoardError."""
    try:
        yield
    except KeyError as error:
        raise BoardError(f"{place}: {error} is missing. board/pico has an example.") from error
    except (OSError, SyntaxError, ValueError, TypeError, AttributeError, OverflowError) as error:
        raise BoardError(f"{place}: {error}") from error


class Leg(NamedTuple):
    """A leg of a board. side: "left" or "right". row: from the top, from 0. number: as a builder counts it. name: as in
    board.toml. gpio: None for power, ground and other legs without a GPIO."""

    side: str
    row: int
    number: str
    name: str
    gpio: int | None

    @property
    def printed(self) -> str:
        """The text printed beside the leg."""
        return self.name.partition(".")[0]


class Use(NamedTuple):
    """A pin with its purpose: a terminal of a part."""

    pin: Pin
    part: str
    terminal: str


class Board:
    """A board. pins: the constants of board.py. toml: the content of board.toml, whose comments explain it. legs: by
    name. Raises BoardError."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pins = constants(folder)
        self.toml = read_toml(folder)
        with _told(folder / "board.toml"):
            self.legs = {leg.name: leg for leg in self._legs()}

    def __getitem__(self, name: str) -> Any:
        """Returns a value of board.py or board.toml. Raises BoardError if neither has it."""
        for source in (self.pins, self.toml):
            if name in source:
                return source[name]
        file = "board.py" if name.isupper() else "board.toml"
        raise BoardError(f"{self.folder / file}: {name} is missing. board/pico/{file} is an example.")

    @property
    def name(self) -> str:
        return str(self["name"])

    @property
    def bus(self) -> str:
        """The bus of the display: "i2c" or "spi"."""
        return str(self["DISPLAY"][1])

    def uses(self) -> list[Use]:
        """Returns all pins in board.py, and the one proposed for a buzzer.

        The part "display" is the display as it is wired. "other display" is one on the other bus that could replace it.
        """
        keys = [Use(pin, "keys", name) for name, pin in zip(BUTTONS, self["KEYS"], strict=False)]
        lines = {"i2c": (I2C_LINES, self["I2C"][1:3]), "spi": (SPI_LINES, self["SPI"][1:6])}
        display = [
            Use(pin, "display" if bus == self.bus else "other display", name)
            for bus, (names, pins) in sorted(lines.items(), key=lambda item: item[0] != self.bus)
            for name, pin in zip(names, pins, strict=True)
        ]
        buzzer = self.gpio(self["wires"]["buzzer"]["pin"]) if self["BUZZER"] is None else self["BUZZER"]
        rest = [Use(buzzer, "buzzer", "+")]
        if self["LIGHT"] is not None:
            rest.append(Use(self["LIGHT"], "light", ""))
        battery = self.pins.get("BATTERY")
        if battery is not None:
            rest.append(Use(battery[0], "battery", ""))
        return keys + display + rest

    def gpio(self, name: str) -> int:
        """Returns the GPIO of a leg. Raises BoardError."""
        leg = self.legs.get(name)
        if leg is None or leg.gpio is None:
            raise BoardError(
                f"{self.folder / 'board.toml'}: {name} is not a leg with a GPIO. Name one of left or right."
            )
        return leg.gpio

    def leg(self, pin: Pin) -> Leg | None:
        """Returns the leg of a GPIO, or None if it has no leg."""
        return next((leg for leg in self.legs.values() if leg.gpio == pin), None)

    def inside(self, pin: Pin) -> bool:
        """True for a pin without a leg that the table [inside] lists."""
        return str(pin) in self.toml.get("inside", {})

    def _legs(self) -> list[Leg]:
        sides = {side: self.toml[side] for side in ("left", "right")}
        rows = max(map(len, sides.values()))
        legs = []
        for side, names in sides.items():
            for row, name in enumerate(names):
                number = str(row + 1 if side == "left" else 2 * rows - row)
                legs.append(Leg(side, row, number, name, self._behind(name)))
        return legs

    def _behind(self, name: str) -> int | None:
        digits = name.removeprefix(str(self.pins.get("PIN", "")))
        return int(digits) if digits.isdigit() else None
