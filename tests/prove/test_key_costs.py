"""What the keys of a deal cost, counted in the MicroPython VM: a Pico has neither room nor time for more."""

from __future__ import annotations

import statistics
from pathlib import Path

import key_costs
import pytest

# What key_costs.py counted in the present firmware, and a little more.
FREE = 0.405  # at the least
BEGINS, ALLOCATES, DRAWS, SENDS = 9_000, 19_700, 29, 930  # the mean of all keys
SAVES = 56_000  # bytes that the key allocates that saves the deal: most of all


@pytest.mark.vm
@pytest.mark.long(2)
def test_the_keys_of_a_deal_cost_no_more_than_they_did(firmware: Path) -> None:
    boot, *keys = key_costs.costs(firmware)
    assert [key.loads for key in keys] == [[]] * len(keys), "a key waits while it loads a module"
    assert min(key.free for key in (boot, *keys)) > FREE
    assert max(key.allocates for key in keys) < SAVES
    for name, most in (("begins", BEGINS), ("allocates", ALLOCATES), ("draws", DRAWS), ("sends", SENDS)):
        mean = statistics.mean(getattr(key, name) for key in keys)
        assert mean < most, name
