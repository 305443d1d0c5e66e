"""Turns a bouncing rotary encoder and a button into events of six keys. Runs under pytest and on MicroPython."""

import fake_machine
from fake_machine import Pin
from mingg.hal.encoder import MOST, Encoder
from mingg.hal.keys import KEY_NAMES, Keys
from mingg.hal.ticks import ticks_add

CLK, DT, PUSH, BACK = 10, 11, 12, 13
KINDS = ("press", "tap", "hold", "repeat", "release")
RIGHT = ((CLK, 0), (DT, 0), (CLK, None), (DT, None))  # the contacts during one detent
LEFT = ((DT, 0), (CLK, 0), (DT, None), (CLK, None))
STEP = 5


class Rig:
    """An encoder and a button, sampled every 5 ms, whose contacts bounce."""

    def __init__(self, seed=1):
        fake_machine.reset_everything()
        self.reader = Encoder((CLK, DT, PUSH, BACK))
        self.keys = Keys()
        self.now = ticks_add(0, -300)  # the clock wraps during the test
        self.seed = seed

    def dice(self, sides):
        self.seed = (self.seed * 1103515245 + 12345) & 0x3FFFFFFF
        return (self.seed >> 12) % sides

    def run(self, ms):
        for _ in range(ms // STEP):
            self.now = ticks_add(self.now, STEP)
            self.keys.sample(self.reader.mask(self.now), self.now, self.reader.fell())

    def put(self, pin, level):
        """A contact opens or closes, after bouncing a few times."""
        for _ in range(self.dice(5)):
            Pin.put(pin, level)
            Pin.put(pin, None if level == 0 else 0)
        Pin.put(pin, level)

    def turn(self, detent, times=1, ms=40):
        for _ in range(times):
            for pin, level in detent:
                self.put(pin, level)
                self.run(ms // 4)

    def stall(self, ms, happens):
        """Something happens while flash is erased."""
        Pin.asleep = True
        happens()
        self.now = ticks_add(self.now, ms)
        Pin.wake()

    def words(self, ms=1500):
        """All events until no more come."""
        self.run(ms)
        results = []
        while True:
            event = self.keys.get()
            if event < 0:
                return " ".join(results)
            results.append(KEY_NAMES[event & 7] + ":" + KINDS[event >> 3])


def taps(key, times=1):
    return " ".join([key + ":press " + key + ":tap"] * times)


def test_an_idle_device_gets_no_key():
    rig = Rig()
    assert rig.words() == ""


def test_a_detent_is_an_arrow():
    for seed in range(40):
        rig = Rig(seed)
        rig.turn(RIGHT)
        assert rig.words() == taps("right")
        rig.turn(LEFT)
        assert rig.words() == taps("left")


def test_pushed_it_is_the_other_two_and_nothing_of_the_push():
    for seed in range(40):
        rig = Rig(seed)
        rig.put(PUSH, 0)
        rig.run(100)
        rig.turn(RIGHT)
        rig.run(100)
        rig.put(PUSH, None)
        assert rig.words() == taps("down")
        rig.put(PUSH, 0)
        rig.run(100)
        rig.turn(LEFT, 3)
        rig.run(2000)
        rig.put(PUSH, None)
        assert rig.words() == taps("up", 3)


def test_a_push_alone_is_a_and_the_button_is_b():
    for seed in range(40):
        for pin, key in ((PUSH, "a"), (BACK, "b")):
            rig = Rig(seed)
            rig.put(pin, 0)
            rig.run(90)
            assert rig.words(0) == "", "it may still be turned"
            rig.put(pin, None)
            assert rig.words() == taps(key)


def test_a_push_that_lasts_is_a_held_and_turning_it_then_changes_nothing():
    for pin, key in ((PUSH, "a"), (BACK, "b")):
        rig = Rig()
        rig.put(pin, 0)
        rig.run(1100)
        rig.turn(RIGHT)
        rig.put(pin, None)
        words = rig.words()
        assert words.split()[0] == key + ":press"
        assert words.count(":hold") == 1
        assert words.split()[-1] == key + ":release"
        assert "right" not in words
        assert "down" not in words


def test_with_the_button_down_an_arrow_is_held():
    for pushed, detent, key in ((0, RIGHT, "right"), (0, LEFT, "left"), (1, RIGHT, "down"), (1, LEFT, "up")):
        rig = Rig()
        rig.put(BACK, 0)
        rig.run(60)
        if pushed:
            rig.put(PUSH, 0)
            rig.run(60)
        rig.turn(detent)
        rig.run(20)
        rig.put(PUSH, None)
        rig.put(BACK, None)
        words = rig.words().split()
        assert words[0] == key + ":press"
        assert words[-1] == key + ":release"
        assert words.count(key + ":hold") == 1
        assert {word.partition(":")[0] for word in words} == {key}


def test_fast_turning_is_counted():
    for seed in range(10):
        rig = Rig(seed)
        rig.turn(RIGHT, 10, 20)
        assert rig.words() == taps("right", 10)


def test_a_spin_ends_soon():
    rig = Rig()
    for _ in range(60):
        for pin, level in RIGHT:
            rig.put(pin, level)
    assert rig.words(3000) == taps("right", MOST)


def test_turned_back_before_it_was_shown_is_nothing():
    rig = Rig()
    for pin, level in RIGHT + LEFT:
        rig.put(pin, level)
    assert rig.words() == ""


def test_half_a_detent_and_back_is_nothing():
    for seed in range(40):
        rig = Rig(seed)
        for detent in (RIGHT, LEFT):
            for pin, level in detent[:2] + ((detent[1][0], None), (detent[0][0], None)):
                rig.put(pin, level)
                rig.run(10)
        assert rig.words() == ""


def test_a_stall_may_swallow_a_detent_but_never_turns_one_round():
    presses = set()
    for seed in range(300):
        rig = Rig(seed)
        detent, key = ((RIGHT, "right"), (LEFT, "left"))[seed & 1]
        first, last = rig.dice(9), rig.dice(9)
        moves = detent * 2
        for index, (pin, level) in enumerate(moves):
            Pin.asleep = Pin.asleep or index == min(first, last)
            rig.put(pin, level)
            if not Pin.asleep:
                rig.run(10)
            if index == max(first, last) - 1:
                rig.stall(60, lambda: None)
        Pin.wake()
        words = rig.words()
        assert words in ("", taps(key), taps(key, 2)), words
        presses.add(len(words.split()) // 2)
    assert presses == {0, 1, 2}


def test_a_push_while_flash_is_erased_is_not_lost():
    for pin, key in ((PUSH, "a"), (BACK, "b")):
        rig = Rig()
        rig.run(100)

        def push(pin=pin):
            Pin.put(pin, 0)
            Pin.put(pin, None)

        rig.stall(60, push)
        assert rig.words() == taps(key)


def test_a_tap_that_meets_a_stall_is_still_one_tap():
    for before in range(0, 80, STEP):
        rig = Rig()
        for pin, level in RIGHT:
            rig.put(pin, level)
        rig.run(before)
        rig.stall(60, lambda: None)
        assert rig.words() == taps("right"), before
        rig.turn(LEFT)
        rig.run(before)
        rig.stall(60, lambda: None)
        assert rig.words() == taps("left"), before


def test_a_held_arrow_that_meets_a_stall_is_still_held():
    for before in range(0, 700, 35):
        rig = Rig()
        rig.put(BACK, 0)
        rig.run(60)
        rig.turn(RIGHT)
        rig.put(BACK, None)
        rig.run(before)
        rig.stall(200, lambda: None)
        assert rig.words().count("right:hold") == 1, before


def test_readings_that_come_in_a_burst_change_nothing():
    rig = Rig()
    for pin, level in RIGHT:
        rig.put(pin, level)
    for _ in range(60):
        rig.run(STEP)
        for _ in range(20):
            rig.keys.sample(rig.reader.mask(rig.now), rig.now, rig.reader.fell())
    assert rig.words() == taps("right")


def test_both_down_at_the_start_is_seen_at_once():
    rig = Rig()
    assert not rig.reader.last_two()
    Pin.press(PUSH)
    assert not rig.reader.last_two()
    Pin.press(BACK)
    assert rig.reader.last_two()


def test_a_reading_allocates_nothing():
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        return  # CPython, where allocations do not matter
    rig = Rig()
    clk, dt = Pin.by_number[CLK], Pin.by_number[DT]
    detent = ((0, clk), (0, dt), (1, clk), (1, dt))
    rig.run(50)
    now = 5000
    pressed = 0
    heap_lock()
    try:
        for _ in range(30):
            for low, pin in detent:
                pin.out = low
                pin.handler(pin)
                now += STEP
                pressed |= rig.reader.mask(now)
    finally:
        heap_unlock()
    assert pressed == 1 << KEY_NAMES.index("right")
