"""Standard output in any encoding, to a closed pipe, on a full disk: the same rules for all commands."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from subprocess import PIPE

import pytest
from help import forking
from help.commands import MINGG

FULL = Path("/dev/full")
NAMES = ["Søren", "李", "Ağa", "Ștefan"]
SESSION = [
    {"mingg": 1, "rules": "babcock", "names": NAMES},
    {"winner": "S", "win": {"by": "draw"}, "hands": {"S": {"sets": []}}},
]
PEOPLE = [
    ["ledger", "list", "s.jsonl"],
    ["ledger", "show", "s.jsonl"],
    ["ledger", "verify", "s.jsonl"],
    ["ledger", "show", "café 李.jsonl"],
    ["ledger", "export", "s.jsonl", "-o", "café 李.csv", "--force"],
    ["import", "s.jsonl", "--no-board", "--archive", "a.sqlite"],
    ["ledger", "list", "--archive", "a.sqlite"],
    ["press", "up"],
    ["press", "--open", "s.jsonl"],
    ["rules"],
    ["rules", "babcock"],
    ["rules", "check", "a.toml"],
    ["score", "--rules", "babcock", "--winner", "N", "--by", "draw", "--explain", "(pung simple), pung dragon"],
    ["--help"],
]
FAIL = [
    ["ledger", "show", "fehlt-李"],
    ["score", "李"],
    ["rules", "check", "李.toml"],
    ["李"],
    ["press", "--open", "李"],
]
PROGRAMS = [
    ["ledger", "export", "s.jsonl", "--format", "csv"],
    ["ledger", "export", "s.jsonl", "--format", "jsonl"],
    ["report", "s.jsonl", "-o", "-"],
    ["replay", "s.jsonl"],
    ["rules", "--example"],
    ["rules", "babcock", "--json"],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    text = "".join(json.dumps(line) + "\n" for line in SESSION)
    for name in ("s.jsonl", "café 李.jsonl"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    house = 'name = "Ağa"\nfrom = "babcock"\nlimit = 400\n'
    (tmp_path / "a.toml").write_text(house, encoding="utf-8")
    return tmp_path


def run_all(commands: list[list[str]], folder: Path, encoding: str) -> tuple[list[tuple[int, bytes]], bytes]:
    """Returns the status and the output of each command, and all their errors together."""
    ended = [forking.run(words, cwd=folder, environment={"PYTHONIOENCODING": encoding}) for words in commands]
    return [(status, out) for status, out, _ in ended], b"".join(err for _, _, err in ended)


ENCODINGS = pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp850"])


@ENCODINGS
def test_text_for_people_is_in_the_encoding_that_was_asked_for(folder: Path, encoding: str) -> None:
    outputs, errors = run_all(PEOPLE, folder, encoding)
    for words, (status, out) in zip(PEOPLE, outputs, strict=True):
        assert status == 0, (words, errors)
        assert out.decode(encoding).strip(), words
    assert b"Traceback" not in errors
    sheet = outputs[1][1].decode(encoding)
    for name in NAMES:
        assert name.encode(encoding, "backslashreplace").decode(encoding) in sheet


@ENCODINGS
def test_files_for_other_programs_are_utf_8_in_every_encoding(folder: Path, encoding: str) -> None:
    outputs, errors = run_all(PROGRAMS, folder, encoding)
    assert [status for status, _ in outputs] == [0] * len(PROGRAMS), errors
    table, session, page, replayed, *_ = (out.decode("utf-8") for _, out in outputs)
    assert {row["player"] for row in csv.DictReader(StringIO(table))} == set(NAMES)
    assert json.loads(session.splitlines()[0])["names"] == NAMES
    assert 'charset="utf-8"' in page
    assert all(name in page for name in NAMES)
    assert set(json.loads(replayed)["balances"]) == set(NAMES)


@ENCODINGS
def test_errors_are_printed_in_every_encoding(folder: Path, encoding: str) -> None:
    outputs, errors = run_all(FAIL, folder, encoding)
    assert all(status in (1, 2) for status, _ in outputs)
    assert "Traceback" not in errors.decode(encoding)
    assert errors.decode(encoding).count("李".encode(encoding, "backslashreplace").decode(encoding)) >= len(FAIL)


def test_a_file_name_that_is_no_text_is_still_reported(folder: Path) -> None:
    name = os.fsdecode(b"caf\xe9.csv")
    status, out, err = forking.run(["ledger", "export", "s.jsonl", "-o", name], cwd=folder)
    assert (status, err, b"caf" in out) == (0, b"", True)


def test_a_picture_is_still_one_without_blocks(folder: Path) -> None:
    (_, blocks), (_, plain) = (run_all([["press", "up"]], folder, encoding)[0][0] for encoding in ("utf-8", "ascii"))
    ascii_for_blocks = str.maketrans("▀▄█", '"_#')
    assert plain.decode("ascii") == blocks.decode("utf-8").translate(ascii_for_blocks)


# ---- a reader that goes, a disk that is full ----

PRINT = [
    ["press", "up"],
    ["ledger", "list", "s.jsonl"],
    ["ledger", "list", "--archive", "none.sqlite"],
    ["ledger", "export", "s.jsonl"],
    ["import", "s.jsonl", "--no-board", "--archive", "b.sqlite"],
    ["rules", "check", "a.toml"],
    ["ledger", "--help"],
]


@pytest.fixture
def no_reader() -> Iterator[int]:
    """A pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


