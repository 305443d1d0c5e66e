"""A deal together with its answer, read from JSON and scored by the core."""

from __future__ import annotations

from typing import Any, NamedTuple

from mingg_host.common.json_text import parse
from mingg_host.scoring.interchange.answers import answer_deal, read_standalone


class Played(NamedTuple):
    """A deal in its place, and the answer to it."""

    rules: Any  # rules.Rules
    round_wind: str
    deal: Any  # deal.Deal
    answer: Any  # answer.Answer


def play(data: bytes) -> Played:
    """A deal that names its own table, read and answered; BadInput says where it is wrong."""
    return played(parse(data))


def played(value: Any) -> Played:
    """The same of a JSON value that was read."""
    rules, round_wind, deal = read_standalone(value)
    return Played(rules, round_wind, deal, answer_deal(deal, rules, round_wind))
