"""The JSON Schema (2020-12) of deals, sessions and answers, made from their dataclasses.

mingg.schema.json, which is shipped beside this module, has all of them (`make manual` writes it).
"""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from mingg.core.deal.deal import SEATS
from mingg.lang import option_does

from mingg_scoring import answers, sessions
from mingg_scoring.deals import Deal, Hand, Options, SessionDeal, Win
from mingg_scoring.figures import options_of
from mingg_scoring.forms import UNSET, Bounds, Form, Json, Key, Unset, encoded, is_form, is_union, keys_of
from mingg_scoring.json_answers import RULE_SETS

FILE = Path(__file__).with_name("mingg.schema.json")
DIALECT = "https://json-schema.org/draft/2020-12/schema"
Name = Literal[
    "deal", "session-line", "exchange", "answer", "replay", "exchange-answer", "rule-sets", "rule-set", "error"
]
# What programs send and get, by the name of its schema.
FORMS: Mapping[Name, Any] = types.MappingProxyType(
    {
        "deal": Deal,
        "session-line": sessions.SessionHead | sessions.Line,
        "exchange": sessions.ExchangeRequest,
        "answer": answers.Answer,
        "replay": sessions.Replay,
        "exchange-answer": sessions.Exchange,
        "rule-sets": tuple[answers.RuleSetLine, ...],
        "rule-set": answers.RuleSet,
        "error": answers.ErrorAnswer,
    }
)
_TYPES = {int: "integer", str: "string", bool: "boolean", type(None): "null"}


def schema(name: Name | None = None) -> Json:
    """Returns the JSON Schema of what a program sends or gets: "deal", "answer" and so on. Without a name: all of them
    in one document, as `$defs`, each by its name."""
    forms: dict[str, Json] = {}
    if name is not None:
        return {"$schema": DIALECT, "title": name, **_of(FORMS[name], forms), "$defs": forms}
    named = {each: _of(form, forms) for each, form in FORMS.items()}
    return {"$schema": DIALECT, "title": "Mingg", "$defs": {**named, **forms}}


def meaning(form: type[Form], key: Key) -> str:
    """Returns what a key means. The options have their texts in the catalogue of the device."""
    return option_does(key.name) if form is Options else key.meaning


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
    if form is Hand:
        both = [{"required": list(two)} for two in combinations(("tiles", "card", "score"), 2)]
        return {"minProperties": 1, "not": {"anyOf": both}}
    if form is Win:
        return _if({"by": {"const": "rob"}}, {"required": ["from"], "properties": {"from": {"type": "string"}}})
    if form is SessionDeal:
        return _won()
    if form is Deal:
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
            {"properties": {"options": {"propertyNames": {"enum": list(options_of(rules))}}}},
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


def text() -> str:
    """Returns the file that is shipped."""
    return json.dumps(schema(), indent=1) + "\n"
