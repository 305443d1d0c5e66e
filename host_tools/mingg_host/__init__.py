"""Mingg on the PC: the command `mingg`, the simulator, the headless device, and the tools for boards.

Importing it appends device/shims/, which replaces modules of MicroPython, to the path. Then every module of the
firmware's package `mingg` can be imported. Tests run scoring/interchange/ on MicroPython, which needs no shims.
"""

import sys

if sys.implementation.name != "micropython":
    import os  # not pathlib, which is slow to load: every command waits for this file

    _SHIMS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "device", "shims")
    if _SHIMS not in sys.path:
        sys.path.append(_SHIMS)
