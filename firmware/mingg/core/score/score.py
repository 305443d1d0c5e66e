"""Counts one hand: points, then doublings, then special hands and the limit. Reads a hand and the rule tables; knows no
tiles."""

from typing import Any

from mingg.core.deal.deal import Count, Doubling, Item, Win
from mingg.core.deal.hand import ANY, KONGS, PAIR, PUNGS, Hand, class_of
from mingg.core.rules import Rules
from mingg.core.rules.rows import ALONE, MOST_RULES, ON_A_BOARD, keep
from mingg.core.score.facts import find
from mingg.core.score.seated import Seated

_MOST_COUNTS = 0 if ON_A_BOARD else 1 << 12

# The facts of rows for a loser, or for a winner, as facts.py has them, each with its row:
# POINTS       those of sets are together, by kind as in Seated.order, in the place of the first one, with None as fact
# DOUBLINGS    each with its classes | ways, or 0 if its fact is a function
# SPECIAL      with ADDED, first
Facts = tuple[list[Any], list[Any], list[Any]]

# What prepare() found, at last and before. It is not an attribute of the Rules, because they live longer than this
# module, and a function keeps its whole module in the heap of a board.
_last: "tuple[Rules | None, tuple[Facts, ...]]" = None, ()
_prepared: "dict[Rules, tuple[Facts, ...]]" = {}
_counted: "dict[Any, Count]" = {}  # by all that counting reads


def prepare(rules: "Rules") -> "tuple[Facts, ...]":
    """The facts of all rows, for a loser and for a winner. Found once per Rules.

    Raises KeyError if a row names no fact. This may load a module: callers call it before the stack is deep.
    """
    global _last
    last = _last
    if last[0] is not rules:
        facts = _prepared.get(rules)
        if facts is None:
            if len(_prepared) >= MOST_RULES:
                _counted.clear()  # whose keys hold the rules
            facts = keep(_prepared, MOST_RULES, rules, (_facts(rules, False), _facts(rules, True)))
        _last = last = rules, facts  # one assignment: a PC may score in several threads
    return last[1]


def _facts(rules: "Rules", won: bool) -> "Facts":
    points: "list[Any]" = []
    doublings: "list[Any]" = []
    special: "list[Any]" = []
    of_sets: "list[Any]" = [None, None, None]
    # Loops, since each comprehension would take a part of a board's stack.
    for row in rules.points_of[won]:
        fact = find(row.fact)
        if isinstance(fact, int):
            if not any(of_sets):
                points.append((None, of_sets))
            of_sets[0 if fact & PUNGS else 1 if fact & KONGS else 2] = row
        else:
            points.append((fact, row))
    for row in rules.doublings_of[won]:
        fact = find(row.fact)
        doublings.append((fact, None, row) if isinstance(fact, int) else (0, fact, row))
    for row in rules.added + rules.special if won else ():
        special.append((find(row.fact), row))
    return points, doublings, special


def _add_points(count: Count, seated: Seated, facts: "list[Any]") -> None:
    """Adds the points of each row whose fact holds."""
    items = count.items
    for fact, row in facts:
        if fact is None:
            _add_sets(items, seated, row)
            continue
        times = fact(seated)  # Row.worth: a dict by last set, or points
        if not times:
            continue
        item, worth = row.id, row.worth
        if isinstance(worth, dict):
            for word in times:
                points = worth.get(word)
                if points:
                    items.append(Item(item, points, -1, word, 0, -1, row))
                    seated.points += points
        elif item == "flower":
            for number in seated.hand.flowers:
                items.append(Item(item, worth, -1, None, 0, number, row))
                count.points += worth
        else:
            items.append(Item(item, worth, -1, None, 0, -1, row))
            seated.points += worth
    count.points += seated.points


def _add_sets(items: "list[Item]", seated: Seated, rows: "list[Any]") -> None:
    """Adds the points of all sets. rows: by kind."""
    sets = seated.hand.sets
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
            items.append(Item(row.id, points, slot, word, item & ANY, place, row))
            seated.points += points


def _add_doublings(count: Count, seated: Seated, facts: "list[Any]") -> None:
    """Adds the doublings of each row whose fact holds, once for each time that it holds."""
    sets, classes, doubled = seated.hand.sets, seated.classes, count.doubled
    for of, fact, row in facts:
        if not of:
            times: "Any" = fact(seated)
            if times:
                for _ in range(times):
                    doubled.append(Doubling(row.id, row.worth, -1, row))
                    count.doublings += row.worth
        elif of & classes:
            for code in seated.order:
                if code > 127:
                    break  # pairs come last
                place = code & 15
                item = sets[place]
                if item & of & ANY:
                    # House rules can double a kong more.
                    times = row.worth
                    times = times[item & KONGS > 0] if isinstance(times, tuple) else times
                    doubled.append(Doubling(row.id, times, place, row))
                    count.doublings += times


def _finish(count: Count, seated: Seated, facts: "Facts") -> None:
    """Sets the score, its special hand, and whether it is the limit. facts: of the winner or of the loser."""
    rules, won = seated.rules, seated.win is not None
    limit = rules.limit if won or rules.table["caps_losers"] else None
    count.score = count.points << count.doublings
    # Of a hand that the players counted, only the win and the streak are known: they alone make some special hands.
    special = [row for fact, row in facts[2] if fact(seated)]
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
    marks = None
    if _MOST_COUNTS:
        marks = _marks(hand, seat, win, rules, streak)
        known = _counted.get(marks)
        if known is not None:
            return known
    won = win is not None
    result = Count()
    facts = prepare(rules)[won]
    seated = Seated(hand, seat, win, rules, streak)
    if hand.score is None:
        _add_points(result, seated, facts[0])
        _add_doublings(result, seated, facts[1])
    else:
        # The players counted this hand themselves.
        result.points = hand.score
        if hand.score:
            result.items.append(Item("known", hand.score, -1, None, 0, -1, None))
    _finish(result, seated, facts)
    if marks is not None:
        keep(_counted, _MOST_COUNTS, marks, result)
    return result


def _marks(hand: "Hand", seat: str, win: "Win | None", rules: "Rules", streak: int) -> "tuple[Any, ...]":
    """All that counting reads."""
    sets = tuple(hand.sets), hand.suit, hand.last_set, tuple(hand.special), tuple(hand.flowers)
    rare = hand.only_place, hand.fourth, hand.fishing, hand.score, streak
    if win is None:
        return rules, seat, sets, rare
    # Of the tile, only what plum, moon and pole ask.
    tile = win.tile if win.tile in ("5p", "1p", "2s") else None
    return rules, seat, sets, rare, win.by, win.last, win.hidden, win.opening, win.call, win.twofold, tile
