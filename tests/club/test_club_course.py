"""The course of a club night: seats, requests, gaps, undo, several computers, and attacks by messages."""

from __future__ import annotations

import asyncio
import copy
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from help.club_devices import CLUB, Device
from help.club_room import NAMES, NIGHT, SINCE, Room, begun
from mingg.evening.beside import pay
from mingg.evening.change import correct, undo
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.link.link import OLD
from mingg.link.memo import rank
from mingg.records.parse import read_kept
from mingg_club import decisions, nights, running, tasks, topics, view
from mingg_club import host as host_module
from mingg_club.brokers import Address
from mingg_club.course import Course, Made, open_course
from mingg_club.host import Host
from mingg_club.records import LONGEST, Book, BookError
from mingg_club.showing import shown
from mingg_club.state import MOST_DEVICES, REPEAT_S, Publication
from mingg_club.view import ActionError
from mingg_club.web.feed import for_room
from mingg_host.evenings.ledger import EveningError


def seat_of(room: Room, table: int) -> str:
    """Returns the id of the last request that seats players at a table."""
    return list(room.course.night.sittings[-1].tables[table - 1].seats)[-1]


def test_a_night_goes_from_its_first_seats_to_its_standing() -> None:
    room = Room()
    assert room.view().state == view.DRAFT
    room.act("propose")
    assert [(move.name, move.table, move.seat) for move in room.view().moves][:4] == [
        *(("A1", 1, "E"), ("B1", 1, "S"), ("C1", 1, "W"), ("D1", 1, "N")),
    ]
    with pytest.raises(ActionError, match="Name two players"):
        room.act("move", name="A1", to="A1")
    room.act("start")
    (_, what) = room.asks(2)[0]
    assert what == {
        **{"do": "seat", "sitting": 1, "names": ["A2", "B2", "C2", "D2"], "rules": "babcock", "options": {}},
        **{"counters": "none", "deals": 2},
    }
    room.seat()
    assert not room.asks(1)
    assert not room.asks(2)
    room.play(1)
    assert [table.played for table in room.view().tables] == [1, 1]
    room.play(1)
    assert room.view().state == view.MOVING
    room.begin()
    assert [table.played for table in room.view().tables] == [0, 0]
    room.play()
    night = room.view()
    assert night.state == view.OVER
    assert (night.standing[0].name, night.standing[0].deals, night.standing[0].sittings) == ("A2", 4, 2)
    for device in room.devices:
        assert sum(rank.points for rank in night.standing if rank.name[1] == str(device.table)) == 0


def test_a_request_that_a_device_declines_is_shown_with_its_reason() -> None:
    room = Room()
    room.act("propose")
    room.act("start")
    ((id, _),) = room.asks(1)
    room.send(room.devices[0].answer(id, "half entered"))
    room.deliver()
    assert not room.asks(1)
    assert "half entered" in room.texts()
    room.act("reseat", table=1)
    assert [what["deals"] for _, what in room.asks(1)] == [2]


@pytest.mark.parametrize("earlier", [False, True], ids=["present", "earlier"])
def test_missing_records_are_asked_for_and_shown_until_they_come(earlier: bool) -> None:
    """Also those of an earlier sitting, at a table that is gone."""
    room = begun(movement="meet")

    def asked() -> list[str]:
        return [topic for topic in room.told if topic == topics.kept(CLUB, 2, device.id)]

    room.play(2, 1)
    device = room.devices[1]
    device.deal("E")
    device.deal("S")
    head, *_ = device.published()
    room.send(head, device.here())
    table = room.view().tables[1]
    assert (table.behind, table.done) == (2, False)
    with pytest.raises(ActionError, match="not over at all tables"):
        room.act("propose")
    if earlier:
        room.act("end", table=2)
        for name in ("A2", "B2", "C2", "D2"):
            room.act("player", name=name, state="left")
        room.act("propose")
        room.act("start")
        assert len(room.view().tables) == 1
        for id, _ in room.asks(2):
            room.send(device.answer(id))
        room.deliver()
    room.told.clear()
    room.later(REPEAT_S)
    assert not asked(), "it may still be on its way"
    room.later(1)
    assert room.kept(2) == {}
    (gap,) = [message.text for message in room.view().messages if message.kind == view.GAP]
    assert gap == "Table 2: records 1 to 2 are missing."
    for _ in range(3):
        room.later(REPEAT_S)
    assert len(asked()) == 3, "the device gets some time"
    room.send(*device.published())
    room.later(2)
    assert view.GAP not in room.kinds()
    assert room.kept(2)["1"][0] == 2
    assert room.course.result(room.course.table_at(2, 1)).deals == 2


def test_a_sitting_is_final_when_all_that_its_device_has_told_is_kept(room: Room) -> None:
    """Also if its deals are here, and what is missing is a payment after them. The director may end it."""
    room.play(2)
    device = room.devices[0]
    evening, records = device.playing.moment()
    topic, said = device.here()
    told = {**json.loads(said), "records": 0, "evening": 0, "unkept": {str(evening): records}}
    room.send((topic, json.dumps(told).encode()))
    assert (room.view().state, room.view().tables[0].behind) == (view.PLAYING, 1)
    room.act("end", table=1)
    assert not room.asks(1, "end"), "the device has ended it"
    assert room.view().state == view.MOVING


def test_a_device_that_is_silent_for_long_is_away_though_the_broker_still_has_its_word(room: Room) -> None:
    """Its power failed while the broker was dead: so nobody published its last will."""
    here = {device.table: device.here() for device in room.devices}
    for _ in range(10):
        room.later(10)
        room.send(here[2])
        room.course.take(*here[1], True)
    assert [table.state for table in room.view().tables] == [view.AWAY, view.HERE]
    change = room.course.change
    room.send(here[2])
    assert room.course.change == change, "nothing new for a page"
    room.send(here[1])
    assert room.view().tables[0].state == view.HERE
    room.course.disconnected()
    room.now += 1000
    room.course.connected()
    room.later(60)
    assert [table.state for table in room.view().tables] == [view.HERE, view.HERE], "they have time to come back"
    room.later(60)
    assert room.view().tables[0].state == view.AWAY


def test_two_devices_at_a_table_are_noticed_and_the_director_chooses(room: Room) -> None:
    room.play(1)
    other = Device(1, "0badf00d")
    other.seat(["A1", "B1", "C1", "D1"], ask=seat_of(room, 1))
    other.deal("N", 3)
    room.send(other.here(), *other.published())
    assert view.DEVICES in room.kinds()
    assert view.CONFLICT not in room.kinds()
    (doubt,) = [message for message in room.view().messages if message.kind in (view.DEVICES, view.CONFLICT)]
    assert list(doubt.buttons[0].fields[0].options) == ["00000001", "0badf00d"]
    before = room.view().standing
    room.act("device", table=1, device="00000001")
    assert view.DEVICES not in room.kinds()
    assert room.view().standing == before
    room.act("device", table=1, device="0badf00d")
    assert room.deals(1)[-1].deal.winner == "D1"
    room.act("undo")
    assert room.view().standing == before


