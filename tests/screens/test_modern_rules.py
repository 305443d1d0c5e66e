"""The modern rule sets on the device: a deal that needs nothing extra, by cards and tile by tile."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from help.intent import DRAGON, HAND, LIST, MAJOR, SIMPLE, TABLE, How, hand, won
from help.named_keys import DEALS, LEAVE_LIST, NEW, NEXT, WHY, rare
from help.playing import choose, current, lay, play, records, text_after, wind_of
from help.tiling import loser_script, typed, whole_hand
from mingg import lang
from mingg_host.device.headless import Device, Headless
from screens.goldens import LANGUAGES, speaking

Board = Callable[[str], Device]
REOPEN = f"a left {WHY} a"  # from Table to the last deal, to be corrected
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
    card = records(device)[-1]["hands"]["W"]
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_with_a_second_chow_say_why_they_are_no_hand(tmp_path: Path, language: str) -> None:
    with Headless(lay(speaking(tmp_path, language), "bmja")) as device:
        play(device, f"up right {TILES}")
        play(device, typed("(222p) (345m) 678s 999s 55z"))
        assert lang.say("no too-many-chows") in device.text()


def test_the_tiles_of_a_loser_who_waits_are_paid(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND))
    play(device, f"a {TILES}" + loser_script("11m 99m 11p 99p 11s 99s 4z"))
    assert {"200", "pairs +1"} <= set(device.text()), "the card knows what the tiles wait for"
    assert "saved" in text_after(device, hand().done(3))
    # Di waits for seven pairs of 1 9 honour: 200 against 0 from Bo, and double from Ann, who is East.
    assert balances(text_after(device, "a")) == sorted([2136, 2000 - 34 + 600, 2000 - 34 - 200, 2000 - 68 - 400])


def test_the_tiles_of_a_set_of_the_card_may_complete_the_hand_of_a_loser_who_waits(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND))
    play(device, f"a right right {TILES}" + loser_script("222s 333s 444s 6s 666z", prior=0))
    assert "400" in device.text(), "waits for imperial jade"


def test_a_dragon_pung_doubles_by_both_rules(board: Board) -> None:
    for rules in ("bmja", "dmjl"):
        device = board(rules)
        card = won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(DRAGON, HAND)
        assert "68" in text_after(device, card), "(20 + 2 + 4 + 8) x2"


# ---- flowers and presses ----


def test_a_deal_without_extras_takes_as_many_presses_as_by_babcocks_rules(board: Board) -> None:
    card = won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND)
    for rules in ("bmja", "dmjl", "babcock"):
        assert "saved" in text_after(board(rules), card.done(4)), rules


def test_flowers_of_a_hand_count(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND).flowers())
    assert "76" in text_after(device, hand().flower(3)), "(34 + 4) x2 for the own flower"
    assert "saved" in text_after(device, hand().done(4))
    assert records(device)[-1]["hands"]["W"]["flowers"] == [3]


# ---- special hands, and ways to win ----


def tiles_shown(device: Device) -> bool:
    """True if something is drawn below the three lines of the list."""
    return any("1" in row for row in device.pixels()[45:])


def test_the_list_of_special_hands_shows_the_tiles_of_the_current_one(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").more(LIST))
    assert current(device) == "last discard"
    assert not tiles_shown(device), "it has none of its own"
    shown = set()
    for _ in range(14):
        play(device, "down")
        if current(device) not in ("original call", "count known"):
            assert tiles_shown(device), current(device)
            shown.add(current(device))
    assert {"thirteen orphans", "Knitting", "Fourfold Plenty"} <= shown


def test_what_the_hand_can_be_stands_first(board: Board) -> None:
    device = board("bmja")
    card = won("Cy").from_("Bo") + hand().pung(MAJOR, TABLE) * 4 + hand().more(LIST)
    lines = text_after(device, f"{card} down down")
    assert "only 1 9 honours" in lines
    assert "enter its sets first" not in lines
    choose(device, "Heads and Tails", "right")
    assert "1000" in text_after(device, "a")


def test_a_hand_whose_sets_are_not_entered_says_so(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").more(LIST))
    choose(device, "Imperial Jade", "right")
    assert "enter its sets first" in device.text()


@pytest.mark.parametrize(
    ("words", "score", "key"),
    [
        ("thirteen orphans", "1000", "thirteen_orphans"),
        ("Wriggling Snake", "1000", "wriggling_snake"),
        ("All Pair Honours", "500", "all_pair_honours"),
        ("Triple Knitting", "500", "triple_knitting"),
    ],
)
def test_a_special_hand_is_chosen_and_saved(board: Board, words: str, score: str, key: str) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").more(LIST))
    choose(device, words, "right")
    assert score in text_after(device, "a")
    assert "saved" in text_after(device, hand().done(4))
    assert records(device)[-1]["hands"]["W"]["special"] == [key]
    assert score in text_after(device, f"{NEXT} {REOPEN} right"), "the deal is opened again as it was"


def test_b_takes_back_a_special_hand(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").more(LIST))
    choose(device, "Knitting", "right")
    assert "500" in text_after(device, "a")
    assert "20" in text_after(device, "b")


def test_all_concealed_and_drawn_doubles_and_is_on_the_list_only_then(board: Board) -> None:
    device = board("dmjl")
    play(device, won("Cy").from_("Bo").more(LIST))
    assert current(device) != "all concealed"
    play(device, "b b b up")
    assert "44" in device.text(), "(20 + 2) x2: no points of sets and pair"
    play(device, hand().more(LIST))
    assert current(device) == "all concealed"
    assert "88" in text_after(device, "right a")


def test_the_last_discard_and_an_original_call_are_kept(board: Board) -> None:
    device = board("dmjl")
    play(device, won("Cy").from_("Bo").more(LIST))
    choose(device, "last discard", "right")
    choose(device, "original call", "right")
    assert "160" in text_after(device, "a"), "20 x8: zero points, the last discard, the call"
    assert "saved" in text_after(device, hand().done(4))
    assert records(device)[-1]["win"] == {"by": "discard", "from": "S", "last": True, "call": True}
    with Headless(device.ledger) as again:
        assert {"last", "discard"} <= set(text_after(again, REOPEN)), "How names it"
        assert "160" in text_after(again, "right")


def test_a_loose_tile_may_be_plum_blossom_or_the_second_one(board: Board) -> None:
    device = board("bmja")
    card = f"up {rare('loose')} " + hand().kong(SIMPLE, TABLE).kong(MAJOR, TABLE).pung(DRAGON, TABLE)
    play(device, f"{card} " + hand().more(LIST))
    choose(device, "Twofold Fortune", "right")
    assert "1000" in text_after(device, "a")
    play(device, "b " + hand().more(LIST))
    choose(device, "Plum Blossom", "right")
    assert "1000" in text_after(device, "a")
    assert "saved" in text_after(device, hand().done(4))
    assert records(device)[-1]["hands"]["W"]["special"] == ["plum"]


def test_a_score_known_is_accepted_with_the_second_of_two_loose_tiles(board: Board) -> None:
    device = board("bmja")
    card = f"up {rare('loose')} " + hand().kong(SIMPLE, TABLE).kong(MAJOR, TABLE)
    play(device, f"{card} " + hand().more(LIST))
    choose(device, "Twofold Fortune", "right")
    play(device, "a " + hand().more(LIST))
    choose(device, "score known", "right")
    assert "saved" in text_after(device, hand().done(4))
    assert records(device)[-1]["win"] == {"by": "loose", "twofold": True}


def test_the_second_loose_tile_is_forgotten_when_the_tile_was_no_loose_one(board: Board) -> None:
    device = board("bmja")
    card = f"up {rare('loose')} " + hand().kong(SIMPLE, TABLE).kong(MAJOR, TABLE).pung(DRAGON, TABLE)
    play(device, f"{card} " + hand().more(LIST))
    choose(device, "Twofold Fortune", "right")
    assert "1000" in text_after(device, "a")
    assert "saved" in text_after(device, hand().done(4))
    assert "1000" not in text_after(device, f"{NEXT} {REOPEN} right"), "from Bo"
    play(device, f"{hand().done(4)} a")
    assert "twofold" not in records(device)[-1]["deal"]["win"]


# ---- losers who wait ----


def test_a_loser_says_on_the_card_what_they_wait_for(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND).done())
    assert "hold A: waits?" in device.text()
    assert current_after(device, "hold:a") == "thirteen orphans"
    assert {"400", "orphans"} <= set(text_after(device, "right a"))
    play(device, hand().flowers())
    assert "404" in text_after(device, hand().flower(1)), "4 for a flower beside it"
    assert "saved" in text_after(device, hand().done(3))
    assert records(device)[-1]["hands"]["N"] == {"sets": [], "fishing": "thirteen_orphans", "flowers": [1]}
    with Headless(device.ledger) as again:
        assert "404" in text_after(again, f"{REOPEN} right a")


def current_after(device: Device, script: str) -> str:
    play(device, script)
    return current(device)


def test_the_waiting_hand_survives_a_power_cut_and_b_takes_it_back(board: Board) -> None:
    device = board("bmja")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND).done())
    play(device, "hold:a right a wait:1500")
    device.reboot()
    assert {"400", "orphans"} <= set(text_after(device, "a"))
    assert "0" in text_after(device, "b")
    assert "orphans" not in device.text()


def test_little_winds_of_a_loser_double_by_the_german_rules(board: Board) -> None:
    device = board("dmjl")
    card = won("Cy").from_("Bo").pung(SIMPLE, TABLE).done() + hand().pung(MAJOR, TABLE) * 3
    assert "12" in text_after(device, card)
    assert "24" in text_after(device, "hold:a right a")
    assert "saved" in text_after(device, hand().done(3))
    assert records(device)[-1]["hands"]["N"]["sets"] == ["(pung wind)"] * 3 + ["pair wind"]


def test_a_kong_that_a_loser_claimed_counts_as_concealed_by_the_german_rules(board: Board) -> None:
    device = board("dmjl")
    play(
        device,
        won("Cy").from_("Bo").pung(SIMPLE, TABLE).done().pung(SIMPLE, HAND).pung(MAJOR, HAND).kong(SIMPLE, TABLE),
    )
    assert "20" in device.text()
    play(device, "hold:a")
    choose(device, "kongs from discards", "right")
    assert "40" in text_after(device, "a")


# ---- Goulash ----


def test_the_deal_after_a_draw_is_a_goulash_and_east_stays(board: Board) -> None:
    device = board("bmja")
    assert "Goulash" not in device.text()
    assert {"Goulash next: same East", "and wild bamboo 2"} <= set(text_after(device, "a up a"))
    assert {"2", "Goulash"} <= set(text_after(device, NEXT))
    assert wind_of(device, "Ann") == "E"
    with Headless(device.ledger) as again:
        assert "Goulash" in again.text()
    card = won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND)
    assert "saved" in text_after(device, card.done(4))
    assert records(device)[-1]["goulash"] is True
    assert "Goulash" not in text_after(device, NEXT)
    assert wind_of(device, "Bo") == "E"


def test_a_draw_that_is_taken_back_makes_no_goulash(board: Board) -> None:
    device = board("bmja")
    play(device, "a up a b")
    assert "Goulash" not in text_after(device, "b")


def test_a_hand_that_was_begun_as_a_goulash_is_none_if_the_draw_is_taken_back(board: Board) -> None:
    device = board("bmja")
    card = won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND).pung(MAJOR, HAND)
    play(device, f"a up a {NEXT} {card}")
    play(device, f"{DEALS} hold:a a {LEAVE_LIST}")
    assert "Goulash" not in device.text(), "the draw is taken back"
    play(device, "a right")
    assert "saved" in text_after(device, hand().done(4))
    assert "goulash" not in records(device)[-1]


def test_other_rules_play_no_goulash(board: Board) -> None:
    assert "Goulash" not in text_after(board("dmjl"), f"a up a {NEXT}")


def test_in_a_goulash_two_hands_may_have_the_same_dragons(board: Board) -> None:
    device = board("bmja")
    play(device, f"a up a {NEXT}")
    card = won("Cy").from_("Bo").pung(DRAGON, TABLE) + hand().pung(DRAGON, TABLE) + hand().pung(SIMPLE, TABLE)
    play(device, f"{card} a")
    play(device, hand().pung(DRAGON, TABLE) + hand().pung(DRAGON, TABLE))
    assert "saved" in text_after(device, hand().done(3))


# ---- a new evening ----


def test_the_device_begins_an_evening_by_a_modern_rule_set(board: Board) -> None:
    device = board("babcock")
    assert {"BMJA", "DMJL", "up to 1000"} <= set(text_after(device, f"{NEW}down a a"))
    assert "DMJL" in text_after(device, "down a")
    assert "500" in text_after(device, "x6 down")
