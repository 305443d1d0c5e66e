"""The tables of the site that list every key of deals, sessions and answers, and the JSON Schema that is shipped: both
are made of the dataclasses of mingg_scoring.

`python docs/tools/json_reference.py` (part of `make manual`) writes the schema anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import mingg_scoring
from mingg.core.deal.deal import SEATS
from mingg.core.rules import RULE_SETS, module_of, options_of
from mingg.core.rules.rows import DOUBLINGS, POINTS, SPECIAL, rows_in
from mingg_host.common import disk
from mingg_scoring import answers, deals, functions, options, sessions
from mingg_scoring.forms import UNSET, Bounds, Form, Json, Key, Unset, is_form, is_union, keys_of, plain
from mingg_scoring.json_text import encoded
from mingg_scoring.texts import option_does

# The forms of each part of the reference, by its name.
PARTS: dict[str, tuple[type[Form], ...]] = {
    "deals": (
        deals.Deal,
        deals.SessionDeal,
        deals.Win,
        deals.Hand,
        deals.Liable,
        deals.Majors,
        options.Options,
        deals.House,
        deals.Factors,
        deals.HouseHand,
    ),
    "answers": (
        answers.Answer,
        answers.HandScore,
        answers.Dropped,
        answers.Item,
        answers.Doubling,
        answers.Added,
        answers.Payment,
        answers.Step,
        answers.Next,
        answers.ErrorAnswer,
        answers.Wrong,
    ),
    "sessions": (
        sessions.SessionHead,
        sessions.CounterSet,
        sessions.Undo,
        sessions.Correct,
        sessions.Standing,
        sessions.Holdings,
        sessions.Pay,
        sessions.CountedTrays,
        sessions.Transfer,
        sessions.Replay,
        sessions.ReplayedDeal,
        sessions.ReplayedPayment,
    ),
    "counters": (sessions.ExchangeRequest, sessions.Exchange),
    "rules": (
        answers.RuleSet,
        answers.RuleSetLine,
        answers.Limit,
        answers.Figure,
        answers.PointsFigure,
        answers.DoublingFigure,
        answers.ShareFigure,
        answers.Option,
        answers.HouseInForce,
        answers.Without,
    ),
}


def values(kind: Any, bounds: Bounds = Bounds()) -> str:  # noqa: B008 - a tuple
    """Returns the values of a type in words."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return values(parts[0], parts[1])
    if is_union(kind):
        return " or ".join(dict.fromkeys(values(part, bounds) for part in parts if part is not Unset))
    if parts == deals._SET_WORDS:
        return "[set](../json.md#a-set)"
    if origin is Literal:
        return " ".join(f"`{json.dumps(word)}`" for word in parts)
    if origin is tuple:
        if parts[-1] is ...:
            return f"list: {values(parts[0])}"
        return f"list of {len(parts)}: {'; '.join(dict.fromkeys(map(values, parts)))}"
    if origin is Mapping:
        of = "name" if parts[0] is str else "seat"
        return f"object by {of}: {values(parts[1])}"
    if kind is bool:
        return "`true` `false`"
    if kind is int:
        return _number(bounds)
    if kind is type(None):
        return "`null`"
    return "text" if kind is str else f"[{kind.__name__}](#{kind.__name__.lower()})"


def _number(bounds: Bounds) -> str:
    words = "even number" if bounds.of == 2 else "number"
    if bounds.least is not None and bounds.most is not None:
        return f"{words} from {bounds.least} to {bounds.most}"
    return words if bounds.least in (None, 0) else f"{words}, {bounds.least} or more"


def _without_null(key: Key) -> Any:
    """Returns the type of a key, without a null that is only its default."""
    bounds = get_args(key.kind)[1:] if get_origin(key.kind) is Annotated else ()
    kind = plain(key.kind)
    if key.default is None and is_union(kind):
        kinds = tuple(part for part in get_args(kind) if part is not type(None))
        kind = kinds[0]
        for other in kinds[1:]:
            kind = kind | other
    return Annotated[kind, bounds[0]] if bounds else kind


