"""Turns readings of buttons into events. Runs under pytest and, unchanged, on MicroPython."""

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


def read(rig, key, *readings):
    """Readings of one key: 1 down, 0 up; 2 and 3: the same, and it fell since the one before."""
    for reading in readings:
        rig.now += 8
        rig.keys.sample((reading & 1) << key, rig.now, (reading >> 1) << key)
    return rig.words()


def late(rig, key, ms, reading):
    """A reading after a gap."""
    rig.now = ticks_add(rig.now, ms - 8)
    return read(rig, key, reading)


def test_a_tap():
    for key in (LEFT, RIGHT, UP, DOWN, A, B):
        rig = Rig()
        rig.run(96, key)
        assert rig.events() == [(key, PRESS)]
        rig.run(40)
        assert rig.events() == [(key, TAP)]
        rig.run(2000)
        assert rig.events() == []


def test_an_idle_device_gets_no_key():
    rig = Rig()
    rig.run(2000)
    assert rig.keys.get() == -1


def test_a_long_press():
    rig = Rig()
    rig.run(700, B)
    assert rig.words() == "b:press b:repeat b:hold b:repeat b:repeat"
    rig.run(40)
    assert rig.words() == "b:release"


def test_let_go_after_the_first_repeat_but_before_hold_is_a_tap():
    rig = Rig()
    rig.run(460, UP)
    rig.run(40)
    assert rig.words() == "up:press up:repeat up:tap"


def test_repeats_come_every_120_ms_in_the_mean():
    rig = Rig()
    rig.run(24 + 400 + 20 * 120, DOWN)
    assert rig.events().count((DOWN, REPEAT)) == 21


def test_moments():
    rig = Rig()
    moments = {}
    for ms in range(0, 800, 8):
        rig.run(8, LEFT)
        for _key, kind in rig.events():
            moments.setdefault(kind, ms - 16)  # the press counts from the third reading
    assert moments == {PRESS: 0, REPEAT: 400, HOLD: 504}


def test_fewer_than_three_agreeing_readings_are_bounce():
    rig = Rig()
    for pattern in ((1,), (1, 1), (1, 0, 1, 1), (1, 0, 1, 0, 1, 1), (1, 1, 0, 1, 1)):
        for down in pattern:
            rig.run(8, *((A,) if down else ()))
        rig.run(40)
        assert rig.words() == "", pattern


def test_a_bouncing_key_is_one_press():
    rig = Rig()
    for down in (1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0):
        rig.run(8, *((A,) if down else ()))
    assert rig.words() == "a:press a:tap"


def test_a_late_reading_counts_once():
    rig = Rig()
    rig.run(80)
    rig.run(60, A, step=60)
    rig.run(8, A)
    rig.run(80)
    assert rig.words() == ""
    rig.run(80, A)
    rig.run(60, step=60)
    rig.run(8)
    assert rig.words() == "a:press"
    rig.run(8)
    assert rig.words() == "a:tap"


def test_a_long_gap_is_no_long_press():
    """A tap before a stall and the start of a press after it are not one long press."""
    rig = Rig()
    rig.run(40, B)
    rig.run(450, B, step=450)
    rig.run(8, B)
    rig.run(40)
    assert rig.words() == "b:press b:tap"


def test_a_key_held_through_stalls_of_the_flash_is_held():
    rig = Rig()
    rig.run(24, B)
    rig.run(600, B, step=100)
    assert rig.words() == "b:press b:repeat b:hold b:repeat"
    assert LATE_MS >= 100


def test_no_hold_for_a_key_let_go_but_not_yet_settled():
    rig = Rig()
    rig.run(24 + 496, A)
    rig.events()
    rig.run(24)
    assert rig.words() == "a:tap"


def test_readings_in_a_burst_count_once():
    """After a stall the timer catches up, and reads the same bounce many times at once."""
    rig = Rig()
    for _ in range(8):
        rig.keys.sample(1 << A, rig.now)
    rig.now = ticks_add(rig.now, 1)
    rig.keys.sample(1 << A, rig.now)
    rig.run(40)
    assert rig.words() == ""


