"""The JSON Schema follows from the dataclasses, accepts what Mingg reads and writes, and refuses another form."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import json_reference
import library_options
import mingg_scoring
import pytest
from jsonschema import Draft202012Validator
from mingg.core.interchange import keys
from mingg_scoring import Deal, MinggError, Session, explain, functions, replay, rule_set, rule_sets
from mingg_scoring.forms import Form, decoded
from rules.test_scoring_library import DEALS, SESSION

SHARE = [2, 9, 8, 10]
EXCHANGE = {"values": [500, 100, 10, 2], "trays": {"E": SHARE, "S": SHARE}, "box": [0] * 4, "net": {"E": -88, "S": 88}}
VALID = [deal for deal, expected in DEALS if "error" not in expected]


@cache
def validator(name: functions.SchemaName) -> Draft202012Validator:
    return Draft202012Validator(mingg_scoring.schema(name))


def refusals(name: functions.SchemaName, value: Any) -> list[str]:
    """Returns the places in a value that a schema refuses."""
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(value)]


def test_options_has_every_option_of_every_rule_set_with_its_values() -> None:
    assert library_options.FILE.read_text(encoding="utf-8") == library_options.text(), "make manual"


def test_the_file_in_the_package_is_made_of_the_dataclasses() -> None:
    assert json_reference.FILE.read_text(encoding="utf-8") == json_reference.schema_text(), "make manual"


@pytest.mark.parametrize("name", [None, *json_reference.FORMS])
def test_each_is_a_schema_by_the_rules_of_json_schema(name: functions.SchemaName | None) -> None:
    Draft202012Validator.check_schema(mingg_scoring.schema(name))


def test_every_valid_deal_is_accepted_and_read() -> None:
    assert len(VALID) > 500
    for deal in VALID:
        assert refusals("Deal", deal) == []
        assert refusals("Deal", decoded(Deal, deal).to_json()) == []


def test_what_the_schema_refuses_mingg_refuses_too() -> None:
    """Each change of a deal either keeps to the schema, or Mingg refuses it."""
    keys = sorted({key for deal in VALID for key in deal} | {"edition", "goulash", "price", "unknown"})
    values: list[Any] = [True, -1, 3, "E", "limit", [], {}, {"seat": "E"}, 1.5]
    refused = 0
    for deal in VALID[::100]:
        for key in keys:
            for value in values:
                changed = {**deal, key: value}
                if refusals("Deal", changed):
                    refused += 1
                    with pytest.raises(MinggError):
                        Deal.from_json(changed)
    assert refused > 300


DRAWN: dict[str, Any] = {"rules": "babcock", "winner": None, "hands": {}}


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"rules": "rules"}, "$.rules"),
        ({"unknown": 1}, "$"),
        ({"winner": "Q"}, "$.winner"),
        ({"winner": "E"}, "$"),
        ({"win": {"by": "draw"}}, "$.win"),
        ({"winner": "E", "win": {"by": "rob"}}, "$.win"),
        ({"players": 6}, "$.players"),
        ({"players": 3, "hands": {"W": {"score": 20}}}, "$.hands"),
        ({"hands": {"E": {}}}, "$.hands.E"),
        ({"hands": {"E": {"tiles": "1m", "score": 20}}}, "$.hands.E"),
        ({"hands": {"E": {"score": 21}}}, "$.hands.E.score"),
        ({"hands": {"E": {"tiles": "1m", "sets": []}}}, "$.hands.E"),
        ({"hands": {"E": {"suit": "half"}}}, "$.hands.E"),
        ({"hands": {"E": {"sets": ["pung east"]}}}, "$.hands.E.sets"),
        ({"hands": {"E": {"card": {}}}}, "$.hands.E"),
        ({"hands": {"E": {"sets": [], "flowers": [9]}}}, "$.hands.E.flowers[0]"),
        ({"options": {"limit": 301}}, "$.options.limit"),
        ({"rules": "harr", "options": {"four_winds": True}}, "$.options"),
        ({"house": {"points": {}}}, "$.house"),
        ({"washing": "E"}, "$.washing"),
        ({"liable": [{"seat": "E", "share": "third"}]}, "$.liable[0].share"),
    ],
)
def test_a_deal_of_another_form_is_refused_at_its_place_by_the_schema_and_by_mingg(
    changes: dict[str, Any], place: str
) -> None:
    assert refusals("Deal", DRAWN) == []
    changed = {**DRAWN, **changes}
    assert place in {refusal.partition(": ")[0] for refusal in refusals("Deal", changed)}
    with pytest.raises(MinggError):
        Deal.from_json(changed)


def test_the_lines_of_a_session_are_accepted() -> None:
    for line in SESSION.to_json():
        assert refusals("SessionLine", line) == []
    for wrong in ({"undo": 2}, {"correct": 1}, {"pay": {"from": "Ann", "to": "Bo", "points": 3}}, {"mingg": 1}, DRAWN):
        assert refusals("SessionLine", wrong)


def test_answers_are_accepted_and_of_another_form_refused() -> None:
    for deal in VALID[::20]:
        assert refusals("Answer", explain(Deal.from_json(deal)).to_json()) == []
    stands = replay(SESSION).to_json()
    assert refusals("Replay", stands) == []
    assert refusals("ExchangeRequest", EXCHANGE) == []
    assert refusals("Exchange", mingg_scoring.json_answers.exchange(EXCHANGE)) == []
    assert refusals("RuleSets", [line.to_json() for line in rule_sets()]) == []
    for line in rule_sets():
        assert refusals("RuleSet", rule_set(line.id).to_json()) == []
    assert refusals("Answer", {**stands["deals"][0], "hands": None})
    for wrong in (lambda: Session.from_json("{}"), lambda: Deal.from_json("{}")):
        with pytest.raises(MinggError) as caught:
            wrong()
        assert refusals("ErrorAnswer", caught.value.to_json()) == []


def test_the_reference_has_every_key_of_the_schema_with_its_meaning() -> None:
    sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", json_reference.tables(), re.DOTALL | re.MULTILINE))
    forms = {name: form for name, form in mingg_scoring.schema()["$defs"].items() if "properties" in form}
    assert len(forms) > 30
    assert forms.keys() <= sections.keys()
    for name, form in forms.items():
        bases = "".join(sections[base] for base in re.findall(r"keys of \[(\w+)\]", sections[name]))
        for key, described in form["properties"].items():
            assert f"| `{key}` |" in sections[name] + bases, f"{name}.{key}"
            assert described["description"], f"{name}.{key}"


@pytest.mark.parametrize("form", [form for forms in json_reference.PARTS.values() for form in forms])
def test_each_form_has_an_example_by_its_schema(form: type[Form]) -> None:
    document = mingg_scoring.schema()
    if form.__name__ in document["$defs"]:  # others are parts of these
        schema = {**document["$defs"][form.__name__], "$defs": document["$defs"]}
        Draft202012Validator(schema).validate(json_reference.examples()[form.__name__])
        assert f"{json.dumps(json_reference.examples()[form.__name__])}\n" in json_reference.tables()


def test_every_key_that_the_core_reads_is_in_the_schema() -> None:
    from mingg.core.interchange.tables import SESSION_KEYS
    from mingg.core.rules.house_hands import KEYS
    from mingg.records.kinds import BEGUN
    from mingg_scoring.interchange.answers import TABLE_KEYS

    forms = mingg_scoring.schema()["$defs"]
    known = {name: set(form["properties"]) for name, form in forms.items() if "properties" in form}
    deal = {row.key for row in keys.DEAL}
    assert known["Deal"] == {*TABLE_KEYS, *deal}
    assert known["SessionDeal"] == deal
    assert known["SessionHead"] == {*SESSION_KEYS, BEGUN}
    assert known["HouseHand"] == set(KEYS)
    for name, rows in (("Hand", keys.HAND), ("Win", keys.WIN), ("Liable", keys.LIABLE)):
        assert known[name] == {row.key for row in rows}
        for row in rows:
            if isinstance(row.words, tuple) and row.words:
                described = json.dumps(forms[name]["properties"][row.key])
                assert set(row.words) <= set(re.findall(r'"([^"]*)"', described)), (name, row.key)
