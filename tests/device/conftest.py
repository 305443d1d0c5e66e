"""Tests of the drivers. They and their helpers also run on MicroPython: see ../core/README.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