def test_a_press_that_only_a_reading_in_a_burst_has_seen_begin_is_not_lost():
    for latched in (False, True):
        rig = Rig(latched=latched)
        rig.run(80)
        rig.keys.sample(1 << A, rig.now + 1, 1 << A)
        rig.now = ticks_add(rig.now, 30)
        rig.keys.sample(1 << A, rig.now)
        rig.run(80)
        assert rig.words() == "a:press a:tap"


def test_a_press_within_a_gap_is_not_lost():
    """The hardware has remembered that the key went down."""
    rig = Rig()
    rig.run(80)
    rig.now = ticks_add(rig.now, 60)
    rig.keys.sample(0, rig.now, 1 << A)
    rig.run(80)
    assert rig.words() == "a:press a:tap"


def test_a_press_that_began_before_a_gap_and_ended_in_it_is_not_lost():
    rig = Rig()
    rig.run(80)
    rig.run(8, A)
    rig.run(60, step=60)
    rig.run(80)
    assert rig.words() == "a:press a:tap"


def test_a_press_that_began_in_a_gap_continues_after_it():
    rig = Rig()
    rig.run(80)
    assert late(rig, A, 60, 3) == "a:press"
    rig.run(616, A)
    rig.run(40)
    assert rig.words() == "a:repeat a:hold a:repeat a:release"


def test_without_a_gap_what_the_hardware_latched_may_be_noise():
    rig = Rig()
    for _ in range(20):
        rig.now = ticks_add(rig.now, 8)
        rig.keys.sample(0, rig.now, 63)
    assert rig.words() == ""


def test_a_key_that_was_seen_to_fall_and_is_down_is_pressed_at_once():
    rig = Rig(latched=True)
    rig.run(80)
    assert read(rig, A, 3) == "a:press"


def test_a_key_that_was_seen_to_fall_and_is_up_again_is_not():
    rig = Rig(latched=True)
    rig.run(80)
    assert read(rig, A, 2, 2, 0, 2, 0, 0, 0, 0) == ""


def test_a_key_that_is_read_up_twice_and_did_not_fall_between_has_come_up():
    rig = Rig(latched=True)
    rig.run(80)
    assert read(rig, A, 3, 1, 1, 1, 1, 0) == "a:press"
    assert read(rig, A, 0) == "a:tap"
    rig.run(80)
    assert read(rig, A, 3, 1, 1, 1, 1, 0) == "a:press"
    assert read(rig, A, 2) == ""
    assert read(rig, A, 0) == "a:tap"


def test_without_hardware_that_tells_three_readings_have_to_agree():
    rig = Rig()
    rig.run(80)
    assert read(rig, A, 1, 1) == ""
    assert read(rig, A, 1, 1, 1, 1, 0, 0) == "a:press"
    assert read(rig, A, 0) == "a:tap"


def soon(rig, key, ms, *readings):
    """The same as read(), with so many ms between two readings: the main loop samples too."""
    for reading in readings:
        rig.now = ticks_add(rig.now, ms)
        rig.keys.sample((reading & 1) << key, rig.now, (reading >> 1) << key)
    return rig.words()


def held(rig):
    """A key has been down for a while."""
    assert read(rig, A, 3, 1, 1, 1, 1) == "a:press"


def test_readings_between_those_of_the_timer_see_a_key_go_down_and_come_up():
    rig = Rig(latched=True)
    rig.run(80)
    assert soon(rig, A, 2, 3) == "a:press"
    assert read(rig, A, 1, 1, 1, 1) == ""
    assert soon(rig, A, 2, 0) == ""
    assert soon(rig, A, 1, 0) == ""
    assert soon(rig, A, 1, 0) == "a:tap"


