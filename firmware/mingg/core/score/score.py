"""Counts one hand: points, then doublings, then special hands and the limit. Reads a hand and the rule tables; knows no
tiles."""

from typing import Any

from mingg.core.deal.deal import Count, Doubling, Item, Win
from mingg.core.deal.hand import ANY, KONGS, PAIR, PUNGS, WAYS, Hand, class_of
from mingg.core.rules import Rules
from mingg.core.rules.rows import ALONE, MOST_RULES, ON_A_BOARD, Row, keep
from mingg.core.score.facts import ALWAYS, Seated
from mingg.core.score.find import find, holds

# The facts of rows for a loser, or for a winner: what a hand must have one of, see facts.py; the function of the fact,
# or None if that is enough; and what it brings:
# POINTS       an Item, or a row of which the hand decides the points; None for all sets, with their rows by kind, as in
#              Seated.order, in place of the function
# DOUBLINGS    a Doubling, or a row of sets
# SPECIAL      the row; ADDED is first
Facts = tuple[list[Any], list[Any], list[Any]]

# What prepare() found, at last and before. It is not an attribute of the Rules, because they live longer than this
# module, and a function keeps its whole module in the heap of a board.
_last: "tuple[Rules | None, tuple[_Facts, ...]]" = None, ()
_prepared: "dict[Rules, tuple[_Facts, ...]]" = {}
_MOST_ASKED = 1 << 9


def prepare(rules: "Rules") -> "tuple[_Facts, ...]":
    """The facts of all rows, for a loser and for a winner. Found once per Rules.

    Raises KeyError if a row names no fact. This may load a module: callers call it before the stack is deep.
    """
    global _last
    last = _last
    if last[0] is not rules:
        facts = _prepared.get(rules)
        if facts is None:
            facts = keep(_prepared, MOST_RULES, rules, (_Facts(rules, False), _Facts(rules, True)))
        _last = last = rules, facts  # one assignment: a PC may score in several threads
    return last[1]


class _Facts:
    """The facts of all rows for a loser, or for a winner. known: on a PC, those that may hold of a hand, found once for
    all hands that have the same of what any fact asks."""

    def __init__(self, rules: "Rules", won: bool) -> None:
        points: "list[Any]" = []
        doublings: "list[Any]" = []
        special: "list[Any]" = []
        of_sets: "list[Any]" = [None, None, None]
        # Loops, since each comprehension would take a part of a board's stack.
        for row in rules.points_of[won]:
            asks, fact = _fact(row)
            if asks == WAYS:
                if not any(of_sets):
                    points.append((ALWAYS, of_sets, None))
                of_sets[0 if fact & PUNGS else 1 if fact & KONGS else 2] = row
            elif isinstance(row.worth, dict) or row.id == "flower":
                points.append((asks, fact, row))
            else:
                points.append((asks, fact, Item(row.id, row.worth, -1, None, 0, -1, row)))
        for row in rules.doublings_of[won]:
            asks, fact = _fact(row)
            if asks == WAYS:
                doublings.append((fact & ANY, fact, row))
            else:
                doublings.append((asks, fact, Doubling(row.id, row.worth, -1, row)))
        for row in rules.added + rules.special if won else ():
            special.append(_fact(row) + (row,))
        self.rows: "Facts" = points, doublings, special
        self.asks = 0
        for rows in self.rows:
            for each in rows:
                self.asks |= each[0]
        self.known: "dict[int, Facts]" = {}

    def of(self, has: int) -> "Facts":
        """Those that may hold of a hand. has: as in Seated."""
        if ON_A_BOARD:
            return self.rows
        has &= self.asks
        found = self.known.get(has)
        if found is None:
            points, doublings, special = [[each for each in rows if each[0] & has] for rows in self.rows]
            found = keep(self.known, _MOST_ASKED, has, (points, doublings, special))
        return found


def _fact(row: "Row") -> "tuple[int, Any]":
    """What a hand must have one of, and the function of a fact; WAYS, and the number of a fact of sets."""
    fact: "Any" = find(row.fact)
    if not isinstance(fact, int):
        return fact[0], fact[1]
    return (WAYS, fact) if fact & WAYS else (fact, None)


def _add_points(count: Count, seated: Seated, facts: "list[Any]") -> None:
    """Adds the points of each row whose fact holds."""
    items, has = count.items, seated.has
    for asks, fact, row in facts:
        if not asks & has:
            continue
        if isinstance(row, Item):
            if fact is None or fact(seated):
                items.append(row)
                seated.points += row.points
        elif row is None:
            _add_sets(items, seated, fact)
        elif row.id == "flower":
            for number in seated.hand.flowers:
                items.append(Item(row.id, row.worth, -1, None, 0, number, row))
                count.points += row.worth
        else:
            word = fact(seated) if fact is not None else seated.hand.last_set
            points = row.worth.get(word)
            if points:
                items.append(Item(row.id, points, -1, word, 0, -1, row))
                seated.points += points
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
    sets, has, doubled = seated.hand.sets, seated.has, count.doubled
    for asks, fact, row in facts:
        if not asks & has:
            continue
        if isinstance(row, Doubling):
            for _ in range(1 if fact is None else fact(seated)):
                doubled.append(row)
                count.doublings += row.times
            continue
        for code in seated.order:
            if code > 127:
                break  # pairs come last
            place = code & 15
            item = sets[place]
            if item & asks:
                # House rules can double a kong more.
                times: "Any" = row.worth
                times = times[item & KONGS > 0] if isinstance(times, tuple) else times
                doubled.append(Doubling(row.id, times, place, row))
                count.doublings += times


def _finish(count: Count, seated: Seated, facts: "Facts") -> None:
    """Sets the score, its special hand, and whether it is the limit. facts: of the winner or of the loser."""
    rules, won = seated.rules, seated.win is not None
    limit = rules.limit if won or rules.table["caps_losers"] else None
    count.score = count.points << count.doublings
    # Of a hand that the players counted, only the win and the streak are known: they alone make some special hands.
    special = []
    for asks, fact, row in facts[2]:
        if asks & seated.has and (fact is None or fact(seated)):
            special.append(row)
    alone = count.doubled and rules.knows(ALONE) and any(doubling.id == ALONE for doubling in count.doubled)
    if special or seated.hand.fishing is not None or alone:
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
    return any(holds(row.fact, seated) for row in rules.special)


def count(hand: "Hand", seat: str, win: "Win | None", rules: "Rules", streak: int = 0) -> Count:
    """Counts the hand of a seat. win: None for a losing hand. streak: see Deal. Raises KeyError, see prepare()."""
    result = Count()
    seated = Seated(hand, seat, win, rules, streak)
    facts = prepare(rules)[win is not None].of(seated.has)
    if hand.score is None:
        _add_points(result, seated, facts[0])
        _add_doublings(result, seated, facts[1])
    else:
        # The players counted this hand themselves.
        result.points = hand.score
        if hand.score:
            result.items.append(Item("known", hand.score, -1, None, 0, -1, None))
    _finish(result, seated, facts)
    return result
