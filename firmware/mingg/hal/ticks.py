"""A millisecond clock that wraps, the same on MicroPython and CPython.

Ticks are integers from 0, modulo a period of the platform (2**30 on 32-bit boards, and here on CPython). Compare two
ticks only with ticks_diff, never with < or -.
"""

import time

_PERIOD = 1 << 30
_HALF = _PERIOD >> 1
_clock_ns = getattr(time, "monotonic_ns", time.time_ns)


def _ms() -> int:
    return int(_clock_ns()) // 1000000 % _PERIOD


def _diff(end: int, start: int) -> int:
    return (end - start + _HALF) % _PERIOD - _HALF


def _add(ticks: int, delta: int) -> int:
    return (ticks + delta) % _PERIOD


# ticks_ms(): milliseconds since an arbitrary moment.
ticks_ms = getattr(time, "ticks_ms", _ms)
# ticks_diff(end, start): milliseconds from start to end, negative if end is earlier. Correct below half a period.
ticks_diff = getattr(time, "ticks_diff", _diff)
# ticks_add(ticks, delta): the tick that is delta milliseconds later, or earlier if delta is negative.
ticks_add = getattr(time, "ticks_add", _add)
