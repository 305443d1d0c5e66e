"""Explains what only modern rule sets count: special hands, losers who wait for one, and flowers beside them."""

from mingg.core.rules.rows import HOUSE, LOSER
from mingg.core.scoring.modern_score import PURITY, flowers_beside, share_of_limit, waits_for
from mingg.core.scoring.score import find

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Count
    from mingg.core.rules.rows import Row
    from mingg.core.scoring.facts import Hand

# Facts that score half the limit in their rule sets.
_HALF = ("all_pair_honours", "knitting", "triple_knitting", "seven_twins")


def special_key(row: "Row") -> "tuple[str, tuple[int, ...]]":
    """The (key, figures) of explain.Why for a special hand, for one that a loser waits for, or for Purity."""
    if row.id == PURITY:
        return "special purity", ()
    shares = "waiting" if row.who == LOSER else "special"
    if isinstance(row.worth, tuple):
        if len(row.worth) == 1:
            return shares + " points", row.worth
        return "%s %d %d" % (shares, row.worth[0], row.worth[1]), ()
    plain = 3 if row.fact == "thirteen" else 2 if row.fact in _HALF or row.fact == "first_discard" else 1
    return "special %s %d" % (row.fact if row.worth == plain and row.source != HOUSE else HOUSE, row.worth), ()


def special_row(special: str, hand: "Hand") -> "Row":
    """The row of the special hand that set a score. Raises LookupError if there is none."""
    rules = hand.rules
    waiting = None if hand.won() else waits_for(hand)
    if waiting is not None:
        return waiting
    for row in rules.doublings if special == PURITY else rules.special:
        if row.id == special and find(row.fact)(hand):
            return row
    raise LookupError("no special hand %s" % special)


def share_of_special(count: "Count", hand: "Hand") -> "int | None":
    """The points of the special hand that set a score, if points for flowers were added to it; else None. None for
    Purity too, which is a doubling and has no points."""
    if count.special is None or count.special == PURITY or not beside(hand):
        return None
    return share_of_limit(hand.rules.limit, special_row(count.special, hand).worth)


def beside(hand: "Hand") -> "list[tuple[int, str]]":
    """[(points, source)] of the flowers beside a special hand; [] if there are none."""
    points = flowers_beside(hand)
    return [(points, "Special hands")] if points else []
