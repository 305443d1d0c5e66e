"""Reads deals out of files and pipes: JSON and JSON Lines, with nothing guessed."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, NoReturn

from mingg.core.interchange.answers import answer_deal
from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.tables import read_standalone
from mingg.core.interchange.text_in import check_text


class Played(NamedTuple):
    """A deal in its place, and the answer to it."""

    rules: Any  # rules.Rules
    round_wind: str
    deal: Any  # deal.Deal
    answer: Any  # answer.Answer


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadInput("", f"the key {json.dumps(key)} stands twice in one object")
        found[key] = value
    return found


def _no_number(word: str) -> NoReturn:
    raise BadInput("", f"{word} is no number of JSON")


def parse(data: bytes) -> Any:
    """One JSON value; BadInput where it is none, or ambiguous, or a text in it is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput("", f"not UTF-8: byte {error.start + 1}") from None
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        if "\\u" in text:
            check_text(value, "")
    except json.JSONDecodeError as error:
        raise BadInput("", f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("", "not JSON that a deal can be: too deep, or a number too long") from None
    return value


def play(data: bytes) -> Played:
    """A deal that names its own table, read and answered; BadInput says where it is wrong."""
    return played(parse(data))


def played(value: Any) -> Played:
    """The same of a JSON value that was read."""
    rules, round_wind, deal = read_standalone(value)
    return Played(rules, round_wind, deal, answer_deal(deal, rules, round_wind))
