"""Real pins, by Blinka: those of a Raspberry Pi, or of a USB bridge that its environment variables name."""

from __future__ import annotations

import importlib
from typing import Any

from mingg.hal.keys import KEY_NAMES

from mingg_host.device.panel.glass import Driver

WIDTH, HEIGHT = 128, 64
_NEEDS = ("board", "digitalio", "adafruit_ssd1306")
MISSING = "This needs Adafruit's libraries ({} is missing). Install Mingg with them: pipx install 'mingg[panel]'"
NO_PINS = (
    "No pins were found here to wire a display to: {}\n"
    "On a Raspberry Pi, switch I2C on (sudo raspi-config). With a USB bridge, plug it in and tell Blinka which one:"
    " BLINKA_FT232H=1 or BLINKA_MCP2221=1 in the environment."
)


class WireError(Exception):
    """There are no pins, or not those that were named; the message says what to do."""


class Wires:
    """The I2C of this machine. Raises WireError where there is none."""

    def __init__(self) -> None:
        try:
            self._board, self._digitalio, self._driver = map(importlib.import_module, _NEEDS)
            self._i2c = self._board.I2C()
        except ModuleNotFoundError as error:
            raise WireError(MISSING.format(error.name)) from error
        except Exception as error:  # Blinka and what it builds on raise whatever they like
            raise WireError(NO_PINS.format(str(error) or type(error).__name__)) from error

    def drive(self, address: int) -> Driver:
        """The driver of a display there. Raises ValueError or OSError where none answers."""
        driver: Driver = self._driver.SSD1306_I2C(WIDTH, HEIGHT, self._i2c, addr=address)
        return driver

    def keys(self, names: list[str]) -> PinKeys:
        """Buttons from these pins to ground: left, right, up, down, A, B. Raises WireError."""
        if len(names) != len(KEY_NAMES):
            raise WireError(f"six pins are needed, for left, right, up, down, A and B; these are {len(names)}")
        if len(set(names)) != len(names):
            raise WireError("each key needs a pin of its own")
        return PinKeys([self._input(name) for name in names])

    def _input(self, name: str) -> Any:
        pin = getattr(self._board, name, None)
        if pin is None:
            there = ", ".join(sorted(each for each in dir(self._board) if each[0].isupper() and each[-1].isdigit()))
            raise WireError(f"there is no pin {name!r} here; there are: {there}")
        try:
            wire = self._digitalio.DigitalInOut(pin)
            wire.switch_to_input(pull=self._digitalio.Pull.UP)
        except NotImplementedError:
            wire.switch_to_input()  # a bridge without pull-ups: each key has a resistor to the supply
        except (OSError, ValueError, RuntimeError) as error:
            raise WireError(f"the pin {name} cannot be used: {error}") from error
        return wire


class PinKeys:
    """Buttons to ground: low is down."""

    def __init__(self, pins: list[Any]) -> None:
        self._pins = pins

    def mask(self, now_ms: int) -> int:
        return sum(1 << key for key, pin in enumerate(self._pins) if not pin.value)
