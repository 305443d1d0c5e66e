"""The library mingg_scoring: what it says is what the JSON says, and it needs nothing but Python."""

from __future__ import annotations

import ast
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mingg_scoring
import pytest
from help.seeds import SEED
from mingg.core.rules import load
from mingg.core.rules.books import RULE_SETS
from mingg_scoring import (
    UNSET,
    Correct,
    CountedTrays,
    CounterSet,
    Deal,
    Exchange,
    ExchangeRequest,
    Hand,
    House,
    HouseHand,
    MinggError,
    Options,
    Pay,
    Session,
    SessionDeal,
    Transfer,
    Undo,
    Win,
    exchange,
    explain,
    figures,
    forms,
    json_answers,
    replay,
    rule_set,
    rule_sets,
    schema,
    score,
    settle,
)
from mingg_scoring.forms import decoded

ROOT = Path(__file__).parents[2]
BOOKS = ROOT / "tests" / "oracles"
EXAMPLES: dict[str, Any] = {
    example["id"]: example
    for name in ("examples.jsonl", "examples-living.jsonl")
    for example in map(json.loads, filter(str.strip, (BOOKS / name).read_text(encoding="utf-8").splitlines()))
}
DEALS = [(example["deal"], example["expect"]) for example in EXAMPLES.values() if "deal" in example]
HAND = Hand("(222p) (345m) 678s 999s 55z")
DEAL = Deal(rules="babcock", winner="N", win=Win(by="draw", tile="5z"), hands={"N": HAND})


# ---- deals ----


def test_the_examples_are_read_scored_and_written_as_their_json() -> None:
    """In each run others, for time: test_json_schema.py reads them all."""
    deals = [deal for deal, expected in DEALS if "error" not in expected][SEED % 9 :: 9]
    assert len(deals) > 40
    for deal in deals:
        typed = Deal.from_json(json.dumps(deal))
        assert decoded(Deal, typed.to_json()) == typed
        played = json_answers.play(deal)
        assert json.dumps(explain(typed).to_json()) == json.dumps(played.to_json(explained=True))
        assert json.dumps(score(typed).to_json()) == json.dumps(played.to_json())


def test_every_refused_example_is_refused_at_its_place() -> None:
    refused = [(deal, expected["error"]) for deal, expected in DEALS if "error" in expected]
    assert len(refused) > 5
    for deal, place in refused:
        with pytest.raises(MinggError) as caught:
            Deal.from_json(deal)
        assert place is True or caught.value.place == place["at"]


def test_players_settle_what_they_counted_themselves() -> None:
    layouts = [(example["settle"], example["expect"]) for example in EXAMPLES.values() if "settle" in example]
    assert len(layouts) > 5
    for asked, expected in layouts:
        answer = settle(
            asked["scores"], asked["winner"], rules=asked["rules"], options=Options(**asked.get("options", {}))
        )
        assert answer.net == expected["net"]


@pytest.mark.parametrize(
    ("deal", "place", "message"),
    [
        (Deal(rules="babcock", winner=None, win=Win(by="draw"), hands={}), "/win", "a draw has no win"),
        (
            Deal(rules="harr", winner=None, hands={"E": Hand(tiles="11111p 2345678m 9s")}),
            "/hands/E/tiles",
            "five 1p",
        ),
        (
            Deal(rules="harr", winner="N", win=Win(by="draw"), hands={"N": Hand(sets=("pung simple",) * 5)}),
            "/hands/N/sets/4",
            "at most four sets",
        ),
        (Deal(rules="harr", winner=None, hands={}, options=Options(four_winds=True)), "/options/four_winds", "no such"),
        (Deal(rules="harr", winner=None, hands={}, house=House(name="")), "/house/name", "must be a name"),
        (Deal(rules="nothing", winner=None, hands={}), "/rules", "no such rule set"),  # type: ignore[arg-type]
        (Deal(rules="harr", winner=None, hands={"E": "1m"}), "/hands/E", "an object"),  # type: ignore[dict-item]
    ],
)
def test_what_is_wrong_raises_one_error_with_its_place_and_a_message(deal: Deal, place: str, message: str) -> None:
    with pytest.raises(MinggError, match=message) as caught:
        score(deal)
    assert caught.value.place == place
    assert str(caught.value) == f"{place}: {caught.value.message}"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.place, copy.message, copy.line) == (place, caught.value.message, None)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: score({"rules": "harr"}), "of type dict, not Deal. Deal.from_json"),  # type: ignore[arg-type]
        (lambda: explain(None), "of type NoneType, not Deal"),  # type: ignore[arg-type]
        (lambda: replay([]), "of type list, not Session"),  # type: ignore[arg-type]
        (lambda: exchange("x"), "of type str, not ExchangeRequest"),  # type: ignore[arg-type]
        (lambda: rule_set("harr", {"limt": 3}), "no such option"),  # type: ignore[arg-type]
        (lambda: rule_set("harr", None), "an object"),  # type: ignore[arg-type]
        (lambda: schema("deals"), "no such schema. Choose one of deal, "),  # type: ignore[arg-type]
    ],
)
def test_an_argument_of_a_wrong_type_raises_the_same_error(call: Callable[[], object], message: str) -> None:
    with pytest.raises(MinggError, match=message):
        call()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"rules": "harr", "rules": "harr"}', b"\xff", '"\ud800"'])
