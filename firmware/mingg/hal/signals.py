"""Signals: a buzzer and a light, if a board has them.

A signal is a sequence of tones, (Hz, ms) each; 0 Hz is a pause. The light is on during each tone. Starting a signal
does not wait. The timer that samples the keys calls step(), which plays the signal: so a tone has its length even while
the main loop is busy. A new signal stops the one before it.
"""

from typing import Callable

from mingg.hal.ticks import ticks_add, ticks_diff

Signal = tuple[tuple[int, int], ...]

CLICK = ((1700, 10),)
SAVED = ((1047, 90), (0, 30), (1568, 150))
REFUSED = ((185, 180),)


class Signals:
    """tone(hz): starts a tone, or stops it (0). light(1 or 0). None: the board has none.
    sounds, shines: whether to use them; the values here hold until a player sets others."""

    def __init__(
        self,
        tone: "Callable[[int], object] | None" = None,
        light: "Callable[[int], object] | None" = None,
        sounds: bool = True,
        shines: bool = True,
    ) -> None:
        self.tone = tone
        self.light = light
        self.sounds = sounds
        self.shines = shines
        self._next: "Signal | None" = None  # a new signal, until step() takes it
        self._playing: "Signal" = ()
        self._index = 0
        self._until = 0

    def click(self) -> None:
        """Plays the signal for a key that went down."""
        self._next = CLICK

    def saved(self) -> None:
        self._next = SAVED

    def refused(self) -> None:
        """Plays the signal for a key that had nothing to do, or for a failure."""
        self._next = REFUSED

    def step(self, now_ms: int) -> None:
        """Plays on. May interrupt the other methods; allocates nothing."""
        if self._next is not None:
            self._playing = self._next
            self._next = None
            self._index = 0
        elif not self._playing or ticks_diff(now_ms, self._until) < 0:
            return
        if self._index == len(self._playing):
            self._playing = ()
            self._put(0)
            return
        tone = self._playing[self._index]
        self._index += 1
        self._until = ticks_add(now_ms, tone[1])
        self._put(tone[0])

    def _put(self, hz: int) -> None:
        if self.tone is not None:
            self.tone(hz if self.sounds else 0)
        if self.light is not None:
            self.light(1 if hz and self.shines else 0)
