"""Why a hand was counted as it was, and where the book says so: read off the rows of the rule tables that counted it.

A Why has no words of its own. Its key names a sentence of the catalogue ([why] in lang/en.txt); figures go into it.
"""

from collections import namedtuple

from mingg.core.deal.card import MAJOR_EXPOSED, SIMPLE_EXPOSED
from mingg.core.rules.books import module_of, options_of
from mingg.core.rules.rows import ALL, HOUSE, LOSER, OURS, WINNER
from mingg.core.scoring.score import find, share_of_limit

MYPY = False
if MYPY:
    from collections.abc import Iterator

    from mingg.core.deal.deal import Count
    from mingg.core.rules import Rules
    from mingg.core.rules.rows import Row
    from mingg.core.scoring.facts import Hand
    from mingg.core.scoring.score import Doubling, Item

# key: of the sentence; figures: a tuple of integers for its places; source: the book, and the page or example in it
Why = namedtuple("Why", ("key", "figures", "source"))
# One figure of a row of points. slot: the class of a set, or -1; word: the kind of pair or of filling, or None.
Figure = namedtuple("Figure", ("slot", "word", "points"))
# A share of the limit that was added after the doublings.
Added = namedtuple("Added", ("id", "points", "why"))


def sourced(rules: "Rules", source: str) -> str:
    """A row's source with its author's name: most rows are of the rule set's own book and leave it out. House rules
    are called by theirs."""
    if source == HOUSE:
        return rules.title
    if source.startswith(("Harr", "Babcock", OURS)):
        return source
    author = rules.book.split(",")[0].split(" ")[-1]
    return author + (" " if source.startswith("p.") else ", ") + source


# ---- rows ----


def figures(row: "Row") -> "Iterator[Figure]":
    """Every figure that a row of points holds, in its order."""
    worth = row.worth
    if isinstance(worth, tuple):
        for slot in range(len(worth)):
            yield Figure(slot, None, worth[slot])
    elif isinstance(worth, dict):
        # Sorted: a dictionary keeps no order on MicroPython.
        for word in sorted(worth):
            yield Figure(-1, word, worth[word])
    else:
        yield Figure(-1, None, worth)


_PLAINLY = {"both": "seat", "pair-seat": "pair-major"}


def plainly(row: "Row", figure: Figure) -> "str | None":
    """The word that names a figure in the sheet. No book has a row for a pair of the own wind in its own round: if that
    counts as in any other round, it has the name of the plain pair."""
    word: "str | None" = _PLAINLY.get(figure.word)
    return word if word and row.worth.get(word) == figure.points else figure.word


def of_figure(row: "Row", figure: Figure, rules: "Rules") -> Why:
    """What a figure of a row of points is for."""
    key = "points " + row.fact
    if figure.slot >= 0:
        key += " %d" % figure.slot
        # Where a winner's sets count otherwise than a loser's (Harr p.65-66).
        if row.who != ALL:
            key += " won" if row.who == WINNER else " lost"
    elif figure.word is not None:
        key += " " + (plainly(row, figure) or "")
    return Why(key, (), sourced(rules, row.source if row.source != HOUSE else _place(row, figure, rules)))


def _place(row: "Row", figure: Figure, rules: "Rules") -> str:
    """Where the book has a figure that stands as it was in a row that the house changed."""
    for other in module_of(rules.id).POINTS:
        if other.id == row.id and other.who == row.who and figure in list(figures(other)):
            return str(other.source)
    return HOUSE


def of_doubling_row(row: "Row", rules: "Rules") -> Why:
    """What a row of doublings is for."""
    return Why("doubling " + row.fact, (), sourced(rules, row.source))


def of_special_row(row: "Row", rules: "Rules") -> Why:
    """What a hand that scores the limit, or a share of it, is."""
    return Why("special %s %d" % (_told(row), row.worth), (), sourced(rules, row.source))