def test_noise_between_the_readings_of_the_timer_is_no_press_and_no_release():
    for ready, ms, noise in (
        (None, 2, (1, 0)),  # down without an edge
        (None, 2, (2, 0, 2, 0)),  # edges without a key that is down
        (None, 1, (1, 1, 0)),
        (held, 2, (0, 1)),  # up once
        (held, 2, (0, 3, 0, 3)),  # up twice, and it fell in between
        (held, 2, (0, 2, 0, 1)),
        (held, 1, (0, 0, 1)),  # up for a moment
        (let_go, 2, (3, 1, 1, 0)),  # soon after a key came up: bounce
        (let_go, 2, (2, 1, 0, 0, 0)),
    ):
        rig = Rig(latched=True)
        rig.run(80)
        if ready is not None:
            ready(rig)
        words = soon(rig, A, ms, *noise)
        words += read(rig, A, *(int(ready is held),) * 4)
        assert words == "", (ms, noise)
    rig = Rig()
    assert soon(rig, A, 2, 1, 1, 1, 0) + read(rig, A, 0, 0, 0) == "", "without hardware that tells"


def test_a_press_that_bounces_after_its_first_reading_is_one():
    rig = Rig(latched=True)
    rig.run(80)
    assert read(rig, A, 3, 0, 3, 0, 0, 3, 1, 1, 1) == "a:press"
    rig.run(80)
    assert rig.words() == "a:tap"


def let_go(rig):
    """A key that was down came up a moment ago."""
    assert read(rig, B, 3, 1, 1, 1, 1, 0, 0) == "b:press b:tap"


def test_soon_after_a_release_an_edge_is_the_first_of_three_readings():
    rig = Rig(latched=True)
    let_go(rig)
    assert read(rig, A, 3) == ""
    assert read(rig, A, 1) == "a:press"


def test_soon_after_a_release_an_edge_and_one_reading_are_bounce():
    for key in (A, B):
        rig = Rig(latched=True)
        let_go(rig)
        assert read(rig, key, 3, 2, 0, 0, 0, 0) == ""


def test_edges_while_a_key_is_let_go_do_not_press_it_again():
    rig = Rig()
    rig.run(80, A)
    for mask in (0, 1, 0, 1, 0, 0, 0):
        rig.now += 8
        rig.keys.sample(mask << A, rig.now, 1 << A)
    rig.run(80)
    assert rig.words() == "a:press a:tap"


def test_bounce_of_a_release_in_a_gap_is_no_press():
    rig = Rig()
    rig.run(80, A)
    rig.now = ticks_add(rig.now, 60)
    rig.keys.sample(0, rig.now, 1 << A)
    rig.run(80)
    assert rig.words() == "a:press a:tap"


def test_a_key_that_came_up_before_a_gap_and_fell_in_it_was_pressed_twice():
    rig = Rig()
    rig.run(80, A)
    rig.run(8)
    assert late(rig, A, 30, 3) == "a:press a:tap a:press"
    rig.run(40, A)
    rig.run(80)
    assert rig.words() == "a:tap"


def test_a_key_that_was_down_before_a_gap_and_after_it_was_pressed_once():
    """A fall in the gap may be a bounce of that press."""
    rig = Rig()
    rig.run(24, A)
    rig.now = ticks_add(rig.now, 30)
    rig.keys.sample(1 << A, rig.now, 1 << A)
    rig.run(40, A)
    rig.run(80)
    assert rig.words() == "a:press a:tap"


def test_bounce_while_a_key_comes_up_is_no_second_press():
    rig = Rig()
    rig.run(80, A)
    for mask in (0, 1, 0, 0, 1, 0, 0, 0):
        rig.now += 8
        rig.keys.sample(mask << A, rig.now, mask << A)
    rig.run(80)
    assert rig.words() == "a:press a:tap"


def test_the_end_of_a_press_comes_before_the_next_however_late_they_are_read():
    for first, second in ((RIGHT, LEFT), (LEFT, RIGHT)):
        for readings_up, gap in ((0, 8), (1, 8), (2, 8), (0, 30), (1, 30), (2, 30)):
            rig = Rig(latched=True)
            rig.run(80)
            assert read(rig, first, 3, 1, 1, 1, 1) == KEY_NAMES[first] + ":press"
            words = read(rig, first, *(0,) * readings_up)
            rig.now = ticks_add(rig.now, gap)
            rig.keys.sample(1 << second, rig.now, 1 << second)
            words = " ".join((words + " " + read(rig, second, 1, 1)).split())
            assert words == KEY_NAMES[first] + ":tap " + KEY_NAMES[second] + ":press", (first, readings_up, gap)