@pytest.fixture
def full() -> Iterator[int]:
    """A file on a full disk."""
    if not FULL.exists():
        pytest.skip("no /dev/full here")
    with FULL.open("wb") as file:
        yield file.fileno()


def test_a_closed_pipe_gets_no_message_from_any_command(folder: Path, no_reader: int) -> None:
    for words in PRINT:
        status, _, err = forking.run(words, cwd=folder, stdout=no_reader)
        assert (words, status, err) == (words, 2, b"")


def test_a_full_standard_output_is_one_line_for_every_command(folder: Path, full: int) -> None:
    for words in PRINT:
        status, _, err = forking.run(words, cwd=folder, stdout=full)
        assert (words, status, err) == (words, 2, b"Error: standard output: No space left on device\n")


@pytest.mark.parametrize("words", [["press", "up"], ["ledger", "export", "s.jsonl"]], ids=" ".join)
def test_the_end_of_python_adds_no_message(words: list[str], folder: Path, no_reader: int) -> None:
    result = subprocess.run([*MINGG, *words], cwd=folder, stdout=no_reader, stderr=PIPE, check=False)
    assert (result.returncode, result.stderr) == (2, b"")


def test_input_is_saved_although_the_output_is_closed(folder: Path, no_reader: int) -> None:
    assert forking.run(["press", "--ledger", "flash", "up", "right"], cwd=folder, stdout=no_reader).err == b""
    assert (folder / "flash" / "draft.txt").exists()


def test_messages_that_nobody_gets_stop_no_work(folder: Path, full: int) -> None:
    assert forking.run(["report", "s.jsonl", "-o", "a.html"], cwd=folder, stderr=full).status == 0
    assert (folder / "a.html").exists()
    assert forking.run(["score", "none"], cwd=folder, stderr=full).status == 2


CLOSED = "Error: standard output: closed\n"


@pytest.mark.parametrize("words", [["press", "up"], ["--help"]])
def test_a_closed_standard_output_is_reported(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "s.jsonl").write_text("\n".join(map(json.dumps, SESSION)))
    result = from_a_shell(words, ">&-", tmp_path)
    assert (result.returncode, result.stderr.decode()) == (2, CLOSED)


@pytest.mark.parametrize("words", [["score", "missing"], ["missing"]])
def test_with_standard_error_closed_messages_go_nowhere_else(tmp_path: Path, words: list[str]) -> None:
    result = from_a_shell(words, "2>&-", tmp_path)
    assert (result.returncode in (1, 2), result.stdout) == (True, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path, closed: str) -> None:
    script = (
        "import os, sys; from mingg_host.common import output; output.prepare(); sys.exit(os.open(os.curdir, 0) < 3)"
    )
    command = f"'{sys.executable}' -c '{script}' {closed}"
    assert subprocess.run(["sh", "-c", command], cwd=tmp_path, check=False).returncode == 0


def from_a_shell(words: list[str], closed: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Runs a command through a shell with these redirections."""
    command = ["sh", "-c", f'"$@" {closed}', "sh", *MINGG, *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, cwd=folder)
