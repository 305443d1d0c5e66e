"""A board as it is described in its folder: board.py, which runs on it, and board.toml, which only a PC reads."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any, NamedTuple

from mingg_host.common import toml_text

I2C_LINES = ("SDA", "SCL")
SPI_LINES = ("SCK", "MOSI", "RES", "DC", "CS")
BUTTONS = ("left", "right", "up", "down", "A", "B")
ENCODER = ("CLK", "DT", "SW", "B")
ENCODED = "encoder"

Pin = int | str


class BoardError(Exception):
    """A board's folder cannot be read; the message names the file and what is amiss."""


def read_toml(folder: Path) -> dict[str, Any]:
    """What board.toml says. Raises BoardError."""
    path = folder / "board.toml"
    try:
        return toml_text.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BoardError(f"{path}: {error}") from error


class Leg(NamedTuple):
    """side: "left" or "right"; row: how far down, from 0; number: as a builder counts it; name: its own, as in
    board.toml; gpio: None where it has none."""

    side: str
    row: int
    number: str
    name: str
    gpio: int | None

    @property
    def printed(self) -> str:
        """What is printed beside it."""
        return self.name.partition(".")[0]


class Use(NamedTuple):
    """A pin, and what for: the part and its terminal."""

    pin: Pin
    part: str
    terminal: str


class Board:
    """board.py as attributes of `pins`; the rest from board.toml, whose head tells what is what."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / "board.py"
        try:
            self.pins: dict[str, Any] = runpy.run_path(str(path))
            path = folder / "board.toml"
            self.toml = read_toml(folder)
            self.legs = {leg.name: leg for leg in self._legs()}
        except (OSError, SyntaxError, ValueError, TypeError, KeyError) as error:
            said = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise BoardError(f"{path}: {said}") from error

    def __getitem__(self, name: str) -> Any:
        """What board.py or board.toml says; BoardError where neither does."""
        for source in (self.pins, self.toml):
            if name in source:
                return source[name]
        where = "board.py" if name.isupper() else "board.toml"
        raise BoardError(f"{self.folder / where}: no {name}")

    @property
    def name(self) -> str:
        return str(self["name"])

    @property
    def terminals(self) -> tuple[str, ...]:
        """What the pins of KEYS are, in their order."""
        return ENCODER if self["KEYS_WIRED"] == ENCODED else BUTTONS

    @property
    def bus(self) -> str:
        """How the display is wired: "i2c" or "spi"."""
        return str(self["DISPLAY"][1])

    def uses(self) -> list[Use]:
        """Every pin that board.py names, and the one proposed for a buzzer. The display as it is wired is the part
        "display"; the one that could be there instead, on the other bus, is the "other display"."""
        keys = [Use(pin, "keys", name) for name, pin in zip(self.terminals, self["KEYS"], strict=False)]
        lines = {"i2c": (I2C_LINES, self["I2C"][1:3]), "spi": (SPI_LINES, self["SPI"][1:6])}
        display = [
            Use(pin, "display" if bus == self.bus else "other display", name)
            for bus, (names, pins) in sorted(lines.items(), key=lambda each: each[0] != self.bus)
            for name, pin in zip(names, pins, strict=True)
        ]
        buzzer = self.gpio(self["wires"]["buzzer"]["pin"]) if self["BUZZER"] is None else self["BUZZER"]
        rest = [Use(buzzer, "buzzer", "+")]
        if self["LIGHT"] is not None:
            rest.append(Use(self["LIGHT"], "light", ""))
        return keys + display + rest

    def gpio(self, name: str) -> int:
        """The GPIO behind a leg."""
        leg = self.legs.get(name)
        if leg is None or leg.gpio is None:
            raise BoardError(f"{self.folder / 'board.toml'}: no leg {name} with a GPIO")
        return leg.gpio

    def leg(self, pin: Pin) -> Leg | None:
        """The leg of a GPIO; None for what is inside, or not there."""
        return next((leg for leg in self.legs.values() if leg.gpio == pin), None)

    def inside(self, pin: Pin) -> bool:
        """It has no leg, but is there."""
        return str(pin) in self.toml.get("inside", {})

    def _legs(self) -> list[Leg]:
        sides = {side: self.toml[side] for side in ("left", "right")}
        rows = max(map(len, sides.values()))
        legs = []
        for side, names in sides.items():
            for row, name in enumerate(names):
                if self.toml["numbered"] == "sides":
                    number = f"{side} {row + 1}"
                else:
                    number = str(row + 1 if side == "left" else 2 * rows - row)
                legs.append(Leg(side, row, number, name, self._behind(name)))
        return legs

    def _behind(self, name: str) -> int | None:
        given: dict[str, int] = self.toml.get("gpios", {})
        if name in given:
            return given[name]
        digits = name.removeprefix(str(self.pins.get("PIN", "")))
        return int(digits) if digits.isdigit() else None
