"""The wall to open and the draw for seats, by keys. The device's dice are those of the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from help.named_keys import FIRST_WALL, NEW, WALL, to_saved, to_table
from help.playing import play, text_after, wind_of
from mingg_host.device.headless import Device, Headless
from screens.screens_deals import HARR_OF_THREE, THREE_ROUNDS
from screens.screens_setup import EAST, PLAYERS
from screens.screens_wall import BABCOCK, CHINESE, FIVE, FOUR, HARR, LIMIT, THREE, TWO, proposal, seats, session, throw

TABLE = {"2000", "Ann"}
AGAIN = "up: draw again"


def names_and_winds(device: Device) -> dict[str, str]:
    """Returns each name on the panel with the wind nearest to it."""
    texts = device.texts
    return {name: wind_of(device, name) for _, _, name in texts if name in ("Ann", "Bo", "Cy", "Di")}


class Bytes:
    """A module os whose random bytes a test chooses."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def urandom(self, count: int) -> bytes:
        return bytes([0] * (count - 1) + [self.values.pop(0)])


@pytest.fixture
def rolling(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Device]]:
    """Returns a device with this randomness. A test can set that only on CPython."""
    devices: list[Device] = []

    def start(*values: int) -> Device:
        dice = __import__("mingg.hal.dice", None, None, ["os"])
        monkeypatch.setattr(dice, "os", Bytes(*values) if values else object())
        devices.append(Headless())
        return devices[-1]

    yield start
    for device in devices:
        device.close()


# ---- the dice ----


def test_the_device_throws_by_os_urandom(rolling: Callable[..., Device]) -> None:
    device = rolling(2, 254, 3, 5, 0)  # 3 and 4; a byte that is skipped, since it would not be fair; 6 and 1
    assert "7" in text_after(device, f"{FIRST_WALL} a")
    assert "7 + 7" in text_after(device, "a")


def test_a_machine_without_random_numbers_shows_that_and_takes_entered_throws(rolling: Callable[..., Device]) -> None:
    device = rolling()
    assert "no dice here: enter" in text_after(device, f"{FIRST_WALL} a")
    assert "7 + 9" in text_after(device, throw(7) + "a " + throw(9) + "a")
    play(device, f"a {NEW}x9 down a " + throw(7) + "a " + throw(7) + "a")
    assert "no dice here: enter" in text_after(device, "a")


def test_without_random_numbers_an_arrow_names_the_first_east(rolling: Callable[..., Device]) -> None:
    assert "no dice: arrows" in text_after(rolling(), proposal() + f"x{EAST - PLAYERS} down a a")


def test_a_throw_that_was_seen_is_not_rolled_again(rolling: Callable[..., Device]) -> None:
    device = rolling(0, 0, 5, 5)
    play(device, f"{FIRST_WALL} a a")
    assert "2 + 12" in device.text()
    play(device, "b b a a")
    assert "2 + 12" in device.text()
    assert "2 + 2" in text_after(device, "b right a")  # 12 and one more: entered over the throw


def test_the_discs_are_drawn_by_the_same_dice(rolling: Callable[..., Device]) -> None:
    # 4 + 1, 1 + 1; of E S W N a byte that names none, then the third; of E S N the last; of E S the first
    device = rolling(3, 0, 0, 0, 4, 2, 5, 0)
    assert {"Di drew East and", "sits where the box is."} <= set(text_after(device, seats() + "a a a a a"))
    winds = [text for _, _, text in device.texts if text in ("E", "S", "W", "N")]
    assert winds == ["W", "N", "E", "S"]


# ---- the wall ----


def test_the_wall_is_opened_between_two_deals(device: Device) -> None:
    play(device, to_table("up right"))
    assert "deal 2" in text_after(device, WALL)
    assert "A Table" in text_after(device, throw(7) + "a " + throw(9) + "a")
    assert "2" in text_after(device, "a")
    assert "deal 2" not in device.text()


def test_b_goes_back_throw_by_throw_and_then_to_table(device: Device) -> None:
    opened = text_after(device, f"{FIRST_WALL} " + throw(7) + "a " + throw(9) + "a")
    assert "9" in text_after(device, "b")
    assert "7" in text_after(device, "b")
    assert text_after(device, "a a") == opened
    assert set(text_after(device, "b b b b")) >= TABLE


def test_one_throw_counts_for_both_and_can_become_two_again(device: Device) -> None:
    assert "7" in text_after(device, f"{FIRST_WALL} " + throw(7) + "hold:a")
    assert "A Table" in device.text()
    assert "throws" in text_after(device, "hold:a")
    assert "7 + 9" in text_after(device, throw(9) + "a")
    assert "7" in text_after(device, "hold:a")
    assert "7 + 9" in text_after(device, "hold:a")


