"""Scores deals, settles scores, replays sessions, moves counters and lists rules. Each function raises MinggError.

A function loads what it needs when it is called: programs start faster. A test runs the examples, with all names of the
package and this deal:

>>> hand = Hand("(222p) (345m) 678s 999s 55z")
>>> deal = Deal(rules="babcock", winner="N", win=Win(by="draw", tile="5z"), hands={"N": hand})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args, overload

from mingg_scoring.deals import _NOTHING_AGREED, Deal, Hand, House, RuleSetName, Seat, Way, Win
from mingg_scoring.forms import F, Json, answers, decoded
from mingg_scoring.json_text import MinggError
from mingg_scoring.options import Options

if TYPE_CHECKING:
    from mingg_scoring.answers import Answer, RuleSet, RuleSetLine
    from mingg_scoring.sessions import Exchange, ExchangeRequest, Replay, Session

Language = Literal["en", "de", "fr", "it", "es", "nl", "tr"]


@overload
def score(deal: Deal) -> Answer: ...
@overload
def score(deal: Sequence[Deal]) -> tuple[Answer, ...]: ...
def score(deal: Deal | Sequence[Deal]) -> Answer | tuple[Answer, ...]:
    """Returns what each hand of a deal scores, and who pays whom. Of many deals: an answer for each; an error names
    the number of the deal, from 0.

    >>> score(deal).hands["N"].score
    36
    >>> [answer.net["N"] for answer in score([deal, deal])]
    [144, 144]
    """
    if isinstance(deal, Deal):
        return _scorer()(deal)
    if not isinstance(deal, Sequence) or isinstance(deal, (str, bytes)):
        _given(deal, Deal)
    answers = []
    for number, each in enumerate(deal):
        try:
            answers.append(_scorer()(_given(each, Deal)))
        except MinggError as error:
            raise MinggError(error.message, f"/{number}{error.at}") from None
    return tuple(answers)


@cache
def _scorer() -> Callable[[Deal], Answer]:
    """Returns what scores a deal: loaded once, since an import for each deal takes time."""
    from mingg_scoring.typed import scored

    return scored


def explain(deal: Deal, language: Language = "en") -> Answer:
    """Returns the same as score(), with the reason and the page of the book for each item and each payment. The reasons
    are in a language of the device.

    >>> explain(deal).hands["N"].items[0]
    Item(id='mahjong', points=20, why='For mah-jong, whatever the hand.', source='Babcock p.35')
    >>> explain(deal, "de").payments[0].steps[1].why
    'Ost zahlt doppelt und bekommt doppelt.'
    """
    from mingg_scoring import json_answers
    from mingg_scoring.answers import Answer

    _known(language, Language, "language")
    answer: Answer = decoded(Answer, json_answers.play(_given(deal, Deal)).to_json(True, language))
    return answers(answer, deal)


def _given(value: F, kind: type[F]) -> F:
    """Returns an argument. Raises MinggError if it is of another type."""
    if not isinstance(value, kind):
        name = kind.__name__
        raise MinggError(f"this is of type {type(value).__name__}, not {name}. {name}.from_json() makes one of JSON.")
    return value


def _known(word: object, words: Any, noun: str) -> None:
    if word not in get_args(words):
        raise MinggError(f"no such {noun}. Choose one of {', '.join(get_args(words))}")


def settle(
    rules: RuleSetName,
    scores: Mapping[Seat, int],
    winner: Seat,
    by: Way = "discard",
    from_: Seat | None = None,
    *,
    options: Options = _NOTHING_AGREED,
    house: House | None = None,
    players: Literal[2, 3, 4, 5] = 4,
) -> Answer:
    """Returns who pays whom, if the players counted the scores themselves. A seat that is left out scored 0. Raises
    MinggError where the doublings count as well: by Babcock with two or five players. Its place is that in a deal of
    these hands, such as /hands/E/score.

    >>> settle("harr", {"E": 20, "S": 64}, "S", by="draw").net
    {'E': -48, 'S': 256, 'W': -104, 'N': -104}
    """
    if not isinstance(scores, Mapping):
        raise MinggError(f"this is of type {type(scores).__name__}. Write the scores by seat: {{'E': 20}}.", "/hands")
    hands: Any = {seat: Hand(score=points) for seat, points in scores.items()}
    win = Win(by=by, from_=from_)
    return score(Deal(rules=rules, options=options, house=house, players=players, winner=winner, win=win, hands=hands))


def replay(session: Session) -> Replay:
    """Plays the lines of a session, and returns how it stands at the end.

    >>> won = SessionDeal(winner="E", win=Win(by="draw"), hands={"E": Hand(sets=())})
    >>> replay(Session(rules="harr", names=("Ann", "Bo"), lines=(won,))).balances
    {'Ann': 2044, 'Bo': 1956}
    """
    from mingg_scoring import json_answers
    from mingg_scoring.sessions import Replay, Session

    played = json_answers.played(json_answers.lines_of(_given(session, Session)._lines()))
    standing: Replay = decoded(Replay, played.stands())
    for answer, deal in zip(standing.deals, played.deals, strict=True):
        answers(answer, deal, answer.seats)
    return standing


def exchange(request: ExchangeRequest) -> Exchange:
    """Returns few counters that pay everyone's gain: at most two more than the fewest.

    >>> trays = {"Ann": (2, 9, 8, 10), "Bo": (2, 9, 8, 10)}
    >>> exchange(ExchangeRequest(values=(500, 100, 10, 2), trays=trays, net={"Ann": 90, "Bo": -90})).put
    {'Ann': (0, 0, 1, 0), 'Bo': (0, 1, 0, 0)}
    """
    from mingg_scoring import json_answers
    from mingg_scoring.sessions import Exchange, ExchangeRequest

    moved: Exchange = decoded(Exchange, json_answers.exchange(_given(request, ExchangeRequest)))
    return moved


def rule_sets() -> tuple[RuleSetLine, ...]:
    """Returns the rule sets, those of the books first.

    >>> [line.id for line in rule_sets()]
    ['harr', 'harr-limit', 'babcock', 'chinese', 'bmja', 'dmjl']
    """
    from mingg_scoring import figures
    from mingg_scoring.answers import RuleSetLine

    return tuple(decoded(RuleSetLine, line) for line in figures.rule_sets())


def rule_set(
    rules: RuleSetName,
    options: Options = _NOTHING_AGREED,
    house: House | None = None,
    players: Literal[2, 3, 4, 5] = 4,
) -> RuleSet:
    """Returns a rule set in force: every figure and every option, with its page.

    >>> rule_set("babcock", Options(limit=500)).special[0].points
    500
    """
    from mingg_scoring import figures
    from mingg_scoring.answers import RuleSet

    keys: Json = {"rules": rules, "options": _given(options, Options), "players": players}
    if house is not None:
        keys["house"] = _given(house, House)
    sheet: RuleSet = decoded(RuleSet, figures.rule_set(keys))
    return sheet


SchemaName = Literal[
    "Deal",
    "SessionLine",
    "House",
    "Answer",
    "Replay",
    "ExchangeRequest",
    "Exchange",
    "RuleSets",
    "RuleSet",
    "ErrorAnswer",
]


def schema(name: SchemaName | None = None) -> dict[str, Any]:
    """Returns the JSON Schema (2020-12) of what programs send or get, by the name of its type. Without a name:
    all in one document, as `$defs`.

    >>> schema("Deal")["required"]
    ['winner', 'hands', 'rules']
    """
    import json
    import re
    from pathlib import Path

    document: Json = json.loads(Path(__file__).with_name("mingg.schema.json").read_text(encoding="utf-8"))
    if name is None:
        return document
    _known(name, SchemaName, "schema")
    every, forms = document["$defs"], dict[str, Any]()
    parts = [every[name]]
    for part in parts:
        for form in re.findall(r'"#/\$defs/(\w+)"', json.dumps(part)):
            if form not in forms:
                forms[form] = every[form]
                parts.append(every[form])
    head = {"$schema": document["$schema"], "$id": f"{document['$id']}:{name}", "title": name}
    return {**head, **every[name], "$defs": forms}
