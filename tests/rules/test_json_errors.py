"""With --json, what is wrong is one line of JSON on standard error: place, message, and the line of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from help import commands
from mingg_scoring import ErrorAnswer

HEAD = '{"mingg": 1, "rules": "harr", "names": ["Ann", "Bo"]}'
MISSING = "nowhere.json: No such file or directory. Check the name."


@pytest.mark.parametrize(
    ("words", "stdin", "error"),
    [
        (("score",), '{"rules": "harr", "winner": "Q", "hands": {}}', {"at": "/winner"}),
        (("score",), "{", {"at": ""}),
        (("score",), "", {"at": "", "message": "there is no deal here. `mingg score --help` has examples."}),
        (("score", "nowhere.json"), "", {"at": "", "message": MISSING}),
        (("score", "--rules", "harr", "--winner", "N", "--by", "draw", "1m 2"), "", {"at": "/hands/N/tiles"}),
        (("replay",), f'{HEAD}\n\n{{"undo": 1}}', {"at": "/undo", "line": 3}),
        (("replay",), f"{HEAD}\nnonsense", {"at": "", "line": 2}),
        (("replay",), "{}", {"at": "/mingg", "line": 1}),
        (("replay", "nowhere.json"), "", {"at": "", "message": MISSING}),
        (("exchange",), '{"values": [3], "trays": {"E": [1], "S": [1]}, "net": {}}', {"at": "/values/0"}),
        (("exchange", "nowhere.json"), "", {"at": "", "message": MISSING}),
        (("rules", "nothing"), "", {"at": "/rules"}),
        (("rules", "harr", "--option", "four_winds"), "", {"at": "/options/four_winds"}),
        (("rules", "--players", "3"), "", {"at": ""}),
        (("rules", "harr", "--players", "9"), "", {"at": ""}),
        (("score", "--rules"), "", {"at": ""}),
        (("ledger", "list", "nowhere.json"), "", {"at": "", "message": MISSING}),
        (("ledger", "show", "nowhere.json"), "", {"at": "", "message": MISSING}),
        (("club", "standing", "nowhere.json"), "", {"at": "", "message": MISSING}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_an_error_is_json(words: tuple[str, ...], stdin: str, error: dict[str, Any], tmp_path: Path) -> None:
    status, out, err = commands.run(*words, "--json", stdin=stdin, cwd=tmp_path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    read = ErrorAnswer.from_json(err).to_json()["error"]
    assert read["message"]
    assert {**read, **error} == read
    assert ("line" in read) == ("line" in error)
    plain = commands.run(*words, stdin=stdin, cwd=tmp_path)
    assert plain[:2] == (2, "")
    assert "\nError: " in "\n" + plain[2]


def test_each_mistake_in_house_rules_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "tuesday.toml"
    file.write_text('from = "babcock"\nname = "Tuesday"\n[points]\nrob = 3\ntea = 1\n', encoding="utf-8")
    status, out, err = commands.run("rules", str(file), "--json")
    assert (status, out) == (2, "")
    errors = [json.loads(line)["error"] for line in err.splitlines()]
    assert [error["line"] for error in errors] == [4, 5]
    assert all(error["message"].startswith(f"{file}: ") for error in errors)
