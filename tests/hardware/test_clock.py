"""The clock of the chip, its voltage, and that of the battery. Runs under pytest and, unchanged, on MicroPython."""

from help import fake_machine
from help.fake_machine import ADC, Clock, Mem32, mem32
from mingg.hal import clock
from mingg.hal.battery import meter

REGULATOR = 0x40064000
RESET = 0xB1  # 1.1 V, and the regulator is on


class Time:
    """Replaces the module time: only on a board it can sleep for microseconds. It notes the sleeps."""

    def sleep_us(self, us):
        Mem32.written.append(("sleep", us))


def started(hz, millivolts, refused=(), now=Clock.STOCK):
    """All that was done to clock and voltage, in its order."""
    fake_machine.reset_everything()
    clock.time = Time()
    assert mem32[REGULATOR] == RESET
    del Mem32.written[:]
    Clock.hz, Clock.refused = now, refused
    clock.start(hz, millivolts)
    return list(Mem32.written)


def test_a_faster_clock_gets_its_voltage_first():
    assert started(200000000, 1150) == [(REGULATOR, 0xC1), ("sleep", 1000), ("freq", 200000000)]


def test_a_slower_clock_loses_its_voltage_last():
    changes = started(125000000, 1100, now=200000000)
    assert changes == [("freq", 125000000), (REGULATOR, 0xB1), ("sleep", 1000)]


def test_a_refused_clock_leaves_the_board_at_its_own():
    started(200000000, 1150, refused=(200000000,))
    assert Clock.hz == Clock.STOCK


def test_without_a_voltage_only_the_clock_is_set():
    assert started(240000000, 0, now=160000000) == [("freq", 240000000)]
    assert started(125000000, 0, now=240000000) == [("freq", 125000000)]


def test_the_clock_that_the_chip_has_is_not_set_again():
    assert started(125000000, 1150) == []


def test_the_divider_is_taken_into_account():
    for level, upper, lower, mv in ((65535, 0, 1, 3300), (32768, 100, 100, 3300), (19859, 2, 1, 2997), (0, 2, 1, 0)):
        ADC.level = level
        assert abs(meter(29, upper, lower)() - mv) <= 6, (level, upper, lower)
        assert ADC.last.number == 29


def test_the_highest_voltage_is_a_small_integer():
    ADC.level = 65535
    assert meter(29, 200000, 100000)() == 9900
