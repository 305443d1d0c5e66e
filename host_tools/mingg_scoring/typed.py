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
    fields = {
        "hands": Frozen({seat: _score_of(count, hands.get(seat)) for seat, count in answer.counts.items()}),
        "payments": tuple(
            [made(Payment, {"from_": of.source, "to": of.to, "points": of.points}) for of in answer.payments]
        ),
        "net": Frozen(answer.net),
        "next": made(Next, {"deal": answer.deals_next}),
        "_deal": deal,
    }
    return made(Answer, fields)


def _score_of(count: core.Count, hand: Hand | None) -> HandScore:
    arrangement = None if hand is None else hand.arrangement
    if not (count.items or count.doubled or arrangement or count.score or count.limit):
        return _NOTHING
    fields = {
        "score": count.score,
        "points": count.points,
        "doublings": count.doublings,
        "limit": count.limit,
        "items": tuple([_item_of(item) for item in count.items]),
        "doubled": tuple([_doubling_of(doubling) for doubling in count.doubled]),
    }
    if count.special is not None:
        fields["special"] = count.special
    if arrangement is not None:
        fields["arrangement"] = arrangement
    return made(HandScore, fields)


def _item_of(item: core.Item) -> Item:
    fields = {"id": item.id, "points": item.points}
    if item.slot >= 0:
        fields["major"] = item.slot >= 2
        fields["exposed"] = item.slot % 2 == 0
    if item.word is not None:
        fields["of"] = item.word
    if item.face is not None:
        fields["tile"] = item.face
    return made(Item, fields)


def _doubling_of(doubling: core.Doubling) -> Doubling:
    fields = {"id": doubling.id, "times": doubling.times}
    if doubling.face is not None:
        fields["tile"] = doubling.face
    return made(Doubling, fields)


_NOTHING = HandScore(score=0, points=0, doublings=0, limit=False, items=(), doubled=())
