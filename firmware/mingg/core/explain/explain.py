"""Explains the count of a hand, with the places in the books, from the rows of the rule tables that counted it.

A Why has no text: its key names a sentence of the catalogue ([why] in lang/en.txt), into which its figures go.
"""

from collections import namedtuple
from collections.abc import Iterator
from typing import Any

from mingg.core.deal.deal import MAJOR_EXPOSED, SIMPLE_EXPOSED, Count, Item
from mingg.core.deal.hand import BOTH, DRAGON, MAJOR, ROUND, SEAT, WIND
from mingg.core.rules import Rules, module_of, options_of
from mingg.core.rules.rows import ALL, ALONE, CHANGED, HOUSE, LOSER, OURS, WINNER, Row
from mingg.core.score.facts import Seated
from mingg.core.score.find import holds
from mingg.core.score.special import flowers_beside, share_of_limit

# key: of the sentence; figures: integers for its places; source: the book, with page or example
Why = namedtuple("Why", ("key", "figures", "source"))
# One figure of a row of points. slot: the class of a set, or -1; word: the kind of pair or of last set, or None.
Figure = namedtuple("Figure", ("slot", "word", "points"))
# A share of the limit that was added after the doublings.
Added = namedtuple("Added", ("id", "points", "why"))
# What the catalogues call a pung or kong of a class: `by dragon`.
OF_CLASS = {
    DRAGON: "dragon",
    SEAT: "seat-wind",
    BOTH: "seat-wind",
    ROUND: "round-wind",
    MAJOR: "major",
    WIND: "major",
}


def sourced(rules: "Rules", source: str, certain: str = "") -> str:
    """The source of a row with the name of its author, which most rows leave out, and how certain it is; for a row of
    house rules, the name of those."""
    if source == HOUSE:
        return rules.title
    if certain:
        source += "; " + certain
    if source.startswith(("Harr", "Babcock", OURS)):
        return source
    author = rules.book.split(",")[0].split(" ")[-1]
    return author + (" " if source.startswith("p.") else ", ") + source


# ---- rows ----


def figures(row: "Row") -> "Iterator[Figure]":
    """Yields all figures of a row of points, always in the same order."""
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
    """The word for a figure on the score sheet. If a pair of the wind that is both seat wind and round wind counts like
    the plain pair, it has the word of the plain pair: then no book names it."""
    word: "str | None" = _PLAINLY.get(figure.word)
    return word if word and row.worth.get(word) == figure.points else figure.word


def of_figure(row: "Row", figure: Figure, rules: "Rules") -> Why:
    """Explains a figure of a row of points."""
    key = "points " + row.fact
    if figure.slot >= 0:
        key += " %d" % figure.slot
        # The sets of a winner and of a loser can count differently (Harr p.65-66).
        if row.who != ALL:
            key += " won" if row.who == WINNER else " lost"
    elif figure.word is not None:
        key += " %s" % plainly(row, figure)
    if row.source == HOUSE:
        # A figure that the book has too.
        for other in module_of(rules.id).POINTS:
            if other.id == row.id and other.who == row.who and figure in list(figures(other)):
                row = other
    return Why(key, (), sourced(rules, row.source, row.certain))


def worths(row: "Row") -> "tuple[int, ...]":
    """How many times a row of doublings doubles: for a pung and for a kong, if that is different."""
    return row.worth if isinstance(row.worth, tuple) else (row.worth,)


def of_doubling_row(row: "Row", rules: "Rules") -> Why:
    """Explains a row of doublings."""
    source = row.source
    if row.fact == "seat_wind" and len(rules.own_winds("E")) > 1 and source != HOUSE:
        source += ", 84"  # two players have two seat winds each
    return Why("doubling " + row.fact, (), sourced(rules, source, row.certain))


def of_doubling_line(row: "Row", rules: "Rules") -> Why:
    """Explains a row of doublings on the score sheet. All honours is the limit wherever only majors are."""
    why = of_doubling_row(row, rules)
    if row.fact == "all_honours" and "all_majors" in [other.id for other in rules.special]:
        why = Why(why.key + "_unlimited", (), why.source)
    return why


