"""Runs the firmware on a PC, without a board: by key scripts, in a terminal or on a wired display.

The firmware imports `framebuf`, which only MicroPython has. Importing this package gives that name to framebuf.py here.
"""

import sys

from mingg_host.device import framebuf

sys.modules.setdefault("framebuf", framebuf)