def test_progressive_players_throw_before_they_move() -> None:
    room = begun(movement="progressive", deals=1)
    for device in room.devices:
        device.deal(None)
        room.send(*device.published(), device.here())
    assert room.view().tables[0].tied
    with pytest.raises(ActionError, match="are equal"):
        room.act("propose")
    tied = room.view().tables[0].tied
    for _ in range(3):  # they throw alike, and the message comes back
        (tie,) = [message for message in room.view().messages if (message.kind, message.table) == (view.TIE, 1)]
        room.act("dismiss", key=tie.key)
        assert tie.key not in [message.key for message in room.view().messages]
        room.act("throw", table=1, throws=[dict.fromkeys(tied, 7)])
    room.act("throw", table=1, throws=[{name: 6 + number for number, name in enumerate(tied, 1)}])
    assert not room.view().tables[0].tied
    for _ in range(20):
        if room.view().tables[1].tied:
            room.act("roll", table=2)
    room.act("propose")
    assert room.view().moves


def test_a_sitting_is_over_when_the_game_is() -> None:
    room = begun(deals=20, options={"east_passes": True})
    room.play(15)
    assert not any(table.done for table in room.view().tables)
    room.play(1)
    assert all(table.done for table in room.view().tables)


def test_the_director_corrects_pays_and_punishes(room: Room) -> None:
    room.play(1)
    assert room.act("void", table=1, deal=1) == "Table 1, deal 1: nobody pays, requested"
    room.act("pay", table=1, **{"from": "A1", "to": "B1", "points": 10})
    assert [what["do"] for _, what in room.asks(1)] == ["correct", "pay"]
    room.act("penalty", name="A1", points=100, why="late")
    assert next(rank for rank in room.view().standing if rank.name == "A1").penalty == -100
    room.act("undo")
    assert next(rank for rank in room.view().standing if rank.name == "A1").penalty == 0
    room.act("undo")
    assert [what["do"] for _, what in room.asks(1)] == ["correct"]
    ((id, _),) = room.asks(1)
    room.send(room.devices[0].answer(id))
    with pytest.raises(ActionError, match="has done this already"):
        room.act("undo")


def test_a_request_for_a_deal_names_what_the_director_saw(room: Room) -> None:
    with pytest.raises(ActionError, match="nothing to take back"):
        room.act("undo_deal", table=1)
    room.play(2, 1)
    saw = 2
    room.act("void", table=1, deal=2)
    room.act("undo_deal", table=1, record=saw)
    evening = room.devices[0].playing.ledger.number
    asked = [what for _, what in room.asks(1)]
    assert [(what["do"], what["evening"], what["record"]) for what in asked] == [
        ("correct", evening, 2),
        ("undo", evening, 2),
    ]
    pay(room.devices[0].playing, [(0, 1, 2)])
    room.send(*room.devices[0].published())
    with pytest.raises(ActionError, match="has gone on"):
        room.act("undo_deal", table=1, record=saw)
    room.act("undo_deal", table=1)
    assert room.asks(1)[-1][1]["record"] == 3


def test_the_start_of_a_sitting_is_taken_back_while_nobody_has_played() -> None:
    room = Room()
    room.act("propose")
    room.act("start")
    room.act("undo")
    assert room.view().state == view.DRAFT
    assert not room.asks(1)
    assert room.view().open
    room.act("start")
    room.seat()
    room.play(1)
    with pytest.raises(ActionError, match="has begun to play"):
        room.act("undo")


def test_the_room_shows_seats_from_the_beginning_of_a_sitting_to_its_first_deal_also_who_sits_out() -> None:
    room = Room(replace(NIGHT, players=(*NAMES, "Zoe"), odd="out"))
    room.act("propose")
    assert for_room(room.view())["moves"] == []
    room.act("player", name="A2", state="late")
    assert not room.course.night.proposal, "the seats were of players who are here"
    room.act("player", name="A2", state="present")
    room.act("propose")
    room.act("start")
    moves = for_room(room.view())["moves"]
    assert sorted(move["table"] for move in moves) == [0, 1, 1, 1, 1, 2, 2, 2, 2]
    room.seat()
    room.play(1, 2)
    assert for_room(room.view())["moves"] == []


@pytest.mark.parametrize("more", [True, False])
def test_the_room_and_the_tables_see_the_time_and_get_a_signal_before_it_ends(room: Room, more: bool) -> None:
    room.play(2, 2)
    room.act("timer", minutes=3, warn=1, more=more)
    assert room.view().timer == "3 minutes left"
    room.later(119)
    assert not room.asks(1)
    room.later(2)
    assert room.view().timer == "1 minute left"
    assert [what["text"] for _, what in room.asks(1, "show")] == ["1 minute left."]
    assert not room.asks(2), "it has finished"
    room.later(60)
    (text,) = [what["text"] for _, what in room.asks(1, "show")]
    assert ("one more" in text, "stop" in text) == (more, not more)
    assert room.view().timer == text
    (over,) = [message for message in room.view().messages if message.key.startswith("time:")]
    assert "Table 1: still playing." in over.text
    room.later(600)
    assert len(room.asks(1)) == 1, "each signal comes once, and the second one replaces the first"
    room.act("undo")
    assert (room.view().timer, room.course.night.timer) == ("", None)
    room.act("timer", minutes=3, warn=1, more=more)
    room.play(2, 1)
    room.later(300)
    assert (room.view().timer, room.asks(1)) == ("", [])


def test_a_table_whose_sitting_was_ended_hears_no_signal(room: Room) -> None:
    room.act("timer", minutes=1, warn=0)
    room.later(61)
    assert [what["do"] for _, what in room.asks(1)] == ["show"]
    room.act("end", table=1)
    assert [what["do"] for _, what in room.asks(1)] == ["end"]
    assert [what["do"] for _, what in room.asks(2)] == ["show"]


def test_the_end_of_a_sitting_needs_no_device(room: Room) -> None:
    room.play(1)
    room.send(room.devices[0].here("away"))
    room.act("end_all")
    assert room.view().state == view.MOVING
    assert [what["do"] for _, what in room.asks(1)] == ["end"]


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"do": "shoot"},
        {"do": ["seat"]},
        {"do": "end", "table": 9},
        {"do": "end", "table": True},
        {"do": "pay", "table": 1, "from": "A1", "to": "A1", "points": 2},
        {"do": "pay", "table": 1, "from": "A1", "to": "B1", "points": 3},
        {"do": "pay", "table": 1, "from": "A1", "to": "B1", "points": -2},
        {"do": "penalty", "name": "A1", "points": "100"},
        {"do": "void", "table": 1, "deal": 9},
        {"do": "correct", "table": 1, "deal": 1, "winner": "X", "by": "draw", "from": ""},
        {"do": "correct", "table": 1, "deal": 1, "winner": "B1", "by": "luck", "from": ""},
        {"do": "correct", "table": 1, "deal": 1, "winner": "B1", "by": "discard", "from": "B1"},
        {"do": "swap", "table": 1, "deal": 1, "one": "A1", "other": "A1"},
        {"do": "move", "name": "A1", "to": "A2"},
        {"do": "add", "name": "\x1b"},
        {"do": "add", "name": "a1"},
        {"do": "player", "name": "Zoe", "state": "late"},
        {"do": "show_all", "text": "\x00"},
        {"do": "timer", "minutes": -1},
        {"do": "timer", "minutes": 5, "warn": "x"},
        {"do": "throw", "table": 1},
        {"do": "start"},
        {"do": "dismiss", "key": "\ud800"},
        {"do": "add", "name": "\ud800"},
        {"do": "show_all", "text": "\ud800"},
        {"do": "penalty", "name": "\ud800"},
        {"do": "\ud800"},
    ],
    ids=str,
)
def test_an_impossible_action_changes_nothing(room: Room, action: dict[str, Any]) -> None:
    room.play(1)
    before = copy.deepcopy(room.course.night)
    with pytest.raises(ActionError):
        room.course.decide(action)
    assert room.course.night == before
    assert not room.course.outgoing


