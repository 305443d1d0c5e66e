"""Uses real pins through Blinka: of a Raspberry Pi, or of a USB bridge that an environment variable names."""

from __future__ import annotations

import importlib
from typing import Any

from mingg.hal.keys import KEY_NAMES
from mingg.ui.kit.view import Screen

from mingg_host.common.output import Failure
from mingg_host.device.panel.glass import Driver

WIDTH, HEIGHT = 128, 64
_NEEDS = ("board", "digitalio", "adafruit_ssd1306")
NO_PINS = "This machine has no pins for a display"
ADVICE = (
    "On a Raspberry Pi, switch I2C on (sudo raspi-config). Connect a USB bridge and name it in the environment:"
    " BLINKA_FT232H=1 or BLINKA_MCP2221=1."
)


class WireError(Failure):
    """There are no pins, or not the named ones. The message says what to do."""


class Wires:
    """The I2C bus of this machine. Raises WireError if there is none, ModuleNotFoundError without Adafruit's
    libraries."""

    def __init__(self) -> None:
        try:
            self._board, self._digitalio, self._driver = map(importlib.import_module, _NEEDS)
            self._i2c = self._board.I2C()
        except ModuleNotFoundError:
            raise
        except Exception as error:  # Blinka and its libraries raise errors of many kinds
            raise WireError(f"{NO_PINS}: {str(error) or type(error).__name__}", ADVICE) from error

    def drive(self, address: int) -> Driver:
        """Returns the driver of the display there. Raises ValueError or OSError if none answers."""
        driver: Driver = self._driver.SSD1306_I2C(WIDTH, HEIGHT, self._i2c, addr=address)
        return driver

    def keys(self, names: list[str]) -> PinKeys:
        """Returns buttons between these pins and ground: left, right, up, down, A, B. Raises WireError."""
        if len(names) != len(KEY_NAMES):
            raise WireError(f"--keys names {len(names)} pins. Name six, for left, right, up, down, A and B.")
        if len(set(names)) != len(names):
            raise WireError("--keys names a pin twice. Give each key its own pin.")
        return PinKeys([self._input(name) for name in names])

    def _input(self, name: str) -> Any:
        pin = getattr(self._board, name, None)
        if pin is None:
            pins = ", ".join(sorted(known for known in dir(self._board) if known[0].isupper() and known[-1].isdigit()))
            raise WireError(f"{name!r} is not a pin of this machine. Its pins are: {pins}")
        try:
            wire = self._digitalio.DigitalInOut(pin)
            wire.switch_to_input(pull=self._digitalio.Pull.UP)
        except NotImplementedError:
            wire.switch_to_input()  # a bridge without pull-ups needs a resistor from each key to the supply
        except (OSError, ValueError, RuntimeError) as error:
            raise WireError(f"the pin {name} cannot be used: {error}. Name another pin.") from error
        return wire


class PinKeys:
    """Buttons to ground: a low pin is a pressed key."""

    def __init__(self, pins: list[Any]) -> None:
        self._pins = pins

    def mask(self, now_ms: int, screen: Screen) -> int:
        return sum(1 << key for key, pin in enumerate(self._pins) if not pin.value)
