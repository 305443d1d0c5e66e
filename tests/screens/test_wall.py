"""The chairs around the table, the draw for seats and the wall to open, by keys. The device's dice are those of the
machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from help.named_keys import FIRST_WALL, NEW, to_saved
from help.playing import play, text_after, wind_of
from help.walking import Check, Walk, go, walks
from mingg_host.device.headless import Device, Headless
from screens.screens_deals import HARR_OF_THREE, THREE_ROUNDS
from screens.screens_setup import EAST, PLAYERS
from screens.screens_wall import CHINESE, FIVE, HARR, THREE, TWO, proposal, seats, session, throw

TABLE = {"2000", "Ann"}


def names_and_winds(device: Device) -> dict[str, str]:
    """Returns each name on the panel with the wind nearest to it."""
    texts = device.texts
    return {name: wind_of(device, name) for _, _, name in texts if name in ("Ann", "Bo", "Cy", "Di")}


def chairs(device: Device) -> dict[str, str]:
    """Returns who sits where, by arrow; "here" stands for the empty chair."""
    people = [(x, y, text.removeprefix("nobody ")) for x, y, text in device.texts]
    people = [(x, y, text) for x, y, text in people if text in {"Ann", "Bo", "Cy", "Di", "Eve", "here"}]
    return {("up" if y < 20 else "down" if y > 48 else "left" if x < 60 else "right"): text for x, y, text in people}


def dummy(device: Headless) -> str:
    """Returns the side of the wall before which nobody sits."""
    screen: Any = device.app.screen
    (side,) = [side for side, chair in screen.chairs.items() if chair not in screen.players]
    return str(side)


CHECKS: dict[str, Check] = {
    "chairs": lambda device, words: chairs(device) == dict(word.split("=") for word in words.split()),
    "nobody-at": lambda device, side: dummy(device) == side,
    "winds": lambda device, words: names_and_winds(device) == dict(word.split("=") for word in words.split()),
}
KEYS = {f"THROW{number}": throw(number) + "a " for number in range(2, 13)}
KEYS |= {
    "THROW7_ONCE": throw(7),
    "SEATS": seats(),
    "SEATS_OF_HARR": seats(HARR),
    "CHINESE_GAME": session(CHINESE),
    "HARR_OF_THREE": session(HARR, THREE),
}
KEYS |= {
    "SEATS_OF_TWO": seats(players=TWO),
    "SEATS_OF_THREE": seats(players=THREE),
    "SEATS_OF_FIVE": seats(players=FIVE),
}
KEYS |= {"GAMES": HARR_OF_THREE + THREE_ROUNDS.rsplit("down down", 1)[0] + to_saved("right right", 3)}


@walks("""
The wall is opened between two deals
    up right x4 a NEXT WALL | deal 2
    THROW7 THROW9 | A Table
    a | 2 ; ! deal 2
B goes back throw by throw and then to Table
    FIRST_WALL THROW7 THROW9 | keep opened
    b | 9
    b | 7
    a a | is opened
    b b b b | 4 x 2000 ; Ann
One throw counts for both and can become two again
    FIRST_WALL THROW7_ONCE hold:a | 7 ; A Table
    hold:a | throws
    THROW9 | 7 + 9
    hold:a | 7
    hold:a | 7 + 9
Three by Harr have a dummy wall at the free seat
    # Di wins: Bo, to Ann's right, is East. Nobody sits to the right of Bo: 2 is the dummy, 3 is Di, 4 is Ann.
    HARR_OF_THREE left right x3 a NEXT | winds Bo=E Di=S Ann=N
    WALL THROW2 THROW7 | Bo ; dummy wall
    a WALL THROW3 THROW7 | Di ; no dead wall
    a WALL THROW4 THROW7 | Ann ; no dead wall