def of_special_row(row: "Row", rules: "Rules") -> Why:
    """Explains a special hand, which scores the limit, a share of it, or points; one that a loser waits for; or the
    doubling that counts alone."""
    worth: "Any" = row.worth
    points: "tuple[int, ...]" = ()
    key = "waiting" if row.who == LOSER else "special"
    if row.id == ALONE:
        key += " " + ALONE
    elif not isinstance(worth, tuple):
        key += " %s %d" % (_fact_shown(row), worth)
    elif len(worth) == 1:
        key, points = key + " points", worth
    else:
        key += " %d %d" % worth
    return Why(key, points, sourced(rules, row.source, row.certain))


def of_added_row(row: "Row", rules: "Rules") -> Why:
    """Explains a share of the limit that is added."""
    return Why("added %s %d" % (_fact_shown(row), row.worth), (), sourced(rules, row.source, row.certain))


def _fact_shown(row: "Row") -> str:
    """The fact in the key of a sentence; HOUSE if house rules give another share than the books."""
    return HOUSE if row.certain == CHANGED else row.fact


def of_limit(rules: "Rules") -> Why:
    """Explains the limit, or that there is none."""
    module = module_of(rules.id)
    if "limit" in rules.options:
        key = "limit agreed"
        source = sourced(rules, next(option.source for option in options_of(module) if option.name == "limit"))
    else:
        key, source = "limit", sourced(rules, *module.LIMIT[1:])
    return Why("no " + key, (), source) if rules.limit is None else Why(key, (rules.limit,), source)


# ---- what was counted ----


def of_item(item: "Item", rules: "Rules") -> Why:
    """Explains an item of the count."""
    return (
        Why("known", (), "")
        if item.row is None
        else of_figure(item.row, Figure(item.slot, item.word, item.points), rules)
    )


def made(item: str, slot: int, won: bool, rules: "Rules") -> "list[tuple[str, str]]":
    """The steps from an exposed pung of 2-8 to the points of a pung or kong: (name, figure) each. [] if the item is no
    set, or is that pung itself."""
    if slot < 0:
        return []
    points = {row.id: row.worth for row in rules.points_of[won] if isinstance(row.worth, tuple)}
    worth = points["pung"][SIMPLE_EXPOSED]
    steps = [("plain", str(worth))]
    for name, is_so, slot_before in (
        ("kong", item == "kong", SIMPLE_EXPOSED),
        ("major", slot >= MAJOR_EXPOSED, MAJOR_EXPOSED),
        ("concealed", slot % 2 == 1, slot),
    ):
        if is_so:
            next_worth = points[item][slot_before]
            steps.append(
                (name, "x%d" % (next_worth // worth) if next_worth % worth == 0 else "+%d" % (next_worth - worth))
            )
            worth = next_worth
    return steps if len(steps) > 1 else []


def of_added(seated: "Seated", count: "Count | None" = None) -> "list[Added]":
    """The shares of the limit that were added to a winner's score after the doublings; with a count, also the flowers
    beside its special hand."""
    rules = seated.rules
    if count is not None and count.special is not None and rules.table["flowers_beside"]:
        points = flowers_beside(seated)
        return [Added("flowers", points, Why("added flowers", (), sourced(rules, "Special hands")))] if points else []
    if rules.limit is None or not seated.won():
        return []
    return [
        Added(row.id, share_of_limit(rules.limit, row.worth), of_added_row(row, rules))
        for row in rules.added
        if holds(row.fact, seated)
    ]


def of_score(count: "Count", seated: "Seated") -> "Why | None":
    """Explains a score that points, doublings and additions alone do not make: a special hand, or the limit. Else
    None."""
    if count.special is not None:
        return of_special_row(count.special_row, seated.rules)
    if count.score < (count.points << count.doublings) + sum([added.points for added in of_added(seated)]):
        return of_limit(seated.rules)
    return None