def test_a_hand_moves_to_the_player_whose_it_was_and_counts_there_once(room: Room) -> None:
    """The device has the wrong winner, and the winner's hand stays nobody's."""
    device = room.devices[0]
    hands = {"S": {"sets": ["(pung dragon)", "pung simple"]}, "W": {"sets": ["pung major"]}}
    deal = {"winner": "S", "win": {"by": "discard", "from": "W"}, "hands": hands}
    save(device.playing, read_kept(deal, device.playing.session))
    room.send(*device.published(), device.here())
    for action, winner, source in (
        ({"do": "correct", "winner": "C1", "by": "discard", "from": "B1"}, "W", "S"),
        ({"do": "swap", "one": "B1", "other": "C1"}, "W", "S"),
        ({"do": "swap", "one": "C1", "other": "D1"}, "S", "N"),
    ):
        room.act(**{"table": 1, "deal": 1, **action})
        to = room.asks(1, "correct")[-1][1]["to"]
        assert (to["winner"], to["win"]) == (winner, {"by": "discard", "from": source})
        assert {seat: len(hand["sets"]) for seat, hand in to["hands"].items()} == {winner: 2, source: 1}


def test_a_table_without_a_device_is_told_how_to_get_one() -> None:
    room = Room()
    room.course.seen.clear()
    room.act("propose")
    room.act("start")
    lonely = {message.text: message for message in room.view().messages}["Tables 1, 2: no device yet."]
    assert lonely.next.startswith("Let a phone join")
    assert [(table.look, table.words) for table in room.view().tables] == [("wrong", "no device")] * 2
    assert room.view().said == ("wrong", "No table is here yet. Switch the devices on.")
    assert lonely.buttons[-1].words == "they play on paper"
    with pytest.raises(ActionError, match="no such message"):
        room.act("dismiss", key="no-device:1,x")
    assert room.act(**lonely.buttons[-1].send) == "Tables 1, 2 play on paper"
    assert [(table.look, table.words) for table in room.view().tables] == [("", "on paper")] * 2
    assert "no device" not in str(room.texts())
    room.send(room.devices[0].here())
    assert [table.words for table in room.view().tables] == ["deal 1 of 2", "on paper"], "a device has come"


def test_a_table_without_radio_has_only_the_request_for_its_present_seats() -> None:
    room = begun(sittings=4, movement="meet")
    room.play(2)
    quiet = Room(replace(NIGHT, sittings=4, movement="meet"))
    quiet.course.seen.clear()  # no device ever was at a table
    for sitting in (1, 2, 3):
        quiet.act("propose")
        quiet.act("start")
        for table in (1, 2):
            assert [what["do"] for _, what in quiet.asks(table)] == ["seat"], sitting
        quiet.act("end_all")
        assert not quiet.asks(1)
        assert not quiet.asks(2)
    room.act("propose")
    room.act("start")
    assert sorted(what["do"] for table in (1, 2) for _, what in room.asks(table)) == ["go", "go", "seat", "seat"]
    room.act("end_all")
    assert {what["do"] for _, what in room.asks(1)} == {"go", "end"}, "a device that is switched off gets it later"
    room.act("propose")
    room.act("start")
    assert [what["do"] for _, what in room.asks(1)].count("go") == 1


def test_a_host_with_a_wrong_clock_uses_ids_that_devices_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Raspberry Pi without network may live in 1970. Devices decline ids below those that they have forgotten."""
    room = Room()
    room.act("propose")
    room.act("start")
    seen = {table: room.asks(table)[0][0] for table in (1, 2)}
    answers = [device.answer(seen[device.table]) for device in room.devices]
    monkeypatch.setattr(topics.time, "time", lambda: 1000.0)
    later = Room()
    later.send(*answers)
    later.act("propose")
    later.act("start")
    for table in (1, 2):
        ((id, _),) = later.asks(table, "seat")
        assert rank(id) > rank(seen[table])
    later.send(
        (topics.of_table(CLUB, 1, "answer", "z" * 16), b"{}"), (topics.of_table(CLUB, 1, "answer", "z" * 12), b"{}")
    )
    later.act("show_all", text="hello")
    assert [id for id, _ in later.asks(1, "show")] == ["1" + "0" * 12]
    assert len(later.asks(2, "show")[0][0]) == 7, "one table does not change the ids of another one"


def test_a_host_with_a_wrong_clock_and_a_new_broker_learns_the_ids_from_the_devices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing but the devices remembers the requests of earlier nights."""
    monkeypatch.setattr(topics.time, "time", lambda: 1000.0)
    room = Room()
    topic, said = room.devices[0].here()
    for oldest in ("0zzzzzz", "1", "z" * 99, "+", "a b", "Z" * 16, 7, None, ["x"]):
        room.send((topic, json.dumps({**json.loads(said), "oldest": oldest}).encode()))
    room.act("propose")
    room.act("start")
    ((id, _),) = room.asks(1, "seat")
    assert id == "1000000"
    room.send(room.devices[0].answer(id, OLD))
    room.deliver()
    assert not room.asks(1), "nobody knows whether it is done"
    assert view.NOT_DONE in room.kinds()


# ---- attacks ----


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        (f"mingg/{CLUB}/night/decision/2", b'{"form": 1}'),
        (f"mingg/{CLUB}/night/decision/1", b"[" * 100_000),
        (f"mingg/{CLUB}/night/decision/1", b""),
        (f"mingg/{CLUB}/night/decision/1", b"\xff"),
        (f"mingg/{CLUB}/table/1/here", b'{"state": "on", "device": 7, "evening": -1, "records": 1e99, "queued": []}'),
        (f"mingg/{CLUB}/table/1/here", b"null"),
        (f"mingg/{CLUB}/table/1/here", b""),
        (f"mingg/{CLUB}/table/1/here", b'{"state": "on", "device": "0badf00d"' + b" " * 5000 + b"}"),
        (f"mingg/{CLUB}/table/1/here", b'{"state": "on", "device": "", "evening": 3, "records": 9}'),
        (f"mingg/{CLUB}/table/1/here", b'{"state": "on", "device": "0BADF00D", "evening": 3, "records": 9}'),
        (f"mingg/{CLUB}/table/1/here", b'{"state": "asleep", "device": "0badf00d", "evening": 3, "records": 9}'),
        (f"mingg/{CLUB}/table/1/here", b'{"device": "0badf00d", "evening": 3, "records": 9}'),
        (f"mingg/{CLUB}/table/1/answer/zz", b'{"done": true}'),
        (f"mingg/{CLUB}/table/1/answer/zz", b"true"),
        (f"mingg/{CLUB}/table/1/ask/zz", b'{"do": "end"}'),
        (f"mingg/{CLUB}/night/lease", b'{"term": "9", "host": 7}'),
        (f"mingg/{CLUB}/table/1/record/1/0/1", b""),
        (f"mingg/{CLUB}/table/1/record", b"x"),
        (f"mingg/{CLUB}/table/1/record/" + "/".join("x" * 50), b"deep"),
        (f"mingg/{CLUB}/table/1/record/\u202e<b>/0/1", b"x"),
        (f"mingg/{CLUB}/table/1/record/00000001-1/0/1", b""),
        pytest.param(f"mingg/{CLUB}/table/1/record/00000001-1/0/1", b"x" * 1_000_000, id="large"),
        (f"mingg/{CLUB}/table/1/record/00000001-{'9' * 400}/0/1", b"x"),
        (f"mingg/{CLUB}/table/1/answer/{'z' * 17}", b'{"done": true}'),
        (f"mingg/{CLUB}/table/999/record/1/0/1", b"0001 00000000 {}"),
        (f"mingg/{CLUB}/table/1/call", b'{"at": "\\u001b[2J<script>"}'),
        ("mingg/other/night", b"{}"),
        ("mingg", b""),
    ],
)
def test_no_message_changes_a_result(room: Room, topic: str, payload: bytes) -> None:
    room.play(1)

    def shown() -> list[object]:
        messages = [message for message in room.view().messages if message.kind not in (view.CALL, view.DAMAGED)]
        devices = [(table.state, table.behind, room.course.at_once(1)) for table in room.view().tables]
        return [room.course.night, room.course.ranks(), devices, messages]

    before = shown()
    room.course.take(topic, payload)
    room.deliver()
    assert shown() == before
    assert "\x1b" not in json.dumps(for_room(room.view()), ensure_ascii=False)