def test_the_end_of_a_press_comes_before_one_that_was_over_within_a_gap():
    rig = Rig(latched=True)
    rig.run(80)
    read(rig, RIGHT, 3, 1, 1, 1, 1)
    assert late(rig, LEFT, 60, 2) == "right:tap left:press left:tap"


def test_a_press_that_bounces_into_a_gap_is_one():
    rig = Rig(latched=True)
    rig.run(80)
    assert read(rig, A, 3, 0) == "a:press"
    assert late(rig, A, 30, 3) == ""
    assert read(rig, A, 1, 1, 1, 1, 1, 0, 0, 0) == "a:tap"


def test_a_release_that_bounces_into_a_gap_is_no_press():
    rig = Rig(latched=True)
    rig.run(80)
    assert read(rig, A, 3, 1, 1, 1, 1, 0, 0) == "a:press a:tap"
    assert late(rig, A, 30, 2) == ""
    rig.run(80)
    assert rig.words() == ""


def test_of_keys_in_one_gap_the_released_key_comes_first():
    for over, stays in ((DOWN, LEFT), (LEFT, DOWN)):
        rig = Rig(latched=True)
        rig.run(80)
        rig.now = ticks_add(rig.now, 100)
        rig.keys.sample(1 << stays, rig.now, 1 << stays | 1 << over)
        name = KEY_NAMES[over]
        assert rig.words() == name + ":press " + name + ":tap " + KEY_NAMES[stays] + ":press"


def test_two_keys_that_bounce_together_are_pressed_once_each():
    rig = Rig(latched=True)
    rig.run(80)
    both = 1 << LEFT | 1 << A
    for mask, fell in ((1 << LEFT, 1 << LEFT), (1 << A, 1 << A), (both, 1 << LEFT), (both, 0), (both, 0), (both, 0)):
        rig.now += 8
        rig.keys.sample(mask, rig.now, fell)
    assert rig.words() == "left:press a:press"


def test_a_bouncing_key_stays_down_while_another_goes_down():
    rig = Rig(latched=True)
    rig.run(80)
    left, both = 1 << LEFT, 1 << LEFT | 1 << A
    for mask, fell in ((left, left), (both, 1 << A), (1 << A, 0), (both, left), (both, 0), (both, 0), (both, 0)):
        rig.now += 8
        rig.keys.sample(mask, rig.now, fell)
    assert rig.words() == "left:press a:press"


def test_soon_after_an_edge_that_was_no_press_one_reading_is_bounce():
    rig = Rig(latched=True)
    rig.run(80)
    assert read(rig, A, 2, 3, 0, 0, 0) == ""


def test_a_second_press_that_began_in_a_gap_is_held_from_its_end_on():
    rig = Rig()
    rig.run(80, A)
    rig.run(8)
    assert late(rig, A, 60, 3) == "a:press a:tap a:press"
    rig.run(480, A)
    assert rig.words() == "a:repeat"
    rig.run(24, A)
    assert rig.words() == "a:hold"


def test_two_keys_at_once_are_two_keys():
    rig = Rig()
    rig.run(80, LEFT)
    rig.run(80, LEFT, A)
    rig.run(80, A)
    rig.run(80)
    assert rig.words() == "left:press a:press left:tap a:tap"


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


def test_a_jammed_key_falls_silent_and_the_others_go_on():
    rig = Rig()
    rig.run(STUCK_MS + 200, RIGHT)
    rig.events()
    rig.run(STUCK_MS, RIGHT)
    assert rig.words() == ""
    rig.run(80, RIGHT, A)
    rig.run(80, RIGHT)
    assert rig.words() == "a:press a:tap"
    rig.run(80)
    assert rig.words() == "right:release"
    rig.run(80, RIGHT)
    rig.run(80)
    assert rig.words() == "right:press right:tap"


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