@pytest.mark.parametrize(
    ("begin", "openers", "stacks"),
    [
        (session(BABCOCK), ("Ann", "Bo", "Cy", "Di"), 17),
        (session(CHINESE, FIVE), ("Ann", "Bo", "Cy", "Di"), 17),
        (session(LIMIT, FOUR, True), ("Ann", "Bo", "Cy", "Di"), 18),
        (session(HARR, THREE), ("Ann", "Bo", "Ann", "Di"), 17),
        (session(HARR, TWO), ("Ann", "Ann", "Cy", "Ann"), 17),
        (session(BABCOCK, TWO), ("Ann", "Ann", "Cy", "Cy"), 17),
        (session(BABCOCK, THREE), ("Ann", "Bo", "Di"), 22),
    ],
)
def test_every_throw_opens_the_right_wall(device: Device, begin: str, openers: tuple[str, ...], stacks: int) -> None:
    play(device, begin)
    for first in range(2, 13):
        second = 14 - first if first % 2 else 12
        texts = text_after(device, f"{FIRST_WALL} " + throw(first) + "a " + throw(second) + "a")
        assert f"{first} + {second}" in texts
        assert openers[(first - 1) % len(openers)] in texts
        assert str(first + second) in texts
        if len(openers) == 4:
            assert gap(device.pixels(), stacks) == ring(stacks, (first - 1) % 4, first + second)
        play(device, "a")


def ring(stacks: int, chair: int, count: int) -> int:
    """Returns the index of a stack among all, clockwise from the corner at the lower right; chairs go the other way
    around."""
    return (stacks * (-chair % 4) + count - 1) % (4 * stacks)


def gap(pixels: list[str], stacks: int) -> int:
    """Returns where the wall on the panel is open, counted like ring()."""
    x, y, deep = 30, 37, 4
    corners = []
    for i in range(stacks):
        corners.append((x + stacks - 2 * (i + 1), y + stacks + 1, 2, deep))
    for i in range(stacks):
        corners.append((x - stacks - 1 - deep, y + stacks - 2 * (i + 1), deep, 2))
    for i in range(stacks):
        corners.append((x - stacks + 2 * i, y - stacks - 1 - deep, 2, deep))
    for i in range(stacks):
        corners.append((x + stacks + 1, y - stacks + 2 * i, deep, 2))
    dark = [
        i
        for i, (left, top, w, h) in enumerate(corners)
        if all(set(pixels[row][left : left + w]) == {"0"} for row in range(top, top + h))
    ]
    assert len(dark) == 1
    return dark[0]


def test_three_by_harr_have_a_dummy_wall_at_the_free_seat(device: Device) -> None:
    # Di wins: Bo, to Ann's right, is East. Nobody sits to the right of Bo: 2 is the dummy, 3 is Di, 4 is Ann.
    play(device, session(HARR, THREE) + to_table("left right", 3))
    assert names_and_winds(device) == {"Bo": "E", "Di": "S", "Ann": "N"}
    for first, opener, note in ((2, "Bo", "dummy wall"), (3, "Di", "no dead wall"), (4, "Ann", "no dead wall")):
        texts = text_after(device, f"{WALL} {throw(first)}" + "a " + throw(7) + "a")
        assert opener in texts
        assert note in texts
        play(device, "a")


def test_the_dead_wall_of_the_chinese_game_grows(device: Device) -> None:
    play(device, session(CHINESE) + f"{FIRST_WALL} " + throw(7) + "a " + throw(9) + "a")
    striped = device.pixels()
    assert "14 dead" in device.text()
    assert {"16 dead", "2 loose out"} <= set(text_after(device, "up up"))
    assert sum(row.count("1") for row in device.pixels()[12:24]) != sum(row.count("1") for row in striped[12:24])
    play(device, "down down")
    assert device.pixels() == striped


# ---- the draw for seats ----


def test_harrs_illustration_1(device: Device) -> None:
    # C throws 7; A lays out the discs, the second on the box, and throws 8; D, A, B, C take South, North, East, West.
    texts = text_after(device, seats(HARR) + throw(7) + "a")
    assert "Cy lays them face" in texts
    play(device, "right a " + throw(8) + "a down up right a")
    assert names_and_winds(device) == {"Di": "E", "Bo": "S", "Ann": "W", "Cy": "N"}
    _, y, _ = next(text for text in device.texts if text[2] == "Di")
    assert y < 20  # across, where Cy took the box
    play(device, "a")
    assert {"Di", "Bo"} <= set(text_after(device, "a"))
    assert names_and_winds(device) == {"Di": "E", "Bo": "S", "Ann": "W", "Cy": "N"}


