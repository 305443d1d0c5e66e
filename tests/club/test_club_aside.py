"""What a table or a page sends, and the host cannot handle: the host sets it aside, the director sees it, and the night
goes on, also after the next start. "A table" is any device with its own password."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from help.club_devices import CLUB, Device
from help.club_room import NAMES, NIGHT, Room, begun
from help.commands import run
from help.fuzzing import Fuzz
from hypothesis import given, settings
from hypothesis import strategies as st
from mingg.evening.beside import pay
from mingg.records.line import seal
from mingg.records.parse import MOST_DEALS, MOST_POINTS
from mingg_club import link, topics, view
from mingg_club.brokers import Address
from mingg_club.host import Host
from mingg_club.nights import opened
from mingg_club.records import Book, BookError
from mingg_club.report import ClubNight
from mingg_club.web.feed import for_room

HALF = "\\ud800"  # half of a character, as JSON may write it
DEAL: dict[str, Any] = {"winner": None, "hands": {}}
STANDING: dict[str, Any] = {"deals": 1, "east": "A1", "round": 0, "balances": [2000] * 4}


def line(number: int, value: object, **before: object) -> bytes:
    text = value if isinstance(value, str) else json.dumps({**DEAL, "before": {**STANDING, **before}})
    return seal(number, text)[:-1]


def behind_a_gap(**before: object) -> list[tuple[int, int, bytes]]:
    return [(0, 9, line(9, None, **before))]


# Sealed lines (segment, number, line) of the evening of table 1.
LINES: dict[str, list[tuple[int, int, bytes]]] = {
    "a segment that no device has": [(10000, 1, line(1, None))],
    "a head of such a segment": [(10000, 0, line(0, "{}"))],
    "countless deals": behind_a_gap(deals=10**14),
    "one deal too many": behind_a_gap(deals=MOST_DEALS + 1),
    "many deals again and again": [
        (0, number, line(number, None, deals=deals))
        for number in range(9, 300, 2)
        for deals in (MOST_DEALS if number % 4 == 1 else 0,)
    ],
    "countless points": behind_a_gap(balances=[10**14, 8000 - 10**14, 0, 0]),
    "one point too many": behind_a_gap(balances=[MOST_POINTS + 1, 7999 - MOST_POINTS, 0, 0]),
    "a countless run of East": behind_a_gap(streak=10**14),
    "balances of many players": behind_a_gap(balances=[2000] * 1000),
    "a standing that is no object": [*behind_a_gap(), (0, 11, line(11, '{"before": 1, "winner": null}'))],
    "a later head with another player": [
        (9999, 0, line(0, json.dumps({"mingg": 1, "rules": "babcock", "names": ["A1", "B1", "C1", "Eve"]})))
    ],
    "half of a character as a name": [(0, 0, line(0, f'{{"mingg": 1, "rules": "babcock", "names": ["{HALF}"]}}'))],
    "a number of 5000 digits": [(0, 9, line(9, '{"before": ' + "9" * 5000 + "}"))],
    "nested lists": [(0, 9, line(9, '{"before": ' + "[" * 5000 + "]" * 5000 + "}"))],
    "a record with a huge number": [(9999, link.MOST_RECORD, line(link.MOST_RECORD, None, deals=10**14))],
}


@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_the_night_goes_on_whatever_one_table_sends(lines: list[tuple[int, int, bytes]], tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    room = Room(book=Book(path))
    room.begin()
    room.play(1)
    before = room.points()
    device = room.devices[0].id
    room.send(*[(topics.record(CLUB, 1, 1, segment, number, device), line) for segment, number, line in lines])
    room.later(30)
    json.dumps(room.view().director_json(), ensure_ascii=False, default=vars).encode()
    room.course.book.grown(CLUB)
    room.play(1, 2)
    after = room.points()
    assert sum(after[name] for name in NAMES[:4]) == 0, "what it sends may count for this table alone"
    assert {name: after[name] for name in NAMES[4:]} == {name: 2 * before[name] for name in NAMES[4:]}
    assert room.view().tables[1].done
    room.course.book.flush()
    room.course.book.close()
    again = Room(book=Book(path))
    assert again.points() == after
    again.view()
    again.course.book.close()
    ClubNight(opened(path))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 4))
def test_odd_values_in_a_sealed_record_disturb_no_other_table(seed: int, odd: int) -> None:
    room = begun(movement="progressive", deals=2)
    room.play(2, 2)
    device = room.devices[0]
    device.deal("E")
    pay(device.playing, [(0, 1, 2)])
    device.deal("S")
    for place, (segment, number, sealed) in enumerate(device.lines()):
        value = json.loads(sealed.split(b" ", 2)[2])
        if place == odd:
            value = Fuzz(seed).spoilt(value)
        name = topics.record(CLUB, 1, 1, segment, number, device.id)
        room.send((name, seal(number, json.dumps(value))[:-1]))
    room.later(5)
    json.dumps(room.view().director_json(), ensure_ascii=False, default=vars).encode()
    other = room.course.night.sittings[0].tables[1].names
    won = dict(zip(other, room.devices[1].playing.session.balances, strict=True))
    assert {name: room.points()[name] + 2000 for name in other} == won
    assert sum(room.points().values()) == 0


def test_lines_of_an_older_host_that_no_device_can_have_are_set_aside_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    room = Room(book=Book(path))
    room.begin()
    room.play(1)
    before = room.points()
    values = (1, "00000001", 1, 10000, 1, line(1, None))
    room.course.book.flush()
    room.course.book._db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", values)
    room.course.book.close()
    again = Room(NIGHT, book=Book(path))
    assert again.points() == before
    assert again.course.book.grown(CLUB)
    assert "1 message did not contain a record that a device can have" in again.texts()


def test_records_of_a_sound_evening_set_nothing_aside_in_whatever_order_they_come() -> None:
    dice = Random(1)
    for _ in range(5):
        room = begun()
        device = room.devices[0]
        device.play(30, dice)
        messages = device.published()
        dice.shuffle(messages)
        for message in messages:
            room.send(message)
            room.view()
            assert not room.course.book.aside.reasons


def test_records_of_an_evening_with_a_large_number_count() -> None:
    room = Room()
    device = room.devices[0]
    device.playing.ledger.number = 10**14
    device.store.files["100000000000000-00.txt"] = b""
    room.begin()
    room.play(1)
    assert device.playing.ledger.number > 999_999
    assert room.view().tables[0].played == 1


def fails(*given: object, **named: object) -> None:
    raise MemoryError


@pytest.mark.parametrize(
    ("kind", "handler", "topic"),
    [
        ("record", "_record", topics.record(CLUB, 1, 1, 0, 1, "00000001")),
        ("here", "_here", topics.of_table(CLUB, 1, topics.HERE)),
        ("ask", "_learn", topics.ask(CLUB, 1, "a")),
        ("lease", "_lease", topics.lease(CLUB)),
        ("decision", "_decision", topics.decision(CLUB, 99)),
    ],
)
def test_an_error_that_nobody_foresaw_costs_one_message(
    room: Room, kind: str, handler: str, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.play(1)
    with monkeypatch.context() as patch:
        patch.setattr(room.course, handler, fails)
        room.send((topic, b"{}"))
    assert f"a message *{kind}* could not be handled" in room.texts().lower()
    room.play(1)
    assert all(table.done for table in room.view().tables)


def test_a_host_that_cannot_make_its_first_view_says_so_and_goes_on(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(room.course, Address("127.0.0.1", 1))
    with monkeypatch.context() as patch:
        patch.setattr(room.course, "ranks", fails)
        first = host.view()
    assert first.title == "Friday"
    assert [each.text for each in first.messages] == ["The page could not be handled, and was set aside: MemoryError."]
    json.dumps(for_room(first))
    room.play(1)
    assert [table.played for table in host.view().tables] == [1, 1]
    assert view.DAMAGED not in [each.kind for each in host.view().messages]


def test_an_error_in_one_evening_costs_this_evening_and_only_until_it_can_be_read(
    room: Room,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("mingg_club.records.Evening", fails)
        room.play(1, 1)
        assert room.view().tables[0].played == 0
        texts = [each.text for each in room.view().messages if each.kind == view.DAMAGED]
        assert "Table 1: evening 1 of 00000001 could not be handled, and was set aside: MemoryError." in texts
    room.play(1)
    assert [table.played for table in room.view().tables] == [2, 1]
    assert view.DAMAGED not in room.kinds()


@pytest.mark.parametrize(
    "before",
    [{"balances": [0]}, {"round": 4}],
    ids=["with impossible standings", "after the end of the game"],
)
def test_very_many_impossible_records_of_one_evening_cost_themselves_alone(room: Room, before: dict[str, Any]) -> None:
    room.play(1)
    device = room.devices[0]
    for number in range(3, 203):
        sealed = line(number, None, **{"deals": number - 1, **before})
        room.send((topics.record(CLUB, 1, 1, 0, number, device.id), sealed))
    assert [table.played for table in room.view().tables] == [1, 1]


def test_an_evening_that_takes_long_to_read_is_not_read_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        now = used = 0.0
        step = 1.0

        def monotonic(self) -> float:
            return self.now

        def thread_time(self) -> float:
            self.used += self.step
            return self.used

    clock = Clock()
    monkeypatch.setattr("mingg_club.records.time", clock)
    room = begun()
    assert room.view().tables[0].played == 0
    room.play(1, 1)
    clock.now = 9.9
    assert room.view().tables[0].played == 0
    clock.now = 10.1
    assert room.view().tables[0].played == 1


@pytest.mark.parametrize("bound", ["MOST_READ", "MOST_BYTES"])
def test_an_evening_of_countless_records_does_not_count(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"mingg_club.records.{bound}", 1)
    room = begun()
    room.play(2)
    assert [table.played for table in room.view().tables] == [0, 0]
    assert "it has more than" in room.course.book.aside.reasons[1, "evening 1 of 00000001"]


@pytest.mark.parametrize("kind", ["heads of one evening", "evenings of other players"])
def test_the_cost_of_a_head_does_not_grow_with_the_heads_before(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players may turn the compass again and again: each turn is a head. An attacker has an evening for each."""
    room = Room()
    room.act("propose")
    room.act("start")
    device = room.devices[0]
    parsed = 0

    def counting(text: str) -> Any:
        nonlocal parsed
        parsed += 1
        return json.loads(text)

    monkeypatch.setattr("mingg_club.link.parse", counting)
    costs = []
    for turn in range(400):
        parsed = 0
        head = {"mingg": 1, "edition": 1, "rules": "babcock", "names": [*NAMES[:3], "Eve"], "ledger": 1, "turn": turn}
        evening = 1 if kind.startswith("heads") else turn + 1
        room.send((topics.record(CLUB, 1, evening, 0, 0, device.id), seal(0, json.dumps(head))[:-1]))
        for ledger in room.course.book.ledgers.values():
            ledger.conflicts()
        costs.append(parsed)
    assert max(costs[10:]) == costs[10] <= 5


@pytest.mark.parametrize(
    ("command", "kind"),
    [*[(("ledger", "show"), kind) for kind in LINES], (("report", "-o", "page.html"), "countless deals")],
)
def test_the_commands_for_evenings_read_such_lines_in_a_folder(
    command: tuple[str, ...], kind: str, tmp_path: Path
) -> None:
    device = Device(1)
    device.seat(list(NAMES[:4]))
    device.deal("E")
    (name,) = [name for name in device.store.names() if name[:1].isdigit()]
    data = device.store.files[name] + b"".join(line + b"\n" for _, _, line in LINES[kind])
    (tmp_path / name).write_bytes(data)
    status, _, errors = run(*command, name, cwd=tmp_path)
    assert status in (0, 1) or errors.startswith("Error: "), errors


def test_a_book_with_a_damaged_name_of_a_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    Book(path).close()
    path.write_bytes(path.read_bytes().replace(b"tablerecord", b"table\x94ecord"))
    with pytest.raises(BookError, match="Check the file"):
        Book(path)
