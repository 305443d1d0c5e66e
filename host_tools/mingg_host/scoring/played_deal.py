"""A deal together with its answer, read from JSON and scored by the core."""

from __future__ import annotations

from typing import Any, NamedTuple

from mingg_host.scoring.interchange.answers import answer_deal, read_standalone
from mingg_host.scoring.json_text import parse


class Played(NamedTuple):
    """A deal with its rules and its answer."""

    rules: Any  # rules.Rules
    round_wind: str
    deal: Any  # deal.Deal
    answer: Any  # answer.Answer


def play(data: bytes) -> Played:
    """Reads and scores a deal in JSON that names its own rules. Raises BadInput, which says where it is wrong."""
    return played(parse(data))


def played(value: Any) -> Played:
    """Does the same with a JSON value."""
    rules, round_wind, deal = read_standalone(value)
    return Played(rules, round_wind, deal, answer_deal(deal, rules, round_wind))
