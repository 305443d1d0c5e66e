"""Mingg on the PC: the command `mingg`, the simulator, the headless driver, and the way onto a board.

Importing it appends device/shims/, the stand-ins for MicroPython's modules, to the path. After that the firmware's
package `mingg` can be imported in full. MicroPython, on which tests run scoring/interchange/, has those modules itself.
"""

import sys

if sys.implementation.name != "micropython":
    import os  # and not pathlib: every start of the command waits for this file

    _SHIMS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "device", "shims")
    if _SHIMS not in sys.path:
        sys.path.append(_SHIMS)