def _default(form: type[Form], key: Key) -> str:
    if key.marks:
        return "always" if form in ANSWERS else "needed"
    if key.default in (None, UNSET, {}, ()) or isinstance(key.default, Form):
        return "-"
    return f"`{json.dumps(encoded(key.default))}`"


def section(form: type[Form]) -> Iterator[str]:
    """Yields the lines about a form: its own keys, and where the others are."""
    base = next((each for each in form.__bases__ if each.__name__ in NAMES), None)
    inherited = {key.key for key in keys_of(base)} if base else set()
    yield f"### {form.__name__}"
    yield ""
    yield (form.__doc__ or "").partition("\n")[0] + (f" It also has the keys of {values(base)}." if base else "")
    yield ""
    yield "| key | values | default | meaning |"
    yield "| --- | --- | --- | --- |"
    for key in keys_of(form):
        if key.key not in inherited:
            yield f"| `{key.key}` | {values(_without_null(key))} | {_default(form, key)} | {meaning(form, key)} |"
    yield ""
    if form in TABLES:
        yield f"{TABLES[form][0]}: {', '.join(f'`{word}`' for word in ids(TABLES[form][1]))}."
        yield ""
    if form.__name__ in examples():
        yield from ("```json", json.dumps(examples()[form.__name__]), "```", "")


def ids(table: str) -> list[str]:
    """Returns the ids in a table of all rule sets and of their options."""
    known: dict[str, None] = {}
    for book in map(module_of, RULE_SETS):
        options = [row for option in options_of(book) for _, into, row in option.effects if into == table]
        known.update(dict.fromkeys(row.id for row in (*rows_in(book)[table], *options)))
    return sorted(known)


# Forms after whose keys the ids of a table are listed.
TABLES: dict[type[Form], tuple[str, str]] = {
    answers.Item: ("Ids, besides `known` for a score that the players counted", POINTS),
    answers.Doubling: ("Ids", DOUBLINGS),
    answers.HandScore: ("Special hands, besides those of house rules", SPECIAL),
}
ANSWERS = {*PARTS["answers"], *PARTS["rules"], sessions.Replay, sessions.ReplayedDeal, sessions.Exchange}
NAMES = {form.__name__ for forms in PARTS.values() for form in forms}


def tables() -> str:
    """Returns the tables of all forms."""
    text = ""
    for name, forms in PARTS.items():
        text += f"## {name}\n\n" + "".join(f"{line}\n" for form in forms for line in section(form))
    return text


# ---- examples ----

HAND = deals.Hand(tiles="222p 345m 678s 555z 99s")
HOUSE = deals.House(
    name="Tuesday club",
    points={"no-chows": 20, "rob": False},
    factors={"half-suit": 4, "dragon": deals.Factors(pung=2, kong=4)},
    hands={"Winter garden": deals.HouseHand(tiles="nnna nnnb nnnc wwwz 55z", score="half", concealed=True)},
)
WON = deals.SessionDeal(winner="N", win=deals.Win(by="draw", tile="5z"), hands={"N": HAND})
TRAY = (2, 9, 8, 10)
SMALL = deals.SessionDeal(winner="S", win=deals.Win(by="draw"), hands={"S": deals.Hand(sets=("(pung simple)",))})
SESSION = sessions.Session(
    rules="babcock",
    names=("Ann", "Bo", "Cy", "Di"),
    counters=sessions.CounterSet(values=(500, 100, 10, 2), start=TRAY, marks=("red", "blue", "green", "white")),
    start=sessions.Standing(
        east="Bo", round=1, balances=(2000,) * 4, deals=3, held=sessions.Holdings(trays=(TRAY,) * 4, box=(0,) * 4)
    ),
    lines=(
        SMALL,
        sessions.Pay(pay=sessions.Transfer(from_="Ann", to="Bo", points=20)),
        sessions.Correct(correct=4, deal=deals.SessionDeal(winner=None, hands={"S": deals.Hand(dead=True)})),
        sessions.CountedTrays(count={"Ann": TRAY}),
        sessions.Undo(),
    ),
)


