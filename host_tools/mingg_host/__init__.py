"""Mingg on the PC: the command `mingg`, the simulator, the headless driver, and the way onto a board.

Importing it puts the stand-ins for MicroPython's modules (shims/) on the path, behind everything else: after it, the
firmware's package `mingg` can be imported in full.
"""

import sys
from pathlib import Path

_SHIMS = str(Path(__file__).resolve().parent / "shims")
if _SHIMS not in sys.path:
    sys.path.append(_SHIMS)
