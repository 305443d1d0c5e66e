"""The list of hands in the menu: one is looked up or changed, and the entry goes on where it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from help.intent import DRAGON, HAND, LIST, SIMPLE, TABLE, hand, won
from help.named_keys import (
    DRAW,
    HALF_DROP,
    HALF_TABLE,
    HANDS,
    HANDS_OF_CORRECTION,
    KEYS,
    LEAVE_KEYS,
    LEAVE_LIST,
    LEAVE_MENU,
    LEAVE_PART,
    MENU,
    TAKE_OFF,
    rare,
    to_saved,
)
from help.playing import lay, play, records, text_after
from mingg_host.device.headless import Device, Headless
from screens.screens_deals import CORRECTED, CY_FROM_BO, DEALS

# Cy claims Bo's tile and has a pung; Di's dragons are entered; Ann's hand is shown, and Bo's is to come.
AT_ANN = won("Cy").from_("Bo").pung(SIMPLE, HAND).done().pung(DRAGON, TABLE).done()
TO_THE_WINNER, TO_HOW, TO_BO = "x2 up a", "x3 up a", "down a"
LEAVE_HANDS = "b b b"  # a part of the menu and the menu are between the list and the screen below


def card_of(device: Device, name: str) -> bool:
    """True if the card of this player is shown."""
    texts = device.text()
    return name in texts[:2] and ("1 9 wind" in texts or "dragon" in texts)


def test_the_list_shows_how_the_deal_was_won_and_what_each_hand_counts(device: Device) -> None:
    texts = play(device, AT_ANN + HANDS).text()
    assert texts == [
        "deal 1",
        "B back",
        "A open",
        "Cy won from Bo",
        "Cy",
        "24",
        "Di",
        "8",
        "Ann",
        "0",
        "Bo not entered",
    ]


def test_no_hand_counts_as_entered_before_how_the_deal_was_won_is_known(device: Device) -> None:
    texts = play(device, won("Cy").from_("Bo").back(2) + HANDS).text()
    missing = [text for text in texts if "not entered" in text]
    assert missing == [f"{name} not entered" for name in ("Cy", "Di", "Ann", "Bo")]


def test_table_is_reached_from_a_hand_and_the_deal_waits(device: Device) -> None:
    card = play(device, AT_ANN + "").picture()
    assert {"begun", "B undo", "A go on"} <= set(text_after(device, HALF_TABLE))
    assert play(device, "a").picture() == card


def test_a_half_entered_deal_is_dropped_only_by_holding_a(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    device = play(switch_on(tmp_path), DRAW + AT_ANN + HALF_DROP)
    assert {"drop deal 2?", "Cy won from Bo", "hold A: drop it"} <= set(device.text())
    play(device, "a a up left")
    assert "drop deal 2?" in device.text()
    table = {"who won?", "A more", "deal 2 was dropped"}
    assert table <= set(text_after(device, "hold:a"))
    assert "how?" in text_after(device, "up"), "a new entry"
    assert "4 chows" in text_after(device, "left"), "without the sets of the old one"
    assert "who won?" in text_after(switch_on(tmp_path), "")


def test_b_on_table_asks_whether_to_drop_the_deal(device: Device) -> None:
    play(device, AT_ANN + HALF_TABLE)
    table = device.picture()
    assert {"drop deal 1?", "hold A: drop it"} <= set(text_after(device, "b"))
    assert play(device, "b").picture() == table
    assert "deal 1 was dropped" in text_after(device, "b hold:a")


def test_the_page_of_keys_says_how_to_leave_a_hand(device: Device) -> None:
    play(device, AT_ANN + KEYS)
    assert "to Table" in device.text() + text_after(device, "hold:a")
    assert "to Table" not in text_after(device, f"{LEAVE_KEYS} {HALF_TABLE} {KEYS}"), "it is Table"


def test_another_winner_is_announced_and_keeps_what_is_entered(device: Device) -> None:
    play(device, AT_ANN + HALF_TABLE)
    assert "now Di wins" in text_after(device, "left")
    where = {text: y for _, y, text in device.texts}
    assert not any(abs(where[name] - where["now Di wins"]) < 9 for name in ("Cy", "Bo", "Ann")), "no arrow is covered"
    assert "now Di wins" not in text_after(device, f"b {MENU} b b left"), "only when it changes"


def test_a_drop_is_left_with_nothing_changed(device: Device) -> None:
    card = play(device, AT_ANN + "").picture()
    assert play(device, f"{HALF_DROP} {LEAVE_HANDS}").picture() == card


def test_while_a_saved_deal_is_corrected_nothing_can_be_dropped(device: Device) -> None:
    assert "drop this deal" not in text_after(device, DRAW + DEALS + f"a a {MENU}")


def test_the_list_is_left_the_way_it_was_reached_with_nothing_changed() -> None:
    with Headless() as device:
        card = play(device, AT_ANN + "").picture()
        before = device.app.play.entry.pack()
        menu = play(device, f"{KEYS} a").picture()
        part = play(device, "a").picture()
        assert "hands of this deal" in device.text()
        hands = play(device, "a").picture()
        for opens in (TO_HOW, "x3 down a", "down a"):  # how the deal was won, Ann's hand and Bo's, which are both empty
            play(device, f"{opens} b")
            assert "A open" in device.text()
        play(device, "up")
        assert device.picture() == hands
        assert play(device, "b").picture() == part
        assert play(device, "b").picture() == menu
        assert play(device, "b").picture() == card
        assert device.app.play.entry.pack() == before


def test_an_earlier_hand_can_be_changed_and_the_entry_continues(device: Device) -> None:
    play(device, f"{AT_ANN} {HANDS} {TO_THE_WINNER}")
    assert {"Cy", "24"} <= set(device.text())
    play(device, "left right")  # one more pung of 2-8
    assert "28" in device.text()
    play(device, "a")
    assert card_of(device, "Ann"), "not Di, whose hand comes after the winner's"
    play(device, "a a")
    hands = records(device)[-1]["hands"]
    assert hands["W"]["sets"].count("pung simple") == 2
    assert "dragon" in " ".join(hands["N"]["sets"])


def test_a_later_hand_can_be_entered_first_and_none_is_skipped(device: Device) -> None:
    play(device, won("Cy").from_("Bo") + f"{HANDS} x3 down a")
    assert card_of(device, "Bo")
    play(device, "right left a")
    assert card_of(device, "Cy"), "back to the winner's hand"
    play(device, "a")
    assert card_of(device, "Di")
    play(device, "a a")
    assert {"Bo", "8"} <= set(device.text()), "and Bo's dragons are in"
    assert "saved" not in device.text()
    play(device, "a")
    assert list(records(device)[-1]["hands"]) == ["S", "W"]


@pytest.mark.parametrize(
    "then",
    [
        "",
        f"{HANDS} {LEAVE_HANDS}",
        f"{HANDS} x2 down a {HANDS} {LEAVE_HANDS}",
        f"b {HANDS} x2 up a {HANDS} x3 down a {HANDS} {LEAVE_HANDS}",
    ],
)
def test_looking_up_the_last_hand_saves_nothing(device: Device, then: str) -> None:
    """The last hand is looked up from the first, perhaps left by the menu, and then finished."""
    play(device, won("Cy").from_("Bo") + f"{HANDS} x3 down a right left {then} a")
    assert card_of(device, "Cy")


def test_after_a_power_cut_the_entry_is_where_it_was(switch_on: object, tmp_path: Path) -> None:
    with Headless(tmp_path) as device:
        play(device, won("Cy").from_("Bo") + f"{HANDS} x3 down a right left wait:1500")
    with Headless(tmp_path) as device:
        assert "begun" in device.text()
        play(device, "a")
        assert card_of(device, "Cy")
        play(device, "a a a")
        assert {"Bo", "8"} <= set(device.text())


def test_how_can_be_changed_and_the_entry_continues(device: Device) -> None:
    play(device, f"{AT_ANN} {HANDS} {TO_HOW} down")
    assert card_of(device, "Cy")
    play(device, "a")
    assert card_of(device, "Ann")
    play(device, "a a")
    assert records(device)[-1]["win"]["from"] == "E"


def test_after_a_robbed_kong_all_hands_come_again(device: Device) -> None:
    """The robbed player's hand needs a pung then."""
    play(device, f"{AT_ANN} {HANDS} {TO_HOW} {rare('robbed', 'left')} a")
    assert card_of(device, "Di"), "the robbed player is next"
    play(device, f"{TAKE_OFF} a")
    assert "enter exposed pung" in device.text()