def test_babcocks_mingg_and_who_is_east_first(device: Device) -> None:
    # The Mingg stays with Ann; Bo takes West, Cy North, Di East, Ann South. Di, now below, throws 6: to their right.
    play(device, seats() + throw(5) + "a " + throw(2) + "a left up right a " + throw(6) + "a")
    assert names_and_winds(device) == {"Ann": "E", "Bo": "S", "Cy": "W", "Di": "N"}
    play(device, "a a")
    assert names_and_winds(device) == {"Ann": "E", "Bo": "S", "Cy": "W", "Di": "N"}
    _, y, _ = next(text for text in device.texts if text[2] == "Di")
    assert y > 50


def test_b_goes_back_through_the_draw_and_loses_nothing(device: Device) -> None:
    drawn = text_after(device, seats() + throw(5) + "a " + throw(2) + "a left up right a " + throw(6) + "a")
    play(device, "b b b b b b")  # East's throw, all discs, two, one, none: the second throw
    play(device, "a a a a a a")
    assert device.text() == drawn
    assert "new evening" in text_after(device, "b b b b b b b b")


def test_between_two_games_the_winner_of_the_last_deal_throws(device: Device) -> None:
    bo_wins = THREE_ROUNDS.rsplit("down down", 1)[0] + to_saved("right right", 3)
    babcock_seats = "down a right x8 down a "
    texts = text_after(device, HARR_OF_THREE + bo_wins + " a a down a " + babcock_seats)
    assert texts[texts.index("throws") - 1] == "Bo"
    assert AGAIN in text_after(device, NINE + NINE + "right up a " + NINE)


@pytest.fixture
def direct() -> Iterator[Callable[..., Headless]]:
    """A draw for seats alone."""
    devices = []

    def start(names: list[str], rules: str = "babcock", first: bool = True) -> Headless:
        device = Headless()
        devices.append(device)
        app: Any = device.app
        play(device, NEW)
        set_up = app.play.set_up
        set_up.take_players(len(names))
        set_up.take_rules(rules)
        for chair, name in zip(chairs_of(set_up), names, strict=True):
            set_up.people[chair] = name
        app.show("setup.seats.DrawSeats", first, 0)
        app.navigator.open_due()
        return device

    yield start
    for device in devices:
        device.close()


def chairs_of(set_up: Any) -> list[int]:
    return [*set_up.chairs(), 4][: set_up.players]


def seated(device: Headless) -> tuple[list[str], int]:
    """Returns who has which chair in the proposal, and the chair of East."""
    set_up: Any = device.app.play.set_up
    return [set_up.people[chair] for chair in chairs_of(set_up)], set_up.east


NINE = throw(9) + "a "
DRAW = NINE + NINE + "right down left a " + NINE  # all players keep their seats


def test_a_player_who_objects_can_call_two_more_draws(direct: Callable[..., Headless]) -> None:
    device = direct(["Ann", "Bo", "Cy", "Di"], first=False)
    assert AGAIN in text_after(device, DRAW)
    assert text_after(device, "down").count(AGAIN) == 2
    assert AGAIN in text_after(device, "up " + DRAW)
    assert AGAIN not in text_after(device, "up " + DRAW)
    assert "three draws at most" in text_after(device, "up")
    play(device, "a")
    assert seated(device) == (["Ann", "Bo", "Cy", "Di"], 0)


def test_a_draw_by_the_wind_box_is_final(direct: Callable[..., Headless]) -> None:
    device = direct(["Ann", "Bo", "Cy", "Di"], "harr", first=False)
    assert AGAIN not in text_after(device, NINE + "a " + NINE + "right down left a")
    assert "this draw stands" in text_after(device, "up")


@pytest.mark.parametrize(
    ("names", "discs", "drawn"),
    [
        # places of two are counted by two, of three by three; of five, four draw
        (["Ann", "Cy"], "left", (["Ann", "Cy"], 2)),
        (["Ann", "Bo", "Di"], "up down", (["Di", "Bo", "Ann"], 3)),
        (["Ann", "Bo", "Cy", "Di", "Eve"], "right down left", (["Bo", "Cy", "Di", "Ann", "Eve"], 3)),
        (["", "Bo", "", "Di"], "right down left", (["Bo", "", "Di", ""], 3)),
    ],
)
def test_the_draw_for_every_number_of_players(
    direct: Callable[..., Headless], names: list[str], discs: str, drawn: object
) -> None:
    device = direct(names)
    play(device, throw(5) + "a " + throw(6) + "a " + discs + " a " + throw(8) + "a a")
    assert seated(device) == drawn
