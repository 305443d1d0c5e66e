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
from types import SimpleNamespace
from typing import Any

import pytest
from help.brokers import in_a_loop, runs, until
from help.club_devices import CLUB, Device
from help.club_room import NAMES, NIGHT, SINCE, Room, begun
from help.club_walks import go
from help.walking import Walk, walks
from mingg.evening.change import undo
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.link.link import OLD
from mingg.link.memo import rank
from mingg.records.parse import read_kept
from mingg_club import decisions, nights, running, tasks, topics, view
from mingg_club import host as host_module
from mingg_club.brokers import Address
from mingg_club.course import open_course
from mingg_club.host import Host
from mingg_club.records import LONGEST, Book, BookError
from mingg_club.showing import shown
from mingg_club.state import MOST_DEVICES, Publication
from mingg_club.view import ActionError
from mingg_club.web.feed import for_room
from mingg_host.evenings.ledger import EveningError

LOSES = {"name": "A1", "points": 50}
SAYS_NOTHING: list[Any] = [{}, {"do": ["seat"]}, {"do": "\ud800"}, "seat"]


@walks("""
A night goes from its first seats to its standing
    | state == "draft"
    propose | moves[:4] == ["A1 1E", "B1 1S", "C1 1W", "D1 1N"]
    move name=A1 to=A1 ! Name two players
    start | list(asks(2)[0].items())[:3] == [("do", "seat"), ("sitting", 1), ("names", ["A2", "B2", "C2", "D2"])]
    | list(asks(2)[0].items())[3:] == [("rules", "babcock"), ("options", {}), ("counters", "none"), ("deals", 2)]
    seat | (asks(1), asks(2)) == ([], [])
    play 1 | played == [1, 1]
    play 1 | state == "moving"
    begin | played == [0, 0]
    play | state == "over" ; (ranks["A2"].rank, ranks["A2"].deals, ranks["A2"].sittings) == (1, 4, 2)
    | sum(points[name] for name in NAMES[:4]) == sum(points[name] for name in NAMES[4:]) == 0
A request that a device declines is shown with its reason
    propose ; start ; answer 1 half-entered ; deliver | (asks(1), "half-entered" in texts) == ([], True)
    reseat table=1 | [what["deals"] for what in asks(1)] == [2]
A sitting is final when all that its device has told is kept
    begin ; play ; tells 1 records=0 evening=0 unkept={"1":3} | (state, t1.behind) == ("playing", 1)
    end table=1 | (dos(1), state) == ([], "moving")  # also if its deals are here: the device has ended it
A sitting is over when the game is
    NIGHT deals=20 options={"east_passes":true} ; begin ; play 15 | done == [False, False]
    play 1 | done == [True, True]
The director corrects, pays and punishes
    begin ; play 1 ; void table=1 deal=1 | said == "Table 1, deal 1: nobody pays, requested"
    pay table=1 from=A1 to=B1 points=10 | dos(1) == ["correct", "pay"]
    penalty name=A1 points=100 why=late | ranks["A1"].penalty == -100
    undo | ranks["A1"].penalty == 0
    undo | dos(1) == ["correct"]
    answer 1 ; undo ! has done this already
A request for a deal names what the director saw
    begin ; undo_deal table=1 ! nothing to take back
    play 2 1 ; void table=1 deal=2 ; undo_deal table=1 record=2 | dos(1) == ["correct", "undo"]
    | [(what["evening"], what["record"]) for what in asks(1)] == [(1, 2), (1, 2)]
    paid 1 0 1 2 ; undo_deal table=1 record=2 ! has gone on
    undo_deal table=1 | asks(1)[-1]["record"] == 3
The start of a sitting is taken back while nobody has played
    propose ; start ; undo | (state, asks(1), shown.open) == ("draft", [], True)
    start ; seat ; play 1 ; undo ! has begun to play
The room shows seats from the beginning of a sitting to its first deal, also who sits out
    NIGHT +Zoe odd=out ; propose | wall["moves"] == []
    player name=A2 state=late | not night.proposal  # the seats were of players who are here
    player name=A2 state=present ; propose ; start
    | [move["table"] for move in wall["moves"]] == [1] * 4 + [2] * 4 + [0]
    seat ; play 1 2 | wall["moves"] == []
The room and the tables see the time, and get a signal before it ends
    begin ; play 2 2 ; timer minutes=3 warn=1 more=MORE | shown.timer == "3 minutes left"
    later 119 | asks(1) == []
    later 2 | (shown.timer, hears(1), hears(2)) == ("1 minute left", ["1 minute left."], [])  # table 2 has finished
    later 60 | (hears(1), "one more" in shown.timer, "stop" in shown.timer) == ([shown.timer], ONE, STOP)
    | [message.text for message in shown.messages if message.key == "time:1"][0].endswith("Table 1: still playing.")
    later 600 | len(asks(1)) == 1  # each signal comes once, and the second one replaces the first
    undo | (shown.timer, night.timer) == ("", None)
    timer minutes=3 warn=1 more=MORE ; play 2 1 ; later 300 | (shown.timer, asks(1)) == ("", [])
    = MORE / ONE / STOP
    = true / True / False
    = false / False / True
A table whose sitting was ended hears no signal
    begin ; timer minutes=1 warn=0 ; later 61 | dos(1) == ["show"]
    end table=1 | (dos(1), dos(2)) == (["end"], ["show"])
The end of a sitting needs no device
    begin ; play 1 ; tells 1 away ; end_all | (state, dos(1)) == ("moving", ["end"])
A table without a device says how it gets one
    without ; propose ; start | looks == [("wrong", "no device")] * 2
    | kinds["away"].text == "Tables 1, 2: no device yet." ; kinds["away"].next.startswith("Let a phone join")
    | shown.said == ("wrong", "No table is here yet. Switch the devices on.")
    dismiss key=no-device:1,x ! no such message
    [they play on paper] | said == "Tables 1, 2 play on paper"
    | looks == [("", "on paper")] * 2 ; "no device" not in texts
    tells 1 | looks == [("", "deal 1 of 2"), ("", "on paper")]  # a device has come
A table without radio has only the request for its present seats
    NIGHT sittings=4 movement=meet ; without ; propose ; start | (dos(1), dos(2)) == (["seat"], ["seat"])
    end_all | (dos(1), dos(2)) == ([], [])
    propose ; start | (dos(1), dos(2)) == (["seat"], ["seat"])
A table with a device shows who moves where, also if that is switched off
    NIGHT sittings=4 movement=meet ; begin ; play ; propose ; start
    | sorted(dos(1) + dos(2)) == ["go", "go", "seat", "seat"]
    end_all | sorted(dos(1)) == ["end", "go"]
    propose ; start | dos(1).count("go") == 1
A night is the fold of its decisions, and undo drops the last one
    begin ; keep ; penalty name=A1 points=5 ; player name=A2 state=left ; undo ; undo | night == kept
    | (decisions.fold(course.book.decisions), len(course.book.decisions)) == (kept, 8)  # nothing is removed
    | button("undo: Sitting 1 begun")
    | {topics.decision(CLUB, at): line for at, line in course.book.decisions.items()}.items() <= room.retained.items()
Deals beyond the agreed number do not count, and the director sees them
    NIGHT sittings=1 ; begin ; play ; keep | "others" not in kinds
    deal 1 S 3 ; deal 1 W 3 ; paid 1 0 1 20 | (t1.played, t1.beyond, t1.deals, ranks["A1"].deals) == (2, 2, 2, 2)
    | [deal.counts for deal in room.deals(1)] == [True, True, False, False]
    | "Table 1 has played 2 deals after the end of its sitting." in texts
    | points == {**before, "A1": before["A1"] - 20, "B1": before["B1"] + 20}  # the director may ask for a payment
    took_back 1 ; took_back 1 ; corrected 1 1 - | (t1.beyond, sum(points.values()), points == before) == (1, 0, False)
    took_back 1 | points == before
A table without a result is named until the director says that there is none
    NIGHT movement=HOW deals=1 ; without 2 ; begin ; play 1 ; end_all
    | (t2.done, t2.played, t2.state, t2.tied) == (True, 0, "never", [])
    | (state, "Table 2: no device yet." in texts, kinds["lacks"].table) == ("moving", True, 2)
    no_result table=2 | ("lacks" in kinds, t2.tied) == (False, [])
    begin ; play 1 ; end_all | kinds["lacks"].buttons[0].send == {"do": "paper", "table": 2, "sitting": 2}
    no_result table=2 | (state, len(points), {rank.deals for rank in shown.standing}) == ("over", LEN, DEALS)
    = HOW / LEN / DEALS
    = meet / 6 / {1, 2}
    = fixed / 4 / {2}
In progressive play it has to say who moves up, or dice do
    NIGHT movement=progressive deals=1 ; without 2 ; begin ; play 1 ; end_all ; propose ! Table 2 has no result\\.
    | (t2.done, t2.played, t2.state, state) == (True, 0, "never", "moving")
    dice | [button.words for button in desk.next.buttons] == ["draw by lot"] ; t2.tied == []
    | desk.next.text.startswith("The movement needs the result of each table.")
    no_result table=2 | sorted(t2.tied) == sorted(course.table_at(2).names)
    undo ; no_result table=2 first=<at2[3]> second=<at2[1]> ; keep | ("lacks" in kinds, t2.tied) == (False, [])
    begin | {kept.at(2).names[1], kept.at(2).names[3]} == set(kept.at(2).names) & set(at1)
    play 1 1 ; end_all ; no_result table=2 | (state, len(points), "tie" in kinds) == ("over", 6, False)
A result from paper counts like one of a device
    begin ; play 2 1 ; paper table=2 rows=[[64,0,-20,-44],[-8,24,-8,-8]]
    | (t2.done, t2.played, t2.paper, t2.beyond) == (True, 2, True, 0)
    | [points[name] for name in NAMES[4:]] == [56, 24, -28, -52]
    | (ranks["A2"].deals, ranks["A2"].table_points) == (2, 400)
    propose ; start ; paper table=2 sitting=1 rows=[[0,0,0,0]] deals=2 | [points[name] for name in NAMES[4:]] == [0] * 4
    undo | [points[name] for name in NAMES[4:]] == [56, 24, -28, -52]
A result from paper waits for a second look before the standing is final
    NIGHT sittings=1 ; begin ; play 2 1 ; paper table=2 rows=[[8,-8,0,0]] deals=2 | state == "moving"
    | "Table 2, sitting 1, from paper: A2 +8, B2 \u22128, C2 0, D2 0; 2 deals in one sum." in texts
    [checked] | (state, "check" in kinds) == ("over", False)
    paper table=2 rows=[[8,-8,0,0]] | state == "moving"
    | list(part("papers").rows[0].cells) == [1, 2, "A2 +8, B2 \u22128, C2 0, D2 0", ""]
    | button("result from paper", "papers").fields[0].value == [[8, -8, 0, 0]]  # it is changed where it stands
The seats of a movement do not outlive the results that they rest on
    NIGHT movement=progressive deals=1 ; begin ; deal 1 S ; deal 2 S ; dice ; propose
    corrected 1 1 E | "seats" in kinds
    start ! results have changed
    dice ; propose | "seats" not in kinds
    start | len(night.sittings) == 2
A deal of a device that is gone is not corrected on the new one
    NIGHT deals=4 ; begin ; play ; tells 1 away ; reseat table=1 ; another 1 ; seat ; play 1 1
    | [(each.number, each.deal.number) for each in room.deals(1)] == [(1, 1), (2, 2), (3, 1)]
    | [len(one.buttons) for one in part("table-1").parts] == [0, 0, 3]
    void table=1 deal=1 device=00000001 ! no such deal now
    void table=1 deal=1 device=0badf00d | dos(1) == ["correct"]
Those who are equal throw dice before they move
    NIGHT movement=progressive deals=1 ; begin ; deal 1 - ; deal 2 - ; propose ! are equal
    [hide] | kinds["tie"].table == 2
    throw table=1 throws=[[7,7,7,7]] | kinds["tie"].table == 1  # they throw alike, and the message comes back
    [hide] ; throw table=1 throws=[[7,7,7,7]] | kinds["tie"].table == 1
    throw table=1 throws=[[7,8,9,10]] | t1.tied == []
    dice ; propose | moves
Missing records are asked for and shown until they come, also those of an earlier sitting at a table that is gone
    NIGHT movement=meet ; begin ; play 2 1 ; unsent 2 E ; unsent 2 S ; sent 2 0 | (t2.behind, t2.done) == (2, False)
    propose ! not over at all tables
    SITTING | len(shown.tables) == TABLES
    later 10 | told(2) == 0  # it may still be on its way
    later 1 | (told(2), room.kept(2)) == (1, {})
    | [one.text for one in shown.messages if one.kind == "gap"] == ["Table 2: records 1 to 2 are missing."]
    later 10 | told(2) == 1  # the device gets some time
    sent 2 0 1 2 ; later 2 | ("gap" in kinds, room.kept(2)["1"][0]) == (False, 2)
    | course.result(night.at(2, 1)).deals == 2
    = SITTING / TABLES
    = deliver / 2
    = end table=2 ; absent A2 B2 C2 D2 ; propose ; start ; answer 2 ; deliver / 1
Two devices at a table are noticed, and the director chooses
    begin ; play 1 ; keep ; twin 1 N 3 | ("devices" in kinds, "conflict" in kinds) == (True, False)
    | list(kinds["devices"].buttons[0].fields[0].options) == ["00000001", "0badf00d"]
    device table=1 device=00000001 | ("devices" in kinds, points == before) == (False, True)
    device table=1 device=0badf00d | room.deals(1)[-1].deal.winner == "D1"
    undo | points == before
A ledger that counts for no sitting is shown until the director hides it
    begin ; sit 1 Eve Flo Gus Hal ; deal 1 ; sit 1 A1 B1 C1 D1 ; deal 1 | r1.deals == 0  # nobody has seated them
    | ["Eve, Flo, Gus, Hal" in one.text for one in shown.messages if one.kind == "others"] == [True, False]
    [hide] ; [hide] | "others" not in kinds
Records are asked of the device that has them
    begin ; play 1 ; unsent 1 S ; tells 1 away
    tells 1 on device=0000beef evening=0 records=0 ; deliver ; later 20 | room.told == []
    tells 1 ; later 10 | room.kept(1)["1"][0] == 1
A device that is silent for long is away, though the broker still has its word
    begin ; later 60 ; tells 2 ; remembered 1 ; later 40 | (t1.state, t2.state) == ("away", "here")
    tells 1 | t1.state == "here"
    offline 1000 ; later 60 | (t1.state, t2.state) == ("here", "here")  # they have time to come back
    later 60 | (t1.state, t2.state) == ("away", "away")
A word that says nothing new wakes no page
    begin ; tells 1 ; keep ; tells 1 | course.change == change
A request that waits is published again while its table is here: a cluster may pass a message to nobody
    propose ; start ; tells 2 away ; keep ; later 10 | asked == []
    later 1 | (asked, dos(1)) == ([1], ["seat"])
    later 9 | asked == []
    later 1 | (asked, room.asks(1)) == ([1], requests[1])  # with its words and its id
    answer 1 ; deliver ; later 30 | asked == []
What is impossible is refused, and changes nothing
    begin ; add name=Zoe state=late ; play 1 ; HOW ! WHY
    = HOW / WHY
    = shoot / no such action
    = end table=9 / no such table
    = end table=true / no such table
    = pay table=1 from=A1 to=A1 points=2 / Name two players
    = pay table=1 from=A1 to=B1 points=3 / even number
    = pay table=1 from=A1 to=B1 points=-2 / points: enter a number from 1
    = penalty name=A1 points="100" / points: enter a number
    = penalty name="\\ud800" / no such player
    = void table=1 deal=9 / no such deal
    = correct table=1 deal=1 winner=X by=draw from= / winner: choose one of A1
    = correct table=1 deal=1 winner=B1 by=luck from= / how: choose one of
    = correct table=1 deal=1 winner=B1 by=discard from=B1 / This deal is impossible
    = swap table=1 deal=1 one=A1 other=A1 / Name two players
    = move name=A1 to=A2 / not over at all tables
    = start / not over at all tables
    = add name="\\u001b" / The name: this is empty
    = add name="\\ud800" / The name: this is empty
    = add name=a1 / Another player has this name
    = player name=Yan state=late / no such player
    = show_all text="\\u0000" / Write a message first
    = show_all text="\\ud800" / Write a message first
    = timer minutes=-1 / enter a number from 0
    = timer minutes=5 warn=x / before the end: enter a number
    = throw table=1 / Nobody is tied
    = dismiss key="\\ud800" / no such message
    = substitute table=1 player=A1 by=A2 deal=1 / plays: choose one of Zoe
    = substitute table=1 player=A2 by=Zoe deal=1 / for: choose one of A1
    = substitute table=1 player=A1 by=Zoe deal=0 / a number from 1 to
    = leaves table=1 left=A2 / leaves: choose one of A1
    = comes table=1 came=Zoe / three or four players, not 5
    = paper table=3 / no such table
    = paper table=2 sitting=2 / no such sitting
    = paper table=2 rows=[{"A2":0}] / enter a whole number for each of A2, B2, C2, D2
    = paper table=2 rows=[[0,0,0,0],[4,0,0,0]] / Line 2: .* add up to 0; these make \\+4
    = paper table=2 rows=[[4.5,-4.5,0,0]] / whole number
    = paper table=2 rows=[[0,0,0,0],[0,0,0,0]] deals=1 / 2 deals, not 1
    = paper table=2 rows=[] deals=0 / won or lost
In progressive play a table without a result has two players who move up, or none
    NIGHT movement=progressive ; begin ; no_result table=2 first=<at2[0]> ! Name two players
    no_result table=2 first=<at2[0]> second=<at1[0]> ! the other: choose one of dice decide,
""")
def test_the_course_of_a_night(walk: Walk) -> None:
    go(walk)


