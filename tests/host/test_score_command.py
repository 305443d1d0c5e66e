"""`mingg score` as its user meets it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DEAL: dict[str, Any] = {
    "rules": "babcock",
    "winner": "N",
    "win": {"by": "draw"},
    "hands": {"N": {"card": {"pungs": [1, 0, 0, 1], "dragons": 1}}, "E": {"card": {"pairs": ["dragon"]}}},
}


def mingg(*words: str, given: str | bytes = b"") -> tuple[int, str, str]:
    """Runs the command with something on its standard input: (status, output, errors)."""
    data = given.encode() if isinstance(given, str) else given
    code = "from mingg_host.cli import main; main(prog_name='mingg')"
    done = subprocess.run([sys.executable, "-c", code, *words], input=data, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_deal_is_shown_with_its_items_and_payments() -> None:
    status, out, _ = mingg("score", given=json.dumps(DEAL))
    assert status == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for line in ("mah-jong 20", "points 32", "doubled once: set of dragons 64", "score 64", "East pays North 128"):
        assert line in lines, out
    assert lines.index("mah-jong 20") < lines.index("points 32") < lines.index("score 64")
    assert "East passes to the right." in lines


def test_a_deal_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(DEAL), encoding="utf-8")
    status, out, _ = mingg("score", "--json", str(file))
    assert status == 0
    assert json.loads(out)["hands"]["N"]["score"] == 64
    assert json.loads(out)["net"] == {"E": -132 + 8 + 4 + 4 - 4, "S": -68, "W": -68, "N": 256}


def test_the_example_of_the_help_can_be_pasted(tmp_path: Path) -> None:
    _, out, _ = mingg("score", "--help")
    start = out.index("echo '") + len("echo '")
    example = out[start : out.index("' | mingg score")]
    assert mingg("score", given=example)[0] == 0


def test_the_example_of_the_overview_can_be_pasted() -> None:
    _, out, _ = mingg("--help")
    start = out.index("echo '") + len("echo '")
    example = out[start : out.index("' | mingg score")].replace("\\\n", "\n")
    status, shown, _ = mingg("score", given=example)
    assert status == 0
    assert "192" in shown


def test_a_wrong_deal_is_one_line_on_standard_error_and_status_2() -> None:
    wrong = {**DEAL, "winner": "X"}
    status, out, err = mingg("score", given=json.dumps(wrong))
    assert (status, out) == (2, "")
    assert err.startswith("mingg: /winner: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "nonsense", '{"rules": "harr", "rules": "babcock"}', "NaN", "[" * 100000, b"\xff\xfe", "1" * 5000],
    ids=["nothing", "torn", "list", "word", "key twice", "NaN", "deep", "not UTF-8", "long number"],
)
def test_what_is_no_deal_is_said_in_one_line(text: str | bytes) -> None:
    status, out, err = mingg("score", given=text)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_nothing_that_a_terminal_would_obey_reaches_it() -> None:
    status, _, err = mingg("score", given=json.dumps({**DEAL, "\x1b[2J\nx\u202e": 1}))
    assert status == 2
    assert "\x1b" not in err
    assert "\u202e" not in err
    assert err.count("\n") == 1


def test_json_lines_keep_their_places_and_what_is_wrong_stays_in_its() -> None:
    lines = [json.dumps(DEAL), "{", json.dumps({**DEAL, "round": "X"}), json.dumps(DEAL)]
    status, out, _ = mingg("score", "--jsonl", given="\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[2]["error"]["at"] == "/round"
    assert answers[0] == answers[3]


def test_json_lines_without_a_mistake_end_well() -> None:
    text = json.dumps(DEAL) + "\r\n\n" + json.dumps(DEAL) + "\n"
    status, out, _ = mingg("score", "--jsonl", given=b"\xef\xbb\xbf" + text.encode())
    assert status == 0
    assert len(out.splitlines()) == 2


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    status, _, err = mingg("score", str(tmp_path / "none.json"))
    assert status == 2
    assert "none.json" in err
