"""The voltage of a battery behind a divider, on a pin with an analogue input."""

from typing import Callable

from machine import ADC

_FULL = 3300  # mV at the pin that read as 65535: the supply of the chip
_TIMES = 8  # readings, since one of them is noisy


def meter(gpio: int, upper: int, lower: int) -> "Callable[[], int]":
    """Returns a function that measures the battery in mV. upper, lower: the resistors from the pin to the battery and
    to ground, in any unit, the same for both. Raises ValueError if the pin cannot measure."""
    adc = ADC(gpio)

    def measure() -> int:
        total = 0
        for _ in range(_TIMES):
            total += adc.read_u16()
        return (total // _TIMES) * _FULL // 65535 * (upper + lower) // lower

    return measure
