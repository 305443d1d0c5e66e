"""Makes the typed answer to a deal of the core's."""

from __future__ import annotations

from mingg.core.deal import deal as core

from mingg_scoring.answers import Answer, Doubling, HandScore, Item, Next, Payment
from mingg_scoring.deals import Deal
from mingg_scoring.forms import Frozen, Json, made
from mingg_scoring.interchange.answers import write_answer


def answered(answer: core.Answer, played: core.Deal, deal: Deal) -> Answer:
    """Returns the answer of the core to a deal, which the core played."""
    keys = write_answer(answer, played)
    fields = {
        "hands": Frozen({seat: _score_of(hand) for seat, hand in keys["hands"].items()}),
        "payments": tuple(
            [made(Payment, {"from_": of.source, "to": of.to, "points": of.points}) for of in answer.payments]
        ),
        "net": Frozen(answer.net),
        "next": made(Next, keys["next"]),
        "_deal": deal,
    }
    return made(Answer, fields)


def _score_of(hand: Json) -> HandScore:
    if hand == _NO_POINTS:
        return _NOTHING
    hand["items"] = tuple([made(Item, item) for item in hand["items"]])
    hand["doubled"] = tuple([made(Doubling, doubling) for doubling in hand["doubled"]])
    return made(HandScore, hand)


_NO_POINTS: Json = {"score": 0, "points": 0, "doublings": 0, "limit": False, "items": [], "doubled": []}
_NOTHING = HandScore(score=0, points=0, doublings=0, limit=False, items=(), doubled=())
