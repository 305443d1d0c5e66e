"""Protects the panel against burn-in while nobody presses a key: the panel dims, then the picture moves a little every
minute, and at last the panel goes dark.

A key acts on a dim panel, since that can be read. On a dark one it only brings the light back, however long it is held.
A panel that nothing burns into has no sleep(): it never rests.
"""

from typing import TYPE_CHECKING, Callable

from mingg.hal.ticks import ticks_diff
from mingg.settings import Settings

if TYPE_CHECKING:
    from mingg.ui.display import Panel

# Defaults; minutes, NEVER for not at all. A deal may take ten minutes: its keys must not be lost in the dark.
BRIGHTNESS, DIMS, SLEEPS = "high", 1, 30
NEVER = 0
LEVELS = {"low": 0x18, "middle": 0x50, "high": 0xCF}  # the panel's contrast: the current through a pixel
DIMMED = 0x04
MINUTE = 60000  # ms
# besides its own, where the picture can stand: see moved.py
PLACES = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class Rest:
    """Dims the panel, moves the picture and turns the panel off, by the minutes without a key.

    minutes  how long nobody has pressed a key
    place    where the picture stands; 0: its own place
    dark     the panel is off
    since    when the last key acted, or the last minute ended
    sleep    turns the panel off or on; None: it never rests
    """

    def __init__(self, panel: "Panel") -> None:
        self.panel = panel
        self.sleep: "Callable[[bool], object] | None" = getattr(panel, "sleep", None)
        self.minutes = 0
        self.place = 0
        self.dark = False
        self.since = 0
        self._level = LEVELS[BRIGHTNESS]
        self._dims, self._sleeps = DIMS, SLEEPS

    def use(self, settings: "Settings") -> None:
        """Puts the settings into force, the brightness at once."""
        self._level = LEVELS.get(settings.get("brightness", BRIGHTNESS), self._level)
        self._dims, self._sleeps = settings.get("dims", DIMS), settings.get("sleeps", SLEEPS)
        self.panel.contrast(self._level)

    def tick(self, now_ms: int) -> bool:
        """Counts the minutes; called all the time. Returns True if the picture must be drawn again. Allocates
        nothing."""
        gone = ticks_diff(now_ms, self.since)
        if 0 <= gone < MINUTE or self.sleep is None:
            return False
        self.since = now_ms
        if self.dark or not 0 <= gone < 2 * MINUTE:  # else the clock was set: no step takes so long
            return False
        self.minutes += 1
        if self.minutes == self._sleeps:
            self.dark = True
            self.place = 0
            self.sleep(True)
        elif self.minutes == self._dims:
            self.panel.contrast(DIMMED)
            return False
        elif self.minutes > self._dims:
            self.place = self.place % len(PLACES) + 1
        else:
            return False
        return True

    def wake(self) -> bool:
        """A key went down after a minute or more: the picture must be drawn again. Returns True if the panel was dark:
        then the key does nothing else."""
        dark = self.dark
        self.minutes = self.place = 0
        self.dark = False
        self.panel.contrast(self._level)
        if dark and self.sleep is not None:
            self.sleep(False)
        return dark
