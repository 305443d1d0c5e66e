"""Tests of the hardware's side. Their helpers and the tests themselves also run on MicroPython: see test_on_vm.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
