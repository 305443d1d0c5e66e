"""The tests of this folder also run on MicroPython. There helpers are plain modules on the path: see README.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
