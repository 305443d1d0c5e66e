"""Adds the reason and the page of the book to each part of an answer."""

from __future__ import annotations

from typing import Any

from mingg.core.deal.card import Card
from mingg.core.explain import explain, paid
from mingg.core.score.hand import Hand
from mingg.lang import because

from mingg_scoring.interchange.answers import write_answer
from mingg_scoring.played_deal import Played


def hand_of(played: Played, seat: str) -> Hand:
    """Returns a seat's hand as it was counted."""
    deal = played.deal
    win = deal.win if seat == deal.winner else None
    return Hand(deal.cards.get(seat) or Card(), seat, played.round_wind, win, played.rules, deal.streak)


def sentence(why: explain.Why) -> str:
    """Returns a reason in words, without its source."""
    return because(why.key, why.figures)


def keys(why: explain.Why) -> dict[str, str]:
    """Returns a reason as keys of the interchange format."""
    return {"why": sentence(why), "source": why.source}


def write_explained(played: Played) -> dict[str, Any]:
    """Returns the answer with "why" and "source" at each item, each doubling, each addition after them (`added`), each
    hand with a score from a special hand or the limit, and each of the `steps` of a payment."""
    answer: dict[str, Any] = write_answer(played.answer, played.deal)
    for seat, count in played.answer.counts.items():
        hand, answered = hand_of(played, seat), answer["hands"][seat]
        for item, entry in zip(count.items, answered["items"], strict=True):
            entry.update(keys(explain.of_item(item, hand.rules)))
        for doubling, entry in zip(count.doubled, answered["doubled"], strict=True):
            entry.update(keys(explain.of_doubling_row(doubling.row, hand.rules)))
        added = [{"id": part.id, "points": part.points, **keys(part.why)} for part in explain.of_added(hand, count)]
        if added:
            answered["added"] = added
        score = explain.of_score(count, hand)
        if score is not None:
            answered.update(keys(score))
    for payment, entry in zip(played.answer.payments, answer["payments"], strict=True):
        entry["steps"] = [
            {"shown": step.shown, **keys(step.why)}
            for step in paid.steps(payment, played.deal, played.answer, played.rules)
        ]
    return answer
