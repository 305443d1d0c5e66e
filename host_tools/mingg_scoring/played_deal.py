"""A deal together with its answer, read from JSON and scored by the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mingg.core.deal.deal import Answer, Deal
from mingg.core.rules import Rules

from mingg_scoring.errors import refusals
from mingg_scoring.interchange.answers import answer_deal, read_standalone
from mingg_scoring.json_text import parsed


class Played(NamedTuple):
    """A deal with its rules and its answer. notes: assumptions about a typed deal."""

    rules: Rules
    round_wind: str
    deal: Deal
    answer: Answer
    notes: Sequence[str] = ()


def play(value: str | bytes | Mapping[str, Any]) -> Played:
    """Reads and scores a deal in JSON that names its own rules. Raises MinggError."""
    with refusals():
        return played(*read_standalone(parsed(value)))


def played(rules: Rules, round_wind: str, deal: Deal, notes: Sequence[str] = ()) -> Played:
    """Scores a deal that was checked. Raises BadInput if the rules do not say what is paid."""
    return Played(rules, round_wind, deal, answer_deal(deal, rules, round_wind), notes)
