"""Cards by different rule sets, and what few hands have: by keys, read from the screen."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help.intent import (
    A_PUNG,
    BETWEEN,
    BOTH,
    BOTH_ENDS,
    DRAGON,
    HALF_SUIT,
    HAND,
    HONOURS,
    LIST,
    MAJOR,
    NO_CHOW,
    ONE_SUIT,
    OWN_WIND,
    PAIR_OF_SEAT_WIND,
    PAYS_HALF,
    RED,
    ROUND_WIND,
    SEAT_WIND,
    SIMPLE,
    TABLE,
    THE_PAIR,
    hand,
    won,
)
from help.named_keys import NEXT, READ, WHY, rare, to_result
from help.playing import lay, play, text_after
from help.tiling import START, cell_after, entries_of, leave, path, typed
from mingg import lang
from mingg.evening.evening import keep_draft
from mingg.hal.store import Store
from mingg.settings import Settings
from mingg.ui.screens.deal.table import win
from mingg_host.device.headless import Device, Headless
from screens.goldens import LANGUAGES, speaking

Table = Callable[..., Device]


@pytest.fixture
def device_with(switch_on: Callable[..., Device], tmp_path: Path) -> Table:
    """Returns a device whose session has these rules."""

    def start(rules: str, players: int = 4, names: list[str] | None = None, **options: Any) -> Device:
        return switch_on(lay(tmp_path, rules, players, names, **options))

    return start


def score(device: Device) -> str:
    """Returns the figure at the left of Card and Flowers: what the hand counts so far."""
    return next(text for x, y, text in device.texts if (x, y) == (1, 14))


# ---- what the last tile made ----


def test_the_last_tile_is_asked_only_if_its_shape_counts(device_with: Table) -> None:
    assert "Di" in text_after(device_with("babcock"), won("Cy").from_("Bo").done())


def test_harrs_example_8_east_fills_the_pair_of_their_wind_in_the_east_round_from_a_discard(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Ann").from_("Bo"))  # Ann is East
    assert "winning tile" in text_after(device, hand().done())
    play(device, hand().last_set(PAIR_OF_SEAT_WIND))
    assert score(device) == "0", "on to the first loser"
    play(device, "b b")
    assert score(device) == "16", "10, and 6 for the pair: seat wind in its own round"


def test_a_scoring_pair_that_was_filled_counts_once(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Cy").drew().pair(DRAGON))
    assert score(device) == "12"
    play(device, hand().done().last_set(THE_PAIR))
    assert "Di" in device.text(), "nothing more is asked of the pair"
    play(device, hand().back(2))
    assert score(device) == "16", "10 and 6 for filling it, its own 2 not beside"
    play(device, hand().done().last_set(BOTH_ENDS).back(2))
    assert score(device) == "16", "10, the pair 2, a chow filled 4: the pair is there again"


def test_the_pair_that_was_filled_stays_so_in_the_saved_deal(device_with: Table) -> None:
    device = device_with("harr-limit")
    assert "saved" in text_after(device, won("Cy").drew().pair(DRAGON).done().last_set(THE_PAIR).done(3))
    assert "16" in device.text(), "a payment"
    assert {"16", "+64"} <= set(text_after(device, WHY)), "what the hand of Di counts, and what Cy got"


def test_a_pressed_again_and_again_answers_nothing_about_the_winning_tile(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Cy").drew().pung(SIMPLE, TABLE).done(5))
    assert {"winning tile", "choose with the arrows"} <= set(device.text())
    assert "Di" in text_after(device, hand().last_set(A_PUNG)), "on to the first loser"


def test_a_repeated_a_after_a_pair_also_changes_nothing(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Cy").drew().done().last_set(NO_CHOW) + hand().done(3))
    assert {"winning tile", "choose with the arrows"} <= set(device.text())
    assert "both ends" in text_after(device, "b"), "B leads to the chows again"


def test_a_pung_is_one_press_if_no_pair_is_possible(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).listed(3).done().done().last_set(NO_CHOW))
    assert "Di" in device.text()


def test_a_fourth_set_removes_the_entered_chow(device_with: Table) -> None:
    device = device_with("chinese")
    play(device, won("Cy").from_("Bo") + hand().pung(SIMPLE, TABLE) * 3 + hand().done().last_set(BETWEEN).back(2))
    assert score(device) == "28", "20, three pungs, a chow filled in the middle"
    play(device, hand().pung(SIMPLE, TABLE))
    assert score(device) == "38", "20, four pungs, no chows: and no chow filled"
    assert "one end" not in text_after(device, hand().done()), "no chow is among the answers"
    assert {"a pung", "pair", "of 2-8"} <= set(device.text())


def test_a_robbed_tile_completes_no_pair(device_with: Table) -> None:
    device = device_with("chinese")
    assert "none" in text_after(device, f"up {rare('robbed', 'right')} a"), "and not: none / the pair"


def test_the_last_tile_of_an_original_hand_is_not_asked(device_with: Table) -> None:
    assert "Bo" in text_after(device_with("chinese"), f"down {rare('opening')} a")


def test_the_shape_of_a_tile_that_was_not_shown_is_not_asked(device_with: Table) -> None:
    device = device_with("chinese")
    play(device, won("Cy").drew().done().last_set(BETWEEN).back(2))
    assert score(device) == "24", "20, drawn 2, the chow 2"
    play(device, f"b {rare('list')} right a up")
    assert score(device) == "22", "the chow cannot be shown, nor that nothing else scores"
    assert "Di" in text_after(device, "a")


# ---- rare ways ----


def test_a_tile_mixed_in_unshown_loses_the_only_place(device_with: Table) -> None:
    device = device_with("babcock")
    play(device, won("Cy").only_place().drew().pung(SIMPLE, TABLE))
    assert score(device) == "26", "20, drawn 2, only place 2, a pung"
    play(device, f"b b {rare('list')} right a")
    assert "tile hidden" in device.text()
    play(device, "up" + hand().pung(SIMPLE, TABLE))
    assert score(device) == "24"


def test_another_way_of_drawing_takes_back_not_shown(device_with: Table) -> None:
    device = device_with("babcock")
    play(device, f"up {rare('list')} right a {rare('loose')} b {rare('loose')}")
    assert "drew it" in device.text()


def test_all_marks_that_go_together_can_be_set_for_a_drawn_tile(device_with: Table) -> None:
    device = device_with("babcock")
    assert "hidden loose last lucky" in text_after(
        device, f"up {rare('list')} right down right down right down right a"
    )
    play(device, f"{rare('list')} down down down up right")  # not the last tile after all
    assert "hidden loose lucky" in text_after(device, "a")


def test_a_first_hand_goes_with_nothing_else(device_with: Table) -> None:
    device = device_with("babcock")
    play(device, f"down {rare('list')} right down right down down down right")
    assert device.text().count("yes") == 1


def test_harrs_limit_game_has_the_first_hand_and_the_first_discard(device_with: Table) -> None:
    device = device_with("harr-limit")
    assert {"300", "limit"} <= set(text_after(device, f"down {rare('opening')}"))
    play(device, f"b b up {rare('opening')}")
    assert score(device) == "170", "10 and nothing else 10, half the limit on top"


def test_lucky_thirteen_can_be_won_by_a_robbed_kong(device_with: Table) -> None:
    assert score_after(device_with("babcock"), f"up {rare('robbed lucky', 'left')}") == "100"


def score_after(device: Device, script: str) -> str:
    play(device, script)
    return score(device)


# ---- flowers ----


def test_flowers_are_behind_the_held_left_arrow_if_they_are_played(device_with: Table) -> None:
    device = device_with("babcock", flowers="seasons")
    assert "hold" in text_after(device, won("Cy").from_("Bo"))
    assert {"Cy: flowers", "A next"} <= set(text_after(device, hand().flowers()))
    play(device, hand().flower(3, RED))
    assert {"3 W", "red"} <= set(device.text())
    assert score(device) == "68", "20, nothing else 10, a flower 4: x2 for the seat's own"
    assert "Di" in text_after(device, hand().done()), "on to the next hand"
    assert "1" in text_after(device, "b"), "the card says how many"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_flowers_of_every_number_stand_on_the_panel(language: str, tmp_path: Path) -> None:
    lay(tmp_path, "babcock", flowers="seasons")
    with Headless(speaking(tmp_path, language)) as device:
        for winner, turn in itertools.product(range(4), repeat=2):  # each player is at each side
            app = device.app
            win(app, winner)
            app.play.entry.set_way("draw", None)
            app.play.evening.turn = turn
            app.play.entry.flowers[winner] = list(range(1, 9))
            app.show("seldom.flowers.Flowers", 0)
            device.wait(20)
            assert device.text().count(lang.say("both")) == 4
            app.play.forget_entry()
            app.navigator.show_root()


def test_without_flowers_the_held_left_arrow_does_nothing(device_with: Table) -> None:
    device = device_with("babcock")
    assert "flower" not in text_after(device, won("Cy").from_("Bo"))
    assert "2-8?" in text_after(device, "hold:left"), "the key is not held, but tapped"


def test_a_hand_with_flowers_takes_no_press_more_than_its_flowers(device_with: Table) -> None:
    device = device_with("babcock", flowers="seasons")
    assert "Di" in text_after(device, won("Cy").from_("Bo").flowers().flower(1).done())


def test_a_flower_goes_through_green_red_both_and_none(device_with: Table) -> None:
    device = device_with("babcock", flowers="seasons")
    play(device, won("Cy").from_("Bo").flowers())
    for held in ("green", "red", "both"):
        assert held in text_after(device, hand().flower(1))
    assert not {"green", "red", "both"} & set(text_after(device, hand().flower(1)))


def test_a_flower_that_another_holds_is_refused_by_name(device_with: Table) -> None:
    device = device_with("babcock", flowers="seasons")
    play(device, won("Cy").from_("Bo").flowers().flower(1).done().flowers())
    assert {"Cy has green 1", "red"} <= set(text_after(device, hand().flower(1)))
    play(device, hand().back(2).flowers())
    assert "both" not in text_after(device, hand().flower(1, RED)), "the red one is Di's by now"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_with_a_long_name_fits_the_panel(device_with: Table, tmp_path: Path, language: str) -> None:
    Settings(Store(str(tmp_path), None)).put("language", language)
    device = device_with("babcock", names=["Ann", "Bo", "W" * 8, "Di"], flowers="seasons")
    play(device, won("Cy").from_("Bo").flowers().flower(1, RED).done().flowers())
    texts = text_after(device, hand().flower(1) + hand().flower(1))
    assert any(text.startswith("WWW") and "1" in text for text in texts), "the number is read, whatever the name"


def test_a_flower_may_be_what_a_loose_tile_replaced(device_with: Table) -> None:
    device = device_with("babcock", flowers="seasons")
    play(device, f"up {rare('loose')}")
    assert "after a kong or flower" in text_after(device, "a")
    assert "Di" in text_after(device, hand().flowers() + "left a")


def test_without_west_three_and_four_keep_their_sides(device_with: Table) -> None:
    device = device_with("babcock", players=3, flowers="seasons")
    play(device, won("Ann").from_("Bo").flowers())
    play(device, hand().flower(3, BOTH).flower(4).flower(2).flower(1))
    assert {"both", "green"} <= set(device.text())
    assert len([text for text in device.text() if text in ("green", "both")]) == 4


def test_b_goes_back_hand_by_hand_without_the_flowers(device_with: Table) -> None:
    device = device_with("chinese", flowers="own")
    screens = []
    play(device, won("Cy").from_("Bo").done().last_set(BOTH_ENDS).flowers().flower(1).done(2))
    for _ in range(5):
        play(device, "b")
        screens.append("".join(device.text()[:4]))
    assert sum("flowers" in texts for texts in screens) == 0
    assert sum("winning tile" in texts for texts in screens) == 1
    assert "wins" in screens[-1]


# ---- winds ----


def test_a_pair_of_the_round_wind_scores_in_harrs_limit_game(device_with: Table) -> None:
    assert score_after(device_with("harr-limit"), won("Cy").drew().pair(ROUND_WIND)) == "12"


def test_a_set_of_the_round_wind_doubles_if_that_was_agreed(device_with: Table) -> None:
    assert (
        score_after(device_with("chinese", round_wind=True), won("Cy").from_("Bo").pung(ROUND_WIND, TABLE)) == "48"
    ), "24 x2"
    assert "scores nothing" in text_after(
        device_with("chinese", round_wind=True), won("Cy").from_("Bo").pair(ROUND_WIND)
    )


def test_a_wind_that_is_seat_and_round_wind_is_not_asked_twice(device_with: Table) -> None:
    assert score_after(device_with("chinese", round_wind=True), won("Ann").from_("Bo").pung(OWN_WIND, TABLE)) == "96", (
        "24 x4"
    )


def test_two_players_have_two_own_winds_each(device_with: Table) -> None:
    device = device_with("babcock", players=2)
    assert score_after(device, won("Ann").from_("up").pung(OWN_WIND, TABLE).pung(OWN_WIND, TABLE)) == "112", "28 x4"
    assert "seat wind is in" in text_after(device, OWN_WIND)


def test_of_two_own_winds_only_a_pair_of_the_seat_wind_is_offered(device_with: Table) -> None:
    device = device_with("babcock", players=2)
    texts = text_after(device, won("Ann").from_("up") + OWN_WIND)
    assert "pair E" in texts
    assert "pair" in text_after(device_with("babcock"), won("Cy").from_("Bo") + OWN_WIND)


def test_two_players_win_only_with_two_doublings(device_with: Table) -> None:
    assert "win: x4 or special hand" in text_after(
        device_with("babcock", players=2), won("Ann").from_("up").pung(OWN_WIND, TABLE).done()
    )


def test_one_of_two_own_winds_may_be_the_round_wind(device_with: Table) -> None:
    device = device_with("chinese", players=2, round_wind=True)
    assert score_after(device, won("Ann").from_("up").pung(SEAT_WIND, TABLE)) == "48", "South is East's as well: x2"
    assert score_after(device, hand().pung(ROUND_WIND, TABLE)) == "224", "28, three doublings more with East's"


def test_winds_are_taken_back_as_they_came(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Cy").from_("Bo").pung(ROUND_WIND, TABLE).pung(OWN_WIND, TABLE).undo())
    assert score(device) == "14", "the round wind stays"


# ---- more ----

CHAPTER_VII = dict.fromkeys(
    ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins", "three_concealed"), True
)


def test_nine_gates_is_of_one_suit_by_itself(device_with: Table) -> None:
    device = device_with("babcock", **CHAPTER_VII)
    assert {"300", "limit", "one suit"} <= set(text_after(device, won("Cy").from_("Bo").listed(2).done()))
    play(device, hand().more(HALF_SUIT).done())
    assert "not nine gates" in device.text(), "what was named and is no more is refused at the end"


def test_a_special_hand_that_its_sets_contradict_is_refused(device_with: Table) -> None:
    device = device_with("babcock", **CHAPTER_VII)
    assert "not four winds" in text_after(device, won("Cy").from_("Bo").listed(0))


def test_a_special_hand_that_the_sets_show_cannot_be_entered(device_with: Table) -> None:
    device = device_with("babcock", **CHAPTER_VII)
    play(
        device,
        won("Cy").from_("Bo")
        + hand().pung(MAJOR, TABLE) * 3
        + hand().pung(DRAGON, TABLE).more(HONOURS)
        + DRAGON
        + hand().more(LIST),
    )
    assert "follows from the sets" in text_after(device, "down right")


def test_thirteen_orphans_have_no_sets(device_with: Table) -> None:
    device = device_with("babcock", **CHAPTER_VII)
    play(device, won("Cy").from_("Bo").listed(3).done())
    assert {"300", "limit", "orphans"} <= set(device.text())
    assert "that hand has no sets" in text_after(device, SIMPLE)
    assert "pair of dragons" in text_after(device, DRAGON), "nothing else can be: it is not asked"
    assert "Di" in text_after(device, hand().done())


def test_seven_twins_may_hold_more_pairs_than_one(device_with: Table) -> None:
    device = device_with("babcock", **CHAPTER_VII)
    play(device, won("Cy").from_("Bo").listed(4).done() + DRAGON + DRAGON + OWN_WIND)
    assert score(device) == "150", "half the limit"
    assert "one pair only" in text_after(device, hand().listed(4))


def test_a_kong_claimed_onto_three_counts_as_concealed(device_with: Table) -> None:
    device = device_with("babcock", three_concealed=True)
    play(device, won("Cy").from_("Bo").pung(SIMPLE, HAND).pung(SIMPLE, HAND).kong(SIMPLE, TABLE))
    assert score(device) == "36"
    assert "discard 1" in text_after(device, hand().listed(0).done())
    assert score(device) == "72"
    play(device, hand().undo())
    assert score(device) == "36", "it was not claimed"
    play(device, hand().listed(0).done().pung(SIMPLE, TABLE).undo(3))
    assert score(device) == "28", "the kong is gone, too"
    assert "no exposed kong" in text_after(device, hand().listed(0))


def test_a_chow_with_the_fourth_of_an_open_pung_doubles(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).listed(3).done())
    assert "fourth" in device.text()
    assert score(device) == "24"
    assert "a pung" in text_after(device, hand().done()), "and not: a pung / the pair"
    assert "no such exposed pung" in text_after(device, hand().back().undo(2).listed(3))


def test_a_dead_hand_scores_nothing_and_may_be_made_alive_again(device_with: Table) -> None:
    device = device_with("babcock")
    play(device, won("Cy").from_("Bo").done().pung(SIMPLE, TABLE).listed(0).done())
    assert "dead" in device.text()
    assert score(device) == "0"
    play(device, hand().listed(0).done())
    assert score(device) == "2"


def test_in_the_chinese_game_a_hand_with_too_few_tiles_is_scored(device_with: Table) -> None:
    device = device_with("chinese")
    play(device, won("Cy").from_("Bo").done().last_set(A_PUNG).pung(SIMPLE, TABLE).listed(0).done())
    assert "too few" in device.text()
    assert score(device) == "2"
    assert "too many" in text_after(device, hand().listed(1).done())
    assert score(device) == "0"
    play(device, hand().listed(1).done())
    assert score(device) == "2"


def test_a_suit_that_doubles_the_winner_alone_is_no_losers(device_with: Table) -> None:
    assert "only a winner's" in text_after(
        device_with("chinese"), won("Cy").from_("Bo").done().last_set(A_PUNG).more(HALF_SUIT)
    )


def test_all_honours_are_the_limit_in_the_chinese_game(device_with: Table) -> None:
    assert {"honours", "limit"} <= set(text_after(device_with("chinese"), won("Cy").from_("Bo").more()))


# ---- who is liable ----


def test_a_fully_liable_player_pays_for_all(device_with: Table) -> None:
    device = device_with("babcock", insurance=True)
    assert "liable?" in text_after(device, won("Cy").from_("Bo").more(ONE_SUIT).done())
    assert "pays all" in text_after(device, hand().liable("Bo"))
    assert "+960" in text_after(device, to_result(number=4)), "240 to Cy from Bo and Di, 480 from East"
    assert "-960" in device.text()


def test_a_half_and_two_halves(device_with: Table) -> None:
    device = device_with("babcock", insurance=True)
    play(device, won("Cy").from_("Bo").more(ONE_SUIT).done().liable("Bo", PAYS_HALF))
    assert "half" in device.text()
    play(device, hand().liable("Di"))
    assert device.text().count("half") == 2
    assert "two at most" in text_after(device, hand().liable("Ann"))
    play(device, hand().liable("Bo"))
    assert device.text().count("half") == 1
    play(device, hand().done().back())
    assert device.text().count("half") == 1, "it stands when B leads back"


def test_by_the_dmjl_nobody_is_liable_for_half(device_with: Table) -> None:
    device = device_with("dmjl")
    play(device, won("Cy").from_("Bo").more(ONE_SUIT).done().last_set(A_PUNG).liable("Bo"))
    assert "pays all" in device.text()
    assert "pays all" not in text_after(device, hand().liable("Bo")), "the same arrow takes it back"
    assert "half" not in device.text()


def test_by_harr_only_who_discarded_can_be_liable(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Cy").from_("Bo").more(ONE_SUIT).done().last_set(A_PUNG))
    assert "only the discarder" in text_after(device, hand().liable("Di"))
    assert "pays all" in text_after(device, hand().liable("Bo"))
    play(device, hand().back(4) + "up" + hand().more(ONE_SUIT))
    assert "Di" in text_after(device, hand().done().last_set(A_PUNG)), "nobody discarded: nothing is asked"
    play(device, to_result(number=3))
    assert len([text for text in device.text() if text.startswith("-")]) == 3, "and nobody pays for others"


@pytest.mark.parametrize(
    ("sets", "asks"),
    [
        (hand(), False),
        (hand().pung(DRAGON, TABLE) * 2, False),
        (hand().pung(DRAGON, TABLE) * 3, True),
        (hand().pung(MAJOR, TABLE) * 4, False),
        (hand().pung(MAJOR, TABLE) * 4 + DRAGON, True),
        (hand().more(HALF_SUIT), False),
        (hand().more(ONE_SUIT), True),
    ],
    ids=["chows", "two dragons", "dragons", "some pair", "majors", "half suit", "one suit"],
)
def test_liability_is_asked_for_the_four_kinds_of_hand_in_the_books(device_with: Table, sets: str, asks: bool) -> None:
    for device in (device_with("harr-limit"), device_with("babcock", insurance=True)):
        play(device, won("Cy").from_("Bo") + sets + hand().done())
        if "winning tile" in " ".join(device.text()):
            play(device, hand().last_set(A_PUNG) if "both ends" in device.text() else "up")
        assert ("liable?" in device.text()) is asks


def test_feeding_is_asked_of_the_player_to_the_left_if_four_sets_may_be_exposed(device_with: Table) -> None:
    device = device_with("babcock", feeding=True)
    assert text_after(device, won("Cy").from_("Bo").done())[:2] == ["N", "Di"], (
        "another tile would have won: more were in the hand"
    )
    assert text_after(device, hand().back(2) + "a right" + hand().pung(SIMPLE, HAND).done())[:2] == ["N", "Di"], (
        "a pung in the hand"
    )
    assert "liable?" in text_after(device, hand().back().undo().done())
    assert "only the left neighbour" in text_after(device, hand().liable("Di"))
    assert "fed them" in text_after(device, hand().liable("Bo"))
    play(device, hand().done().pung(DRAGON, HAND).to_result(3))  # Di has a pung of dragons, which nobody pays for
    texts = device.text()
    assert {"+88", "-88"} <= set(texts), "22, 22 and 44 from Bo"
    assert not [text for text in texts if text[:1] in "+-" and text[1:] not in ("88", "0")], "losers do not settle"


def test_nobody_fed_a_hand_with_a_concealed_set(device_with: Table) -> None:
    device = device_with("babcock", feeding=True)
    play(device, won("Cy").from_("Bo").pung(SIMPLE, HAND).more(LIST))
    assert "needs 4 exposed sets" in text_after(device, "right " + hand().liable("Bo"))
    assert "A nobody" in device.text()


def test_liability_can_be_entered_when_it_is_not_asked(device_with: Table) -> None:
    device = device_with("babcock", insurance=True)
    assert "who pays for all" in text_after(device, won("Cy").from_("Bo").more(LIST))
    play(device, "right " + hand().liable("Bo").done())
    assert "Cy" in device.text()
    assert "pays all" in text_after(device, hand().done()), "what was said is shown before it counts"
    assert "+120" in text_after(device, to_result(number=4))


def test_a_liability_is_removed_with_its_hand(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, won("Cy").from_("Bo").more(ONE_SUIT).done().last_set(A_PUNG).liable("Bo").done().back())
    assert "pays all" in device.text()
    assert "pays all" not in text_after(
        device, hand().back(4) + "left" + hand().more(ONE_SUIT).done().last_set(A_PUNG)
    ), "it was Di who discarded"
    assert "A nobody" in device.text()


def test_a_page_of_liability_that_is_no_longer_asked_leads_on_and_back(device_with: Table) -> None:
    device = device_with("babcock", insurance=True)
    play(device, won("Cy").from_("Bo").listed(0).liable("Bo").done(2))
    assert "A nobody" in text_after(device, hand().liable("Bo", PAYS_HALF))
    assert "Cy" in text_after(device, hand().back())
    assert "Di" in text_after(device, hand().done())


# ---- what the card shows ----

SUIT = "hold A: suit?"


def test_a_winners_card_offers_a_suit_until_one_is_entered(device_with: Table) -> None:
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        device = device_with(rules)
        assert SUIT in text_after(device, won("Cy").from_("Bo"))
        assert SUIT in text_after(device, hand().pung(SIMPLE, TABLE).pung(DRAGON, TABLE).pung(MAJOR, HAND))
        play(device, hand().more(HALF_SUIT))
        assert SUIT not in device.text()
        assert "suit+hon." in device.text()


def test_no_suit_is_offered_if_the_sets_cannot_be_of_one(device_with: Table) -> None:
    dots = " ".join(["up right hold:up", *path(START, 10), "a left "])
    assert SUIT in text_after(device_with("babcock"), dots + leave(10))
    device = device_with("babcock")
    play(device, dots + " ".join([*path(10, 2), "a left ", leave(2)]))
    assert SUIT not in device.text(), "dots and characters"
    assert "follows from the tiles" in text_after(device, hand().more(HALF_SUIT))
    assert SUIT not in text_after(device_with("babcock", thirteen_orphans=True), won("Cy").from_("Bo").listed(0).done())


@pytest.mark.parametrize(
    ("sets", "suit", "reason"),
    [("left left", "right", "all honours: no 2-8"), ("right left", "up", "one suit: no honours")],
    ids=["honours", "one suit"],
)
def test_a_suit_that_the_sets_exclude_says_why(device_with: Table, sets: str, suit: str, reason: str) -> None:
    device = device_with("babcock")
    play(device, won("Cy").from_("Bo"))
    assert reason in text_after(device, f"{sets} hold:a {suit}")


@pytest.mark.parametrize(("suit", "tiles"), [("right", "(789m)"), ("up", "44m 22p"), ("left", "44m 22p")])
def test_a_suit_that_the_tiles_contradict_can_be_taken_back(device_with: Table, suit: str, tiles: str) -> None:
    device = device_with("babcock")
    play(device, won("Cy").from_("Bo") + f"hold:a {suit} hold:up {typed(tiles)} ")
    play(device, f"{leave(cell_after(entries_of(tiles.split()[-1])[0]))} hold:a {suit}")
    assert {"suit+hon.", "one suit", "honours"}.isdisjoint(device.text())


def test_a_loser_is_offered_a_suit_if_it_doubles_the_hand(device_with: Table) -> None:
    for rules in ("harr", "babcock"):
        device = device_with(rules)
        assert SUIT not in text_after(device, won("Cy").from_("Bo").done()), "there is nothing to double"
        assert SUIT in text_after(device, hand().pung(SIMPLE, TABLE))
        assert SUIT not in text_after(device, hand().undo())
        assert SUIT in text_after(device, hand().pair_at_once(DRAGON)), "a pair of dragons"
    for rules in ("harr-limit", "chinese"):
        assert SUIT not in text_after(device_with(rules), won("Cy").from_("Bo").done(2).pung(SIMPLE, TABLE))


def test_the_card_shows_what_the_missing_sets_are_taken_for(device_with: Table) -> None:
    device = device_with("babcock")
    lines = [next(text for text in text_after(device, won("Cy").from_("Bo")) if "chow" in text)]
    for _ in range(4):
        lines.append(next(text for text in text_after(device, hand().pung(SIMPLE, TABLE)) if "chow" in text))
    assert lines == ["4 chows", "3 chows", "2 chows", "1 chow", "no chows"]
    assert not [text for text in text_after(device, hand().done()) if "chow" in text], (
        "a loser's sets are those that are entered"
    )


def test_b_takes_back_exactly_the_last_entry(device_with: Table) -> None:
    device = device_with("babcock", **CHAPTER_VII)
    play(device, won("Cy").from_("Bo"))
    pictures = [device.picture()]
    orphans, claimed = hand().listed(3).done(), hand().listed(5).done()
    for keys in (
        hand().kong(SIMPLE, TABLE),
        hand().more(HALF_SUIT),
        hand().pung(MAJOR, HAND),
        claimed,
        hand().pair_at_once(DRAGON),
        hand().pung(SIMPLE, TABLE),
    ):
        pictures.append(play(device, keys).picture())
        assert pictures[-1] != pictures[-2]
    for before in reversed(pictures[:-1]):
        assert {"B undo", "A done"} <= set(device.text())
        assert play(device, hand().undo() + READ).picture() == before
    assert {"B back", "A done"} <= set(device.text())
    assert "orphans" in text_after(device, orphans)
    assert play(device, hand().undo() + READ).picture() == pictures[0]
    play(device, hand().done())
    loser = device.picture()
    assert "dead" in text_after(device, hand().pung(SIMPLE, TABLE).listed(0).done())
    play(device, hand().undo(2) + READ)
    assert device.picture() == loser
    assert play(device, hand().back()).picture() == pictures[0], "B without entries is the screen before"


def test_a_suit_that_was_changed_is_the_last_entry(device_with: Table) -> None:
    device = device_with("babcock")
    play(device, won("Cy").from_("Bo").more(HALF_SUIT).pung(SIMPLE, TABLE))
    sets = device.text()
    assert "one suit" in text_after(device, hand().more(ONE_SUIT))
    assert SUIT in text_after(device, hand().undo() + READ), "mixed again, and the pung stands"
    assert score(device) == "22"
    assert "suit+hon." in sets


def test_the_order_of_the_entries_is_kept_in_the_draft(
    device_with: Table, switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    play(
        device_with("babcock"),
        won("Cy").from_("Bo").pung(SIMPLE, TABLE).more(HALF_SUIT).pung(DRAGON, TABLE) + "wait:1500",
    )
    device = play(switch_on(tmp_path), "a")
    assert score_after(device, hand().undo()) == "44", "22 and the suit: the dragons are gone"
    assert SUIT in text_after(device, hand().undo() + READ)
    assert {"B back", "A done"} <= set(text_after(device, hand().undo()))


SPOILT = [
    *({"winner": winner} for winner in ("x", None, 4, -9, [])),
    *({"items": items} for items in (5, [], [[25], [], [], []], [[3], [], [], []], [[["x", "(22p"]], [], [], []])),
    *({"items": items} for items in ([["no word"], [], [], []], [[{}], [], [], []])),
    *({"beside": beside} for beside in ([["x"], [], [], []], [[5], [], [], []], 5)),
    *({"said": said} for said in ([["(22p"], [], [], []], 5, [[None], [], [], []])),
    *({"known": [None, score, None, None]} for score in ("x", -2, 1.5)),
    *({key: value} for key in ("flowers", "liable", "source") for value in (5, "x", [[9], [9], [9], [9]])),
    *({key: "x"} for key in ("way", "opening", "last_set", "at", "correcting", "hidden", "only_place")),
    *({"at": 9}, {"correcting": 7}, {"last_tile": "0z"}, {"shelved": 5}, {"shelved": {"winner": "x"}}),
    *(5, "x", [], {}),
]


@pytest.mark.parametrize("spoilt", SPOILT, ids=str)
def test_a_draft_that_cannot_be_read_is_lost_and_named(
    device_with: Table, switch_on: Callable[..., Device], tmp_path: Path, spoilt: Any
) -> None:
    device: Any = device_with("babcock", flowers="own")
    play(device, won("Bo").from_("Cy").pung(SIMPLE, TABLE).done().pung(DRAGON, TABLE))
    entry = {**device.app.play.entry.pack(), **spoilt} if spoilt and isinstance(spoilt, dict) else spoilt
    keep_draft(device.app.play.evening, entry)
    restarted: Any = switch_on(tmp_path)
    assert {"Deal 1 was half", "Enter it again."} <= set(restarted.text())
    play(restarted, "a")
    assert restarted.app.is_at_table()
    assert restarted.app.play.entry is None


def test_a_held_arrow_enters_the_pair_at_once(device_with: Table) -> None:
    device = device_with("babcock")
    assert {"hold", "pair"} <= set(text_after(device, won("Cy").drew()))
    assert score_after(device, hand().pair_at_once(DRAGON)) == "24", "20, drawn 2, the pair 2"
    assert "one pair only" in text_after(device, hand().pair_at_once(OWN_WIND))
    assert score_after(device, hand().undo().pair_at_once(OWN_WIND)) == "24", "the seat wind"
    assert {"hold", "pair"} <= set(text_after(device, hand().undo().pung(DRAGON, TABLE))), "beside the set of dragons"
    device = device_with("harr-limit")
    play(device, won("Cy").drew().pung(SEAT_WIND, TABLE))
    assert score_after(device, hand().pair_at_once(OWN_WIND)) == "32", (
        "10, the seat wind 4, the pair of the round's 2: x2"
    )


def test_the_held_up_arrow_opens_the_board(device_with: Table) -> None:
    assert {"B back", "done"} <= set(text_after(device_with("babcock"), won("Cy").from_("Bo") + "hold:up"))


def test_a_question_with_one_answer_is_not_asked(device_with: Table) -> None:
    device = device_with("harr-limit")
    assert "winds?" in text_after(device, won("Cy").from_("Bo") + OWN_WIND)
    assert "seat W?" in [text.replace("own", "seat") for text in text_after(device, "down")]
    play(device, "left")
    assert "round E?" in text_after(device, OWN_WIND), "the seat wind is in"
    play(device, "left" + hand().pung(SIMPLE, TABLE) * 2)
    assert "pair of dragons" in text_after(device, DRAGON), "four sets are in"
    assert {"B undo", "A done"} <= set(device.text())


# ---- kept ----


def test_every_entry_comes_back_with_the_draft(
    device_with: Table, switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    script = (
        f"up {rare('list')} right down down right a up hold:a up hold:left up a down down right right a "
        "left left hold:a down right a hold:left left left left wait:1500"
    )
    device = device_with("chinese", flowers="seasons", insurance=True, round_wind=True)
    play(device, script)
    texts, keep = device.text(), device.picture()
    assert {"Di: flowers", "both"} <= set(texts)
    restarted = switch_on(tmp_path)
    play(restarted, "a hold:left")  # the draft opens at the card
    assert restarted.picture() == keep
    for other in (device, restarted):
        play(other, "b b b b")  # the entries of Di's hand are taken back
        assert {"Ann", "half"} <= set(other.text())
        play(other, "b")
        assert {"Cy", "one suit"} <= set(other.text())
        assert "hidden last" in text_after(other, "b b")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_deal_from_table_to_table_with_other_numbers_of_players(device_with: Table, players: int) -> None:
    device = device_with("harr", players=players)
    losers = {2: 1, 3: 2, 5: 3}[players]
    assert "who won?" not in text_after(device, won("Ann").drew().pung(SIMPLE, TABLE).done(losers))
    assert "saved" in text_after(device, "a")
    assert "who won?" in text_after(device, NEXT)


def test_long_names_leave_room_for_the_hints_of_keys(device_with: Table) -> None:
    device = device_with(
        "chinese", names=["Wolfgang", "Maximili", "Bernhard", "Wilhelmi"], flowers="own", insurance=True
    )
    assert {"B <", "A done"} <= set(text_after(device, won("Cy").from_("Bo").more(ONE_SUIT)))
    assert "winning tile" in text_after(device, "a")
    assert {"Maximili", "A nobody"} <= set(text_after(device, hand().last_set(A_PUNG)))
    assert {"B <", "A none"} <= set(text_after(device, "a"))


def test_the_chain_names_the_set_that_doubled(device_with: Table) -> None:
    device = device_with("chinese", round_wind=True)
    assert "pung of round wind" in text_after(
        device,
        won("Cy").from_("Bo").pung(ROUND_WIND, TABLE).kong(OWN_WIND, TABLE).done().last_set(A_PUNG).to_result(3)
        + "up right",
    )
    assert "kong of seat wind" in device.text()
    assert "pung of round wind" in text_after(device, "left")
