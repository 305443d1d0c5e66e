"""Debounces six keys and turns samples into events.

A timer on the board (or a page, or a test) calls Keys.sample() every 5 to 10 ms with a bit mask of the keys that are
down. A main loop that has nothing else to do calls it more often, so that a key waits less. The application takes
events with Keys.get(). An event is a small integer, key | kind << 3. Samples may come late: erasing flash stops
everything for tens of milliseconds.

The events of a press are always complete: PRESS and TAP, or PRESS, HOLD and RELEASE, with REPEATs in between. When the
queue is full, whole presses and single REPEATs are lost, nothing else.
"""

from mingg.hal.ticks import ticks_diff

LEFT = 0
RIGHT = 1
UP = 2
DOWN = 3
A = 4
B = 5
KEY_NAMES = ("left", "right", "up", "down", "a", "b")

PRESS = 0  # the key went down
TAP = 1  # it was released before HOLD
HOLD = 2  # it has been down for HOLD_MS; once a press
REPEAT = 3  # it has been down for REPEAT_MS, and again every REPEAT_EVERY_MS
RELEASE = 4  # it was released after HOLD

HOLD_MS = 500
REPEAT_MS = 400
REPEAT_EVERY_MS = 120
STUCK_MS = 10000  # a key held for so long is jammed, and stops repeating

# After a stall the timer catches up in a burst. Samples closer together than this would not outlast a bounce.
EARLY_MS = 4
# Where nothing bounces, a key that goes down or comes up need not wait for so long.
SOON_MS = 2
# The most that a gap between samples counts: a release and another press fit into it.
LATE_MS = 120
# A key that goes down or comes up may bounce for so long.
CALM_MS = 30
# A gap as long as this may have swallowed a press.
GAP_MS = 24

QUEUE = 32