@pytest.mark.parametrize("action", SAYS_NOTHING, ids=repr)
def test_what_is_no_action_is_refused_and_changes_nothing(room: Room, action: Any) -> None:
    before = copy.deepcopy(room.course.night)
    with pytest.raises(ActionError):
        room.course.decide(action)
    assert room.course.night == before


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
    for oldest in ("0zzzzzz", "1", "z" * 99, "+", "a b", "Z" * 16, 7, None, ["x"]):
        room.tells(1, oldest=oldest)
    room.act("propose")
    room.act("start")
    assert [id for id, _ in room.asks(1)] == ["1000000"]
    room.answer(1, OLD)
    room.deliver()
    assert not room.asks(1), "nobody knows whether it is done"
    assert view.NOT_DONE in room.kinds()


# ---- attacks ----


ATTACKS: dict[str, list[bytes]] = {
    "friday/night/decision/2": [b'{"form": 1}'],
    "friday/night/decision/1": [b"[" * 100_000, b"", b"\xff"],
    "friday/night/lease": [b'{"term": "9", "host": 7}'],
    "friday/table/1/here": [
        *(b"", b"null", b'{"state": "on", "device": 7, "evening": -1, "records": 1e99, "queued": []}'),
        b'{"state": "on", "device": "0badf00d"' + b" " * 5000 + b"}",
        b'{"state": "on", "device": "", "evening": 3, "records": 9}',
        b'{"state": "on", "device": "0BADF00D", "evening": 3, "records": 9}',
        b'{"state": "asleep", "device": "0badf00d", "evening": 3, "records": 9}',
        b'{"device": "0badf00d", "evening": 3, "records": 9}',
    ],
    "friday/table/1/answer/zz": [b'{"done": true}', b"true"],
    f"friday/table/1/answer/{'z' * 17}": [b'{"done": true}'],
    "friday/table/1/ask/zz": [b'{"do": "end"}'],
    "friday/table/1/call": [b'{"at": "\\u001b[2J<script>"}'],
    "friday/table/999/record/1/0/1": [b"0001 00000000 {}"],
    "friday/table/1/record/00000001-1/0/1": [b"", b"x" * 1_000_000],
    **{f"friday/table/1/record{levels}": [b"x", b""] for levels in ("", "/1/0/1", "/x" * 50, "/\u202e<b>/0/1")},
    f"friday/table/1/record/00000001-{'9' * 400}/0/1": [b"x"],
    **{"other/night": [b"{}"], "": [b""]},
}


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        pytest.param(f"mingg/{topic}", payload, id=f"{topic[:50]} {payload[:50]!r}")
        for topic, payloads in ATTACKS.items()
        for payload in payloads
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
    other = room.look(book=Book(tmp_path / "b.sqlite"))
    junk = {
        f"mingg/{CLUB}/table/1/{name}": b"x" * 20_000 for name in ("record/00000001-1/0/1", "record/x", "answer/zz")
    }
    for message in junk.items():
        other.take(*message, retained=True)
    other.clear()
    assert not other.outgoing, "it only looks"
    room.publish(topics.lease(CLUB), other.claim().payload())
    other.begin()
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


