"""The archive of evenings when several processes use it at once, and when it cannot be read or written."""

from __future__ import annotations

import errno
import multiprocessing
import os
import resource
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from help.commands import run
from help.evening_files import DRAWN, WON, evening
from help.killing import in_a_process
from help.seeds import TIMES
from mingg_host.evenings import archive as archives
from mingg_host.evenings import ledger
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.ledger import EveningError

LEDGERS = Path(__file__).parents[1] / "evening" / "ledgers"
FORK = multiprocessing.get_context("fork")
PROCESSES = 6


def files(number: int) -> dict[str, bytes]:
    return {"0001-00.txt": b"evening %d\n" % number * 100}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.sqlite"


@contextmanager
def used_by_another(archive: Path) -> Iterator[sqlite3.Connection]:
    """Another program has locked the archive. Yields its connection."""
    with closing(sqlite3.connect(archive, isolation_level=None, check_same_thread=False)) as db:
        db.execute("BEGIN EXCLUSIVE")
        yield db


# ---- what an evening is for the archive ----

# Who has an evening, its number there, its deals (w: South won, d: a draw, n: new names) -> its number in the archive,
# and what was added. At the end, the deals of each evening in the archive.
CLUB, OTHER = "club x 3 a", "club x 3 b"


@pytest.mark.parametrize(
    ("added", "kept"),
    [
        ("a 1 w 1 new, a 1 w 1 kept, a 1 wd 1 grown, a 1 w 1 kept, a 1 wdn 1 grown", "wdn"),
        ("a 2 ddd 1 new, a 2 " + 80 * "d" + " 1 grown", 80 * "d"),
        ("a 1 ww 1 new, a 1 d 2 beside, a 1 dw 2 grown, a 1 ww 1 kept", "ww dw"),
        ("a 1 w 1 new, b 4 w 1 kept, b 4 wd 1 grown, b 5 wd 2 new", "wd wd"),
        ("a 1 d 1 new, a 2 d 2 new", "d d"),  # on one board two are two
        ("a 1 n 1 new, b 1 n 2 new", "n n"),  # without a deal, two evenings cannot be told apart
        ("- 1 - 1 new, - 1 w 2 beside, - 1 wd 2 grown, - 1 ww 3 beside, - 1 - 1 kept", "- wd ww"),
        ("- 1 wd 1 new, - 7 wd 1 kept, - 7 w 1 kept, - 8 w 2 new", "wd w"),
        ("C 1 d 1 new, a 1 dw 1 grown, C 1 dwd 1 grown, C 1 dw 1 kept", "dwd"),
        ("a 1 dwn 1 new, C 1 dw 1 kept, C 2 - 2 new, C 2 d 2 grown", "dwn d"),
        ("C 1 d 1 new, C 2 d 2 new, C 2 dw 2 grown, a 2 dwd 2 grown, a 1 d 1 kept", "d dwd"),
        ("a 1 d 1 new, O 2 dwd 1 grown, b 2 dw 1 kept", "dwd"),
    ],
)
def test_an_evening_is_stored_once_and_grows(added: str, kept: str, archive: Path) -> None:
    for words in added.split(", "):
        who, at, deals, number, status = words.split()
        board = {"C": CLUB, "O": OTHER, "-": ""}.get(who, who)
        assert Archive(archive).add(board, {int(at): played(deals, int(at))}) == {int(at): (int(number), status)}, words
    records = [ledger.records(evening.lines) for evening in Archive(archive).evenings()]
    assert records == [ledger.records(ledger.lines(played(deals))) for deals in kept.split()]


def played(deals: str, number: int = 1) -> dict[str, bytes]:
    names = ["A", "B", "C", "D"] if "n" in deals else None
    played = [{"w": WON, "d": DRAWN}[deal] for deal in deals.strip("-n")]
    return evening(*played, number=number, names=names, begun={"rules": "babcock"})


def test_a_boards_own_files_replace_those_that_a_club_put_together(archive: Path) -> None:
    own = played("dwn", 7)
    for board, number, files in (CLUB, 7, played("dw", 7)), ("a", 7, own), (CLUB, 7, played("dw", 7)):
        Archive(archive).add(board, {number: files})
    assert [evening.files for evening in Archive(archive).evenings()] == [own]