def test_text_that_is_no_deal_raises_the_same_error(text: str | bytes) -> None:
    with pytest.raises(MinggError):
        Deal.from_json(text)


def test_an_option_that_is_unset_is_as_in_the_rule_set_and_none_is_no_limit() -> None:
    assert Options().to_json() == {}
    assert Options(limit=None, four_winds=False).to_json() == {"limit": None, "four_winds": False}
    assert Options().limit is UNSET
    hand = Hand(sets=("pung dragon", "pung dragon", "pung dragon", "pung major"), suit="honours")
    deals = [
        Deal(rules="babcock", winner="N", win=Win(by="draw"), hands={"N": hand}, options=options)
        for options in (Options(), Options(limit=None))
    ]
    assert [score(deal).hands["N"].limit for deal in deals] == [True, False]


def test_rules_are_kept_by_their_keys_and_a_caller_cannot_change_them() -> None:
    options: dict[str, Any] = {"limit": 400, "washing": True}
    deal = {"rules": "harr", "options": options, "winner": None, "hands": {}}
    kept = json_answers.play(deal).rules
    assert json_answers.play(deal).rules is kept
    options["limit"] = 200
    assert (json_answers.play(deal).rules.limit, kept.limit, kept.options["limit"]) == (200, 400, 400)
    with pytest.raises(MinggError):
        json_answers.play({**deal, "options": {"limit": 200, "washing": 1}})


def test_house_rules_change_figures_and_add_hands() -> None:
    house = House(
        name="Tuesday club",
        points={"pung": (2, 4, 4, 8), "pair": {"dragon": 4}, "rob": False},
        doublings={"half-suit": 4},
        hands={"Winter garden": HouseHand(tiles="nnna nnnb nnnc wwwz 55z", score="half")},
    )
    deal = Deal(rules="babcock", winner="N", win=Win(by="draw", tile="5z"), hands={"N": HAND}, house=house)
    assert Deal.from_json(deal.to_json()) == deal
    assert score(deal).hands["N"].points == score(DEAL).hands["N"].points + 2
    garden = Deal(
        rules="babcock",
        winner="N",
        win=Win(by="draw", tile="5z"),
        hands={"N": Hand("333m 333p 333s 111z 55z")},
        house=house,
    )
    assert (score(garden).hands["N"].special, score(garden).hands["N"].score) == ("Winter garden", 150)


def test_data_cannot_be_changed_and_shows_only_what_is_not_the_default() -> None:
    with pytest.raises(AttributeError):
        DEAL.rules = "harr"  # type: ignore[misc]
    assert repr(DEAL.win) == "Win(by='draw', tile='5z')"


# ---- sessions and counters ----

WON = SessionDeal(winner="S", win=Win(by="draw"), hands={"S": Hand(sets=())})
SESSION = Session(
    rules="babcock",
    names=("Ann", "Bo", "Cy", "Di"),
    counters="babcock",
    lines=(
        WON,
        Pay(pay=Transfer(from_="Ann", to="Bo", points=20)),
        Correct(correct=1, deal=SessionDeal(winner=None, hands={}, false_win="W", price=100)),
        CountedTrays(count={"Ann": (1, 9, 8, 10)}, box=(0, 0, 0, 0)),
        Undo(),
    ),
)


def test_a_session_is_replayed_as_its_json() -> None:
    lines = SESSION.to_json()
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    assert Session.from_json(text) == Session.from_json(lines) == SESSION
    stands = replay(SESSION)
    assert json.dumps(stands.to_json()) == json.dumps(json_answers.replay(json_answers.lines_of(text)))
    assert sum(stands.balances.values()) == 8000
    assert (stands.deals[0].east, len(stands.deals[0].corrections)) == ("Ann", 1)


def test_a_session_with_counters_of_its_own_and_its_edition_is_read() -> None:
    counters = {"values": [100, 2], "start": [19, 50], "marks": ["red", "blue"]}
    head = {"mingg": 1, "rules": "harr", "names": ["Ann", "Bo"], "counters": counters, "edition": 1, "rounds": 1}
    lines = [
        head,
        {"winner": None, "hands": {}},
        {"correct": 1, "deal": {"winner": None, "hands": {}}},
    ]
    session = Session.from_json(lines)
    assert session.counters == CounterSet(values=(100, 2), start=(19, 50), marks=("red", "blue"))
    assert session.to_json() == lines


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("", 1, ""),
        ('{"mingg": 1}', 1, "/names"),
        ('\n{"mingg": 1, "rules": "harr", "names": ["Ann", "Bo"]}\n\n{"undo": 1}', 4, "/undo"),
        ('{"mingg": 1, "rules": "harr", "names": ["Ann", "Bo"]}\nnonsense', 2, ""),
    ],
)
def test_what_is_wrong_in_a_session_names_the_line(text: str, line: int, place: str) -> None:
    with pytest.raises(MinggError) as caught:
        Session.from_json(text)
    assert (caught.value.line, caught.value.place) == (line, place)