def test_another_computer_shows_the_same_from_the_broker_alone_and_takes_over(room: Room) -> None:
    room.play(1)
    other = room.look()
    assert (other.night, other.ranks()) == (room.course.night, room.course.ranks())
    assert not other.outgoing
    with pytest.raises(ActionError, match="a directs this night,"):
        room.act("penalty", at=other, **LOSES)
    assert view.LOOKS in [message.kind for message in shown(other).messages]
    room.lead(other)
    with pytest.raises(ActionError, match="b directs this night,"):
        room.act("penalty", **LOSES)
    room.told.clear()
    room.act("penalty", at=other, **LOSES)
    assert other.night == room.course.night
    assert other.night.penalties
    assert len(room.told) == 1, "the first one publishes nothing any more"


def test_a_host_that_begins_again_has_a_later_lease_than_its_decisions_though_the_broker_lost_it(room: Room) -> None:
    other = room.look()
    room.lead(other)
    room.act("penalty", at=other, **LOSES)
    again = open_course(room.course.book, {}, "a")
    again.look()
    assert again.claim().term > other.mine.term > 1


def test_what_a_host_decides_after_another_one_took_over_is_not_done_and_goes_from_the_broker(room: Room) -> None:
    other = room.look()
    late = room.course.decide({"do": "penalty", **LOSES})
    room.lead(other)
    room.publish(late.topic, late.payload)
    assert [course.is_made(late) for course in (other, room.course)] == [False, False]
    other.settle()
    assert Publication(late.topic, b"") in other.outgoing
    room.deliver()
    assert late.topic not in room.retained
    assert not other.night.penalties


