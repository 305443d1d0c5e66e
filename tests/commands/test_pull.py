"""Evenings pulled from a board into the archive, shown, exported, and imported again."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import threading
import zipfile
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from help.boards import Boards, a_serial_board, pull_the_cable
from help.commands import invoke as mingg
from help.commands import output_of
from help.evening_files import DRAWN, WON, Files, evening
from help.stores import MemoryStore
from mingg.evening.change import undo
from mingg.evening.open import open_evening
from mingg.records.line import seal, segment_of
from mingg_host import cli
from mingg_host.commands import transfer
from mingg_host.evenings import backup, sheets, sources
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find
from mingg_scoring.json_answers import lines_of, replay


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.sqlite"


def kept(archive: Path) -> list[Files]:
    return [archived.files for archived in Archive(archive).evenings()]


# ---- list, show, verify, export: without an archive ----


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "ledger"
    folder.mkdir()
    strange = ["[red]A", "b\x1b[2Jb", "=1+1", "Di"]
    for name, data in (evening(WON, DRAWN) | evening(WON, number=2, names=strange)).items():
        (folder / name).write_bytes(data)
    return folder


def test_a_folder_and_a_single_ledger_are_listed_and_shown_without_an_archive(store: Path) -> None:
    listed = output_of("ledger", "list", store)
    assert re.search(r"^ +1 +Babcock +2 +Ann \d+, Bo \d+, Cy \d+, Di \d+$", listed, re.MULTILINE)
    output = output_of("ledger", "show", store / "0001-00.txt")
    balances = Evening(find(store / "0001-00.txt")[0]).whole().balances
    assert [int(number) for number in re.findall(r"\d{4}", output)[-4:]] == list(balances.values())
    assert "from Ann" in output


def test_a_long_name_is_cut_where_it_stands_beside_others(store: Path) -> None:
    long = ["Wilhelmina Theodora", "Bo", "Cy", "Di"]
    (store / "0003-00.txt").write_bytes(evening(WON, number=3, names=long)["0003-00.txt"])
    output = output_of("ledger", "show", store / "0003-00.txt")
    assert "Wilhelmina Theo… East" in output
    assert "Wilhelmina Theo… deals" not in output
    alike = ["Wilhelmina", "Wilhelmine", "Cy", "Di"]
    (store / "0003-00.txt").write_bytes(evening(WON, number=3, names=alike)["0003-00.txt"])
    assert "…" not in output_of("ledger", "show", store / "0003-00.txt")


def test_verify_names_file_and_line_of_every_damage(store: Path) -> None:
    assert output_of("ledger", "verify", store) == "evening 1: whole, 2 records\nevening 2: whole, 1 record\n"
    file = store / "0001-00.txt"
    file.write_bytes(file.read_bytes().replace(b'"by": "discard"', b'"by": "discarD"'))
    result = mingg("ledger", "verify", store)
    assert result.exit_code == 1
    assert f"{file}, line 3: record 1 is damaged" in result.output
    assert "evening 2: whole" in result.output
    result = mingg("ledger", "export", store)
    assert result.exit_code == 2
    assert f"{file}, line 3: record 1 is damaged" in result.output
    assert f"{file},line3:record1isdamaged" in "".join(output_of("ledger", "show", store).split())


def test_verify_recounts_the_balances_of_the_ledger(store: Path) -> None:
    file = store / "0001-00.txt"
    lines = file.read_bytes().splitlines(keepends=True)
    record = json.loads(lines[3][14:])
    record["before"]["balances"] = [2000] * 4
    file.write_bytes(b"".join(lines[:3]) + seal(2, json.dumps(record)))
    result = mingg("ledger", "verify", store)
    assert result.exit_code == 1
    assert f"{file}, line 4: record 2 has the balances [2000, 2000, 2000, 2000] before it" in result.output


def test_exported_rows_add_up_and_hold_no_formula(store: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(output_of("ledger", "export", store))))
    assert len(rows) == 4 * 3
    first = [row for row in rows if row["evening"] == "evening 1"]
    assert sum(int(row["net"]) for row in first) == 0
    last = {row["player"]: int(row["balance"]) for row in first}
    assert last == Evening(find(store / "0001-00.txt")[0]).whole().balances
    assert "'=1+1" in {row["player"] for row in rows}


def test_a_deal_that_was_taken_back_is_exported_as_undone(tmp_path: Path) -> None:
    store = MemoryStore()
    store.files = evening(WON, WON, WON)
    undo(open_evening(store))
    for name, data in store.files.items():
        (tmp_path / name).write_bytes(data)
    state = replay(lines_of(output_of("ledger", "export", tmp_path, "--format", "jsonl").encode()))
    rows = list(csv.DictReader(io.StringIO(output_of("ledger", "export", tmp_path))))
    assert {row["player"]: int(row["balance"]) for row in rows if row["what"] != "undone"} == state["balances"]
    assert {row["what"] for row in rows} == {"deal", "undone"}
    assert len(state["deals"]) == 2


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("A;=1+1;B", "A;'=1+1;B"),
        ("A|@SUM(1)", "A|'@SUM(1)"),
        ('A"\t-1', "A\"\t'-1"),
        ("\n=1", "\n'=1"),
        ("\r+1", "\r'+1"),
        ("  =1", "  '=1"),
        ("\ufeff=1", "\ufeff'=1"),
        ("\uff1d1", "'\uff1d1"),
        ("a,\uff0b1", "a,'\uff0b1"),
        ("\ufe63\u2212\uff20", "'\ufe63'\u2212'\uff20"),
        ("'=1", "'=1"),
        ("Ann-Marie 1+1=2 a@b", "Ann-Marie 1+1=2 a@b"),
        ("2026-05-01.jsonl", "2026-05-01.jsonl"),
        ("Zo\u00eb, \u674e & (Bo) #1", "Zo\u00eb, \u674e & (Bo) #1"),
    ],
)
def test_no_cell_is_a_formula_whatever_separates_cells(text: str, cell: str) -> None:
    assert sheets.harmless(text) == cell
    table = sheets.as_csv((["a", "b"], [(text, 1)])).decode()
    assert list(csv.reader(io.StringIO(table, newline="")))[1] == [cell, "1"]


def test_a_spreadsheet_has_the_same_rows_as_text_and_numbers(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "evenings.xlsx"
    assert "2 evenings in" in output_of("ledger", "export", store, "-o", path)
    with zipfile.ZipFile(path) as book:
        deals = book.read("xl/worksheets/sheet2.xml").decode()
        texts = book.read("xl/sharedStrings.xml").decode()
    assert deals.count("<row ") == 13
    assert "<f>" not in deals
    assert "<t>=1+1</t>" in texts


def test_a_session_is_what_replay_plays(store: Path, tmp_path: Path) -> None:
    text = output_of("ledger", "export", store / "0001-00.txt", "--format", "jsonl")
    assert replay(lines_of(text.encode()))["balances"] == Evening(find(store / "0001-00.txt")[0]).whole().balances
    assert mingg("ledger", "export", store, "--format", "jsonl").exit_code == 1
    output_of("ledger", "export", store, "--format", "jsonl", "-o", tmp_path / "sessions")
    assert sorted(path.name for path in (tmp_path / "sessions").iterdir()) == ["evening-1.jsonl", "evening-2.jsonl"]


def test_sessions_of_evenings_that_are_called_the_same_are_files_of_their_own(store: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "0001-00.txt").write_bytes(evening(DRAWN)["0001-00.txt"])
    folder = tmp_path / "sessions"
    words = ("ledger", "export", store, tmp_path / "other", "--format", "jsonl", "-o", folder)
    output_of(*words)
    assert sorted(path.name for path in folder.iterdir()) == ["evening-1-2.jsonl", "evening-1.jsonl", "evening-2.jsonl"]
    (folder / "evening-2.jsonl").unlink()
    assert mingg(*words).exit_code == 2
    assert not (folder / "evening-2.jsonl").exists()  # all of them or none


def test_the_format_of_a_file_follows_from_its_name_or_must_be_named(store: Path, tmp_path: Path) -> None:
    output_of("ledger", "export", store, "-o", tmp_path / "ALL.XLSX")
    assert zipfile.is_zipfile(tmp_path / "ALL.XLSX")
    result = mingg("ledger", "export", store, "-o", tmp_path / "all.ods")
    assert result.exit_code == 2
    assert "does not say the format. Add --format with one of csv, jsonl, xlsx" in result.output
    assert "is a folder" in mingg("ledger", "export", store, "--force", "-o", store).output
    output_of("ledger", "export", store, "--format", "csv", "-o", tmp_path / ("x" * 250))


def test_a_copy_saved_by_the_page_is_read_like_a_folder_of_ledgers(store: Path, archive: Path, tmp_path: Path) -> None:
    files = {path.name: path.read_bytes().decode("latin-1") for path in store.iterdir()}
    copy = {"form": "mingg ledger", "version": 1, "files": files | {"house-mine.txt": "x"}}
    saved = tmp_path / "mingg-2026-01-01.json"
    saved.write_text(json.dumps(copy, separators=(",", ":")), encoding="utf-8")
    assert output_of("ledger", "export", saved) == output_of("ledger", "export", store)
    output_of("import", saved, "--no-board", "--archive", archive)
    assert kept(archive) == [ledger.files for ledger in find(store)]
    output_of("press", "--open", saved, "--ledger", tmp_path / "flash")
    assert {path.name for path in (tmp_path / "flash").iterdir()} == {"house-mine.txt", *files}
    copy["files"] = files | {"house-\n.txt": "x"}
    saved.write_text(json.dumps(copy, separators=(",", ":")), encoding="utf-8")
    result = mingg("press", "--open", saved)
    assert (result.exit_code, "'house-\\n.txt' cannot be in a copy" in result.output) == (2, True), result.output


@pytest.mark.parametrize(
    "rest", ["}", ',"files":[1]}', ',"files":{"0001-00.txt":5}}', ',"files":{"a":"\u0394"}}', ",[" * 9999]
)
def test_a_damaged_copy_of_the_page_is_named_as_such(rest: str, tmp_path: Path) -> None:
    saved = tmp_path / "copy.json"
    saved.write_text('{"form":"mingg ledger","version":1' + rest, encoding="utf-8")
    result = mingg("ledger", "show", saved)
    assert (result.exit_code, "this copy of the page is damaged" in result.output) == (2, True), result.output


@pytest.mark.parametrize("command", ["ledger show", "ledger verify", "ledger export", "report", "press --open"])
def test_a_copy_without_an_evening_is_reported(tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    backup.write(Backup("2026-01-01T00:00:00", "pico", "0.1.0", "01", {}), Path("empty.zip"))
    Path("empty.json").write_text('{"form":"mingg ledger","version":1,"files":{}}', encoding="utf-8")
    for empty in ("empty.zip", "empty.json"):
        result = mingg(*command.split(), empty)
        assert (result.exit_code, f"{empty}: there is no evening in it" in result.output) == (2, True), result.output


def test_missing_things_are_reported(archive: Path, tmp_path: Path) -> None:
    for words in (("ledger", "list"), ("ledger", "verify")):
        assert "The archive has no evenings yet" in output_of(*words, "--archive", archive)
    assert "shows its evenings. Nothing was imported." in mingg("import", "7", "--archive", archive).output
    for reference in ("7", tmp_path / "none.txt", tmp_path):
        result = mingg("ledger", "show", reference, "--archive", archive)
        assert result.exit_code == 2, result.output
        assert str(reference) in result.output


# ---- import ----


def test_a_session_goes_into_the_archive_once_and_a_damaged_one_not_at_all(
    store: Path, archive: Path, tmp_path: Path
) -> None:
    file = tmp_path / "evening.jsonl"
    output_of("ledger", "export", store / "0001-00.txt", "-o", file)
    words = ("import", file, "--no-board", "--archive", archive)
    assert "evening 1: new" in output_of(*words)
    assert "evening 1: was there already" in output_of(*words)
    file.write_text(file.read_text() + json.dumps(DRAWN) + "\n")
    assert "evening 1: has grown" in output_of(*words)
    assert Evening(find("1", archive)[0]).whole().balances == Evening(find(file)[0]).whole().balances
    file.write_bytes(file.read_bytes().replace(b"discard", b"discord"))
    result = mingg(*words)
    assert result.exit_code == 2
    assert f"{file}, line 2: /win/by: " in result.output
    assert "Nothing was imported" in result.output
    assert len(kept(archive)) == 1


def test_an_evening_that_was_exported_comes_back_as_itself(store: Path, archive: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    output_of("import", store, "--no-board", "--archive", archive)
    before = kept(archive)
    output_of("ledger", "export", "2", "-o", file, "--archive", archive)
    assert "evening 2: was there already" in output_of("import", file, "--no-board", "--archive", archive)
    assert kept(archive) == before


def test_a_report_of_damage_names_the_evening_of_the_archive(archive: Path) -> None:
    spoilt = {name: data.replace(b"discard", b"discord") for name, data in evening(WON).items()}
    Archive(archive).add("a", {1: evening(WON)})
    Archive(archive).add("b", {1: spoilt})
    assert "evening 2, 0001-00.txt, line 3: " in mingg("ledger", "verify", "--archive", archive).output


# ---- with a board ----


@pytest.mark.vm
@a_serial_board
def test_a_board_can_be_pulled_any_number_of_times(board_with: Boards, archive: Path) -> None:
    files = evening(WON, DRAWN) | evening(*[DRAWN] * 80, number=2)
    with board_with(files) as board:
        first = output_of("pull", "--port", board.port, "--archive", archive)
        assert "evening 1: new, 2 records" in first
        assert "evening 2: new, 80 records" in first
        board.wait_for_reset()
        assert "evening 2: was there already" in output_of("pull", "--port", board.port, "--archive", archive)
        assert board.stored == files
    assert [{name: data for ledger in kept(archive) for name, data in ledger.items()}] == [files]


@pytest.mark.vm
@a_serial_board
def test_damage_on_the_board_is_told_and_kept_as_it_is(board_with: Boards, archive: Path) -> None:
    spoilt = {"0001-00.txt": evening(WON, DRAWN)["0001-00.txt"].replace(b"discard", b"discord")}
    with board_with(spoilt) as board:
        assert "Warning: on the board, 0001-00.txt, line 3: record 1 is damaged" in output_of(
            "pull", "--port", board.port, "--archive", archive
        )
    assert kept(archive) == [spoilt]
    assert mingg("ledger", "verify", "--archive", archive).exit_code == 1


@pytest.mark.vm
@a_serial_board
def test_a_cable_pulled_half_way_leaves_neither_side_worse(
    board_with: Boards, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = evening(WON, DRAWN) | evening(WON, number=2)
    Archive(archive).add("01020304", {1: evening(WON)})
    with board_with(files) as board:
        pull_the_cable(monkeypatch, board)
        result = mingg("pull", "--port", board.port, "--archive", archive)
        assert result.exit_code == 1
        assert "The connection to the board broke" in result.output
        assert board.stored == files
    assert kept(archive) == [evening(WON)]


def test_an_import_says_what_it_did_as_json(store: Path, archive: Path) -> None:
    words = ("import", store, "--no-board", "--json", "--archive", archive)
    for change in ("new", "kept"):
        expected = [{"evening": number, "change": change, "copied": False} for number in (1, 2)]
        assert json.loads(output_of(*words)) == expected


@pytest.mark.vm
@a_serial_board
def test_an_evening_comes_back_onto_a_board_beside_those_that_are_there(
    board_with: Boards, archive: Path, tmp_path: Path
) -> None:
    Archive(archive).add("another", {7: evening(WON, DRAWN, number=7)})
    with board_with(evening(DRAWN)) as board:
        words = ("import", "1", "--port", board.port, "--archive", archive)
        assert json.loads(output_of(*words, "--json")) == [{"evening": 1, "change": "kept", "copied": True}]
        board.wait_for_reset()
        assert board.stored == evening(DRAWN) | evening(WON, DRAWN, number=2)
        assert "has all of it already" in output_of(*words)
        assert "evening 1: was there already" in output_of("pull", "--port", board.port, "--archive", archive)


@pytest.mark.parametrize(
    ("present", "number"), [(9999, 10000), (999_999_999, 1_000_000_000), (999_999_999_999_999, 1)], ids=str
)
def test_an_evening_gets_a_number_on_the_board_that_the_board_knows(present: int, number: int) -> None:
    board = Backup("", "", "", "", evening(DRAWN, number=present))
    new = transfer.new_on(board, [evening(WON), evening(WON, DRAWN)])
    assert new == {0: evening(WON, number=number), 1: evening(WON, DRAWN, number=number + 1)}
    assert all(segment_of(name) for files in new.values() for name in files)


def test_a_file_with_an_invalid_number_is_no_evening(archive: Path, tmp_path: Path) -> None:
    (data,) = evening(WON).values()
    for number in ("9" * 16, "9" * 30, "0000"):
        (tmp_path / f"{number}-00.txt").write_bytes(data)
        assert mingg("import", tmp_path / f"{number}-00.txt", "--no-board", "--archive", archive).exit_code == 2
    copy = {"form": "mingg ledger", "version": 1, "files": {"9" * 200 + "-00.txt": data.decode()}}
    (tmp_path / "copy.json").write_text(json.dumps(copy, separators=(",", ":")), encoding="utf-8")
    result = mingg("import", tmp_path / "copy.json", "--no-board", "--archive", archive)
    assert result.exit_code == 2
    assert "there is no evening in it" in result.output


def test_a_board_gets_characters_as_utf_8_and_knows_them_again() -> None:
    """It would read the two escapes of a character as two characters."""
    escaped = evening(WON, names=["\U0001f600", "Bo", "Cy", "Di"])
    assert b"\\ud83d" in b"".join(escaped.values())
    (files,) = transfer.new_on(Backup("", "", "", "", {}), [escaped]).values()
    assert "\U0001f600" in b"".join(files.values()).decode()
    assert b"\\u" not in b"".join(files.values())
    assert not transfer.new_on(Backup("", "", "", "", files), [escaped])


def test_an_import_that_is_stopped_says_that_nothing_was_changed(
    store: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Archive, "add", Mock(side_effect=KeyboardInterrupt))
    result = mingg("import", store, "--no-board", "--archive", archive)
    assert (result.exit_code, "Stopped. Nothing was changed." in result.output) == (130, True)


def test_no_more_of_a_file_is_read_than_evenings_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 1000)
    for name in ("0001-00.txt", "evening.jsonl"):
        (tmp_path / name).write_bytes(b"x" * 1001)
        result = mingg("ledger", "show", tmp_path / name)
        assert (result.exit_code, f"{name}: this is too large" in result.output) == (2, True), result.output
    for segment in range(3):
        (tmp_path / f"0001-0{segment}.txt").write_bytes(b"x" * 400)
    result = mingg("ledger", "show", tmp_path)
    assert (result.exit_code, "txt: this is too large" in result.output) == (2, True), result.output


def test_a_pipe_with_the_name_of_a_ledger_is_read_like_any_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "0001-00.txt"
    os.mkfifo(pipe)
    head = {"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}
    writer = threading.Thread(target=pipe.write_text, args=(json.dumps(head),))
    writer.start()
    try:
        outcome = find(str(pipe))
    finally:
        os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))  # a writer that still waits for a reader has had one
        writer.join()
    assert [ledger.made_of for ledger in outcome] == [[head]]


def test_an_evening_that_was_imported_as_a_session_can_be_played_on(tmp_path: Path) -> None:
    archive = tmp_path / "archive.sqlite"
    session = tmp_path / "session.jsonl"
    head = {"mingg": 1, "rules": "babcock", "names": ["Zoe", "Yan", "Xi", "Wu"]}
    paid = [{"pay": {"from": "Zoe", "to": "Yan", "points": 2}}] * 3000  # more than a hundred files of a ledger
    session.write_text("\n".join(map(json.dumps, [head, *paid])))
    for reference, became in ((str(session), "new"), ("1", "was there already")):
        outcome = CliRunner().invoke(cli.main, ["import", reference, "--no-board", "--archive", str(archive)])
        assert (outcome.exit_code, outcome.output) == (0, f"evening 1: {became}, in the archive\n")
    names, files = Evening(find("1", archive)[0]).whole().names, Archive(archive).evenings()[0].files
    assert (names, len(files) > 100) == (head["names"], True)
    assert Evening(find("1", archive)[0]).whole().balances == {"Zoe": -4000, "Yan": 8000, "Xi": 2000, "Wu": 2000}
    opened = CliRunner().invoke(cli.main, ["press", "--open", "1", "--archive", str(archive)])
    assert {"Zoe", "Yan", "Xi", "Wu", "-4000", "8000"} <= set(opened.output.split("\n"))
