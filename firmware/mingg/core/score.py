"""The count of one hand: points, then doublings, then the limit. Knows cards and rule tables, nothing of tiles."""

from collections import namedtuple

from mingg.core.facts import FACTS, Hand
from mingg.core.rules import LOSER, WINNER

MYPY = False
if MYPY:
    from mingg.core.card import Card
    from mingg.core.deal import Win
    from mingg.core.rules import Rules

# slot: the class of a set (card.SIMPLE_EXPOSED ...), -1 for what is no set; face: what it is, where that is known.
Item = namedtuple("Item", ("id", "points", "slot", "face"))
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


def _applies(who: int, hand: Hand) -> bool:
    if who == WINNER:
        return hand.won()
    return who != LOSER or not hand.won()


def _set_items(count: Count, hand: Hand, item: str, counts: "list[int]", worth: "tuple[int, ...]", base: int) -> None:
    for slot in range(4):
        for index in range(counts[slot]):
            count.items.append(Item(item, worth[slot], slot, hand.card.face(base + slot, index)))


def _pair_items(count: Count, item: str, pairs: "list[str]", worth: "dict[str, int]") -> None:
    for pair in pairs:
        if worth.get(pair):
            count.items.append(Item(item, worth[pair], -1, pair))


def _add_points(count: Count, hand: Hand) -> None:
    for item, fact, worth, who, _source in hand.rules.points:
        if not _applies(who, hand):
            continue
        found = FACTS[fact](hand)
        before = len(count.items)
        if isinstance(worth, tuple):
            _set_items(count, hand, item, found, worth, 4 if item == "kong" else 0)
        elif isinstance(worth, dict):
            _pair_items(count, item, found, worth)
        else:
            for _ in range(int(found)):
                count.items.append(Item(item, worth, -1, None))
        for i in range(before, len(count.items)):
            hand.points += count.items[i].points
    count.points = hand.points


def _add_doublings(count: Count, hand: Hand) -> None:
    for item, fact, times, who, _source in hand.rules.doublings:
        if _applies(who, hand):
            for _ in range(int(FACTS[fact](hand))):
                count.doubled.append(Doubling(item, times, None))
                count.doublings += times


def share_of_limit(limit: int, divisor: int) -> int:
    """The limit, a half or a third of it, rounded down to what the smallest counter (2) can pay."""
    return limit // divisor // 2 * 2


def _apply_limit(count: Count, hand: Hand) -> None:
    limit = hand.rules.limit
    count.score = count.points << count.doublings
    if limit is None:
        return
    count.score = min(count.score, limit)
    if hand.won():
        # A special hand may be scored so: the greater of its share and the ordinary count.
        for special, fact, divisor, _source in hand.rules.special:
            if FACTS[fact](hand) and share_of_limit(limit, divisor) >= count.score:
                count.score = share_of_limit(limit, divisor)
                count.special = special
    count.limit = count.score == limit


def count(card: "Card", seat: str, round_wind: str, win: "Win | None", rules: "Rules") -> Count:
    """Counts `card`, held by `seat`; `win` is how it won (a deal.Win), or None for a losing hand."""
    hand = Hand(card, seat, round_wind, win, rules)
    result = Count()
    _add_points(result, hand)
    _add_doublings(result, hand)
    _apply_limit(result, hand)
    return result
