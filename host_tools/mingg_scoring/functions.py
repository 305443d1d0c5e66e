"""Scores deals, settles scores, replays sessions, moves counters and lists rules. Each function raises MinggError.

A function loads what it needs when it is called: programs start faster.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args

from mingg_scoring.deals import NOTHING_AGREED, Deal, Hand, House, RuleSetName, Seat, Way, Win
from mingg_scoring.forms import Form, encoded
from mingg_scoring.json_text import MinggError
from mingg_scoring.options import Options

if TYPE_CHECKING:
    from mingg_scoring.answers import Answer, RuleSet, RuleSetLine
    from mingg_scoring.sessions import Exchange, ExchangeRequest, Replay, Session


def score(deal: Deal) -> Answer:
    """Returns what each hand of a deal scores, and who pays whom."""
    return _answer(deal, False)


def explain(deal: Deal) -> Answer:
    """Returns the same as score(), with the reason and the page of the book for each item and each payment."""
    return _answer(deal, True)


def _answer(deal: Deal, explained: bool) -> Answer:
    from mingg_scoring import json_answers
    from mingg_scoring.answers import Answer, answered

    played = json_answers.play(_json(deal, Deal))
    return Answer.of_json(played.to_json(True)) if explained else answered(played.answer, played.deal)


def _json(value: Form, kind: type[Form]) -> Any:
    if not isinstance(value, kind):
        given = f"this is of type {type(value).__name__}, not {kind.__name__}"
        raise MinggError(f"{given}. {kind.__name__}.from_json() makes one of JSON.")
    return value.to_json()


def settle(
    scores: Mapping[Seat, int],
    winner: Seat,
    by: Way = "discard",
    from_: Seat | None = None,
    *,
    rules: RuleSetName,
    options: Options = NOTHING_AGREED,
    house: House | None = None,
    players: Literal[2, 3, 4, 5] = 4,
) -> Answer:
    """Returns who pays whom, if the players counted the scores themselves. A seat that is left out scored 0. Raises
    MinggError where the doublings count as well: by Babcock with two or five players."""
    hands = {seat: Hand(score=points) for seat, points in scores.items()}
    win = Win(by=by, from_=from_)
    deal = Deal(rules=rules, options=options, house=house, players=players, winner=winner, win=win, hands=hands)
    return score(deal)


def replay(session: Session) -> Replay:
    """Plays the lines of a session, and returns how it stands at the end."""
    from mingg_scoring import json_answers
    from mingg_scoring.sessions import Replay, Session

    return Replay.of_json(json_answers.replay(json_answers.lines_of(_json(session, Session))))


def exchange(request: ExchangeRequest) -> Exchange:
    """Returns few counters that pay everyone's gain: at most two more than the fewest."""
    from mingg_scoring import json_answers
    from mingg_scoring.sessions import Exchange, ExchangeRequest

    return Exchange.of_json(json_answers.exchange(_json(request, ExchangeRequest)))


def rule_sets() -> tuple[RuleSetLine, ...]:
    """Returns the rule sets, those of the books first."""
    from mingg_scoring import figures
    from mingg_scoring.answers import RuleSetLine

    return tuple(map(RuleSetLine.of_json, figures.rule_sets()))


def rule_set(
    rules: RuleSetName,
    options: Options = NOTHING_AGREED,
    house: House | None = None,
    players: Literal[2, 3, 4, 5] = 4,
) -> RuleSet:
    """Returns a rule set in force: every figure and every option, with its page."""
    from mingg_scoring import figures
    from mingg_scoring.answers import RuleSet

    keys = {"rules": rules, "options": encoded(options), "players": players}
    return RuleSet.of_json(figures.rule_set(keys if house is None else {**keys, "house": encoded(house)}))


SchemaName = Literal[
    "deal", "session-line", "exchange", "answer", "replay", "exchange-answer", "rule-sets", "rule-set", "error"
]


def schema(name: SchemaName | None = None) -> dict[str, Any]:
    """Returns the JSON Schema (2020-12) of what a program sends or gets. Without a name: all of them in one document,
    as `$defs`, each by its name."""
    import json
    import re
    from pathlib import Path

    document: dict[str, Any] = json.loads(Path(__file__).with_name("mingg.schema.json").read_text(encoding="utf-8"))
    if name is None:
        return document
    if name not in get_args(SchemaName):
        raise MinggError(f"no such schema. Choose one of {', '.join(get_args(SchemaName))}")
    every, forms, parts = document["$defs"], dict[str, Any](), [document["$defs"][name]]
    for part in parts:
        for form in re.findall(r'"#/\$defs/(\w+)"', json.dumps(part)):
            if form not in forms:
                forms[form] = every[form]
                parts.append(every[form])
    return {"$schema": document["$schema"], "title": name, **every[name], "$defs": forms}
