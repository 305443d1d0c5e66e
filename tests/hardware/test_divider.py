"""The voltage of the battery, measured through a divider."""

from help.fake_machine import ADC
from mingg.hal.battery import meter


def test_the_divider_is_taken_into_account():
    for level, upper, lower, mv in ((65535, 0, 1, 3300), (32768, 100, 100, 3300), (19859, 2, 1, 2997), (0, 2, 1, 0)):
        ADC.level = level
        assert abs(meter(29, upper, lower)() - mv) <= 6, (level, upper, lower)
        assert ADC.last.number == 29


def test_the_highest_voltage_is_a_small_integer():
    ADC.level = 65535
    assert meter(29, 200000, 100000)() == 9900
