"""Scores typed deals."""

from __future__ import annotations

from functools import lru_cache

from mingg.core.deal import deal as core
from mingg.core.deal.hand import Hand

from mingg_scoring.answers import Answer, Doubling, HandScore, Item, Next, Payment
from mingg_scoring.deals import Deal
from mingg_scoring.forms import Frozen, made
from mingg_scoring.interchange.answers import write_count, write_doubling, write_item
from mingg_scoring.json_answers import play

# What an answer is made of does not change, so answers share it: the same pungs and payments come again and again.
_remembered = lru_cache(maxsize=1 << 12)


def scored(deal: Deal) -> Answer:
    """Returns the answer to a deal. Raises MinggError."""
    _, played, answer = play(deal)[:3]
    hands = played.hands
    fields = {
        "hands": Frozen({seat: _score_of(count, hands.get(seat)) for seat, count in answer.counts.items()}),
        "payments": tuple([_payment(*payment) for payment in answer.payments]),
        "net": Frozen(answer.net),
        "next": _next(answer.deals_next),
        "_deal": deal,
    }
    return made(Answer, fields)


def _score_of(count: core.Count, hand: Hand | None) -> HandScore:
    if not count.items and not count.doubled and hand is None:
        return _NOTHING
    keys = write_count(count, hand, _item, _doubling)
    keys["items"], keys["doubled"] = tuple(keys["items"]), tuple(keys["doubled"])
    return made(HandScore, keys)


_NOTHING = HandScore(score=0, points=0, doublings=0, limit=False, items=(), doubled=())


def _item(item: core.Item, tile: str | None) -> Item:
    return _item_of(item.id, item.points, item.slot, item.word, tile)


@_remembered
def _item_of(name: str, points: int, slot: int, word: str | None, tile: str | None) -> Item:
    return made(Item, write_item(core.Item(name, points, slot, word, 0, -1, None), tile))


def _doubling(doubling: core.Doubling, tile: str | None) -> Doubling:
    return _doubling_of(doubling.id, doubling.times, tile)


@_remembered
def _doubling_of(name: str, times: int, tile: str | None) -> Doubling:
    return made(Doubling, write_doubling(core.Doubling(name, times, -1, None), tile))


@_remembered
def _payment(source: str, to: str, points: int) -> Payment:
    return made(Payment, {"from_": source, "to": to, "points": points})


@_remembered
def _next(deal: str) -> Next:
    return made(Next, {"deal": deal})
