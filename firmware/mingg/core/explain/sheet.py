"""The score sheet of a rule set in force: pages of lines, from the same tables that score. It has no texts."""

from collections import namedtuple
from typing import Any

from mingg.core.explain import explain
from mingg.core.rules import Rules, module_of, options_of
from mingg.core.rules.options import in_force
from mingg.core.rules.rows import ALL, LOSER, WINNER
from mingg.core.score.special import share_of_limit

# kind: one of the numbers below; row: a row of the tables; figure: an explain.Figure of it, points, a number of
# doublings, the value of an option, or None
Line = namedtuple("Line", ("kind", "row", "figure"))
BOOK, LIMIT, OPTION, FIGURE, DOUBLING, SPECIAL, ADDED, PAID = range(8)

# The pages: book and options; then what counts, and for whom; then who pays.
AGREED, WON, SETS, SETS_WON, SETS_LOST = "agreed", "won", "sets", "sets won", "sets lost"
LAST, LAST_CLAIMED, LAST_DRAWN = "last", "last claimed", "last drawn"  # the set that the last tile completed
DOUBLED, DOUBLED_WON, HANDS, WAITING, SETTLED = "doubled", "doubled won", "hands", "waiting", "settled"


def pages(rules: "Rules") -> "list[str]":
    """The pages that have lines with the rules in force, in their order."""
    alike = all(row.who == ALL for row in rules.points if isinstance(row.worth, tuple))
    sets = [SETS] if alike else [SETS_WON, SETS_LOST]
    every = [AGREED, WON] + sets + [LAST, LAST_CLAIMED, LAST_DRAWN, DOUBLED, DOUBLED_WON, HANDS]
    every += [WAITING, SETTLED]
    return [page for page in every if lines(rules, page)]


def lines(rules: "Rules", page: str) -> "list[Line]":
    """The lines of a page."""
    if page == AGREED:
        return [Line(BOOK, None, None), Line(LIMIT, None, rules.limit)] + _options(rules)
    if page == SETTLED:
        from mingg.core.explain.paid import settlement

        return [Line(PAID, step, step.shown) for step in settlement(rules)]
    if page == HANDS:
        return _hands(rules)
    if page == WAITING:
        rows = [row for row in rules.waiting if rules.limit is not None or len(row.worth) == 1]
        return [Line(SPECIAL, row, share_of_limit(rules.limit, row.worth)) for row in rows]
    if page in (DOUBLED, DOUBLED_WON):
        who = ALL if page == DOUBLED else WINNER
        doublings: "list[Any]" = [row for row in rules.doublings if row.who == who]
        return [Line(DOUBLING, row, times) for row in doublings for times in explain.worths(row)]
    sheet = []
    whose_not = {SETS_WON: LOSER, SETS_LOST: WINNER}.get(page)
    for row in rules.points:
        for figure in explain.figures(row):
            page_of_figure = _page_of(row, figure)
            if explain.plainly(row, figure) != figure.word:
                continue  # another figure has the same word
            if page_of_figure == page or (page_of_figure == SETS and whose_not is not None and row.who != whose_not):
                sheet.append(Line(FIGURE, row, figure))
    return sheet


def set_word(line: Line) -> str:
    """The word for the sets of a line of doublings: "set", "pung" or "kong"."""
    both = explain.worths(line.row)
    return ("pung", "kong")[both.index(line.figure)] if len(both) > 1 else "set"


def _page_of(row: "Any", figure: "explain.Figure") -> str:
    """The page for a figure of a row of points."""
    if isinstance(row.worth, dict) and row.id != "pair":
        return {"claimed": LAST_CLAIMED, "drawn": LAST_DRAWN}.get(figure.word.split(" ")[-1], LAST)
    return SETS if row.who == ALL or isinstance(row.worth, tuple) else WON


def _hands(rules: "Rules") -> "list[Line]":
    """The lines of special hands. Without a limit only those that score points: the others score shares of it."""
    limit = rules.limit
    if limit is None:
        points_only = [row for row in rules.special if isinstance(row.worth, tuple)]
        return [Line(SPECIAL, row, row.worth[0]) for row in points_only]
    sheet = [Line(SPECIAL, row, share_of_limit(limit, row.worth)) for row in rules.special]
    return sheet + [Line(ADDED, row, share_of_limit(limit, row.worth)) for row in rules.added]


def _options(rules: "Rules") -> "list[Line]":
    """The lines of options in force; limit and mah-jong have lines of their own."""
    sheet = []
    for row in options_of(module_of(rules.id)):
        value = in_force(rules, row)
        if row.name not in ("limit", "mahjong") and value not in (False, None, "off"):
            sheet.append(Line(OPTION, row, value))
    return sheet


def why(line: Line, rules: "Rules") -> "explain.Why | None":
    """Explains a line; None for a book and an option, which no row explains."""
    if line.kind == LIMIT:
        return explain.of_limit(rules)
    if line.kind == FIGURE:
        return explain.of_figure(line.row, line.figure, rules)
    if line.kind == DOUBLING:
        return explain.of_doubling_line(line.row, rules)
    if line.kind == SPECIAL:
        return explain.of_special_row(line.row, rules)
    if line.kind == ADDED:
        return explain.of_added_row(line.row, rules)
    paid: "explain.Why | None" = line.row.why if line.kind == PAID else None
    return paid
