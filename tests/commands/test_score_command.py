"""`mingg score` and `mingg exchange` from the user's side."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help import commands
from help.commands import run as mingg
from help.commands import run_alone
from help.seeds import SEED
from mingg_scoring import json_answers, score_sheet
from mingg_scoring.texts import languages

BOOKS = Path(__file__).parents[1] / "oracles" / "examples.jsonl"
HAND = {"sets": ["(pung simple)", "pung dragon"]}
DEAL: dict[str, Any] = {
    "rules": "babcock",
    "winner": "N",
    "win": {"by": "draw"},
    "hands": {"N": HAND, "E": {"sets": ["pair dragon"]}},
}


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


# What is typed, and lines of the sheet in their order. WON: by drawing; CLAIMED: with a discarded white dragon.
SHOWN = """
WON HAND 'E=pair dragon' | Babcock, limit 300: North won by drawing / mah-jong 20 / points 32
WON HAND 'E=pair dragon' | doubled once: a set of dragons 64 / score 64 / East pays North 128
WON HAND 'E=pair dragon' | East passes to the right.
--winner nobody | Babcock, limit 300: a draw
--winner nobody --kongs 1 | Babcock, limit 300: a draw, 1 kong declared
--rules chinese --winner nobody --kongs 2 | Chinese, limit 300: a draw, 2 kongs declared
--rules chinese --ending false_win=S | Chinese, limit 300: South wrongly declared mah-jong
--ending dead_pays=E | Babcock, limit 300: East has too many tiles and pays
--ending washing=W,11 | Babcock, limit 300: West washes 11 different 1 9 honours
--ending mummies=N,9 | Babcock, limit 300: North shows 9 different 1 9 honours and no pair
--ending not_touching=S | Babcock, limit 300: South shows thirteen tiles not touching
CLAIMED '(222p) 345m 678s 999s 55z' | (222p) 345m 678s 999s 55z / pung of dots 2, exposed 2
CLAIMED '(222p) 345m 678s 999s 55z' | pung of bamboo 9, concealed 8 / pair of dragons, white dragon 2
WON HAND 'E=(777z) [1111z] 234m 99p 12s' | kong of East Wind, concealed 32
WON HAND 'E=(777z) [1111z] 234m 99p 12s' | doubled once: a set of dragons, red dragon 72
WON HAND 'E=(777z) [1111z] 234m 99p 12s' | doubled once: a set of seat wind, East Wind 144
FLOWERS | Harr limit, limit 300: North won on a loose tile, the last tile of the wall / Agreed: flowers: own
FLOWERS | chow completed 4 / doubled once: loose tile 44 / doubled once: last tile of the wall 88
FLOWERS | doubled once: own flower 176 / doubled once: own flower 352
--option flowers=seasons WON 'flowers 2f' | flower 2 4
--option seven_twins CLAIMED '11m 33m 55p 77p 22s 99s 55z' | seven twins 150 / score 150
WON HAND W=dead | West, a dead hand
--rules chinese WON HAND 'S=short (pung simple)' W=long | South, too few tiles: scored as they lie
--rules chinese WON HAND 'S=short (pung simple)' W=long | West, too many tiles: a dead hand
--liable W=full,feeding WON '(pung dragon)' | West pays North 208 / West is liable for all, for feeding.
"""
TYPED = {
    "WON": "--winner N --by draw",
    "CLAIMED": "--winner N --by discard --tile 5z",
    "HAND": "'(pung simple), pung dragon'",
    "FLOWERS": "--rules harr-limit --option flowers=own --winner N --by loose --last "
    "'(kong simple), 4f 8f, last set chow-middle'",
}


def test_a_deal_is_shown() -> None:
    for row in SHOWN.strip().splitlines():
        words, lines = row.split(" | ")
        for name, meant in TYPED.items():
            words = words.replace(name, meant)
        status, out, err = mingg("score", *shlex.split(words if "--rules" in words else f"--rules babcock {words}"))
        assert (status, err) == (0, ""), row
        assert [line for line in squeezed(out) if line in lines.split(" / ")] == lines.split(" / "), (row, out)
    fifth = {**DEAL, "players": 5, "sitting_out": "Eve"}
    out = squeezed(mingg("score", stdin=json.dumps(fifth))[1])
    assert out.index("East pays the fifth player 80") < out.index("The fifth player gains 160")


@pytest.mark.parametrize(
    ("words", "stdin", "error"),
    [
        ("", json.dumps({**DEAL, "winner": "X"}), "/winner: "),
        ("", json.dumps({**DEAL, "\x1b[2J\nx\u202e": 1}), "/\\u001b[2J\\nx\\u202e: "),
        ("", "", "there is no deal here."),
        ("", "{", "not JSON"),
        ("", "[]", ""),
        ("", '{"rules": "harr", "rules": "babcock"}', ""),
        ("", b"\xff\xfe", ""),
        ("", '{"rules": "babcock",', "not JSON: Expecting property name enclosed in double quotes at column 21\n"),
        ("", '{"rules": "babcock", \n', "not JSON: Expecting property name enclosed in double quotes at column 21\n"),
        ("", '{"rules": "babcock",\n "winner":\n\n', "not JSON: Expecting value at line 2, column 11\n"),
        ("", '\n\n{"rules": x}', "not JSON: Expecting value at line 3, column 11\n"),
        ("", '{"rules": "babcock', "not JSON: Unterminated string starting at column 11\n"),
        ("torn.json", "", "torn.json: not JSON"),
        ("rules.json", "", "rules.json: /winner: "),
        ("none.json", "", "none.json: No such file or directory. Check the name.\n"),
        ("--jsonl none.json", "", "none.json: No such file or directory. Check the name.\n"),
        (".", "", ".: Is a directory. Name a file in it.\n"),
        ("--jsonl .", "", ".: Is a directory. Name a file in it.\n"),
        (
            "two.jsonl",
            "",
            "two.jsonl: not JSON: Extra data at line 2, column 1. If each line has a deal, add --jsonl.\n",
        ),
    ],
)
def test_what_is_no_deal_is_one_line_on_standard_error(
    words: str, stdin: str | bytes, error: str, tmp_path: Path
) -> None:
    for name, text in {"torn": "{", "rules": '{"rules": "babcock"}'}.items():
        (tmp_path / f"{name}.json").write_text(text)
    (tmp_path / "two.jsonl").write_text(f"{json.dumps(DEAL)}\n" * 2)
    status, out, err = mingg("score", *words.split(), stdin=stdin, cwd=tmp_path)
    assert (status, out, err.count("\n"), err[: 7 + len(error)]) == (2, "", 1, f"Error: {error}")
    assert not {"\x1b", "\u202e"} & set(err)


def test_a_deal_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(DEAL), encoding="utf-8")
    status, out, _ = run_alone("score", "--json", str(file))
    assert status == 0
    assert json.loads(out)["hands"]["N"]["score"] == 64
    assert json.loads(out)["net"] == {"E": -132 + 8 + 4 + 4 - 4, "S": -68, "W": -68, "N": 256}


def test_each_json_line_gets_its_own_answer_or_error() -> None:
    lines = [json.dumps(DEAL), "{", json.dumps({**DEAL, "round": "X"}), json.dumps(DEAL)]
    status, out, _ = mingg("score", "--jsonl", stdin="\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, ["error" in answer for answer in answers]) == (1, [False, True, True, False])
    assert (answers[2]["error"]["at"], answers[0]) == ("/round", answers[3])
    status, out, _ = mingg("score", "--jsonl", stdin=f"\ufeff{lines[0]}\r\n\n{lines[0]}\n")
    assert (status, out.count("\n")) == (0, 2)


# ---- why ----


def test_explained_each_item_says_why_and_where_the_book_has_it() -> None:
    out = squeezed(mingg("score", "--explain", stdin=json.dumps(DEAL))[1])
    for line, *why in (
        ("mah-jong 20", "For mah-jong, whatever the hand. Babcock p.35"),
        ("pung of dragons, concealed 8", "A concealed pung of a one, nine, wind or dragon. Babcock p.34"),
        ("doubled once: a set of dragons 64", "Each pung or kong of dragons. Babcock p.35"),
        ("pair of dragons 2", "A pair of dragons. Babcock p.34"),
        (
            "East pays North 128",
            "64: Each loser pays what the winner's hand scores. Babcock p.25",
            "x2: East pays double, and is paid double. Babcock p.26",
        ),
    ):
        assert out[out.index(line) + 1 :][: len(why)] == why


def test_explained_as_json_adds_why_and_source_and_changes_nothing() -> None:
    plain = json.loads(mingg("score", "--json", stdin=json.dumps(DEAL))[1])
    for words in ("--json", "--jsonl"):
        data = json.loads(mingg("score", "--explain", words, stdin=json.dumps(DEAL))[1])
        parts = [part for hand in data["hands"].values() for part in hand["items"] + hand["doubled"]]
        steps = [step for payment in data["payments"] for step in payment.pop("steps")]
        assert (len(parts), all(step["shown"] for step in steps)) == (6, True)
        assert all(part.pop("why").endswith(".") for part in parts + steps)
        assert all(part.pop("source").startswith("Babcock p.3") for part in parts)
        assert {step["source"] for step in steps} == {"Babcock p.25", "Babcock p.26"}
        assert data == plain


def test_explained_as_json_a_special_hand_and_the_limit_say_why() -> None:
    heaven = {**DEAL, "winner": "E", "win": {"by": "draw", "opening": "original"}, "hands": {"E": {"sets": []}}}
    hand = json.loads(mingg("score", "--json", "--explain", stdin=json.dumps(heaven))[1])["hands"]["E"]
    assert hand["why"] == "Won by East with the first fourteen tiles: the limit."
    assert hand["source"] == "Babcock p.36, the Hand from Heaven"
    first = {**DEAL, "rules": "harr-limit", "win": {"by": "discard", "from": "E", "opening": "first-discard"}}
    hand = json.loads(mingg("score", "--json", "--explain", stdin=json.dumps(first))[1])["hands"]["N"]
    (added,) = hand["added"]
    assert (added["id"], added["points"], added["source"], "why" in hand) == (
        "first-discard",
        150,
        "Harr p.62, 5",
        False,
    )


@pytest.mark.parametrize("columns", [40, 80])
def test_every_example_of_the_books_can_be_explained_and_shown(columns: int) -> None:
    examples = [json.loads(line) for line in BOOKS.read_text(encoding="utf-8").splitlines()]
    deals = [each["deal"] for each in examples if "deal" in each and "error" not in each["expect"]]
    assert len(deals) > 100
    for deal in deals[SEED % 3 :: 3]:  # each run another third
        played = json_answers.play(json.dumps(deal).encode())
        hands = played.to_json(explained=True)["hands"].values()
        assert all(part["why"] and part["source"] for hand in hands for part in hand["items"] + hand["doubled"])
        assert all(("special" in hand) <= ("why" in hand) for hand in hands)
        for explained in (False, True):
            sheet = score_sheet.text(played, explained, columns)
            assert max(map(len, sheet.splitlines())) <= columns, sheet
            assert all(f"score {hand['score']}" in squeezed(sheet) or not hand["items"] for hand in hands)
        told = {language: score_sheet.text(played, False, 500, language=language) for language in languages()}
        assert len(set(map(figures, told.values()))) == 1, told


def figures(sheet: str) -> tuple[str, ...]:
    """Returns the figures at the ends of the lines."""
    return tuple(re.findall(r" (\d+)$", sheet, re.MULTILINE))


def test_a_deal_is_told_in_a_language_of_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "score --explain --rules babcock --option flowers=own --winner N --by discard --from E"
    deal = [*words.split(), "(222p) 345m 678s 999s 55z 4f"]
    english = mingg(*deal)[1]
    german = mingg(*deal, "--language", "de")[1]
    lines = iter(squeezed(german))
    for line in (
        "Babcock, Limit 300: Nord gewann mit einem Abwurf von Ost",
        "Vereinbart: Blumen: eigene",
        "Pung Kreis 2, offen 2",
        "Ein offener Pung von 2 bis 8. Babcock p.34",
        "verdoppelt: eigene Blume 68",
        "Ost zahlt Nord 136",
        "Ost wechselt nach rechts.",
        "Hinweis: Kein Blatt angegeben für Ost, Süd, West: dort zählen keine Punkte.",
    ):
        assert line in lines, german
    for locale, text in (("de_AT.UTF-8", german), ("C.UTF-8", english), ("xx", english)):
        monkeypatch.setenv("LC_ALL", locale)
        assert mingg(*deal)[1] == text, locale
    whys = [
        json.loads(mingg(*deal, "--json", *more)[1])["hands"]["N"]["items"][2]["why"]
        for more in ([], ["--language", "de"])
    ]
    assert whys == ["An exposed pung of 2 to 8.", "Ein offener Pung von 2 bis 8."]


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


SHARE = [2, 9, 8, 10]
ASKED: dict[str, Any] = {
    "values": [500, 100, 10, 2],
    "trays": {"E": SHARE, "S": SHARE, "W": SHARE, "N": SHARE},
    "box": [0, 0, 0, 0],
    "net": {"E": -88, "S": 44, "W": 22, "N": 22},
}


def exchange(
    *words: str, stdin: str | bytes = b"", mingg: Callable[..., commands.Outcome] = commands.run
) -> commands.Outcome:
    return mingg("exchange", *words, stdin=stdin)


def test_the_answer_is_one_json_object() -> None:
    status, out, err = exchange(stdin=json.dumps(ASKED), mingg=commands.run_alone)
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert (data["moved"], data["loans"], data["box"]) == (9, {}, [0, 0, 0, 0])
    assert data["put"] == {"E": [0, 1, 0, 0], "S": [0, 0, 5, 3]}
    assert data["take"] == {"E": [0, 0, 1, 1], "S": [0, 1, 0, 0], "W": [0, 0, 2, 1], "N": [0, 0, 2, 1]}


def test_an_exchange_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "asked.json"
    file.write_text(json.dumps(ASKED), encoding="utf-8")
    assert exchange(str(file)) == exchange(stdin=json.dumps(ASKED))
    file.write_text("nonsense")
    for path, error in ((file, "not JSON"), (tmp_path / "none.json", "No such file")):
        status, out, err = exchange(str(path))
        assert (status, out, err.count("\n"), err.startswith(f"Error: {path}: {error}")) == (2, "", 1, True)


def test_a_mistake_is_one_line_that_begins_with_its_place() -> None:
    wrong = json.dumps({**ASKED, "values": [500, 100, 10, 3]})
    for text, place in (("", ""), ("{", ""), ('{"net": {}, "net": {}}', ""), (b"\xff", ""), (wrong, "/values/3: ")):
        status, out, err = exchange(stdin=text)
        assert (status, out, err.count("\n"), err.startswith(f"Error: {place}")) == (2, "", 1, True), text


def test_lines_are_answered_in_their_place() -> None:
    poor = {**ASKED, "trays": {"E": [0, 0, 0, 1], "S": SHARE}, "net": {"E": -88, "S": 88}}
    helped = {**poor, "box": [0, 0, 9, 9]}
    lines = [json.dumps(ASKED), json.dumps(poor), "", "nonsense", json.dumps(helped)]
    status, out, err = exchange("--jsonl", stdin="\n".join(lines))
    assert (status, err) == (1, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer.get("error", {}).get("at") for answer in answers] == [None, "/box", "", None]
    assert answers[3]["loans"] == {"E": 86}
    assert exchange("--jsonl", stdin=json.dumps(ASKED))[0] == 0
