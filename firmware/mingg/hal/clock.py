"""The clock of the chip, and the voltage that it needs. main.py sets it first: everything after it runs faster."""

import time

from machine import freq, mem32

# RP2040 data sheet, 2.10.6: the voltage regulator. Bits 4 to 7 choose the voltage: 6 is 0.85 V, then 50 mV each.
_REGULATOR = 0x40064000
_VOLTAGE = 0xF0
_FIRST_MV = 550
_STEP_MV = 50
_SETTLED_US = 1000  # as long as Raspberry Pi's SDK waits


def start(hz: int, millivolts: int) -> None:
    """Sets the clock and the voltage: CLOCK in board.py. 0 mV: the chip chooses its voltage itself. A board that
    refuses the clock goes on with its own."""
    before = freq()
    if hz == before:
        return
    if hz > before:  # first the voltage, then the clock; on the way down the other way round
        _supply(millivolts)
    try:
        freq(hz)
    except ValueError:
        return
    if hz < before:
        _supply(millivolts)


def _supply(millivolts: int) -> None:
    if millivolts:
        mem32[_REGULATOR] = mem32[_REGULATOR] & ~_VOLTAGE | (millivolts - _FIRST_MV) // _STEP_MV << 4
        time.sleep_us(_SETTLED_US)
