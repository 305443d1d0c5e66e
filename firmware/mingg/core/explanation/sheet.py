"""A rule set in force as pages of lines, from the tables that score; the words are the reader's."""

from collections import namedtuple

from mingg.core.explanation import explain
from mingg.core.rules.books import module_of, options_of
from mingg.core.rules.options import in_force
from mingg.core.rules.rows import ALL, LOSER, WINNER
from mingg.core.scoring.score import share_of_limit

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules import Rules

# kind: a word of those below; row: what stands in the tables; figure: an explain.Figure of it, points, times doubled,
# what an option is set to, or None
Line = namedtuple("Line", ("kind", "row", "figure"))
BOOK, LIMIT, OPTION, FIGURE, DOUBLING, SPECIAL, ADDED, PAID = range(8)

# The pages: the book with what was agreed; then what is counted, for whom, and who pays.
AGREED, WON, SETS, SETS_WON, SETS_LOST = "agreed", "won", "sets", "sets won", "sets lost"
LAST, LAST_CLAIMED, LAST_DRAWN = "last", "last claimed", "last drawn"  # what the last tile filled
DOUBLED, DOUBLED_WON, HANDS, SETTLED = "doubled", "doubled won", "hands", "settled"


def pages(rules: "Rules") -> "list[str]":
    """The pages that have lines by the rules in force, in their order."""
    alike = all(row.who == ALL for row in rules.points if isinstance(row.worth, tuple))
    sets = [SETS] if alike else [SETS_WON, SETS_LOST]
    every = [AGREED, WON] + sets + [LAST, LAST_CLAIMED, LAST_DRAWN, DOUBLED, DOUBLED_WON, HANDS, SETTLED]
    return [page for page in every if page == AGREED or lines(rules, page)]


def lines(rules: "Rules", page: str) -> "list[Line]":
    """The lines of a page."""
    if page == AGREED:
        return [Line(BOOK, None, None), Line(LIMIT, None, rules.limit)] + _options(rules)
    if page == SETTLED:
        from mingg.core.explanation.paid import settlement

        return [Line(PAID, step, step.shown) for step in settlement(rules)]
    if page == HANDS:
        return _hands(rules)
    if page in (DOUBLED, DOUBLED_WON):
        who = ALL if page == DOUBLED else WINNER
        return [Line(DOUBLING, row, row.worth) for row in rules.doublings if row.who == who]
    found = []
    whose_not = {SETS_WON: LOSER, SETS_LOST: WINNER}.get(page)
    for row in rules.points:
        for figure in explain.figures(row):
            where = _page_of(row, figure)
            if explain.plainly(row, figure) != figure.word:
                continue  # told by another figure
            if where == page or (where == SETS and whose_not is not None and row.who != whose_not):
                found.append(Line(FIGURE, row, figure))
    return found


def _page_of(row: "Any", figure: "explain.Figure") -> str:
    """The page of a figure of a row of points."""
    if isinstance(row.worth, dict) and row.id != "pair":
        return {"claimed": LAST_CLAIMED, "drawn": LAST_DRAWN}.get(figure.word.split(" ")[-1], LAST)
    return SETS if row.who == ALL or isinstance(row.worth, tuple) else WON


def _hands(rules: "Rules") -> "list[Line]":
    """Where no limit is played no share of it is scored."""
    limit = rules.limit
    if limit is None:
        return []
    found = [Line(SPECIAL, row, share_of_limit(limit, row.worth)) for row in rules.special]
    return found + [Line(ADDED, row, share_of_limit(limit, row.worth)) for row in rules.added]


def _options(rules: "Rules") -> "list[Line]":
    """The options in force; limit and mah-jong have lines of their own."""
    found = []
    for row in options_of(module_of(rules.id)):
        value = in_force(rules, row.name)
        if row.name not in ("limit", "mahjong") and value not in (False, None, "off"):
            found.append(Line(OPTION, row, value))
    return found


def why(line: Line, rules: "Rules") -> "explain.Why | None":
    """Why a line counts so; None where that is not told by a row: the book, and an option."""
    if line.kind == LIMIT:
        return explain.of_limit(rules)
    if line.kind == FIGURE:
        return explain.of_figure(line.row, line.figure, rules)
    if line.kind == DOUBLING:
        return explain.of_doubling_row(line.row, rules)
    if line.kind == SPECIAL:
        return explain.of_special_row(line.row, rules)
    if line.kind == ADDED:
        return explain.of_added_row(line.row, rules)
    paid: "explain.Why | None" = line.row.why if line.kind == PAID else None
    return paid