def test_what_a_table_fills_the_broker_with_goes_when_a_host_directs(room: Room, tmp_path: Path) -> None:
    """Also what was there before this host directed, answers to nothing, and records of no sitting; an answer that
    counts stays until then."""
    room.act("show", table=1, text="hello")
    ((ask, _),) = room.asks(1, "show")
    topic, said = room.devices[0].answer(ask)
    other = looking(room, book=Book(tmp_path / "b.sqlite"))
    junk = {
        f"mingg/{CLUB}/table/1/{name}": b"x" * 20_000 for name in ("record/00000001-1/0/1", "record/x", "answer/zz")
    }
    for message in junk.items():
        other.take(*message, retained=True)
    other.clear()
    assert not other.outgoing, "it only looks"
    takes_over(room, other)
    stranger = Device(1, "0badf00d")
    stranger.seat(["Eve", "Flo", "Gus", "Hal"])
    stranger.deal()
    for message in [*stranger.published(), *room.devices[0].published()]:
        other.take(*message)
    other.take(topic, said)
    other.clear()
    assert {one.topic for one in other.outgoing} == {*junk, *(name for name, _ in stranger.published())}
    made = other.facts()
    assert made is not None
    other.take(made.topic, made.payload)
    other.clear()
    assert Publication(topic, b"") not in other.outgoing, "the requests of the next night need greater ids"
    place, _, id = topic.rpartition("/")
    other.take(topics.ask(CLUB, 1, topics.next_id(topics.next_id(id))), b"{}")  # this one may be withdrawn
    other.take(f"{place}/{'z' * 16}", b"")
    other.clear()
    assert Publication(topic, b"") not in other.outgoing
    newer = f"{place}/{topics.next_id(id)}"
    other.take(newer, said)
    other.clear()
    assert Publication(topic, b"") in other.outgoing
    assert Publication(newer, b"") not in other.outgoing
    other.take(topic, b"")
    assert other.facts() is None


def test_a_flood_of_calls_is_one_call(room: Room) -> None:
    for number in range(100):
        room.send((topics.of_table(CLUB, 1, topics.CALL), json.dumps({"at": f"\x1b[2J{number}"}).encode()))
    (call,) = [message.text for message in room.view().messages if message.kind == view.CALL]
    assert call == "Table 1 calls the director: [2J99."


def test_a_table_can_name_only_so_many_devices() -> None:
    room = Room()
    for number in range(3 * MOST_DEVICES):
        room.send(Device(1, f"{number:08x}").here())
    assert len(room.course.at_once(1)) == MOST_DEVICES


# ---- the log, and who directs ----


def looking(room: Room, name: str = "b", book: Book | None = None) -> Course:
    """Returns the course of another computer that has what the broker has."""
    made = running.found(CLUB, room.retained).course.book.decisions
    other = open_course(book or Book(None), made, name)
    other.look()
    for device in room.devices:
        for message in [device.here(), *device.published()]:
            other.take(*message, retained=True)
    for message in room.retained.items():
        other.take(*message, retained=True)
    other.connected()
    return other


def takes_over(room: Room, other: Course) -> None:
    """The other computer directs from now on, and its messages reach both by the broker."""
    lease = other.claim()
    for course in (room.course, other):
        course.take(topics.lease(CLUB), lease.payload())
    other.begin()


def share(made: Made, *courses: Course) -> None:
    """The broker gives a decision to these computers."""
    for course in courses:
        course.take(made.topic, made.payload)


def test_a_night_is_the_fold_of_its_decisions_and_undo_drops_the_last_one(room: Room) -> None:
    before = copy.deepcopy(room.course.night)
    room.act("penalty", name="A1", points=5)
    room.act("player", name="A2", state="left")
    room.act("undo")
    room.act("undo")
    after = decisions.fold(room.course.book.decisions)
    assert after == room.course.night == before
    assert len(room.course.book.decisions) == 8, "nothing is removed from the log"
    assert {topics.decision(CLUB, number): line for number, line in room.course.book.decisions.items()}.items() <= (
        room.retained.items()
    )
    assert room.course.buttons("undo")[0].words == "undo: Sitting 1 begun"


def test_another_computer_shows_the_same_from_the_broker_alone_and_takes_over(room: Room) -> None:
    room.play(1)
    other = looking(room)
    assert (other.night, other.ranks()) == (room.course.night, room.course.ranks())
    assert not other.outgoing
    with pytest.raises(ActionError, match="a directs this night,"):
        other.decide({"do": "penalty", "name": "A1", "points": 50})
    assert view.LOOKS in [message.kind for message in shown(other).messages]
    takes_over(room, other)
    with pytest.raises(ActionError, match="b directs this night,"):
        room.course.decide({"do": "penalty", "name": "A1", "points": 50})
    room.course.settle()
    room.course.tell_kept()
    assert not room.course.outgoing
    made = other.decide({"do": "penalty", "name": "A1", "points": 50})
    share(made, other, room.course)
    assert other.night == room.course.night
    assert other.night.penalties


def test_a_host_that_begins_again_has_a_later_lease_than_its_decisions_though_the_broker_lost_it(room: Room) -> None:
    other = looking(room)
    takes_over(room, other)
    made = other.decide({"do": "penalty", "name": "A1", "points": 50})
    room.course.take(made.topic, made.payload)
    again = open_course(room.course.book, {}, "a")
    again.look()
    assert again.claim().term > other.mine.term > 1


def test_what_a_host_decides_after_another_one_took_over_is_not_done_and_goes_from_the_broker(room: Room) -> None:
    other = looking(room)
    late = room.course.decide({"do": "penalty", "name": "A1", "points": 50})
    takes_over(room, other)
    for course in (other, room.course):
        course.take(late.topic, late.payload)
        assert not course.is_made(late)
    other.settle()
    assert Publication(late.topic, b"") in other.outgoing
    assert not other.night.penalties


def test_of_two_decisions_with_one_number_that_of_the_later_lease_counts_on_every_computer(room: Room) -> None:
    other, third = looking(room), looking(room, "c")
    early = room.course.decide({"do": "penalty", "name": "A1", "points": 50})
    third.take(early.topic, early.payload)
    assert third.night.penalties
    takes_over(room, other)
    later = other.decide({"do": "penalty", "name": "B1", "points": 4})
    assert early.number == later.number
    for course in (third, other, room.course):
        course.take(topics.lease(CLUB), other.mine.payload())
        course.take(later.topic, later.payload)
        course.take(early.topic, early.payload)
        assert [one.name for one in course.night.penalties] == ["B1"]