def test_of_two_decisions_with_one_number_that_of_the_later_lease_counts_on_every_computer(room: Room) -> None:
    other, third = room.look(), room.look("c")
    early = room.course.decide({"do": "penalty", **LOSES})
    third.take(early.topic, early.payload)
    assert third.night.penalties
    room.lead(other)
    later = other.decide({"do": "penalty", "name": "B1", "points": 4})
    assert early.number == later.number
    room.publish(later.topic, later.payload)
    room.publish(early.topic, early.payload)
    for course in (third, other, room.course):
        assert [one.name for one in course.night.penalties] == ["B1"]


def test_what_the_broker_lost_before_another_computer_took_over_is_named_where_it_counted(room: Room) -> None:
    older = dict(room.retained)
    room.act("penalty", name="A1", points=5)
    room.course.disconnected()
    room.retained = older
    other = room.look()
    room.lead(other)
    room.reconnected(room.retained)

    def named() -> list[str]:
        return [message.text for message in room.view().messages if message.kind == view.BROKER]

    lost = "A1 loses 5 points: this counted here, but the broker lost it before b took over."
    assert named() == [lost]
    room.act("penalty", at=other, name="B1", points=4)
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
    looker = room.look()
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
    other = room.look(known=later)
    room.lead(other)
    assert [topic for topic in room.retained if "/night/decision/" in topic] == [topics.decision(CLUB, 1)]
    assert not [topic for topic in room.retained if "/ask/" in topic]
    assert room.course.night == decisions.fold(room.course.book.decisions) == before
    assert "Saturday" in room.texts()
    with pytest.raises(ActionError, match="Saturday"):
        room.course.decide({"do": "end_all"})
    room.course.settle()
    assert not room.course.outgoing
    assert shown(other).state == view.DRAFT
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
    other = room.look()
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


