"""An evening, by keys: deals that are taken back and corrected, payments by hand, the ends of deals and games, old
evenings."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest
from help.named_keys import (
    DEALS,
    DRAW,
    EVENINGS,
    LEAVE_LIST,
    LEAVE_PART,
    NEW,
    PAYMENT,
    ended_by,
    to_saved,
    to_table,
)
from help.playing import WIDE, Box, after, again, apart, balances, fits, lay, play
from help.walking import Walk, go, walks
from mingg import lang
from mingg.core.rules import load
from mingg.evening.beside import pay
from mingg.evening.change import correct
from mingg.evening.evening import RESERVE
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.hal.store import Store
from mingg.records.ledger import LIMIT
from mingg.records.parse import read_kept
from mingg.ui.screens.seldom.other import endings_of
from mingg_host.device.headless import Device, Headless, HeadlessVM
from screens import screens_deals
from screens.goldens import LANGUAGES
from screens.screens_cards import game
from screens.screens_deals import CHINESE_UNLIMITED, CY_FROM_BO, ENDINGS, FIVE

NAMES = ("Ann", "Bo", "Cy", "Di")
START = dict.fromkeys(NAMES, 2000)


KEYS = {
    **vars(screens_deals),
    **{"UNLIMITED": CHINESE_UNLIMITED, "MUMMIES": game("chinese", nine_mummies=True, **ENDINGS)},
    **{"GAME_OF_ONE": " ".join(to_saved(f"{side} {side}", 3) + " a" for side in ("right", "left", "down"))},
    **{"ROUND_OF_FIVE": "".join(to_table(f"{side} {side}") + " " for side in ("up", "left", "down", "right"))},
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
    b b LEAVE_PART | have 1932 1966 2104 1998
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
    up right left left x4 a | +88 ; East: Bo
    a LEAVE_LIST | have 1956 1978 2088 1978
A win becomes a draw
    CY_FROM_BO DEALS a a b NOBODY a | -104
    a LEAVE_LIST | have 2000 2000 2000 2000
A half-entered correction comes back after a power cut
    CY_FROM_BO left up left left DEALS a a right left wait:1500 REBOOT | correcting ; deal 1 ; Cy won from Bo
    a left b b b b b b b left up | Di ; 22
A payment by hand is kept
    PAYMENT up right right up up left up up left up up a | 224 paid: saved
    REBOOT | have 2000 2224 1776 2000
A half-entered deal survives a payment and an undo
    DRAW up right left left PAYMENT up right up a wait:1500 REBOOT | begun ; deal 2
    DEALS hold:a a b wait:1500 REBOOT | begun ; deal 2 ; 22
Once a deal was played, the names say that they move nobody
    NAMES | ! renames
    b LEAVE_PART DRAW NAMES | renames, does not move
A payment of nothing or to oneself is refused
    PAYMENT up up | someone else
    right a | no points yet
    b b b LEAVE_PART | have 2000 2000 2000 2000
A payment is dialled in what counters can pay
    PAYMENT up right right right down | $ 0 / 0 / 0 / 8
    up up | $ 0 / 0 / 0 / 2
The newest payment is taken back
    PAYMENT up right up a DEALS hold:a | undo pay ; Cy > Bo ; 10
    a LEAVE_LIST | have 2000 2000 2000 2000
The player who sits out pays and is paid
    FIVE PAYMENT hold:a up left up a | out 5 ; 1900 ; 2100
A share of no limit is refused
    UNLIMITED ended_by:2 right | needs a limit
    b b b | have 2000 2000 2000 2000
An ending is listed and corrected like any deal
    CHINESE ended_by:2 right a a DEALS | ~ 1 false call: Bo -600
    a a ended_by:2 left a | +750 ; -750
    a LEAVE_LIST | have 2300 2150 2150 1400
A half-entered deal is dropped only by saving an ending, and B brings both back
    up right a left left wait:1500 REBOOT b HALF_NOBODY | deal 1 is half entered
    up a | saved ; a draw ; half-entered: dropped
    b b | deal 1 is half entered
    REBOOT b HALF_NOBODY up a a up right | B back ; ! 22
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
A correction can be previewed and left
    DRAW CY_FROM_BO | keep table
    DEALS CORRECTED | keep preview
    b a | is preview # the last hand, and forward again
    x10 b | have 2000 2000 2000 2000 # all the way back: Table, as it stood before that deal
    b | Cy from Bo ; deal 2 as it was
    b | is table
A half-entered deal waits for a correction
    CY_FROM_BO left up left left | keep half
    DEALS CORRECTED a left up | is half
A set of the seat wind stays one if the seats change
    Bo<Cy x4 a NEXT right up down WAY DEALS hold:a a LEAVE_LIST a up x4 a a | record hands.S {"sets": ["SET"]}
    | replays # Bo was East in the East round; then the deal before is taken back, and Bo is South
    = WAY / SET
    = left / (pung seat)
    = a / pair seat
A half-entered deal whose winner now sits out is dropped
    FIVE ROUND_OF_FIVE down | 5 wins
    right left left DEALS hold:a a | deal 4 was dropped
    b down | Ann wins
    right | ! 22 # nothing is left of the other's hand
A correction that makes East win names the next deal that keeps its East
    CY_FROM_BO DRAW DEALS down a a b down down x4 a | deal 1 ; deal 2 keeps its East ; +200
    a | seats N E S W
    DEALS x2 down a a b up up x4 a | deal 1 ; Cy drew # East passes again: there is nothing to say
    a | seats N E S W
Seats that were wrong are put right in the third deal
    CY_FROM_BO DRAW up right left left SWAP up right | Bo ; 1966 ; > ; 2104 ; +138 ; -138
    b | with whom? ; Cy
    right a wait:1500 a | ^ S / Bo # the half-entered deal stays at its place
    wait:1500 REBOOT | begun ; deal 3
    b | have 1932 2104 1966 1998
    DEALS x2 down | Bo from Cy ; Cy <> Bo # in the deals before, too
    x2 up hold:a | undo swap ; +138 ; -138
    a LEAVE_LIST | have 1932 1966 2104 1998
An older payment is taken back once, by the opposite payment that names it
    PAYMENT up right up a PAYMENT up left up a DRAW DEALS down down hold:a | undo pay ; Cy > Bo ; 10 ; +10 ; -10
    a | record back 1 ; back: Bo > Cy
    x3 down hold:a | taken back already
    x2 up down down hold:a | taken back already ; stands 2000 2000 1990 2010
    LEAVE_LIST | have 2000 2000 1990 2010
    DEALS hold:a a x2 down hold:a a b | have 2000 2000 1990 2010 # the newest line was taken back: so it can be again
A payment to or from several players is one entry
    FIVE PAYMENT KEYS | ~ PAID paid: saved ; stands POINTS
    DEALS hold:a | ~ PAID
    a | stands 2000 2000 2000 2000 2000
    LEAVE_LIST PAYMENT KEYS PAYMENT down right up a DEALS ROWS hold:a a | stands 1990 2010 2000 2000 2000
    LEAVE_LIST DEALS ROWS ROWS hold:a | taken back already
    = KEYS / PAID / ROWS / POINTS
    = down a up a / 4 x 10 / x4 down / 1960 2010 2010 2010 2010
    = a down up a / 4 x 10 / x4 down / 2040 1990 1990 1990 1990
    = down hold:right hold:a a up a / 2 x 10 / x2 down / 1980 2010 2000 2000 2010
    = hold:right up a down up a / 2 x 10 / x2 down / 2020 1990 1990 2000 2000
    = hold:right up up a down up a / 10 / down / 2010 1990 2000 2000 2000
    = hold:a down up a / 10 / down / 2010 2000 2000 2000 1990
Table and saved say when another player sits out
    FIVE | out 5 ; 2000 ; next Ann, 4
    right right x4 a | ! now out
    NEXT | next Ann, 3
    up up x4 a NEXT | next Ann, 2
    left left x4 a NEXT | next Ann, 1
    down down x4 a | now out: Ann
    NEXT | next Bo, 4 ; out Ann
Nobody sits out next where rounds are not counted
    WITH babcock players=5 +winner_deals: wait:20 | out Eve ; 2000 ; ! next
Endings in force are offered
    CHINESE NOBODY | ^ no win ; ~ draw, the wall is out draw, a kong declared
Nobody won begins with the draw and offers a false mah-jong by every rule set
    WITH RULES: NOBODY | false mah-jong
    a | saved ; a draw
    = RULES
    = harr
    = harr-limit
    = babcock
    = chinese
    = bmja
    = dmjl
A table without a price names one for each false mah-jong, and B leads back through it
    WITH RULES: ended_by:1 right KEYS | keep price ; +EAST
    a | record price PRICE
    b | is price
    x6 b | have 2000 2000 2000 2000
    WITH RULES: ended_by:1 right KEYS a a | have POINTS ; stands POINTS
    DEALS a a ended_by:1 left KEYS a a LEAVE_LIST | have CORRECTED # it was Di
    = RULES / KEYS / PRICE / EAST / POINTS / CORRECTED
    = babcock / a / "half" / 300 / 2300 1400 2150 2150 / 2300 2150 2150 1400
    = babcock / down a / "limit" / 600 / 2600 800 2300 2300 / 2600 2300 2300 800
    = babcock / x2 down a right up a / 2 / 4 / 2004 1992 2002 2002 / 2004 2002 2002 1992
    = harr / up a / 10 / 20 / 2020 1960 2010 2010 / 2020 2010 2010 1960
A draw with a kong passes East in the Chinese game
    CHINESE ended_by:0 NEXT | seats E S W N
    ended_by:1 NEXT | seats N E S W
Every ending pays and moves East by the rules
    CHINESE KEYS | have POINTS ; seats WINDS
    = KEYS / POINTS / WINDS
    = ended_by:2 right a a / 2300 1400 2150 2150 / E S W N
    = ended_by:2 down a a / 1100 2300 2300 2300 / E S W N
    = ended_by:3 right a a / 2600 800 2300 2300 / E S W N
    = ended_by:4 right x2 down a a a / 1900 2300 1900 1900 / E S W N
    = ended_by:5 right down a a a / 1900 2300 1900 1900 / E S W N
    = ended_by:5 down a a a / 2150 1950 1950 1950 / N E S W
    = ended_by:6 right a a / 2000 2000 2000 2000 / E S W N
    = ended_by:6 down a a / 2000 2000 2000 2000 / N E S W
    = ended_by:7 NEXT / 2000 2000 2000 2000 / N E S W
Washing in Harr's limit game; mummies without a bonus ask for no number
    HARR_LIMIT ended_by:2 left x4 down a a | 3 x 200
    MUMMIES ended_by:5 up | nine mummies ; 0
A game has as many rounds as were agreed
    NEW [players] up [rounds] | rounds = 1
    hold:a GAME_OF_ONE | game over ; head rounds 1
    a a GAME_OF_ONE | game over ; head rounds 1
Rounds that are not counted cannot be agreed
    NEW [options] <winner deals> right b [rounds] | not counted
    a hold:a | head rounds null
The next game has a ledger of its own
    GAME a a a | 3 x 2000
    EVENINGS | ~ 2 Ann Bo Di 0 1 Ann Bo Di 9, over
    down a | ^ evening 1
An older evening is read with its explanations and nothing changes
    CY_FROM_BO NEW a up right left left wait:1s | keep half
    EVENINGS down a down | deals ; Cy from Bo
    hold:a | for reading only
    a a | for reading only
    up | Cy ; 26
    a hold:b a | ! menu
    b b b | evening 1
    a | end this deal first
    b b LEAVE_PART | is half
    REBOOT | begun
Every choice of the menu leads back step by step
    DRAW up right left left wait:500 | keep card
    MENU | keep menu
    PART ROW | keep choices
    a b | is choices
    b | is menu
    LEAVE_MENU | is card
    = PART / ROW
    = a / wait:20
    = a / down
    = a / x2 down
    = a / x4 down
    = up / wait:20
    = up / down
    = up / x2 down
    = left / wait:20
    = left / down
    = left / x2 down
    = right / wait:20
    = right / down
    = down / wait:20
    = down / down
The end of a game shows the standing, and the highest throw takes the pool
    GAME | A go on
    a | ^ game over ; ~ Ann 2018 +18 Bo 1994 -6 Di 1988 -12
    up left | Di takes the pool
    a | ! pool ; ~ Di 2100 +100 Ann 2000 0 Bo 1900 -100 ; stands 2000 1900 2100 # it is thrown for once
    DEALS hold:a | undo pay
The newest evening is played if the older one is gone
    CY_FROM_BO NEW a EVENINGS down a a | have 1932 1966 2104 1998 ; lost 0001-00.txt
    REBOOT CY_FROM_BO | have 1932 1966 2104 1998 ; files 0002-00.txt
An unreadable evening is reported and another begins
    CY_FROM_BO | unreadable 0001-00.txt
    REBOOT | Ledger 1 cannot be
    a | have 2000 2000 2000 2000
    CY_FROM_BO EVENINGS | 1 ; 2
    REBOOT | have 1932 1966 2104 1998 ; files 0001-00.txt 0002-00.txt
An unreadable draft is reported and the deal is entered again
    CY_FROM_BO | keep table
    left up wait:1500 | unreadable draft.txt
    REBOOT | Deal 2 was half ; Enter it again.
    a | is table
    left up wait:1500 | ~ draft not kept
    x4 a | saved
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
        monkeypatch.setattr(sys.modules["mingg.evening.lines"], "Lines", fails)
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


# ---- payments by hand ----


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


# ---- five players ----


@pytest.mark.parametrize("balance", [-98766, -2, 2000, 98766])
def test_who_sits_out_is_named_with_their_whole_balance(tmp_path: Path, boxes: list[Box], balance: int) -> None:
    lay(tmp_path, "babcock", 5, WIDE)
    if balance != 2000:
        payment = (4, 0, 2000 - balance) if balance < 2000 else (0, 4, balance - 2000)
        pay(open_evening(Store(str(tmp_path), None)), [payment])
    with Headless(tmp_path) as device:
        fits(device, boxes)
        for language in LANGUAGES:
            again(device, language)
            lang.use(())
            line = next(text for text in device.text() if text.startswith(lang.say("is out", WIDE[4][:2])))
            assert line.endswith(WIDE[4][:2]) or len(line) > 6, language
            assert str(balance) in device.text(), language


# ---- endings ----


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


# ---- the end of a game ----


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


def test_a_fault_at_the_end_of_a_file_is_shown_in_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = Headless(tmp_path)
    play(device, PAYMENT + "up right up a")

    def close(lines: Lines) -> None:
        if lines._part >= 0:  # a record was read
            raise OSError(5)

    monkeypatch.setattr(Lines, "close", close)
    assert "damaged" in play(device, DEALS).text()


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
