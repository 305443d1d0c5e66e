"""main.py of a board that is measured: starts the program itself, the file start.py, and prints what it is asked for.

While the pin that ask.py names is low: how much of the heap is free after a collection, and used. Of each file written:
how long that took, in microseconds.
"""

from mingg.hal import clock

import board

clock.start(*board.CLOCK)

import gc  # noqa: E402
import time  # noqa: E402

from ask import PIN  # noqa: E402
from machine import Pin  # noqa: E402
from mingg import memory  # noqa: E402
from mingg.hal.frame import Frame  # noqa: E402
from mingg.hal.store import Store  # noqa: E402

_ask = Pin(PIN, Pin.IN, Pin.PULL_UP)
_show, _append, _replace = Frame.show, Store.append, Store.replace


def show(self):
    _show(self)
    if not _ask.value():
        gc.collect()
        print("heap", gc.mem_free(), gc.mem_alloc())
        memory.collect()  # so that the next key finds the heap as the program leaves it
        while not _ask.value():
            pass


def append(self, name, data):
    begun = time.ticks_us()
    _append(self, name, data)
    print("wrote", name, time.ticks_diff(time.ticks_us(), begun))


def replace(self, name, data):
    begun = time.ticks_us()
    _replace(self, name, data)
    print("wrote", name, time.ticks_diff(time.ticks_us(), begun))


Frame.show, Store.append, Store.replace = show, append, replace

import start  # noqa: E402, F401 - from here on as on every board