def test_a_line_that_is_none_is_refused_with_its_number() -> None:
    with pytest.raises(MinggError) as caught:
        replay(Session(rules="harr", names=("Ann", "Bo"), lines=(Undo, 5)))  # type: ignore[arg-type]
    assert caught.value.line == 2


def test_counters_are_exchanged_as_in_json() -> None:
    share = (2, 9, 8, 10)
    asked = ExchangeRequest(
        values=(500, 100, 10, 2), trays={"E": share, "S": share, "W": share}, net={"E": -88, "S": 44, "W": 44}
    )
    assert ExchangeRequest.from_json(asked.to_json()) == asked
    assert exchange(asked).to_json() == json_answers.exchange(asked.to_json())
    with pytest.raises(MinggError) as caught:
        exchange(ExchangeRequest(values=(3,), trays={"E": (1,), "S": (1,)}, net={}))
    assert caught.value.place == "/values/0"


# ---- rule sets ----


def test_a_place_is_made_only_for_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes time in proportion to its length."""
    made: list[str] = []
    monkeypatch.setattr(forms, "step", lambda pointer, key: made.append(key) or f"{pointer}/{key}")
    keys = {"put": {"Ann": [1] * 9}, "take": {}, "moved": 9, "loans": {}, "box": [0] * 9}
    assert Exchange.of_json(keys).put["Ann"] == (1,) * 9
    assert made == []
    with pytest.raises(MinggError) as error:
        Exchange.of_json({**keys, "put": {"Ann": [1, "2"]}})
    assert (error.value.place, made) == ("/put/Ann/1", ["1", "Ann", "put"])


def test_rule_sets_are_listed_and_each_has_every_figure_of_its_json() -> None:
    assert [line.id for line in rule_sets()] == list(RULE_SETS)
    for line in rule_sets():
        assert rule_set(line.id).to_json() == figures.data(load(line.id))
    house = House(name="Tuesday club", points={"no-chows": 20, "rob": False}, doublings={"dragon": 4})
    changed = rule_set("babcock", Options(limit=500), house, players=3)
    assert changed.to_json() == figures.data(load("babcock", {"limit": 500}, 3, house.to_json()))
    assert {figure.id: figure.house for figure in changed.points}["no-chows"] == 10
    with pytest.raises(MinggError) as caught:
        rule_set("harr", Options(four_winds=True))
    assert caught.value.place == "/options/four_winds"


# ---- the package ----


def test_the_names_for_type_checkers_are_those_of_the_package() -> None:
    tree = ast.parse((ROOT / "host_tools" / "mingg_scoring" / "__init__.py").read_text(encoding="utf-8"))
    block, _ = (node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    declared = {str(node.module): [alias.name for alias in node.names] for node in imports}
    assert declared.keys() == {f"mingg_scoring.{module}" for module in mingg_scoring._MODULES}  # type: ignore[attr-defined]
    for module, names in mingg_scoring._MODULES.items():  # type: ignore[attr-defined]
        place = f"mingg_scoring.{module}"
        assert declared[place] in (["*"], names.split(","))
        for name in names.split(","):
            assert getattr(mingg_scoring, name) is not None
            of_class = getattr(getattr(mingg_scoring, name), "__module__", place)
            assert of_class in (place, "typing"), name
    with pytest.raises(AttributeError):
        mingg_scoring.nothing  # type: ignore[attr-defined] # noqa: B018
    space: dict[str, object] = {}
    exec("from mingg_scoring import *", space)
    assert set(dir(mingg_scoring)) <= space.keys()


PROGRAM = """
import sys
before, path = set(sys.modules), list(sys.path)
import mingg_scoring
print(sorted(set(sys.modules) - before))
for name in dir(mingg_scoring):
    getattr(mingg_scoring, name)
deal = mingg_scoring.Deal(rules="harr", winner=None, hands={})
mingg_scoring.explain(deal), mingg_scoring.rule_set("bmja"), mingg_scoring.schema()
import mingg_host
assert sys.path == path
own = {"mingg", "mingg_scoring", "mingg_host"}
print(sorted({name.partition(".")[0] for name in set(sys.modules) - before} - own - sys.stdlib_module_names))
"""


def test_importing_it_loads_nothing_else_and_all_of_it_needs_only_the_standard_library() -> None:
    out = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert out.splitlines() == ["['mingg_scoring']", "[]"]
