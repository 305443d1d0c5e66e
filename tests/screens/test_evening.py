"""An evening, by keys: deals that are taken back and corrected, payments by hand, the ends of deals and games, old
evenings."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from help.intent import OWN_WIND, won
from help.named_keys import (
    DEALS,
    DRAW,
    END,
    EVENINGS,
    HALF_NOBODY,
    LAST_DEAL,
    LEAVE_LIST,
    LEAVE_MENU,
    LEAVE_PART,
    MENU,
    NEW,
    NEXT,
    NOBODY,
    PAYMENT,
    SWAP,
    ended_by,
    to_saved,
    to_table,
)
from help.named_keys import NAMES as NAMES_NOW
from help.playing import WIDE, Box, after, again, apart, balances, choose, lay, play, records, replayed, wind_of
from help.walking import Walk, go, walks
from mingg import lang
from mingg.core.rules import load
from mingg.core.rules.books import RULE_SETS
from mingg.entry.endings import endings_of
from mingg.evening.beside import pay
from mingg.evening.change import correct
from mingg.evening.evening import RESERVE
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.hal.store import Store
from mingg.records.kept import read_kept
from mingg.records.ledger import LIMIT
from mingg_host.device.headless import Device, Headless, HeadlessVM
from screens.goldens import LANGUAGES
from screens.screens_cards import game
from screens.screens_deals import CHINESE, CHINESE_UNLIMITED, CORRECTED, CY_FROM_BO, ENDINGS, FIVE, GAME, HARR_LIMIT
from screens.screens_setup import BEGIN, OPTIONS, PLAYERS, ROUNDS, SETUP, row

NAMES = ("Ann", "Bo", "Cy", "Di")
START = dict.fromkeys(NAMES, 2000)


KEYS = {
    **{"DEALS": DEALS, "DRAW": DRAW, "END": END, "EVENINGS": EVENINGS, "LAST_DEAL": LAST_DEAL, "LEAVE": LEAVE_PART},
    **{"LEAVE_LIST": LEAVE_LIST, "LEAVE_MENU": LEAVE_MENU, "MENU": MENU, "NAMES": NAMES_NOW, "NEW": NEW, "NEXT": NEXT},
    **{"NOBODY": NOBODY, "PAYMENT": PAYMENT, "SWAP": SWAP, "WRITTEN": "wait:1500", "NOBODY_HALF": HALF_NOBODY},
    **{"CY_FROM_BO": CY_FROM_BO, "CORRECTED": CORRECTED, "FIVE": FIVE, "GAME": GAME, "CHINESE": CHINESE},
    **{"UNLIMITED": CHINESE_UNLIMITED, "FALSE_CALL": ended_by(2), "SAVE": to_saved()},
}


@walks("""
The deals are listed newest first, with what they gave the winner
    DRAW CY_FROM_BO DEALS | ~ 2 Cy from Bo +104 1 draw -
    CORRECTED a DEALS | ~ deal 2 corrected 2 Cy from Bo ; +104
The last deal is taken back from Table, unless a payment is newer
    DRAW CY_FROM_BO LAST_DEAL | undo
    left | undo 2 ; -104
    a LEAVE_LIST | have 2000 2000 2000 2000
    PAYMENT up right up a LAST_DEAL left | deals ; hold A: take it back
The newest deal is taken back after a preview
    DRAW CY_FROM_BO DEALS hold:a | undo 2 ; -104 ; +68
    b b LEAVE | have 1932 1966 2104 1998
    DEALS hold:a a | ! Cy from Bo
    b | 2 ; have 2000 2000 2000 2000
A deal is corrected on the screens that entered it
    DRAW CY_FROM_BO DRAW | have 1932 1966 2104 1998
    DEALS down CORRECTED | A accept ; +24
    a | saved ; A more ; have 1916 1958 2104 2022
The menu leaves a correction
    DRAW CY_FROM_BO DEALS a a up MENU | leave deal 2 as it was
    a | leave deal 2 as it was
    down | Cy from Bo ; deal 2 as it was
What is taken back says who is East then
    CY_FROM_BO DEALS hold:a | East: Ann
    b LEAVE_LIST DRAW DEALS hold:a | ! East
A later deal keeps its winner and its East when an older deal is taken back
    CY_FROM_BO CY_FROM_BO DEALS down hold:a | 1: a draw ; deal 2 keeps its East
    a | ~ deal 1 corrected 2 Cy from Bo +104 1 draw -
    b | have 1966 1932 2104 1998
A draw becomes a win
    DRAW DEALS a a | who won? ; B < ; A more
    up right left left SAVE | +88 ; East: Bo
    a LEAVE_LIST | have 1956 1978 2088 1978
A win becomes a draw
    CY_FROM_BO DEALS a a b NOBODY a | -104
    a LEAVE_LIST | have 2000 2000 2000 2000
