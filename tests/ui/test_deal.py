"""A deal as a player enters it: by keys alone, read off the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from goldens import LANGUAGES, speaking
from mingg import lang
from mingg.hal.store import Store
from mingg.ui.screens import deal as screens_of_a_deal
from mingg_host.device.headless import Device, Headless
from named_keys import (
    DRAW,
    LAST_DEAL,
    LEAVE_MENU,
    MENU,
    NEXT,
    TAKE_OFF,
    UNDO,
    WHY,
    rare,
    to_result,
    to_saved,
    to_table,
)
from playing import WIDE, Box, apart, lay, play, records, text_after, wind_of

# Cy claims Bo's tile, the only place; Di has a pung of dragons, Ann a pung of majors and a pair of dragons.
LAST_HANDS = "up a right right right down right left up a right left a up left right a"
PICTURED = to_saved(LAST_HANDS, 2)
HARR = f"{MENU} a down a left up a "
# Harr's Example 5 held by East: drawn, the only place; 2-8, two majors, a dragon, all exposed; one suit and honours.
EXAMPLE_5 = HARR + to_saved("down a down left left up left up left right left hold:a left")


def test_the_pictured_deal_takes_20_presses_from_table_to_table(device: Device) -> None:
    script = to_table(LAST_HANDS, 2)
    assert len(script.split()) == 20
    shown = play(device, script).text()
    assert {"1640", "1796", "2736", "1828"} <= set(shown)


def test_harrs_example_5_scores_192_and_everybody_pays_east_384(device: Device) -> None:
    assert play(device, EXAMPLE_5).text().count("384") == 3
    assert "192" in play(device, WHY).text()
    assert {"3152", "1616"} <= set(play(device, f"b {NEXT}").text())


def test_the_count_runs_along(device: Device) -> None:
    counts = []
    for key in ("up", "a", "right", "right", "right"):
        device.press(key)
        counts.append(device.text())
    assert "22" in counts[2]
    assert {"60", "30 x2"} <= set(counts[4])


def test_east_passes_after_he_lost_and_stays_after_a_draw(device: Device) -> None:
    play(device, DRAW.removesuffix(f"{NEXT} "))
    assert {"saved", "a draw", "nobody pays"} <= set(device.text())
    play(device, NEXT)
    assert wind_of(device, "Ann") == "E"
    play(device, to_table("up right"))
    assert wind_of(device, "Bo") == "E"


def test_b_shows_the_hand_before_as_it_stands_and_then_takes_back_its_last_entry(device: Device) -> None:
    play(device, PICTURED)
    saved = device.picture()
    play(device, UNDO)
    assert {"B back  A none", "Bo"} <= set(device.text())
    play(device, "b")
    assert {"B undo  A done", "Ann", "6"} <= set(device.text()), "a pung of majors and a pair of dragons"
    assert {"B undo  A done", "4"} <= set(text_after(device, "b")), "the pair is gone, and nothing else"
    play(device, to_saved("right a", 2))
    assert device.picture() == saved


def test_another_winner_keeps_every_hands_sets(device: Device) -> None:
    play(device, LAST_HANDS + " wait:1500")
    device.reboot()
    play(device, "b left right")  # it was Di who won
    assert {"Di", "48", "24 x2"} <= set(device.text()), "her own pung of dragons, and not his only place"
    play(device, "a a a")
    assert "Cy" in device.text()
    assert "24 x4" in device.text(), "Cy's three sets: 8 + 8 + 8, two doublings"


def test_b_takes_back_the_last_set_and_only_that_one(device: Device) -> None:
    play(device, "up right left left left right")
    before = device.text()
    play(device, f"right up {TAKE_OFF}")
    assert device.text() == before


def test_what_cannot_be_answers_with_a_reason_and_changes_nothing(device: Device) -> None:
    play(device, "up right left left left left left left left left")
    count = device.text()[0:4]
    play(device, "left")
    assert "four sets in" in device.text()
    play(device, "up")
    assert "four sets in" in device.text()
    play(device, "right left")  # only a pair of dragons may still come
    assert "four sets in" in device.text()
    play(device, "b")
    assert device.text()[0:4] == count


def test_dragons_are_counted_over_all_hands(device: Device) -> None:
    play(device, "up right right left right left right left a")
    play(device, "right")
    assert "3 dragon sets are in" in device.text()


def test_a_second_pair_beside_a_winners_pair_is_refused(device: Device) -> None:
    play(device, "up right right a down a")
    assert "one pair only" in device.text()


def test_a_loser_has_thirteen_tiles(device: Device) -> None:
    play(device, "up right a" + " right a" * 5 + " right")
    assert "12" in device.text(), "six pairs of dragons"
    play(device, "left")
    assert "13 tiles are in" in device.text()


def test_a_loose_tile_without_a_kong_is_refused_at_done(device: Device) -> None:
    play(device, f"up {rare('up', 'loose')} a")
    assert "loose tile: no kong" in device.text()
    play(device, "left up a")
    assert "Di" in device.text()


@pytest.mark.parametrize("rules", ["harr", "harr-limit", "babcock", "chinese"])
def test_how_says_that_an_arrow_held_is_a_rare_way(
    switch_on: Callable[..., Device], tmp_path: Path, rules: str
) -> None:
    device = switch_on(lay(tmp_path, rules))
    assert {"Cy wins", "hold: rare"} <= set(text_after(device, "up"))
    assert "rare" in text_after(device, "hold:up")


def test_rare_ways_count(device: Device) -> None:
    play(device, f"up {rare('up', 'loose')} left up")
    assert "38" in device.text(), "20, loose tile 10, kong 8"
    play(device, f"b b {rare('up', 'list')} down down a b up left up")
    assert "48" in device.text(), "and 10 for the last tile"
    play(device, f"b b {rare('left', 'robbed')} left up")
    assert "38" in device.text(), "20, robbed kong 10, kong 8"


def test_the_hand_from_heaven_is_easts_and_the_limit(device: Device) -> None:
    play(device, f"down {rare('down', 'opening')}")
    assert {"300", "limit"} <= set(device.text())


def test_harr_knows_no_robbed_kong(device: Device) -> None:
    play(device, HARR + f"up {rare('left')}")
    assert "nothing rare here" in device.text()


def test_a_saved_deal_is_there_after_the_power_went(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    play(switch_on(tmp_path), to_saved(LAST_HANDS, 2))
    table = switch_on(tmp_path)
    assert {"2736", "1640"} <= set(table.text())
    assert "368" in play(table, LAST_DEAL).text(), "the payments of the last deal"


def test_a_deal_half_entered_comes_back_where_it_stood(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    before = play(switch_on(tmp_path), "up a right right right down right left up a right left a wait:1500")
    shown = before.picture()
    after = switch_on(tmp_path)
    assert {"half entered", "deal 1"} <= set(after.text())
    assert "Di entered" in after.text()
    assert play(after, "a").picture() == shown


def test_a_draft_at_the_last_hand_is_checked_again_after_a_change(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    """A change of how it was won makes the winner's card the next thing to confirm, whatever came after it."""
    play(switch_on(tmp_path), to_saved("up right", 3) + " wait:1500")
    play(switch_on(tmp_path), f"b up {rare('up', 'loose')} wait:1500")  # a loose tile, and no kong
    device = switch_on(tmp_path)
    assert "Di, Ann, Bo to come" in device.text()
    play(device, "a a")
    assert "loose tile: no kong" in device.text()


