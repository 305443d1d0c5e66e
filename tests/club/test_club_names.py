"""Players of a club table who change their names on the device: the club counts for those whom the director seated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from help.club_devices import CLUB
from help.club_room import NAMES, NIGHT, Room
from mingg.evening.evenings import sit
from mingg.ui.club import Club
from mingg_club import night as plans
from mingg_club.night import Plan
from mingg_club.records import Book
from mingg_club.report import kept

# What the four players of table 1 are called later. Two who exchange their names are the hardest to tell apart.
CALLED = {
    "one new name": ["Annie", "B1", "C1", "D1"],
    "two exchange": ["B1", "A1", "C1", "D1"],
    "a name of another table": ["A2", "B1", "C1", "D1"],
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


@pytest.mark.parametrize("called", CALLED.values(), ids=CALLED)
@pytest.mark.parametrize("movement", plans.MOVEMENTS)
def test_points_stay_with_the_person_whatever_the_device_calls_them(movement: str, called: list[str]) -> None:
    room = Room(Plan("Friday", CLUB, movement, 2, 2, players=NAMES))
    room.begin()
    room.play(1)
    rename(room, called)
    room.play(1)
    assert {rank.name: rank.points for rank in room.course.ranks()} == balances(room)
    table = room.view().tables[0]
    assert [person.name for person in table.players] == room.devices[0].playing.session.names
    assert {name for _, _, deal, _ in room.deals(1) for name in (deal.east, deal.winner, *deal.net)} <= {*NAMES, None}
    before = {rank.name: rank.points for rank in room.course.ranks()}
    for number in (1, 2):
        while room.course.tied(number):
            room.act("roll", table=number)
    room.begin()
    room.play(2)
    after = {rank.name: rank.points for rank in room.course.ranks()}
    assert after == {name: points + before[name] for name, points in balances(room).items()}


def test_points_stay_with_the_person_if_records_are_missing() -> None:
    room = Room()
    room.begin()
    for _ in range(2):
        room.devices[0].deal("S")
    rename(room, CALLED["two exchange"])
    whole = balances(room)
    lacking = Room()
    lacking.begin()
    lacking.send(*[message for message in room.devices[0].published() if not message[0].endswith("/1")])
    points = {rank.name: rank.points for rank in lacking.course.ranks()}
    assert {name: points[name] for name in NAMES[:4]} == {name: whole[name] for name in NAMES[:4]}


def test_a_night_with_another_name_starts_again_and_its_report_has_every_point(tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    room = Room(Plan("Friday", CLUB, "progressive", 2, 2, players=NAMES), book=Book(path))
    room.begin()
    room.play(1)
    rename(room, CALLED["one new name"])
    room.play(1)
    expected = balances(room)
    room.course.book.flush()
    room.course.book.close()
    again = Room(NIGHT, book=Book(path))
    assert {rank.name: rank.points for rank in again.course.ranks()} == expected
    again.course.book.close()
    night = kept(path)
    assert {rank.name: rank.points for rank in night.ranks} == expected
    table = night.sittings[0][0][0]
    assert table.deals[0].before.names == table.names


@pytest.mark.parametrize("number", range(4))
def test_a_seat_is_dealt_again_to_the_person_who_is_east(number: int) -> None:
    """The device is replaced in the middle of a sitting, after its players took other names."""
    room = Room(replace(NIGHT, deals=4))
    room.begin()
    for _ in range(number):
        room.devices[0].deal("S")
    rename(room, CALLED["all new"])
    room.act("reseat", table=1)
    ((_, what),) = room.asks(1, "seat")
    assert what["names"] == [*NAMES[number:4], *NAMES[:number]] if number else list(NAMES[:4])


def test_a_correction_is_counted_for_the_persons_of_the_table() -> None:
    room = Room()
    room.begin()
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
    room = Room()
    room.begin()
    rename(room, CALLED["two exchange"])
    app: Any = SimpleNamespace(play=SimpleNamespace(evening=room.devices[0].playing))
    club: Any = SimpleNamespace(app=app, _show_change=None)
    Club._pay(club, "", {"from": NAMES[0], "to": NAMES[3], "points": 20})
    assert paid == [(0, 3, 20)]