A half-entered correction comes back after a power cut
    CY_FROM_BO left up left left DEALS a a right left WRITTEN REBOOT | correcting ; deal 1 ; Cy won from Bo
    a left b b b b b b b left up | Di ; 22
A payment by hand is kept
    PAYMENT up right right up up left up up left up up a | 224 paid: saved
    REBOOT | have 2000 2224 1776 2000
A half-entered deal survives a payment and an undo
    DRAW up right left left PAYMENT up right up a WRITTEN REBOOT | begun ; deal 2
    DEALS hold:a a b WRITTEN REBOOT | begun ; deal 2 ; 22
Once a deal was played, the names say that they move nobody
    NAMES | ! renames
    b LEAVE DRAW NAMES | renames, does not move
A payment of nothing or to oneself is refused
    PAYMENT up up | someone else
    right a | no points yet
    b b b LEAVE | have 2000 2000 2000 2000
A payment is dialled in what counters can pay
    PAYMENT up right right right down | last 0 / 0 / 0 / 8
    up up | last 0 / 0 / 0 / 2
The newest payment is taken back
    PAYMENT up right up a DEALS hold:a | undo pay ; Cy > Bo ; 10
    a LEAVE_LIST | have 2000 2000 2000 2000
The player who sits out pays and is paid
    FIVE PAYMENT hold:a up left up a | out 5 ; 1900 ; 2100
A share of no limit is refused
    UNLIMITED FALSE_CALL right | needs a limit
    b b b | have 2000 2000 2000 2000
An ending is listed and corrected like any deal
    CHINESE FALSE_CALL right a a DEALS | ~ 1 false call: Bo -600
    a a FALSE_CALL left a | +750 ; -750
    a LEAVE_LIST | have 2300 2150 2150 1400
A half-entered deal is dropped only by saving an ending, and B brings both back
    up right a left left WRITTEN REBOOT b NOBODY_HALF | deal 1 is half entered
    up a | saved ; a draw ; half-entered: dropped
    b b | deal 1 is half entered
    REBOOT b NOBODY_HALF up a a up right | B back ; ! 22
The players may end a game at any deal, or go on
    CY_FROM_BO END | game over ; Cy ; A next
    up left a | game over ; saved ; 2100 ; 1900
    LEAVE_MENU b b | who won?
    up MENU right | ! end of the game
The next game can be set up again
    GAME a a down a | new evening
An old evening is deleted after a question, and the present one never
    CY_FROM_BO NEW a EVENINGS hold:a | this one is played now
    down hold:a b | 2 x Ann Bo Cy Di
    hold:a a | 1 x Ann Bo Cy Di
    b | have 2000 2000 2000 2000
An older evening goes on until a new one begins
    CY_FROM_BO NEW a EVENINGS down a a | have 1932 1966 2104 1998
    REBOOT CY_FROM_BO EVENINGS | ~ 1 Ann Bo Cy Di 2 2 Ann Bo Cy Di 0
    hold:a | this one is played now
    down a a | have 2000 2000 2000 2000
    EVENINGS down a a NEW a REBOOT | have 2000 2000 2000 2000
    EVENINGS | ~ 3 Ann
So it does if the newest one is deleted, whose number the new one then has
    CY_FROM_BO NEW a NEW a EVENINGS down down a a | have 1932 1966 2104 1998
    EVENINGS down hold:a | ~ 3
    a REBOOT | have 1932 1966 2104 1998
    NEW a REBOOT | have 2000 2000 2000 2000
    EVENINGS | ~ 3 Ann
""")
def test_evening(device: Device, walk: Walk) -> None:
    go(device, walk, KEYS)


# ---- the deals ----


SCORES = (
    *(f"mingg.core.deal.{module}" for module in ("reader", "judge", "check", "tiles")),
    *(f"mingg.core.score.{module}" for module in ("score", "facts")),
    "mingg.core.settle.settle",
)


def test_the_list_of_deals_needs_neither_the_scorer_nor_the_reader_of_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board has no room for them beside the list."""
    with Headless(tmp_path) as device:
        play(device, DRAW + CY_FROM_BO + PAYMENT + "up right up a " + DEALS + "down down hold:a a " + LEAVE_LIST)
        for name in SCORES:
            monkeypatch.setitem(sys.modules, name, None)
        for name in list(sys.modules):
            if name.startswith(("mingg.ui.screens.history.", "mingg.evening.lines", "mingg.records.parse")):
                monkeypatch.delitem(sys.modules, name)
        texts = " ".join(play(device, DEALS).text())
        assert "deal 1 corrected" in texts
        assert "Cy > Bo 10 2 Cy from Bo +104" in texts


def test_a_deal_that_cannot_be_read_leaves_its_screen_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(5)

    with Headless(tmp_path) as device:
        before = play(device, CY_FROM_BO + DEALS + "a").text()
        monkeypatch.setattr("mingg.ui.screens.history.correct.Lines", fails)
        play(device, "a")
        assert "not read: flash failing" in " ".join(device.text())
        assert play(device, "up b").text() == before