def of_added_row(row: "Row", rules: "Rules") -> Why:
    """What a share of the limit is added for."""
    return Why("added %s %d" % (_told(row), row.worth), (), sourced(rules, row.source))


# Facts that score less than the limit where the books have them.
_SHARES = {"first_discard": 2, "thirteen": 3, "seven_twins": 2}


def _told(row: "Row") -> str:
    """The fact as it is told; of another share than the books know, it is only told that the house has it so."""
    return row.fact if _SHARES.get(row.fact, 1) == row.worth else HOUSE


def of_limit(rules: "Rules") -> Why:
    """Why there is a limit, or none."""
    module = module_of(rules.id)
    if "limit" in rules.options:
        agreed = next(option.source for option in options_of(module) if option.name == "limit")
        key, source = "limit agreed", agreed
    else:
        key, source = "limit", module.LIMIT[1]
    if rules.limit is None:
        return Why("no " + key, (), sourced(rules, source))
    return Why(key, (rules.limit,), sourced(rules, source))


# ---- what was counted ----


def _counts_for(who: int, hand: "Hand") -> bool:
    return who in (ALL, WINNER if hand.won() else LOSER)


def of_item(item: "Item", hand: "Hand") -> Why:
    """Why an item of the hand's count was counted; LookupError where no row in force counts such an item."""
    if hand.card.score is not None:
        return Why("known", (), "")
    for row in hand.rules.points:
        if row.id == item.id and _counts_for(row.who, hand):
            for figure in figures(row):
                if figure.slot == item.slot and figure.word == item.word and figure.points == item.points:
                    return of_figure(row, figure, hand.rules)
    raise LookupError("no row counts %s" % item.id)


def made(item: str, slot: int, won: bool, rules: "Rules") -> "list[tuple[str, str]]":
    """How the points of a pung or kong come about, from an exposed pung of 2 to 8: (what, figure) a step; empty for
    what is no set, and for that pung itself."""
    if slot < 0:
        return []
    worths = {row.id: row.worth for row in rules.points_of(won) if isinstance(row.worth, tuple)}
    worth = worths["pung"][SIMPLE_EXPOSED]
    steps = [("plain", str(worth))]
    for what, is_so, at in (
        ("kong", item == "kong", SIMPLE_EXPOSED),
        ("major", slot >= MAJOR_EXPOSED, MAJOR_EXPOSED),
        ("concealed", slot % 2 == 1, slot),
    ):
        if is_so:
            more = worths[item][at]
            steps.append((what, "x%d" % (more // worth) if more % worth == 0 else "+%d" % (more - worth)))
            worth = more
    return steps if len(steps) > 1 else []


def of_doubling(doubling: "Doubling", hand: "Hand") -> Why:
    """Why a doubling of the hand's count was made; LookupError where no row in force doubles so."""
    for row in hand.rules.doublings:
        if row.id == doubling.id and row.worth == doubling.times and _counts_for(row.who, hand):
            return of_doubling_row(row, hand.rules)
    raise LookupError("no row doubles for %s" % doubling.id)


def of_added(hand: "Hand") -> "list[Added]":
    """What was added to a winner's score after the doublings."""
    rules = hand.rules
    if rules.limit is None or not hand.won():
        return []
    return [
        Added(row.id, share_of_limit(rules.limit, row.worth), of_added_row(row, rules))
        for row in rules.added
        if find(row.fact)(hand)
    ]


def of_score(count: "Count", hand: "Hand") -> "Why | None":
    """Why the score is not what points, doublings and what was added make: a special hand, or the limit. Else None."""
    if count.special is not None:
        for row in hand.rules.special:
            if row.id == count.special and find(row.fact)(hand):
                return of_special_row(row, hand.rules)
        raise LookupError("no special hand %s" % count.special)
    if count.score < (count.points << count.doublings) + sum([added.points for added in of_added(hand)]):
        return of_limit(hand.rules)
    return None
