"""The modern rule sets on the device: a deal that needs nothing extra, by cards and tile by tile."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from intent import DRAGON, HAND, MAJOR, SIMPLE, TABLE, How, hand, won
from mingg_host.device.headless import Device, Headless
from named_keys import LEAVE_MENU, MENU
from playing import lay, play, records, text_after
from tiling import loser_script, whole_hand

Board = Callable[[str], Device]
TILES = "hold:up "  # from a card to the board of tiles


@pytest.fixture
def board(switch_on: Callable[..., Device], tmp_path: Path) -> Board:
    return lambda rules: switch_on(lay(tmp_path / rules, rules))


def balances(texts: list[str]) -> list[int]:
    """Returns the balances on Table, in order."""
    return sorted(int(text) for text in texts if re.fullmatch(r"-?\d{3,}", text))


def test_a_card_counts_by_the_british_rules(board: Board) -> None:
    device = board("bmja")
    card = won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND)
    assert "34" in text_after(device, card), "20 + 2 + 4 + 8"
    assert "saved" in text_after(device, hand().done(4))
    assert records(device)[-1]["win"] == {"by": "discard", "from": "S"}
    assert balances(text_after(device, "a")) == [1932, 1966, 1966, 2136]


def test_a_second_chow_is_refused_by_the_british_rules(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND))
    assert "one chow at most" in text_after(device, "a")


def test_a_card_counts_by_the_german_rules(board: Board) -> None:
    device = board("dmjl")
    assert "A again: + pair" in text_after(device, won("Cy").only_place())
    play(device, How("a a").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND))
    # 20 + 2 + 4 + 8, and 2 for a pair of 2-8 that the claimed tile filled, which had also another place
    assert {"pair", "of 2-8"} <= set(text_after(device, "a"))
    assert "saved" in text_after(device, "left a a a")
    card = records(device)[-1]["hands"]["W"]["card"]
    assert card["last_set"] == "pair-simple"
    assert balances(text_after(device, "a")) == [1928, 1964, 1964, 2144]


def test_a_special_hand_and_a_loser_who_waits_count_after_a_restart_as_before(board: Board) -> None:
    device = board("bmja")
    play(device, f"up right {TILES}" + whole_hand("11m 99m 11p 99p 11s 99s 44z", "4z"))
    assert "500" in device.text()
    play(device, f"a {TILES}" + loser_script("22z 33z 55z 66z 77z 1z 2m 3m"))
    assert "saved" in text_after(device, hand().done(3))
    before = balances(text_after(device, "a"))
    hands = records(device)[-1]["hands"]
    assert set(hands) == {"W", "N"}
    assert "tiles" in hands["W"]
    assert "tiles" in hands["N"]
    with Headless(device.ledger) as again:
        assert balances(again.text()) == before


def test_the_tiles_of_a_loser_who_waits_are_paid(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND))
    play(device, f"a {TILES}" + loser_script("11m 99m 11p 99p 11s 99s 4z"))
    assert {"200", "pairs +1"} <= set(device.text()), "the card knows what the tiles wait for"
    assert "saved" in text_after(device, hand().done(3))
    # Di waits for seven pairs of 1 9 honour: 200 against 0 from Bo, and double from Ann, who is East.
    assert balances(text_after(device, "a")) == sorted([2136, 2000 - 34 + 600, 2000 - 34 - 200, 2000 - 68 - 400])


@pytest.mark.parametrize("rules", ["bmja", "dmjl"])
def test_every_line_of_the_sheet_is_explained(board: Board, rules: str) -> None:
    device = board(rules)
    play(device, f"{MENU} x6 up a")
    pages = int(next(text for text in device.text() if "/" in text).split("/")[1])
    assert pages > 7
    for page in range(1, pages + 1):
        assert f"{page}/{pages}" in device.text()
        for _ in range(3):
            shown = text_after(device, "a")
            assert not any("%" in text for text in shown)
            play(device, "b down")
        play(device, "right")
    play(device, f"b {LEAVE_MENU}")


def test_a_dragon_pung_doubles_by_both_rules(board: Board) -> None:
    for rules in ("bmja", "dmjl"):
        device = board(rules)
        card = won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(DRAGON, HAND)
        assert "68" in text_after(device, card), "(20 + 2 + 4 + 8) x2"
