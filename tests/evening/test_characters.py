"""Names of any characters: half of one is refused, and damages a line of a ledger; all others survive exports."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
import tracemalloc
import zipfile
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from club.test_club_night import NIGHT
from help import clubbing
from help.commands import invoke as mingg
from help.commands import output_of
from help.named_keys import to_table
from mingg.core.rules import load as load_rules
from mingg.core.table.session import Session
from mingg.evening.beside import pay
from mingg.evening.evenings import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.records.line import seal
from mingg_club import night
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import Ledger, in_utf8
from mingg_host.evenings.sources import copy_of, find
from mingg_scoring.json_text import parse

WON = {"winner": "S", "win": {"by": "discard", "from": "E"}, "hands": {"S": {"sets": []}}}
REFUSED = "this has half of a character. Write the whole character (at column "
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
    assert (result.exit_code, result.output.startswith(f"Error: {file}, line 1: {REFUSED}")) == (2, True)
    assert "Nothing was imported" in result.output
    assert not archive.exists()
    result = mingg("replay", file)
    assert (result.exit_code, result.output.startswith(f"Error: {file}: line 1: {REFUSED}")) == (2, True)


def test_a_text_with_escapes_takes_memory_in_proportion_to_its_length() -> None:
    def most(length: int) -> int:
        text = json.dumps({"k" * length: ["\u00e9"] * length})
        tracemalloc.start()
        parse(text)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    assert most(10_000) < 20 * most(1_000)


def test_half_of_a_character_in_a_single_deal_is_refused() -> None:
    deal = {"rules": "babcock", **WON, "liable": [{"seat": "E", "why": HALF}]}
    result = mingg("score", input=json.dumps(deal))
    assert (result.exit_code, result.output.startswith(f"Error: {REFUSED}")) == (2, True)
    result = mingg("score", "--jsonl", input=json.dumps(deal))
    assert (result.exit_code, json.loads(result.output)["error"]["at"]) == (1, "")


# ---- ledgers ----


@pytest.mark.parametrize("form", ["escaped", "bytes"])
def test_a_line_of_a_ledger_with_half_of_a_character_is_damaged(form: str, tmp_path: Path) -> None:
    file = ledger(tmp_path / "ledger", f"A{HALF}", form)
    whole = ledger(tmp_path / "whole", "A", "escaped").read_bytes().splitlines(keepends=True)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*whole[:2], lines[2], *whole[3:]]))
    assert "A 1940" in output_of("ledger", "list", file)
    assert f"{file}, line 3: record 1 is damaged" in mingg("ledger", "verify", file).output
    assert Backup("", "", "", "", {file.name: file.read_bytes()}).damaged == {file.name: [3]}
    result = mingg("import", file, "--no-board", "--archive", tmp_path / "archive.sqlite")
    assert (result.exit_code, f"{file}, line 3: record 1 is damaged" in result.output) == (2, True)
    assert output_of("press", "--open", file, "up")


def test_an_evening_with_half_of_a_character_that_came_off_a_board_stays_as_it_was(tmp_path: Path) -> None:
    file, archive = ledger(tmp_path / "ledger", HALF, "bytes"), tmp_path / "archive.sqlite"
    files = {file.name: file.read_bytes()}
    Archive(archive).add("a board", {1: files})
    assert Archive(archive).evenings()[0].files == files
    assert "line 1: no head" in output_of("ledger", "list", "--archive", archive)


def test_the_escapes_of_a_character_are_that_character(tmp_path: Path) -> None:
    file = ledger(tmp_path / "ledger", SMILE, "escaped")
    assert Evening(find(file)[0]).whole().names[0] == SMILE
    assert output_of("ledger", "verify", file) == "evening 1: whole, 2 records\n"
    assert not Backup("", "", "", "", {file.name: file.read_bytes()}).damaged
    copied = copy_of(str(file)).files[file.name]
    assert SMILE.encode() in copied
    assert b"\\u" not in copied
    assert Ledger({file.name: copied}).texts.keys() == {1, 2}


def test_a_damaged_line_goes_to_a_device_as_it_is() -> None:
    line = sealed(7, b'{"a": "\\u00e9"}')
    for data in (
        b"x" + line,
        line[:-3],
        b"",
        b"\\ud83d",
        sealed(7, b'{"a": "\\ud83d"}'),
        sealed(7, b'{"a": \\ud83d'),
        sealed(7, b'"\xff\\ud83d"'),
        sealed(7, b"[" * 5000 + b'"\\u00e9"' + b"]" * 5000),
    ):
        assert in_utf8({"a": data}) == {"a": data}, data[:40]
    assert in_utf8({"a": b"\n" + line + line[:-1]}) == {"a": b"\n" + (2 * seal(7, '{"a": "\u00e9"}'))[:-1]}


@pytest.mark.vm
@pytest.mark.parametrize("vm", [False, True])
def test_an_evening_of_any_characters_goes_to_a_device_and_comes_back(vm: bool, tmp_path: Path, firmware: Path) -> None:
    """Python writes a character beyond U+FFFF as two halves. A device would read them as two characters."""
    archive, flash = tmp_path / "archive.sqlite", tmp_path / "flash"
    flash.mkdir()
    output_of("import", session(tmp_path / "s.jsonl", SMILE), "--no-board", "--archive", archive)
    for name, data in Archive(archive).evenings()[0].files.items():
        assert SMILE.encode() in data
        (flash / name.replace("0000", "0001")).write_bytes(data)
    with HeadlessVM(flash, firmware=firmware) if vm else Headless(flash) as playing:
        playing.press(*EAST_DRAWS.split())
    assert output_of("ledger", "verify", flash) == "evening 1: whole, 3 records\n"
    assert len(Evening(find(flash)[0]).whole().deals) == 2
    assert not Backup("", "", "", "", {path.name: path.read_bytes() for path in flash.glob("0001-*.txt")}).damaged


# ---- letters that the font of the device lacks ----

# What shows a name: a device its seat, a PC the name. {0} is the file of a session, {1} an archive that imported it.
DOORS = """\
SEAT press --open {0}
SEAT press --open 1 --archive {1}
SEAT press --open {0} hold:b a left x2 down a down left a hold:b a up a
NAME replay {0}
NAME ledger show {0}
NAME ledger show 1 --archive {1}
NAME ledger export 1 --archive {1} --format jsonl
NAME report 1 --archive {1} -o -
"""


def test_a_name_in_other_letters_is_taken_everywhere_and_a_device_shows_its_seat(tmp_path: Path) -> None:
    """Also a night takes it, and the device that is asked to seat this player."""
    name, archive = "Ελένη", tmp_path / "archive.sqlite"
    file = session(tmp_path / "s.jsonl", name)
    output_of("import", file, "--no-board", "--archive", archive)
    for door in DOORS.splitlines():
        shown, _, command = door.partition(" ")
        output = output_of(*command.format(file, archive).split())
        assert (name in output or json.dumps(name)[1:-1] in output) == (shown == "NAME"), door
        assert (shown == "NAME") or {"E", "N"} & set(re.findall(r"\w+", output)), door
    players = night.parse(NIGHT.replace("Ann", name), "friday.toml", tmp_path).players
    assert players[0] == name
    clubbing.join(tmp_path)
    with clubbing.start(tmp_path) as device:
        clubbing.asked(({**clubbing.SEAT, "names": list(players)}, ""))(device)
        assert {"E", "Bo", "Cy", "Di"} <= set(device.text())
        assert name not in device.text()


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
