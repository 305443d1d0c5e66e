"""How deep the stack of a Pico would be at each import, estimated on a PC's VM.

An import takes the most stack of all that the firmware does: 2 kB of the 8 kB of a Pico, and 1 kB more for each import
inside another. On a PC a call takes more, and an import 5.6 kB. The figures below come from an emulated Pico on which
the same keys were pressed; the estimate is higher than the truth by up to 700 bytes.
"""

import builtins
import sys

import micropython

MOST = 6900  # bytes: an import at this depth fits, and so does the timer that reads the keys meanwhile
BEGUN = 484  # bytes of a Pico's stack where main.py begins
NESTED, NESTED_HERE = 1000, 5650  # bytes of an import inside another: on a Pico, and here
SHARE = 62  # per cent: what a call takes on a Pico, of what it takes here

deepest = 0
where = ""  # the module that was imported there
_load = builtins.__import__
_base = 0
_level = 0


def _loaded(name, *more):
    global deepest, where, _level
    if name in sys.modules or not name.startswith("mingg"):
        return _load(name, *more)
    calls = micropython.stack_use() - _base - NESTED_HERE * _level
    depth = BEGUN + calls * SHARE // 100 + NESTED * _level
    if depth > deepest:
        deepest, where = depth, name
    _level += 1
    try:
        return _load(name, *more)
    finally:
        _level -= 1


def watch():
    """From here on: this depth stands for that of main.py on a board."""
    global _base
    _base = micropython.stack_use()
    builtins.__import__ = _loaded
