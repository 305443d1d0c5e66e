"""The facts that rows of the rule tables name. Here are those that Harr's and Babcock's own games use; seldom_facts.py
and rare_facts.py have those that only options and the other rule sets use.

A fact is a number: what a hand must have one of (below). Or it is a tuple of such a number and a function of the
Seated hand, which is asked then: how many times the fact holds, or the word of a last set; nothing: not at all.
A fact that only sets make is the sum of their classes and their ways.
"""

from typing import Any

from mingg.core.deal.deal import Win
from mingg.core.deal.hand import (
    ANY,
    BOTH,
    CONCEALED,
    DRAGON,
    KONGS,
    MOST,
    OF_ROUND,
    OWN,
    PAIR,
    PUNGS,
    SETS,
    SIMPLE,
    Hand,
)
from mingg.core.rules import Rules

# What a hand and its win have, beside the classes and the ways of its pungs and kongs, and PAIR: bits of a number, in
# which a small integer of MicroPython has no more room.
ALWAYS, FOUR, FLOWERS, FULL, HALF, HONOURS = 0x2000, 0x4000, 0x8000, 0x10000, 0x20000, 0x40000
ROB, LOOSE, OPENING, ONLY_PLACE = 0x80000, 0x100000, 0x200000, 0x400000
LAST_SET, DRAWN, LAST = 0x800000, 0x1000000, 0x2000000
TOLD = 1 << 26  # a special hand is named
ORIGINAL = 1 << 27  # such a hand has no drawn tile and waited for none (Harr, Example 16; Babcock, Fig. 26): so no more
# A loose tile that replaces a flower counts as one from the wall (Babcock p.35).
FROM_WALL, AFTER_KONG = 1 << 28, 1 << 29
_OF_SUIT = {"mixed": ALWAYS, "full": ALWAYS | FULL, "half": ALWAYS | HALF, "honours": ALWAYS | HONOURS}

# Special hands of seven pairs.
_OF_PAIRS = ("seven_twins", "all_pair_honours")


class Seated:
    """A hand with its seat and the winner's Win (None: a losing hand).

    points  the sum of the earlier rows, without flowers: for the fact "nothing_else"
    streak  how many deals in a row East has won, this one included
    order   a number for each set, sorted: kind << 6 | slot << 4 | its place; kind: 0 a pung, 1 a kong, 2 a pair
    has     what the hand and its win have, in one number
    """

    def __init__(self, hand: "Hand", seat: str, win: "Win | None", rules: "Rules", streak: int = 0) -> None:
        self.hand = hand
        self.seat = seat
        self.win: "Win | Any" = win  # Any: facts that read it are only asked of winners
        self.rules = rules
        self.streak = streak
        self.points = 0
        order = []
        has = _OF_SUIT[hand.suit]
        size = 0
        for place, item in enumerate(hand.sets):
            code = place if item & SIMPLE else place | 32
            if item & CONCEALED:
                code |= 16
            if item & PAIR:
                code |= 128
                has |= PAIR
            else:
                size += 1
                has |= item
                if item & KONGS:
                    code |= 64
            order.append(code)
        order.sort()
        self.order = order
        if size == MOST:
            has |= FOUR
        if hand.special:
            has |= TOLD
        if hand.flowers:
            has |= FLOWERS
        self.has = has if win is None else has | _of_win(hand, win, has)

    def won(self) -> bool:
        return self.win is not None


def _of_win(hand: "Hand", win: "Win", has: int) -> int:
    """What a winning hand has besides."""
    by = win.by
    more = ROB if by == "rob" else 0
    if by == "loose":
        more = LOOSE | AFTER_KONG if has & KONGS else LOOSE
    if win.opening is not None:
        more |= OPENING
        if win.opening == "original":
            return more | ORIGINAL
    if by == "draw" or by == "loose":
        more |= DRAWN
        if not more & AFTER_KONG:
            more |= FROM_WALL
        if win.last:
            more |= LAST
    if hand.only_place:
        more |= ONLY_PLACE
    if hand.last_set is not None:
        more |= LAST_SET
    return more


def of_pairs(hand: "Hand", rules: "Rules") -> bool:
    """Whether a hand is named as one of seven pairs."""
    for name in hand.special:
        if name in _OF_PAIRS:
            return True
        if name in rules.table["patterns"]:
            from mingg.core.score.pattern_hands import is_of_pairs

            if is_of_pairs(name, rules):
                return True
    return False


def _nothing_else(seated: Seated) -> bool:
    return bool(seated.points == seated.rules.mahjong)


def _nothing_but_drawn(seated: Seated) -> bool:
    if seated.win.hidden:
        return False
    points = seated.rules.mahjong
    for row in seated.rules.points:
        if row.id == "drawn":
            points += row.worth
    return seated.points == points


FACTS: "dict[str, Any]" = {
    "won": ALWAYS,
    "no_chows": FOUR,
    "drawn": DRAWN,
    "drawn_from_wall": FROM_WALL,
    "loose": LOOSE,
    "loose_kong": AFTER_KONG,
    "only_place": ONLY_PLACE,
    # Babcock p.33, a tile that was mixed in unshown proves nothing.
    "only_place_shown": (ONLY_PLACE, lambda seated: not seated.win.hidden),
    "robbed": ROB,
    "last": LAST,
    "nothing_else": (ALWAYS, _nothing_else),
    "nothing_else_shown": (ALWAYS, lambda seated: _nothing_else(seated) and not seated.win.hidden),
    "nothing_but_drawn": (FROM_WALL, _nothing_but_drawn),
    "pungs": ANY | PUNGS,
    "kongs": ANY | KONGS,
    "pairs": ANY | PAIR,
    "dragons": DRAGON | SETS,
    "seat_wind": OWN | SETS,
    "round_wind": OF_ROUND | SETS,
    "seat_wind_in_own_round": BOTH | SETS,
    "half_suit": HALF,
    "full_suit": FULL,
    "all_honours": HONOURS,
    "original": ORIGINAL,
    "original_unlimited": (ORIGINAL, lambda seated: seated.rules.limit is None),
    "first_discard": (OPENING, lambda seated: seated.win.opening == "first-discard"),
    "thirteen": (OPENING, lambda seated: seated.win.opening == "thirteen"),
}
