"""Evenings of a thousand records and more, and numbers of five digits: read, checked, exported, copied."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from help.commands import output_of
from help.named_keys import to_table
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.records.line import seal, segment_name
from mingg_host.device.headless import HeadlessVM
from mingg_host.evenings.archive import GROWN, KEPT, NEW, Archive
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.ledger import Ledger, ledgers_in
from mingg_scoring.interchange.sessions import MemoryStore

NAMES = ["Ann", "Bo", "Cy", "Di"]
BOARD_HEAP = "420K"  # of 64-bit words: as much as a Pico has of its own
Files = dict[str, bytes]


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


def test_an_evening_of_a_thousand_records_is_imported_checked_and_exported(tmp_path: Path) -> None:
    archive, session = tmp_path / "archive.sqlite", tmp_path / "session.jsonl"
    for name, data in draws(1_001).items():
        (tmp_path / name).write_bytes(data)
    assert "1: new" in output_of("import", tmp_path, "--no-board", "--archive", archive)
    assert output_of("ledger", "verify", "--archive", archive) == "evening 1: whole, 1001 records\n"
    output_of("ledger", "export", 1, "--archive", archive, "-o", session)
    assert len(session.read_bytes().splitlines()) == 1_002


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


def test_an_evening_grows_in_the_archive_beyond_segment_99(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    assert archive.add("a", {1: draws(1005, 10)}) == {1: (1, NEW)}
    assert archive.add("a", {1: draws(1010, 10)}) == {1: (1, GROWN)}
    assert archive.add("a", {1: draws(1030, 10)}) == {1: (1, GROWN)}
    assert archive.add("a", {1: draws(1010, 10)}) == {1: (1, KEPT)}
    assert archive.evenings()[0].files == draws(1030, 10)


def test_restoring_an_evening_that_grew_beyond_segment_99_overwrites_nothing() -> None:
    def kept(files: Files) -> Backup:
        return Backup("", "", "", "", files)

    files, overwrites = kept(draws(1030, 10)).restoring(kept(draws(1005, 10)))
    assert overwrites == []
    assert list(files) == [f"0001-{segment}.txt" for segment in (100, 101, 102)]


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
def test_a_board_goes_on_with_an_evening_of_10000_deals(firmware: Path, tmp_path: Path) -> None:
    """The memory of a board is enough: what it reads at the start and before a deal does not grow with the evening."""
    for name, data in draws(10_001, 25).items():
        (tmp_path / name).write_bytes(data)
    with HeadlessVM(tmp_path, heap=BOARD_HEAP, firmware=firmware) as device:
        assert "10002" in device.text()
        device.press(*to_table("down down").split())
        assert {"2132", "10003"} <= set(device.text())
        device.reboot()
        assert {"2132", "10003"} <= set(device.text())
