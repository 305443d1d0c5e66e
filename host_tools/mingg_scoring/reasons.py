"""The reasons of an answer: for each figure why it counts, and the page of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mingg.core.deal.card import Card
from mingg.core.explain import explain, paid
from mingg.core.score.hand import Hand
from mingg.lang import because

from mingg_scoring.interchange.answers import write_answer

if TYPE_CHECKING:
    from mingg.core.rules import Rules

    from mingg_scoring.json_answers import Played

Json = dict[str, Any]


def reason(why: explain.Why) -> dict[str, str]:
    """Returns a reason as keys of the interchange format."""
    return {"why": because(why.key, why.figures), "source": why.source}


def limit_of(rules: Rules) -> Json:
    """Returns the limit with its reason."""
    return {"points": rules.limit, **reason(explain.of_limit(rules))}


def _hand_of(played: Played, seat: str) -> Hand:
    """Returns a seat's hand as it was counted."""
    deal = played.deal
    win = deal.win if seat == deal.winner else None
    return Hand(deal.cards.get(seat) or Card(), seat, played.round_wind, win, played.rules, deal.streak)


def explained_answer(played: Played) -> Json:
    """Returns the answer with "why" and "source" at each item, each doubling, each addition after them (`added`), each
    hand with a score from a special hand or the limit, and each of the `steps` of a payment."""
    rules, answer = played.rules, write_answer(played.answer, played.deal)
    for seat, count in played.answer.counts.items():
        hand, answered = _hand_of(played, seat), answer["hands"][seat]
        for item, entry in zip(count.items, answered["items"], strict=True):
            entry.update(reason(explain.of_item(item, rules)))
        for doubling, entry in zip(count.doubled, answered["doubled"], strict=True):
            entry.update(reason(explain.of_doubling_row(doubling.row, rules)))
        added = [{"id": part.id, "points": part.points, **reason(part.why)} for part in explain.of_added(hand, count)]
        if added:
            answered["added"] = added
        score = explain.of_score(count, hand)
        if score is not None:
            answered.update(reason(score))
    for payment, entry in zip(played.answer.payments, answer["payments"], strict=True):
        steps = paid.steps(payment, played.deal, played.answer, rules)
        entry["steps"] = [{"shown": step.shown, **reason(step.why)} for step in steps]
    return answer


def points_of_special(played: Played, seat: str) -> int | None:
    """Returns the points of the special hand that set a score, if points for flowers were added to it; else None."""
    return explain.share_of_special(played.answer.counts[seat], _hand_of(played, seat))
