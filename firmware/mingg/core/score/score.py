"""Counts one hand: points, then doublings, then special hands and the limit. Reads a card and the rule tables; knows no
tiles."""

from typing import Any, Callable, Sequence

from mingg.core.deal.card import Card
from mingg.core.deal.deal import WINDS, Count, Doubling, Item, Win
from mingg.core.rules import Rules
from mingg.core.rules.rows import ALONE, Row
from mingg.core.score.facts import find
from mingg.core.score.hand import Hand

Fact = Callable[[Hand], Any]
Facts = tuple[tuple[Fact, ...], ...]  # by table: POINTS, DOUBLINGS, ADDED, SPECIAL

_WIND_TILES = ("1z", "2z", "3z", "4z")


# The Rules of the last prepare(), and its result. The result is not an attribute of the Rules, because they live longer
# than this module, and a function keeps its whole module in the heap of a board.
_prepared: "tuple[Rules | None, list[Facts]]" = None, []


def prepare(rules: "Rules") -> "list[Facts]":
    """The functions of the facts of all rows, for a loser and for a winner. Found once per Rules.

    Raises KeyError if a row names no fact. This may load a module: callers call it before the stack is deep.
    """
    global _prepared
    last = _prepared
    if last[0] is not rules:
        of_both: "list[Facts]" = []
        # Loops, since each comprehension would take a part of a board's stack.
        for won in (False, True):
            tables: "Any" = [rules.points_of(won), rules.doublings_of(won)]
            if won:
                tables += [rules.added, rules.special]
            of_tables = []
            for rows in tables:
                facts: "list[Fact]" = []
                for row in rows:
                    facts.append(find(row.fact))
                of_tables.append(tuple(facts))
            of_both.append(tuple(of_tables))
        _prepared = last = rules, of_both  # one assignment: a PC may score in several threads
    return last[1]


def _add_points(count: Count, hand: Hand, rows: "tuple[Row, ...]", facts: "tuple[Fact, ...]") -> None:
    """Adds the points of each row whose fact holds. facts: of the rows, in their order."""
    items = count.items
    card = hand.card
    for i in range(len(facts)):
        times = facts[i](hand)
        if not times:
            continue
        row = rows[i]
        item, worth = row.id, row.worth
        # Row.worth: a tuple by class of set, a dict by kind of pair or last set, or points.
        if isinstance(worth, tuple):
            base = 4 if item == "kong" else 0
            for slot in range(4):
                number = times[slot]
                if number:
                    points = worth[slot]
                    for index in range(number):
                        items.append(Item(item, points, slot, None, card.face(base + slot, index), row))
                    hand.points += number * points
        elif isinstance(worth, dict):
            for index, word in enumerate(times):
                points = worth.get(word)
                if points:
                    items.append(Item(item, points, -1, word, card.face(8, index) if item == "pair" else None, row))
                    hand.points += points
        elif item == "flower":
            for number in card.flowers:
                items.append(Item(item, worth, -1, None, "%df" % number, row))
                count.points += worth
        else:
            items.append(Item(item, worth, -1, None, None, row))
            hand.points += worth
    count.points += hand.points


def _add_doublings(count: Count, hand: Hand, rows: "tuple[Row, ...]", facts: "tuple[Fact, ...]") -> None:
    """Adds the doublings of each row whose fact holds, once for each time that it holds."""
    for i in range(len(facts)):
        holds = facts[i](hand)
        if holds:
            item, times = rows[i].id, rows[i].worth
            tiles = () if hand.card.faces is None else _tiles_of(item, hand)
            both: "Any" = times
            for index in range(holds):
                if isinstance(both, tuple):
                    # The faces of pungs come before those of kongs, see Card.nth_of().
                    times = both[index >= holds - _kongs_of(item, hand, int(holds))]
                count.doubled.append(Doubling(item, times, hand.card.nth_of(tiles, index) if tiles else None, rows[i]))
                count.doublings += times


def _kongs_of(item: str, hand: Hand, sets: int) -> int:
    """How many of these sets that earn a doubling are kongs: as the card says, but at least those that cannot be
    pungs."""
    card = hand.card
    dragons, own, of_round = card.honour_kongs
    if item == "dragon":
        known = dragons
    elif item == "seat-wind":
        known = own
    else:
        known = max(own, of_round) if hand.own_round() else of_round
    return min(sets, max(known, sets - card.pungs[2] - card.pungs[3]))


def _tiles_of(item: str, hand: Hand) -> "Sequence[str]":
    """The names of the tiles whose sets earn the doubling `item`; () if it is not for sets of such tiles."""
    if item == "dragon":
        return ("5z", "6z", "7z")
    if item == "round-wind":
        winds = hand.round_wind
    elif item == "seat-wind":
        winds = hand.rules.own_winds(hand.seat)
    else:
        return ()
    first = WINDS.index(winds[0])  # two seat winds are next to each other
    return _WIND_TILES[first : first + len(winds)]


def _finish(count: Count, hand: Hand, facts: "Facts") -> None:
    """Sets the score, its special hand, and whether it is the limit. facts: of the winner or of the loser."""
    rules, won = hand.rules, hand.win is not None
    limit = rules.limit if won or rules.table["caps_losers"] else None
    count.score = count.points << count.doublings
    special: "list[Row]" = []
    # Of a hand that the players counted, only the win and the streak are known: they alone make some special hands.
    if won:
        for rows, holding in ((rules.added, facts[2]), (rules.special, facts[3])):
            for i in range(len(holding)):
                if holding[i](hand):
                    special.append(rows[i])
    if special or hand.card.fishing is not None or any(doubling.id == ALONE for doubling in count.doubled):
        from mingg.core.score.special import add_special

        add_special(count, hand, special, limit)
    elif limit is not None and count.score > limit:
        count.score = limit
    count.limit = count.score == limit


def may_win(counted: Count, card: "Card", seat: str, round_wind: str, win: "Win", rules: "Rules") -> bool:
    """Whether a complete hand wins. Of two players it needs two doublings, or a special hand in force
    (Babcock p.84). counted: the count of the card."""
    if rules.players != 2 or counted.doublings >= rules.table["doublings_to_win"] or card.score is not None:
        return True
    if rules.limit is None:
        return False
    hand = Hand(card, seat, round_wind, win, rules)
    return any(find(row.fact)(hand) for row in rules.special)


def count(card: "Card", seat: str, round_wind: str, win: "Win | None", rules: "Rules", streak: int = 0) -> Count:
    """Counts the card of a seat. win: None for a losing hand. streak: see Deal. Raises KeyError, see prepare()."""
    won = win is not None
    result = Count()
    facts = prepare(rules)[won]
    hand = Hand(card, seat, round_wind, win, rules, streak)
    if card.score is None:
        _add_points(result, hand, rules.points_of(won), facts[0])
        _add_doublings(result, hand, rules.doublings_of(won), facts[1])
    else:
        # The players counted this hand themselves.
        result.points = card.score
        if card.score:
            result.items.append(Item("known", card.score, -1, None, None, None))
    _finish(result, hand, facts)
    return result
