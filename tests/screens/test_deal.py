"""A deal as a player enters it: by keys, read from the screen."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from help.intent import DRAGON, HALF_SUIT, HAND, MAJOR, OWN_WIND, SIMPLE, TABLE, hand, won
from help.named_keys import (
    DRAW,
    HANDS,
    LAST_DEAL,
    LEAVE_MENU,
    LEAVE_PART,
    MENU,
    NEXT,
    READ,
    THE_RULES,
    UNDO,
    WHY,
    rare,
    to_saved,
)
from help.playing import WIDE, Box, again, apart, lay, play, records, text_after, wind_of
from help.seeds import SEED
from mingg import lang
from mingg.evening.beside import pay
from mingg.evening.evening import keep_draft
from mingg.hal.store import Store
from mingg.ui.screens.result.saved import just_saved
from mingg_host.device.headless import Device, Headless
from screens.goldens import ENGLISH, LANGUAGES, speaking
from screens.screens_deal import HARR, LAST_HANDS
from screens.screens_deal import PICTURED as WINNERS_HAND

# the deal of the manual, which screens_deal.py has; and all of it, to the payments
PICTURED = LAST_HANDS.to_saved(2)
# Harr's Example 5, for East: drawn, the only place; 2-8, two majors, a dragon, all exposed; one suit and honours.
EXAMPLE_5 = HARR + (
    won("Ann")
    .only_place()
    .drew()
    .pung(SIMPLE, TABLE)
    .pung(MAJOR, TABLE)
    .pung(MAJOR, TABLE)
    .pung(DRAGON, TABLE)
    .more(HALF_SUIT)
    .to_saved()
)


def test_the_pictured_deal_takes_20_presses_from_table_to_table(device: Device) -> None:
    script = LAST_HANDS.to_table(2)
    assert len(script.split()) == 20
    texts = play(device, script).text()
    assert {"1640", "1796", "2736", "1828"} <= set(texts)


def test_harrs_example_5_scores_192_and_all_players_pay_east_384(device: Device) -> None:
    assert play(device, EXAMPLE_5).text().count("384") == 3
    assert "192" in play(device, WHY).text()
    assert {"3152", "1616"} <= set(play(device, f"b {NEXT}").text())


def test_the_card_shows_the_count_so_far(device: Device) -> None:
    counts = []
    for key in ("up", "a", "right", "right", "right"):
        device.press(key)
        counts.append(device.text())
    assert "22" in counts[2]
    assert {"60", "30 x2"} <= set(counts[4])


def test_east_passes_after_a_loss_and_stays_after_a_draw(device: Device) -> None:
    play(device, DRAW.removesuffix(f"{NEXT} "))
    assert {"saved", "a draw", "nobody pays"} <= set(device.text())
    play(device, NEXT)
    assert wind_of(device, "Ann") == "E"
    play(device, won("Cy").from_("Bo").to_table())
    assert wind_of(device, "Bo") == "E"


def test_b_shows_the_hand_before_and_then_takes_back_its_last_entry(device: Device) -> None:
    play(device, PICTURED)
    saved = device.picture()
    play(device, UNDO)
    assert {"B back", "A save", "Bo"} <= set(device.text())
    play(device, hand().back())
    assert {"B undo", "A done", "Ann", "6"} <= set(device.text()), "a pung of 1 9 wind and a pair of dragons"
    assert {"B undo", "A done", "4"} <= set(text_after(device, hand().undo())), "the pair is gone, and nothing else"
    play(device, hand().pair(DRAGON).to_saved(2))
    assert device.picture() == saved


def test_a_change_of_winner_keeps_the_sets_of_all_hands(device: Device) -> None:
    play(device, LAST_HANDS + " wait:1500")
    device.reboot()
    play(device, "b left right")  # it was Di who won
    assert {"Di", "48", "24 x2"} <= set(device.text()), "Di's pung of dragons, and not the winner's only place"
    play(device, hand().done(3))
    assert "Cy" in device.text()
    assert "24 x4" in device.text(), "Cy's three sets: 8 + 8 + 8, two doublings"


def test_b_takes_back_the_last_set_and_only_that_one(device: Device) -> None:
    play(device, won("Cy").from_("Bo").pung(SIMPLE, TABLE).pung(SIMPLE, HAND))
    before = device.text()
    play(device, hand().kong(DRAGON, TABLE).undo())
    assert "undone: dragon kong" in device.text()
    assert play(device, READ).text() == before


def test_b_leaves_the_tiles_for_the_page_before_and_takes_nothing_away(device: Device) -> None:
    card = play(device, won("Cy").from_("Cy").pung(DRAGON, HAND)).text()
    more = play(device, "hold:a").text()
    assert play(device, "a b").text() == more
    assert play(device, "b").text() == card
    assert "undone: dragon pung" in play(device, "b").text()


def test_an_impossible_choice_shows_a_reason_and_changes_nothing(device: Device) -> None:
    play(device, won("Cy").from_("Bo") + hand().pung(SIMPLE, TABLE) * 4)
    count = device.text()[0:4]
    play(device, SIMPLE)
    assert "four sets are in" in device.text()
    play(device, MAJOR)
    assert "four sets are in" in device.text()
    play(device, "right left")  # only a pair of dragons may still come
    assert "four sets are in" in device.text()
    play(device, "b")
    assert set(count) <= set(device.text())


def test_dragons_are_counted_over_all_hands(device: Device) -> None:
    play(device, won("Cy").from_("Bo") + hand().pung(DRAGON, TABLE) * 3 + hand().done())
    play(device, DRAGON)
    assert "3 dragon sets are in" in device.text()


def test_a_second_scoring_pair_of_a_winner_is_refused(device: Device) -> None:
    play(device, won("Cy").from_("Bo").pair(DRAGON).pair(OWN_WIND))
    assert "one pair only" in device.text()


def test_a_loser_has_thirteen_tiles(device: Device) -> None:
    play(device, won("Cy").from_("Bo").done() + hand().pair(DRAGON) * 5 + DRAGON)
    assert "12" in device.text(), "six pairs of dragons"
    play(device, SIMPLE)
    assert "13 tiles are in" in device.text()


def test_a_loose_tile_without_a_kong_is_refused_at_done(device: Device) -> None:
    play(device, f"up {rare('loose')} a")
    assert "loose tile: after a kong" in device.text()
    play(device, hand().kong(SIMPLE, TABLE).done())
    assert "Di" in device.text()


@pytest.mark.parametrize("rules", ["harr", "harr-limit", "babcock", "chinese"])
def test_how_names_the_key_of_the_rare_ways(switch_on: Callable[..., Device], tmp_path: Path, rules: str) -> None:
    device = switch_on(lay(tmp_path, rules))
    texts = text_after(device, "up")
    assert {"Cy wins", "how?"} <= set(texts)
    held = "hold A: rare" in texts
    assert held or {"A", "rare"} <= set(texts)
    assert {"loose", "tile"} <= set(text_after(device, "hold:a" if held else "a"))
    assert "Cy wins" in text_after(device, "b")


def test_a_robbed_kong_asks_whose_kong_it_was(device: Device) -> None:
    assert {"whose kong?", "Bo", "Ann", "Di"} <= set(play(device, f"up {rare()} right").text())
    assert "whose kong?" in text_after(device, "up"), "nobody robs themselves"
    assert "loose" in text_after(device, "b"), "the rare ways"
    assert "Cy wins" in text_after(device, "b"), "nothing was said"
    assert "30" in text_after(device, rare("robbed", "right")), "20, robbed kong 10"


def test_lucky_thirteen_asks_whose_tile_it_was(device: Device) -> None:
    play(device, f"up {rare()} a")
    assert "lucky 13: how?" in device.text()
    assert {"drew it", "Bo"} <= set(device.text())
    assert "100" in play(device, "up").text()
    play(device, f"b {rare()} a")
    assert "drew it" in device.text(), "the same key again takes it back"
    assert "100" in play(device, rare("lucky", "right")).text()


def test_rare_ways_count(device: Device) -> None:
    play(device, f"up {rare('loose')} left up")
    assert "38" in device.text(), "20, loose tile 10, kong 8"
    play(device, f"b b {rare('list')} down down right a up left up")
    assert "48" in device.text(), "and 10 for the last tile"
    play(device, f"b b {rare('robbed', 'left')} left up")
    assert "38" in device.text(), "20, robbed kong 10, kong 8"


def test_the_hand_from_heaven_is_for_east_and_scores_the_limit(device: Device) -> None:
    play(device, f"down {rare('opening')}")
    assert {"300", "limit"} <= set(device.text())


def test_harr_has_no_robbed_kong(device: Device) -> None:
    texts = play(device, HARR + f"up {rare()}").text()
    assert {"loose", "tile"} <= set(texts)
    assert "robbed" not in texts
    assert "nothing; hold B: keys" in text_after(device, "right")


def test_a_saved_deal_survives_a_power_cut(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    play(switch_on(tmp_path), PICTURED)
    table = switch_on(tmp_path)
    assert {"2736", "1640"} <= set(table.text())
    assert "368" in play(table, LAST_DEAL).text(), "the payments of the last deal"


def test_a_half_entered_deal_comes_back_where_it_was(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    before = play(switch_on(tmp_path), WINNERS_HAND.done().pung(DRAGON, TABLE).done() + "wait:1500")
    picture = before.picture()
    after = switch_on(tmp_path)
    assert {"begun", "deal 1"} <= set(after.text())
    assert "Bo not entered" in after.text()
    assert play(after, "a").picture() == picture


def test_a_draft_at_the_last_hand_is_checked_again_after_a_change(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    """After a change of how the deal was won, the winner's card must be confirmed next, wherever the entry stood."""
    play(switch_on(tmp_path), to_saved("up right", 3) + " wait:1500")
    play(switch_on(tmp_path), f"b up {rare('loose')} wait:1500")  # a loose tile, and no kong
    device = switch_on(tmp_path)
    assert {"Di not entered", "Ann not entered", "Bo not entered"} <= set(device.text())
    play(device, "a a")
    assert "loose tile: after a kong" in device.text()