class Keys:
    """Debounces the keys and queues their events. sample() may interrupt get() and clear(); it allocates nothing.

    latched: whether sample() gets, in `fell`, every key that goes down between two readings.
    """

    def __init__(self, latched: bool = False) -> None:
        self._latched = latched
        self._queue = bytearray(QUEUE)
        self._head = 0  # only sample() writes it
        self._tail = 0  # only get() and clear() write it
        self._cleared = False
        self._time = -1  # of the last sample; -1: none yet
        self._mask1 = 0  # the last sample
        self._mask2 = 0  # the sample before it
        self._fell = 0  # since the last reading that counted
        self._down = 0  # debounced
        self._calm = CALM_MS  # ms since a key went down or came up; counted up to CALM_MS
        self._ended = 0  # the keys that came up last
        self._pressed = 0  # keys whose PRESS was queued, and whose TAP or RELEASE was not
        self._reserved = 0  # places in the queue for the HOLD and the end of these
        self._held = [0] * 6  # ms down
        self._repeat_at = [0] * 6  # value of _held at which the next REPEAT is due

    def sample(self, mask: int, now_ms: int, fell: int = 0) -> None:
        """Takes one reading.

        mask: bit 1 << key is set while that key is down; now_ms: in ticks.
        fell: the keys that went down, if only for a moment, since the last reading.

        - A key changes when three readings agree. If it fell and is down now, the fall counts as the first of them.
        - A reading within EARLY_MS of the last one counts only for its `fell`. A late reading counts once.
        - If `latched`, and no key has changed for CALM_MS, less is enough. A key that fell and is down is pressed at
          once. A key that reads as up twice, and did not fall in between, has come up. While a key is about to change,
          readings SOON_MS apart count.
        - After a gap of GAP_MS or more, a key that fell in it, or was going down before it, has been pressed, whatever
          it reads now. A key that was coming up before the gap, and fell in it, has come up and is down again.
        - When a key goes down, a key that was down and now reads as up has come up. Its end is queued first.
        """
        self._fell |= fell  # also of a reading that is too early to count
        step = ticks_diff(now_ms, self._time) if self._time >= 0 else EARLY_MS
        if 0 <= step < EARLY_MS and (
            step < SOON_MS or not self._latched or self._calm < CALM_MS or mask | self._fell == self._down
        ):
            return
        self._time = now_ms
        if step < 0 or step > LATE_MS:
            step = LATE_MS
        if mask != self._down or self._mask1 != mask or self._mask2 != mask or self._fell or self._cleared:
            self._take(mask, step)
            return
        if self._calm < CALM_MS:
            self._calm += step
        if mask:
            self._hold(mask, step)

    def _take(self, mask: int, step: int) -> None:
        fell = self._fell
        self._fell = 0
        mask1 = self._mask1
        down = self._down
        gap = step >= GAP_MS
        calm = self._calm >= CALM_MS  # as before the gap: a bounce in it is no press
        if not calm:
            self._calm += step
        again = fell & mask & down & ~mask1 if gap and calm else 0
        quick = 0
        if self._latched and calm:
            quick = (fell & mask & ~down) | (down & ~(mask | mask1 | fell))
        if fell:
            self._calm = 0
        edge = fell & mask & ~mask1  # counts as a reading between the last one and this one
        mask1 |= edge
        mask2 = self._mask2 & ~edge
        self._mask2 = mask1
        self._mask1 = mask
        if self._cleared:
            self._cleared = False
            self._pressed = 0
            self._reserved = 0
        fell = (fell | mask1) & ~down if gap else 0
        if not calm:
            fell &= mask | ~self._ended
        changed = (mask ^ down) & ~(mask ^ mask1) & ~(mask ^ mask2) | (fell & mask) | quick
        if calm and fell | changed & mask:
            changed |= down & ~mask  # players press one key after the other
        if changed:
            self._calm = 0
            self._ended = changed & ~mask
        self._down = down ^ changed
        # In the order of the presses: first the keys that have come up, last those that are down.
        self._tell(changed & ~mask, False, True)
        self._tell(fell & ~mask, True, True)
        self._tell(again, False, True)
        self._tell(changed & mask | again, True, False)
        self._hold(mask & down & ~again, step)  # down: no HOLD for a key that is released, but not debounced yet

    def _hold(self, held: int, step: int) -> None:
        """These keys have been down for so much longer."""
        key = 0
        while held:
            if held & 1:
                self._go_on(key, 1 << key, step)
            held >>= 1
            key += 1

    def _tell(self, keys: int, begin: bool, end: bool) -> None:
        """Queues the beginning of a press of these keys, its end, or both."""
        key = 0
        while keys:
            if keys & 1:
                if begin:
                    self._begin(key, 1 << key)
                if end:
                    self._end(key, 1 << key)
            keys >>= 1
            key += 1

    def get(self) -> int:
        """Returns the oldest event, key | kind << 3, or -1."""
        tail = self._tail
        if tail == self._head:
            return -1
        event = self._queue[tail]
        self._tail = (tail + 1) % QUEUE
        return event

    def at_rest(self) -> bool:
        """Returns whether no key is down."""
        return not self._down

    def clear(self) -> None:
        """Drops all queued events. A key that is down now has no more events until it is pressed again."""
        self._tail = self._head
        self._cleared = True

    def _begin(self, key: int, bit: int) -> None:
        self._held[key] = 0
        self._repeat_at[key] = REPEAT_MS
        if self._room() >= 3:  # for PRESS, for HOLD, and for the end
            self._put(key | PRESS << 3)
            self._pressed |= bit
            self._reserved += 2

    def _end(self, key: int, bit: int) -> None:
        if self._pressed & bit:
            self._pressed &= ~bit
            if self._held[key] >= HOLD_MS:
                self._reserved -= 1
                self._put(key | RELEASE << 3)
            else:
                self._reserved -= 2
                self._put(key | TAP << 3)

    def _go_on(self, key: int, bit: int, step: int) -> None:
        before = self._held[key]
        if before >= STUCK_MS:
            return
        held = before + step
        self._held[key] = held
        if not self._pressed & bit:
            return
        if held >= self._repeat_at[key]:
            self._repeat_at[key] += REPEAT_EVERY_MS
            if self._room():
                self._put(key | REPEAT << 3)
        if before < HOLD_MS <= held:
            self._reserved -= 1
            self._put(key | HOLD << 3)

    def _room(self) -> int:
        return QUEUE - 1 - (self._head - self._tail) % QUEUE - self._reserved

    def _put(self, event: int) -> None:
        head = self._head
        self._queue[head] = event
        self._head = (head + 1) % QUEUE
