"""The score of special hands: shares of the limit, losers who wait for one, flowers beside one, and the doubling that
counts alone. score.py asks only for a hand that has any of these."""

from typing import Any

from mingg.core.deal.deal import Count
from mingg.core.deal.hand import MOST, Hand
from mingg.core.rules import Rules
from mingg.core.rules.rows import ALONE, SHAPELESS, Row
from mingg.core.score.facts import Seated
from mingg.core.score.find import holds


def share_of_limit(limit: "int | None", worth: "Any") -> int:
    """The points of a Row.worth of a special hand: 2 is half the limit, (2, 5) is two fifths of it, (500,) is 500
    points. A share is rounded down to an even number, since the smallest counter is 2. It is 0 without a limit."""
    if isinstance(worth, tuple) and len(worth) == 1:
        points: int = worth[0]
        return points
    part, of = worth if isinstance(worth, tuple) else (1, worth)
    return int((limit or 0) * part // of // 2 * 2)


def flowers_beside(seated: "Seated") -> int:
    """The points for the flowers beside a special hand, doubled; 0 if the rules have none."""
    rules = seated.rules
    beside = rules.table["flowers_beside"]
    if not beside or not seated.hand.flowers:
        return 0
    points: int = sum([row.worth for row in rules.points if row.id == "flower"]) * len(seated.hand.flowers)
    for row in rules.doublings_of[seated.won()]:
        if row.id in beside:
            points <<= row.worth * int(holds(row.fact, seated))
    return points


def waits_for(seated: "Seated") -> "Row | None":
    """The row of the special hand that a losing hand waits for, or None. Purity has none: it is a doubling."""
    hand, rules = seated.hand, seated.rules
    for row in rules.waiting:
        if row.id == hand.fishing:
            if row.id in rules.table["patterns"]:
                from mingg.core.score.pattern_hands import has_flowers

                if not has_flowers(hand, row.id, rules):
                    return None
            return row
    return None


def has_no_shape(hand: "Hand", rules: "Rules") -> bool:
    """Whether a hand is named as a special hand that has no ordinary score: in modern rule sets one that is not four
    sets and a pair, or has more chows than the rules allow."""
    table = rules.table
    if SHAPELESS[0] in table["shapeless"] and any(name in table["shapeless"] for name in hand.special):
        return True
    return any(name in table["patterns"] for name in hand.special) and MOST - hand.size() > table["max_chows"]


def _cap(score: int, limit: "int | None") -> int:
    return score if limit is None else min(score, limit)


def _count_alone(count: "Count", seated: "Seated") -> None:
    """If the doubling ALONE scores more than all others, counts it with the flowers beside the hand, and drops the
    others; else drops it."""
    limit = seated.rules.limit
    alone = [doubling for doubling in count.doubled if doubling.id == ALONE]
    if not alone:
        return
    others = [doubling for doubling in count.doubled if doubling.id != ALONE]
    times = sum([doubling.times for doubling in others])
    flowers = [item for item in count.items if item.id == "flower"] if seated.rules.table["flowers_beside"] else []
    basic = count.points - sum([item.points for item in flowers])
    score = (basic << alone[0].times) + flowers_beside(seated)
    if _cap(score, limit) < _cap(count.points << times, limit):
        count.doubled, count.doublings = others, times
        count.score = count.points << times
        return
    count.items = [item for item in count.items if item not in flowers]
    count.points, count.doubled, count.doublings = basic, alone, alone[0].times
    count.score = score
    count.special, count.special_row = ALONE, alone[0].row


def add_special(count: "Count", seated: "Seated", rows: "list[Row]", limit: "int | None") -> None:
    """Sets the score and its special hand. rows: of ADDED and SPECIAL, whose facts hold. limit: of this hand."""
    rules, hand = seated.rules, seated.hand
    if count.doubled and rules.knows(ALONE):
        _count_alone(count, seated)
    if hand.fishing is not None:
        row = waits_for(seated)
        rows = [] if row is None else [row]
    if rules.added:
        for row in rows:
            if row in rules.added:
                count.score += share_of_limit(rules.limit, row.worth)
        rows = [row for row in rows if row not in rules.added]
    count.score = _cap(count.score, limit)
    # The ordinary score counts, or the greatest score of a special hand if that is as much or more.
    best, beside = 0, flowers_beside(seated) if hand.flowers else 0
    least = 0 if hand.special and has_no_shape(hand, rules) else count.score
    for row in rows:
        score = share_of_limit(rules.limit, row.worth)
        score = _cap(score + beside, rules.limit) if score else 0
        if score > best and score >= least:
            best = score
            count.special, count.special_row = row.id, row
    count.score = best or count.score
