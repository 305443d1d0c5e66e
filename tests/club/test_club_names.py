"""Players of a club table who change their names on the device: the club counts for those whom the director seated."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from help.club_room import NAMES, Room, begun
from mingg.evening.evenings import sit
from mingg.ui.club import Club

# What the four players of table 1 are called later. Two who exchange their names are the hardest to tell apart.
CALLED = {
    "two exchange": ["B1", "A1", "C1", "D1"],
    "all new": ["W", "X", "Y", "Z"],
}


def rename(room: Room, called: list[str]) -> None:
    """Changes the names on the device of table 1 as the screen of names does."""
    sit(room.devices[0].playing, 0, called)
    room.send(*room.devices[0].published(), room.devices[0].here())
    room.deliver()


def balances(room: Room) -> dict[str, int]:
    """What the ledgers of the devices say, by the person on each chair."""
    return {
        name: balance - 2000
        for device in room.devices
        for name, balance in zip(device.playing.session.names, device.playing.session.balances, strict=True)
    }


def test_points_stay_with_the_person_if_records_are_missing(room: Room) -> None:
    for _ in range(2):
        room.devices[0].deal("S")
    rename(room, CALLED["two exchange"])
    whole = balances(room)
    lacking = begun()
    lacking.send(*[message for message in room.devices[0].published() if not message[0].endswith("/1")])
    points = {rank.name: rank.points for rank in lacking.course.ranks()}
    assert {name: points[name] for name in NAMES[:4]} == {name: whole[name] for name in NAMES[:4]}


@pytest.mark.parametrize("number", range(4))
def test_a_seat_is_dealt_again_to_the_person_who_is_east(number: int) -> None:
    """The device is replaced in the middle of a sitting, after its players took other names."""
    room = begun(deals=4)
    for _ in range(number):
        room.devices[0].deal("S")
    rename(room, CALLED["all new"])
    room.act("reseat", table=1)
    ((_, what),) = room.asks(1, "seat")
    assert what["names"] == [*NAMES[number:4], *NAMES[:number]] if number else list(NAMES[:4])


def test_a_correction_is_counted_for_the_persons_of_the_table(room: Room) -> None:
    room.play(1)
    rename(room, CALLED["two exchange"])
    done = room.act("correct", table=1, deal=1, winner=NAMES[1], by="draw", **{"from": ""})
    assert f"{NAMES[1]} +" in done


def test_a_payment_of_the_director_is_between_the_persons_whom_the_director_seated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paid: list[tuple[int, int, int]] = []
    monkeypatch.setattr("mingg.evening.beside.pay", lambda evening, payments: paid.extend(payments))
    monkeypatch.setattr("mingg.evening.counters.holdings", lambda evening: None)
    room = begun()
    rename(room, CALLED["two exchange"])
    app: Any = SimpleNamespace(play=SimpleNamespace(evening=room.devices[0].playing))
    club: Any = SimpleNamespace(app=app, _show_change=None)
    Club._pay(club, "", {"from": NAMES[0], "to": NAMES[3], "points": 20})
    assert paid == [(0, 3, 20)]
