"""`mingg club fill`: a board without radio is read over USB, and the night gets the same as over a link."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from help.boards import Board, a_serial_board, made_flash
from help.brokers import until
from help.club_devices import CLUB, Device
from help.commands import run
from mingg.link.joined import DEVICE
from mingg.records.line import seal
from mingg.settings import Settings
from mingg_host.club import brokers, document, filling, nights, topics
from mingg_host.club.brokers import Address, Broker, Credentials, free_port
from mingg_host.club.course import Course, open_course
from mingg_host.club.host import Host
from mingg_host.club.night import Plan, read
from mingg_host.club.records import Book, Kept
from mingg_host.club.running import connected
from mingg_host.club.view import ActionError
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.backup import Backup

SINCE = "2026-01-01T20:00:00+00:00"
ID = "5f0d8a1c"
Boards = Callable[[Device], Board]


@pytest.fixture
def night(tmp_path: Path) -> Path:
    file = tmp_path / "friday.toml"
    words = ["--players", "4", "--movement", "fixed", "--sittings", "3", "--deals", "2"]
    status, _, errors = run("club", "new", "-o", str(file), "--club", CLUB, *words)
    assert status == 0, errors
    return file


@pytest.fixture
def board_of(micropython: Path, tmp_path: Path) -> Boards:
    """Returns a function that makes a board with the ledgers of a device, and its number."""

    def make(device: Device) -> Board:
        Settings(device.store).put(DEVICE, device.id)
        flash = tmp_path / "flash"
        files = {f"ledger/{name}": data for name, data in device.store.files.items()}
        flash.write_bytes(made_flash({"main.py": b"pass\n"} | files))
        return Board(micropython, flash)

    return make


def begin(course: Course) -> None:
    course.act({"do": "propose"})
    course.act({"do": "start"})


def play(device: Device, names: list[str], deals: int = 2) -> None:
    device.seat(names)
    for _ in range(deals):
        device.deal("E")


def kept_night(file: Path, folder: Path, sittings: int = 1) -> list[str]:
    """Begins a night in a folder; the earlier sittings are ended. Returns the players of its table."""
    plan = read(file)
    new = document.new(plan, SINCE, "a")
    book = Book(nights.ClubFolder(folder, plan.club).book(new))
    course = open_course(book, new, "a")
    for sitting in range(sittings):
        if sitting:
            course.act({"do": "end"})
        begin(course)
    book.close()
    return list(plan.players)


def from_a_broker(file: Path, device: Device, archive: Path) -> None:
    """The same night with a link: the host gets the records as the device publishes them."""
    new = document.new(read(file), SINCE, "a")
    course = open_course(Book(None), new, "a")
    begin(course)
    for message in device.published():
        course.take(*message)
    for board, number, files in course.book.grown(CLUB, {}):
        Archive(archive).add(board, {number: files})


def archived(path: Path) -> list[tuple[str, dict[str, bytes]]]:
    return [(evening.seen[0][0], evening.files) for evening in Archive(path).evenings()]


def fill(night: Path, board: Board, archive: Path, *more: str) -> tuple[int, str, str]:
    folder = night.parent / "club"
    words = ["--table", "1", "--folder", str(folder), "--archive", str(archive), "--port", board.port]
    return run("club", "fill", str(night), *words, *more)


@a_serial_board
@pytest.mark.vm
def test_a_board_without_radio_fills_the_night_as_a_link_would(night: Path, tmp_path: Path, board_of: Boards) -> None:
    names = kept_night(night, tmp_path / "club")
    device = Device(1, ID, names_itself=True)
    play(device, names)
    from_a_broker(night, device, tmp_path / "linked.sqlite")
    with board_of(device) as board:
        for _ in range(2):  # doing it twice counts nothing twice
            status, text, errors = fill(night, board, tmp_path / "filled.sqlite")
            assert status == 0, errors
            assert text == "evening 1: sitting 1, 2 records\n"
        _, text, _ = fill(night, board, tmp_path / "filled.sqlite", "--json")
        assert json.loads(text) == [{"evening": 1, "sitting": 1, "records": 2}]
    assert archived(tmp_path / "filled.sqlite") == archived(tmp_path / "linked.sqlite")
    assert len(archived(tmp_path / "filled.sqlite")) == 1
    status, text, errors = run("club", "standing", str(night), "--folder", str(tmp_path / "club"), "--json")
    assert status == 0, errors
    assert '"deals": 2' in text


@a_serial_board
@pytest.mark.vm
def test_other_players_fill_nothing(night: Path, tmp_path: Path, board_of: Boards) -> None:
    kept_night(night, tmp_path / "club")
    device = Device(1, ID)
    play(device, ["Eve", "Flo", "Gus", "Hal"])
    with board_of(device) as board:
        status, _, errors = fill(night, board, tmp_path / "filled.sqlite")
    assert status == 2
    assert "There sat: Ann, Bo, Cy, Di. The board has: 1 of Eve, Flo, Gus, Hal." in errors
    assert not (tmp_path / "filled.sqlite").exists()


@a_serial_board
@pytest.mark.vm
@pytest.mark.mosquitto
@pytest.mark.usefixtures("quick_host")
def test_a_night_that_runs_gets_the_records_from_the_broker(night: Path, tmp_path: Path, board_of: Boards) -> None:
    users = Credentials(CLUB)
    users.add(3)
    brokers.write_credentials(nights.ClubFolder(tmp_path / "club", CLUB).credentials, users)
    own = Broker(users, tmp_path / "broker", free_port(), 0, "127.0.0.1")
    own.start()
    address = Address("127.0.0.1", own.port, "director", users.passwords["director"])
    device = Device(1, ID, names_itself=True)
    plan = read(night)
    play(device, list(plan.players))
    from_a_broker(night, device, tmp_path / "linked.sqlite")

    async def whole() -> None:
        course = open_course(Book(None), document.new(plan, SINCE, "a"), "a")
        host = Host(course, address, None, Archive(tmp_path / "filled.sqlite"))
        running = asyncio.ensure_future(host.run())
        await connected(host)
        await host.act({"do": "propose"})
        await host.act({"do": "start"})
        await until(lambda: not host.course.outgoing, "the broker has the plan")
        with board_of(device) as board:
            broker = f"127.0.0.1:{own.port}"
            filled = asyncio.to_thread(fill, night, board, tmp_path / "other.sqlite", "--broker", broker)
            status, text, errors = await filled
        assert status == 0, errors
        assert text == "evening 1: sitting 1, 2 records\n"
        assert host.course.night.sittings[0].tables[0].ledgers == [(ID, 1)]
        assert host.view().tables[0].played == 2
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    try:
        asyncio.run(whole())
    finally:
        own.stop()
    assert archived(tmp_path / "filled.sqlite") == archived(tmp_path / "linked.sqlite")


# ---- which evening belongs to which sitting ----


def several(count: int) -> tuple[Course, Device]:
    """A night of four players with so many sittings, and a device on which they played as many evenings."""
    plan = Plan("Friday", CLUB, "fixed", 9, 3, players=("Ann", "Bo", "Cy", "Di"))
    course = open_course(Book(None), document.new(plan, SINCE, "a"), "a")
    device = Device(1, ID, names_itself=True)
    for sitting in range(count):
        if sitting:
            course.act({"do": "end"})
        begin(course)
        play(device, ["Ann", "Bo", "Cy", "Di"], 1 + sitting)
    return course, device


def found_on(device: Device) -> list[Kept]:
    sent = [message for evening in range(1, device.playing.ledger.number + 1) for message in device.published(evening)]
    return filling.ledgers(CLUB, 1, ID, sent)


def test_each_sitting_of_the_same_players_gets_its_own_evening() -> None:
    course, device = several(3)
    filled = filling.matched(course.night, 1, found_on(device))
    assert [(one.sitting, one.ledger.name.evening) for one in filled] == [(3, 3), (2, 2), (1, 1)]
    for evening in (1, 2, 3):
        for message in device.published(evening):
            course.take(*message)
    for one in filled:  # the first evening came first, so it had counted for the latest sitting
        course.act(filling.action(one))
    assert [played.tables[0].ledgers for played in course.night.sittings] == [[(ID, 1)], [(ID, 2)], [(ID, 3)]]
    assert [course.result(sitting, 1).deals for sitting in (1, 2, 3)] == [1, 2, 3]
    assert filling.matched(course.night, 1, found_on(device)) == filled
    assert course.undoable() == "Sitting 3 begun", "nothing takes back what a ledger says"


def test_a_ledger_counts_once_and_only_for_its_players() -> None:
    course, device = several(2)
    for message in device.published(2):
        course.take(*message)
    action = {"do": "ledger", "table": 1, "sitting": 2, "device": ID, "evening": 2}
    course.act(action)
    assert course.night.sittings[1].tables[0].ledgers == [(ID, 2)]
    course.act({**action, "sitting": 1})
    assert [played.tables[0].ledgers for played in course.night.sittings] == [[(ID, 2)], []]
    course.act(action)
    for wrong in ({"sitting": 3}, {"table": 2}, {"evening": 1}, {"device": "x"}, {"evening": "2"}, {"sitting": None}):
        with pytest.raises(ActionError):
            course.act({**action, **wrong})
    assert [played.tables[0].ledgers for played in course.night.sittings] == [[], [(ID, 2)]]


def test_records_are_those_that_a_device_publishes_damaged_lines_left_out() -> None:
    device = Device(1, ID, names_itself=True)
    play(device, ["Ann", "Bo", "Cy", "Di"], 20)
    files = dict(device.store.files)
    assert len(files) > 1
    sent = dict(filling.messages(files, CLUB, 1, ID))
    assert sent == dict(device.published())
    name = min(files)
    files[name] = files[name].replace(b"0002 ", b"0002x", 1)
    lost = topics.record(CLUB, 1, 1, 0, 2, ID)
    assert dict(filling.messages(files, CLUB, 1, ID)) == {name: line for name, line in sent.items() if name != lost}


def test_a_board_that_never_joined_a_club_has_always_the_same_number() -> None:
    backup = Backup("", "pico", "0.1.0", "e660583883724a32", {})
    number = filling.device_of(backup)
    assert topics.parse(CLUB, topics.record(CLUB, 1, 1, 0, 1, number)) is not None
    assert filling.device_of(backup) == number
    assert filling.device_of(backup._replace(number="e660583883724a33")) != number
    assert filling.device_of(backup._replace(files={"settings.txt": seal(0, '{"device": "0a0b0c0d"}')})) == "0a0b0c0d"