def test_what_the_broker_lost_before_another_computer_took_over_is_named_where_it_counted(room: Room) -> None:
    older = dict(room.retained)
    room.act("penalty", name="A1", points=5)
    room.course.disconnected()
    room.retained = older
    other = looking(room)
    takes_over(room, other)
    for message in older.items():
        room.course.take(*message, retained=True)
    room.course.connected()

    def named() -> list[str]:
        return [message.text for message in room.view().messages if message.kind == view.BROKER]

    lost = "A1 loses 5 points: this counted here, but the broker lost it before b took over."
    assert named() == [lost]
    made = other.decide({"do": "penalty", "name": "B1", "points": 4})
    share(made, other, room.course)
    assert (room.course.night, named()) == (other.night, [lost]), "its number has another decision now"
    assert not other.unshared()


@pytest.mark.parametrize("is_older", [True, False], ids=["older", "empty"])
def test_a_broker_that_lost_its_data_gets_all_that_it_lacks(room: Room, is_older: bool) -> None:
    older = dict(room.retained) if is_older else {}
    room.act("penalty", name="A1", points=5)
    room.act("show", table=1, text="hello")
    newer = dict(room.retained)
    room.reconnected(older)
    assert room.retained == newer


@pytest.mark.parametrize("action", [{"do": "penalty", "name": "A1", "points": 100}, {"do": "undo"}, {"do": "end_all"}])
def test_a_decision_that_a_full_disk_refuses_has_not_happened_and_goes_from_the_broker(
    room: Room, action: dict[str, Any]
) -> None:
    room.play(1)
    room.act("show_all", text="hello")
    course, before = room.course, (copy.deepcopy(room.course.night), dict(room.retained), room.course.buttons("undo"))
    looker = looking(room)
    made = course.decide(action)
    room.retained[made.topic] = made.payload
    looker.take(made.topic, made.payload)
    with full(course.book, "INSERT OR REPLACE"), pytest.raises(BookError, match="disk is full"):
        course.take(made.topic, made.payload)
    room.deliver()
    looker.take(made.topic, b"")
    assert (course.night, room.retained, course.buttons("undo")) == before
    assert looker.night == before[0]
    room.act("penalty", name="A1", points=100)
    assert decisions.fold(course.book.decisions) == course.night


def test_two_nights_of_a_club_never_mix(room: Room) -> None:
    room.play(1)
    before = copy.deepcopy(room.course.night)
    later = nights.following(replace(NIGHT, name="Saturday"), [before.since], room.course.lease.term)
    other = open_course(Book(None), later, "b")
    other.look()
    for message in room.retained.items():
        other.take(*message, retained=True)
    other.connected()
    takes_over(room, other)
    other.settle()
    while other.outgoing:
        one = other.outgoing.popleft()
        room.retained.pop(one.topic, None)
        if one.payload:
            room.retained[one.topic] = one.payload
        room.course.take(one.topic, one.payload)
    assert [topic for topic in room.retained if "/night/decision/" in topic] == [topics.decision(CLUB, 1)]
    assert not [topic for topic in room.retained if "/ask/" in topic]
    assert room.course.night == decisions.fold(room.course.book.decisions) == before
    assert "Saturday" in room.texts()
    with pytest.raises(ActionError, match="Saturday"):
        room.course.decide({"do": "end_all"})
    room.course.settle()
    assert not room.course.outgoing
    assert shown(other).state == view.DRAFT
    for device in room.devices:
        for message in [*device.published(), device.here()]:
            other.take(*message, retained=True)
    assert not sum(rank.deals for rank in other.ranks())


def test_a_broker_with_rests_of_the_night_before_has_the_later_one(room: Room) -> None:
    new = nights.following(NIGHT, [room.course.night.since], 7)
    found = running.found(CLUB, {**room.retained, topics.decision(CLUB, 1): new[1]})
    assert found.course is not None
    assert found.course.book.decisions == new
    assert found.course.night.since > room.course.night.since


def test_a_new_night_is_later_than_the_last_one_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nights, "now", lambda: "1970-01-01T00:05:00+00:00")
    new = decisions.fold(nights.following(NIGHT, ["2026-01-01T20:00:00+00:00", "2025-01-01T20:00:00+00:00"], 1))
    assert new.since == "2026-01-01T20:00:01+00:00"


def test_a_night_that_is_not_over_goes_on_and_one_that_is_over_is_followed_by_the_next(tmp_path: Path) -> None:
    plan = replace(NIGHT, sittings=1)
    folder = nights.ClubFolder(tmp_path, CLUB)
    room = Room(plan, book=Book(folder.book(decisions.fold({1: decisions.new(plan, SINCE)}))))
    room.begin()
    room.play(1)
    room.course.book.flush()
    known = room.course.book.decisions
    records = dict(message for device in room.devices for message in device.published())
    local = folder.latest("Friday")
    assert local is not None, "it continues"
    assert local.book.decisions == known
    there = running.found(CLUB, {**room.retained, **records}).course
    assert nights.continued(plan, None, there) == known
    room.play(1)
    room.course.book.flush()
    assert room.view().state == view.OVER
    assert not room.course.night.over, "nobody has closed it"
    assert folder.latest("Friday") is None
    records = dict(message for device in room.devices for message in device.published())
    there = running.found(CLUB, {**room.retained, **records}).course
    assert there is not None
    assert there.is_over()
    for mine in (None, local):
        assert nights.continued(plan, mine, there) == {}
    assert nights.continued(plan, local, None) == local.book.decisions, "only the broker knows that it is over"
    later = open_course(Book(None), {1: decisions.new(plan, "2027")}, "")
    assert nights.continued(plan, later, there) == later.book.decisions


