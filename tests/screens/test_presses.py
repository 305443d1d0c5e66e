"""Key presses on the firmware: played deals, the tasks of docs/promises.md, and a player who presses only the keys that
the screens name."""

from __future__ import annotations

import itertools
import tempfile
from itertools import islice
from pathlib import Path

import pytest
import visible
import walks
from mingg.core.rules import MODERN
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


# A deal whose winner has one suit.
ONE_SUIT = {
    "winner": "E",
    "win": {"by": "discard", "tile": "9s", "from": "S"},
    "hands": {
        "E": {"tiles": "(111s) 234s 567s 888s 99s"},
        "S": {"tiles": "(222z) 345m345p11m77z"},
        "W": {"tiles": "(333p) 456p 789p 11p2p9p"},
        "N": {"tiles": "(111z) 147m147p6s66z5z"},
    },
}


@pytest.mark.parametrize("table", visible.TABLES, ids=[name for name, _, _ in visible.TABLES])
def test_keys_that_the_screens_name_enter_the_score_of_the_tiles(table: tuple[str, str, dict[str, object]]) -> None:
    every = 10 if table[1] == "bmja" else 300  # most played deals have more chows than BMJA allows
    deals = itertools.islice(enumerate(played()), len(table[0]), None, every)
    result = list(visible.outcomes(table, itertools.chain(deals, [(0, ONE_SUIT)])))
    assert len(result) >= 4
    assert [wrong for wrong in result if wrong] == []


def test_the_measure_finds_the_points_lost_if_no_screen_names_the_suit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look = visible.Player.look

    def without_suits(player: visible.Player) -> list[visible.Named]:
        return [named_key for named_key in look(player) if not {"suit?", "more", "suit"} & set(named_key.words.split())]

    monkeypatch.setattr(visible.Player, "look", without_suits)
    result = list(visible.outcomes(visible.TABLES[0], iter([(0, ONE_SUIT)])))
    assert result[0]


def test_a_key_that_is_not_named_is_not_pressed() -> None:
    with Headless() as device:
        player = visible.Player(device)
        with pytest.raises(visible.Unnamed):
            player.press("make tea")
        assert player.pressed == []


@pytest.mark.parametrize(("name", "steps"), walks.tasks().items(), ids=walks.tasks())
def test_a_task_takes_the_number_of_presses_that_the_page_states(name: str, steps: list[str]) -> None:
    assert f"| {name} | {len(walks.walk(steps))} |\n" in walks.PAGE.read_text(encoding="utf-8")
