"""A deal that needs nothing extra takes no more presses by a modern rule set than by Babcock's rules: played deals, on
the firmware."""

from __future__ import annotations

import tempfile
from itertools import islice
from pathlib import Path

import pytest
from mingg.core.rules.books import MODERN
from mingg_host.device.headless import Headless
from presses import beside_babcock, played, wind_sets

STEP = {"bmja": 4, "dmjl": 20}  # few of the played deals have at most one chow


@pytest.mark.parametrize("rules", MODERN)
def test_a_deal_without_extras_takes_no_more_presses_than_by_babcocks_rules(rules: str) -> None:
    compared = 0
    with tempfile.TemporaryDirectory() as folder, Headless(Path(folder)) as device:
        for deal, by_babcock, presses in beside_babcock(device, rules, islice(played(), 0, None, STEP[rules])):
            # Both winds count, and the device asks which of them a set is of: that is an extra.
            if not wind_sets(deal):
                assert presses <= by_babcock, deal
                compared += 1
            for ledger in Path(folder).glob("*-00.txt"):
                ledger.unlink()
    assert compared > 5