def test_a_rare_way_stands_when_its_arrow_is_pressed_again(device: Device) -> None:
    play(device, f"up {rare('loose')} left up b b up left up")
    assert "38" in device.text(), "still a loose tile"
    play(device, f"b b {rare('loose')}")
    assert "drew it" in device.text(), "the same key again takes it back"
    play(device, "up left up")
    assert "30" in device.text(), "plain: drawn 2, kong 8"


def test_a_set_that_was_taken_back_is_not_in_the_draft(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    play(switch_on(tmp_path), won("Cy").from_("Bo").pung(SIMPLE, TABLE) + "wait:1500" + hand().undo() + "wait:1500")
    device = play(switch_on(tmp_path), "a")
    assert "30" in device.text()


def test_the_menu_goes_back_to_the_screen_on_which_it_was_opened(device: Device) -> None:
    card = play(device, won("Cy").only_place().from_("Bo")).picture()
    hands = play(device, HANDS).picture()
    assert play(device, f"{MENU} {LEAVE_MENU}").picture() == hands
    assert play(device, f"b {LEAVE_PART}").picture() == card


def test_a_saved_deal_shows_its_result_again_and_is_not_saved_twice(device: Device) -> None:
    play(device, PICTURED + WHY)
    assert "184" in device.text()
    play(device, f"b {NEXT}")
    assert "2736" in device.text()
    play(device, PICTURED + NEXT)
    assert {"3", "3472"} <= set(device.text()), "two deals are played"


def test_a_game_ends_after_four_rounds(device: Device) -> None:
    for deal in range(16):
        # The player across from East wins, drawing: East passes every time.
        side = ("up", "left", "down", "right")[deal % 4]
        play(device, won(side).drew().to_table())
    assert "game over" in device.text()
    play(device, "b")
    assert "end" in device.text()
    play(device, "up")
    assert "game over" in device.text()
    play(device, "a a")  # the next game
    assert device.text().count("2000") == 4


def test_a_new_session_scores_by_the_other_book(device: Device) -> None:
    assert "Harr" in text_after(device, HARR + THE_RULES)


def test_more_on_table_says_where_the_menu_is(device: Device) -> None:
    assert "hold B: keys, menu" in text_after(device, "a")
    assert "hold B: keys, menu" in text_after(device, f"b {DRAW} a"), "once a deal was played, too"


def test_b_held_leads_to_the_menu_from_any_screen_and_b_goes_back(device: Device) -> None:
    play(device, won("Cy").only_place().from_("Bo") + DRAGON)
    picture = device.picture()
    play(device, MENU)
    assert "menu" in device.text()
    play(device, LEAVE_MENU)
    assert device.picture() == picture


# Ann, who sits below, won with so much that it takes more than one page; Result is on the screen.
LONG = (
    won("Ann")
    .only_place()
    .drew()
    .pung(DRAGON, HAND)
    .pung(OWN_WIND, HAND)
    .kong(SIMPLE, TABLE)
    .pung(SIMPLE, TABLE)
    .to_result()
)


def test_a_key_that_stays_down_while_the_screen_changes_does_nothing_on_the_next_one(device: Device) -> None:
    play(device, LONG + " down")
    top = device.picture()
    play(device, "b")
    device.hold("down", 1500)  # the list opens while the key is down, and must not scroll
    assert device.picture() == top


def test_a_held_arrow_moves_through_a_list(device: Device) -> None:
    play(device, LONG + " down")
    top = device.picture()
    device.hold("down", 1500)
    assert device.picture() != top
    device.hold("up", 1500)  # it stops at the first line
    assert device.picture() == top
    assert play(device, "up down").picture() == top, "a tap goes on at the other end"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_of_a_failed_write_is_shown_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """The numbers are ENOSPC, EROFS, EACCES, EIO and one of littlefs."""

    def fail(*_: object) -> None:
        raise OSError(code, "no")

    for code in (28, 30, 13, 5, 84):
        flash = tmp_path / str(code)
        flash.mkdir()
        with Headless(speaking(flash, language)) as device, monkeypatch.context() as failing:
            failing.setattr(Store, "replace", fail)
            why = lang.say({28: "flash full", 30: "flash locked", 13: "flash locked"}.get(code, "flash fails"))
            assert lang.say("draft not kept", why) in text_after(device, won("Cy") + "wait:1500"), code
            assert lang.say("not saved", why) in text_after(device, PICTURED.removeprefix("up")), code
            assert not any(sign.isdigit() for sign in why)


def test_a_deal_waits_if_the_flash_cannot_be_written(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    device = play(switch_on(tmp_path / "flash"), LAST_HANDS.to_saved(1) + " wait:1500")
    blocked = tmp_path / "gone"
    device.ledger.rename(blocked)
    device.ledger.write_bytes(b"")  # a file where the folder was: nothing can be written
    play(device, "a")
    assert any(text.startswith("not saved") for text in device.text())
    device.ledger.unlink()
    blocked.rename(device.ledger)
    play(device, "a")
    assert "saved" in device.text()


def test_an_arrow_on_the_payments_names_the_next_winner(device: Device) -> None:
    play(device, PICTURED + "wait:1500")
    assert "saved" in device.text()
    assert {"Bo wins", "how?"} <= set(play(device, "right").text())
    assert "368" not in device.text()
    assert {"2736", "1640"} <= set(play(device, "b").text()), "Table lies under it"


@pytest.mark.parametrize(("players", "sums"), [(4, [48, 80, 128]), (5, [20, 20, 20, 48, 80, 128])])
def test_payments_of_thousands_fit_beside_wide_names(
    boxes: list[Box], tmp_path: Path, players: int, sums: list[int]
) -> None:
    # the Hand from Heaven; two losers have four kongs, one of them a kong of their seat wind
    with Headless(lay(tmp_path, "babcock", players, WIDE[:players], limit=2000)) as device:
        for keys in (f"down {rare('opening')}", "a", "right up x6 up", "a", "x6 up", "a", "a"):
            play(device, keys)
            apart(boxes)
        text = device.text()
        assert text[0] == "saved"
        assert sorted(int(word) for word in text if word.isdigit()) == [*sums, 4000, 4000, 4000]
        device.press("a")
        assert "14000" in device.text()
        apart(boxes)


@pytest.mark.parametrize("winner", ["up", "right", "down", "left"])
def test_how_fits_on_the_panel_with_the_widest_names(tmp_path: Path, winner: str) -> None:
    with Headless(lay(tmp_path, "chinese", names=WIDE[:4])) as device:
        play(device, winner)
        app: Any = device.app
        won_by = app.play.entry.winner
        ways = [("rob", player, False, opening) for player in range(4) for opening in (None, "thirteen")]
        ways += [("discard", player, False, "first-discard") for player in range(4)]
        for way in [way for way in ways if way[1] != won_by] + [("loose", None, True, "thirteen", True)]:
            app.play.entry.set_way(*way)
            app.show("deal.how.How")
            device.wait(50)
            for language in LANGUAGES:
                again(device, language)
                assert type(app.screen).__name__ == "How"
                assert device.rig.outside == [], (way, language)


# ---- what was saved is taken back at once ----


def test_b_on_saved_takes_the_deal_back_to_the_hand_it_was_entered_on(device: Device) -> None:
    last_hand_said = play(device, LAST_HANDS.to_saved(1)).text()
    assert "undone: A saves again" in text_after(device, f"a {UNDO}")
    assert set(last_hand_said) - {"hold A: more"} <= set(device.text()), "the bar covers the last line"
    assert set(records(device)[-1]) == {"undo", "on", "after"}
    assert {"2736", "1640"} <= set(play(device, f"a {NEXT}").text()), "and it is saved again"
    assert len(records(device)) == 4, "the head, the deal, the undo, the deal"


@pytest.mark.parametrize(("way", "word"), [("loose", "loose"), ("last", "last 10"), ("robbed", "rob 10")])
def test_the_winners_card_says_that_the_win_was_rare(device: Device, way: str, word: str) -> None:
    play(device, f"up {rare(way, 'left')}")
    assert {word, "4 chows"} <= set(device.text())
    assert word in " ".join(text_after(device, hand().pung(DRAGON, HAND))), (
        "in place of the chows where the hand doubles"
    )
    assert word not in text_after(device, hand().kong(SIMPLE, HAND).done()), "nothing of it on a loser's card"


def test_a_plain_draw_is_no_word_on_the_card(device: Device) -> None:
    assert not {"loose", "last 10", "rob 10"} & set(text_after(device, won("Cy").drew()))


@pytest.mark.parametrize(
    "sets",
    [
        hand().pung(DRAGON, HAND),
        hand().kong(DRAGON, TABLE).pung(MAJOR, TABLE),
        hand().pung(DRAGON, HAND).pung(SIMPLE, HAND) * 1 + hand().pung(SIMPLE, HAND),
        hand().pung(SIMPLE, TABLE) * 3,
    ],
    ids=["a dragon", "a dragon kong and a major", "a dragon and two simples", "three simples"],
)
def test_the_hint_for_a_held_arrow_stays_until_the_pair_is_entered(device: Device, sets: str) -> None:
    play(device, won("Cy").from_("Bo"))
    hint = [text for text in device.texts if text[2] in ("hold", "pair")]
    assert len(hint) == 2
    play(device, sets)
    assert [text for text in device.texts if text[2] in ("hold", "pair")] == hint, "it neither moves nor shrinks"
    assert not {"hold", "pair"} & set(text_after(device, hand().pair_at_once(DRAGON)))


@pytest.mark.parametrize("language", [ENGLISH, Random(SEED).choice(LANGUAGES[1:])])
@pytest.mark.parametrize("kong", [False, True], ids=["pungs", "kongs"])
def test_a_full_card_says_where_its_pair_is_entered(tmp_path: Path, language: str, kong: bool) -> None:
    """A pair of dragons is still possible on all of these cards, and their arrow alone enters it."""
    classes = [SIMPLE] * 4 + [MAJOR] * 4 + [DRAGON] * 2 + [OWN_WIND]
    cards = sorted(set(itertools.combinations(classes, 4)))
    with Headless(speaking(tmp_path, language)) as device:
        play(device, won("Cy").from_("Bo"))
        pair = lang.say("pair")
        for card in cards:
            for kind in card:
                play(device, hand().kong(kind, HAND) if kong else hand().pung(kind, TABLE))
            assert pair in device.text(), (card, device.text())
            assert pair not in text_after(device, "right"), "it is in"
            play(device, "x5 b")
    assert len(cards) == 21


def test_taking_a_deal_back_is_reported_once(device: Device) -> None:
    play(device, f"{to_saved('up right')} {UNDO}")
    assert "undone: A saves again" in device.text()
    assert "undone: A saves again" not in text_after(device, "b"), "any key reads it"


def test_a_draw_that_is_taken_back_does_not_claim_that_a_saves_it(device: Device) -> None:
    play(device, DRAW.removesuffix(f"{NEXT} ") + UNDO)
    assert "draw, the wall is out" in device.text()
    assert "undone: A saves again" not in device.text()


def test_a_deal_that_was_taken_back_is_half_entered_when_the_power_goes_at_once(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    play(switch_on(tmp_path), PICTURED + UNDO)
    device = switch_on(tmp_path)
    assert {"begun", "deal 1"} <= set(device.text())
    assert "368" in play(device, to_saved("a right")).text()


def test_a_power_cut_between_the_draft_and_the_undo_leaves_the_deal_saved(tmp_path: Path) -> None:
    """The draft is written first. It must not look like a half-entered next deal."""
    with Headless(tmp_path) as device:
        play(device, PICTURED)
        app: Any = device.app
        evening = app.play.evening
        keep_draft(evening, app.play.undoable[0].pack(), (evening.ledger.number, evening.top))
        device.reboot()
        assert "begun" not in device.text()
        assert {"2736", "1640"} <= set(device.text())


def test_b_on_older_payments_only_goes_back(device: Device) -> None:
    play(device, LAST_HANDS.to_table(2))
    table = device.picture()
    texts = play(device, LAST_DEAL).text()
    assert texts[:2] == ["payments", "B back"]
    assert play(device, "b b").picture() == table
    assert len(records(device)) == 2


def test_why_leads_from_saved_to_the_result_and_b_back(device: Device) -> None:
    saved = play(device, PICTURED).picture()
    assert {"184", "+736"} <= set(play(device, WHY).text())
    assert "46 x4" in play(device, "up").text()
    assert play(device, "b b").picture() == saved
    assert "B undo" in device.text(), "the way to the reasons is not the end of that"


def test_after_a_change_of_the_evening_b_on_saved_takes_nothing_back(tmp_path: Path) -> None:
    with Headless(tmp_path) as device:
        play(device, PICTURED)
        app = device.app
        pay(app.play.evening, [(0, 1, 20)])
        app.display.stale = True
        assert not just_saved(app.play)
