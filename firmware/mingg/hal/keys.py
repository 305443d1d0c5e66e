"""Six keys: from raw samples to events.

Somebody (a timer on the board, a page or a test elsewhere) calls Keys.sample() every 5 to 10 ms with a bit mask of the
keys that are down; the application takes events with Keys.get(). An event is a small integer, key | kind << 3.
Erasing flash stops everything for tens of milliseconds, so readings may come late.

Every press that is announced comes whole: PRESS and TAP, or PRESS, HOLD and RELEASE, with REPEATs between. When the
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
TAP = 1  # it was let go before HOLD
HOLD = 2  # it has been down for HOLD_MS; once a press
REPEAT = 3  # it has been down for REPEAT_MS, and again every REPEAT_EVERY_MS
RELEASE = 4  # it was let go after HOLD

HOLD_MS = 500
REPEAT_MS = 400
REPEAT_EVERY_MS = 120
STUCK_MS = 10000  # nobody holds a key so long: it is jammed, and stops repeating

# A timer catches up in a burst after a stall; samples nearer than this would not outlast the bounce of a contact.
EARLY_MS = 4
# A longer gap between samples counts as this: a release and another press fit into it.
LATE_MS = 120
# A key that falls or comes up may bounce for so long.
CALM_MS = 30
# A gap as long as this may have swallowed a press.
GAP_MS = 24

QUEUE = 32


class Keys:
    """Debounces the keys and queues their events. sample() may interrupt get() and clear(); it allocates nothing.

    latched: whether whoever samples tells of every key that goes down between two readings (fell).
    """

    def __init__(self, latched: bool = False) -> None:
        self._latched = latched
        self._queue = bytearray(QUEUE)
        self._head = 0  # written by sample() alone
        self._tail = 0  # written by get() and clear() alone
        self._cleared = False
        self._time = -1  # of the last sample; -1: none yet
        self._mask1 = 0  # the last sample, and
        self._mask2 = 0  # the one before it
        self._fell = 0  # since the last reading that counted
        self._down = 0  # debounced
        self._calm = CALM_MS  # ms since a key fell or came up, counted until it is that
        self._ended = 0  # the keys that came up last
        self._told = 0  # keys whose PRESS is in or through the queue and whose end is not
        self._reserved = 0  # places kept for the HOLD and the end of those
        self._held = [0] * 6  # ms down
        self._repeat_at = [0] * 6  # value of _held at which the next REPEAT is due

    def sample(self, mask: int, now_ms: int, fell: int = 0) -> None:
        """Take one reading: bit 1 << key of mask is set while that key is down; now_ms in ticks.

        A key changes when three readings agree. A late one counts once; of one within EARLY_MS of the last nothing but
        what fell.
        fell: the keys that went down, if only for a moment, since the last reading. For one that is down now that was
        the first reading of three. Where no key has fallen or come up for a while it is pressed at once, and one that
        is up has come up at the second reading if it did not fall between them.
        One that fell in a gap, or was on its way down before it, has been pressed, whatever it does now; one that was
        on its way up before the gap, and fell in it, has come up, and is down again.
        Where a key goes down, one that was down and is up has come up, and that is told before.
        """
        self._fell |= fell  # of a reading that comes too early that is all that counts
        step = self._since(now_ms)
        if step < 0:
            return
        if mask | self._fell | self._mask1 | self._mask2 | self._down:
            self._take(mask, step)
        elif self._calm < CALM_MS:
            self._calm += step

    def _since(self, now_ms: int) -> int:
        """ms since the last reading, -1 where that is too near to count."""
        step = ticks_diff(now_ms, self._time) if self._time >= 0 else EARLY_MS
        if 0 <= step < EARLY_MS:
            return -1
        self._time = now_ms
        if step < 0 or step > LATE_MS:
            step = LATE_MS
        return step

    def _take(self, mask: int, step: int) -> None:
        fell = self._fell
        self._fell = 0
        mask1 = self._mask1
        down = self._down
        gap = step >= GAP_MS
        calm = self._calm >= CALM_MS  # before the gap: what bounces in it is no press
        if not calm:
            self._calm += step
        again = fell & mask & down & ~mask1 if gap and calm else 0
        quick = 0
        if self._latched and calm:
            quick = (fell & mask & ~down) | (down & ~(mask | mask1 | fell))
        if fell:
            self._calm = 0
        edge = fell & mask & ~mask1  # a reading between the last one and this
        mask1 |= edge
        mask2 = self._mask2 & ~edge
        self._mask2 = mask1
        self._mask1 = mask
        if self._cleared:
            self._cleared = False
            self._told = 0
            self._reserved = 0
        fell = (fell | mask1) & ~down if gap else 0
        if not calm:
            fell &= mask | ~self._ended
        changed = (mask ^ down) & ~(mask ^ mask1) & ~(mask ^ mask2) | (fell & mask) | quick
        if calm and fell | changed & mask:
            changed |= down & ~mask  # keys are pressed one after the other
        if changed:
            self._calm = 0
            self._ended = changed & ~mask
        self._down = down ^ changed
        # In the order they were pressed in: first what has come up, last what is down.
        self._tell(changed & ~mask, False, True)
        self._tell(fell & ~mask, True, True)
        self._tell(again, False, True)
        self._tell(changed & mask | again, True, False)
        held = mask & down & ~again  # both: no HOLD for a key already let go but not yet debounced
        key = 0
        while held:
            if held & 1:
                self._go_on(key, 1 << key, step)
            held >>= 1
            key += 1

    def _tell(self, keys: int, begin: bool, end: bool) -> None:
        """The beginning of a press of these keys, its end, or both."""
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
        """The oldest event, key | kind << 3, or -1."""
        tail = self._tail
        if tail == self._head:
            return -1
        event = self._queue[tail]
        self._tail = (tail + 1) % QUEUE
        return event

    def at_rest(self) -> bool:
        """No key is down."""
        return not self._down

    def clear(self) -> None:
        """Forget every event that waits. A key that is down now says nothing more until it is pressed again."""
        self._tail = self._head
        self._cleared = True

    def _begin(self, key: int, bit: int) -> None:
        self._held[key] = 0
        self._repeat_at[key] = REPEAT_MS
        if self._room() >= 3:  # for this, for HOLD, and for the end
            self._put(key | PRESS << 3)
            self._told |= bit
            self._reserved += 2

    def _end(self, key: int, bit: int) -> None:
        if self._told & bit:
            self._told &= ~bit
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
        if not self._told & bit:
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
