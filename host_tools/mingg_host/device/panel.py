"""A display and buttons that are wired to this machine.

Adafruit's driver shows the pictures. Blinka knows the pins of a Raspberry Pi, and of a USB bridge that an environment
variable names.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from mingg_host.common.output import Failure
from mingg_host.device.headless import HEIGHT, WIDTH
from mingg_host.device.keyscript import KEYS
from mingg_host.device.live import LiveDevice

RETRY_S = 0.5
_NEEDS = ("board", "digitalio", "adafruit_ssd1306")
NO_PINS = "This machine has no pins for a display"
ADVICE = (
    "On a Raspberry Pi, switch I2C on (sudo raspi-config). Connect a USB bridge and name it in the environment:"
    " BLINKA_FT232H=1 or BLINKA_MCP2221=1."
)


class Glass:
    """Shows the panel of a device on a wired display. Searches again for a display that is lost.

    drive(address): returns the driver of the display there, an adafruit_ssd1306.SSD1306_I2C. It raises ValueError or
    OSError if there is none. In its buffer the picture follows the first byte.
    """

    def __init__(self, drive: Callable[[int], Any], addresses: Iterable[int]) -> None:
        self._drive = drive
        self._addresses = tuple(addresses)
        self._driver: Any = None
        self._shown: tuple[int | None, bool | None, bytes | None] = None, None, None
        self._tried = -RETRY_S

    def present(self) -> bool:
        """True if the display has answered, also when it is looked for now."""
        now = time.monotonic()
        if self._driver is None and now - self._tried >= RETRY_S:
            self._tried = now
            for address in self._addresses:
                try:
                    self._driver = self._drive(address)
                except (OSError, ValueError):
                    continue
                self._shown = None, None, None
                break
        return self._driver is not None

    def show(self, device: LiveDevice) -> bool:
        """Sends the contrast, the sleep and the picture, if they changed. Errors of the display are not raised."""
        if not self.present():
            return True
        panel = device.rig.panel
        level, asleep, picture = self._shown
        try:
            if level != panel.level:
                self._driver.contrast(panel.level)
            if asleep != panel.asleep:
                self._driver.poweroff() if panel.asleep else self._driver.poweron()
            if picture != bytes(panel.shown):
                self._driver.buffer[1:] = panel.shown
                self._driver.show()
            self._shown = panel.level, panel.asleep, bytes(panel.shown)
        except OSError:
            self._driver = None
        return True

    def close(self) -> None:
        """Switches the display off."""
        if self._driver is not None:
            with suppress(OSError):
                self._driver.poweroff()


class Wires:
    """The I2C bus of this machine. Raises Failure if there is none, ModuleNotFoundError without Adafruit's
    libraries."""

    def __init__(self) -> None:
        try:
            self._board, self._digitalio, self._driver = map(importlib.import_module, _NEEDS)
            self._i2c = self._board.I2C()
        except ModuleNotFoundError:
            raise
        except Exception as error:  # Blinka and its libraries raise errors of many kinds
            raise Failure(f"{NO_PINS}: {str(error) or type(error).__name__}", ADVICE) from error

    def drive(self, address: int) -> Any:
        """Returns the driver of the display there. Raises ValueError or OSError if none answers."""
        return self._driver.SSD1306_I2C(WIDTH, HEIGHT, self._i2c, addr=address)

    def keys(self, names: list[str]) -> Callable[[], int]:
        """Sets up buttons between these pins and ground: left, right, up, down, A, B. Returns a function that returns
        the mask of the keys that are down. Raises Failure."""
        if len(names) != len(KEYS):
            raise Failure(f"--keys names {len(names)} pins. Name six, for left, right, up, down, A and B.")
        if len(set(names)) != len(names):
            raise Failure("--keys names a pin twice. Give each key its own pin.")
        pins = [self._input(name) for name in names]
        return lambda: sum(1 << key for key, pin in enumerate(pins) if not pin.value)  # a low pin is a pressed key

    def _input(self, name: str) -> Any:
        pin = getattr(self._board, name, None)
        if pin is None:
            pins = ", ".join(sorted(known for known in dir(self._board) if known[0].isupper() and known[-1].isdigit()))
            raise Failure(f"{name!r} is not a pin of this machine. Its pins are: {pins}")
        try:
            wire = self._digitalio.DigitalInOut(pin)
            wire.switch_to_input(pull=self._digitalio.Pull.UP)
        except NotImplementedError:
            wire.switch_to_input()  # a bridge without pull-ups needs a resistor from each key to the supply
        except (OSError, ValueError, RuntimeError) as error:
            raise Failure(f"the pin {name} cannot be used: {error}. Name another pin.") from error
        return wire
