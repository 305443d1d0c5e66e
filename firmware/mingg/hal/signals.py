"""What is heard and seen beside the display: a buzzer and a light, where a board has them.

A signal is tones one after the other, (Hz, ms) each, 0 Hz a pause; the light shines while one sounds. Who starts a
signal goes on at once: step(), called every few milliseconds by what samples the keys, plays it, so that no tone
outlasts its time while the main loop is busy. A signal cuts off the one before it.
"""

from mingg.hal.ticks import ticks_add, ticks_diff

MYPY = False
if MYPY:
    from typing import Callable

    Signal = tuple[tuple[int, int], ...]

CLICK = ((1700, 10),)
SAVED = ((1047, 90), (0, 30), (1568, 150))
REFUSED = ((185, 180),)


class Signals:
    """tone(Hz), 0 for silence, and light(1 or 0); None where it is missing. sounds, shines: whether they are
    to be used, as given here where nobody has set it."""

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
        self._next: "Signal | None" = None  # written by those who start one, taken by step()
        self._playing: "Signal" = ()
        self._at = 0
        self._until = 0

    def click(self) -> None:
        """A key went down."""
        self._next = CLICK

    def saved(self) -> None:
        self._next = SAVED

    def refused(self) -> None:
        """A key could do nothing, or something went wrong."""
        self._next = REFUSED

    def step(self, now_ms: int) -> None:
        """Goes on with what is played. May interrupt the others; allocates nothing."""
        if self._next is not None:
            self._playing = self._next
            self._next = None
            self._at = 0
        elif not self._playing or ticks_diff(now_ms, self._until) < 0:
            return
        if self._at == len(self._playing):
            self._playing = ()
            self._put(0)
            return
        tone = self._playing[self._at]
        self._at += 1
        self._until = ticks_add(now_ms, tone[1])
        self._put(tone[0])

    def _put(self, hz: int) -> None:
        if self.tone is not None:
            self.tone(hz if self.sounds else 0)
        if self.light is not None:
            self.light(1 if hz and self.shines else 0)