def test_an_archive_of_the_first_format_is_read_and_grows(archive: Path) -> None:
    """Its statements are copied from the first version of Mingg that had an archive."""
    changed(
        "CREATE TABLE evening (id INTEGER PRIMARY KEY, since TEXT NOT NULL)",
        "CREATE TABLE part (evening INTEGER NOT NULL REFERENCES evening, tail TEXT NOT NULL, data BLOB NOT NULL, "
        "PRIMARY KEY (evening, tail))",
        "CREATE TABLE seen (board TEXT NOT NULL, ledger INTEGER NOT NULL, evening INTEGER NOT NULL REFERENCES evening, "
        "PRIMARY KEY (board, ledger, evening))",
        "PRAGMA user_version = 1",
        "INSERT INTO evening VALUES (5, '2026-11-20')",
        f"INSERT INTO part VALUES (5, '-00.txt', X'{played('w')['0001-00.txt'].hex()}')",
        "INSERT INTO seen VALUES ('a', 7, 5)",
    )(archive)
    [evening] = Archive(archive).evenings()
    assert (evening.number, evening.since, evening.files) == (5, "2026-11-20", played("w", 7))
    assert Archive(archive).add("a", {7: played("wd", 7)}) == {7: (5, "grown")}


def test_records_of_a_club_belong_only_to_an_evening_with_the_same_table(archive: Path) -> None:
    tables: list[dict[str, Any]] = [{}, {"rules": "harr"}, {"options": {"limit": 500}}, {"counters": "babcock"}]
    begun = [{"rules": "babcock", **table} for table in tables]
    for board, deals, status in (CLUB, [DRAWN], "new"), ("a", [DRAWN, DRAWN], "grown"):
        evenings = {number: evening(*deals, begun=table) for number, table in enumerate(begun, 1)}
        assert Archive(archive).add(board, evenings) == {number: (number, status) for number in evenings}


# ---- several processes at once ----


def add_at_once(archive: Path, start: Any, number: int, failed: Any) -> None:
    start.wait()
    try:
        Archive(archive, patience_s=60).add(f"board {number}", {1: files(number), 2: files(100 + number)})
    except EveningError as error:
        failed.put(str(error))


def test_an_archive_that_several_processes_make_at_once_holds_the_evenings_of_all(tmp_path: Path) -> None:
    for turn in range(3 * TIMES):
        archive = tmp_path / f"new-{turn}" / "archive.sqlite"
        start, failed = FORK.Barrier(PROCESSES), FORK.SimpleQueue()
        arguments = [(archive, start, number, failed) for number in range(PROCESSES)]
        running = [FORK.Process(target=add_at_once, args=words) for words in arguments]
        for process in running:
            process.start()
        for process in running:
            process.join()
        assert failed.empty(), failed.get()
        ledgers = [next(iter(evening.files.values())) for evening in Archive(archive).evenings()]
        added = [*range(PROCESSES), *range(100, 100 + PROCESSES)]
        assert sorted(ledgers) == sorted(files(number)["0001-00.txt"] for number in added)


def test_an_archive_that_another_process_has_just_made_is_used(archive: Path) -> None:
    with used_by_another(archive) as another:
        adding = threading.Thread(target=Archive(archive, patience_s=60).add, args=("a", {1: files(1)}))
        adding.start()
        adding.join(0.3)  # enough time to find the archive locked
        assert adding.is_alive()
        for statement in archives._TABLES:
            another.execute(statement)
        another.execute("COMMIT")
        adding.join()
    assert [evening.files for evening in Archive(archive).evenings()] == [files(1)]


@pytest.mark.parametrize("made_before", [True, False])
def test_a_process_that_is_killed_while_it_adds_leaves_all_or_nothing(
    made_before: bool, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if made_before:
        Archive(archive).add("a", {1: files(1)})
    before = Archive(archive).evenings()
    real = archives.put_parts

    def killed(db: sqlite3.Connection, number: int, parts: dict[str, bytes]) -> None:
        real(db, number, parts)
        if parts == files(3):
            os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(archives, "put_parts", killed)
    assert in_a_process(lambda: Archive(archive).add("b", {2: files(2), 3: files(3)})) == -signal.SIGKILL
    monkeypatch.undo()
    assert Archive(archive).evenings() == before
    Archive(archive).add("b", {2: files(2), 3: files(3)})
    assert len(Archive(archive).evenings()) == len(before) + 2
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]


