"""Why a hand was counted as it was, and where the book says so: read off the rows of the rule tables that counted it.

A Why has no words of its own. Its key names a sentence of the catalogue ([why] in lang/en.txt); figures go into it.
"""

from collections import namedtuple

from mingg.core.deal.card import MAJOR_EXPOSED, SIMPLE_EXPOSED
from mingg.core.rules import ALL, HOUSE, LOSER, OURS, WINNER, module_of, options_of
from mingg.core.scoring.facts import find
from mingg.core.scoring.score import share_of_limit

MYPY = False
if MYPY:
    from collections.abc import Iterator

    from mingg.core.rules import DoublingRow, PointsRow, Rules, SpecialRow
    from mingg.core.scoring.facts import Hand
    from mingg.core.scoring.score import Count, Doubling, Item

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


def figures(row: "PointsRow") -> "Iterator[Figure]":
    """Every figure that a row of points holds, in its order."""
    worth = row[2]
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


def plainly(row: "PointsRow", figure: Figure) -> "str | None":
    """The word that names a figure in the sheet. No book has a row for a pair of the own wind in its own round: if that
    counts as in any other round, it has the name of the plain pair."""
    word: "str | None" = _PLAINLY.get(figure.word)
    return word if word and row[2].get(word) == figure.points else figure.word  # type: ignore[union-attr]


def of_figure(row: "PointsRow", figure: Figure, rules: "Rules") -> Why:
    """What a figure of a row of points is for."""
    _, fact, _, who, source = row
    key = "points " + fact
    if figure.slot >= 0:
        key += " %d" % figure.slot
        # Where a winner's sets count otherwise than a loser's (Harr p.65-66).
        if who != ALL:
            key += " won" if who == WINNER else " lost"
    elif figure.word is not None:
        key += " " + (plainly(row, figure) or "")
    return Why(key, (), sourced(rules, source if source != HOUSE else _place(row, figure, rules)))


def _place(row: "PointsRow", figure: Figure, rules: "Rules") -> str:
    """Where the book has a figure that stands as it was in a row that the house changed."""
    for other in module_of(rules.id).POINTS:
        if other[0] == row[0] and other[3] == row[3] and figure in list(figures(other)):
            return other[4]
    return HOUSE


def of_doubling_row(row: "DoublingRow", rules: "Rules") -> Why:
    """What a row of doublings is for."""
    return Why("doubling " + row[1], (), sourced(rules, row[4]))


def of_special_row(row: "SpecialRow", rules: "Rules") -> Why:
    """What a hand that scores the limit, or a share of it, is."""
    return Why("special %s %d" % (_told(row), row[2]), (), sourced(rules, row[3]))


def of_added_row(row: "SpecialRow", rules: "Rules") -> Why:
    """What a share of the limit is added for."""
    return Why("added %s %d" % (_told(row), row[2]), (), sourced(rules, row[3]))


# Facts that score less than the limit where the books have them.
_SHARES = {"first_discard": 2, "thirteen": 3, "seven_twins": 2}


def _told(row: "SpecialRow") -> str:
    """The fact as it is told; of another share than the books know, it is only told that the house has it so."""
    return row[1] if _SHARES.get(row[1], 1) == row[2] else HOUSE


def of_limit(rules: "Rules") -> Why:
    """Why there is a limit, or none."""
    module = module_of(rules.id)
    if "limit" in rules.options:
        agreed = next(source for name, _, source, _ in options_of(module) if name == "limit")
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
        if row[0] == item.id and _counts_for(row[3], hand):
            for figure in figures(row):
                if figure.slot == item.slot and figure.word == item.word and figure.points == item.points:
                    return of_figure(row, figure, hand.rules)
    raise LookupError("no row counts %s" % item.id)


def made(item: str, slot: int, won: bool, rules: "Rules") -> "list[tuple[str, str]]":
    """How the points of a pung or kong come about, from an exposed pung of 2 to 8: (what, figure) a step; empty for
    what is no set, and for that pung itself."""
    if slot < 0:
        return []
    rows = {row[0]: row[2] for row in rules.points_of(won) if isinstance(row[2], tuple)}
    worth = rows["pung"][SIMPLE_EXPOSED]
    steps = [("plain", str(worth))]
    for what, is_so, at in (
        ("kong", item == "kong", SIMPLE_EXPOSED),
        ("major", slot >= MAJOR_EXPOSED, MAJOR_EXPOSED),
        ("concealed", slot % 2 == 1, slot),
    ):
        if is_so:
            more = rows[item][at]
            steps.append((what, "x%d" % (more // worth) if more % worth == 0 else "+%d" % (more - worth)))
            worth = more
    return steps if len(steps) > 1 else []


def of_doubling(doubling: "Doubling", hand: "Hand") -> Why:
    """Why a doubling of the hand's count was made; LookupError where no row in force doubles so."""
    for row in hand.rules.doublings:
        if row[0] == doubling.id and row[2] == doubling.times and _counts_for(row[3], hand):
            return of_doubling_row(row, hand.rules)
    raise LookupError("no row doubles for %s" % doubling.id)


def of_added(hand: "Hand") -> "list[Added]":
    """What was added to a winner's score after the doublings."""
    rules = hand.rules
    if rules.limit is None or not hand.won():
        return []
    return [
        Added(row[0], share_of_limit(rules.limit, row[2]), of_added_row(row, rules))
        for row in rules.added
        if find(row[1])(hand)
    ]


def of_score(count: "Count", hand: "Hand") -> "Why | None":
    """Why the score is not what points, doublings and what was added make: a special hand, or the limit. Else None."""
    if count.special is not None:
        for row in hand.rules.special:
            if row[0] == count.special and find(row[1])(hand):
                return of_special_row(row, hand.rules)
        raise LookupError("no special hand %s" % count.special)
    if count.score < (count.points << count.doublings) + sum([added.points for added in of_added(hand)]):
        return of_limit(hand.rules)
    return None
