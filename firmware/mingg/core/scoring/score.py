"""The count of one hand: points, then doublings, then the limit. Knows cards and rule tables, nothing of tiles."""

from collections import namedtuple

from mingg.core.deal.winds import WINDS
from mingg.core.scoring.facts import Hand, find

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Win
    from mingg.core.rules import DoublingRow, PointsRow, Rules

    Fact = Callable[[Hand], Any]

# slot: the class of a set (card.SIMPLE_EXPOSED ...), -1 for what is no set; word: the kind of pair or of filling;
# face: the tile, where that is known.
Item = namedtuple("Item", ("id", "points", "slot", "word", "face"))
Doubling = namedtuple("Doubling", ("id", "times", "face"))


class Count:
    """score after the limit; points and doublings of the ordinary count; limit: the score is the limit;
    special: the special hand that set the score, or None; items and doubled: lists of Item and Doubling."""

    def __init__(self) -> None:
        self.score = 0
        self.points = 0
        self.doublings = 0
        self.limit = False
        self.special: "str | None" = None
        self.items: "list[Item]" = []
        self.doubled: "list[Doubling]" = []


def _set_items(
    items: "list[Item]", card: "Card", item: str, counts: "list[int]", worth: "tuple[int, ...]", base: int
) -> int:
    points = 0
    for slot in range(4):
        if counts[slot]:
            for index in range(counts[slot]):
                items.append(Item(item, worth[slot], slot, None, card.face(base + slot, index)))
            points += counts[slot] * worth[slot]
    return points


def _word_items(items: "list[Item]", card: "Card", item: str, words: "list[str]", worth: "dict[str, int]") -> int:
    points = 0
    for index, word in enumerate(words):
        if worth.get(word):
            items.append(Item(item, worth[word], -1, word, card.face(8, index) if item == "pair" else None))
            points += worth[word]
    return points


def _facts_of(rows: "tuple[Any, ...]") -> "tuple[Fact, ...]":
    return tuple([find(row[1]) for row in rows])


def _asked(rules: "Rules", won: bool) -> "tuple[tuple[Fact, ...], ...]":
    """The facts that the rows ask for, of a winner or of a loser, in the order of the rows; found once."""
    asked: "tuple[tuple[Fact, ...], ...] | None" = rules.asked[won]
    if asked is None:
        asked = (_facts_of(rules.points_of(won)), _facts_of(rules.doublings_of(won)))
        if won and rules.limit is not None:
            asked += (_facts_of(rules.added), _facts_of(rules.special))
        rules.asked[won] = asked
    return asked


def _add_points(count: Count, hand: Hand, rows: "tuple[PointsRow, ...]", facts: "tuple[Fact, ...]") -> None:
    items = count.items
    card = hand.card
    for at in range(len(facts)):
        found = facts[at](hand)
        if found:
            item, _fact, worth, _who, _source = rows[at]
            if isinstance(worth, tuple):
                if any(found):
                    hand.points += _set_items(items, card, item, found, worth, 4 if item == "kong" else 0)
            elif isinstance(worth, dict):
                hand.points += _word_items(items, card, item, found, worth)
            elif item == "flower":
                for number in card.flowers:
                    items.append(Item(item, worth, -1, None, "%df" % number))
                count.points += worth * len(card.flowers)
            else:
                items.append(Item(item, worth, -1, None, None))
                hand.points += worth
    count.points += hand.points


_DRAGONS = ["5z", "6z", "7z"]


def _tiles_of(item: str, hand: Hand) -> "list[str]":
    """The tiles whose sets double by this name."""
    if item == "dragon":
        return _DRAGONS
    winds = hand.round_wind if item == "round-wind" else hand.rules.own_winds(hand.seat)
    return ["%dz" % (WINDS.index(wind) + 1) for wind in winds]


def _add_doublings(count: Count, hand: Hand, rows: "tuple[DoublingRow, ...]", facts: "tuple[Fact, ...]") -> None:
    for at in range(len(facts)):
        found = facts[at](hand)
        if found:
            item, _fact, times, _who, _source = rows[at]
            tiles = None
            if hand.card.faces is not None and item in ("dragon", "seat-wind", "round-wind"):
                tiles = _tiles_of(item, hand)
            for index in range(int(found)):
                face = None if tiles is None else hand.card.nth_of(tiles, index)
                count.doubled.append(Doubling(item, times, face))
                count.doublings += times


def share_of_limit(limit: int, divisor: int) -> int:
    """The limit, a half or a third of it, rounded down to what the smallest counter (2) can pay."""
    return limit // divisor // 2 * 2


def _apply_limit(count: Count, hand: Hand, asked: "tuple[tuple[Fact, ...], ...]") -> None:
    rules = hand.rules
    limit = rules.limit
    count.score = count.points << count.doublings
    won = hand.win is not None
    if limit is None or (not won and not rules.table["caps_losers"]):
        return
    if won:
        added, special = asked[2:]
        for at in range(len(added)):
            if added[at](hand):
                count.score += share_of_limit(limit, rules.added[at][2])
    count.score = min(count.score, limit)
    if won:
        # A special hand may be scored so: the greatest of its share and the ordinary count.
        best = 0
        for at in range(len(special)):
            if special[at](hand):
                share = share_of_limit(limit, rules.special[at][2])
                if share > best and share >= count.score:
                    best = share
                    count.special = rules.special[at][0]
                    if best == limit:
                        break
        count.score = max(count.score, best)
    count.limit = count.score == limit


def count(card: "Card", seat: str, round_wind: str, win: "Win | None", rules: "Rules", streak: int = 0) -> Count:
    """Counts `card`, held by `seat`; `win` is how it won (a deal.Win), or None for a losing hand."""
    won = win is not None
    if card.score is not None:
        from mingg.core.scoring import known

        return known.count(card.score, won, rules)
    asked = _asked(rules, won)
    hand = Hand(card, seat, round_wind, win, rules, streak)
    result = Count()
    _add_points(result, hand, rules.points_of(won), asked[0])
    _add_doublings(result, hand, rules.doublings_of(won), asked[1])
    _apply_limit(result, hand, asked)
    return result
