"""A rotary encoder with a push switch, and one button, in place of six keys.

A detent presses an arrow: left or right, or up or down while the switch is pushed. While the button is down, a detent
holds its arrow. A push of the switch without a turn is A; a push of the button without a turn is B. The end of a push
or the first detent decides; a push that lasts WAIT_MS is A or B held.
"""

from machine import Pin

from mingg.hal.keys import DOWN, EARLY_MS, GAP_MS, HOLD_MS, LATE_MS, LEFT, RIGHT, UP, A, B
from mingg.hal.pins import KeyPins, on_edge
from mingg.hal.ticks import ticks_diff

# ms that a simulated key is down, and then up: enough for Keys to see a tap, or a hold, at any rhythm of samples.
TAP_MS = 24
HELD_MS = HOLD_MS + 2 * TAP_MS
# After so many ms a push without a turn is A or B, held.
WAIT_MS = 500
MOST = 12  # detents that may wait; nobody aims with more

_PUSH, _BACK = 1, 2  # the bits of switch and button in the mask of KeyPins
_REST = 3  # both contacts open, in a detent
# Index: the contacts before, then now (CLK, DT; 1: open). Value: a quarter of a detent to the right (1) or left (-1),
# or 0 if the direction is unknown. The quarters of a bouncing contact cancel out.
_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)
_ENOUGH = 3  # quarters of four: one may be lost in a stall


class Encoder:
    """Has the methods of KeyPins: mask() returns the six keys. gpios: CLK, DT, switch, button; all to ground."""

    latches = False

    def __init__(self, gpios: "tuple[int, ...]") -> None:
        clk, dt, push, back = gpios
        self._clk, self._dt = Pin(clk, Pin.IN, Pin.PULL_UP), Pin(dt, Pin.IN, Pin.PULL_UP)
        self._was = _REST
        self._quarters = 0
        self._turned = 0  # detents so far, to the right; only _edge() writes it
        self._seen = 0  # the part of _turned that _take() has read
        self._buttons = KeyPins((push, back))
        self._raw1 = self._raw2 = 0  # the last reading of the buttons, and the one before it
        self._down = 0  # debounced
        self._spent = 0  # buttons whose push was turned or held: it will be no tap
        self._held = 0  # buttons that are A or B, held
        self._waited = 0  # ms that the other buttons have been down
        self._taps = 0  # buttons whose tap still has to be sent
        self._turns = [0, 0, 0, 0]  # detents still to be sent, by the buttons that were down
        self._tap = 0  # the simulated key that is down now, as a mask
        self._left = 0  # ms until that key is released, or until the next one may go down
        self._time = -1
        for pin in (self._clk, self._dt):
            on_edge(pin, self._edge, Pin.IRQ_FALLING | Pin.IRQ_RISING)

    def _edge(self, pin: Pin) -> None:
        """Counts an edge. A hard interrupt: it allocates nothing."""
        now = self._clk.value() << 1 | self._dt.value()
        was = self._was
        if now == was:
            return
        self._was = now
        quarters = self._quarters + _QUARTERS[was << 2 | now]
        if now == _REST:
            if quarters >= _ENOUGH:
                self._turned += 1
            elif quarters <= -_ENOUGH:
                self._turned -= 1
            quarters = 0
        self._quarters = quarters

    def mask(self, now_ms: int) -> int:
        """Returns the keys that are down, as if there were six buttons; now_ms in ticks. Allocates nothing."""
        step = EARLY_MS if self._time < 0 else ticks_diff(now_ms, self._time)
        if 0 <= step < EARLY_MS:
            return self._tap | self._of(self._held)
        self._time = now_ms
        gap = step < 0 or step >= GAP_MS
        if step < 0 or step > LATE_MS:
            step = LATE_MS
        self._read(gap)
        self._take()
        if self._left > 0:
            self._left -= min(step, GAP_MS)
            if self._left <= 0 and self._tap:
                self._tap = 0
                self._left = TAP_MS
        if self._left <= 0:
            self._go_on(step)
        return self._tap | self._of(self._held)

    def fell(self) -> int:
        """0: mask() leaves nothing out."""
        return 0

    def last_two(self) -> bool:
        """Returns whether the switch and the button are down now."""
        return self._buttons.last_two()

    def _of(self, buttons: int) -> int:
        return (buttons & _PUSH) << A | (buttons & _BACK) << B - 1

    def _read(self, gap: bool) -> None:
        """Debounces the buttons: one changes when three readings agree. One that fell in a gap, or just before, was
        pressed."""
        raw = self._buttons.mask()
        raw1 = self._raw1
        raw2 = self._raw2
        down = self._down
        self._raw2 = raw1
        self._raw1 = raw
        fell = self._buttons.fell()
        fell = (fell | raw1) & ~down if gap else 0
        changed = (raw ^ down) & ~(raw ^ raw1) & ~(raw ^ raw2) | fell & raw
        self._taps |= fell & ~raw
        up = changed & down
        self._taps |= up & ~self._spent
        self._spent &= ~up
        self._held &= ~up
        if changed & ~down:
            self._waited = 0
        self._down = down ^ changed

    def _take(self) -> None:
        """Books the detents since the last reading under the buttons that are down now."""
        turned = self._turned - self._seen
        if turned:
            self._seen += turned
            down = self._down
            if not self._held:
                self._turns[down] = max(-MOST, min(MOST, self._turns[down] + turned))
                self._spent |= down

    def _go_on(self, step: int) -> None:
        """Presses the next key that waits, if there is one."""
        turns = self._turns
        for down in range(4):
            turn = turns[down]
            if turn:
                turns[down] -= 1 if turn > 0 else -1
                pushed = down & _PUSH
                key = (DOWN if pushed else RIGHT) if turn > 0 else (UP if pushed else LEFT)
                self._tap = 1 << key
                self._left = HELD_MS if down & _BACK else TAP_MS
                return
        if self._taps:
            button = _PUSH if self._taps & _PUSH else _BACK
            self._taps &= ~button
            self._tap = self._of(button)
            self._left = TAP_MS
            return
        waiting = self._down & ~self._spent
        if waiting:
            self._waited += step
            if self._waited >= WAIT_MS:
                self._held |= waiting
                self._spent |= waiting
