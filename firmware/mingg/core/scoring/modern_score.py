"""The score of a hand by a modern rule set: special hands, losers who wait for one, flowers beside a special hand, and
Purity. score.py counts points and doublings."""

from mingg.core.scoring.facts import FACTS
from mingg.core.scoring.modern_facts import fishing, is_shapeless
from mingg.core.scoring.special_facts import seldom

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Count
    from mingg.core.rules import Rules
    from mingg.core.rules.rows import Row
    from mingg.core.scoring.facts import Hand

PURITY = "purity"
# The doublings that also count for the flowers beside a special hand.
BESIDE = ("own-flower", "flower-series", "last-discard")


def share_of_limit(limit: "Any", worth: "int | tuple[int, ...]") -> int:
    """The points of a Row.worth: 2 is half the limit, (2, 5) is two fifths of it, (500,) is 500 points.

    A share is rounded down to an even number, since the smallest counter is 2. If limit is None, worth must be points.
    """
    if isinstance(worth, tuple):
        if len(worth) == 1:
            return worth[0]
        return int(limit * worth[0] // worth[1] // 2 * 2)
    return int(limit // worth // 2 * 2)


def prepared(rules: "Rules") -> "list[Any]":
    """The result of score.prepare(), with finish() as the last function. Raises KeyError if a row names no fact.

    The facts of a winner always include ADDED and SPECIAL: a special hand can have points even without a limit.
    """
    of_both: "list[Any]" = []
    for won in (False, True):
        tables: "list[Any]" = [rules.points_of(won), rules.doublings_of(won)]
        if won:
            tables += [rules.added, rules.special]
        of_both.append(tuple([tuple([_found(row.fact) for row in rows]) for rows in tables]))
    of_both.append(finish)
    return of_both


def _found(fact: str) -> "Any":
    return FACTS[fact] if fact in FACTS else seldom(fact)


def flowers_beside(hand: "Hand") -> int:
    """The points for the flowers beside a special hand, doubled; 0 if the rules have none."""
    rules = hand.rules
    number = len(hand.card.flowers)
    if not number or "flowers_beside" not in rules.table:
        return 0
    points: int = sum([row.worth for row in rules.points if row.id == "flower"]) * number
    for row in rules.doublings_of(hand.won()):
        if row.id in BESIDE:
            points <<= row.worth * int(_found(row.fact)(hand))
    return points


def waits_for(hand: "Hand") -> "Row | None":
    """The row of the special hand that a losing hand waits for, or None. Purity has none: it is a doubling."""
    table = hand.rules.table
    for row in table.get("fishing", ()):
        if row.id == fishing(hand.card):
            if row.id in table.get("patterns", ()):
                from mingg.core.scoring.pattern_cards import has_flowers

                if not has_flowers(hand.card, row.id, hand.rules):
                    return None
            found: "Row" = row
            return found
    return None


def _cap(score: int, limit: "int | None") -> int:
    return score if limit is None else min(score, limit)


def _count_purity(count: "Count", hand: "Hand") -> None:
    """Counts a pure hand in the way that scores more: with the doublings of Purity alone and the flowers beside it, or
    with the ordinary doublings. Sets score, doublings and items. Does nothing for any other hand."""
    limit = hand.rules.limit
    pure = [doubling for doubling in count.doubled if doubling.id == PURITY]
    if not pure:
        return
    others = [doubling for doubling in count.doubled if doubling.id != PURITY]
    times = sum([doubling.times for doubling in others])
    flowers = [item for item in count.items if item.id == "flower"]
    is_beside = "flowers_beside" in hand.rules.table
    basic = count.points - sum([item.points for item in flowers]) if is_beside else count.points
    score = (basic << pure[0].times) + flowers_beside(hand)
    if _cap(score, limit) < _cap(count.points << times, limit):
        count.doubled, count.doublings = others, times
        count.score = count.points << times
        return
    if is_beside:
        count.items = [item for item in count.items if item not in flowers]
        count.points = basic
    count.doubled, count.doublings = pure[:1], pure[0].times
    count.score = score
    count.special = PURITY


def finish(count: "Count", hand: "Hand", facts: "tuple[Any, ...]") -> None:
    """Sets the score, its special hand, and whether it is the limit. facts: the winner's or the loser's, from
    prepared()."""
    rules = hand.rules
    limit = rules.limit
    won = hand.win is not None
    count.score = count.points << count.doublings
    _count_purity(count, hand)
    special: "list[Row]" = []
    if won:
        added, hands = facts[2:]
        for i in range(len(added)):
            if limit is not None and added[i](hand):
                count.score += share_of_limit(limit, rules.added[i].worth)
        special = [rules.special[i] for i in range(len(hands)) if hands[i](hand)]
    elif fishing(hand.card) is not None:
        row = waits_for(hand)
        special = [] if row is None else [row]
    if limit is not None and (won or rules.table["caps_losers"]):
        count.score = min(count.score, limit)
    # A hand that is not four sets and a pair has no ordinary score.
    best = 0
    least = 0 if won and is_shapeless(hand.card, rules) else count.score
    for row in special:
        if limit is not None or (isinstance(row.worth, tuple) and len(row.worth) == 1):
            score = _cap(share_of_limit(limit, row.worth) + flowers_beside(hand), limit)
            if score > best and score >= least:
                best = score
                count.special = row.id
    if best:
        count.score = best
    count.limit = limit is not None and count.score == limit and (won or rules.table["caps_losers"])
