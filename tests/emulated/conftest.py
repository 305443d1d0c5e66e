"""Tests on an emulated Pico, and the helpers they share; they take minutes, and need what MINGG_UF2 names."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), *(str(Path(__file__).parents[1] / name) for name in ("ui", "bench"))]
