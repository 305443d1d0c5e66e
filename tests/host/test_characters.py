"""Names of any characters: half of one is refused, or marked where a ledger has it; all others survive every export."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from commands import invoke as mingg
from commands import output_of
from mingg.core.rules import load as load_rules
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.beside import pay
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.records.line import seal
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import Ledger, whole_files, whole_line
from mingg_host.evenings.sources import copy_of, find
from named_keys import to_table

WON = {"winner": "S", "win": {"by": "discard", "from": "E"}, "hands": {"S": {"card": {}}}}
PLACE = ": this has half of a character"
HALF = "\ud83d"
SMILE = "\U0001f600"
EAST_DRAWS = to_table("down down")


def session(path: Path, name: str, **head: Any) -> Path:
    """Returns the file of a session in which East has this name."""
    lines = [
        {"mingg": 1, "rules": "babcock", "names": [name, "Bo", "Cy", "Di"], **head},
        WON,
        {"pay": {"from": name, "to": "Bo", "points": 20}},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def sealed(number: int, text: bytes) -> bytes:
    """Returns a sealed record with these bytes."""
    line = b"%04d %s" % (number, text)
    return b"%04d %08x %s\n" % (number, zlib.crc32(line), text)


def as_bytes(name: str) -> bytes:
    """Returns a text as MicroPython writes it."""
    return name.encode("utf-8", "surrogatepass")


def ledger(folder: Path, name: str, form: str) -> Path:
    """Returns a ledger in which East has this name: as Python writes it ("escaped"), or a device ("bytes")."""
    folder.mkdir()
    playing = open_evening(Store(str(folder), None))
    begin(playing, Session(["EAST", "Bo", "Cy", "Di"], load_rules("babcock")))
    pay(playing, [(0, 1, 20)])
    pay(playing, [(0, 2, 40)])
    file = folder / "0001-00.txt"
    name_bytes = json.dumps(name).encode() if form == "escaped" else b'"%s"' % as_bytes(name)
    lines = [line.split(b" ", 2) for line in file.read_bytes().splitlines()]
    file.write_bytes(b"".join(sealed(int(line[0]), line[2].replace(b'"EAST"', name_bytes)) for line in lines))
    return file


# ---- refused ----


@pytest.mark.parametrize("half", ["\ud800", "x\udc00y", f"{HALF}{SMILE}"])
def test_half_of_a_character_in_a_name_is_refused_before_anything_is_stored(half: str, tmp_path: Path) -> None:
    file, archive = session(tmp_path / "s.jsonl", half), tmp_path / "archive.sqlite"
    result = mingg("import", file, "--no-board", "--archive", archive)
    assert (result.exit_code, result.output.startswith(f"Error: {file}, line 1: /names/0{PLACE}")) == (2, True)
    assert "Nothing was imported" in result.output
    assert not archive.exists()
    result = mingg("replay", file)
    assert (result.exit_code, result.output.startswith(f"Error: {file}: line 1: /names/0{PLACE}")) == (2, True)


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ({"winner": None, "hands": {}, "sitting_out": HALF}, "/sitting_out"),
        ({**WON, "liable": [{"seat": "E", "share": "full", "why": f"a{HALF}"}]}, "/liable/0/why"),
        ({"correct": 1, "deal": {**WON, "liable": [{"seat": "E", "why": HALF}]}}, "/deal/liable/0/why"),
        ({"pay": {"from": HALF, "to": "Bo", "points": 20}}, "/pay/from"),
        ({"count": {HALF: [1, 2, 3, 4]}}, "/count"),
        ({**WON, HALF: 1}, ""),
    ],
)
def test_half_of_a_character_is_refused_in_every_line(line: dict[str, Any], place: str, tmp_path: Path) -> None:
    file = session(tmp_path / "s.jsonl", "Ann")
    with file.open("a") as file_to_extend:
        file_to_extend.write(json.dumps(line) + "\n")
    result = mingg("import", file, "--no-board", "--archive", tmp_path / "archive.sqlite")
    assert result.exit_code == 2
    assert f"line 4: {place}{PLACE if place else PLACE[2:]}" in result.output


@pytest.mark.parametrize(
    ("head", "place"),
    [
        ({"counters": {"values": [100, 2], "start": [19, 50], "marks": ["a", HALF]}}, "/counters/marks/1"),
        ({"house": {"name": HALF}}, "/house/name"),
    ],
)
def test_half_of_a_character_is_refused_in_the_rules_and_the_counters(
    head: dict[str, Any], place: str, tmp_path: Path
) -> None:
    file = session(tmp_path / "s.jsonl", "Ann", **head)
    result = mingg("replay", file)
    assert (result.exit_code, result.output.startswith(f"Error: {file}: line 1: {place}{PLACE}")) == (2, True)


def test_half_of_a_character_in_a_single_deal_is_refused() -> None:
    deal = {"rules": "babcock", **WON, "liable": [{"seat": "E", "why": HALF}]}
    result = mingg("score", input=json.dumps(deal))
    assert (result.exit_code, result.output.startswith(f"Error: /liable/0/why{PLACE}")) == (2, True)
    result = mingg("score", "--jsonl", input=json.dumps(deal))
    assert (result.exit_code, json.loads(result.output)["error"]["at"]) == (1, "/liable/0/why")


def test_house_rules_with_half_of_a_character_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('name = "a\\ud800"\nfrom = "babcock"\n')
    result = mingg("rules", "check", file)
    assert result.exit_code != 0
    assert f"{file}, line 1" in result.output


# ---- ledgers ----


@pytest.mark.parametrize("form", ["escaped", "bytes"])
def test_a_ledger_with_half_of_a_character_is_listed_shown_and_exported_with_a_mark(form: str, tmp_path: Path) -> None:
    file = ledger(tmp_path / "ledger", f"A{HALF}", form)
    marked = "A\ufffd"
    assert Evening(find(file)[0]).whole().balances == {marked: 1940, "Bo": 2020, "Cy": 2040, "Di": 2000}
    assert f"{marked} 1940" in output_of("ledger", "list", file)
    assert marked in output_of("ledger", "show", file)
    checked = output_of("ledger", "verify", file)
    assert f"{file}, line 1: /names/0{PLACE}; it is read as U+FFFD (no damage)\n" in checked
    assert "evening 1: whole, 2 records" in checked
    assert f"payment,,,{marked}," in output_of("ledger", "export", file)
    output_of("ledger", "export", file, "-o", tmp_path / "e.xlsx")
    assert marked in zipfile.ZipFile(tmp_path / "e.xlsx").read("xl/sharedStrings.xml").decode()
    output_of("ledger", "export", file, "-o", tmp_path / "e.jsonl")
    assert marked in (tmp_path / "e.jsonl").read_text()
    output_of("report", file, "-o", tmp_path / "e.html")
    assert marked in (tmp_path / "e.html").read_text()
    # It does not come in as it is, but as what was exported.
    archive = tmp_path / "archive.sqlite"
    result = mingg("import", file, "--no-board", "--archive", archive)
    assert (result.exit_code, f"{file}, line 1: /names/0{PLACE}" in result.output) == (2, True)
    assert "evening 1: new" in output_of("import", tmp_path / "e.jsonl", "--no-board", "--archive", archive)


def test_an_evening_with_half_of_a_character_that_came_off_a_board_stays_as_it_was(tmp_path: Path) -> None:
    file, archive = ledger(tmp_path / "ledger", HALF, "bytes"), tmp_path / "archive.sqlite"
    files = {file.name: file.read_bytes()}
    Archive(archive).add("a board", {1: files})
    assert Archive(archive).evenings()[0].files == files
    assert "evening 1: was there already" in output_of("import", 1, "--no-board", "--archive", archive)
    assert "\ufffd 1940" in output_of("ledger", "list", "--archive", archive)


def test_a_damaged_ledger_with_half_of_a_character_is_reported(tmp_path: Path) -> None:
    file = ledger(tmp_path / "ledger", f"A{HALF}", "bytes")
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], b"x" + lines[2], *lines[3:]]))
    assert "A\ufffd 1940" in output_of("ledger", "list", file)
    assert "record 1 is damaged" in output_of("ledger", "show", file)


@pytest.mark.parametrize("form", ["escaped", "bytes"])
def test_the_two_halves_of_a_character_are_that_character(form: str, tmp_path: Path) -> None:
    name = "\ud83d\ude00" if form == "bytes" else SMILE
    file = ledger(tmp_path / "ledger", name, form)
    assert Evening(find(file)[0]).whole().names[0] == SMILE
    assert output_of("ledger", "verify", file) == "evening 1: whole, 2 records\n"
    assert not Backup("", "", "", "", {file.name: file.read_bytes()}).damaged
    assert copy_of(str(file)).files == whole_files({file.name: file.read_bytes()})
    archived = Ledger({file.name: file.read_bytes()})
    assert (len(archived.records), archived.marked, archived.damaged) == (2, [], [])


def test_a_line_that_is_not_sealed_stays_as_it_is() -> None:
    line = sealed(7, b'{"a": "\\ud83d"}')
    assert whole_line(line) == (seal(7, '{"a": "\ufffd"}'), "/a")
    assert whole_line(line[:-1]) == (seal(7, '{"a": "\ufffd"}')[:-1], "/a")
    deep = sealed(7, b"[" * 5000 + b'"\\ud83d"' + b"]" * 5000)
    for data in (
        b"x" + line,
        line[:-3],
        b"",
        b"\\ud83d",
        sealed(7, b'{"a": \\ud83d'),
        sealed(7, b'"\xff\\ud83d"'),
        deep,
    ):
        assert whole_line(data) == (data, None), data[:40]
    assert whole_files({"a": b"\n" + line + line}) == {"a": b"\n" + 2 * seal(7, '{"a": "\ufffd"}')}


@pytest.mark.vm
@pytest.mark.parametrize("device", [Headless, HeadlessVM])
def test_an_evening_of_any_characters_goes_to_a_device_and_comes_back(device: Any, tmp_path: Path) -> None:
    """Python writes a character beyond U+FFFF as two halves. A device would read them as two characters."""
    archive, flash = tmp_path / "archive.sqlite", tmp_path / "flash"
    flash.mkdir()
    output_of("import", session(tmp_path / "s.jsonl", SMILE), "--no-board", "--archive", archive)
    for name, data in Archive(archive).evenings()[0].files.items():
        assert SMILE.encode() in data
        (flash / name.replace("0000", "0001")).write_bytes(data)
    with device(flash) as playing:
        assert SMILE in playing.text()
        playing.press(*EAST_DRAWS.split())
    assert output_of("ledger", "verify", flash) == "evening 1: whole, 3 records\n"
    assert len(Evening(find(flash)[0]).whole().deals) == 2
    assert not Backup("", "", "", "", {path.name: path.read_bytes() for path in flash.glob("0001-*.txt")}).damaged


# ---- other odd characters ----

ODD = {
    "NUL": "a\0b",
    "a bell": "a\x07",
    "an escape sequence": "\x1b[31mred",
    "a line break": "a\nb",
    "a carriage return": "a\rb",
    "both": "\r\n",
    "a tab": "\tb",
    "C1": "\x9b31m",
    "another direction": "\u202eabc\u2066",
    "a byte order mark": "\ufeffx",
    "a line separator": "a\u2028b",
    "no characters": "\ufffe\uffff",
    "a picture": SMILE,
    "a formula": "=1+1",
    "quotes": 'a,"b"',
    "markup": "<script>[b]",
    "a long one": "W" * 20_000,
}


@pytest.mark.parametrize("odd", ODD)
def test_any_name_survives_every_export(odd: str, tmp_path: Path) -> None:
    name = ODD[odd]
    archive = tmp_path / "archive.sqlite"
    output_of("import", session(tmp_path / "s.jsonl", name), "--no-board", "--archive", archive)
    for words in (("list",), ("show", 1), ("verify",)):
        output = output_of("ledger", *words, "--archive", archive)
        assert not set(output) & set("\0\x07\x1b\r\t\x9b\u202e\u2066\ufeff\u2028\ufffe"), words
    paths = {form: tmp_path / f"e.{form}" for form in ("csv", "xlsx", "jsonl")}
    for file in paths.values():
        output_of("ledger", "export", 1, "-o", file, "--archive", archive)
    rows = list(csv.DictReader(io.StringIO(paths["csv"].read_bytes().decode(), newline="")))
    assert len(rows) == 6
    assert {row["player"] for row in rows} == {("'" if name[0] == "=" else "") + name, "Bo", "Cy", "Di"}
    with zipfile.ZipFile(paths["xlsx"]) as book:
        for part in book.namelist():
            ElementTree.fromstring(book.read(part))
    assert Evening(find(paths["jsonl"])[0]).whole().names[0] == name


def test_an_archive_of_odd_names_makes_one_report(tmp_path: Path) -> None:
    archive = tmp_path / "archive.sqlite"
    odd = list(ODD.values())
    evenings = [odd[index : index + 3] for index in range(0, len(odd) - 2, 3)] + [odd[-3:]]
    for number, names in enumerate(evenings, 1):
        file = session(tmp_path / f"{number}.jsonl", names[0], names=[names[0], "Bo", *names[1:]])
        output_of("import", file, "--no-board", "--archive", archive)
    output_of("report", *range(1, len(evenings) + 1), "--archive", archive, "-o", tmp_path / "all.html")
    report = (tmp_path / "all.html").read_text()
    assert not set(report) & set("\0\x07\x1b\x9b\u202e\u2066\ufeff\u2028\ufffe")
    assert "<script>[b]" not in report


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the name of a file is text")
@pytest.mark.parametrize("form", ["csv", "xlsx", "jsonl"])
def test_a_file_whose_name_is_no_text_is_exported(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = session(Path(os.fsdecode(b"\xfe[b].jsonl")), "Ann")
    output_of("ledger", "export", file, "-o", f"e.{form}")
    assert r" \udcfe[b].jsonl " in output_of("ledger", "list", file)
    if form == "csv":
        assert "\ufffd[b].jsonl,babcock,deal" in Path("e.csv").read_text()
