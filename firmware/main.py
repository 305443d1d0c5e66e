"""Starts Mingg. board.py says which pin does what; everything else is in the package mingg.

MicroPython compiles this file at each start: it is short, and the rest of the start is compiled already.
"""

from mingg.hal import clock

import board

if hasattr(board, "CLOCK"):  # a board.py of older firmware has none: the chip keeps its clock
    clock.start(*board.CLOCK)  # first: all that follows is faster then

from machine import reset
from mingg.start import run

run(board, reset)