Harr's Illustration 1
    # C throws 7; A lays out the discs, the second on the box, and throws 8; D, A, B, C take South, North, East, West.
    SEATS_OF_HARR THROW7 | Cy lays them face
    right a THROW8 down up right a | winds Di=E Bo=S Ann=W Cy=N
    a a | winds Di=E Bo=S Ann=W Cy=N
Babcock's Mingg and who is East first, and B goes back through the draw
    # The Mingg stays with Ann; Bo takes West, Cy North, Di East, Ann South. Di, now below, throws 6: to their right.
    SEATS THROW5 THROW2 left up right a THROW6 | winds Ann=E Bo=S Cy=W Di=N ; keep drawn
    x6 b x6 a | is drawn # East's throw, all discs, two, one, none: the second throw
    a a | winds Ann=E Bo=S Cy=W Di=N ; chairs right=Ann up=Bo left=Cy down=Di
Between two games the winner of the last deal throws
    GAMES a a down a down a right x8 down a | ~ Bo throws
    THROW9 THROW9 right up a THROW9 | up: draw again
    down | 2 x up: draw again
    up THROW9 THROW9 right up a THROW9 | up: draw again
    up THROW9 THROW9 right up a THROW9 | !~ draw again
    up | three draws at most
Places of two are counted by two, of three by three; of five, four draw
    START THROW5 THROW6 DISCS a THROW8 a hold:a | head names NAMES ; head turn CHAIR
    = START / DISCS / NAMES / CHAIR
    = SEATS_OF_TWO / left / ["Cy", "Ann"] / 2
    = SEATS_OF_THREE / up down / ["Ann", "Di", "Bo"] / 3
    = SEATS_OF_FIVE / right down left / ["Ann", "Bo", "Cy", "Di", "5"] / 3
A draw by the wind box is final
    GAMES a a down a down a left down a right x7 down a THROW9 a THROW9 right down left a | !~ draw again
    up | this draw stands
The dead wall of the Chinese game grows
    CHINESE_GAME FIRST_WALL THROW7 THROW9 | 14 dead ; keep 14
    x2 up | 16 dead ; 2 loose out
    x2 down | is 14
Three players keep their chairs when another one holds the device
    WITH babcock players=3: TURN | chairs down=Ann right=Bo up=here left=Cy
    right | chairs left=Ann down=Bo right=here up=Cy
    up | chairs right=Ann up=Bo left=here down=Cy
Other numbers of players see no empty chair
    WITH babcock players=MANY: TURN | 0 x here
    = MANY
    = 2
    = 4
    = 5
The arrow to the empty chair of three players seats one of them there
    WITH babcock players=3: TURN up | chairs down=Ann up=Bo left=Cy right=here
    right | chairs down=Ann right=Bo up=Cy left=here
    left | chairs down=Ann right=Bo left=Cy up=here
    up | chairs down=Ann up=Bo left=Cy right=here
    a | keep table
    REBOOT | is table
    right | nobody sits there
    up | Bo wins
After a turn the saved deal can still be taken back: the menu was opened over it
    up right x4 a TURN right a | ^ menu
    LEAVE_PART | saved
    b | undone: A saves again
A proposal outlives a turn
    NEW down a left b b left a right a NEW | Harr
Names and the next evening have the same empty chair
    WITH babcock players=3: TURN up a NAMES | chairs down=Ann up=Bo left=Cy
    a LEAVE_PART NEW [names] | chairs down=Ann up=Bo left=Cy
    a hold:a | head turn 4 ; chairs down=Ann up=Bo left=Cy
A triangle of walls has a side before each of three players
    WITH babcock players=3: FIRST_WALL | keep wall
    b b TURN up a FIRST_WALL | is wall
By Harr's rules the dummy wall stands before the empty chair
    # the four walls are counted from East's
    WITH harr players=3: FIRST_WALL | nobody-at W # opposite East
    b b TURN up a FIRST_WALL | nobody-at S # the chair on the right is empty
""")
def test_wall(device: Headless, walk: Walk) -> None:
    go(device, walk, KEYS, CHECKS)


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
