"""Cards as other rule sets ask for them, and what few hands have: by keys, read off the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mingg.ui.entry.unpacked import unpack
from mingg_host.device.headless import Device
from named_keys import NEXT, TAKE_OFF, WHY, rare, to_result
from playing import lay, play, text_after
from tiling import MIDDLE, leave, path

Table = Callable[..., Device]


@pytest.fixture
def at(switch_on: Callable[..., Device], tmp_path: Path) -> Table:
    """A device at whose table these rules are played."""

    def start(rules: str, players: int = 4, names: list[str] | None = None, **options: Any) -> Device:
        return switch_on(lay(tmp_path, rules, players, names, **options))

    return start


def score(device: Device) -> str:
    """The figure at the left of Card and Flowers: what the hand counts so far."""
    return next(text for x, y, text in device.said if (x, y) == (1, 14))


# ---- what the last tile made ----


def test_the_last_tile_is_asked_only_where_its_shape_counts(at: Table) -> None:
    assert "Di" in text_after(at("babcock"), "up right a")


def test_harrs_example_8_the_pair_of_east_in_his_own_round_filled_from_a_discard(at: Table) -> None:
    device = at("harr-limit")
    play(device, "down right")  # Ann, East, claims Bo's tile
    assert "winning tile" in text_after(device, "a")
    play(device, "down down")
    assert score(device) == "0", "on to the first loser"
    play(device, "b b")
    assert score(device) == "16", "10, and 6 for the pair: seat wind in its own round"


def test_a_scoring_pair_on_the_card_is_the_pair_that_was_filled_and_counts_once(at: Table) -> None:
    device = at("harr-limit")
    play(device, "up up right a")  # Cy drew it; a pair of dragons
    assert score(device) == "12"
    play(device, "a down")
    assert "Di" in device.text(), "nothing more is asked of the pair"
    play(device, "b b")
    assert score(device) == "16", "10 and 6 for filling it, its own 2 not beside"
    play(device, "a right b b")
    assert score(device) == "16", "10, the pair 2, a chow filled 4: the pair is there again"


def test_the_pair_that_was_filled_stays_so_in_the_saved_deal(at: Table) -> None:
    device = at("harr-limit")
    assert "saved" in text_after(device, "up up right a a down a a a")
    assert "16" in device.text(), "a payment"
    assert {"16", "+64"} <= set(text_after(device, WHY)), "what the hand of Di counts, and what Cy got"


def test_a_fourth_set_forgets_the_chow_that_was_said(at: Table) -> None:
    device = at("chinese")
    play(device, "up right" + " left left" * 3 + " a up b b")
    assert score(device) == "28", "20, three pungs, a chow filled in the middle"
    play(device, "left left")
    assert score(device) == "38", "20, four pungs, no chows: and no chow filled"
    assert "no chow here" in text_after(device, "a up")


def test_a_robbed_tile_completes_no_pair(at: Table) -> None:
    device = at("chinese")
    assert "robbed: no pair" in text_after(device, f"up {rare('right', 'robbed')} a down")


def test_the_last_tile_of_an_original_hand_is_not_asked(at: Table) -> None:
    assert "Bo" in text_after(at("chinese"), f"down {rare('down', 'opening')} a")


def test_where_the_tile_was_not_shown_its_shape_is_not_asked(at: Table) -> None:
    device = at("chinese")
    play(device, "up up a up b b")
    assert score(device) == "24", "20, drawn 2, the chow 2"
    play(device, f"b {rare('up', 'list')} a b up")
    assert score(device) == "22", "the chow cannot be shown, nor that nothing else scores"
    assert "Di" in text_after(device, "a")


# ---- rare ways ----


def test_a_tile_mixed_in_unshown_loses_the_only_place(at: Table) -> None:
    device = at("babcock")
    play(device, "up a up left left")
    assert score(device) == "26", "20, drawn 2, only place 2, a pung"
    play(device, f"b b {rare('up', 'list')} a b")
    assert "not shown" in device.text()
    play(device, "up left left")
    assert score(device) == "24"


def test_another_way_of_drawing_takes_back_that_it_was_not_shown(at: Table) -> None:
    device = at("babcock")
    play(device, f"up {rare('up', 'list')} a b {rare('up', 'plain')} b")
    assert "drew it" in device.text()


def test_everything_that_goes_together_can_be_said_of_a_drawn_tile(at: Table) -> None:
    device = at("babcock")
    assert "hidden loose last lucky" in text_after(device, f"up {rare('up', 'list')} a down a down a down a b")
    play(device, f"{rare('up', 'list')} down down down up a")  # not the last tile after all
    assert "hidden loose lucky" in text_after(device, "b")


def test_a_first_hand_goes_with_nothing_else(at: Table) -> None:
    device = at("babcock")
    play(device, f"down {rare('down', 'list')} a down a down down down a")
    assert device.text().count("yes") == 1


def test_harrs_limit_game_knows_the_first_hand_and_the_first_discard(at: Table) -> None:
    device = at("harr-limit")
    assert {"300", "limit"} <= set(text_after(device, f"down {rare('down', 'opening')}"))
    play(device, f"b b up {rare('down', 'first discard')}")
    assert score(device) == "170", "10 and nothing else 10, half the limit on top"


def test_a_declared_thirteen_may_be_won_by_a_robbed_kong(at: Table) -> None:
    assert score_after(at("babcock"), f"up {rare('left', 'robbed lucky')}") == "100"


def score_after(device: Device, script: str) -> str:
    play(device, script)
    return score(device)


# ---- flowers ----


def test_flowers_are_asked_after_every_hand_where_they_are_played(at: Table) -> None:
    device = at("babcock", flowers="seasons")
    assert "Cy: flowers" in text_after(device, "up right a")
    play(device, "up up")
    assert {"3 W", "red"} <= set(device.text())
    assert score(device) == "68", "20, nothing else 10, a flower 4: x2 for his own"
    assert "Di: flowers" in text_after(device, "a a")


def test_a_flower_goes_through_green_red_both_and_none(at: Table) -> None:
    device = at("babcock", flowers="seasons")
    play(device, "up right a")
    for held in ("green", "red", "both"):
        assert held in text_after(device, "down")
    assert not {"green", "red", "both"} & set(text_after(device, "down"))


def test_a_flower_that_another_holds_is_refused_by_name(at: Table) -> None:
    device = at("babcock", flowers="seasons")
    play(device, "up right a down a a")
    assert {"Cy has green 1", "red"} <= set(text_after(device, "down"))
    play(device, "b b")
    assert "both" not in text_after(device, "down down"), "the red one is Di's by now"


def test_a_flower_may_be_what_a_loose_tile_replaced(at: Table) -> None:
    device = at("babcock", flowers="seasons")
    play(device, f"up {rare('up', 'loose')} a")
    assert "loose tile: no kong" in text_after(device, "a")
    assert "Di" in text_after(device, "left a")


def test_where_nobody_is_west_three_and_four_keep_their_sides(at: Table) -> None:
    device = at("babcock", players=3, flowers="seasons")
    play(device, "down right a")
    play(device, "up up up left right down")
    assert {"both", "green"} <= set(device.text())
    assert len([text for text in device.text() if text in ("green", "both")]) == 4


def test_b_goes_back_over_flowers_hand_by_hand(at: Table) -> None:
    device = at("chinese", flowers="own")
    seen = []
    play(device, "up right a right a a a a a a a")
    for _ in range(10):
        play(device, "b")
        seen.append("".join(device.text()[:4]))
    assert sum("flowers" in each for each in seen) == 4
    assert sum("winning tile" in each for each in seen) == 1
    assert "wins" in seen[-1]


# ---- winds ----


def test_the_pair_of_the_round_wind_scores_in_harrs_limit_game(at: Table) -> None:
    assert score_after(at("harr-limit"), "up up down up a") == "12"


def test_a_set_of_the_round_wind_doubles_where_that_was_agreed(at: Table) -> None:
    assert score_after(at("chinese", round_wind=True), "up right down up left") == "48", "24 x2"
    assert "scores nothing" in text_after(at("chinese", round_wind=True), "up right down up a")


def test_a_wind_that_is_own_and_round_is_not_asked_twice(at: Table) -> None:
    assert score_after(at("chinese", round_wind=True), "down right down left") == "96", "24 x4"


def test_two_players_have_two_own_winds_each(at: Table) -> None:
    device = at("babcock", players=2)
    assert score_after(device, "down up down left down left") == "112", "28 x4"
    assert "seat wind is in" in text_after(device, "down")


def test_two_players_win_only_with_two_doublings(at: Table) -> None:
    assert "to win: x4 or more" in text_after(at("babcock", players=2), "down up down left a")


def test_of_two_own_winds_one_may_be_the_rounds(at: Table) -> None:
    device = at("chinese", players=2, round_wind=True)
    assert score_after(device, "down up down down left") == "48", "South is East's as well: x2"
    assert score_after(device, "down up left") == "224", "28, three doublings more with East's"


def test_winds_are_taken_back_as_they_came(at: Table) -> None:
    device = at("harr-limit")
    play(device, "up right down up left down left " + TAKE_OFF)
    assert score(device) == "14", "the round wind stays"


# ---- more ----

CHAPTER_VII = dict.fromkeys(
    ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins", "three_concealed"), True
)


def test_nine_gates_is_of_one_suit_by_itself(at: Table) -> None:
    device = at("babcock", **CHAPTER_VII)
    assert {"300", "limit +1", "one suit"} <= set(text_after(device, "up right hold:a down down down a b"))
    play(device, "hold:a left a")
    assert "not nine gates" in device.text(), "what was named and is no more is refused at the end"


def test_a_hand_that_its_sets_do_not_make_is_refused(at: Table) -> None:
    device = at("babcock", **CHAPTER_VII)
    assert "not four winds" in text_after(device, "up right hold:a down a")


def test_what_the_sets_tell_is_not_said_again(at: Table) -> None:
    device = at("babcock", **CHAPTER_VII)
    play(device, "up right" + " up left" * 3 + " right left hold:a right right hold:a down")
    assert "the sets tell it" in text_after(device, "down a")


def test_thirteen_orphans_have_no_sets(at: Table) -> None:
    device = at("babcock", **CHAPTER_VII)
    play(device, "up right hold:a down down down down a b")
    assert {"300", "limit +1"} <= set(device.text())
    assert "it has no sets" in text_after(device, "left")
    assert "pair of dragons" in text_after(device, "right"), "nothing else can be: it is not asked"
    assert "Di" in text_after(device, "a")


def test_seven_twins_may_hold_more_pairs_than_one(at: Table) -> None:
    device = at("babcock", **CHAPTER_VII)
    play(device, "up right hold:a down" + " down" * 4 + " a b right right down")
    assert score(device) == "150", "half the limit"
    assert "one pair only" in text_after(device, "hold:a down" + " down" * 4 + " a")


def test_a_kong_claimed_onto_three_counts_among_three_concealed(at: Table) -> None:
    device = at("babcock", three_concealed=True)
    play(device, "up right left right left right left up")
    assert score(device) == "36"
    assert "claimed 1" in text_after(device, "hold:a down a b")
    assert score(device) == "72"
    play(device, TAKE_OFF)
    assert score(device) == "36", "it was not claimed"
    play(device, f"hold:a down a b left left {TAKE_OFF} {TAKE_OFF} {TAKE_OFF}")
    assert score(device) == "28", "the kong is gone, too"
    assert "no exposed kong" in text_after(device, "hold:a down a")


def test_a_chow_with_the_fourth_of_an_open_pung_doubles(at: Table) -> None:
    device = at("harr-limit")
    play(device, "up right left left hold:a down down down down a b")
    assert "fourth" in device.text()
    assert score(device) == "24"
    assert "the 4th made a chow" in text_after(device, "a down")
    assert "no such exposed pung" in text_after(device, f"b {TAKE_OFF} {TAKE_OFF} hold:a down down down down a")


def test_a_dead_hand_scores_nothing_and_may_be_made_alive_again(at: Table) -> None:
    device = at("babcock")
    play(device, "up right a left left hold:a down a")
    assert "dead" in device.text()
    assert score(device) == "0"
    play(device, "hold:a down a")
    assert score(device) == "2"


def test_in_the_chinese_game_a_hand_with_too_few_tiles_is_scored(at: Table) -> None:
    device = at("chinese")
    play(device, "up right a a left left hold:a down a")
    assert "too few" in device.text()
    assert score(device) == "2"
    assert "too many" in text_after(device, "hold:a down down a")
    assert score(device) == "0"
    play(device, "hold:a down down a")
    assert score(device) == "2"


def test_a_suit_that_doubles_the_winner_alone_is_no_losers(at: Table) -> None:
    assert "only a winner's" in text_after(at("chinese"), "up right a a hold:a left")


def test_all_honours_are_the_limit_in_the_chinese_game(at: Table) -> None:
    assert {"honours", "limit"} <= set(text_after(at("chinese"), "up right hold:a"))


# ---- who is liable ----

ONE_SUIT = "hold:a up "


def test_who_is_liable_in_full_pays_for_all(at: Table) -> None:
    device = at("babcock", insurance=True)
    assert "pays for all?" in text_after(device, "up right " + ONE_SUIT + "a")
    assert "pays all" in text_after(device, "right")
    assert "+960" in text_after(device, to_result(number=4)), "240 to Cy from Bo and Di, 480 from East"
    assert "-960" in device.text()


def test_a_half_and_two_halves(at: Table) -> None:
    device = at("babcock", insurance=True)
    play(device, "up right " + ONE_SUIT + "a right right")
    assert "half" in device.text()
    play(device, "left")
    assert device.text().count("half") == 2
    assert "two at most" in text_after(device, "down")
    play(device, "right")
    assert device.text().count("half") == 1
    play(device, "a b")
    assert device.text().count("half") == 1, "it stands when B leads back"


def test_by_harr_only_who_discarded_can_be_liable(at: Table) -> None:
    device = at("harr-limit")
    play(device, "up right " + ONE_SUIT + "a a")
    assert "only who discarded" in text_after(device, "left")
    assert "pays all" in text_after(device, "right")
    play(device, "b b b b up " + ONE_SUIT)
    assert "Di" in text_after(device, "a a"), "nobody discarded: nothing is asked"
    play(device, to_result(number=3))
    assert len([text for text in device.text() if text.startswith("-")]) == 3, "and nobody pays for others"


@pytest.mark.parametrize(
    ("sets", "asked"),
    [
        ("", False),
        ("right left right left", False),
        ("right left right left right left", True),
        ("up left up left up left up left", False),
        ("up left up left up left up left right", True),
        ("hold:a left", False),
        ("hold:a up", True),
    ],
    ids=["chows", "two dragons", "dragons", "some pair", "majors", "half suit", "one suit"],
)
def test_who_is_liable_is_asked_where_the_hand_is_one_of_the_books_four_kinds(
    at: Table, sets: str, asked: bool
) -> None:
    for device in (at("harr-limit"), at("babcock", insurance=True)):
        play(device, "up right " + sets + " a")
        if "winning tile" in " ".join(device.text()):
            play(device, "a")
        assert ("pays for all?" in device.text()) is asked


def test_who_fed_the_winner_sits_left_of_him_and_is_asked_for_where_four_sets_may_lie_open(at: Table) -> None:
    device = at("babcock", feeding=True)
    assert text_after(device, "up right a")[:2] == ["N", "Di"], "another tile would have won: more were in the hand"
    assert text_after(device, "b b a right left right a")[:2] == ["N", "Di"], "a pung in the hand"
    assert "pays for all?" in text_after(device, f"b {TAKE_OFF} a")
    assert "who sits to the left" in text_after(device, "left")
    assert "fed them" in text_after(device, "right")
    play(device, "a right right " + to_result(number=3))  # Di has a pung of dragons, which nobody pays for
    shown = device.text()
    assert {"+88", "-88"} <= set(shown), "22, 22 and 44 from Bo"
    assert not [text for text in shown if text[:1] in "+-" and text[1:] not in ("88", "0")], "losers do not settle"


def test_who_is_liable_can_be_said_where_it_is_not_asked(at: Table) -> None:
    device = at("babcock", insurance=True)
    assert "who pays for all" in text_after(device, "up right hold:a down")
    play(device, "a right a")
    assert "Cy" in device.text()
    assert "pays all" in text_after(device, "a"), "what was said is shown before it counts"
    assert "+120" in text_after(device, to_result(number=4))


def test_what_was_said_of_who_is_liable_goes_with_the_hand_it_was_said_of(at: Table) -> None:
    device = at("harr-limit")
    play(device, "up right " + ONE_SUIT + "a a right a b")
    assert "pays all" in device.text()
    assert "pays all" not in text_after(device, "b b b b left " + ONE_SUIT + "a a"), "it was Di who discarded"
    assert "A nobody" in device.text()


def test_who_is_liable_no_more_and_need_not_be_asked_for_leads_on_and_back(at: Table) -> None:
    device = at("babcock", insurance=True)
    play(device, "up right hold:a down a right a a")
    assert "A nobody" in text_after(device, "right right")
    assert "Cy" in text_after(device, "b")
    assert "Di" in text_after(device, "a")


# ---- what the card says of itself ----

SUIT = "hold A suit?"


def test_a_winners_card_offers_a_suit_until_one_is_said(at: Table) -> None:
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        device = at(rules)
        assert SUIT in text_after(device, "up right")
        assert SUIT in text_after(device, "left left right left up right")
        play(device, "hold:a left")
        assert SUIT not in device.text()
        assert "suit+hon." in device.text()


def test_no_suit_is_offered_where_the_sets_cannot_be_of_one(at: Table) -> None:
    dots = " ".join(["up right hold:up", *path(MIDDLE, 10), "a left "])
    assert SUIT in text_after(at("babcock"), dots + leave(10))
    device = at("babcock")
    play(device, dots + " ".join([*path(10, 2), "a left ", leave(2)]))
    assert SUIT not in device.text(), "dots and characters"
    assert "the tiles tell it" in text_after(device, "hold:a left")
    assert SUIT not in text_after(at("babcock", thirteen_orphans=True), "up right hold:a down a b")


def test_a_loser_is_offered_a_suit_where_it_doubles_what_they_hold(at: Table) -> None:
    for rules in ("harr", "babcock"):
        device = at(rules)
        assert SUIT not in text_after(device, "up right a"), "there is nothing to double"
        assert SUIT in text_after(device, "left left")
        assert SUIT not in text_after(device, TAKE_OFF)
        assert SUIT in text_after(device, "hold:right"), "a pair of dragons"
    for rules in ("harr-limit", "chinese"):
        assert SUIT not in text_after(at(rules), "up right a a left left")


def test_the_card_says_what_the_other_sets_are_taken_for(at: Table) -> None:
    device = at("babcock")
    lines = [next(text for text in text_after(device, "up right") if "chow" in text)]
    for _ in range(4):
        lines.append(next(text for text in text_after(device, "left left") if "chow" in text))
    assert lines == ["+ 4 chows", "+ 3 chows", "+ 2 chows", "+ 1 chow", "no chows"]
    assert not [text for text in text_after(device, "a") if "chow" in text], "a loser's sets are those that are entered"


def test_b_takes_back_exactly_the_last_entry_whatever_it_was(at: Table) -> None:
    device = at("babcock", **CHAPTER_VII)
    play(device, "up right")
    shown = [device.picture()]
    kong, suit, orphans, claimed, pair, dead = (
        "left up",
        "hold:a left",
        "hold:a down" + " down" * 3 + " a b",
        "hold:a down" + " down" * 5 + " a b",
        "hold:right",
        "hold:a down a",
    )
    for keys in (kong, suit, "up right", claimed, pair, "left left"):
        shown.append(play(device, keys).picture())
        assert shown[-1] != shown[-2]
    for before in reversed(shown[:-1]):
        assert "B undo  A done" in device.text()
        assert play(device, TAKE_OFF).picture() == before
    assert "B back  A done" in device.text()
    assert "limit +1" in text_after(device, orphans)
    assert play(device, TAKE_OFF).picture() == shown[0]
    play(device, "a")
    loser = device.picture()
    assert "dead" in text_after(device, "left left " + dead)
    play(device, f"{TAKE_OFF} {TAKE_OFF}")
    assert device.picture() == loser
    assert play(device, "b").picture() == shown[0], "B without entries is the screen before"


def test_a_suit_that_was_changed_is_the_last_entry(at: Table) -> None:
    device = at("babcock")
    play(device, "up right hold:a left left left")
    sets = device.text()
    assert "one suit" in text_after(device, "hold:a up")
    assert SUIT in text_after(device, TAKE_OFF), "mixed again, and the pung stands"
    assert score(device) == "22"
    assert "suit+hon." in sets


def test_the_order_of_the_entries_is_kept_in_the_draft(
    at: Table, switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    play(at("babcock"), "up right left left hold:a left right left wait:1500")
    device = play(switch_on(tmp_path), "a")
    assert score_after(device, TAKE_OFF) == "44", "22 and the suit: the dragons are gone"
    assert SUIT in text_after(device, TAKE_OFF)
    assert "B back  A done" in text_after(device, TAKE_OFF)


def test_a_draft_of_before_there_was_an_order_opens_and_takes_its_sets_back_first() -> None:
    entry = unpack({"winner": 0, "sets": [[0, 16], [], [], []], "suits": ["half", "mixed", "mixed", "mixed"]}, 4)
    left = []
    while entry.order(0):
        entry.undo(0)
        left.append((list(entry.sets[0]), entry.suits[0]))
    assert left == [([0], "half"), ([], "half"), ([], "mixed")]
    with pytest.raises(ValueError, match="no draft"):
        unpack({"winner": 0, "trail": [["mahjong"], [], [], []]}, 4)


def test_an_arrow_held_is_the_pair_at_once(at: Table) -> None:
    device = at("babcock")
    assert "hold: pair" in text_after(device, "up up")
    assert score_after(device, "hold:right") == "24", "20, drawn 2, the pair 2"
    assert "one pair only" in text_after(device, "hold:down")
    assert score_after(device, f"{TAKE_OFF} hold:down") == "24", "the seat's own wind"
    assert "hold: pair" not in text_after(device, f"{TAKE_OFF} right left"), "a set of dragons lies there"
    device = at("harr-limit")
    play(device, "up up down down left")
    assert score_after(device, "hold:down") == "32", "10, the own wind 4, the pair of the round's 2: x2"


def test_the_arrow_above_held_opens_the_board(at: Table) -> None:
    assert {"B back", "done"} <= set(text_after(at("babcock"), "up right hold:up"))


def test_what_has_one_answer_is_not_asked(at: Table) -> None:
    device = at("harr-limit")
    assert "winds" in text_after(device, "up right down")
    assert "seat W?" in [text.replace("own", "seat") for text in text_after(device, "down")]
    play(device, "left")
    assert "round E?" in text_after(device, "down"), "the own wind is in"
    play(device, "left" + " left left" * 2)
    assert "pair of dragons" in text_after(device, "right"), "four sets are in"
    assert "B undo  A done" in device.text()


# ---- kept ----


def test_everything_said_comes_back_with_the_draft(at: Table, switch_on: Callable[..., Device], tmp_path: Path) -> None:
    script = (
        f"up {rare('up', 'list')} a down down a b up hold:a down down down a b a up a down down right right a "
        "left left hold:a down a a left left left wait:1500"
    )
    device = at("chinese", flowers="seasons", insurance=True, nine_gates=True, round_wind=True)
    play(device, script)
    said, keep = device.text(), device.picture()
    assert {"Di: flowers", "both"} <= set(said)
    again = switch_on(tmp_path)
    play(again, "a a")  # the draft opens at the card, its flowers a press further
    assert again.picture() == keep
    for other in (device, again):
        play(other, "b b b b")  # what was said of Di's hand is taken back
        assert {"Ann", "half"} <= set(other.text())
        play(other, "b b")
        assert {"Cy", "limit +1", "one suit"} <= set(other.text())
        assert "hidden last" in text_after(other, "b b b")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_deal_from_table_to_table_with_other_numbers_of_players(at: Table, players: int) -> None:
    device = at("harr", players=players)
    losers = {2: 1, 3: 2, 5: 3}[players]
    assert "who won?" not in text_after(device, "down down left left a" + " a" * (losers - 1))
    assert "saved" in text_after(device, "a")
    assert "who won?" in text_after(device, NEXT)


def test_long_names_leave_room_for_what_the_keys_do(at: Table) -> None:
    device = at("chinese", names=["Wolfgang", "Maximili", "Bernhard", "Wilhelmi"], flowers="own", insurance=True)
    assert "B undo  A done" in text_after(device, "up right hold:a up")
    assert "winning tile" in text_after(device, "a")
    assert "A done" in text_after(device, "a")
    assert {"Maximil", "A nobody"} <= set(text_after(device, "a"))
    assert "B back  A none" in text_after(device, "a")


def test_the_chain_says_which_set_doubled(at: Table) -> None:
    device = at("chinese", round_wind=True)
    assert "pung of round wind" in text_after(device, to_result("up right down up left down up", 5) + " up right")
    assert "kong of seat wind" in device.text()
    assert "pung of round wind" in text_after(device, "left")
