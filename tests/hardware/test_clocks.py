"""The clocks of the emulated Pico: the chip's own, real time, and the time that its cache costs."""

from __future__ import annotations

import pytest
from help import pico
from help.chip import Chip

pytestmark = [pytest.mark.uf2, pytest.mark.xdist_group("emulated")]

# Prints how many microseconds a loop takes, and a sleep of 100 ms, at 125 and at 200 MHz.
PROGRAM = b"""
import machine
import time

def loop():
    begun = time.ticks_us()
    for i in range(2000):
        pass
    return time.ticks_diff(time.ticks_us(), begun)

for mhz in (125, 200):
    machine.freq(mhz * 1000000)
    print("clock", machine.freq() // 1000000)
    print("loop", loop())
    print("asleep")
    begun = time.ticks_us()
    time.sleep_ms(100)
    print("slept", time.ticks_diff(time.ticks_us(), begun))
print("done")
"""
SOON_MS, STEP_MS = 3000, 0.5


def words(chip: Chip, name: bytes) -> list[int]:
    lines = [line.split() for line in bytes(chip.printed).splitlines()]
    return [int(line[1]) for line in lines if line[:1] == [name]]


def run(cached: bool) -> tuple[Chip, list[float]]:
    """Runs the program. Returns the chip, and how long each sleep took outside it, ms."""
    chip = Chip(pico.image(), pico.file_system({"main.py": PROGRAM}), pico.flash(), cached)
    begun, slept = [], []
    while b"done" not in chip.printed and chip.ms < SOON_MS:
        chip.run(STEP_MS)
        if chip.printed.count(b"asleep") > len(begun):
            begun.append(chip.ms)
        if chip.printed.count(b"slept") > len(slept):
            slept.append(chip.ms - begun[-1])
    return chip, slept


def test_a_faster_clock_makes_the_program_faster_and_no_sleep_shorter() -> None:
    chip, slept = run(cached=False)
    assert words(chip, b"clock") == [125, 200]
    assert chip.time.mhz == 200
    slow, fast = words(chip, b"loop")
    assert slow / fast == pytest.approx(200 / 125, rel=0.02)
    assert words(chip, b"slept") == pytest.approx([100_000, 100_000], rel=0.01)
    assert slept == pytest.approx([100, 100], abs=2 * STEP_MS)


def test_a_line_that_the_cache_does_not_hold_takes_time() -> None:
    plain, _ = run(cached=False)
    cached, slept = run(cached=True)
    assert cached.cache is not None
    assert cached.cache.misses > 1000
    assert cached.ms > plain.ms
    assert slept == pytest.approx([100, 100], abs=2 * STEP_MS)