def test_a_rare_way_stands_when_its_arrow_is_pressed_again(device: Device) -> None:
    play(device, f"up {rare('up', 'loose')} left up b b up left up")
    assert "38" in device.text(), "still a loose tile"
    play(device, f"b b {rare('up', 'plain')} left up")
    assert "30" in device.text(), "plain: drawn 2, kong 8"


def test_a_set_taken_off_is_off_the_draft(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    play(switch_on(tmp_path), f"up right left left wait:1500 {TAKE_OFF} wait:1500")
    device = play(switch_on(tmp_path), "a")
    assert "30" in device.text()


def test_a_menu_over_a_menu_goes_back_to_the_screen_beneath(device: Device) -> None:
    play(device, "up a right")
    shown = device.picture()
    play(device, f"{MENU} a {MENU} {LEAVE_MENU}")
    assert device.picture() == shown


def test_a_saved_deal_shows_its_result_again_and_is_not_saved_twice(device: Device) -> None:
    play(device, f"{to_saved(LAST_HANDS, 2)} {WHY}")
    assert "184" in device.text()
    play(device, f"b {NEXT}")
    assert "2736" in device.text()
    play(device, f"{PICTURED} {NEXT}")
    assert {"3", "3472"} <= set(device.text()), "two deals are played"


def test_a_game_ends_after_four_rounds(device: Device) -> None:
    for deal in range(16):
        # The player across from East wins, drawing: East passes every time.
        side = ("up", "left", "down", "right")[deal % 4]
        play(device, to_table(f"{side} {side}"))
    assert "game over" in device.text()
    play(device, "b")
    assert "end" in device.text()
    play(device, "up")
    assert "game over" in device.text()
    play(device, "a a")  # the next game
    assert device.text().count("2000") == 4


def test_a_new_session_plays_by_the_other_book(device: Device) -> None:
    play(device, HARR + MENU)
    assert device.text()[device.text().index("rules") + 1] == "Harr"


def test_b_held_opens_the_menu_anywhere_and_b_goes_back_there(device: Device) -> None:
    play(device, "up a right right")
    shown = device.picture()
    play(device, MENU)
    assert "menu" in device.text()
    play(device, LEAVE_MENU)
    assert device.picture() == shown


# Ann, who sits below, won with so much that it takes more than one page; Result is on the screen.
LONG = to_result("down a down right right down right left up left left")


def test_a_key_held_on_while_the_screen_changes_says_nothing_to_the_next_one(device: Device) -> None:
    play(device, LONG + " down")
    top = device.picture()
    play(device, "b")
    device.hold("down", 1500)  # the list opens below the finger, and does not run away
    assert device.picture() == top


def test_a_held_arrow_runs_through_a_list(device: Device) -> None:
    play(device, LONG + " down")
    top = device.picture()
    device.hold("down", 1500)
    assert device.picture() != top
    device.hold("up", 1500)
    assert "nothing more" in device.text()
    assert play(device, "down up").picture() == top


@pytest.mark.parametrize("code", [28, 30, 13, 5, 84], ids=["ENOSPC", "EROFS", "EACCES", "EIO", "of littlefs"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_flash_takes_nothing_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, code: int
) -> None:
    def fail(*_: object) -> None:
        raise OSError(code, "no")

    with Headless(speaking(tmp_path, language)) as device:
        monkeypatch.setattr(Store, "replace", fail)
        why = lang.say({28: "flash full", 30: "flash locked", 13: "flash locked"}.get(code, "flash fails"))
        assert lang.say("draft not kept", why) in text_after(device, "up wait:1500")
        assert lang.say("not saved", why) in text_after(device, to_saved(LAST_HANDS.removeprefix("up"), 2))
        assert not any(sign.isdigit() for sign in why)


def test_a_flash_that_cannot_be_written_says_so_and_the_deal_waits(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    device = play(switch_on(tmp_path / "flash"), to_saved(LAST_HANDS, 1) + " wait:1500")
    blocked = tmp_path / "gone"
    device.ledger.rename(blocked)
    device.ledger.write_bytes(b"")  # a file where the folder was: nothing can be written
    play(device, "a")
    assert any(text.startswith("not saved") for text in device.text())
    device.ledger.unlink()
    blocked.rename(device.ledger)
    play(device, "a")
    assert "saved" in device.text()


def test_an_arrow_on_the_payments_says_who_won_the_next_deal(device: Device) -> None:
    play(device, to_saved(LAST_HANDS, 2) + " wait:1500")
    assert "saved" in device.text()
    assert {"Bo wins", "hold: rare"} <= set(play(device, "right").text())
    assert "368" not in device.text()
    assert {"2736", "1640"} <= set(play(device, "b").text()), "Table lies under it"


@pytest.mark.parametrize(("players", "sums"), [(4, [48, 80, 128]), (5, [20, 20, 20, 48, 80, 128])])
def test_payments_of_thousands_fit_beside_wide_names(
    boxes: list[Box], tmp_path: Path, players: int, sums: list[int]
) -> None:
    # The Hand from Heaven; two losers have four kongs, one of them a kong of his own wind.
    with Headless(lay(tmp_path, "babcock", players, WIDE[:players], limit=2000)) as device:
        for keys in (f"down {rare('down', 'opening')}", "a", "right up x6 up", "a", "x6 up", "a", "a"):
            play(device, keys)
            apart(boxes)
        text = device.text()
        assert text[0] == "saved"
        assert sorted(int(each) for each in text if each.isdigit()) == [*sums, 4000, 4000, 4000]
        device.press("a")
        assert "14000" in device.text()
        apart(boxes)


@pytest.mark.parametrize("language", ["en", "de", "tr"])
@pytest.mark.parametrize("winner", ["up", "right", "down", "left"])
def test_how_it_was_won_stays_on_the_panel_beside_the_widest_names(tmp_path: Path, language: str, winner: str) -> None:
    with Headless(speaking(lay(tmp_path, "chinese", names=WIDE[:4]), language)) as device:
        play(device, winner)
        app: Any = device.app
        won_by = app.entry.winner
        ways = [("rob", player, False, opening) for player in range(4) for opening in (None, "thirteen")]
        ways += [("discard", player, False, "first-discard") for player in range(4)]
        for way in [way for way in ways if way[1] != won_by] + [("loose", None, True, "thirteen", True)]:
            app.entry.set_way(*way)
            app.open(screens_of_a_deal.How)
            device.wait(50)
            assert type(app.screen).__name__ == "How"
            assert device.rig.outside == [], way


# ---- what was saved is taken back at once ----


def test_b_on_saved_takes_the_deal_back_to_the_hand_it_was_entered_on(device: Device) -> None:
    play(device, to_saved(LAST_HANDS, 1))
    last_hand = device.picture()
    play(device, f"a {UNDO}")
    assert device.picture() == last_hand
    assert set(records(device)[-1]) == {"undo", "on", "after"}
    assert {"2736", "1640"} <= set(play(device, f"a {NEXT}").text()), "and it is saved again"
    assert len(records(device)) == 4, "the head, the deal, the undo, the deal"


def test_a_deal_that_was_taken_back_is_half_entered_when_the_power_goes_at_once(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    play(switch_on(tmp_path), to_saved(LAST_HANDS, 2) + f" {UNDO}")
    device = switch_on(tmp_path)
    assert {"half entered", "deal 1"} <= set(device.text())
    assert "368" in play(device, to_saved("a right")).text()


def test_power_that_goes_between_the_draft_and_the_undo_leaves_the_deal_saved(tmp_path: Path) -> None:
    """The draft is written first. It must not look like a next deal that is half entered."""
    with Headless(tmp_path) as device:
        play(device, to_saved(LAST_HANDS, 2))
        app: Any = device.app
        evening = app.evening
        evening.keep_draft(app.undoable[0].pack(), (evening.ledger.number, evening.top))
        device.reboot()
        assert "half entered" not in device.text()
        assert {"2736", "1640"} <= set(device.text())


def test_later_b_on_the_payments_goes_back_and_takes_nothing_back(device: Device) -> None:
    play(device, to_table(LAST_HANDS, 2))
    table = device.picture()
    shown = play(device, LAST_DEAL).text()
    assert shown[:2] == ["payments", "B back"]
    assert play(device, "b").picture() == table
    assert len(records(device)) == 2


def test_why_leads_from_saved_to_the_reasons_and_b_back(device: Device) -> None:
    saved = play(device, to_saved(LAST_HANDS, 2)).picture()
    assert {"184", "+736"} <= set(play(device, WHY).text())
    assert "184" in " ".join(play(device, "up").text())
    assert play(device, "b b").picture() == saved
    assert "B undo" in device.text(), "the way to the reasons is not the end of that"


def test_after_a_change_of_the_evening_b_on_saved_takes_nothing_back(tmp_path: Path) -> None:
    with Headless(tmp_path) as device:
        play(device, to_saved(LAST_HANDS, 2))
        app = device.app
        app.evening.pay([(0, 1, 20)])
        app.redraw()
        assert not app.just_saved()
