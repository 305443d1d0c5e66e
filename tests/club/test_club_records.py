"""Received records: gaps, replays, conflicts, malformed ones, and the archive that they fill."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from help.club_devices import CLUB, Device
from help.killing import in_a_process
from hypothesis import given, settings
from hypothesis import strategies as st
from mingg.evening.evenings import sit
from mingg.records.line import seal
from mingg_club import records, topics
from mingg_club.records import Book, BookError
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import Ledger

NAMES = ["Ann", "Bo", "Cy", "Di"]


def played(deals: int, seed: int = 1, id: str = "5f0d8a1c", names: list[str] = NAMES) -> Device:
    device = Device(3, id)
    device.seat(names)
    device.play(deals, Random(seed))
    return device


def take(book: Book, message: tuple[str, bytes]) -> bool:
    topic = topics.parse(CLUB, message[0])
    assert topic is not None
    return book.take(topic, message[1])


def book_of(*devices: Device, path: Path | None = None) -> Book:
    """Returns a book with all that these devices have published."""
    book = Book(path)
    for device in devices:
        for message in device.published():
            assert take(book, message)
    return book


def lines_of(files: dict[str, bytes]) -> list[bytes]:
    return [line for name in sorted(files) for line in files[name].splitlines() if not line.startswith(b"0000 ")]


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 40), st.integers(0, 2**32))
def test_records_in_any_order_and_repeated_make_the_same_ledger(deals: int, seed: int) -> None:
    dice = Random(seed)
    device = played(deals, seed)
    messages = device.published() + device.published()
    dice.shuffle(messages)
    book = Book(None)
    for message in messages:
        assert take(book, message)
    (ledger,) = book.ledgers.values()
    assert ledger.missing() == ledger.conflicts() == []
    files = ledger.files()
    assert lines_of(files) == [line for _, number, line in device.lines() if number]
    assert not Ledger(files).damaged
    evening = book.evening(ledger.name)
    assert evening is not None
    assert evening.balances == dict(zip(NAMES, device.playing.session.balances, strict=True))


def test_gaps_and_a_missing_end_are_named() -> None:
    device = played(12)
    book = Book(None)
    for message in device.published():
        topic = topics.parse(CLUB, message[0])
        assert topic is not None
        if topic.number not in (3, 4, 7, 12):
            take(book, message)
    (ledger,) = book.ledgers.values()
    assert ledger.missing() == [range(3, 5), range(7, 8)]
    assert ledger.missing(12) == [range(3, 5), range(7, 8), range(12, 13)]
    assert records.spans(ledger.missing(12)) == "3 to 4, 7, 12"
    # The archive gets what is before the first gap.
    assert len(lines_of(ledger.files())) == 2


def test_of_two_contents_under_one_name_the_last_one_counts_and_is_named() -> None:
    ours, others = played(4, 1), played(4, 2, names=["Eve", "Flo", "Gus", "Hal"])
    book = book_of(ours, others)
    (ledger,) = book.ledgers.values()
    assert ledger.conflicts() == [0, 1, 2, 3, 4]
    assert lines_of(ledger.files()) == [line for _, number, line in others.lines() if number]
    for message in ours.published():
        take(book, message)
    assert lines_of(ledger.files()) == [line for _, number, line in ours.lines() if number]


def test_players_who_change_their_names_are_no_conflict() -> None:
    device = played(2)
    book = book_of(device)
    sit(device.playing, 1, ["Ann", "Bob", "Cy", "Di"])
    device.deal("S")
    for message in device.published():
        assert take(book, message)
    (ledger,) = book.ledgers.values()
    assert ledger.conflicts() == []
    evening = book.evening(ledger.name)
    assert evening is not None
    assert evening.names == device.playing.session.names, "the names that the director gave"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"0003 00000000 {}",
        b"0003",
        seal(2, '{"winner": null}')[:-1],
        seal(3, '{"winner": null}'),
        seal(3, '{"winner": null}')[:-1] + b" ",
        seal(3, "[1]")[:-1],
        seal(3, "null")[:-1],
        seal(3, '{"a": ' + "[" * 9000)[:-1],
        seal(3, '{"a": "' + "a" * 20000 + '"}')[:-1],
        b"\xff" * 40,
        seal(3, '{"a": 1}')[:-1].replace(b"0003", b"+003"),
    ],
)
def test_what_is_no_record_is_not_kept(line: bytes) -> None:
    book = Book(None)
    assert not book.take(topics.Topic(topics.RECORD, 3, "", 1, 0, 3), line)
    assert not any(ledger.records for ledger in book.ledgers.values())


def test_a_book_has_the_ledger_byte_for_byte_also_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "night.sqlite"
    device = played(30)
    book = book_of(device, path=path)
    book.decide(1, b"{}")
    book.close()
    again = Book(path)
    assert again.decisions == {1: b"{}"}
    (ledger,) = again.ledgers.values()
    assert len(ledger.files()) > 1
    assert ledger.files() == {name: data for name, data in device.store.files.items() if name[:1].isdigit()}
    assert all(take(again, message) for message in device.published())
    assert ledger.conflicts() == again._unwritten == []


def test_a_host_that_is_killed_at_any_moment_loses_no_committed_record(tmp_path: Path) -> None:
    device = played(6)

    def receive() -> None:
        book = Book(path)
        for message in device.published():
            take(book, message)
            book.flush()

    for kill in range(12):
        path = tmp_path / f"{kill}.sqlite"
        in_a_process(receive, kill_before=kill)
        book = book_of(device, path=path)
        (ledger,) = book.ledgers.values()
        assert lines_of(ledger.files()) == [line for _, number, line in device.lines() if number]
        book.close()


# ---- the archive ----


def fill(archive: Archive, book: Book) -> list[str]:
    return [archive.add(board, {evening: files})[evening][1] for board, evening, files in book.grown(CLUB)]


def test_the_archive_grows_with_a_ledger_and_counts_nothing_twice(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    device = played(2)
    book = book_of(device)
    assert fill(archive, book) == ["new"]
    assert fill(archive, book) == []
    device.play(20, Random(2))
    for message in device.published():
        take(book, message)
    assert fill(archive, book) == ["grown"]
    (kept,) = archive.evenings()
    assert lines_of(kept.files) == [line for _, number, line in device.lines() if number]


@pytest.mark.parametrize("pulled_first", [False, True])
@pytest.mark.parametrize("complete", [False, True])
def test_an_evening_from_the_broker_and_by_usb_is_one_evening(
    tmp_path: Path, pulled_first: bool, complete: bool
) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    device = played(9)
    book = Book(None)
    for message in device.published() if complete else device.published()[:6]:
        take(book, message)
    # A power cut left half a line, which is in the device's file alone.
    files = {name: data for name, data in device.store.files.items() if name[:1].isdigit()}
    last = max(files)
    files[last] += b"0010 1234"
    if pulled_first:
        archive.add("e661", {1: files})
        fill(archive, book)
    else:
        fill(archive, book)
        archive.add("e661", {1: files})
    (kept,) = archive.evenings()
    assert kept.files == files
    assert len(Evening(Ledger(kept.files)).deals) == len(Evening(Ledger(files)).deals)


def test_two_tables_with_other_players_stay_two_evenings(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    book = book_of(played(3, 1), played(3, 2, "0badf00d"))
    fill(archive, book)
    assert len(archive.evenings()) == 2


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    full = 2
    assert Book(tmp_path / "night.sqlite")._db.execute("PRAGMA synchronous").fetchone() == (full,)


def test_a_database_that_is_no_night_is_refused_and_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def connecting(*words: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*words, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", connecting)
    path = tmp_path / "other.db"
    with closing(connect(path)) as other:
        other.execute("CREATE TABLE something (name)")
    before = path.read_bytes()
    with pytest.raises(BookError, match="no night of Mingg"):
        Book(path)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")
    assert path.read_bytes() == before