def test_the_robbed_players_card_asks_for_the_exposed_pung_before_a_is_refused(device: Device) -> None:
    play(device, f"up {rare('robbed', 'left')} a")
    assert "+ robbed pung" in device.text()
    assert "+ robbed pung" in text_after(device, hand().pung(SIMPLE, HAND)), "one in the hand is not it"
    assert "enter exposed pung" in text_after(device, "a"), "an instruction, and the card stays"
    assert {"B undo", "A done"} <= set(text_after(device, hand().pung(SIMPLE, TABLE)))
    assert "+ robbed pung" not in text_after(device, "a"), "nothing of the sort is asked of Ann"


def test_a_robbed_player_whose_hand_is_dead_need_not_have_a_pung(device: Device) -> None:
    play(device, f"up {rare('robbed', 'left')} a " + hand().more(LIST) + " right a")
    assert "+ robbed pung" not in device.text()
    assert {"Ann", "B back", "A none"} <= set(text_after(device, "a"))


def test_a_hand_is_corrected_from_the_list(device: Device) -> None:
    play(device, CY_FROM_BO + DEALS + "a a")
    assert "Cy wins" in device.text()
    play(device, f"{HANDS_OF_CORRECTION} x2 up a {TAKE_OFF} right right a")  # Di's dragons, now concealed
    assert card_of(device, "Bo"), "a correction goes on with the last hand"
    play(device, "a")
    assert {"A accept", "+24"} <= set(device.text())
    play(device, f"a {LEAVE_LIST}")
    assert "who won?" in device.text()


def test_a_correction_from_the_list_is_the_same_as_hand_by_hand(device: Device) -> None:
    by_hand = play(device, CY_FROM_BO + DEALS + CORRECTED).picture()
    device.press("b")
    play(device, f"{HANDS_OF_CORRECTION} {LEAVE_HANDS.removeprefix('b ')} a")
    assert device.picture() == by_hand


def test_the_menu_offers_the_hands_only_while_there_are_some(device: Device) -> None:
    for script in ("", "up ", to_saved("b up right") + " "):  # Table; How; Saved
        assert "hands of this deal" not in play(device, f"{script}{MENU} a").text()
        play(device, LEAVE_PART if script else f"b {LEAVE_MENU}")


@pytest.mark.parametrize(("players", "number"), [(2, 2), (3, 3), (5, 4)])
def test_only_players_in_play_are_listed(tmp_path: Path, players: int, number: int) -> None:
    with Headless(lay(tmp_path, "babcock", players)) as device:
        texts = play(device, f"down down {HANDS}").text()
        names = {"Ann", "Bo not entered", "Cy not entered", "Di not entered", "Eve not entered"}
        assert len(names & set(texts)) == number
