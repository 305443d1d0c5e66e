"""The invariants of every rule set also hold for all house rules."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from help.brute_force import BruteForce
from help.houses import IDS, IDS_OF_BOOKS, some_house
from help.seeds import SEED
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.hand import analysis
from mingg.core.hand.hand import parse
from mingg.core.rules import BOOKS, load
from mingg.core.rules.house import FLOWERS, NEEDED
from mingg.core.rules.rows import POINTS
from mingg.core.values import BadInput
from oracles.test_arrangements import EVERYTHING_AGREED, some_winner, text_of
from rules.test_rule_properties import ask, dealt, figures, tile_deals

HOUSES = 4  # of each book, against brute force
CARDS = 250


def with_house(deal: dict[str, Any], number: int) -> dict[str, Any]:
    changed = copy.deepcopy(deal)
    changed["house"] = some_house(random.Random(number), deal["rules"], deal["options"], deal["players"])
    return changed


def answer(deal: dict[str, Any]) -> dict[str, Any] | None:
    """Returns None if two players lack the doublings to win because of the house rules, if these took the opening away,
    or if the hand is invalid here."""
    try:
        return ask(deal)
    except BadInput as error:
        if error.pointer not in ("/winner", "/win/opening") and "complete hand" not in error.message:
            raise
        return None


NUMBERS = st.integers(0, 2**32 - 1)


@given(tile_deals(), NUMBERS)
def test_payments_add_up_and_figures_are_even(deal: dict[str, Any], number: int) -> None:
    result = answer(with_house(deal, number))
    if result is None:
        return
    assert sum(result["net"].values()) == 0
    assert all(payment["points"] > 0 and payment["points"] % 2 == 0 for payment in result["payments"])
    for hand in result["hands"].values():
        assert hand["score"] % 2 == 0
        assert hand["points"] == sum(item["points"] for item in hand["items"])
        assert all(item["points"] > 0 for item in hand["items"])
        assert hand["doublings"] == sum(doubling["times"] for doubling in hand["doubled"])


@given(tile_deals(), st.sampled_from([item for item in IDS[POINTS] if item not in NEEDED]))
def test_a_row_that_is_taken_away_takes_its_points_along(deal: dict[str, Any], item: str) -> None:
    book = ask(deal)
    without_row = ask({**deal, "house": {"name": "House", POINTS: {item: False}}})
    for seat, hand in without_row["hands"].items():
        assert item not in [item_scored["id"] for item_scored in hand["items"]]
        if seat != deal["winner"]:
            lost_points = sum(
                item_scored["points"] for item_scored in book["hands"][seat]["items"] if item_scored["id"] == item
            )
            assert hand["points"] == book["hands"][seat]["points"] - lost_points


@given(tile_deals(), NUMBERS)
def test_options_of_flowers_alone_bring_flowers(deal: dict[str, Any], number: int) -> None:
    deal = with_house(deal, number)
    if deal["options"].get("flowers", "off") == "off":
        rules = load(deal["rules"], deal["options"], deal["players"], deal["house"])
        assert not [item for item in FLOWERS if rules.knows(item)]


@pytest.mark.parametrize("book", BOOKS)
def test_the_best_sets_are_the_best_by_house_rules_too(book: str) -> None:
    chance = random.Random(SEED)
    won = 0
    for _ in range(HOUSES):
        options = {**EVERYTHING_AGREED[book], "limit": chance.choice([None, 300, 100000])}
        house = some_house(chance, book, options, of=IDS_OF_BOOKS)  # what brute force knows
        rules = load(book, options, 4, house)
        for _ in range(CARDS):
            tiles, declared, win = some_winner(chance)
            seat, round_wind = chance.choice("ESWN"), chance.choice("ESWN")
            text = text_of(tiles, declared)
            case = (SEED, house, options, text, win.tile, win.by, win.opening, seat, round_wind)
            expected = BruteForce(tiles, declared, win, seat, round_wind, rules).ranks()
            try:
                _, count = analysis.winning(parse(text), win, seat, round_wind, rules)
            except analysis.NotComplete:
                assert not expected, case
                continue
            assert (True, count.score, count.points) == max(expected), case
            won += 1
    assert won > HOUSES * CARDS // 2


ASK = """
import json, sys
from mingg.core.settle import settle
from mingg_scoring.interchange.answers import write_answer
from mingg.core.values import BadInput
from mingg_scoring.interchange.answers import read_standalone
for line in sys.stdin:
    try:
        rules, round_wind, deal, _ = read_standalone(json.loads(line))
        print(json.dumps(write_answer(settle.answer(deal, rules), deal)))
    except BadInput as error:
        print(json.dumps(error.pointer))
"""


@pytest.mark.vm
def test_micropython_scores_by_house_rules_as_cpython_does(micropython: Path, untyped: Path) -> None:
    chance = random.Random(SEED)
    deals = [with_house(dealt(chance.randrange(2**32)), number) for number in range(300)]
    result = subprocess.run(
        [micropython, "-X", "heapsize=8M", "-c", ASK],
        input="".join(json.dumps(deal) + "\n" for deal in deals),
        env={**os.environ, "MICROPYPATH": str(untyped)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    matches = [json.loads(line) for line in result.stdout.splitlines()]
    wanted = [answer(deal) for deal in deals]
    assert len(matches) == len(wanted)
    counted = 0
    for other, own, deal in zip(matches, wanted, deals, strict=True):
        if own is not None:
            assert figures(other) == figures(own), deal
            counted += 1
    assert counted > 200
