"""Turns readings of buttons into events, most of them as rows. Runs under pytest and, unchanged, on MicroPython.

What happens, and behind > the events until then; then ; and what happens next:

    A96  -40  LA80     keys are down for so many ms, or none is; a reading every 8 ms
    A60/20             the same, with a reading every 20 ms
    a1011              readings of one key, 8 ms apart: 1 down, 0 up; 2 and 3: the same, and it has fallen before
    a3+60  l31a03      a reading 60 ms after the one before; readings of two keys at the same time

A row that begins with * has hardware that remembers which keys went down.
"""

from mingg.hal.keys import (
    DOWN,
    HOLD,
    KEY_NAMES,
    LATE_MS,
    LEFT,
    PRESS,
    QUEUE,
    RELEASE,
    REPEAT,
    RIGHT,
    STUCK_MS,
    TAP,
    UP,
    A,
    B,
    Keys,
)
from mingg.hal.ticks import ticks_add, ticks_diff

KINDS = ("press", "tap", "hold", "repeat", "release")


class Rig:
    """Keys sampled every 8 ms; latched: the hardware remembers which keys went down."""

    def __init__(self, now=1000, latched=False):
        self.keys = Keys(latched)
        self.now = now
        self.mask = 0

    def run(self, ms, *down, step=8):
        """Keeps these keys down for this time."""
        mask = 0
        for key in down:
            mask |= 1 << key
        self.mask = mask
        for _ in range(ms // step):
            self.now = ticks_add(self.now, step)
            self.keys.sample(mask, self.now)

    def events(self):
        results = []
        while True:
            event = self.keys.get()
            if event < 0:
                return results
            results.append((event & 7, event >> 3))

    def words(self):
        return " ".join(KEY_NAMES[key] + ":" + KINDS[kind] for key, kind in self.events())

    def do(self, word):
        """Does one word of a row."""
        word, _, gap = word.partition("+")
        if word[0] in "lrudab":
            readings = {}
            for sign in word:
                if sign in LETTERS:
                    readings[sign] = key = []
                else:
                    key.append(int(sign))
            for moment in zip(*readings.values()):  # noqa: B905
                down = fell = 0
                for letter, reading in zip(readings, moment):  # noqa: B905
                    down |= (reading & 1) << LETTERS[letter]
                    fell |= (reading >> 1) << LETTERS[letter]
                self.now = ticks_add(self.now, int(gap or 8))
                self.keys.sample(down, self.now, fell)
        else:
            keys = word.rstrip("0123456789/")
            ms, _, step = word[len(keys) :].partition("/")
            self.run(int(ms), *[LETTERS[letter.lower()] for letter in keys if letter != "-"], step=int(step or 8))


LETTERS = {"l": LEFT, "r": RIGHT, "u": UP, "d": DOWN, "a": A, "b": B}


def goes(row):
    """Checks a row."""
    rig = Rig(latched=row[0] == "*")
    for step in row.lstrip("* ").split(";"):
        words, _, expected = step.partition(">")
        for word in words.split():
            rig.do(word)
        said = rig.words()
        assert said == expected.strip(), (row, said)


ROWS = """
a tap
    A96 > a:press ; -40 > a:tap ; -2000 >
an idle device gets no key
    -2000 >
a long press
    B700 > b:press b:repeat b:hold b:repeat b:repeat ; -40 > b:release
a key that is let go after the first repeat but before hold is tapped
    U460 -40 > up:press up:repeat up:tap
    A520 > a:press a:repeat ; -24 > a:tap
fewer than three agreeing readings are bounce
    a1 -40 > ; a11 -40 > ; a1011 -40 > ; a101011 -40 > ; a11011 -40 >
a bouncing key is one press
    a1011011110110011010010000 > a:press a:tap
a late reading counts once
    -80 A60/60 a1 -80 > ; A80 -60/60 a0 > a:press ; a0 > a:tap
a tap before a stall and the start of a press after it are not one long press
    B40 B450/450 b1 -40 > b:press b:tap
a key that is held through stalls of the flash is held
    B24 B600/100 > b:press b:repeat b:hold b:repeat
after a stall the timer catches up, and reads the same bounce many times at once
    a1 a1111111+0 a1+1 -40 >
a press that only a reading in such a burst has seen begin is not lost
    -80 a3+1 a1+29 -80 > a:press a:tap
    * -80 a3+1 a1+29 -80 > a:press a:tap
a press within a gap is not lost: the hardware has remembered that the key went down
    -80 a2+60 -80 > a:press a:tap
a press that began before a gap and ended in it is not lost
    -80 a1 -60/60 -80 > a:press a:tap
a press that began in a gap continues after it
    -80 a3+60 > a:press ; A616 -40 > a:repeat a:hold a:repeat a:release
without a gap what the hardware remembers may be noise
    l22222222r22222222u22222222d22222222a22222222b22222222 >
a key that was seen to fall and is down is pressed at once; one that is up again is not
    * -80 a3 > a:press
    * -80 a22020000 >
a key that is read up twice and did not fall between has come up
    * -80 a311110 > a:press ; a0 > a:tap ; -80 a311110 > a:press ; a2 > ; a0 > a:tap
without hardware that tells, three readings have to agree
    -80 a11 > ; a111100 > a:press ; a0 > a:tap
readings of the main loop between those of the timer see a key go down and come up
    * -80 a3+2 > a:press ; a1111 a0+2 a0+1 > ; a0+1 > a:tap
noise between the readings of the timer is no press: down without an edge, edges without a key that is down
    * -80 a10+2 a0000 >
    * -80 a2020+2 a0000 >
    * -80 a110+1 a0000 >
    -80 a1110+2 a000 >
and no release: up once, up twice and it fell in between, up for a moment
    * -80 a31111 > a:press ; a01+2 a1111 >
    * -80 a31111 > a:press ; a0303+2 a1111 >
    * -80 a31111 > a:press ; a0201+2 a1111 >
    * -80 a31111 > a:press ; a001+1 a1111 >
soon after a key came up it is bounce
    * -80 b3111100 > b:press b:tap ; a3110+2 a0000 >
    * -80 b3111100 > b:press b:tap ; a21000+2 a0000 >
    * -80 b3111100 > b:press b:tap ; a320000 >
    * -80 b3111100 > b:press b:tap ; b320000 >
soon after a release an edge is the first of three readings
    * -80 b3111100 > b:press b:tap ; a3 > ; a1 > a:press
a press that bounces after its first reading is one
    * -80 a303003111 > a:press ; -80 > a:tap
edges and bounce while a key is let go do not press it again, in a gap either
    A80 a2323222 -80 > a:press a:tap
    A80 a03003000 -80 > a:press a:tap
    A80 a2+60 -80 > a:press a:tap
a key that came up before a gap and fell in it was pressed twice
    A80 -8 a3+30 > a:press a:tap a:press ; A40 -80 > a:tap
the second of these presses is held from the end of the gap on
    A80 -8 a3+60 > a:press a:tap a:press ; A480 > a:repeat ; A24 > a:hold
a key that was down before a gap and after it was pressed once: a fall in the gap may be a bounce of that press
    A24 a3+30 A40 -80 > a:press a:tap
the end of a press comes before one that was over within a gap
    * -80 r31111 > right:press ; l2+60 > right:tap left:press left:tap
a press that bounces into a gap is one
    * -80 a30 > a:press ; a3+30 > ; a11111000 > a:tap
a release that bounces into a gap is no press
    * -80 a3111100 > a:press a:tap ; a2+30 > ; -80 >
of keys in one gap the released key comes first
    * -80 l3d2+100 > down:press down:tap left:press
    * -80 d3l2+100 > left:press left:tap down:press
two keys that bounce together are pressed once each
    * -80 l303111a031111 > left:press a:press
a bouncing key stays down while another goes down
    * -80 l3103111a0311111 > left:press a:press
soon after an edge that was no press one reading is bounce
    * -80 a23000 >
two keys at once are two keys
    L80 LA80 A80 -80 > left:press a:press left:tap a:tap
"""


def test_each_row_of_readings_gives_its_events():
    for line in ROWS.split("\n"):
        if line[:1] == " ":
            goes(line.strip())
    assert LATE_MS >= 100, "a key that is held through stalls of the flash"


def test_the_end_of_a_press_comes_before_the_next_however_late_they_are_read():
    for first, second in ((RIGHT, LEFT), (LEFT, RIGHT)):
        for up, gap in (("", 8), ("0", 8), ("00", 8), ("", 30), ("0", 30), ("00", 30)):
            one, other = KEY_NAMES[first], KEY_NAMES[second]
            row = f"* -80 {one[0]}31111 > {one}:press ; {one[0]}{up} {other[0]}3+{gap} {other[0]}11 > "
            goes(row + f"{one}:tap {other}:press")


def test_a_jammed_key_falls_silent_and_the_others_go_on():
    rig = Rig()
    rig.run(STUCK_MS + 200, RIGHT)
    rig.events()
    rig.run(STUCK_MS, RIGHT)
    assert rig.words() == ""
    for words, expected in (
        ("RA80 R80", "a:press a:tap"),
        ("-80", "right:release"),
        ("R80 -80", "right:press right:tap"),
    ):
        for word in words.split():
            rig.do(word)
        assert rig.words() == expected


def test_moments():
    rig = Rig()
    moments = {}
    for ms in range(0, 800, 8):
        rig.run(8, LEFT)
        for _key, kind in rig.events():
            moments.setdefault(kind, ms - 16)  # the press counts from the third reading
    assert moments == {PRESS: 0, REPEAT: 400, HOLD: 504}


def test_repeats_come_every_120_ms_in_the_mean():
    rig = Rig()
    rig.run(24 + 400 + 20 * 120, DOWN)
    assert rig.events().count((DOWN, REPEAT)) == 21


def test_all_six_at_once():
    rig = Rig()
    rig.run(600, LEFT, RIGHT, UP, DOWN, A, B)
    rig.run(80)
    events = rig.events()
    for key in range(6):
        kinds = [kind for k, kind in events if k == key]
        assert kinds[0] == PRESS
        assert kinds[-1] == RELEASE
        assert kinds.count(HOLD) == 1


def test_the_clock_may_wrap_during_a_press():
    rig = Rig(ticks_add(0, -300))
    rig.run(700, UP)
    rig.run(40)
    assert rig.words() == "up:press up:repeat up:hold up:repeat up:repeat up:release"
    assert ticks_diff(rig.now, ticks_add(0, -300)) == 736


def _whole(events):
    """Each press with a PRESS event ends, there are no events outside a press, and HOLD comes once."""
    down = {}
    for key, kind in events:
        if kind == PRESS:
            assert key not in down
            down[key] = False
        elif kind == HOLD:
            assert down[key] is False
            down[key] = True
        elif kind == REPEAT:
            assert key in down
        else:
            assert down.pop(key) == (kind == RELEASE)
    return not down


def test_a_full_queue_drops_whole_presses():
    rig = Rig()
    for _ in range(QUEUE):
        rig.run(40, A)
        rig.run(40)
    events = rig.events()
    assert events == [(A, PRESS), (A, TAP)] * (len(events) // 2)
    assert len(events) >= QUEUE - 2
    rig.run(40, A)
    rig.run(40)
    assert rig.words() == "a:press a:tap"


def test_the_end_of_a_press_always_finds_room():
    rig = Rig()
    rig.run(40, B)
    for _ in range(QUEUE):
        rig.run(40, A, B)
        rig.run(40, B)
    rig.run(80)
    events = rig.events()
    assert events[0] == (B, PRESS)
    assert events[-1] == (B, RELEASE)


def test_random_fingers_leave_no_key_stuck():
    seed = 7
    for _ in range(30):
        rig = Rig()
        events = []
        for _ in range(60):
            seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
            down = [key for key in range(6) if seed >> 10 + key & 1 and seed >> 20 + key & 1]
            rig.now = ticks_add(rig.now, (seed >> 7 & 1) * 60)
            rig.keys.sample(rig.mask, rig.now, seed >> 12 & 63)
            rig.run((seed >> 6 & 15) * 24, *down, step=(8, 8, 8, 24, 100)[(seed >> 16) % 5])
            if seed >> 18 & 7 == 0:  # the application seldom takes events
                events += rig.events()
        rig.run(80)
        events += rig.events()
        assert _whole(events)


def test_clear_forgets_what_waits_and_what_is_down():
    rig = Rig()
    rig.run(80, A)
    rig.run(80)
    rig.run(80, B)
    rig.keys.clear()
    assert rig.words() == ""
    rig.run(800, B)
    rig.run(80)
    assert rig.words() == ""
    rig.run(80, B)
    rig.run(80)
    assert rig.words() == "b:press b:tap"


def test_a_reading_allocates_nothing():
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        return  # CPython, where allocations do not matter
    keys = Keys()
    masks = (0, 1, 1, 1, 3, 3, 3, 63, 63, 63, 63, 0, 0, 0, 0)
    now = 0
    heap_lock()
    try:
        for _ in range(20):
            for mask in masks:
                for _ in range(60):
                    now += 8
                    keys.sample(mask, now)
                now += 50
                keys.sample(mask, now, 63)
            keys.get()
            keys.clear()
    finally:
        heap_unlock()