# ---- archives that cannot be used ----


def test_a_locked_archive_is_waited_for_and_then_reported(archive: Path) -> None:
    Archive(archive).add("a", {1: files(1)})
    impatient = Archive(archive, patience_s=0.2)
    with used_by_another(archive):
        for use in (impatient.evenings, lambda: impatient.add("b", {1: files(2)})):
            with pytest.raises(
                EveningError, match=r"another program has been using the archive for 0\.2 seconds.*again"
            ):
                use()
    assert len(impatient.evenings()) == 1


def test_an_empty_file_is_an_empty_archive(archive: Path) -> None:
    archive.touch()
    assert Archive(archive).evenings() == []
    assert archive.read_bytes() == b""
    Archive(archive).add("a", {1: files(1)})
    assert len(Archive(archive).evenings()) == 1


def spoil_middle(archive: Path) -> None:
    data = bytearray(archive.read_bytes())
    data[4096:12288] = b"\xaa" * 8192
    archive.write_bytes(data)


def another_database(archive: Path, version: int, *tables: str) -> None:
    archive.unlink()
    with closing(sqlite3.connect(archive)) as db:
        for table in tables:
            db.execute(f"CREATE TABLE {table} (x)")
        db.execute(f"PRAGMA user_version = {version}")
        db.commit()


def changed(*statements: str) -> Callable[[Path], None]:
    """Another program changes the archive."""

    def spoil(archive: Path) -> None:
        with closing(sqlite3.connect(archive)) as db:
            for statement in statements:
                db.execute(statement)
            db.commit()

    return spoil


def fewer_evenings(archive: Path) -> None:
    """Damages the head of the table of evenings: it has two cells less."""
    data = bytearray(archive.read_bytes())
    assert data[4096:4101] == b"\r\0\0\0\x14"
    data[4100] -= 2
    archive.write_bytes(data)


def no_name(archive: Path) -> None:
    """Damages the name of a table: it is no text any more."""
    data = archive.read_bytes()
    assert data.count(b"table" + 2 * b"evening") == 1
    archive.write_bytes(data.replace(b"table" + 2 * b"evening", b"table\x94vening\x94vening"))


WITH_NUMBERS = ("evening SET id", "part SET evening", "seen SET evening")
OUT = "/../../../home/.bashrc"


SPOILT: list[tuple[Any, str]] = [
    (spoil_middle, "the archive is damaged. Put a copy of it in its place"),
    (lambda path: os.truncate(path, 5000), "the archive is damaged. Put a copy"),
    (lambda path: path.write_text("a letter, and no database" * 99), "no archive of Mingg, and not a database"),
    (lambda path: another_database(path, 0, "letters"), "this database is not an archive of Mingg"),
    (lambda path: another_database(path, 1, "letters"), "this database is not an archive of Mingg"),
    (lambda path: another_database(path, 9, "letters"), "this database is not an archive of Mingg"),
    (lambda path: another_database(path, 1, "evening", "part"), "this database is not an archive of Mingg"),
    (
        lambda path: another_database(path, 9, "evening", "part", "table3"),
        "a newer version of Mingg wrote this archive",
    ),
    (lambda path: (path.unlink(), path.mkdir()), "Is a directory. Name a file"),
    *(
        (spoil, "the archive is damaged. Put a copy")
        for spoil in (
            fewer_evenings,
            changed("PRAGMA user_version = 0"),
            changed("DELETE FROM seen WHERE evening = 3"),
            changed("DELETE FROM part WHERE evening = 3"),
            changed("DELETE FROM evening WHERE id = 3"),
            changed("UPDATE part SET data = 'text' WHERE evening = 3"),
            changed("UPDATE part SET data = 17 WHERE evening = 3"),
            changed(f"UPDATE part SET tail = '{OUT}' WHERE evening = 3"),
            changed("UPDATE part SET tail = X'00' WHERE evening = 3"),
            changed("UPDATE evening SET since = '\x1b]0;x' WHERE id = 3"),
            changed("UPDATE evening SET since = 3 WHERE id = 3"),
            changed("UPDATE seen SET board = X'00' WHERE evening = 3"),
            changed("UPDATE seen SET ledger = 'one' WHERE evening = 3"),
            changed("UPDATE seen SET ledger = -1 WHERE evening = 3"),
            *(
                changed(*(f"UPDATE {table} = {number} WHERE {table.split()[-1]} = 3" for table in WITH_NUMBERS))
                for number in (-3, 0, 10**15)
            ),
            changed("CREATE TRIGGER t AFTER INSERT ON part BEGIN DELETE FROM part WHERE rowid = new.rowid; END"),
            changed("CREATE VIEW v AS SELECT 1"),
            no_name,
        )
    ),
]