# ---- corrections after the end of a sitting ----


# ---- ledgers that come late ----


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
@in_a_loop
async def test_a_host_that_ends_waits_for_the_archive_and_says_what_is_not_kept(
    room: Room, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr(host_module, "ARCHIVE_S", 0.01)
    began, finished = threading.Event(), []

    def add(board: str, evenings: Any) -> None:
        began.set()
        if "archive" in fails:
            raise EveningError(fails)
        time.sleep(0.2)
        finished.append(board)

    room.play(1)
    archive: Any = SimpleNamespace(add=add)
    host = Host(room.course, Address("127.0.0.1", 1), archive=archive)
    with full(room.course.book, *["COMMIT"] * ("disk" in fails)):
        async with runs(host):
            await asyncio.to_thread(began.wait, 10)
    assert (fails in host.unkept, bool(host.unkept)) == (True, bool(fails))
    assert bool(finished) == ("archive" not in fails)


@in_a_loop
async def test_a_task_that_loses_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "CANCEL_S", 0.02)

    async def stubborn() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await asyncio.wait_for(tasks.ended([task]), 5)
    assert task.cancelled()


@in_a_loop
async def test_messages_are_sent_in_their_order_some_at_once_and_only_the_last_of_each_topic() -> None:
    """Until a broker acknowledges, a message is kept."""
    course = Room().course
    course.outgoing.extend(Publication(f"topic/{number}", b"old") for number in range(15))
    course.outgoing.append(Publication("topic/3", b"new"))
    sent: list[tuple[str, bytes]] = []
    acknowledged = asyncio.Event()

    async def publish(topic: str, payload: bytes, **_: Any) -> None:
        sent.append((topic, payload))
        await acknowledged.wait()

    client: Any = SimpleNamespace(publish=publish)
    sending = asyncio.ensure_future(Host(course, Address("nowhere", 1))._send(client))
    await asyncio.sleep(0.05)
    assert 1 < len(sent) < 15
    assert len(course.outgoing) == 16, "nothing is acknowledged yet"
    acknowledged.set()
    await until(lambda: not course.outgoing)
    await tasks.ended([sending])
    assert sent == [(f"topic/{number}", b"old") for number in range(15) if number != 3] + [("topic/3", b"new")]


@pytest.mark.parametrize("turns", range(5))
@in_a_loop
async def test_a_watcher_ends_when_it_is_cancelled_though_news_come_in_the_same_moment(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise Ctrl-C would not end a night now and then."""
    monkeypatch.setattr(host_module, "VIEW_S", 0.02)
    host = Host(Room().course, Address("nowhere", 1))

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
