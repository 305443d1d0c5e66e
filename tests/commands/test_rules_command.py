"""`mingg rules` from the user's side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from help.commands import run as mingg
from mingg.core.rules import RULE_SETS, Rules, load
from mingg.core.rules.rows import OURS
from mingg_host.commands.rules import sheet
from mingg_scoring import figures


def rules_of(name: str, *options: str) -> Any:
    status, out, err = mingg("rules", name, "--json", *(word for option in options for word in ("--option", option)))
    assert (status, err) == (0, "")
    return json.loads(out)


def points_of(data: Any, item: str) -> list[int]:
    return [entry["points"] for entry in data["points"] if entry["id"] == item]


def sheet_of(rules: Rules) -> str:
    return sheet(figures.data(rules))


def test_without_a_name_every_rule_set_has_a_line() -> None:
    status, out, _ = mingg("rules")
    assert status == 0
    listed = out.splitlines()[: len(RULE_SETS)]
    assert [line.split()[0] for line in listed] == list(RULE_SETS)
    assert "no limit" in listed[0]
    assert "limit 300" in listed[1]
    assert [entry["id"] for entry in json.loads(mingg("rules", "--json")[1])] == list(RULE_SETS)


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_sheet_holds_every_figure_and_every_option_with_its_page(name: str, players: int) -> None:
    rules = load(name, {} if name == "harr" else {"nine_easts": True}, players)
    sheet = sheet_of(rules)
    assert all(len(line) <= 80 for line in sheet.splitlines())
    assert "\N{HORIZONTAL ELLIPSIS}" not in sheet, "no word is cut"
    flat = " ".join(sheet.split())
    result = figures.data(rules)
    assert result["book"] in flat
    for entry in result["points"] + result["doubled"] + result["special"] + result["added"] + result["settlement"]:
        assert entry["why"] in sheet
    for option in result["options"]:
        assert f"{option['name']}: " in sheet


def test_figures_differ_as_the_books_do() -> None:
    harr, limited, chinese = rules_of("harr"), rules_of("harr-limit"), rules_of("chinese")
    assert (harr["limit"]["points"], limited["limit"]["points"]) == (None, 300)
    assert (points_of(harr, "mahjong"), points_of(limited, "mahjong")) == ([20], [10])
    assert points_of(harr, "pung") == [2, 4, 4, 8]
    assert points_of(limited, "pung") == [2, 6, 4, 10, 2, 4, 4, 8]
    assert {entry["who"] for entry in limited["points"] if entry["id"] == "pung"} == {"winner", "losers"}
    assert [(entry["id"], entry["points"]) for entry in limited["added"]] == [("first-discard", 150)]
    shares = {entry["id"]: (entry["share"], entry["points"]) for entry in chinese["special"]}
    assert shares["heaven"] == ("limit", 300)
    assert shares["earth"] == ("half", 150)
    assert shares["lucky_thirteen"] == ("third", 100)


def test_options_in_force_are_shown_with_what_they_change() -> None:
    plain, agreed = rules_of("babcock"), rules_of("babcock", "four_winds", "flowers=seasons", "limit=500", "double_rob")
    assert "four_winds" in [entry["id"] for entry in agreed["special"]]
    assert "four_winds" not in [entry["id"] for entry in plain["special"]]
    assert points_of(agreed, "flower") == [4]
    assert points_of(agreed, "rob") == []
    assert agreed["limit"]["points"] == 500
    settings = {entry["name"]: entry["set"] for entry in agreed["options"]}
    assert (settings["four_winds"], settings["flowers"], settings["limit"]) == (True, "seasons", 500)
    assert (settings["nine_gates"], settings["false_win"]) == (False, False)
    assert rules_of("harr-limit", "mahjong=20")["limit"]["points"] == 400
    assert rules_of("babcock", "limit=null")["limit"]["points"] is None
    assert "flowers: seasons (may be" in mingg("rules", "babcock", "--option", "flowers=seasons")[1]


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("babcock",), "A winning tile not shown: nothing counts that needs it. p.33"),
        (("chinese",), "Winning with the last discard earns no bonus. 0 p.30"),
        (("chinese", "--players", "3"), "No score is higher than the limit, 600."),
        (("babcock", "--option", "insurance"), "The third dragon, to two sets of dragons shown: liable. p.74-78"),
        (("harr-limit",), "Different 1 9 honours dealt, 9: each pays. 50 p.61"),
        (("chinese", "--option", "nine_mummies=bonus"), "Nine 1 9 honours, no pair: 50, and 50 for each more. 50"),
        (("babcock", "--option", "nine_gates"), "Concealed 1112345678999, any tile of the suit: limit. 300 p.56"),
        (("dmjl",), "But East passes after the ninth win in a row."),
        (("dmjl",), "What a wrong call costs; nobody pays double."),
        (("dmjl",), "16 tiles of the wall stay for loose tiles. 16"),
        (("bmja",), "Each player starts with 2000 points. 2000"),
        (("bmja",), "The last 14 tiles of the wall are the kong box. 14"),
        (("harr-limit",), "What a wrong call costs; East pays double."),
        (("harr-limit",), "Every tile is a wind or a dragon; no limit is played. x8"),
        (("babcock",), "Every tile is a wind or a dragon. x8"),
        (("babcock", "--option", "all_majors"), "Every tile is a wind or a dragon; no limit is played. x8"),
        (("babcock",), "A pung or kong of the seat wind. x2 p.35"),
        (("harr",), "An exposed pung of 2 to 8. 2 Score Card"),
        (("harr",), "round_to_ten: false Babcock p.82"),
        (("babcock",), "round_to_ten: false p.82"),
        (("harr",), "washing: false p.61"),
        (("babcock",), "washing: false Harr p.61"),
        (("chinese",), "With too many tiles a hand scores nothing, and pays. 0 p.73"),
    ],
)  # fmt: skip
def test_what_is_in_force_is_on_the_sheet(words: tuple[str, ...], printed: str) -> None:
    status, out, _ = mingg("rules", *words)
    assert status == 0
    assert printed in " ".join(out.split())


def test_house_rules_have_a_sheet_for_every_number_of_players(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "Mine"\nfrom = "babcock"\n', encoding="utf-8")
    data = json.loads(mingg("rules", str(tmp_path / "mine.toml"), "--players", "3", "--json")[1])
    assert (data["players"], data["limit"]["points"]) == (3, 600)


def test_the_sheet_states_where_it_interprets_the_book() -> None:
    def ours(name: str, options: dict[str, Any] | None = None, players: int = 4) -> set[str]:
        result = figures.data(load(name, options, players))
        entries = [*result["doubled"], *result["special"], *result["settlement"], *result["options"]]
        return {entry.get("name", entry.get("id", entry.get("why"))) for entry in entries if OURS in entry["source"]}

    draw = "A draw: nobody pays."
    assert ours("harr") == {draw, "flowers", "nine_easts"}
    assert ours("harr-limit") == {draw, "honours", "original", "nine_easts"}
    assert ours("babcock") == ours("chinese") == {"nine_easts"}
    assert ours("babcock", {}, 2) == {"nine_easts", "Two players win with two doublings or a special hand."}
    assert [row["id"] for row in figures.data(load("babcock", {"nine_easts": True}))["special"]][-1] == "nine_easts"


def test_without_a_limit_no_share_of_it_is_on_the_sheet() -> None:
    for name in RULE_SETS:
        sheet = sheet_of(load(name, {"limit": None}))
        assert "Special hands, for" not in sheet, name
        assert "Added to the score" not in sheet, name
        assert ("Special hands, for" in sheet_of(load(name))) == (name != "harr")
    pairs = {"name": "Ours", "hands": {"Seven pairs": {"tiles": "pair pair pair pair pair pair pair", "score": 100}}}
    assert "Special hands, for" in sheet_of(load("babcock", {"limit": None}, 4, pairs)), "points need no limit"


def test_the_price_of_a_false_win_is_in_all_by_kajongg() -> None:
    options = {entry["name"]: entry for entry in rules_of("bmja")["options"]}
    assert options["false_win"]["source"].startswith("BMJA, Kajongg has half the limit in all; ")


BOOKS = "Choose one of harr, harr-limit, babcock, chinese, bmja, dmjl, or a file of house rules, *.toml"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nope",), f"no such rule set: nope. {BOOKS}"),
        (("harr", "--option", "four_winds"), "--option four_winds: harr has no such option. Leave it out."),
        (
            ("harr", "--option", "limit=301"),
            "--option limit: this must be an even number: the smallest counter is 2",
        ),
        (("harr", "--option", "flowers=red"), "--option flowers: this must be off, seasons, shanghai or own"),
        (("harr", "--option", "=1"), "--option : harr has no such option. Leave it out."),
        (
            ("harr-limit", "--option", "nine_mummies"),
            "--option nine_mummies: this is impossible with thirteen orphans. Leave this option out.",
        ),
        (
            ("--option", "limit=300"),
            "--option needs a rule set. Name one of harr, harr-limit, babcock, chinese, bmja, dmjl",
        ),
        (("--players", "3"), "--players needs a rule set. Name one of harr, harr-limit, babcock, chinese, bmja, dmjl"),
        (("\x1b[2J",), f"no such rule set: \\u001b[2J. {BOOKS}"),
    ],
)
def test_a_missing_source_is_reported_in_one_line(words: tuple[str, ...], message: str) -> None:
    assert mingg("rules", *words) == (2, "", f"Error: {message}\n")