def test_an_unusable_archive_is_reported_and_not_changed(tmp_path: Path) -> None:
    for number, (spoil, message) in enumerate(SPOILT):
        archive = tmp_path / f"{number}.sqlite"
        Archive(archive).add("a", {number: files(number) for number in range(20)})
        spoil(archive)
        before = archive.read_bytes() if archive.is_file() else None
        for words in ("ledger", "list"), ("import", str(LEDGERS / "format1"), "--no-board"):
            status, out, err = run(*words, "--archive", str(archive))
            assert (status, out, err.count("\n"), err.startswith(f"Error: {archive}")) == (2, "", 1, True), (
                number,
                err,
            )
            assert message in err, number
        assert (archive.read_bytes() if archive.is_file() else None) == before, number


def test_no_damaged_byte_of_a_page_hides_an_evening(archive: Path) -> None:
    Archive(archive).add("a", {number: files(number) for number in range(20)})
    whole, before = archive.read_bytes(), Archive(archive).evenings()
    for page in range(0, len(whole), 4096):
        for offset in range(page, page + (116 if page == 0 else 16)):
            damaged = bytearray(whole)
            damaged[offset] ^= 1
            archive.write_bytes(damaged)
            with suppress(EveningError):
                assert Archive(archive).evenings() == before


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("attempt to write a readonly database", "the archive cannot be written. Nothing was changed; allow writing"),
        ("database or disk is full", "No space left on device. Nothing was changed; make room"),
        ("disk I/O error", "the disk failed while the archive was used"),
        ("something that nobody knows", "something that nobody knows. Try again, or name another"),
    ],
)
def test_disk_errors_of_sqlite_are_reported_with_what_to_do(
    error: str, message: str, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError(error)

    Archive(archive).add("a", {1: files(1)})
    monkeypatch.setattr(archives, "put_parts", fail)
    with pytest.raises(EveningError) as raised:
        Archive(archive).add("b", {1: files(2)})
    assert str(raised.value).startswith(f"{archive}: {message}")
    monkeypatch.undo()
    assert [evening.seen[0][0] for evening in Archive(archive).evenings()] == ["a"]


def test_a_disk_that_fills_up_keeps_the_evenings_of_the_archive(archive: Path) -> None:
    """A limit on the size of files stands for a full disk: SQLite reports both as errors of the disk."""
    Archive(archive).add("a", {1: files(1)})
    before = archive.read_bytes()

    def add() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before), len(before)))
        with pytest.raises(EveningError, match="the disk failed while the archive was used"):
            Archive(archive).add("b", {1: {"0001-00.txt": bytes(10 * len(before))}})

    assert in_a_process(add) == 0
    assert Archive(archive).evenings()[0].files == files(1)
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_an_archive_that_cannot_be_made_is_reported_with_the_reason(
    number: int, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    def fail_with_reason(path: Path, *_: object) -> int:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(sqlite3, "connect", refuse)
    monkeypatch.setattr(os, "open", fail_with_reason)
    with pytest.raises(EveningError, match=f"^{archive}: {os.strerror(number)}. "):
        Archive(archive).add("a", {1: files(1)})


def test_a_read_only_archive_can_be_read(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Archive(archive).add("a", {1: files(1)})
    real = sqlite3.connect

    def read_only(path: Path, **settings: Any) -> sqlite3.Connection:
        return real(f"file:{path}?mode=ro", uri=True, **settings)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    assert len(Archive(archive).evenings()) == 1
    with pytest.raises(EveningError, match=r"the archive cannot be written\. Nothing was changed"):
        Archive(archive).add("b", {1: files(2)})
    Archive(archive).add("a", {1: files(1)})  # the evening is there already, so nothing is written
