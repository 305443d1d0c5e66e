"""The answer to a deal, written."""

from mingg.core.interchange.json_in import BadInput
from mingg.core.settlement.answer import answer
from mingg.core.settlement.settle import Unpayable

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.deal.outcome import Answer
    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules
    from mingg.core.scoring.score import Count, Doubling, Item


def answer_deal(deal: "Deal", rules: "Rules", round_wind: str) -> "Answer":
    """The answer to a deal that was read; BadInput where the rules in force do not say what is to be paid."""
    try:
        return answer(deal, rules, round_wind)
    except Unpayable as error:
        raise BadInput("/" + error.key, str(error))


def _write_item(item: "Item") -> "Json":
    keys: "Json" = {"id": item.id, "points": item.points}
    if item.slot >= 0:
        keys["major"] = item.slot >= 2
        keys["exposed"] = item.slot % 2 == 0
    if item.word is not None:
        keys["of"] = item.word
    if isinstance(item.face, str):
        keys["tile"] = item.face
    return keys


def _write_doubling(doubling: "Doubling") -> "Json":
    keys: "Json" = {"id": doubling.id, "times": doubling.times}
    if doubling.face is not None:
        keys["tile"] = doubling.face
    return keys


def _write_count(count: "Count") -> "Json":
    keys: "Json" = {
        "score": count.score,
        "points": count.points,
        "doublings": count.doublings,
        "limit": count.limit,
        "items": [_write_item(item) for item in count.items],
        "doubled": [_write_doubling(doubling) for doubling in count.doubled],
    }
    if count.special is not None:
        keys["special"] = count.special
    return keys


def write_answer(found: "Answer", deal: "Deal | None" = None) -> "Json":
    """An answer as the object that the interchange format describes; with its deal, also how tiles were arranged."""
    hands = {seat: _write_count(count) for seat, count in found.counts.items()}
    if deal is not None:
        for seat, arrangement in deal.arrangements.items():
            hands[seat]["arrangement"] = arrangement
    return {
        "hands": hands,
        "payments": [{"from": p.source, "to": p.to, "points": p.points} for p in found.payments],
        "net": found.net,
        "next": {"deal": found.deals_next},
    }
