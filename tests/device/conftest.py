"""Tests of the hardware's side. They and their helpers also run on MicroPython: see ../core/README.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
