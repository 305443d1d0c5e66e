"""Hands that are entered tile by tile: the board, what follows from the tiles, and the way between tiles and card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from help.answers import read_deal
from help.named_keys import (
    DEALS,
    HANDS,
    LEAVE_MENU,
    MENU,
    NEXT,
    TAKE_OFF,
    TAKE_OFF_TILE,
    rare,
    to_result,
    to_saved,
    to_table,
)
from help.playing import lay, play, records, replayed, text_after
from help.tiling import START, leave, loser_script, path, typed, whole_hand
from mingg.core.deal.hand import DRAGON, PAIR
from mingg.entry.unpacked import unpack
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.hal.store import Store
from mingg.ui.kit.canvas import TEXT
from mingg.ui.screens.tiles.board import LAST
from mingg_host.device.headless import Device, Headless
from screens.screens_cards import game

Table = Callable[..., Device]

BOARD = "up right hold:up "  # Cy claimed Bo's tile: the board of their hand
TO_LOSER = " a hold:up "  # from the finished card of the winner to the board of Di
DRAGON_PAIR = DRAGON | PAIR
# 20, a pung 2, a concealed one of dragons 8, doubled
LUCKY = "up a hold:a down down down right a up"  # Cy wins with the thirteenth tile: nothing may be exposed
OPEN = "first hand: concealed"
WHOLE = "(345m) (222p) 567s 777z 99p", "5s"


@pytest.fixture
def device_with(switch_on: Callable[..., Device], tmp_path: Path) -> Table:
    """Returns a device whose session has these rules."""

    def start(rules: str = "babcock", players: int = 4, **options: Any) -> Device:
        return switch_on(lay(tmp_path, rules, players, **options))

    return start


def score(device: Device) -> str:
    """Returns what the hand counts so far: at the left of Card, in the header of the board; "" if it is not shown."""
    found = [(y != 14, text) for x, y, text in device.texts if (x, y) == (1, 14) or (y == 1 and text.isdigit())]
    return min(found)[1] if found else ""


def usual(device: Device) -> str:
    """Returns how the set that A held enters is pictured in the header, after its words."""
    x, _, text = next(item for item in device.texts if item[2].startswith("hold A: "))
    rows = [row[x + TEXT.width(text) + 2 :][:13] for row in device.pixels()[2:8]]
    full = ["1" + "0001" * 3] * 6
    hollow = ["1" + "0" * 10 + "11"] + ["1" + "011" * 4] * 4 + ["1" + "0" * 10 + "11"]
    return "concealed" if rows == full else "exposed" if rows == hollow else "\n".join(rows)


def cell(device: Device, tile: int) -> list[str]:
    """Returns the picture of one tile on the board, with or without the cursor."""
    x, y = 1 + 14 * (tile % 9), 11 + 13 * (tile // 9)
    rows = [row[x : x + 13] for row in device.pixels()[y : y + 13]]
    return [row.translate({48: "1", 49: "0"}) for row in rows] if is_cursor(device, tile) else rows


def framed(device: Device, tile: int) -> bool:
    """True if the tile has a frame, since it is in the set in question."""
    x, y = 1 + 14 * (tile % 9), 11 + 13 * (tile // 9)
    return device.pixels()[y][x : x + 13] == "1" * 13 and device.pixels()[y + 12][x : x + 13] == "1" * 13


def is_cursor(device: Device, tile: int) -> bool:
    x, y = 1 + 14 * (tile % 9), 11 + 13 * (tile // 9)
    return device.pixels()[y + 9][x : x + 13] == "1" * 13  # below the face, where a frame has only its sides


def cursor(device: Device) -> int:
    return next(tile for tile in range(35) if is_cursor(device, tile))


def marks(device: Device, tile: int) -> tuple[int, int]:
    """Returns how many of a tile are marked as this hand's, and as other hands'."""
    upper, lower = cell(device, tile)[10:12]
    mine = [upper[x] == "1" for x in (1, 4, 7, 10)]
    any_hand = [lower[x] == "1" for x in (1, 4, 7, 10)]
    return sum(mine), sum(any_hand) - sum(mine)


# ---- the board ----


def to_table_as_it_stands(device: Device) -> Device:
    """Goes to Table without taking anything back: by a restart with the draft."""
    play(device, "wait:1500")
    device.reboot()
    return play(device, "b")


def test_b_on_the_card_of_a_hand_in_tiles_leads_to_the_board(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE))
    card = device.picture()
    assert "complete" in text_after(device, "b"), "nothing is taken back yet"
    assert play(device, leave()).picture() == card


def test_b_on_the_board_asks_no_more_whether_to_drop_tiles_that_are_gone(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE))
    assert "drops these tiles:" in text_after(device, "right")
    play(device, "left")
    while "B undo" in device.text():
        play(device, "b")
    assert {"Cy", "B back", "A done"} <= set(text_after(device, "b")), "the card"


def test_the_board_says_what_b_takes_back(device: Device) -> None:
    play(device, BOARD + "hold:a up up left a up")
    assert "undone: white dragon" in text_after(device, "b")
    assert "undone: dots 3" in text_after(device, "b")


def test_a_held_and_a_open_the_board_and_b_leads_back(device: Device) -> None:
    assert {"hold A: chow", "B back", "done"} <= set(text_after(device, "up right hold:a a"))
    assert "Cy" in text_after(device, "b")


def test_the_last_cell_leads_to_the_card(device: Device) -> None:
    assert "Cy" in text_after(device, BOARD + leave())


@pytest.mark.parametrize(
    ("arrows", "name"),
    [
        ("", "dots 3"),
        ("left left left", "dots 9"),
        ("right right right right right right right", "dots 1"),
        ("up up", "West Wind"),
        ("left left left down down down", "characters 9"),
        ("down down down", "characters 3"),
        ("right right right right right up", "characters 8"),
        ("down down left left", "East Wind"),
        ("down down left left left left", "red dragon"),
    ],
)
def test_arrows_go_around_in_rows_and_columns(device: Device, arrows: str, name: str) -> None:
    """Below the eight and nine of bamboo is the cell that leads to the card."""
    assert name in text_after(device, f"{BOARD} {arrows} a")


def test_the_title_is_whole_while_the_cursor_moves() -> None:
    """Letters have tails in the last rows of the title, where the picture of the tiles begins that is kept."""
    with Headless() as device:
        play(device, "up up hold:a a")
        for key in ["up", "up", "left", "left", "left", "left", "down", "right"]:
            title = play(device, key).pixels()[:10]
            device.app.screen.picture = None
            device.app.display.stale = True
            device.wait(20)
            assert device.pixels()[:10] == title, key


def test_a_held_arrow_keeps_moving(device: Device) -> None:
    play(device, BOARD)
    device.hold("right", 700)
    assert "dots 7" in text_after(device, "a")


def test_every_tile_is_reached_and_named(device: Device) -> None:
    play(device, BOARD)
    names = [f"{suit} {rank}" for suit in ("characters", "dots", "bamboo") for rank in range(1, 10)]
    names += [wind + " Wind" for wind in ("East", "South", "West", "North")]
    names += [color + " dragon" for color in ("white", "green", "red")]
    position = START
    for tile, name in enumerate(names):
        device.press(*path(position, tile), "a")
        assert device.text()[0] == name
        device.press("b")
        position = tile


def test_marks_of_exposed_tiles_are_hollow(device: Device) -> None:
    """A hand may hold both: a pung on the table, and a fourth tile in a concealed chow."""
    play(device, BOARD + typed("(222p) 234p [7777z]"))
    ring, full = ("111", "101", "111"), ("110", "110", "000")

    def drawn(tile: int, i: int) -> tuple[str, ...]:
        return tuple(row[1 + 3 * i : 4 + 3 * i] for row in cell(device, tile)[10:13])

    assert [drawn(10, i) for i in range(4)] == [ring, ring, ring, full]
    assert drawn(11, 0) == full
    assert drawn(33, 0) == full, "a concealed kong"


def test_no_two_tiles_look_alike(device: Device) -> None:
    play(device, BOARD)
    assert len({tuple(cell(device, tile)) for tile in range(34)}) == 34


def test_the_board_shows_the_score_so_far(device: Device) -> None:
    play(device, BOARD)
    scores = [score(device)]
    for keys in ("left", "right right a hold:right", "down down a right", "up up a a"):
        scores.append(score(play(device, ("a " if keys == "left" else "") + keys)))
    assert scores == ["", "22", "38", "92", "92"], "the hint, a pung, a concealed kong, dragons, a pair"


def test_the_score_stands_before_what_the_hand_lacks(device: Device) -> None:
    """Behind the words it would read as a part of them: "dots 7 30", "7/13 6"."""
    play(device, BOARD + typed("(345m)"))
    title = sorted(text for text in device.texts if text[1] < 10)
    assert [text for _, _, text in title][:2] == ["30", "add 3 sets"]


def test_the_board_shows_what_the_hand_lacks(device: Device) -> None:
    play(device, BOARD)
    texts = []
    position, tiles = START, ""
    for group, tile in (("(345m)", 5), ("(222p)", 10), ("567s", 25), ("777z", 33), ("9p", 17), ("8p", 16)):
        play(device, typed(group, position, tiles))
        position, tiles = tile, f"{tiles} {group}"
        texts.append(device.text()[1])
    assert texts == [
        "add 3 sets",
        "add 2 sets",
        "add 1 set",
        "add a pair",
        "lacks 1 tile",
        "not a hand",
    ]


def test_tiles_that_are_no_sets_yet_are_counted(device: Device) -> None:
    assert "lacks 9 tiles" in text_after(device, BOARD + typed("(345m) 1s 4s"))


def test_marks_show_how_many_tiles_are_in_this_hand_and_in_others(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE))
    play(device, TO_LOSER + typed("(888s) 66z"))
    assert [marks(device, tile) for tile in (25, 32, 10, 33, 22, 0)] == [(3, 0), (2, 0), (0, 3), (0, 3), (0, 1), (0, 0)]


# ---- what a tile may be ----


@pytest.mark.parametrize(
    ("keys", "entered", "points"),
    [
        ("left", (3, "2"), "22"),
        ("right", (3, "4"), "24"),
        ("hold:left", (4, "8"), "28"),
        ("hold:right", (4, "16"), "36"),
        ("up", (1, "chow"), "30"),
        ("down", (1, "chow"), "30"),
        ("a", (2, "pair"), "30"),
        ("hold:a", (1, "one"), "30"),
    ],
)
def test_each_arrow_enters_its_set_for_a_tile_of_a_suit(
    device: Device, keys: str, entered: tuple[int, str], points: str
) -> None:
    play(device, BOARD + "a " + keys)
    assert marks(device, START) == (entered[0], 0)
    assert marks(device, START + 1) == ((1, 0) if entered[1] == "chow" else (0, 0))
    assert score(device) == points


@pytest.mark.parametrize(("to", "key"), [(START, "right"), (33, "left")])
def test_a_key_that_entered_a_set_and_stays_down_moves_no_cursor(device: Device, to: int, key: str) -> None:
    play(device, BOARD)
    device.press(*path(START, to), "a")
    device.hold(key, 900)
    assert (marks(device, to)[0], cursor(device)) == (4 if to == START else 3, to)


def test_a_held_takes_the_first_tile_of_a_chow_in_the_hand(device: Device) -> None:
    assert "hold A: chow" in text_after(device, BOARD)
    assert usual(device) == "concealed"
    play(device, "hold:a")
    assert [marks(device, tile)[0] for tile in (11, 12, 13)] == [1, 1, 1]
    assert "add 3 sets" in device.text()


def test_a_held_takes_an_honour_for_an_exposed_pung(device: Device) -> None:
    assert "hold A: pung" in text_after(device, BOARD + "down down right right")
    assert usual(device) == "exposed"
    play(device, "hold:a")
    assert score(device) == "48", "20 + 4, doubled: the pung of dragons lies open"


def test_a_held_asks_what_a_tile_is_if_its_usual_set_is_impossible(device: Device) -> None:
    play(device, BOARD + typed("(777p) 7p"))
    assert "dots 5" not in device.text()
    device.press(*path(15, 13))
    assert {"dots 5", "pung"} <= set(text_after(device, "hold:a"))


def test_the_cursor_goes_on_behind_a_chow(device: Device) -> None:
    play(device, BOARD + "hold:a")
    assert cursor(device) == 14
    play(device, "right a up")
    assert cursor(device) == 17, "at the edge: the last one"


def test_a_pair_is_entered_at_once_if_nothing_else_is_missing(device: Device) -> None:
    hand = "(345m) (222p) 567s 777z"
    play(device, BOARD + typed(hand) + " " + " ".join(path(33, 17)) + " a")
    assert "winning tile?" in device.text()
    play(device, "b b")
    assert "add a pair" in device.text()
    assert {"dots 9", "pair, hold: one tile"} <= set(text_after(device, "hold:a")), "A held asks"


def test_the_tile_at_the_cursor_is_named_while_no_key_is_pressed(device: Device) -> None:
    """Until the cursor moves, the header shows what the hand lacks."""
    play(device, BOARD + "hold:a wait:1000")
    assert "add 3 sets" in device.text()
    play(device, "up wait:1000")
    assert "characters 6" in device.text()
    play(device, "down down")
    assert "add 3 sets" in device.text()
    play(device, "wait:1000")
    assert "bamboo 6" in device.text()


def test_up_and_down_enter_kongs_of_an_honour(device: Device) -> None:
    assert score(play(device, BOARD + "down down a up")) == "72", "20 + 16, doubled"
    assert score(play(device, f"{TAKE_OFF_TILE} a down")) == "104", "20 + 32, doubled"


def test_the_chow_of_an_eight_or_a_nine_is_the_last_one(device: Device) -> None:
    play(device, BOARD + "right right right right a up")
    assert [marks(device, tile)[0] for tile in (15, 16, 17)] == [1, 1, 1]


def test_a_claimed_kong_is_asked_only_if_that_counts(device_with: Table) -> None:
    device = device_with(three_concealed=True)
    assert {"added", "discard"} <= set(text_after(device, BOARD + "a hold:left"))
    play(device, "right " + typed("222m 333s", START))
    assert score(device) == "72", "20 + 8 + 4 + 4, three concealed: doubled"
    play(device, leave(20) + " a hold:up a hold:left")
    assert "added" not in device.text(), "a loser's is not asked"


def test_b_takes_back_the_last_entry_and_the_cursor_goes_to_it(device: Device) -> None:
    play(device, BOARD + typed("(555p) 777z 5p (345m)"))
    states = []
    for _ in range(5):
        states.append(
            ([marks(device, tile)[0] for tile in (13, 33, 2, 3, 4)], score(device), "B undo" in device.text())
        )
        play(device, TAKE_OFF_TILE + " wait:20")
    assert states == [
        ([4, 3, 1, 1, 1], "60", True),
        ([4, 3, 0, 0, 0], "60", True),
        ([3, 3, 0, 0, 0], "60", True),
        ([3, 0, 0, 0, 0], "22", True),
        ([0, 0, 0, 0, 0], "", False),
    ]
    assert "Cy" in device.text(), "with nothing in, B leads to the card"


def test_the_cursor_goes_to_what_b_took_back(device: Device) -> None:
    play(device, BOARD + typed("(555p) 777z") + " left left " + TAKE_OFF_TILE)
    assert cursor(device) == 33
    play(device, TAKE_OFF_TILE)
    assert cursor(device) == 13


def test_b_takes_back_one_of_several_tiles_that_became_a_set(device: Device) -> None:
    play(device, BOARD + typed("77z 7z"))
    assert score(device) == "56", "20 + 8, doubled: a pung of dragons"
    play(device, TAKE_OFF_TILE)
    assert (marks(device, 33), score(device)) == ((2, 0), "22"), "a pair of dragons"


def test_b_takes_back_tiles_that_a_set_of_the_card_was_given(device: Device) -> None:
    play(device, "up right left left hold:up a left")
    assert "add 3 sets" in device.text()
    play(device, TAKE_OFF_TILE)
    assert "name 1 set" in device.text()
    assert score(device) == "22", "the set is on the card as before"


def test_b_takes_back_tiles_beside_a_set_of_the_card_of_the_same_class(device: Device) -> None:
    play(device, BOARD + typed("(555p)") + f" {leave(13)} left left hold:up " + typed("(345m)"))
    assert ("name 1 set" in device.text(), score(device)) == (True, "24")
    play(device, TAKE_OFF_TILE)
    assert ("name 1 set" in device.text(), score(device)) == (True, "24"), "the chow is gone alone"
    play(device, TAKE_OFF_TILE)
    assert ("name 1 set" in device.text(), score(device)) == (True, "22")


def test_b_takes_back_the_winning_tile_before_a_set(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + " hold:up")
    assert "complete" in device.text()
    play(device, TAKE_OFF_TILE)
    assert "winning tile?" in device.text()
    assert marks(device, 17) == (2, 0), "the pair that was said last is there"
    play(device, TAKE_OFF_TILE)
    assert (marks(device, 17), "add a pair" in device.text()) == ((0, 0), True)


def test_the_last_entry_is_known_after_a_power_cut(device: Device) -> None:
    play(device, BOARD + typed("777z (345m) (555p)") + " wait:1500")
    device.reboot()
    play(device, f"a hold:up {TAKE_OFF_TILE}")
    assert [marks(device, tile)[0] for tile in (33, 2, 13)] == [3, 1, 0]
    play(device, TAKE_OFF_TILE)
    assert [marks(device, tile)[0] for tile in (33, 2, 13)] == [3, 0, 0]


def test_a_draft_without_an_order_opens(device: Device) -> None:
    play(device, BOARD + typed("777z (345m)"))
    app = device.app  # type: ignore[attr-defined]
    draft = app.play.entry.pack()
    del draft["said"]
    entry = unpack(draft, app.play.playing)
    assert entry.tiles(2) == ["777z", "(345m)"]
    app.play.entry = entry
    app.play.changed()
    play(device, "wait:1500")
    device.reboot()
    play(device, f"a hold:up {TAKE_OFF_TILE}")
    assert [marks(device, tile)[0] for tile in (33, 2)] == [3, 0]


# ---- impossible choices ----


def test_a_fifth_of_a_kind_is_refused(device: Device) -> None:
    play(device, BOARD + typed("[7777z]"))
    assert "all four are in" in text_after(device, "a")


def test_a_fifth_of_a_kind_over_all_hands_is_refused(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + TO_LOSER)
    device.press(*path(START, 33), "a")
    assert "pung" not in device.text(), "three of the red dragons are Cy's"
    assert "only 1 left" in text_after(device, "left")
    play(device, "a")
    assert "all four are in" in text_after(device, "a")


def test_a_chow_of_which_a_tile_is_gone_is_refused(device: Device) -> None:
    play(device, BOARD + "right a hold:left left a")
    assert "all four are in" in text_after(device, "up")


def test_three_players_have_no_west_winds(device_with: Table) -> None:
    device = play(device_with(players=3), "down right hold:up")
    device.press(*path(START, 29), "a")
    assert "no West Winds here" in device.text()


def test_a_fifth_set_is_refused(device: Device) -> None:
    play(device, BOARD + typed("(345m) (222p) 567s 777z"))
    assert "four sets are in" in text_after(device, "up hold:a left")


def test_more_tiles_than_a_hand_has_are_refused(device: Device) -> None:
    play(device, BOARD + typed("(345m) (222p) 567s 777z 9p 8s"))
    assert "14 tiles are in" in text_after(device, "left a")
    play(device, leave(24) + TO_LOSER + typed("(111m) (999m) (111p) (999p) 1s") + " hold:up")
    assert "13 tiles are in" in text_after(device, "a")


def test_the_board_shows_for_how_many_tiles_there_is_room(device: Device) -> None:
    play(device, BOARD + "b" + TO_LOSER + typed("(111m) (999m) (111p) 5z 6z"))
    assert "room for 2" in text_after(device, "left a left")


def test_an_opening_hand_has_no_exposed_sets(device_with: Table) -> None:
    device = device_with()
    assert "first hand: concealed" in text_after(device, f"down {rare('opening')} hold:up a left")


def test_a_set_that_the_other_cards_exclude_is_refused(device: Device) -> None:
    play(device, "up right" + " right left" * 3 + TO_LOSER)
    device.press(*path(START, 31), "a")
    assert "3 dragon sets are in" in text_after(device, "left")


def test_a_set_of_the_round_wind_in_tiles_excludes_one_in_another_hand(device: Device) -> None:
    """In Babcock's game, cards do not name the round wind; East's seat wind is the same wind."""
    play(device, "down right down right" + TO_LOSER)
    device.press(*path(START, 27), "a")
    assert "that wind is in" in text_after(device, "left")


def test_a_special_hand_also_excludes_one_on_a_later_card(device: Device) -> None:
    play(device, "right down hold:up")
    device.press(*path(START, 27), "a", "left")
    play(device, leave(27) + " a a a down left")
    assert {"Ann"} <= set(device.text())
    assert "that wind is in" in text_after(device, "a")


# ---- the whole hand ----


def test_the_last_tile_is_asked_when_the_hand_is_complete(device: Device) -> None:
    play(device, BOARD + typed(WHOLE[0]))
    assert "winning tile?" in device.text()
    play(device, "b " + leave(17))
    assert "winning tile?" in device.text(), "nobody forgets it"


def test_no_tile_is_named_by_pressing_a_again(device: Device) -> None:
    play(device, BOARD + typed(WHOLE[0]))
    assert not any(is_cursor(device, tile) for tile in range(35))
    assert "arrows: which tile won?" in text_after(device, "a")
    assert "winning tile?" in text_after(device, "a right"), "the same board"
    assert cursor(device) == 22, "behind the pair that was said last"
    assert "in tiles" in text_after(device, "left a"), "the pair after all"


def test_b_and_a_name_the_tile_named_last(device: Device) -> None:
    play(device, BOARD + typed(WHOLE[0]) + " b a hold:up")
    assert framed(device, 17)


def test_a_complete_hand_shows_its_winning_tile_and_how_to_change_it(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + " hold:up right")
    assert [tile for tile in range(34) if framed(device, tile) and not is_cursor(device, tile)] == [22]
    assert "complete" in device.text()
    play(device, " ".join(path(START + 1, 22)))
    assert "winning tile" in device.text()
    assert "A: winning tile" in text_after(device, "right")
    play(device, "a hold:up right")
    assert [tile for tile in range(34) if framed(device, tile) and not is_cursor(device, tile)] == [23]


def test_arrows_go_from_candidate_to_candidate_of_the_last_tile(device: Device) -> None:
    play(device, BOARD + typed(WHOLE[0]))
    lit = []
    for _ in range(9):
        play(device, "right")
        lit.append(cursor(device))
    lit = lit[-1:] + lit[:-1]
    assert lit == [17, 22, 23, 24, 33, 2, 3, 4, 10], "of the pair, of every chow and pung"
    lit = []
    for _ in range(4):
        lit.append(cursor(device))
        play(device, "down")
    assert lit == [17, 24, 33, 4], "in each row the nearest"


def test_a_drawn_last_tile_is_not_in_an_exposed_set(device: Device) -> None:
    play(device, "up up hold:up " + typed("(345m) (222p) (567s) (777z) 99p"))
    assert "Cy" in device.text(), "it was the nine of dots, which was not asked"
    assert {"in tiles"} <= set(device.text())


def test_a_claimed_last_tile_is_not_in_a_kong(device: Device) -> None:
    play(device, BOARD + typed("(3333m) (222+2p) [5555s] [7777z] 99p"))
    assert "in tiles" in device.text()


def test_a_claimed_last_tile_may_be_in_an_exposed_set(device: Device) -> None:
    """By the rules it scores as a tile of the hand: the claimed set is exposed, whichever way it was entered."""
    hand = "(345m) (222p) 567s 777z 99p"
    play(device, BOARD + whole_hand(hand, "2p", "(222p)"))
    assert (score(device), "in tiles" in device.text()) == ("60", True), "20 + 2 + 8, doubled"
    play(device, f"{to_saved()}")
    record = saved(device)
    assert sorted(record["hands"]["W"]["tiles"].split()) == sorted(["(345m)", "222p", "567s", "777z", "99p"])
    assert record["win"]["tile"] == "2p"


def test_b_makes_the_set_of_a_claimed_tile_exposed_again(device: Device) -> None:
    hand = "(345m) (222p) 567s 777z 99p"
    play(device, BOARD + whole_hand(hand, "3m", "(345m)") + f" hold:up {TAKE_OFF_TILE}")
    assert "winning tile?" in device.text()
    play(device, " ".join([TAKE_OFF_TILE] * 4 + [leave(10)]))
    app = device.app  # type: ignore[attr-defined]
    assert app.play.entry.tiles(2) == ["(345m)"]


def test_a_concealed_and_an_exposed_tile_may_each_have_been_the_last(device: Device) -> None:
    play(device, BOARD + typed("(345m) (567m) 222p 777z 55m"))
    framed_tiles = set()
    for _ in range(9):
        play(device, "right")
        if cursor(device) == 4:
            framed_tiles.add(tuple(i for i in (2, 3, 5, 6) if framed(device, i)))
    assert framed_tiles == {(), (2, 3), (5, 6)}, "the pair, one chow, the other"


def test_a_set_that_a_claimed_tile_completed_is_exposed(device_with: Table) -> None:
    hand = "123m 456p 789s 111z 55z"
    device = device_with()
    assert score(play(device, "up up hold:up " + whole_hand(hand, "1z"))) == "32", "20 + 2 + 8 + 2"
    play(to_table_as_it_stands(device), "up left")
    assert score(device) == "26", "how it was won has changed: the pung lies open, and nothing was drawn"


def test_the_only_place_follows_from_the_tiles(device: Device) -> None:
    assert score(play(device, BOARD + whole_hand("(345m) (789p) 123s 456s 22p", "2p"))) == "22", "20, only place"
    assert "only" in text_after(to_table_as_it_stands(device), "up")


def test_the_set_of_the_last_tile_follows_from_the_tiles(device_with: Table) -> None:
    device = device_with("harr-limit")
    play(device, BOARD + whole_hand("(345m) (789p) 123s 456s 22p", "2s"))
    assert score(device) == "12", "10, a chow filled in the middle"
    assert {"Di", "A none"} <= set(text_after(device, "a"))


@pytest.mark.parametrize("rules", ["babcock", "harr", "harr-limit", "chinese"])
def test_a_pair_that_the_last_tile_made_stands_on_the_card(device_with: Table, rules: str) -> None:
    device = device_with(rules)
    play(device, BOARD + whole_hand("(345m) (222p) 567s 111p 77z", "7z"))
    assert "in tiles" in device.text()
    app = device.app  # type: ignore[attr-defined]
    assert DRAGON_PAIR in app.play.entry.sets(2)
    laid = app.play.entry.laid(2, app.play.playing.rules)
    assert (DRAGON_PAIR not in laid) == (rules == "harr-limit"), "there it counts as filled, and not as a pair beside"


def test_the_suit_and_special_hands_follow_from_the_tiles(device_with: Table) -> None:
    device = device_with(nine_gates=True)
    assert score(play(device, BOARD + whole_hand("111m 234m 567m 8m 999m 5m", "5m"))) == "300"
    assert "complete" in text_after(device, "hold:up"), "and could be opened again"


def test_seven_pairs_are_a_hand_if_that_was_agreed(device_with: Table) -> None:
    pairs = "11m 22m 55p 66p 77s 33z 55z"
    assert "not a hand" in text_after(device_with(), BOARD + typed(pairs))
    device = device_with(seven_twins=True)
    assert score(play(device, BOARD + whole_hand(pairs, "7s"))) == "150"


def test_one_of_each_major_is_a_hand_if_that_was_agreed(device_with: Table) -> None:
    device = device_with(thirteen_orphans=True)
    orphans = "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 77z"
    assert score(play(device, BOARD + whole_hand(orphans, "1m"))) == "300"


def test_the_last_tile_of_an_original_hand_is_not_asked(device_with: Table) -> None:
    device = device_with()
    play(device, f"down {rare('opening')} hold:up " + typed("123m 456p 789s 111z 55z"))
    assert {"Ann", "300"} <= set(device.text())
    assert "complete" in text_after(device, "hold:up")


def test_a_robbed_tile_is_the_only_one_of_its_kind(device: Device) -> None:
    play(device, f"up {rare('robbed', 'right')} hold:up " + typed("234m 456p 789s 222m 55z"))
    lit = []
    for _ in range(8):
        play(device, "right")
        lit.append(cursor(device))
    assert set(lit) == {2, 3, 12, 13, 14, 24, 25, 26}


def test_the_robbed_player_has_an_exposed_pung_of_that_tile(device: Device) -> None:
    play(device, f"up {rare('robbed', 'left')} hold:up " + whole_hand("234m 456p 789s 222m 55z", "4m"))
    assert "0" in text_after(device, "a"), "Di, who was robbed"
    assert "enter exposed pung" in text_after(device, "a")
    assert "enter exposed pung" in text_after(device, "up left a"), "of a major"
    assert "Ann" in text_after(device, "b left left a")


def test_a_loose_tile_may_follow_a_flower(device_with: Table) -> None:
    device = device_with(flowers="seasons")
    play(device, f"up {rare('loose')} hold:up " + whole_hand("123m 456p 789s 111z 55z", "5z"))
    assert "after a kong or flower" in text_after(device, "a")
    assert "Cy: flowers" in text_after(device, "hold:left")
    assert "Di" in text_after(device, "up a")


def test_the_last_tile_can_be_changed_on_the_board(device: Device) -> None:
    play(device, BOARD + whole_hand("(345m) (789p) 123s 456s 22p", "2p"))
    assert score(device) == "22"
    play(device, "hold:up")
    assert "complete" in device.text()
    device.press(*path(START, 18), "a")
    assert score(device) == "30", "a one of bamboo, where a four would have done as well: nothing counts"


def test_marks_that_follow_from_tiles_cannot_be_changed(device_with: Table) -> None:
    device = device_with(four_winds=True)
    play(device, BOARD + whole_hand(*WHOLE))
    assert "follows from the tiles" in text_after(device, "hold:a up")
    assert "follows from the tiles" in text_after(device, "down right")


# ---- a loser's ----


def test_a_losers_sets_count_like_all_tiles_of_the_hand(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + TO_LOSER + loser_script("(444z) 111p 55z"))
    assert score(device) == "28", "14, doubled"
    play(device, "hold:up " + loser_script("2m 4m 6s 8s 9s", prior=8))
    assert (score(device), "in tiles" in device.text()) == ("28", True)


def test_the_suit_of_a_loser_counts_if_all_tiles_are_entered(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + TO_LOSER + loser_script("111m 22m 4m 5m 6m 7m 8m 9m 1z"))
    assert score(device) == "8", "12 tiles are not all"
    play(device, "hold:up " + loser_script("2z", prior=12))
    assert score(device) == "16", "13 are: one suit and honours"


# ---- from card to tiles and back ----


def test_sets_of_the_card_are_given_their_tiles(device: Device) -> None:
    play(device, "up right left left right right hold:up")
    assert "name 2 sets" in device.text()
    assert score(device) == "60", "20 + 2 + 8, doubled"
    play(device, "a left")
    assert "name 1 set" in device.text()
    assert score(device) == "60", "the set is the one that was there"
    play(device, "down down right right a right")
    assert "add 2 sets" in device.text()
    assert score(device) == "60"


@pytest.mark.parametrize("made", ["added to a pung", "claimed"])
def test_a_kong_of_the_card_stays_when_its_tiles_are_taken_back(device_with: Table, made: str) -> None:
    device = device_with(three_concealed=True)
    card = play(device, "up right left up").text()
    assert "name 1 set" in text_after(device, "hold:up")
    assert "add 3 sets" in text_after(device, "a hold:left " + ("right" if made == "claimed" else "left"))
    assert "name 1 set" in text_after(device, TAKE_OFF_TILE)
    assert play(device, leave()).text() == card


def test_another_set_is_added_to_those_of_the_card(device: Device) -> None:
    play(device, "up right left left hold:up a right")
    assert "name 1 set" in device.text()
    assert score(device) == "26", "20 + 2 + 4"


def test_sets_of_the_card_take_their_room(device: Device) -> None:
    play(device, "up right" + " left left" * 4 + " hold:up a")
    assert "name the card's sets" in text_after(device, "right")
    assert "name 3 sets" in text_after(device, "left")


def test_sets_in_tiles_are_taken_off_and_added_to_on_the_card(device: Device) -> None:
    play(device, BOARD + loser_script("(222p) 777z") + f" {TAKE_OFF}")
    assert score(device) == "22", "the pung of dragons is gone, and nothing else"
    assert "add 3 sets" in text_after(device, "hold:up")
    play(device, leave() + " left left")
    assert "name 1 set" in text_after(device, "hold:up")


def test_the_tiles_that_the_card_would_drop_are_shown_first(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE))
    assert "drops these tiles:" in text_after(device, "left")
    play(device, "b")
    assert "in tiles" in device.text()
    assert "complete" in text_after(device, "left left"), "to the tiles: nothing is dropped"
    play(device, leave() + " left right")
    assert "2-8?" in device.text(), "on by the card, to what was pressed"
    play(device, "b")
    assert score(device) == "60"
    assert "in tiles" not in device.text()
    assert "add 2 sets" in text_after(device, "hold:up"), "the sets have kept their tiles"


def test_a_set_is_taken_back_on_the_card_after_the_other_tiles_are_dropped(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + f" left right b {TAKE_OFF}")
    assert score(device) == "22", "20 + 2"


def test_a_change_of_winner_keeps_the_tiles_of_both(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE))
    play(to_table_as_it_stands(device), "right down hold:up")
    assert "B back" in device.text()
    assert marks(device, 10) == (0, 3)
    play(device, "b a hold:up")
    assert marks(device, 10) == (3, 0)
    assert "14/13" in device.text()
    assert "13 tiles are in" in text_after(device, "a")
    play(device, TAKE_OFF_TILE)
    assert "12/13" in device.text()


# ---- kept ----


def test_a_half_entered_hand_survives_a_power_cut(device: Device) -> None:
    play(device, BOARD + typed("(345m) (222p) 567s") + " wait:1500")
    device.reboot()
    play(device, "a hold:up")
    assert "add 1 set" in device.text()
    assert [marks(device, tile)[0] for tile in (2, 10, 22)] == [1, 3, 1]


def test_a_whole_hand_survives_a_power_cut(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + " wait:1500")
    device.reboot()
    assert {"60", "in tiles"} <= set(text_after(device, "a"))


def test_the_menu_leads_back_to_the_board(device: Device) -> None:
    play(device, BOARD + typed("(345m)") + f" {MENU} {LEAVE_MENU}")
    assert "add 3 sets" in device.text()
    assert marks(device, 2) == (1, 0)


def saved(device: Device) -> dict[str, Any]:
    """Returns the last deal as it is in the ledger."""
    return records(device)[-1]


def test_a_whole_hand_is_kept_as_tiles_and_the_rest_as_cards(device: Device) -> None:
    play(
        device,
        BOARD + whole_hand(*WHOLE) + TO_LOSER + loser_script("(111m) 66z 4p") + f" a left left {to_saved(number=2)}",
    )
    assert "saved" in device.text()
    record = saved(device)
    assert record["win"]["tile"] == "5s"
    assert sorted(record["hands"]["W"]["tiles"].split()) == sorted(WHOLE[0].split())
    assert record["hands"]["N"] == {"sets": ["(pung major)", "pair dragon"]}
    assert record["named"] == {"N": "(111m) 66z 4p"}


def test_a_replay_of_the_ledger_gives_the_same(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + TO_LOSER + loser_script("(111m) 66z") + f" {to_saved(number=3)}")
    replay = replayed(device)
    assert replay["deals"][0]["hands"]["W"]["score"] == 60
    assert replay["deals"][0]["hands"]["W"]["arrangement"] == "(222p) (345m) (567s) 777z 99p"
    play(device, "a")
    assert {str(balance) for balance in replay["balances"].values()} <= set(device.text())


def test_a_saved_deal_is_corrected_with_its_tiles(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + TO_LOSER + loser_script("(111m) 66z 4p") + f" {to_saved(number=3)}")
    play(device, f"{NEXT} {DEALS} a a right")
    assert {"60", "in tiles"} <= set(device.text())
    assert "complete" in text_after(device, "hold:up")
    play(device, leave() + " a hold:up")
    assert "6/13" in device.text()
    assert [marks(device, tile) for tile in (0, 32, 12, 33)] == [(3, 0), (2, 0), (1, 0), (0, 3)]


def test_a_deal_that_is_read_again_names_its_sets(device: Device) -> None:
    items = ["mah-jong", "20", "pung of 2-8", "2", "pung of dragons", "8"]
    play(device, BOARD + whole_hand(*WHOLE) + f" {to_result()} up")
    assert device.text()[5:] == items
    play(device, "b a a")
    device.reboot()
    assert text_after(device, f"{DEALS} a up")[5:] == items
    assert "pung of dragons" in text_after(device, "right")


def test_a_deal_that_another_program_wrote_opens_with_its_tiles(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    folder = lay(tmp_path, "babcock")
    evening = open_evening(Store(str(folder), None))
    hands = {"W": {"tiles": "(345m)(222p)567s777z99p"}, "N": {"tiles": "123m111z 22z 3456p9s"}}
    deal = {"winner": "W", "win": {"by": "discard", "from": "S", "tile": "5s"}, "hands": hands}
    save(evening, read_deal(deal, evening.session.rules))
    device = switch_on(folder)
    play(device, f"{DEALS} a a right")
    assert {"60", "in tiles"} <= set(device.text())
    play(device, "hold:up")
    assert [marks(device, tile)[0] for tile in (2, 10, 22, 33, 17)] == [1, 3, 1, 3, 2]
    play(device, f"{TAKE_OFF_TILE} {TAKE_OFF_TILE}")
    assert [marks(device, tile)[0] for tile in (2, 3, 4, 24)] == [1, 1, 1, 0], "the winning tile, and a single one"


def test_a_corrected_hand_is_saved_with_its_tiles(device: Device) -> None:
    play(device, BOARD + whole_hand(*WHOLE) + f" {to_table()}")
    play(device, f"{DEALS} a a right hold:up")
    play(device, f"{TAKE_OFF_TILE} {TAKE_OFF_TILE} " + typed("99s", 17) + " b" + " a" * 7)
    corrected = saved(device)
    assert corrected["correct"] == 1
    hand = "(345m) (222p) 567s 777z 99s"
    assert sorted(corrected["deal"]["hands"]["W"]["tiles"].split()) == sorted(hand.split())


@pytest.mark.parametrize(
    ("tiles", "last", "place"),
    [
        ("(345m) (222p) 567s 777z 99p", "5s", (69, 20)),  # a nine, drawn above
        ("(345m) (222p) 567s 777z 44p", "5s", (67, 38)),  # 2-8, drawn on the left behind an exposed pung
        ("(345m) (222p) 567s 777z 22z", "5s", (69, 20)),  # the wind of another player
        ("(345m) 222p 567s 345m 44m", "5s", (68, 38)),  # two of three fours are the pair
    ],
)
def test_the_card_of_a_whole_hand_shows_the_pair_that_scores_nothing(
    tiles: str, last: str, place: tuple[int, int]
) -> None:
    with Headless() as device:
        assert "in tiles" in play(device, BOARD + whole_hand(tiles, last)).text()
        x, y = place
        rows = [row[x : x + 8] for row in device.pixels()[y : y + 7]]
        assert {row[:7].replace("0", " ").replace("1", "#") for row in rows} == {"### ###"}, rows


@pytest.mark.parametrize(
    ("rules", "tiles", "last"),
    [
        ("", "(345m) (222p) 567s 111p 66z", "5s"),  # the pair scores, and is a set of the card
        (game("babcock", thirteen_orphans=True), "19m 19p 19s 1234567z 1m", "1m"),
        (game("babcock", seven_twins=True), "2233m 4455p 6677s 88s", "8s"),
    ],
)
def test_no_other_pair_is_drawn(rules: str, tiles: str, last: str) -> None:
    with Headless() as device:
        play(device, rules + BOARD + whole_hand(tiles, last))
        assert sorted(device.app.screen.sets) == sorted(device.app.play.entry.sets(2))


def test_the_last_tile_is_asked_again_when_the_hand_changed_meanwhile() -> None:
    """The menu keeps a link with the tile that was chosen. Other hands may change before it is opened again."""
    with Headless() as device:
        play(device, BOARD + typed(WHOLE[0]))
        app: Any = device.app
        device.wait(100)
        board = app.screen
        match = board.matches[0]
        for kept, expected in ((match, match), ((match[0], "(123m)"), None), ((33, "(777z)"), None)):
            board.resume((match[0], match[0], False, LAST, kept))
            assert board.match == expected


def test_tiles_of_a_goulash_beyond_the_fourth_have_no_mark() -> None:
    """Wild tiles may stand for them. The nine of characters is at the right edge."""
    with Headless() as device:
        play(device, BOARD)
        app: Any = device.app
        app.screen.hand.elsewhere[8] = 6
        boxes: list[tuple[int, ...]] = []
        canvas = SimpleNamespace(**dict.fromkeys(("frame", "box"), lambda *box: boxes.append(box)))
        canvas.text = canvas.face = lambda *_: None
        app.screen._draw_tiles(canvas)
        assert max(x + width for x, _, width, _ in boxes) <= 128


def test_the_card_does_not_ask_of_a_kong_whose_tiles_tell_that_it_was_claimed(device_with: Table) -> None:
    device = device_with(three_concealed=True)
    play(device, f"up right left up hold:up a hold:left right {leave()}")
    assert {"1", "follows from the tiles"} <= set(text_after(device, "hold:a down right"))
    play(device, "b b hold:up b")
    assert "name 1 set" in device.text(), "the board still takes its tiles back"


def test_the_board_takes_a_claimed_kong_back_whose_mark_the_card_took_back(device_with: Table) -> None:
    device = device_with(three_concealed=True)
    play(device, f"up right left up hold:up a hold:left right {leave()}")
    assert "undone: discard 1" in text_after(device, "b")
    assert "name 1 set" in text_after(device, "hold:up b")


CONTRADICTED = {
    "the list of ways": ("up up right left a up hold:b hold:b up a hold:a down down down right hold:b hold:b a", OPEN),
    "a hand looked up, to Table": (f"{LUCKY} a up {HANDS} up a right left hold:b hold:b a", OPEN),
    "a hand looked up, and back": (f"up a left right up a up {HANDS} up a b b b b b a", "loose tile: after a kong"),
    "a way looked up, and back": (
        f"up up right left a up {HANDS} up up a a hold:a down down down right a b b b b a",
        OPEN,
    ),
}


@pytest.mark.parametrize(("keys", "refusal"), CONTRADICTED.values(), ids=CONTRADICTED)
def test_a_winners_hand_that_contradicts_the_way_comes_again(device_with: Table, keys: str, refusal: str) -> None:
    """Whichever way players leave it: the deal would be impossible."""
    device = play(device_with("chinese"), keys)
    assert {"Cy", refusal} <= set(text_after(device, "a"))
