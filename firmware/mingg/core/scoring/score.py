"""The count of one hand: points, then doublings, then the limit. Knows cards and rule tables, nothing of tiles."""

from collections import namedtuple

from mingg.core.deal.deal import Count
from mingg.core.deal.winds import WINDS
from mingg.core.scoring.facts import FACTS, Hand

MYPY = False
if MYPY:
    from typing import Any, Callable, Sequence

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Win
    from mingg.core.rules import Rules
    from mingg.core.rules.rows import Row

    Fact = Callable[[Hand], Any]

# slot: the class of a set (card.SIMPLE_EXPOSED ...), -1 for what is no set; word: the kind of pair or of filling;
# face: the tile, where that is known.
Item = namedtuple("Item", ("id", "points", "slot", "word", "face"))
Doubling = namedtuple("Doubling", ("id", "times", "face"))


def find(name: str) -> "Fact":
    """The function that answers a fact, called with a Hand."""
    if name in FACTS:
        return FACTS[name]
    # A board needs these only for options, and for some of the books.
    from mingg.core.scoring.special_facts import SELDOM

    return SELDOM[name]


# The facts that the last Rules ask of a loser and of a winner. They are not kept in the Rules: these live longer than
# this module, and a function keeps the whole module that it comes from in a board's heap.
_known: "tuple[Rules | None, list[Any]]" = None, []


def _asked(rules: "Rules", won: bool) -> "tuple[tuple[Fact, ...], ...]":
    """The facts of the rows of a winner, or of a loser, in the order of the rows; looked up once."""
    global _known
    known = _known
    if known[0] is not rules:
        _known = known = rules, [None, None]  # at once: a PC may score in several threads
    asked: "tuple[tuple[Fact, ...], ...] | None" = known[1][won]
    if asked is None:
        tables = [rules.points_of(won), rules.doublings_of(won)]
        if won and rules.limit is not None:
            tables += [rules.added, rules.special]  # type: ignore[list-item]
        known[1][won] = asked = tuple([tuple([find(row.fact) for row in rows]) for rows in tables])
    return asked


def _add_points(count: Count, hand: Hand, rows: "tuple[Row, ...]", facts: "tuple[Fact, ...]") -> None:
    items = count.items
    card = hand.card
    for at in range(len(facts)):
        found = facts[at](hand)
        if not found:
            continue
        row = rows[at]
        item, worth = row.id, row.worth
        if isinstance(worth, tuple):
            base = 4 if item == "kong" else 0
            for slot in range(4):
                number = found[slot]
                if number:
                    for index in range(number):
                        items.append(Item(item, worth[slot], slot, None, card.face(base + slot, index)))
                    hand.points += number * worth[slot]
        elif isinstance(worth, dict):
            for index, word in enumerate(found):
                points = worth.get(word)
                if points:
                    items.append(Item(item, points, -1, word, card.face(8, index) if item == "pair" else None))
                    hand.points += points
        elif item == "flower":
            for number in card.flowers:
                items.append(Item(item, worth, -1, None, "%df" % number))
                count.points += worth
        else:
            items.append(Item(item, worth, -1, None, None))
            hand.points += worth
    count.points += hand.points


def _add_doublings(count: Count, hand: Hand, rows: "tuple[Row, ...]", facts: "tuple[Fact, ...]") -> None:
    for at in range(len(facts)):
        found = facts[at](hand)
        if found:
            item, times = rows[at].id, rows[at].worth
            tiles = () if hand.card.faces is None else _tiles_of(item, hand)
            for index in range(int(found)):
                count.doubled.append(Doubling(item, times, hand.card.nth_of(tiles, index) if tiles else None))
                count.doublings += times


def _tiles_of(item: str, hand: Hand) -> "Sequence[str]":
    """The tiles whose sets double by this name."""
    if item == "dragon":
        return ("5z", "6z", "7z")
    if item == "round-wind":
        winds = hand.round_wind
    elif item == "seat-wind":
        winds = hand.rules.own_winds(hand.seat)
    else:
        return ()
    return ["%dz" % (WINDS.index(wind) + 1) for wind in winds]


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
                count.score += share_of_limit(limit, rules.added[at].worth)
    count.score = min(count.score, limit)
    if won:
        # A special hand may be scored so: the greatest of its share and the ordinary count.
        best = 0
        for at in range(len(special)):
            if special[at](hand):
                share = share_of_limit(limit, rules.special[at].worth)
                if share > best and share >= count.score:
                    best = share
                    count.special = rules.special[at].id
                    if best == limit:
                        break
        count.score = max(count.score, best)
    count.limit = count.score == limit


def count(card: "Card", seat: str, round_wind: str, win: "Win | None", rules: "Rules", streak: int = 0) -> Count:
    """Counts `card`, held by `seat`; `win` is how it won (a deal.Win), or None for a losing hand."""
    won = win is not None
    result = Count()
    if card.score is not None:
        # Counted at the table: it stands as it is.
        result.score = result.points = card.score
        result.limit = card.score == (rules.limit if won or rules.table["caps_losers"] else None)
        if card.score:
            result.items.append(Item("known", card.score, -1, None, None))
        return result
    asked = _asked(rules, won)
    hand = Hand(card, seat, round_wind, win, rules, streak)
    _add_points(result, hand, rules.points_of(won), asked[0])
    _add_doublings(result, hand, rules.doublings_of(won), asked[1])
    _apply_limit(result, hand, asked)
    return result
