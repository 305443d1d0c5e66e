"""A rotary encoder with a push switch, and one button, in place of six keys.

A detent is an arrow: left and right, or up and down while the switch is pushed. Pushed and not turned, the switch is
A; the button is B, and a detent while it is down is an arrow that is held. Which of the two a push is, is known when it
ends, or is turned; when it lasts, it is A or B held.
"""

from machine import Pin

from mingg.hal.keys import DOWN, EARLY_MS, GAP_MS, HOLD_MS, LATE_MS, LEFT, RIGHT, UP, A, B
from mingg.hal.pins import KeyPins, on_edge
from mingg.hal.ticks import ticks_diff

# A key down for so long, and up again, is taken for pressed whatever the readings do; and one for so long for held.
TAP_MS = 24
HELD_MS = HOLD_MS + 2 * TAP_MS
# A push that is neither over nor turned by then is the key itself, held.
WAIT_MS = 500
MOST = 12  # detents that wait; more than that is no choice any more

_PUSH, _BACK = 1, 2  # bits, as KeyPins has them
_REST = 3  # both contacts open, in a detent
# By where the contacts were and are (CLK, DT, each 1 open): a quarter of a detent to the right, to the left, or none
# that could be told. A bouncing contact goes there and back.
_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)
_ENOUGH = 3  # of four: one may be lost in a stall


class Encoder:
    """gpios: CLK, DT, the switch, the button; all to ground. Read like KeyPins: mask() makes keys of it."""

    latches = False

    def __init__(self, gpios: "tuple[int, ...]") -> None:
        clk, dt, push, back = gpios
        self._clk, self._dt = Pin(clk, Pin.IN, Pin.PULL_UP), Pin(dt, Pin.IN, Pin.PULL_UP)
        self._was = _REST
        self._quarters = 0
        self._turned = 0  # detents, to the right; written at edges alone
        self._seen = 0  # of them
        self._buttons = KeyPins((push, back))
        self._raw1 = self._raw2 = 0  # the last reading of the buttons, and the one before it
        self._down = 0  # debounced
        self._spent = 0  # those that were turned, or are held: they are no tap any more
        self._held = 0  # those that are A or B, held
        self._waited = 0  # ms that the rest of those down have been down
        self._taps = 0  # those whose tap is to come
        self._turns = [0, 0, 0, 0]  # detents to come, by the buttons that were down
        self._tap = 0  # the key that is down now, as a mask
        self._left = 0  # ms until it is let go, or the next one may go down
        self._time = -1
        for pin in (self._clk, self._dt):
            on_edge(pin, self._edge, Pin.IRQ_FALLING | Pin.IRQ_RISING)

    def _edge(self, pin: Pin) -> None:
        """May interrupt all else; allocates nothing."""
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
        """The keys that are down, as six buttons would have them; now_ms in ticks. Allocates nothing."""
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
        """Nothing: mask() has it all."""
        return 0

    def last_two(self) -> bool:
        """The switch and the button are down now."""
        return self._buttons.last_two()

    def _of(self, buttons: int) -> int:
        return (buttons & _PUSH) << A | (buttons & _BACK) << B - 1

    def _read(self, gap: bool) -> None:
        """The buttons: one changes when three readings agree; one that fell in a gap, or before it, was pressed."""
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
        """Detents since the last reading are those of the buttons that are down now."""
        turned = self._turned - self._seen
        if turned:
            self._seen += turned
            down = self._down
            if not self._held:
                self._turns[down] = max(-MOST, min(MOST, self._turns[down] + turned))
                self._spent |= down

    def _go_on(self, step: int) -> None:
        """The next key goes down."""
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
            one = _PUSH if self._taps & _PUSH else _BACK
            self._taps &= ~one
            self._tap = self._of(one)
            self._left = TAP_MS
            return
        waiting = self._down & ~self._spent
        if waiting:
            self._waited += step
            if self._waited >= WAIT_MS:
                self._held |= waiting
                self._spent |= waiting