def test_another_computer_knows_what_a_broker_without_records_has_lost() -> None:
    """The decision that began a sitting names the last record of each ledger before it."""
    room = begun(movement="fixed")
    room.play(2)
    guests = room.devices[1]
    guests.seat(["Zoe", *NAMES[5:]])
    guests.deal("S")
    room.send(*guests.published())
    room.begin()
    room.play(1)
    other = looking(room)
    other.begin()
    assert [
        (gap.name[1:], missing) for table in (1, 2) for gap in other.watched(table) if (missing := other.missing(gap))
    ] == [
        (("00000001", 1), [range(3)]),
        (("00000002", 1), [range(3)]),
        (("00000002", 2), [range(2)]),
    ]
    for device in room.devices:
        for evening in range(1, device.playing.ledger.number + 1):
            for message in device.published(evening):
                other.take(*message)
    assert not any(other.missing(ledger) for table in (1, 2) for ledger in other.watched(table))
    assert other.ranks() == room.course.ranks()


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"do": "shoot"}, "shoot"),
        ({"do": "seats", "tables": [["A1"]], "out": [], "basis": ""}, "names"),
        ({"do": "seats", "tables": [["A1", "A1", "B1", "C1"]], "out": [], "basis": ""}, "names"),
        ({"do": "start", "tables": [["A1", "B1", "C1", "D1"]], "out": [], "had": []}, "1"),
        ({"do": "throw", "table": 9, "throws": {"A1": 7}}, "index"),
        ({"do": "throw", "table": 1, "throws": {"A1": "7"}}, "number"),
        ({"do": "penalty", "name": "A1", "points": -7, "why": ""}, "number"),
        ({"do": "penalty", "name": 7, "points": 7, "why": ""}, "text"),
        ({"do": "show", "asks": [[1, "+", {"do": "show"}]]}, "asks"),
        ({"do": "show", "asks": [[1, "0abc", {}]]}, "do"),
        ({"do": "end", "tables": [0]}, "from 1"),
        ({"do": "paper", "sitting": 1, "table": 1, "rows": [{"A1": 1}], "deals": 1, "movers": []}, "rows"),
        ({"do": "paper", "sitting": 0, "table": 1, "rows": [], "deals": 1, "movers": []}, "from 1"),
        ({"do": "check", "sitting": 1, "table": 1}, "result"),
        ({"do": "answers", "answers": [[1, "0abc"]]}, "unpack"),
        ({"do": ["a"]}, "unhashable"),
        ({"text": "x"}, "do"),
    ],
)
def test_a_decision_that_makes_no_sense_changes_nothing_and_is_shown(
    room: Room, keys: dict[str, Any], why: str
) -> None:
    before = copy.deepcopy(replace(room.course.night, damaged={}))
    payload = decisions.written({"since": SINCE, "term": room.course.mine.term, **keys})
    number = max(room.course.book.decisions) + 1
    room.course.take(topics.decision(CLUB, number), payload)
    assert why in room.course.night.damaged[number]
    assert (
        replace(room.course.night, damaged={})
        == before
        == replace(decisions.fold(room.course.book.decisions), damaged={})
    )
    assert f"Decision {number} could not be handled" in room.texts()
    room.act("penalty", name="A1", points=5)


@pytest.mark.parametrize(
    "first",
    [
        {},
        {"do": "begin", "form": 2, "plan": NIGHT.as_json()},
        {"do": "begin", "form": decisions.FORM},
        {"do": "begin", "form": decisions.FORM, "plan": {**NIGHT.as_json(), "movement": "x"}},
        {"do": "begin", "form": decisions.FORM, "plan": {**NIGHT.as_json(), "players": [7]}},
        {"do": "close"},
    ],
)
def test_a_night_of_another_version_is_refused(first: dict[str, Any]) -> None:
    with pytest.raises(decisions.DecisionError):
        decisions.fold({1: decisions.written({"since": SINCE, "term": 1, **first})})


# ---- a full disk ----


class FullDisk:
    """A database that refuses statements which begin so."""

    def __init__(self, db: Any, *refused: str) -> None:
        self.db = db
        self.refused = refused

    def execute(self, statement: str, *values: Any) -> Any:
        if statement.startswith(self.refused):
            raise sqlite3.OperationalError("database or disk is full")
        return self.db.execute(statement, *values)

    def executemany(self, statement: str, rows: Any) -> Any:
        for row in rows:
            self.execute(statement, row)


@contextmanager
def full(book: Book, *refused: str) -> Iterator[None]:
    real = book._db
    book._db = FullDisk(real, *refused)  # type: ignore[assignment]
    try:
        yield
    finally:
        book._db = real


@pytest.mark.parametrize("refused", ["BEGIN", "INSERT INTO record", "COMMIT"])
def test_what_a_full_disk_refuses_is_missing_in_the_book_until_it_is_written_again(
    refused: str, tmp_path: Path
) -> None:
    room = Room(book=Book(tmp_path / "night.sqlite"))
    room.begin()
    host = Host(room.course, Address("127.0.0.1", 1))
    host.trouble = ""
    device = room.devices[0]
    device.deal("E")
    with full(room.course.book, refused):
        room.send(*device.published(), device.here())
        for _ in range(3):
            host._settle()
            assert "disk is full. Not written: 1 record of tables 1." in host.unkept
        assert any("Not written: 1 record" in message.text for message in host.view().messages)
        assert room.view().tables[0].played == 1, "the pages show it"
        assert open_course(Book(room.course.book.path), {}, "b").results().results[0].deals == 0
    host._settle()
    assert host.unkept == ""
    kept = open_course(Book(room.course.book.path), {}, "b")
    assert kept.result(kept.table_at(1, 1)).deals == 1
    assert kept.book.ledgers == room.course.book.ledgers


# ---- deals after the end of a sitting ----


def test_deals_beyond_the_agreed_number_do_not_count_and_the_director_sees_them() -> None:
    room = begun(sittings=1)
    room.play(2)
    before, ranks = room.points(), room.course.ranks()
    assert view.OTHERS not in room.kinds()
    device = room.devices[0]
    device.deal("S", 3)
    device.deal("W", 3)
    pay(device.playing, [(0, 1, 20)])
    room.send(*device.published(), device.here())
    table = room.view().tables[0]
    assert (table.played, table.beyond, table.deals) == (2, 2, 2)
    assert [deal.counts for deal in room.deals(1)] == [True, True, False, False]
    assert "Table 1 has played 2 deals after the end of its sitting." in room.texts()
    paid = {**before, "A1": before["A1"] - 20, "B1": before["B1"] + 20}
    assert room.points() == paid, "a payment counts: the director may ask for one"
    assert [rank.deals for rank in room.course.ranks()] == [rank.deals for rank in ranks]
    undo(device.playing)  # the payment
    undo(device.playing)
    correct(device.playing, 1, read_kept({"winner": None, "hands": {}}, device.playing.session))
    room.send(*device.published(), device.here())
    assert room.view().tables[0].beyond == 1
    corrected = room.points()
    undo(device.playing)  # the correction
    room.send(*device.published(), device.here())
    assert room.points() == before != corrected
    assert sum(corrected.values()) == 0


@pytest.mark.parametrize("missing", range(4))
def test_a_record_after_the_end_of_a_sitting_is_known_if_an_earlier_one_is_missing(missing: int) -> None:
    room = begun(deals=4)
    device = room.devices[0]
    device.deal("S")
    undo(device.playing)
    device.deal("E")
    room.send(*device.published(), device.here())
    before = room.points()
    lacking = begun(deals=4)
    lacking.act("end", table=1)
    ((id, _),) = lacking.asks(1, "end")
    answer = {"device": device.id, "done": True, "record": 3}
    device.deal("N", 2)
    lacking.send((topics.of_table(CLUB, 1, topics.ANSWER, id), json.dumps(answer).encode()))
    lacking.deliver()
    lacking.send(*[message for message in device.published() if not message[0].endswith(f"/0/{missing or 9}")])
    assert lacking.view().tables[0].beyond == 1
    if missing != 3:  # then the deal that counts is lost
        assert lacking.points() == before


# ---- a table where nothing was played ----


