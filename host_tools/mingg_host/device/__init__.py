"""Runs the firmware on a PC, without a board: by key scripts, in a terminal or on a wired display.

Importing it appends shims/, which replaces modules of MicroPython, to the path. Then every module of the firmware's
package `mingg` can be imported.
"""

import sys
from pathlib import Path

_SHIMS = str(Path(__file__).resolve().parent / "shims")
if _SHIMS not in sys.path:
    sys.path.append(_SHIMS)
