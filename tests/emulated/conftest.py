"""Shared by the tests on an emulated Pico. They take minutes, and need the image that MINGG_UF2 names."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), *(str(Path(__file__).parents[1] / name) for name in ("ui", "bench"))]