def test_several_lost_deals_are_taken_back_at_once_and_the_title_names_them_all(tmp_path: Path) -> None:
    with Headless(tmp_path) as device:
        play(device, DRAW * 5)
    file = tmp_path / "0001-00.txt"
    lines = file.read_bytes().splitlines(keepends=True)
    for i, line in enumerate(lines):
        if line[:5] in (b"0002 ", b"0003 "):
            lines[i] = line.replace(b"winner", b"winter")
    file.write_bytes(b"".join(lines))
    with Headless(tmp_path) as device:
        play(device, "a a " + DEALS + "hold:a a hold:a a hold:a")
        assert "undo 2-3" in device.text()
        assert "1" in play(device, "a").text()


@pytest.mark.parametrize(
    ("part", "line"),
    [
        (part, line)
        for part, lines in (("up", 3), ("left", 3), ("right", 2), ("down", 2), ("a", 0))
        for line in range(lines or 1)
    ],
)
def test_leaving_the_menu_takes_as_many_b_as_entering_took_keys(device: Device, part: str, line: int) -> None:
    keys = [*MENU.split(), part] if part == "a" else [*MENU.split(), part, "a"]
    table = device.text()
    play(device, " ".join([*keys[:3], f"x{line} down" if line else "", *keys[3:]]))
    for key in keys[1:]:  # the page of keys is passed
        assert device.text() != table, key
        play(device, "b")
    assert device.text() == table


@pytest.mark.parametrize("deals", [99, 998, 999, 9999, 10000])
def test_the_number_of_the_deal_can_be_read(deals: int, boxes: list[Box], tmp_path: Path) -> None:
    for players, east in itertools.product((4, 5), range(4)):
        flash = tmp_path / f"{players}-{east}"
        flash.mkdir()
        with Headless(after(flash, deals, WIDE[:players], east=east)) as device:
            apart(boxes)
            assert device.text()[0].split()[0] == str(deals + 1)
            assert "A more" in device.text()[:3]


def test_numbers_of_thousands_keep_clear_of_what_stands_beside_them(boxes: list[Box], tmp_path: Path) -> None:
    with Headless(after(after(tmp_path, 10005, WIDE[:4], 1), 10005, WIDE[:4], 999999999)) as device:
        apart(boxes)
        play(device, DEALS)
        assert {"10005", "10004"} <= set(device.text())
        apart(boxes)
        for keys in ("a", "b hold:a", "b down hold:a", f"b b {LEAVE_PART} {EVENINGS}", "a"):
            play(device, keys)
            apart(boxes)
        assert device.text()[0] == "999999999"


