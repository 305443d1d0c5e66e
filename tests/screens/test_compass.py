"""The chairs around the table: three players leave one empty. It need not be opposite the person with the device."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help.named_keys import FIRST_WALL, LEAVE_PART, NEW, to_saved
from help.playing import head, lay, play, text_after
from mingg.records.line import seal
from mingg_host.device.headless import Device, Headless
from screens.screens_explain import NAMES, TURN
from screens.screens_setup import NAMES as NAMES_ROW
from screens.screens_setup import row

PEOPLE = ["Ann", "Bo", "Cy", "Di", "Eve"]
BO_UP = TURN + "up a "  # the chair on the right is empty


def seats(device: Device) -> dict[str, str]:
    """Returns who sits where, by arrow; "here" stands for the empty chair."""
    people = [(x, y, text.removeprefix("nobody ")) for x, y, text in device.texts]
    people = [(x, y, text) for x, y, text in people if text in {*PEOPLE, "here"}]
    return {("up" if y < 20 else "down" if y > 48 else "left" if x < 60 else "right"): text for x, y, text in people}


def test_three_players_keep_their_chairs_when_another_one_holds_the_device(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    device = switch_on(lay(tmp_path, "babcock", 3))
    assert seats(play(device, TURN)) == {"down": "Ann", "right": "Bo", "up": "here", "left": "Cy"}
    assert seats(play(device, "right")) == {"left": "Ann", "down": "Bo", "right": "here", "up": "Cy"}
    assert seats(play(device, "up")) == {"right": "Ann", "up": "Bo", "left": "here", "down": "Cy"}


@pytest.mark.parametrize("players", [2, 4, 5])
def test_other_numbers_of_players_see_no_empty_chair(tmp_path: Path, players: int) -> None:
    with Headless(lay(tmp_path, "babcock", players)) as device:
        assert "here" not in text_after(device, TURN)


def test_the_arrow_to_the_empty_chair_of_three_players_seats_one_of_them_there(
    switch_on: Callable[..., Device], tmp_path: Path
) -> None:
    device = switch_on(lay(tmp_path, "babcock", 3))
    play(device, TURN)
    for key, seen in (
        ("up", {"down": "Ann", "up": "Bo", "left": "Cy", "right": "here"}),
        ("right", {"down": "Ann", "right": "Bo", "up": "Cy", "left": "here"}),
        ("left", {"down": "Ann", "right": "Bo", "left": "Cy", "up": "here"}),
        ("up", {"down": "Ann", "up": "Bo", "left": "Cy", "right": "here"}),
    ):
        assert seats(play(device, key)) == seen
    table = play(device, "a").picture()
    restarted = switch_on(tmp_path)
    assert restarted.picture() == table
    assert "nobody sits there" in text_after(restarted, "right")
    assert "Bo wins" in text_after(restarted, "up")


def test_after_a_turn_the_saved_deal_can_still_be_taken_back(device: Device) -> None:
    """The menu was opened over *saved*."""
    play(device, f"{to_saved('up right')} {TURN}right a")
    assert device.text()[0] == "menu"
    assert "saved" in text_after(device, LEAVE_PART)
    assert "undone: A saves again" in text_after(device, "b")


def test_a_proposal_outlives_a_turn(device: Device) -> None:
    play(device, f"{NEW}down a left b b left a right a {NEW}")
    assert "Harr" in device.text()


def test_names_and_the_next_evening_have_the_same_empty_chair(tmp_path: Path) -> None:
    with Headless(lay(tmp_path, "babcock", 3)) as device:
        seen = {"down": "Ann", "up": "Bo", "left": "Cy"}
        assert seats(play(device, BO_UP + NAMES)) == seen
        play(device, f"a {LEAVE_PART} {NEW}")
        assert seats(play(device, row(NAMES_ROW))) == seen, "whose name?"
        play(device, "a hold:a")
        assert head(device)["turn"] == 4
        assert seats(device) == seen


def test_the_dummy_wall_of_three_players_stands_before_the_empty_chair(tmp_path: Path) -> None:
    """By Harr's rules the four walls are counted from East's, so the dummy wall must be where it is on the table."""
    with Headless(lay(tmp_path, "harr", 3)) as device:
        play(device, FIRST_WALL)
        assert dummy(device) == "W", "opposite East"
        play(device, "b b " + BO_UP + FIRST_WALL)
        assert dummy(device) == "S", "at the right of East"


def dummy(device: Headless) -> str:
    """Returns the side of the wall before which nobody sits."""
    screen: Any = device.app.screen
    (side,) = [side for side, chair in screen.chairs.items() if chair not in screen.players]
    return str(side)


def test_a_triangle_of_walls_has_a_side_before_each_of_three_players(tmp_path: Path) -> None:
    with Headless(lay(tmp_path, "babcock", 3)) as device:
        before = play(device, FIRST_WALL).picture()
        assert play(device, "b b " + BO_UP + FIRST_WALL).picture() == before


@pytest.mark.parametrize(("turn", "below"), [(0, "Ann"), (1, "Cy"), (3, "Bo"), (2, "Ann"), (12, "Ann"), (True, "Ann")])
def test_a_head_of_older_firmware_has_the_empty_chair_opposite(tmp_path: Path, turn: int, below: str) -> None:
    """It names one chair. A turn that no firmware wrote is read as 0."""
    lay(tmp_path, "babcock", 3)
    set_turn(tmp_path, turn)
    with Headless(tmp_path) as device:
        shown = seats(play(device, TURN))
        assert (shown["down"], shown["up"]) == (below, "here")


@pytest.mark.parametrize("turn", [4, 5, 11, 12, -1, 1.0, "1"])
def test_a_turn_that_no_firmware_wrote_is_read_as_0(tmp_path: Path, turn: object) -> None:
    lay(tmp_path, "babcock", 4)
    set_turn(tmp_path, turn)
    with Headless(tmp_path) as device:
        assert seats(play(device, TURN))["down"] == "Ann"


def set_turn(folder: Path, turn: object) -> None:
    """Writes a turn into the head of the only ledger in a folder."""
    (path,) = folder.glob("*-00.txt")
    line = path.read_text(encoding="utf-8").splitlines()[0]
    path.write_bytes(seal(0, json.dumps({**json.loads(line.split(" ", 2)[2]), "turn": turn})) * 2)
