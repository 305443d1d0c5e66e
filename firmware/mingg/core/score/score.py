"""Counts one hand: points, then doublings, then special hands and the limit. Reads a hand and the rule tables; knows no
tiles."""

from typing import Any

from mingg.core.deal.deal import Count, Doubling, Item, Win
from mingg.core.deal.hand import ANY, KONGS, PAIR, PUNGS, Hand, class_of
from mingg.core.rules import Rules
from mingg.core.rules.rows import ALONE, Row
from mingg.core.score.facts import find
from mingg.core.score.seated import Seated

Facts = tuple[tuple[Any, ...], ...]  # as facts.py has them, by table: POINTS, DOUBLINGS, ADDED, SPECIAL

# The Rules of the last prepare(), and its result. The result is not an attribute of the Rules, because they live longer
# than this module, and a function keeps its whole module in the heap of a board.
_prepared: "tuple[Rules | None, list[Facts]]" = None, []


def prepare(rules: "Rules") -> "list[Facts]":
    """The facts of all rows, for a loser and for a winner; the first row of points for sets has all such rows instead,
    by kind as in Seated.order, and the others have None. Found once per Rules.

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
                facts: "list[Any]" = []
                of_sets: "list[Any]" = [None, None, None]
                for row in rows:
                    fact = find(row.fact)
                    if isinstance(fact, int) and rows is tables[0]:
                        first = not any(of_sets)
                        of_sets[0 if fact & PUNGS else 1 if fact & KONGS else 2] = row
                        fact = of_sets if first else None
                    facts.append(fact)
                of_tables.append(tuple(facts))
            of_both.append(tuple(of_tables))
        _prepared = last = rules, of_both  # one assignment: a PC may score in several threads
    return last[1]


def _add_points(count: Count, seated: Seated, rows: "tuple[Row, ...]", facts: "tuple[Any, ...]") -> None:
    """Adds the points of each row whose fact holds. facts: of the rows, in their order."""
    items = count.items
    hand = seated.hand
    for i in range(len(facts)):
        fact: "Any" = facts[i]
        row = rows[i]
        if fact is None:
            continue
        if isinstance(fact, list):
            _add_sets(items, seated, fact)
            continue
        times = fact(seated)  # Row.worth: a dict by last set, or points
        if not times:
            continue
        item, worth = row.id, row.worth
        if isinstance(worth, dict):
            for word in times:
                points = worth.get(word)
                if points:
                    items.append(Item(item, points, -1, word, 0, None, row))
                    seated.points += points
        elif item == "flower":
            for number in hand.flowers:
                items.append(Item(item, worth, -1, None, 0, "%df" % number, row))
                count.points += worth
        else:
            items.append(Item(item, worth, -1, None, 0, None, row))
            seated.points += worth
    count.points += seated.points


def _add_sets(items: "list[Item]", seated: Seated, rows: "list[Any]") -> None:
    """Adds the points of all sets. rows: by kind."""
    sets, faces = seated.hand.sets, seated.hand.faces
    for code in seated.order:
        row = rows[code >> 6]
        if row is None:
            continue
        place = code & 15
        item, slot, word = sets[place], -1, None
        if item & PAIR:
            word = class_of(item)
            points = row.worth.get(word)
        else:
            slot = code >> 4 & 3
            points = row.worth[slot]
        if points:
            items.append(Item(row.id, points, slot, word, item & ANY, faces[place] if faces else None, row))
            seated.points += points


def _add_doublings(count: Count, seated: Seated, rows: "tuple[Row, ...]", facts: "tuple[Any, ...]") -> None:
    """Adds the doublings of each row whose fact holds, once for each time that it holds."""
    sets, faces = seated.hand.sets, seated.hand.faces
    for i in range(len(facts)):
        fact: "Any" = facts[i]
        row = rows[i]
        if not isinstance(fact, int):
            for _ in range(fact(seated)):
                count.doubled.append(Doubling(row.id, row.worth, None, row))
                count.doublings += row.worth
        elif fact & seated.classes:
            for code in seated.order:
                if code > 127:
                    break  # pairs come last
                place = code & 15
                item = sets[place]
                if item & fact & ANY:
                    # House rules can double a kong more.
                    times: "Any" = row.worth
                    times = times[item & KONGS > 0] if isinstance(times, tuple) else times
                    count.doubled.append(Doubling(row.id, times, faces[place] if faces else None, row))
                    count.doublings += times


def _finish(count: Count, seated: Seated, facts: "Facts") -> None:
    """Sets the score, its special hand, and whether it is the limit. facts: of the winner or of the loser."""
    rules, won = seated.rules, seated.win is not None
    limit = rules.limit if won or rules.table["caps_losers"] else None
    count.score = count.points << count.doublings
    special: "list[Row]" = []
    # Of a hand that the players counted, only the win and the streak are known: they alone make some special hands.
    if won:
        for rows, holding in ((rules.added, facts[2]), (rules.special, facts[3])):
            for i in range(len(holding)):
                fact: "Any" = holding[i]
                if fact(seated):
                    special.append(rows[i])
    if special or seated.hand.fishing is not None or any(doubling.id == ALONE for doubling in count.doubled):
        from mingg.core.score.special import add_special

        add_special(count, seated, special, limit)
    elif limit is not None and count.score > limit:
        count.score = limit
    count.limit = count.score == limit


def may_win(counted: Count, hand: "Hand", seat: str, win: "Win", rules: "Rules") -> bool:
    """Whether a complete hand wins. Of two players it needs two doublings, or a special hand in force
    (Babcock p.84). counted: the count of the hand."""
    if rules.players != 2 or counted.doublings >= rules.table["doublings_to_win"] or hand.score is not None:
        return True
    if rules.limit is None:
        return False
    seated = Seated(hand, seat, win, rules)
    return any(find(row.fact)(seated) for row in rules.special)


def count(hand: "Hand", seat: str, win: "Win | None", rules: "Rules", streak: int = 0) -> Count:
    """Counts the hand of a seat. win: None for a losing hand. streak: see Deal. Raises KeyError, see prepare()."""
    won = win is not None
    result = Count()
    facts = prepare(rules)[won]
    seated = Seated(hand, seat, win, rules, streak)
    if hand.score is None:
        _add_points(result, seated, rules.points_of(won), facts[0])
        _add_doublings(result, seated, rules.doublings_of(won), facts[1])
    else:
        # The players counted this hand themselves.
        result.points = hand.score
        if hand.score:
            result.items.append(Item("known", hand.score, -1, None, 0, None, None))
    _finish(result, seated, facts)
    return result
