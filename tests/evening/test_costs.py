"""Each reader takes time in proportion to the bytes that it reads: ten times as many lines or files take ten times as
long. Evenings of hundreds of records, and numbers of five digits: read, checked, exported, copied."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from help.commands import output_of
from help.named_keys import to_table
from help.seeds import TIMES
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.records.line import seal, segment_name
from mingg_host.commands.transfer import new_on
from mingg_host.device.headless import HeadlessVM
from mingg_host.evenings import backup
from mingg_host.evenings.archive import NEW, Archive
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.evening import Evening, check
from mingg_host.evenings.ledger import Files, Ledger, ledgers_in
from mingg_host.evenings.sources import in_path, whole
from mingg_scoring.interchange.sessions import MemoryStore
from mingg_scoring.json_answers import lines_of, played
from mingg_scoring.json_text import parse

Session = list[dict[str, Any]]

SMALL = 40 * TIMES
HEAD = {"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}
DRAWN: dict[str, Any] = {"winner": None, "hands": {}}
PAID = {"pay": {"from": "Ann", "to": "Bo", "points": 2}}
UNDONE = {"undo": 1}


def operations(call: Callable[[], object]) -> int:
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def in_proportion(call: Callable[[int], Callable[[], object]], small: int = SMALL) -> None:
    """call: for a size, returns what is measured."""
    few, many = (operations(call(size)) for size in (small, 10 * small))
    assert many < 12 * few, f"{few} operations for {small}, {many} for {10 * small}"


# ---- ledgers ----


def standing(deals: int) -> dict[str, Any]:
    return {"deals": deals, "east": "Ann", "round": 0, "streak": 0, "balances": [2000] * 4}


def sealed(records: Iterable[tuple[int, dict[str, Any]]]) -> Files:
    head = seal(0, json.dumps({**HEAD, "ledger": 1, "edition": 1}))
    return {"0001-00.txt": b"".join([head, head, *(seal(number, json.dumps(record)) for number, record in records)])}


def between(deals: int, number: int, record: dict[str, Any] = DRAWN) -> tuple[int, dict[str, Any]]:
    return number, {**record, "before": standing(deals), "after": standing(deals + (record is DRAWN))}


LEDGERS: dict[str, Callable[[int], Files]] = {
    "deals": lambda n: sealed(between(i - 1, i) for i in range(1, n + 1)),
    "a lost deal before each": lambda n: sealed(between(2 * i - 1, 2 * i) for i in range(1, n + 1)),
    "a lost line before each payment": lambda n: sealed(between(0, 2 * i, PAID) for i in range(1, n + 1)),
    "deals lost and taken back": lambda n: sealed(between(9000 * (i % 2), 9999 + i, PAID) for i in range(1, n + 1)),
    "records twice": lambda n: sealed([between(0, 1)] * n),
    "heads": lambda n: sealed([(0, {**HEAD, "ledger": 1, "edition": 1})] * n),
    "nothing but damage": lambda n: {"0001-00.txt": b"x\n" * n},
}


@pytest.mark.parametrize("form", LEDGERS)
def test_a_ledger(form: str) -> None:
    def read(size: int) -> Callable[[], object]:
        files = LEDGERS[form](size)
        return lambda: Ledger(files).head and Evening(Ledger(files))

    in_proportion(read)


@pytest.mark.parametrize("form", LEDGERS)
def test_a_device_that_opens_a_ledger(form: str) -> None:
    def opening(size: int) -> Callable[[], object]:
        store = MemoryStore(LEDGERS[form](size))
        return lambda: Lines(open_evening(store)).lost_deals()

    in_proportion(opening)


# ---- sessions ----

SESSIONS: dict[str, Callable[[int], Session]] = {
    "draws": lambda n: [DRAWN] * n,
    "corrections of one deal": lambda n: [DRAWN, *([{"correct": 1, "deal": DRAWN}] * n)],
    "corrections of each deal": lambda n: [DRAWN] * n + [{"correct": i + 1, "deal": DRAWN} for i in range(n)],
    "payments that are taken back": lambda n: [
        line for i in range(n) for line in (PAID, {"pay": {"from": "Bo", "to": "Ann", "points": 2}, "back": 2 * i + 1})
    ],
    "lines that are taken back at the end": lambda n: [PAID] * n + [UNDONE] * n,
}


@pytest.mark.parametrize("form", SESSIONS)
def test_a_session(form: str) -> None:
    def play(size: int) -> Callable[[], object]:
        text = "\n".join(map(json.dumps, [HEAD, *SESSIONS[form](size)]))
        return lambda: check(Ledger(dict(played(lines_of(text)).files)))

    in_proportion(play, SMALL // 2)


# ---- files ----


class Sized(bytes):
    """Bytes whose length costs an operation."""

    def __len__(self) -> int:
        return super().__len__()


def many(count: int) -> Files:
    return {f"{number:04}-00.txt": b"" for number in range(1, count + 1)}


def test_a_backup_of_empty_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bytes_of = backup._bytes
    monkeypatch.setattr(backup, "_bytes", lambda *words: Sized(bytes_of(*words)))

    def read(size: int) -> Callable[[], object]:
        path = backup.write(Backup("2026-11-21", "pico", "0.1.0", "01020304", many(size)), tmp_path / f"{size}.zip")
        return lambda: backup.read(path)

    in_proportion(read, 400)


def test_a_folder_of_ledgers(tmp_path: Path) -> None:
    def find(size: int) -> Callable[[], object]:
        folder = tmp_path / str(size)
        folder.mkdir()
        for name in many(size):
            (folder / name).touch()
        return lambda: in_path(folder)

    in_proportion(find)


def part(deals: int) -> bytes:
    """Returns a ledger of one deal that goes on from another one after so many deals."""
    head = seal(0, json.dumps({**HEAD, "ledger": 1, "edition": 1, "start": standing(deals)}))
    return b"".join([head, head, seal(1, json.dumps(between(deals, 1)[1]))])


FOLDERS: dict[str, Callable[[int], Files]] = {
    "of nothing": many,
    "that go on from each other": lambda n: {name: part(number) for number, name in enumerate(many(n))},
    "that go on from one": lambda n: {name: part(min(number, 1)) for number, name in enumerate(many(n))},
}


@pytest.mark.parametrize("form", FOLDERS)
def test_all_parts_of_the_evenings_in_a_folder(form: str, tmp_path: Path) -> None:
    def find(size: int) -> Callable[[], object]:
        folder = tmp_path / str(size)
        folder.mkdir()
        for name, data in FOLDERS[form](size).items():
            (folder / name).write_bytes(data)
        return lambda: whole([folder])

    in_proportion(find)


def test_evenings_that_a_board_and_the_archive_have_already(tmp_path: Path) -> None:
    def compare(size: int) -> Callable[[], object]:
        files = {name: sealed([between(0, number)])["0001-00.txt"] for number, name in enumerate(many(size), 1)}
        evenings, on_board = ledgers_in(files), Backup("", "", "", "", files)
        archive = Archive(tmp_path / f"{size}.sqlite")
        archive.add("0a", evenings)

        def both() -> None:
            assert not new_on(on_board, list(evenings.values()))
            archive.add("0b", evenings)
            on_board.restoring(on_board)

        return both

    in_proportion(compare)


# ---- JSON ----


def test_json_with_escapes() -> None:
    def read(size: int) -> Callable[[], object]:
        text = json.dumps({"k" * size: ["\u00e9\\"] * size})
        return lambda: parse(text)

    in_proportion(read, 400)


NAMES = ["Ann", "Bo", "Cy", "Di"]
BOARD_HEAP = "420K"  # of 64-bit words: as much as a Pico has of its own


def draws(deals: int, a_segment: int = 100) -> Files:
    """Returns an evening of draws, as the firmware writes it, except for the size of its segments."""
    head: dict[str, Any] = {"mingg": 1, "edition": 1, "ledger": 1, "rules": "babcock", "names": NAMES}
    head["counters"] = "none"
    files = {}
    for segment, first in enumerate(range(1, deals + 1, a_segment)):
        data = seal(0, json.dumps({**head, "first": first})) if segment else seal(0, json.dumps(head)) * 2
        for record in range(first, min(first + a_segment, deals + 1)):
            before = {"deals": record - 1, "east": "Ann", "round": 0, "balances": [2000] * 4}
            deal = {"winner": None, "hands": {}, "before": before, "after": {**before, "deals": record}}
            data += seal(record, json.dumps(deal))
        files[segment_name(1, segment)] = data
    return files


def test_a_session_goes_on_past_record_9999_where_one_comes_after_the_other() -> None:
    """Checks that the PC and the device read the same from a ledger, record by record."""
    store = MemoryStore(draws(9999))
    for deals in (9999, 10_000):
        playing = open_evening(store)
        assert (playing.session.deals, playing.notices) == (deals, [])
        ledger = Ledger(store.files)
        assert (ledger.damaged, ledger.torn, list(ledger.records)[-1]) == ([], [], deals)
        save(playing, Lines(playing).deal(1)[0])


def test_segments_are_in_order_beyond_99() -> None:
    files = draws(1010, 10)
    shuffled = {name: files[name] for name in sorted(files, key=lambda name: name[::-1])}
    assert list(ledgers_in(shuffled)[1]) == list(files)
    assert list(files)[99:] == ["0001-99.txt", "0001-100.txt"]
    ledger = Ledger(shuffled)
    assert (ledger.damaged, len(ledger.records)) == ([], 1010)


def test_evening_10000_comes_after_evening_9999(tmp_path: Path) -> None:
    evenings = {number: {name.replace("0001", f"{number:04}"): data} for number in (10_000, 9999)
                for name, data in draws(number - 9990).items()}  # fmt: skip
    assert list(ledgers_in({**evenings[10_000], **evenings[9999]})) == [9999, 10_000]
    for files in evenings.values():
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
    output = output_of("ledger", "list", tmp_path)
    assert output.index(" 9999 ") < output.index(" 10000 ")
    assert "evening 10000: whole, 10 records" in output_of("ledger", "verify", tmp_path)
    assert "evening 10000: whole, 10 records" in output_of("ledger", "verify", tmp_path / "10000-00.txt")
    archive = Archive(tmp_path / "archive.sqlite")
    assert archive.add("a", evenings) == {9999: (1, NEW), 10_000: (2, NEW)}
    assert [list(evening.files) for evening in archive.evenings()] == [["9999-00.txt"], ["10000-00.txt"]]


@pytest.mark.vm
def test_a_board_goes_on_with_an_evening_of_thousands_of_deals(firmware: Path, tmp_path: Path) -> None:
    """The memory of a board is enough: what it reads at the start and before a deal does not grow with the evening."""
    for name, data in draws(3_001, 25).items():
        (tmp_path / name).write_bytes(data)
    with HeadlessVM(tmp_path, heap=BOARD_HEAP, firmware=firmware) as device:
        assert "3002" in device.text()
        device.press(*to_table("down down").split())
        assert {"2132", "3003"} <= set(device.text())
        device.reboot()
        assert {"2132", "3003"} <= set(device.text())