@pytest.mark.vm
@pytest.mark.long(8)
def test_a_boards_heap_holds_an_evening_of_1500_lines(firmware: Path, tmp_path: Path) -> None:
    """Deals, payments and corrections. The oldest line opens, and is corrected."""
    evening = open_evening(Store(str(tmp_path), None))
    keys = {"winner": "E", "win": {"by": "draw"}, "hands": {"E": {"sets": ["(pung simple)", "pung major"]}}}
    won = read_kept(keys, evening.session)
    for number in range(1500):
        if number % 10 == 4:
            pay(evening, [(0, 1, 20)])
        elif number % 100 == 57:
            correct(evening, number // 2, won)
        else:
            save(evening, won)
    with HeadlessVM(tmp_path, heap="420K", firmware=firmware) as device:
        assert {"1335", "1334"} <= set(play(device, DEALS).text())
        assert {"2", "1", "Ann drew"} <= set(play(device, "up").text())
        assert "A correct" in play(device, "a").text()
        assert "1: a draw" in play(device, "b hold:a").text()
        assert "deal 1 corrected" in play(device, "a").text()


@pytest.mark.vm
def test_a_board_starts_where_more_deals_are_lost_than_its_heap_holds(firmware: Path, tmp_path: Path) -> None:
    (after(tmp_path, 20000, list(NAMES)) / "0001-00.txt").unlink()
    with HeadlessVM(tmp_path, heap="420K", firmware=firmware) as device:
        assert "Deal 20000 in the ledger" in device.text()
        assert "20002" in play(device, f"a {to_table('down down')}").text()


def test_taking_back_adds_a_record_and_erases_none(device: Device) -> None:
    play(device, CY_FROM_BO + DEALS + f"hold:a a {LEAVE_LIST}")
    assert [next(key for key in record if key in ("winner", "undo")) for record in records(device)[1:]] == [
        "winner",
        "undo",
    ]


def test_a_correction_can_be_previewed_and_left(device: Device) -> None:
    play(device, DRAW + CY_FROM_BO)
    before = device.picture()
    play(device, DEALS + CORRECTED)
    picture = device.picture()
    play(device, "b a")  # the last hand, and forward again
    assert device.picture() == picture
    play(device, "x10 b")  # all the way back: Table, as it stood before that deal
    assert balances(device) == START
    play(device, "b")
    assert {"Cy from Bo", "deal 2 as it was"} <= set(device.text())
    assert play(device, "b").picture() == before


def test_a_half_entered_deal_waits_for_a_correction(device: Device) -> None:
    play(device, CY_FROM_BO + "left up left left")
    half = device.picture()
    play(device, f"{DEALS} {CORRECTED} a")
    play(device, "left up")
    assert device.picture() == half


@pytest.mark.parametrize(("way", "saved"), [("left", "(pung seat)"), ("a", "pair seat")])
def test_a_set_of_the_own_wind_stays_one_if_the_seats_change(device: Device, way: str, saved: str) -> None:
    """Bo was East in the East round. The deal before is taken back, and Bo is South."""
    play(device, won("Bo").from_("Cy").to_table())
    play(device, f"right up {OWN_WIND} {way} {DEALS} hold:a a {LEAVE_LIST} a up {to_table()}")
    assert records(device)[-1]["hands"]["S"] == {"sets": [saved]}
    assert replayed(device)["balances"] == balances(device)


def test_a_half_entered_deal_whose_winner_now_sits_out_is_dropped(device: Device) -> None:
    round_of_five = "".join(to_table(f"{side} {side}") + " " for side in ("up", "left", "down", "right"))
    play(device, FIVE + round_of_five + "down")
    assert "5 wins" in device.text()
    play(device, f"right left left {DEALS} hold:a a")
    assert "deal 4 was dropped" in device.text()
    play(device, "b down")
    assert "Ann wins" in device.text()
    play(device, "right")
    assert "22" not in device.text(), "nothing is left of the other's hand"


# ---- payments by hand ----


def test_a_correction_that_makes_east_win_names_the_next_deal_that_keeps_its_east(device: Device) -> None:
    play(device, CY_FROM_BO + DRAW + DEALS + "down a a b down down x4 a")
    assert {"deal 1", "deal 2 keeps its East", "+200"} <= set(device.text())
    east = wind_of(play(device, "a"), "Ann")
    play(device, DEALS + "x2 down a a b up up x4 a")
    assert {"deal 1", "Cy drew"} <= set(device.text()), "East passes again: there is nothing to say"
    assert wind_of(play(device, "a"), "Ann") == east


def test_seats_that_were_wrong_are_put_right_in_the_third_deal(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    device = play(switch_on(tmp_path), CY_FROM_BO + DRAW + f"up right left left {SWAP}")
    play(device, "up right")
    assert {"Bo", "1966", ">", "2104", "+138", "-138"} <= set(device.text())
    assert {"with whom?", "Cy"} <= set(play(device, "b").text())
    assert play(device, "right a wait:1500 a").text()[:2] == ["S", "Bo"], "the half-entered deal stays at its place"
    device = switch_on(tmp_path)
    assert {"begun", "deal 3"} <= set(device.text())
    swapped = balances(play(device, "b"))
    assert (swapped["Bo"], swapped["Cy"]) == (2104, 1966)
    play(device, DEALS + "x2 down")
    assert {"Bo from Cy", "Cy <> Bo"} <= set(device.text()), "in the deals before, too"
    play(device, "x2 up hold:a")
    assert {"undo swap", "+138", "-138"} <= set(device.text())
    assert balances(play(device, f"a {LEAVE_LIST}")) == {**swapped, "Bo": 1966, "Cy": 2104}


def test_an_older_payment_is_taken_back_once_by_the_opposite_payment_that_names_it(device: Device) -> None:
    play(device, PAYMENT + "up right up a " + PAYMENT + "up left up a " + DRAW + DEALS + "down down hold:a")
    assert {"undo pay", "Cy > Bo", "10", "+10", "-10"} <= set(device.text())
    play(device, "a")
    assert records(device)[-1]["back"] == 1
    assert "back: Bo > Cy" in device.text()
    assert "taken back already" in play(device, "x3 down hold:a").text()
    assert "taken back already" in play(device, "x2 up down down hold:a").text()
    stands = replayed(device)["balances"]
    assert stands == {"Ann": 2000, "Bo": 2000, "Cy": 1990, "Di": 2010}
    assert balances(play(device, LEAVE_LIST)) == stands
    play(device, DEALS + "hold:a a x2 down hold:a a b")
    assert balances(device) == stands, "the newest line was taken back: so it can be again"


# by what is entered: the keys after "who pays?", and what Ann, Bo, Cy, Di and Eve, who sits out, gain
PAID = {
    "Ann pays all others": ("down a up a", (-40, 10, 10, 10, 10)),
    "all others pay Ann": ("a down up a", (40, -10, -10, -10, -10)),
    "Ann pays Bo and Eve": ("down hold:right hold:a a up a", (-20, 10, 0, 0, 10)),
    "Bo and Cy pay Ann": ("hold:right up a down up a", (20, -10, -10, 0, 0)),
    "a mark is taken off": ("hold:right up up a down up a", (10, -10, 0, 0, 0)),
    "Eve pays Ann": ("hold:a down up a", (10, 0, 0, 0, -10)),
}


@pytest.mark.parametrize("entry", PAID)
def test_a_payment_to_or_from_several_players_is_one_entry(device: Device, entry: str) -> None:
    keys, gains = PAID[entry]
    play(device, FIVE + PAYMENT + keys)
    paid = dict(zip([*NAMES, "5"], [2000 + gain for gain in gains], strict=True))
    assert replayed(device)["balances"] == paid
    number = sum(map(bool, gains)) - 1
    assert f"{'' if number == 1 else f'{number} x '}10 paid: saved" in device.text()
    play(device, f"{DEALS} hold:a")
    assert ("10" if number == 1 else f"{number} x 10") in device.text()
    assert replayed(play(device, "a"))["balances"] == dict.fromkeys(paid, 2000)
    # Under a newer line it is taken back by the opposite payments, once.
    play(device, f"{LEAVE_LIST} {PAYMENT}{keys} {PAYMENT}down right up a {DEALS} {'down ' * number}")
    play(device, "hold:a")
    assert replayed(play(device, "a"))["balances"] == {**dict.fromkeys(paid, 2000), "Ann": 1990, "Bo": 2010}
    play(device, f"{LEAVE_LIST} {DEALS} {'down ' * (2 * number)} hold:a")
    assert "taken back already" in device.text()


@pytest.mark.parametrize("players", [4, 5])
def test_where_several_players_may_pay_the_screen_says_how_to_name_them(
    tmp_path: Path, boxes: list[Box], players: int
) -> None:
    with Headless(lay(tmp_path, "babcock", players, WIDE[:players])) as device:
        for keys, says_it in ((PAYMENT, True), ("down ", True), ("hold:left", False)):
            play(device, keys)
            for language in LANGUAGES:
                again(device, language)
                lang.use(("menu",))
                several = lang.say("hold several")
                assert any(text.endswith(several) for text in device.text()) == says_it, (keys, language)
                apart(boxes)


@pytest.mark.parametrize("keys", ["down hold:left", "a", "hold:left hold:a"])
def test_several_names_of_a_payment_fit_on_the_panel(tmp_path: Path, boxes: list[Box], keys: str) -> None:
    with Headless(lay(tmp_path, "babcock", 5, WIDE)) as device:
        for key in (PAYMENT, keys, "a", "down"):
            play(device, key)
            apart(boxes)


# ---- five players ----


@pytest.mark.parametrize("balance", [-98766, -2, 2000, 98766])
def test_who_sits_out_is_named_with_their_whole_balance(tmp_path: Path, boxes: list[Box], balance: int) -> None:
    lay(tmp_path, "babcock", 5, WIDE)
    if balance != 2000:
        payment = (4, 0, 2000 - balance) if balance < 2000 else (0, 4, balance - 2000)
        pay(open_evening(Store(str(tmp_path), None)), [payment])
    with Headless(tmp_path) as device:
        for language in LANGUAGES:
            again(device, language)
            lang.use(())
            line = next(text for text in device.text() if text.startswith(lang.say("is out", WIDE[4][:2])))
            assert line.endswith(WIDE[4][:2]) or len(line) > 6, language
            assert str(balance) in device.text(), language
            apart(boxes)


def test_table_and_saved_say_when_another_player_sits_out(device: Device) -> None:
    play(device, FIVE)
    assert {"out 5", "2000"} <= set(device.text())
    for left, side in ((4, "right"), (3, "up"), (2, "left"), (1, "down")):
        assert f"next Ann, {left}" in device.text()
        texts = play(device, to_saved(f"{side} {side}")).text()
        assert ("now out: Ann" in texts) == (left == 1)
        play(device, NEXT)
    assert "next Bo, 4" in device.text()
    assert "out Ann" in device.text()


def test_nobody_sits_out_next_where_rounds_are_not_counted(tmp_path: Path) -> None:
    with Headless(lay(tmp_path, "babcock", 5, winner_deals=True)) as device:
        assert {"out Eve", "2000"} <= set(device.text())
        assert not any(text.startswith("next ") for text in device.text())


# ---- endings ----


def test_only_endings_in_force_are_offered(device: Device) -> None:
    texts = play(device, CHINESE + NOBODY).text()
    assert texts[0] == "no win"
    assert texts[3:5] == ["draw, the wall is out", "draw, a kong declared"]


def test_nobody_won_begins_with_the_draw_and_offers_a_false_mah_jong_by_every_rule_set(tmp_path: Path) -> None:
    for rules in RULE_SETS:
        flash = tmp_path / rules
        flash.mkdir()
        with Headless(lay(flash, rules)) as device:
            assert "false mah-jong" in play(device, NOBODY).text()
            assert {"saved", "a draw"} <= set(play(device, "a").text())


# by rule set: the keys after the player, the price on the deal, what each other player but East gets
PRICES = {
    "half": ("babcock", "a", "half", 150),
    "the limit": ("babcock", "down a", "limit", 300),
    "points": ("babcock", "x2 down a right up a", 2, 2),
    "no limit": ("harr", "up a", 10, 10),
}


@pytest.mark.parametrize("price", PRICES)
def test_a_table_without_a_price_names_one_for_each_false_mah_jong(tmp_path: Path, price: str) -> None:
    rules, keys, kept, share = PRICES[price]
    with Headless(lay(tmp_path, rules)) as device:
        play(device, f"{ended_by(1)} right {keys} a a")
        assert records(device)[-1]["price"] == kept
        expected = {"Ann": 2000 + 2 * share, "Bo": 2000 - 4 * share, "Cy": 2000 + share, "Di": 2000 + share}
        assert balances(device) == expected
        assert replayed(device)["balances"] == expected
        play(device, f"{DEALS}a a {ended_by(1)} left {keys} a")
        assert balances(play(device, f"a {LEAVE_LIST}"))["Di"] == 2000 - 4 * share, "corrected"


@pytest.mark.parametrize("price", PRICES)
def test_b_on_saved_leads_back_through_the_price_of_a_false_mah_jong(tmp_path: Path, price: str) -> None:
    rules, keys, _, share = PRICES[price]
    with Headless(lay(tmp_path, rules)) as device:
        before = play(device, f"{ended_by(1)} right {keys}").text()
        assert f"+{2 * share}" in before
        assert play(device, "a b").text() == before
        play(device, "x6 b")
        assert balances(device) == START


def test_a_draw_with_a_kong_passes_east_in_the_chinese_game(device: Device) -> None:
    play(device, CHINESE + f"{ended_by(0)} {NEXT}")
    bos = wind_of(device, "Bo")
    play(device, f"{ended_by(1)} {NEXT}")
    assert (bos, wind_of(device, "Bo")) == ("S", "E")


# Chinese, 300 the limit: what Ann, Bo, Cy, Di gain by each ending, and who is East next. The last one is East's doing.
ENDED = {
    "false win": (f"{ended_by(2)} right a a", (300, -600, 150, 150), "Ann"),
    "false win of East's": (f"{ended_by(2)} down a a", (-900, 300, 300, 300), "Ann"),
    "dead hand pays": (f"{ended_by(3)} right a a", (600, -1200, 300, 300), "Ann"),
    "washing": (f"{ended_by(4)} right x2 down a a a", (-100, 300, -100, -100), "Ann"),
    "mummies": (f"{ended_by(5)} right down a a a", (-100, 300, -100, -100), "Ann"),
    "mummies of East's": (f"{ended_by(5)} down a a a", (150, -50, -50, -50), "Bo"),
    "not touching": (f"{ended_by(6)} right a a", (0, 0, 0, 0), "Ann"),
    "not touching of East's": (f"{ended_by(6)} down a a", (0, 0, 0, 0), "Bo"),
    "fourth kong": (f"{ended_by(7)} {NEXT}", (0, 0, 0, 0), "Bo"),
}


@pytest.mark.parametrize("ending", ENDED)
def test_every_ending_pays_and_moves_east_by_the_rules(device: Device, ending: str) -> None:
    keys, gains, east = ENDED[ending]
    play(device, CHINESE + keys)
    assert balances(device) == {name: 2000 + gain for name, gain in zip(NAMES, gains, strict=True)}
    assert wind_of(device, east) == "E"


@pytest.mark.parametrize(
    ("ending", "sums"),
    [
        ("false win", {"+2000", "-4000", "+1000"}),
        ("false win of East's", {"-6000", "+2000"}),
        ("dead hand pays", {"+4000", "-8000", "+2000"}),
        ("mummies of East's", {"+150", "-50"}),
    ],
)
def test_sums_of_thousands_fit_beside_wide_names(boxes: list[Box], tmp_path: Path, ending: str, sums: set[str]) -> None:
    agreed = dict.fromkeys(("dead_hand_pays_limit", "washing", "not_touching", "four_kongs_draw"), True)
    with Headless(lay(tmp_path, "chinese", names=WIDE[:4], limit=2000, nine_mummies="bonus", **agreed)) as device:
        play(device, ENDED[ending][0].removesuffix("a a"))
        assert sums <= set(device.text())
        apart(boxes)
        play(device, "a")
        assert "saved" in device.text()
        apart(boxes)
        play(device, "a " + DEALS)
        apart(boxes)


def test_washing_in_harrs_limit_game(device: Device) -> None:
    play(device, HARR_LIMIT + f"{ended_by(2)} left x4 down a a")
    assert device.text().count("200") == 3


def test_three_players_have_twelve_majors_to_wash(tmp_path: Path) -> None:
    for rules, most in (("chinese", 12), ("harr-limit", 13)):
        flash = tmp_path / rules
        flash.mkdir()
        with Headless(lay(flash, rules, 3, washing=True)) as device:
            play(device, f"{ended_by(endings_of(device.app.play.playing.rules).index('washing'))} right")
            assert [row[3][-1] for row in device.app.screen.rows] == list(range(9, most + 1))


def test_a_kong_in_a_draw_is_asked_only_if_it_can_pass_east() -> None:
    for rules, option, asked in (
        ("chinese", "", True),
        ("chinese", "winner_deals", False),
        ("chinese", "east_passes", False),
        ("babcock", "", False),
    ):
        in_force = load(rules, {option: True} if option else {})
        assert ("draw, a kong" in endings_of(in_force)) == asked, (rules, option)


def test_mummies_without_a_bonus_ask_for_no_number(device: Device) -> None:
    play(device, game("chinese", nine_mummies=True, **ENDINGS) + f"{ended_by(5)} up")
    assert {"nine mummies", "0"} <= set(device.text())


# ---- the end of a game ----


def test_the_end_of_a_game_shows_the_standing(device: Device) -> None:
    play(device, GAME)
    assert "A go on" in device.text()
    play(device, "a")
    assert device.text()[0] == "game over"
    standing = [int(text) for text in device.text() if text.isdigit() and len(text) == 4]
    assert standing == sorted(standing, reverse=True)
    assert sum(standing) == 6000


def test_a_game_has_as_many_rounds_as_were_agreed(device: Device) -> None:
    play(device, f"{SETUP}{row(PLAYERS)}up x{ROUNDS - PLAYERS} down a")
    assert device.text()[device.text().index("rounds") + 1] == "1"
    one_round = " ".join(to_saved(f"{side} {side}", 3) + " a" for side in ("right", "left", "down"))
    for begin in (BEGIN, "a a "):
        play(device, begin + one_round)
        assert "game over" in device.text(), begin
        assert replayed(device)["over"], begin
        assert records(device)[0]["rounds"] == 1


def test_rounds_that_are_not_counted_cannot_be_agreed(device: Device) -> None:
    choose(play(device, f"{SETUP}{row(ROUNDS)} x{ROUNDS - OPTIONS} up a"), "winner deals", "right")
    assert "not counted" in play(device, f"b x{ROUNDS - OPTIONS} down").text()
    play(device, f"a {BEGIN}")
    assert "rounds" not in records(device)[0]


def test_the_highest_throw_takes_the_pool(device: Device) -> None:
    play(device, GAME + "a up left")
    assert "Di takes the pool" in device.text()
    play(device, "a")
    standing = sorted(int(text) for text in device.text() if text.isdigit() and len(text) == 4)
    assert sum(standing) == 6000
    assert all(balance % 100 == 0 for balance in standing)
    assert not any(text.startswith("pool") for text in device.text()), "it is thrown for once"
    play(device, DEALS + "hold:a a")
    assert sum(1 for record in records(device) if "pay" in record) == 2


def test_the_device_throws_for_the_pool_until_one_has_most(device: Device) -> None:
    play(device, GAME + "a up a")
    for _ in range(40):
        if "tie: again" not in device.text():
            break
        play(device, "a")
    taker = next(text[3:] for text in device.text() if text.startswith("to "))
    assert f"{taker} takes the pool" in play(device, "a").text()


def test_all_five_players_throw_for_the_pool(device: Device) -> None:
    game = ""
    for number in range(20):
        east = (number // 4 + number % 4) % 4
        across = ("down", "right", "up", "left")[(east + 2) % 4]
        game += to_table(f"{across} {across}") + " "
    play(device, FIVE + game.rsplit(to_table(), 1)[0] + to_table("left up") + " up")
    assert "hold A: Di" in device.text()
    play(device, "a")
    thrown = [text for text in device.text() if text.isdigit() and 2 <= int(text) <= 12]
    assert len(thrown) >= 4
    play(device, "hold:a a")
    assert sum(int(text) for text in device.text() if text.isdigit() and len(text) == 4) == 10000


def test_the_next_game_has_a_ledger_of_its_own(device: Device) -> None:
    play(device, GAME + "a a a")
    assert device.text().count("2000") == 3
    play(device, EVENINGS)
    listed = [text for text in device.text() if text not in ("evenings", "A open")]
    assert listed[1:7] == ["2", "Ann Bo Di", "0", "1", "Ann Bo Di", "9, over"]
    assert play(device, "down a").text()[0] == "evening 1"


# ---- evenings ----


@pytest.mark.parametrize("number", [9, 99, 999, 9999, 999_999_999])
def test_the_number_of_an_evening_stands_beside_its_names(boxes: list[Box], tmp_path: Path, number: int) -> None:
    lay(tmp_path, "babcock", names=WIDE[:4])
    (tmp_path / "0001-00.txt").rename(tmp_path / f"{number:04}-00.txt")
    with Headless(tmp_path) as device:
        play(device, EVENINGS)
        boxes.clear()
        assert str(number) in play(device, "up").text()
        apart(boxes)


def test_an_older_evening_is_read_with_its_explanations_and_nothing_changes(device: Device) -> None:
    play(device, CY_FROM_BO + NEW + "a up right left left wait 1s")
    half = device.text()
    play(device, EVENINGS + "down a down")
    assert {"deals", "Cy from Bo"} <= set(device.text())
    assert "for reading only" in play(device, "hold:a").text()
    play(device, "a")
    assert "for reading only" in play(device, "a").text()
    assert {"Cy", "26"} <= set(play(device, "up").text())
    play(device, "a hold:b a")
    assert "menu" not in device.text()
    play(device, "b b b")
    assert "evening 1" in device.text()
    assert "end this deal first" in play(device, "a").text()
    assert play(device, f"b b {LEAVE_PART}").text() == half
    device.reboot()
    assert "begun" in device.text()


def test_the_newest_evening_is_played_if_the_older_one_is_gone(device: Device) -> None:
    play(device, CY_FROM_BO + NEW + "a " + EVENINGS + "down a a")
    assert balances(device) != START
    (device.ledger / "0001-00.txt").unlink()
    device.reboot()
    play(device, CY_FROM_BO)
    assert len(records(device)) == 2
    assert not (device.ledger / "0001-00.txt").exists()


def test_an_unreadable_evening_is_reported_and_another_begins(switch_on: Callable[..., Device], tmp_path: Path) -> None:
    play(switch_on(tmp_path), CY_FROM_BO)
    unreadable(tmp_path / "0001-00.txt")
    device = switch_on(tmp_path)
    assert "Ledger 1 cannot be" in device.text()
    assert balances(play(device, "a")) == START
    play(device, CY_FROM_BO + EVENINGS)
    assert {"1", "2"} <= set(device.text())
    assert balances(switch_on(tmp_path))["Cy"] == 2104
    assert {path.name for path in tmp_path.glob("0*")} == {"0001-00.txt", "0002-00.txt"}


def test_an_unreadable_draft_is_reported_and_the_deal_is_entered_again(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    table = play(switch_on(tmp_path), CY_FROM_BO).picture()
    play(switch_on(tmp_path), "left up wait:1500")
    unreadable(tmp_path / "draft.txt")
    device = switch_on(tmp_path)
    assert {"Deal 2 was half", "Enter it again."} <= set(device.text())
    assert play(device, "a").picture() == table
    play(device, "left up wait:1500")
    assert any(text.startswith("draft not kept") for text in device.text())
    assert "saved" in play(device, to_saved()).text()


def test_a_fault_at_the_end_of_a_file_is_shown_in_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = Headless(tmp_path)
    play(device, PAYMENT + "up right up a")

    def close(lines: Lines) -> None:
        if lines._part >= 0:  # a record was read
            raise OSError(5)

    monkeypatch.setattr(Lines, "close", close)
    assert "damaged" in play(device, DEALS).text()


def unreadable(path: Path) -> None:
    """Puts a folder in the place of a file, so that no machine can read it."""
    path.unlink()
    path.mkdir()


def test_b_leads_back_to_table_from_everywhere(device: Device) -> None:
    table = play(device, DRAW + CY_FROM_BO).picture()
    for keys in (
        DEALS,
        DEALS + "a",
        DEALS + "hold:a",
        DEALS + "down hold:a",
        PAYMENT + "up right",
        EVENINGS + "a",
        EVENINGS,
        NOBODY,
        MENU,
    ):
        play(device, keys)
        for _ in range(6):
            if device.picture() == table:
                break
            play(device, "b")
        assert device.picture() == table, keys


def test_the_device_warns_long_before_the_flash_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = __import__("mingg.hal.store", None, None, ["Store"]).Store
    blocks = {"free": RESERVE + 3}
    monkeypatch.setattr(store, "free", lambda self: blocks["free"] * LIMIT)
    with Headless(tmp_path) as device:
        device.wait(200)  # the flash is asked after the first picture
        assert any("more deals" in text for text in device.text())
        play(device, "a")
        assert balances(device) == START
        play(device, DRAW)
        blocks["free"] = 0
        play(device, DRAW + "up")
        assert "how?" in device.text(), "there is nothing to delete: saving will tell"
        play(device, f"b {NEW}a a up")  # a second evening, so that there is
        assert any(text.startswith("full: menu") for text in device.text())
        assert "how?" not in device.text()


# row 3 of the deal's own part leads to Table
PARTS = {"a": (0, 1, 2, 4), "up": (0, 1, 2), "left": (0, 1, 2), "right": (0, 1), "down": (0, 1)}


@pytest.mark.parametrize("part", PARTS)
def test_every_choice_of_the_menu_leads_back_step_by_step(device: Device, part: str) -> None:
    card = play(device, f"{DRAW} up right left left wait:500").picture()
    menu = play(device, MENU).picture()
    for choice in PARTS[part]:
        choices = play(device, f"{part} x{choice} down" if choice else part).picture()
        assert play(device, "a b").picture() == choices
        assert play(device, "b").picture() == menu
    assert play(device, LEAVE_MENU).picture() == card