@pytest.mark.parametrize("movement", ["progressive", "meet", "fixed"])
def test_a_table_without_a_result_is_named_until_the_director_says_that_there_is_none(movement: str) -> None:
    room = Room(replace(NIGHT, movement=movement, deals=1))
    room.devices.pop()
    room.course.seen.pop(2)
    played, moves = set[str](), movement == "progressive"
    for sitting in (1, 2):
        room.begin()
        played.update(person.name for person in room.view().tables[0].players)
        names = room.course.table_at(2).names
        room.play(1, 1)
        room.act("end_all")
        table = room.view().tables[1]
        assert (table.done, table.played, table.state, table.tied) == (True, 0, view.NEVER, [])
        assert "Table 2: no device yet." in room.texts()
        assert not [each for each in room.view().messages if (each.kind, each.table) == (view.TIE, 2)]
        assert room.view().state == view.MOVING
        (lacks,) = [message for message in room.view().messages if message.kind == view.LACKS]
        assert lacks.buttons[0].send == {"do": "paper", "table": 2, "sitting": sitting}
        if moves and sitting == 1:
            with pytest.raises(ActionError, match=r"Table 2 has no result\."):
                room.act("propose")
            while room.course.tied(1):
                room.act("roll", table=1)
            director = room.view().director
            assert director is not None
            assert [button.words for button in director.next.buttons] == ["draw by lot"]
            assert director.next.text.startswith("The movement needs the result of each table.")
            room.act("no_result", table=2)
            assert sorted(room.course.tied(2)) == sorted(names), "they throw dice, or the director chooses"
            room.act("undo")
        room.act("no_result", table=2, **({"first": names[3], "second": names[1]} if moves else {}))
        assert (view.LACKS in room.kinds(), room.course.tied(2)) == (False, [])
        if moves and sitting == 1:
            room.begin()
            assert {names[1], names[3]} == set(names) & set(room.course.table_at(1).names)
            room.act("undo")
            room.act("undo")
    night = room.view()
    assert night.state == view.OVER
    assert {rank.name for rank in night.standing} == played
    assert all(rank.deals and rank.sittings for rank in night.standing)
    assert len({rank.rank for rank in night.standing}) > 1


DRAWN = dict.fromkeys(("A2", "B2", "C2", "D2"), 0)


def test_a_result_from_paper_counts_like_one_of_a_device(room: Room) -> None:
    room.play(2, 1)
    rows = [dict(zip(("A2", "B2", "C2", "D2"), row, strict=True)) for row in ((64, 0, -20, -44), (-8, 24, -8, -8))]
    won = {"A2": 56, "B2": 24, "C2": -28, "D2": -52}
    room.act("paper", table=2, rows=rows)
    table = room.view().tables[1]
    assert (table.done, table.played, table.paper, table.beyond) == (True, 2, True, 0)
    ranks = {rank.name: rank for rank in room.view().standing}
    assert {name: ranks[name].points for name in won} == won
    assert (ranks["A2"].deals, ranks["A2"].table_points) == (2, 400)
    room.act("propose")
    room.act("start")
    room.act("paper", table=2, sitting=1, rows=[dict.fromkeys(won, 0)], deals=2)
    assert {rank.name: rank.points for rank in room.view().standing if rank.name in won} == dict.fromkeys(won, 0)
    room.act("undo")
    assert room.course.result(room.course.table_at(2, 1)).won == won


def test_a_result_from_paper_waits_for_a_second_look_before_the_standing_is_final() -> None:
    room = begun(sittings=1)
    room.play(2, 1)
    room.act("paper", table=2, rows=[{"A2": 8, "B2": -8, "C2": 0, "D2": 0}], deals=2)
    (waits,) = [message for message in room.view().messages if message.kind == view.CHECK]
    assert "Table 2, sitting 1, from paper: A2 +8, B2 \u22128, C2 0, D2 0; 2 deals in one sum." in waits.text
    assert room.view().state == view.MOVING
    room.act(**waits.buttons[0].send)
    assert (room.view().state, view.CHECK in room.kinds()) == (view.OVER, False)
    room.act("paper", table=2, rows=[{"A2": 8, "B2": -8, "C2": 0, "D2": 0}])
    assert room.view().state == view.MOVING, "another result waits again"
    ((cells, buttons),) = [(row.cells, row.buttons) for row in (room.part("papers") or view.Part()).rows]
    assert list(cells) == [1, 2, "A2 +8, B2 \u22128, C2 0, D2 0", ""]
    assert buttons[0].fields[0].value == [[8, -8, 0, 0]], "it is changed where it stands"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"table": 3}, "no such table"),
        ({"table": 2, "sitting": 2}, "no such sitting"),
        ({"table": 2, "rows": [{"A2": 0}]}, "enter a whole number for each of A2, B2, C2, D2"),
        ({"table": 2, "rows": [DRAWN, {**DRAWN, "A2": 4}]}, r"Line 2: .* add up to 0; these make \+4"),
        ({"table": 2, "rows": [{**DRAWN, "A2": 4.5, "B2": -4.5}]}, "whole number"),
        ({"table": 2, "rows": [DRAWN, DRAWN], "deals": 1}, "2 deals, not 1"),
        ({"table": 2, "rows": [], "deals": 0}, "won or lost"),
        ({"do": "no_result", "table": 2, "first": "A2"}, "Name two players"),
        ({"do": "no_result", "table": 2, "first": "A2", "second": "A1"}, "the other: choose one of dice decide, A2"),
    ],
)
def test_an_impossible_result_from_paper_is_refused(given: dict[str, Any], why: str) -> None:
    room = Room(replace(NIGHT, movement="progressive"))
    room.act("draw")
    room.course.night.proposal = [list(NAMES[:4]), list(NAMES[4:])]
    room.act("start")
    with pytest.raises(ActionError, match=why):
        room.act(**{"do": "paper", **given})


# ---- gaps ----


def test_a_request_that_waits_is_published_again_while_its_table_is_here() -> None:
    """A cluster may pass a message to nobody, although it acknowledged it."""
    room = Room()
    room.act("draw")
    room.act("start")
    assert room.devices[1].table == 2
    room.send(room.devices[1].here("away"))
    first = {table: room.asks(table, "seat") for table in (1, 2)}
    published = []
    for now in (0.0, REPEAT_S - 0.1, REPEAT_S, REPEAT_S + 0.1, 2 * REPEAT_S):
        room.course.tick(now, now)
        room.course.settle()
        published.append([one.topic for one in room.course.outgoing if one.payload and "/ask/" in one.topic])
        room.deliver()
    seat = topics.ask(CLUB, 1, first[1][0][0])
    assert published == [[], [], [seat], [], [seat]], "not at the table that is away"
    assert {table: room.asks(table, "seat") for table in (1, 2)} == first, "with its words and its id"
    room.send((topics.of_table(CLUB, 1, topics.ANSWER, first[1][0][0]), b'{"done": true}'))
    room.deliver()
    room.course.tick(9 * REPEAT_S, 0)
    room.course.settle()
    assert not [one for one in room.course.outgoing if one.payload and "/ask/" in one.topic]


# ---- corrections after the end of a sitting ----


def test_the_seats_of_a_movement_do_not_outlive_the_results_that_they_rest_on() -> None:
    room = begun(movement="progressive", deals=1)

    def throw(*tables: int) -> None:
        for table in tables:
            tied = room.view().tables[table - 1].tied
            room.act("throw", table=table, throws=[{name: 2 + number for number, name in enumerate(tied)}])
        room.act("propose")

    for device in room.devices:
        device.deal("S")
    room.hear(*room.devices)
    throw(1, 2)
    playing = room.devices[0].playing
    deal = {"winner": "E", "hands": {"E": {"sets": ["pung simple"]}}, "win": {"by": "draw"}}
    correct(playing, 1, read_kept(deal, Lines(playing).deal(1)[1]))
    room.hear()
    assert view.SEATS in room.kinds()
    with pytest.raises(ActionError, match="results have changed"):
        room.act("start")
    throw(1)
    assert view.SEATS not in room.kinds()
    room.act("start")
    assert len(room.course.night.sittings) == 2


# ---- ledgers that come late ----


