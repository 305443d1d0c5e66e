"""Shows the application's panel on a display with Adafruit's driver."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from mingg.hal.frame import SIZE
from mingg.hal.ticks import ticks_diff, ticks_ms

LEVEL = 0xCF  # the first contrast; the driver would begin with the highest
RETRY_MS = 500


class Driver(Protocol):
    """The used part of adafruit_ssd1306.SSD1306_I2C. The picture follows the first byte of the buffer."""

    buffer: bytearray

    def show(self) -> None: ...
    def contrast(self, contrast: int) -> None: ...
    def poweron(self) -> None: ...
    def poweroff(self) -> None: ...


class Glass:
    """A panel as in mingg.hal.frame: draw into buffer, then call show(). Searches again for a display that is lost.

    drive(address): returns the driver of the display there. It raises ValueError or OSError if there is none.
    """

    def __init__(self, drive: Callable[[int], Driver], addresses: Iterable[int]) -> None:
        self.buffer = bytearray(SIZE)
        self._drive = drive
        self._addresses = tuple(addresses)
        self._driver: Driver | None = None
        self._shown: bytearray | None = None
        self._level = LEVEL
        self._asleep = False
        self._tried: int | None = None

    def present(self) -> bool:
        """True if the display was found and has answered since."""
        return self._driver is not None

    def show(self) -> None:
        """Sends the picture if it changed. Errors of the display are not raised."""
        if self._driver is None and not self._find():
            return
        if self._shown != self.buffer:
            picture = bytearray(self.buffer)

            def paint(driver: Driver) -> None:
                driver.buffer[1:] = picture
                driver.show()

            if self._call(paint):
                self._shown = picture

    def contrast(self, level: int) -> None:
        """Sets the contrast, 0 to 255. A lit pixel is visible even at 0."""
        self._level = level
        self._call(lambda driver: driver.contrast(level))

    def sleep(self, on: bool) -> None:
        """Switches the display dark, or on again. The picture stays, and may change meanwhile."""
        self._asleep = on
        self._call(lambda driver: driver.poweroff() if on else driver.poweron())

    def _find(self) -> bool:
        now = ticks_ms()
        if self._tried is not None and ticks_diff(now, self._tried) < RETRY_MS:
            return False
        self._tried = now
        for address in self._addresses:
            try:
                self._driver = self._drive(address)
            except (OSError, ValueError):
                continue
            self._shown = None
            self.contrast(self._level)
            if self._asleep:
                self.sleep(True)
            return self.present()
        return False

    def _call(self, command: Callable[[Driver], None]) -> bool:
        if self._driver is None:
            return False
        try:
            command(self._driver)
        except OSError:
            self._driver = None
            return False
        return True
