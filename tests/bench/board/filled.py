"""main.py of a board whose heap is made smaller: leaves as many bytes of it as left.py says, then starts the program
itself, the file start.py. Prints "reopened" each time the application opens the evening again for lack of memory.
"""

import gc

from left import HEAP
from mingg.ui.app import App

_boot_again = App.boot_again


def boot_again(self):
    print("reopened")
    _boot_again(self)


App.boot_again = boot_again
gc.collect()
ballast = bytearray(gc.mem_free() + gc.mem_alloc() - HEAP)
print("left", gc.mem_free() + gc.mem_alloc() - len(ballast))

import start  # noqa: E402, F401 - from here on as on every board
