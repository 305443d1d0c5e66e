"""Who plays at a table may change during a sitting: substitutes, players who leave, and those who come late."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from help.club_room import NIGHT, Room
from mingg.evening.beside import pay
from mingg_club import view
from mingg_club.view import ActionError

PLAN = replace(NIGHT, deals=4, options={"east_passes": True}, table_points=(400, 200, 100, 50))
SEATED = ("A1", "B1", "C1", "D1")
PAID = 10  # from B1 to A1 after the first deal, and again after the second


def begun(*late: str) -> Room:
    room = Room(PLAN)
    room.begin()
    for name in late:
        room.act("player", name=name, state=view.LATE)
    return room


def deal(room: Room, paid: int = 0) -> dict[str, int]:
    """Plays a deal at table 1, which its East wins. Returns what it has paid; A1 gets more beside it."""
    room.devices[0].deal("E", 1)
    if paid:
        pay(room.devices[0].playing, [(1, 0, paid)])
    room.send(*room.devices[0].published(), room.devices[0].here())
    room.deliver()
    return room.deals(1)[-1].net


def won(room: Room, *names: str) -> dict[str, int]:
    points = {rank.name: rank.points for rank in room.course.ranks()}
    return {name: points[name] for name in names or SEATED}


@pytest.mark.parametrize("own", [True, False], ids=["for themselves", "for the line"])
@pytest.mark.parametrize("when", ["before", "after", "paper"])
def test_a_substitute_plays_from_a_deal_on_whenever_the_director_says_so(when: str, own: bool) -> None:
    room = begun("Zoe")
    sub = {"do": "substitute", "table": 1, "player": "A1", "by": "Zoe", "deal": 2, "own": own}
    deals = [deal(room, PAID)]
    if when == "before":
        room.act(**sub)
    deals.append(deal(room, PAID))
    if when == "paper":
        room.act("paper", table=1, rows=deals)
    if when != "before":
        room.act(**sub)
    beside = 0 if when == "paper" else PAID
    first, second = (net["A1"] + beside for net in deals)
    expected = {"A1": first, "Zoe": second} if own else {"A1": first + second, "Zoe": 0}
    assert won(room, "A1", "Zoe") == expected
    assert [rank.deals for rank in room.course.ranks() if rank.name in expected] == ([1, 1] if own else [2, 0])
    table = room.view().tables[0]
    assert table.players[0].name == ("Zoe" if own else "A1")
    assert table.subs == ["Zoe plays for A1 from deal 2"]
    states = {player.name: player.state for player in room.view().players}
    assert (states["A1"], states["Zoe"]) == (view.LEFT if own else view.PRESENT, view.PRESENT)
    room.act("undo")
    assert won(room, "A1", "Zoe") == {"A1": first + second, "Zoe": 0}


def test_the_seat_ranks_with_all_its_points_and_its_player_moves_on() -> None:
    """A1 wins much and leaves; the substitute then loses, and still is the best of the table."""
    room = begun("Zoe")
    deal(room)
    room.act("substitute", table=1, player="A1", by="Zoe", deal=2, own=True)
    for _ in range(3):
        room.devices[0].deal(None)
    room.send(*room.devices[0].published())
    room.play(4, 2)
    shares = room.course.result(1, 1).shares()
    assert (shares["Zoe"], "A1" in shares) == (400, False)
    room.act("propose")
    assert ["Zoe", "B1", "C1", "D1"] in (room.course.night.proposal or [])


def test_a_player_leaves_and_three_play_on_until_another_one_comes() -> None:
    room = begun("Zoe")
    net = deal(room)
    room.act("reseat", table=1, left="B1")
    ((_, what),) = room.asks(1, "seat")
    assert (what["names"], what["deals"]) == (["C1", "D1", "A1"], 2), "East has passed to B1, who is gone"
    room.seat()
    assert "B1" not in deal(room)
    assert [person.name for person in room.view().tables[0].players] == ["C1", "D1", "A1"]
    assert next(player.state for player in room.view().players if player.name == "B1") == view.LEFT
    room.act("reseat", table=1, came="Zoe")
    ((_, what),) = room.asks(1, "seat")
    assert (what["names"], what["deals"]) == (["D1", "A1", "Zoe", "C1"], 2)
    room.seat()
    for _ in range(2):
        last = deal(room)
    result = room.course.result(1, 1)
    assert (result.deals, result.done, sum(result.won.values())) == (4, True, 0)
    assert result.won["B1"] == net["B1"]
    assert result.played == {"D1": 4, "A1": 4, "Zoe": 2, "C1": 4, "B1": 1}
    assert set(result.shares()) == {"D1", "A1", "Zoe", "C1"}
    assert last["Zoe"] != 0


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"do": "substitute", "player": "A1", "by": "A2", "deal": 1}, "A2 has a seat"),
        ({"do": "substitute", "player": "A2", "by": "Zoe", "deal": 1}, "Name one of A1"),
        ({"do": "substitute", "player": "A1", "by": "Yan", "deal": 1}, "no such player"),
        ({"do": "substitute", "player": "A1", "by": "Zoe", "deal": 0}, "1 or more"),
        ({"do": "reseat", "left": "A2"}, "Name one of A1"),
        ({"do": "reseat", "came": "Zoe"}, "three or four players, not 5"),
        ({"do": "reseat", "came": "B1"}, "B1 has a seat"),
    ],
)
def test_a_change_of_players_that_makes_no_sense_is_refused(action: dict[str, Any], why: str) -> None:
    room = begun("Zoe")
    with pytest.raises(ActionError, match=why):
        room.act(**{"table": 1, **action})