def _examples() -> Iterator[Any]:
    """Yields what programs send and get; each form is in one of them."""
    table: Any = {"rules": "harr-limit", "options": options.Options(limit=500, washing=True)}
    deal: Any = {
        "winner": "N",
        "win": deals.Win(by="discard", opening="first-discard", tile="5z"),
        "hands": {"N": HAND},
    }
    dealt = deals.Deal(**table, **deal)
    yield dealt
    yield deals.Deal(**{**table, **vars(WON)}, liable=(deals.Liable(seat="E", why="insurance"),), house=HOUSE)
    yield deals.SessionDeal(winner=None, hands={}, washing=deals.Majors(seat="S", majors=11))
    dead = deals.Deal(**{**table, **deal, "hands": {"N": HAND, "E": deals.Hand(dead=True)}})
    yield from map(mingg_scoring.explain, (dealt, dead))
    yield mingg_scoring.rule_sets()[0]
    yield mingg_scoring.rule_set("babcock", options.Options(limit=500), HOUSE)
    yield from (SESSION, mingg_scoring.replay(SESSION))
    yield sessions.ExchangeRequest(values=(100, 2), trays={"Ann": (2, 9), "Bo": (1, 9)}, net={"Ann": 10, "Bo": -10})
    yield answers.ErrorAnswer(error=answers.Wrong(at="/winner", message="no such seat. Choose one of E, S, W, N"))


def _forms_in(value: Any) -> Iterator[Form]:
    if isinstance(value, Form):
        yield value
        for item in vars(value).values():
            yield from _forms_in(item)
    elif isinstance(value, (Mapping, tuple)):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _forms_in(item)


def _cut(value: Any) -> Any:
    """Shortens lists of objects to the first one."""
    if isinstance(value, dict):
        return {key: _cut(item) for key, item in value.items()}
    return list(map(_cut, value[:1])) if isinstance(value, list) and dict in map(type, value) else value


@cache
def examples() -> dict[str, Any]:
    """Returns an example of each form as JSON: of all those that the library reads or makes, the one with most keys."""
    found: dict[str, Any] = {}
    for form in (form for example in _examples() for form in _forms_in(example)):
        name, keys = type(form).__name__, form._keys()
        if name not in found or len(keys) > len(found[name]):
            found[name] = keys
    session = {key: item for key, item in found.pop("Session").items() if key != "lines"}
    return {name: _cut(encoded(keys)) for name, keys in {**found, "SessionHead": session}.items()}


# ---- the JSON Schema (2020-12) ----

FILE = Path(mingg_scoring.__file__).with_name("mingg.schema.json")
DIALECT = "https://json-schema.org/draft/2020-12/schema"
# What programs send and get, by the name of its schema.
FORMS: dict[str, Any] = {name: getattr(mingg_scoring, name) for name in get_args(functions.SchemaName)}
_TYPES = {int: "integer", str: "string", bool: "boolean", type(None): "null"}


def document() -> Json:
    """Returns the JSON Schema of all that programs send and get, each by its name."""
    forms: dict[str, Json] = {}
    unions = {each: schema for each, form in FORMS.items() if "$ref" not in (schema := _of(form, forms))}
    return {"$schema": DIALECT, "$id": "urn:mingg", "title": "Mingg", "$defs": {**unions, **forms}}


def meaning(form: type[Form], key: Key) -> str:
    """Returns what a key means. The options have their texts in the catalogue of the device."""
    return option_does(key.name) if form is options.Options else key.meaning