def test_a_ledger_that_counts_for_no_sitting_is_shown_until_the_director_hides_it(room: Room) -> None:
    device = room.devices[0]
    device.seat(["Eve", "Flo", "Gus", "Hal"])
    device.deal("E")
    room.send(*device.published(), device.here())
    device.seat(["A1", "B1", "C1", "D1"])
    device.deal("E")
    room.send(*device.published(), device.here())
    assert room.course.result(room.course.table_at(1, 1)).deals == 0, "these are the players, but nobody seated them"
    others = [message for message in room.view().messages if message.kind == view.OTHERS]
    assert ["Eve, Flo, Gus, Hal" in message.text for message in others] == [True, False]
    for message in others:
        room.act("dismiss", key=message.key)
    assert view.OTHERS not in room.kinds()


def test_records_are_asked_of_the_device_that_has_them(room: Room) -> None:
    room.play(1)
    device = room.devices[0]
    device.deal("S")
    room.send(device.here(), device.here("away"))
    other = Device(1, "0000beef")
    room.send(other.here())
    room.deliver()
    room.told.clear()
    room.later(20)
    assert not room.told, "the other device does not have them"
    room.send(device.here())
    room.later(REPEAT_S)
    assert room.kept(1)["1"][0] == 1


def test_a_device_with_an_older_copy_of_its_ledger_counts_as_it_plays_on() -> None:
    room = begun(deals=4)
    device = room.devices[0]
    device.deal("E")
    older = dict(device.store.files)
    device.deal("S", 3)
    first = device.published()
    room.send(*first, device.here())
    device.store.files.clear()
    device.store.files.update(older)
    device.playing = open_evening(device.store)
    device.deal("W", 1)
    device.deal("N", 2)
    room.send(*device.published(), device.here())
    for _ in range(2):
        won = [balance - 2000 for balance in device.playing.session.balances]
        assert list(room.course.result(room.course.table_at(1, 1)).won.values()) == won
        assert view.CONFLICT in room.kinds()
        room.act("device", table=1, device=device.id)  # this does not resolve it
    room.send(*first)
    assert room.deals(1)[1].deal.winner == "B1", "the later publication counts"


# ---- the end of the host ----


@pytest.mark.parametrize("fails", ["", "the archive is full", "disk is full"])
def test_a_host_that_ends_waits_for_the_archive_and_says_what_is_not_kept(
    room: Room, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr(host_module, "ARCHIVE_S", 0.01)
    began, finished = threading.Event(), []

    class Slow:
        def add(self, board: str, evenings: Any) -> None:
            began.set()
            if "archive" in fails:
                raise EveningError(fails)
            time.sleep(0.2)
            finished.append(board)

    async def night() -> None:
        task = asyncio.ensure_future(host.run())
        await asyncio.to_thread(began.wait, 10)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    room.play(1)
    host = Host(room.course, Address("127.0.0.1", 1), archive=Slow())  # type: ignore[arg-type]
    with full(room.course.book, *["COMMIT"] * ("disk" in fails)):
        asyncio.run(night())
        assert (fails in host.unkept, bool(host.unkept)) == (True, bool(fails))
    assert bool(finished) == ("archive" not in fails)


def test_a_deal_of_a_device_that_is_gone_is_not_corrected_on_the_new_one() -> None:
    room = begun(deals=4)
    room.play(2)
    room.send(room.devices[0].here("away"))
    room.act("reseat", table=1)
    room.devices[0] = Device(1, "0badf00d")
    room.seat()
    room.play(1, 1)
    old, _, new = room.deals(1)
    assert [(each.number, each.deal.number, each.ledger.device) for each in (old, new)] == [
        *((1, 1, "00000001"), (3, 1, "0badf00d")),
    ]
    offered = [part.buttons for part in (room.part("table-1") or view.Part()).parts]
    assert [len(buttons) for buttons in offered] == [0, 0, 3]
    with pytest.raises(ActionError, match="no such deal now"):
        room.act("void", table=1, deal=1, device="00000001")
    assert not room.asks(1, "correct")
    room.act("void", table=1, deal=1, device="0badf00d")
    assert len(room.asks(1, "correct")) == 1


def test_a_task_that_loses_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "CANCEL_S", 0.02)

    async def stubborn() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    async def runs() -> bool:
        task = asyncio.create_task(stubborn())
        await asyncio.sleep(0)
        await asyncio.wait_for(tasks.ended([task]), 5)
        return task.cancelled()

    assert asyncio.run(runs())


def test_messages_are_sent_in_their_order_some_at_once_and_only_the_last_of_each_topic() -> None:
    """Until a broker acknowledges, a message is kept."""
    course = open_course(Book(None), {1: decisions.new(NIGHT, "2026")}, "a")
    host = Host(course, Address("nowhere", 1))
    course.outgoing.clear()
    course.outgoing.extend(Publication(f"topic/{number}", b"old") for number in range(15))
    course.outgoing.append(Publication("topic/3", b"new"))
    sent: list[tuple[str, bytes]] = []
    acknowledged = asyncio.Event()

    class Client:
        async def publish(self, topic: str, payload: bytes, **_: Any) -> None:
            sent.append((topic, payload))
            await acknowledged.wait()

    async def sends() -> None:
        sending = asyncio.ensure_future(host._send(Client()))  # type: ignore[arg-type]
        await asyncio.sleep(0.05)
        assert 1 < len(sent) < 15
        assert len(course.outgoing) == 16, "nothing is acknowledged yet"
        acknowledged.set()
        while course.outgoing:
            await asyncio.sleep(0.01)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)

    asyncio.run(sends())
    expected = [(f"topic/{number}", b"old") for number in range(15) if number != 3] + [("topic/3", b"new")]
    assert sent == expected


@pytest.mark.parametrize("turns", range(5))
def test_a_watcher_ends_when_it_is_cancelled_though_news_come_in_the_same_moment(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise Ctrl-C would not end a night now and then."""
    monkeypatch.setattr(host_module, "VIEW_S", 0.02)

    async def watches() -> None:
        host = Host(open_course(Book(None), {1: decisions.new(NIGHT, "2026")}, "a"), Address("nowhere", 1))

        async def watch() -> None:
            async for _ in host.watch():
                pass

        watching = asyncio.ensure_future(watch())
        await asyncio.sleep(1.5 * host_module.VIEW_S)
        await host._changed()
        for _ in range(turns):
            await asyncio.sleep(0)
        watching.cancel()
        await asyncio.wait([watching], timeout=0.6)
        is_over = watching.cancelled()
        await tasks.ended([watching])
        assert is_over

    asyncio.run(watches())


def test_what_no_device_can_have_and_records_of_other_nights_go_from_the_broker_and_stay_in_the_book() -> None:
    before = begun()
    before.play(2)
    old = [message for device in before.devices for message in device.published()]
    rubbish = [
        (topics.of_table(CLUB, 1, "record", "x"), b"x"),
        (topics.record(CLUB, 1, 1, 0, 99, "00000001"), b"x" * (LONGEST + 1)),
    ]
    room = Room()
    room.reconnected({**room.retained, **dict(old + rubbish)})
    assert not {topic for topic, _ in old + rubbish} & set(room.retained)
    assert sum(len(ledger.records) for ledger in room.course.book.ledgers.values()) == 4
    room.begin()
    room.play(1)
    ours = dict(room.devices[0].published())
    room.reconnected({**room.retained, **ours})
    assert ours.items() <= room.retained.items(), "for a computer that takes over"
