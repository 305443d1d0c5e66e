"""`mingg exchange` from the user's side."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from help import commands

SHARE = [2, 9, 8, 10]
ASKED: dict[str, Any] = {
    "values": [500, 100, 10, 2],
    "trays": {"E": SHARE, "S": SHARE, "W": SHARE, "N": SHARE},
    "box": [0, 0, 0, 0],
    "net": {"E": -88, "S": 44, "W": 22, "N": 22},
}


def run(
    *words: str, stdin: str | bytes = b"", mingg: Callable[..., commands.Outcome] = commands.run
) -> commands.Outcome:
    return mingg("exchange", *words, stdin=stdin)


def test_the_answer_is_one_json_object() -> None:
    status, out, err = run(stdin=json.dumps(ASKED), mingg=commands.run_alone)
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert (data["moved"], data["loans"], data["box"]) == (9, {}, [0, 0, 0, 0])
    assert data["put"] == {"E": [0, 1, 0, 0], "S": [0, 0, 5, 3]}
    assert data["take"] == {"E": [0, 0, 1, 1], "S": [0, 1, 0, 0], "W": [0, 0, 2, 1], "N": [0, 0, 2, 1]}


def test_an_exchange_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "asked.json"
    file.write_text(json.dumps(ASKED), encoding="utf-8")
    assert run(str(file)) == run(stdin=json.dumps(ASKED))
    status, out, err = run(str(tmp_path / "none.json"))
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_the_example_of_the_help_can_be_pasted() -> None:
    _, out, _ = run("--help")
    start = out.index("echo '") + len("echo '")
    assert run(stdin=out[start : out.index("' | mingg exchange")])[0] == 0


def test_a_mistake_is_one_line_that_begins_with_its_place() -> None:
    wrong = json.dumps({**ASKED, "values": [500, 100, 10, 3]})
    for text, place in (("", ""), ("{", ""), ('{"net": {}, "net": {}}', ""), (b"\xff", ""), (wrong, "/values/3: ")):
        status, out, err = run(stdin=text)
        assert (status, out, err.count("\n"), err.startswith(f"Error: {place}")) == (2, "", 1, True), text


def test_lines_are_answered_in_their_place() -> None:
    poor = {**ASKED, "trays": {"E": [0, 0, 0, 1], "S": SHARE}, "net": {"E": -88, "S": 88}}
    helped = {**poor, "box": [0, 0, 9, 9]}
    lines = [json.dumps(ASKED), json.dumps(poor), "", "nonsense", json.dumps(helped)]
    status, out, err = run("--jsonl", stdin="\n".join(lines))
    assert (status, err) == (1, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer.get("error", {}).get("at") for answer in answers] == [None, "/box", "", None]
    assert answers[3]["loans"] == {"E": 86}
    assert run("--jsonl", stdin=json.dumps(ASKED))[0] == 0


def test_a_wrong_exchange_is_named_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "exchange.json"
    file.write_text("nonsense")
    assert commands.run("exchange", str(file))[2].startswith(f"Error: {file}: not JSON")
