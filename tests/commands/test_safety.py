"""No name sends control codes to a terminal, the server answers no other page, and no input writes outside its
folder."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from evening.test_ledger_damage import a_deal
from help.commands import invoke as run
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.beside import pay
from mingg.evening.evenings import begin
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.hal.store import Store
from mingg.records.line import seal
from mingg_host.cli import main
from mingg_host.simulator import serve

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]

# A title, a colour, a link, a bell, what erases the line, what a C1 terminal obeys, what turns the text round.
CODES = ["\x1b]0;owned\x07A", "\x1b[31m\x1b[2KB", "\x1b]8;;http://x\x1b\\C", "\x9b2JD\r\u202e"]
SHOWN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """Returns a ledger and a session with such names."""
    folder = tmp_path / "ledger"
    evening = open_evening(Store(str(folder)))
    begin(evening, Session(list(CODES), load("babcock"), "babcock"))
    save(evening, a_deal("S", 1))
    pay(evening, [(0, 1, 20)])
    lines = [
        {"mingg": 1, "rules": "babcock", "names": CODES},
        {"winner": "S", "win": {"by": "draw"}, "hands": {"S": {"sets": []}}, "liable": []},
    ]
    (tmp_path / "evening.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder


# ESC is an escape sequence for red.
COMMANDS = """\
ledger list LEDGER
ledger show LEDGER
ledger verify LEDGER
ledger show SESSION
ledger export SESSION --format jsonl
import SESSION --no-board --archive ARCHIVE
replay SESSION
press --ledger LEDGER hold b b
press --open LEDGER up
press --open SESSION up
ledger show ESCnothing
press --open ESCnothing
press --keys ESCnothing
import ESCnothing --no-board
score --rules ESC 222m
score --rules harr --winner N --by draw --tile ESC score=60
score --rules harr --winner N --by draw N=ESC
score ESCnothing
replay ESCnothing
exchange ESCnothing
report ESCnothing
rules ESCnothing
ESCnothing
firmware ESCnothing -o new
site -o /dev/null/ESC
restore ESCnothing.zip
--\N{RIGHT-TO-LEFT OVERRIDE}x
sim ESC
exchange a \N{RIGHT-TO-LEFT OVERRIDE}x
rules babcock --option limit=\udcff
score --rules babcock --option limit=\udcff --winner E --by draw score=60
"""


def test_no_name_and_no_word_sends_control_codes_to_a_terminal(evil: Path, tmp_path: Path) -> None:
    places = {"LEDGER": evil, "SESSION": tmp_path / "evening.jsonl", "ARCHIVE": tmp_path / "archive"}
    for command in COMMANDS.splitlines():
        words = (word.replace("ESC", "\x1b[31m") for word in command.split())
        result = run(*(places.get(word, word) for word in words))
        assert result.output.strip(), command
        assert not SHOWN.search(result.output), (command, result.exit_code, result.output)


def test_a_word_in_a_deal_sends_no_control_codes_either() -> None:
    deal = {"rules": "babcock", "winner": "N", "win": {"by": "discard", "from": "E"}, "hands": {"N": {"sets": []}}}
    deal["liable"] = [{"seat": "E", "share": "full", "why": CODES[0]}]
    for words in (("score",), ("score", "--explain"), ("score", "--json")):
        result = run(*words, input=json.dumps(deal))
        assert result.exit_code == 0, result.output
        assert not SHOWN.search(result.output)


# ---- the page ----


def test_the_page_is_served_on_this_machine_only_by_default() -> None:
    option = next(
        option_of_command
        for option_of_command in main.get_command(None, "sim").params
        if option_of_command.name == "host"
    )  # type: ignore[arg-type]
    assert option.default == serve.HOST == "127.0.0.1"


# ---- what is fetched ----


def test_everything_that_is_fetched_is_pinned_by_its_hash() -> None:
    for lock in [ROOT / "requirements" / "dev.txt", *ROOT.glob("board/*/stubs.txt")]:
        text = re.sub(r"\\\n\s*", " ", lock.read_text(encoding="utf-8"))
        wanted = [line for line in text.splitlines() if line and not line.startswith(("#", " "))]
        assert wanted, lock
        for line in wanted:
            assert re.match(r"[A-Za-z0-9._-]+(\[[a-z,-]+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}", line), (lock, line)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for line in makefile.splitlines():
        if "$(call install," in line and "--editable" not in line:
            assert "--require-hashes" in line, line


def test_every_dependency_is_a_range_with_a_lowest_version() -> None:
    """What is installed from a checkout has exact versions and hashes, in the lock files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = list(project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["dependencies"])
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    for requirement in wanted:
        assert re.match(r"[A-Za-z0-9-]+>=[0-9][0-9.]*(,<[0-9][0-9.]*)?( *;.*)?$", requirement), requirement
    for requirement in project["build-system"]["requires"]:
        assert re.match(r"[A-Za-z0-9-]+==[0-9][0-9.]*$", requirement), requirement


def test_no_title_of_foreign_house_rules_sends_control_codes_to_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "tuesday.toml").write_bytes(run("rules", "--example").stdout_bytes)
    run("rules", "install", tmp_path / "tuesday.toml", "--ledger", tmp_path)
    kept = tmp_path / "house-tuesday-club.txt"
    text = kept.read_bytes().split(b" ", 2)[2].decode().strip().replace("Tuesday club", "\\u001b[31mX\\u202e")
    kept.write_bytes(seal(0, text))
    for words in (("remove", "Tuesday club", "--ledger"), ("install", tmp_path / "tuesday.toml", "--ledger")):
        result = run("rules", *words, tmp_path)
        assert result.exit_code == 1
        assert "[31mX" in result.output
        assert not SHOWN.search(result.output)
