"""Standard output in any encoding, to a closed pipe, on a full disk: the same rules for all commands."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from subprocess import PIPE

import pytest
from commands import MINGG

FULL = Path("/dev/full")
NAMES = ["Søren", "李", "Ağa", "Ștefan"]
SESSION = [
    {"mingg": 1, "rules": "babcock", "names": NAMES},
    {"winner": "S", "win": {"by": "draw"}, "hands": {"S": {"card": {}}}},
]
MARK = b"\0"
# Runs many commands in one process, which is many times as fast.
ALL = """
import sys, json
from mingg_host.cli import main
for words in json.loads(sys.argv[1]):
    try:
        main(words, prog_name="mingg")
        status = 0
    except SystemExit as end:
        status = end.code
    sys.stdout.flush()
    sys.stdout.buffer.write(b"\\0%d\\0" % (status or 0))
    sys.stdout.buffer.flush()
"""
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
    ["score", "--rules", "babcock", "--winner", "N", "--by", "draw", "--explain", "pungs=1,0,0,1 dragons=1"],
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
    ["completion", "bash"],
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
    """Returns the output and the status of each command, and all their errors together."""
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    words = [sys.executable, "-c", ALL, json.dumps(commands)]
    result = subprocess.run(words, cwd=folder, env=env, capture_output=True, check=False)
    *parts, end = result.stdout.split(MARK)
    assert not end
    assert len(parts) == 2 * len(commands), result.stderr.decode(errors="replace")
    return [(int(status), out) for out, status in zip(parts[::2], parts[1::2], strict=True)], result.stderr


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
    result = subprocess.run([*MINGG, "ledger", "export", "s.jsonl", "-o", name], cwd=folder, capture_output=True)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"caf" in result.stdout


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


@pytest.mark.parametrize("words", PRINT, ids=" ".join)
def test_a_closed_pipe_gets_no_message_from_any_command(words: list[str], folder: Path) -> None:
    with subprocess.Popen([*MINGG, *words], cwd=folder, stdin=PIPE, stdout=PIPE, stderr=PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 2


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize("words", PRINT, ids=" ".join)
def test_a_full_standard_output_is_one_line_for_every_command(words: list[str], folder: Path) -> None:
    with FULL.open("wb") as full:
        result = subprocess.run([*MINGG, *words], cwd=folder, stdout=full, stderr=PIPE, check=False)
    assert (result.returncode, result.stderr) == (2, b"Error: standard output: No space left on device\n")


def test_input_is_saved_although_the_output_is_closed(folder: Path) -> None:
    words = [*MINGG, "press", "--ledger", "flash", "up", "right"]
    with subprocess.Popen(words, cwd=folder, stdout=PIPE, stderr=PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert (folder / "flash" / "draft.txt").exists()


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_messages_that_nobody_gets_stop_no_work(folder: Path) -> None:
    with FULL.open("wb") as full:
        result = subprocess.run([*MINGG, "report", "s.jsonl", "-o", "a.html"], cwd=folder, stdout=PIPE, stderr=full)
        assert result.returncode == 0
        assert (folder / "a.html").exists()
        result = subprocess.run([*MINGG, "score", "none"], cwd=folder, stdout=PIPE, stderr=full)
        assert result.returncode == 2


CLOSED = "Error: standard output: closed\n"


@pytest.mark.parametrize("words", [["press", "up"], ["ledger", "show", "s.jsonl"], ["rules"], ["--help"]])
def test_a_closed_standard_output_is_reported(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "s.jsonl").write_text("\n".join(map(json.dumps, SESSION)))
    result = from_a_shell(words, ">&-", tmp_path)
    assert (result.returncode, result.stderr.decode()) == (2, CLOSED)


@pytest.mark.parametrize("words", [["score", "missing"], ["rules", "missing"], ["missing"], ["play"]])
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
