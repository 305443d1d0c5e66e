"""Protects the panel against burn-in while nobody presses a key: the panel dims, then the picture moves a little every
minute, and at last the panel goes dark.

A key acts on a dim panel, since that can be read. On a dark one it only brings the light back, however long it is held.
"""

from mingg.hal.ticks import ticks_diff

MYPY = False
if MYPY:
    from mingg.settings import Settings
    from mingg.ui.display import Panel

# Defaults; minutes, NEVER for not at all. Short, since a battery feeds the display, too; the first key brings it back.
BRIGHTNESS, DIMS, SLEEPS = "high", 1, 5
NEVER = 0
LEVELS = {"low": 0x18, "middle": 0x50, "high": 0xCF}  # the panel's contrast: the current through a pixel
DIMMED = 0x04
MINUTE = 60000  # ms
PLACES = 8  # besides its own, where the picture can stand
ASIDE = "mingg.ui.kit.aside"  # the module that moves it there


class Rest:
    """Dims the panel, moves the picture and turns the panel off, by the minutes without a key.

    minutes  how long nobody has pressed a key
    place    where the picture stands; 0: its own place
    dark     the panel is off
    since    when the last key acted, or the last minute ended
    """

    def __init__(self, panel: "Panel") -> None:
        self.panel = panel
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
        if 0 <= gone < MINUTE:
            return False
        self.since = now_ms
        if self.dark or not 0 <= gone < 2 * MINUTE:  # else the clock was set: no step takes so long
            return False
        self.minutes += 1
        if self.minutes == self._sleeps:
            self.dark = True
            self.place = 0
            self.panel.sleep(True)
        elif self.minutes == self._dims:
            self.panel.contrast(DIMMED)
            return False
        elif self.minutes > self._dims:
            self.place = self.place % PLACES + 1
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
        if dark:
            self.panel.sleep(False)
        return dark
