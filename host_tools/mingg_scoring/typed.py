"""Makes the typed answer to a deal of the core's."""

from __future__ import annotations

from mingg.core.deal import deal as core
from mingg.core.deal.hand import Hand

from mingg_scoring.answers import Answer, Doubling, HandScore, Item, Next, Payment
from mingg_scoring.deals import Deal
from mingg_scoring.forms import Frozen, made


def answered(answer: core.Answer, played: core.Deal, deal: Deal) -> Answer:
    """Returns the answer of the core to a deal, which the core played."""
    hands = played.hands
    return made(
        Answer,
        hands=Frozen({seat: _score_of(count, hands.get(seat)) for seat, count in answer.counts.items()}),
        payments=tuple([made(Payment, from_=of.source, to=of.to, points=of.points) for of in answer.payments]),
        net=Frozen(answer.net),
        next=made(Next, deal=answer.deals_next),
        _deal=deal,
    )


def _score_of(count: core.Count, hand: Hand | None) -> HandScore:
    arrangement = None if hand is None else hand.arrangement
    if not (count.items or count.doubled or arrangement or count.score or count.limit):
        return _NOTHING
    return made(
        HandScore,
        score=count.score,
        points=count.points,
        doublings=count.doublings,
        limit=count.limit,
        items=tuple([_item_of(item) for item in count.items]),
        doubled=tuple([made(Doubling, id=of.id, times=of.times, tile=of.face) for of in count.doubled]),
        special=count.special,
        arrangement=arrangement,
    )


def _item_of(item: core.Item) -> Item:
    name, points, slot, word, _, tile, _ = item
    if slot < 0:
        return made(Item, id=name, points=points, of=word, tile=tile)
    return made(Item, id=name, points=points, major=slot >= 2, exposed=slot % 2 == 0, of=word, tile=tile)


_NOTHING = HandScore(score=0, points=0, doublings=0, limit=False, items=(), doubled=())
