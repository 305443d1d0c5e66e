"""The battery as Table shows it. Only a device whose battery can be measured loads this module."""

from typing import TYPE_CHECKING, Callable

from mingg.lang import say
from mingg.ui.kit.canvas import Canvas

if TYPE_CHECKING:
    from mingg.ui.app import App

RISES = 100  # mV above the limit at which a low battery is no longer low: a voltage near it would flicker


class Battery:
    """measure  returns the voltage in mV
    limit    below these mV the battery is low
    low      it was low when it was last measured
    """

    def __init__(self, app: "App", measure: "Callable[[], int]", limit: int) -> None:
        self._app = app
        self._measure = measure
        self._limit = limit
        self.low = False

    def check(self) -> None:
        """Measures. The moment the battery is low, a bar says so. Nothing is refused: each deal is on the flash before
        it counts, so an empty battery loses none."""
        low = self._measure() < self._limit + (RISES if self.low else 0)
        if low != self.low:
            self.low = low
            if low:
                self._app.display.show_text(say("battery low"))
            self._app.display.stale = True

    def sign(self, canvas: "Canvas") -> None:
        """Draws an empty battery into the lower left corner of Table."""
        if self.low:
            canvas.frame(1, 56, 11, 7)
            canvas.box(12, 58, 1, 3)
            canvas.box(3, 58, 2, 3)
