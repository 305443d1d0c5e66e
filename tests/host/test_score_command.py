"""`mingg score` from the user's side."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from commands import MINGG, run_alone
from commands import run as mingg
from mingg_host.scoring import score_sheet
from mingg_scoring import json_answers

BOOKS = Path(__file__).parents[1] / "books" / "examples.jsonl"
FULL = Path("/dev/full")

DEAL: dict[str, Any] = {
    "rules": "babcock",
    "winner": "N",
    "win": {"by": "draw"},
    "hands": {"N": {"card": {"pungs": [1, 0, 0, 1], "dragons": 1}}, "E": {"card": {"pairs": ["dragon"]}}},
}


def test_a_deal_is_shown_with_its_items_and_payments() -> None:
    status, out, _ = mingg("score", stdin=json.dumps(DEAL))
    assert status == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for line in ("mah-jong 20", "points 32", "doubled once: a set of dragons 64", "score 64", "East pays North 128"):
        assert line in lines, out
    assert lines.index("mah-jong 20") < lines.index("points 32") < lines.index("score 64")
    assert "East passes to the right." in lines


def test_a_deal_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(DEAL), encoding="utf-8")
    status, out, _ = run_alone("score", "--json", str(file))
    assert status == 0
    assert json.loads(out)["hands"]["N"]["score"] == 64
    assert json.loads(out)["net"] == {"E": -132 + 8 + 4 + 4 - 4, "S": -68, "W": -68, "N": 256}


def test_a_file_with_a_deal_in_each_line_names_the_option_for_it(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{json.dumps(DEAL)}\n" * 2, encoding="utf-8")
    status, out, err = mingg("score", str(file))
    assert (status, out) == (2, "")
    assert err.endswith("Extra data at line 2, column 1. If each line has a deal, add --jsonl.\n")
    assert mingg("score", str(file), "--jsonl")[0] == 0


def test_the_example_of_the_help_can_be_pasted(tmp_path: Path) -> None:
    _, out, _ = mingg("score", "--help")
    start = out.index("echo '") + len("echo '")
    example = out[start : out.index("' | mingg score")]
    assert mingg("score", stdin=example)[0] == 0


def test_the_example_of_the_overview_can_be_pasted() -> None:
    _, out, _ = mingg("--help")
    start = out.index("echo '") + len("echo '")
    example = out[start : out.index("' | mingg score")].replace("\\\n", "\n")
    status, sheet, _ = mingg("score", stdin=example)
    assert status == 0
    assert "192" in sheet


def test_a_wrong_deal_is_one_line_on_standard_error_and_status_2() -> None:
    wrong = {**DEAL, "winner": "X"}
    status, out, err = mingg("score", stdin=json.dumps(wrong))
    assert (status, out) == (2, "")
    assert err.startswith("Error: /winner: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "nonsense", '{"rules": "harr", "rules": "babcock"}', "NaN", "[" * 100000, b"\xff\xfe", "1" * 5000],
    ids=["nothing", "torn", "list", "word", "key twice", "NaN", "deep", "not UTF-8", "long number"],
)
def test_input_that_is_no_deal_is_reported_in_one_line(text: str | bytes) -> None:
    status, out, err = mingg("score", stdin=text)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_no_control_code_reaches_the_terminal() -> None:
    status, _, err = mingg("score", stdin=json.dumps({**DEAL, "\x1b[2J\nx\u202e": 1}))
    assert status == 2
    assert "\x1b" not in err
    assert "\u202e" not in err
    assert err.count("\n") == 1


def test_each_json_line_gets_its_own_answer_or_error() -> None:
    lines = [json.dumps(DEAL), "{", json.dumps({**DEAL, "round": "X"}), json.dumps(DEAL)]
    status, out, _ = mingg("score", "--jsonl", stdin="\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[2]["error"]["at"] == "/round"
    assert answers[0] == answers[3]


def test_json_lines_without_a_mistake_end_well() -> None:
    text = json.dumps(DEAL) + "\r\n\n" + json.dumps(DEAL) + "\n"
    status, out, _ = mingg("score", "--jsonl", stdin=b"\xef\xbb\xbf" + text.encode())
    assert status == 0
    assert len(out.splitlines()) == 2


def test_a_mistake_in_a_file_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    for text, reason in (("{", "not JSON"), ('{"rules": "babcock"}', "/winner: ")):
        file.write_text(text, encoding="utf-8")
        status, out, err = mingg("score", str(file))
        assert (status, out) == (2, "")
        assert err.startswith(f"Error: {file}: {reason}")


@pytest.mark.parametrize("words", [(), ("--jsonl",)], ids=["one deal", "lines"])
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(tmp_path: Path, words: tuple[str, ...]) -> None:
    for file, reason in (
        (tmp_path / "none.json", "No such file or directory. Check the name."),
        (tmp_path, "Is a directory. Name a file in it."),
    ):
        assert mingg("score", *words, str(file)) == (2, "", f"Error: {file}: {reason}\n")


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize("words", [(), ("--json",), ("--jsonl",), ("--explain",)], ids=" ".join)
def test_a_full_standard_output_is_one_line_and_status_2(words: tuple[str, ...]) -> None:
    with FULL.open("wb") as full:
        result = subprocess.run([*MINGG, "score", *words], input=json.dumps(DEAL).encode(), stdout=full, stderr=PIPE)
    assert result.returncode == 2
    assert result.stderr == b"Error: standard output: No space left on device\n"


def test_a_reader_that_closes_its_pipe_gets_no_message() -> None:
    with subprocess.Popen([*MINGG, "score", "--jsonl"], stdin=PIPE, stdout=PIPE, stderr=PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.write((json.dumps(DEAL) + "\n").encode())
        running.stdin.close()
        assert running.stderr.read() == b""


def test_a_closed_standard_output_is_one_line_and_status_2(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(DEAL), encoding="utf-8")
    closing = f"import os; os.close(1); os.execv({sys.executable!r}, {[*MINGG, 'score', str(file)]!r})"
    result = subprocess.run([sys.executable, "-c", closing], capture_output=True, check=False, text=True)
    assert (result.returncode, result.stderr) == (2, "Error: standard output: closed\n")


# ---- why ----


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_explained_each_item_says_why_and_where_the_book_has_it() -> None:
    status, out, _ = mingg("score", "--explain", stdin=json.dumps(DEAL))
    assert status == 0
    lines = squeezed(out)
    for above, below in (
        ("mah-jong 20", "For mah-jong, whatever the hand. Babcock p.35"),
        ("pung 1 9 honour, concealed 8", "A concealed pung of a one, nine, wind or dragon. Babcock p.34"),
        ("doubled once: a set of dragons 64", "Each pung or kong of dragons. Babcock p.35"),
        ("pair of dragons 2", "A pair of dragons. Babcock p.34"),
    ):
        assert lines[lines.index(above) + 1] == below, out
    steps = lines[lines.index("East pays North 128") + 1 :]
    assert steps[:2] == [
        "64: Each loser pays what the winner's hand scores. Babcock p.25",
        "x2: East pays double, and is paid double. Babcock p.26",
    ]
    assert all(len(line) <= 80 for line in out.splitlines())


def test_on_a_narrow_terminal_sentences_wrap_and_figures_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    sheet = score_sheet.sheet(json_answers.play(json.dumps(DEAL).encode()), explained=True)
    assert all(len(line) <= 40 for line in sheet.splitlines()), sheet
    assert "score 64" in squeezed(sheet)
    assert "doubled once: a set of dragons 64" in squeezed(sheet)


def test_explained_as_json_adds_why_and_source_and_changes_nothing() -> None:
    plain = json.loads(mingg("score", "--json", stdin=json.dumps(DEAL))[1])
    for words in (("--json",), ("--jsonl",)):
        data = json.loads(mingg("score", "--explain", *words, stdin=json.dumps(DEAL))[1])
        parts = [part for hand in data["hands"].values() for part in hand["items"] + hand["doubled"]]
        assert len(parts) == 6
        for part in parts:
            assert part.pop("why").endswith(".")
            assert part.pop("source").startswith("Babcock p.3")
        for payment in data["payments"]:
            for step in payment.pop("steps"):
                assert step["shown"]
                assert step["why"].endswith(".")
                assert step["source"] in ("Babcock p.25", "Babcock p.26")
        assert data == plain


def test_explained_as_json_a_special_hand_and_the_limit_say_why() -> None:
    heaven = {**DEAL, "winner": "E", "win": {"by": "draw", "opening": "original"}, "hands": {"E": {"card": {}}}}
    hand = json.loads(mingg("score", "--json", "--explain", stdin=json.dumps(heaven))[1])["hands"]["E"]
    assert hand["why"] == "Won by East with the first fourteen tiles: the limit."
    assert hand["source"] == "Babcock p.36, the Hand from Heaven"
    first = {**DEAL, "rules": "harr-limit", "win": {"by": "discard", "from": "E", "opening": "first-discard"}}
    hand = json.loads(mingg("score", "--json", "--explain", stdin=json.dumps(first))[1])["hands"]["N"]
    assert [(item["id"], item["points"], item["source"]) for item in hand["added"]] == [
        ("first-discard", 150, "Harr p.62, 5")
    ]
    assert "why" not in hand


def test_every_example_of_the_books_can_be_explained_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    count = 0
    for line in BOOKS.read_text(encoding="utf-8").splitlines():
        example = json.loads(line)
        if "deal" not in example or "error" in example["expect"]:
            continue
        played = json_answers.play(json.dumps(example["deal"]).encode())
        result = played.to_json(explained=True)
        for hand in result["hands"].values():
            assert all(part["why"] and part["source"] for part in hand["items"] + hand["doubled"])
            assert ("special" in hand) <= ("why" in hand)
        for explained in (False, True):
            sheet = score_sheet.sheet(played, explained)
            assert all(len(sheet_line) <= 80 for sheet_line in sheet.splitlines()), sheet
            for hand in result["hands"].values():
                assert f"score {hand['score']}" in squeezed(sheet) or not hand["items"]
        count += 1
    assert count > 100


# ---- everything that a deal can be ----


def shown(**deal: Any) -> str:
    status, out, err = mingg("score", stdin=json.dumps({"rules": "babcock", "winner": None, "hands": {}, **deal}))
    assert (status, err) == (0, ""), err
    return "\n".join(squeezed(out))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"rules": "babcock",', "column 21"),
        ('{"rules": "babcock", \n', "column 21"),
        ('{"rules": "babcock",\n "winner":\n\n', "line 2, column 11"),
        ('\n\n{"rules": x}', "line 3, column 11"),
        ('{"rules": "babcock', "column 11"),
    ],
)
def test_the_place_of_a_mistake_in_json_is_where_it_is_written(text: str, place: str) -> None:
    status, _, err = mingg("score", stdin=text)
    assert status == 2
    assert err.endswith(f" at {place}\n")
    assert " at at " not in err


def test_a_hand_of_tiles_is_shown_as_it_was_arranged_with_the_names_of_its_sets() -> None:
    out = shown(
        winner="S",
        win={"by": "discard", "tile": "5z"},
        hands={"S": {"tiles": "(222p) 345m 678s 999s 55z"}, "E": {"tiles": "(777z) [1111z] 234m 99p 12s"}},
    )
    for line in (
        "(222p) 345m 678s 999s 55z",
        "pung of dots 2, exposed 2",
        "pung of bamboo 9, concealed 8",
        "pair of dragons, white dragon 2",
    ):
        assert line in out.splitlines(), out
    assert "kong of East Wind, concealed 32" in out
    assert "doubled once: a set of dragons, red dragon" in out
    assert "doubled once: a set of seat wind, East Wind" in out


def test_the_set_that_was_filled_flowers_and_doublings_of_the_limit_game_are_shown() -> None:
    out = shown(
        rules="harr-limit",
        options={"flowers": "own"},
        winner="N",
        win={"by": "loose", "last": True},
        hands={"N": {"card": {"kongs": [1, 0, 0, 0], "last_set": "chow-middle", "flowers": [4, 8]}}},
    )
    for line in ("chow completed 4", "doubled once: loose tile 44", "doubled once: last tile of the wall 88"):
        assert line in out, out
    assert out.count("own flower") == 2
    assert "North won on a loose tile, the last tile" in out
    assert "Agreed: flowers own" in out
    out = shown(options={"flowers": "seasons"}, winner="N", win={"by": "draw"}, hands={"N": {"card": {"flowers": [2]}}})
    assert "flower 2 4" in out


def test_a_special_hand_is_named() -> None:
    out = shown(
        options={"seven_twins": True},
        winner="W",
        win={"by": "discard", "tile": "9s"},
        hands={"W": {"tiles": "11m 33m 55p 77p 22s 99s 11z"}},
    )
    assert "seven twins 150" in out
    assert "score 150" in out


@pytest.mark.parametrize(
    ("deal", "line"),
    [
        ({}, "Babcock, limit 300: a draw"),
        ({"kongs": 1}, "Babcock, limit 300: a draw, one kong declared"),
        ({"rules": "chinese", "kongs": 2}, "Chinese, limit 300: a draw, 2 kongs declared"),
        ({"rules": "chinese", "false_win": "S"}, "Chinese, limit 300: South wrongly declared mah-jong"),
        ({"dead_pays": "E"}, "Babcock, limit 300: East has too many tiles and pays"),
        ({"washing": {"seat": "W", "majors": 11}}, "Babcock, limit 300: West washes 11 different 1 9 honours"),
        (
            {"mummies": {"seat": "N", "majors": 9}},
            "Babcock, limit 300: North shows 9 different 1 9 honours and no pair",
        ),
        ({"not_touching": "S"}, "Babcock, limit 300: South shows thirteen tiles not touching"),
    ],
)
def test_an_ending_without_a_winner_is_shown(deal: dict[str, Any], line: str) -> None:
    assert line in shown(**deal).splitlines()


def test_dead_hands_are_told_apart() -> None:
    dead = {"S": {"dead": "short", "card": {"pungs": [1, 0, 0, 0]}}, "W": {"dead": "long"}}
    out = shown(rules="chinese", winner="N", win={"by": "draw"}, hands={"N": {"card": {}}, **dead})
    assert "South, too few tiles: scored as they lie" in out
    assert "West, too many tiles: a dead hand" in out
    assert "West, a dead hand" in shown(winner="N", win={"by": "draw"}, hands={"N": {"card": {}}, "W": {"dead": True}})


def test_the_fifth_player_and_the_liable_player_are_shown() -> None:
    hands = {"N": {"card": {"pungs": [0, 0, 0, 1], "dragons": 1}}}
    out = shown(players=5, sitting_out="Eve", winner="N", win={"by": "draw"}, hands=hands)
    assert "East pays the fifth player 80" in out
    assert "The fifth player gains 160" in out
    hands = {"N": {"card": {"pungs": [0, 0, 1, 0], "dragons": 1}}}
    out = shown(winner="N", win={"by": "draw"}, hands=hands, liable=[{"seat": "W", "share": "full", "why": "feeding"}])
    assert "West is liable for all, for feeding." in out


@pytest.mark.parametrize(
    ("deal", "lines"),
    [
        ({"liable": [{"seat": "S"}]}, ["A player is liable: losers pay each other nothing. Babcock p.74-78"]),
        (
            {"liable": [{"seat": "S"}], "rules": "dmjl", "win": {"by": "discard"}},
            ["A player is liable: losers pay each other nothing. DMJL, Kajongg; second-hand, one reading"],
        ),
        (
            {"hands": {"N": {"score": 300}, "E": {"score": 4}}, "options": {"limit_cancels_losers": True}},
            ["The winner has the limit: losers pay each other nothing. Babcock p.81"],
        ),
        ({"liable": [{"seat": "S"}], "hands": {"N": {"score": 60}, "E": {"score": 0}}}, []),  # losers are even anyway
        ({"options": {"limit_cancels_losers": True}}, []),
        (
            {"hands": {"N": {"score": 60}, "E": {"dead": True}}},
            ["A dead hand scores nothing and cannot win; it pays. Babcock p.31-32"],
        ),
        (
            {"hands": {"N": {"score": 60}, "E": {"score": 4, "dead": "short"}}, "rules": "chinese"},
            ["With too few tiles a hand cannot win, but is counted. Babcock p.73"],
        ),
        (
            {"win": {"by": "draw", "hidden": True}},
            ["A winning tile not shown: nothing counts that needs it. Babcock p.33"],
        ),
    ],
)
def test_explanations_name_what_falls_away(deal: dict[str, Any], lines: list[str]) -> None:
    hands = {"N": {"score": 60}, "E": {"score": 4}}
    deal = {"rules": "babcock", "winner": "N", "win": {"by": "draw"}, "hands": hands, **deal}
    out = " ".join(mingg("score", "--explain", stdin=json.dumps(deal))[1].split())
    assert all(line in out for line in lines), out
    assert ("losers among themselves" in out) == any("losers pay" in line for line in lines)
    answer = json.loads(mingg("score", "--json", "--explain", stdin=json.dumps(deal))[1])
    dropped = [*answer.get("dropped", []), *answer["hands"]["E"].get("dropped", [])]
    dropped += answer["hands"]["N"].get("dropped", [])
    assert [f"{entry['why']} {entry['source']}" for entry in dropped] == lines
    assert "dropped" not in mingg("score", "--json", stdin=json.dumps(deal))[1]
