"""Starts Mingg. board.py says which pin does what; everything else is in the package mingg.

MicroPython compiles this file at each start: it is short, and the rest of the start is compiled already.
"""

from mingg.hal import clock

import board

clock.start(*board.CLOCK)  # first: all that follows is faster then

from machine import reset  # noqa: E402
from mingg.start import run  # noqa: E402

run(board, reset)