def _of(kind: Any, forms: dict[str, Json]) -> Json:
    """Returns the schema of a type. Adds the forms that it refers to."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _bounded(_of(parts[0], forms), parts[1])
    if is_union(kind):
        return _any_of([_of(part, forms) for part in parts if part is not Unset])
    if origin is Literal:
        return {"enum": list(parts)} if len(parts) > 1 else {"const": parts[0]}
    if origin is tuple:
        if parts[-1] is ...:
            return {"type": "array", "items": _of(parts[0], forms)}
        kinds = [_of(part, forms) for part in parts]
        return {"type": "array", "prefixItems": kinds, "items": False, "minItems": len(kinds)}
    if origin is Mapping:
        names = {} if parts[0] is str else {"propertyNames": _of(parts[0], forms)}
        return {"type": "object", **names, "additionalProperties": _of(parts[1], forms)}
    if is_form(kind):
        return _form(kind, forms)
    return {"type": _TYPES[kind]}


def _form(form: type[Form], forms: dict[str, Json]) -> Json:
    if form.__name__ not in forms:
        forms[form.__name__] = {}  # a form may hold itself
        keys = keys_of(form)
        forms[form.__name__] = {
            "type": "object",
            "description": (form.__doc__ or "").partition("\n")[0],
            "properties": {key.key: _property(form, key, forms) for key in keys},
            "required": [key.key for key in keys if key.marks],
            "additionalProperties": False,
            **_conditions(form),
        }
    return {"$ref": f"#/$defs/{form.__name__}"}


def _conditions(form: type[Form]) -> Json:
    """Returns what a form needs beside its keys."""
    if form is deals.Hand:
        both = [{"required": list(two)} for two in combinations(("tiles", "sets", "score"), 2)]
        of_sets = [key.key for key in keys_of(form)][2:-2]
        return {
            "minProperties": 1,
            "not": {"anyOf": both},
            "dependentRequired": {key: ["sets"] for key in of_sets},
        }
    if form is deals.Win:
        return _if({"by": {"const": "rob"}}, {"required": ["from"], "properties": {"from": {"type": "string"}}})
    if form is deals.SessionDeal:
        return _won()
    if form is deals.Deal:
        return {**_won(), "allOf": [*_seats(), *_options()]}
    return {"allOf": _options()} if form is sessions.SessionHead else {}


def _won() -> Json:
    return {
        **_if({"winner": {"type": "null"}}, {"properties": {"win": {"type": "null"}}}),
        "else": {"required": ["win"], "properties": {"win": {"type": "object"}}},
    }


def _seats() -> list[Json]:
    """Returns for each number of players which seats have hands."""
    return [
        _if({"players": {"const": players}}, {"properties": {"hands": {"propertyNames": {"enum": list(of)}}}}, True)
        for players, of in SEATS.items()
    ]


def _options() -> list[Json]:
    """Returns for each rule set which options it has."""
    return [
        _if(
            {"rules": {"const": rules}},
            {
                "properties": {
                    "options": {"propertyNames": {"enum": [option.name for option in options_of(module_of(rules))]}}
                }
            },
            True,
        )
        for rules in RULE_SETS
    ]


def _if(properties: Json, then: Json, there: bool = False) -> Json:
    """Returns a condition. there: it needs these keys."""
    return {"if": {"properties": properties, **({"required": list(properties)} if there else {})}, "then": then}


def _property(form: type[Form], key: Key, forms: dict[str, Json]) -> Json:
    shown = {"description": meaning(form, key), **_of(key.kind, forms)}
    if key.default not in (MISSING, UNSET, None):
        shown["default"] = encoded(key.default)
    return shown


def _bounded(schema: Json, bounds: Bounds) -> Json:
    """Adds the bounds of a number, in whichever part of the schema the number is."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [_bounded(part, bounds) for part in schema["anyOf"]]}
    if schema.get("type") != "integer":
        return schema
    named = {"minimum": bounds.least, "maximum": bounds.most, "multipleOf": bounds.of if bounds.of > 1 else None}
    return {**schema, **{key: value for key, value in named.items() if value is not None}}


def _any_of(parts: list[Json]) -> Json:
    return parts[0] if len(parts) == 1 else {"anyOf": parts}


def schema_text() -> str:
    """Returns the file that is shipped."""
    return json.dumps(document(), indent=1) + "\n"


def main() -> None:
    """Writes the schema into the package."""
    disk.put(FILE, schema_text().encode())


if __name__ == "__main__":
    main()
