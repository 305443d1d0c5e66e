"""The table of the site: where the rule sets differ, made from their tables."""

from __future__ import annotations

from typing import Any

from mingg.core.explain import explain
from mingg.core.rules import RULE_SETS, Rules, load, module_of, options_of
from mingg.core.rules.rows import DOUBLINGS, ONE_READING, POINTS, SECOND_HAND, SPECIAL, TWO_AGREE, WINNER
from mingg.lang import say

ALL_SETS = RULE_SETS
NONE = "-"
MARKS = {SECOND_HAND: " (s)", TWO_AGREE: " (2)", ONE_READING: " (1)", "": ""}
SHARES: dict[Any, str] = {1: "limit", 2: "1/2", 3: "1/3", (1, 5): "1/5", (2, 5): "2/5"}
YES_NO = {True: "yes", False: "no"}

Cells = dict[str, dict[str, str]]  # by the words of a line, then by rule set


def put(cells: Cells, words: str, rules: str, cell: str) -> None:
    """Fills the cell of a line and a rule set. A filled cell stays: a figure comes before an option."""
    cells.setdefault(f"{words[0].upper()}{words[1:]}", {}).setdefault(rules, cell)


def words_of(row: Any, figure: explain.Figure) -> str:
    """Returns the words of the line for a figure of a row of points."""
    if figure.slot >= 0:
        of, lies = ("2-8", "1 9 honour")[figure.slot >= 2], ("exposed", "concealed")[figure.slot % 2]
        return f"{row.id} of {of}, {lies}"
    if figure.word is None:
        return say("loose-tile" if row.id == "loose" else row.id)
    if row.id == "pair":
        return say(f"pair {figure.word}")
    return f"winning tile made: {figure.word.replace('-', ' ')}"


def points(cells: Cells, rules: Rules) -> None:
    for row in rules.points:
        for figure in explain.figures(row):
            who = " (winner)" if row.who == WINNER and isinstance(row.worth, tuple) else ""
            put(cells, words_of(row, figure) + who, rules.id, f"{figure.points}{MARKS[row.certain]}")


def doublings(cells: Cells, rules: Rules) -> None:
    for row in rules.doublings:
        words = say(f"by {row.id}")
        words = words % say("set") if "%s" in words else words
        who = "W " if row.who == WINNER else ""
        when = ", no limit only" if explain.of_doubling_line(row, rules).key.endswith("_unlimited") else ""
        put(cells, words, rules.id, f"{who}x{1 << row.worth}{when}{MARKS[row.certain]}")


def special(cells: Cells, rules: Rules) -> None:
    for row in rules.special:
        put(cells, say(f"special {row.id}"), rules.id, f"{SHARES[row.worth]}{MARKS[row.certain]}")
    for row in rules.added:
        put(cells, f"{say(f'added {row.id}')}, added", rules.id, f"{SHARES[row.worth]}{MARKS[row.certain]}")
    for row in rules.waiting:
        put(cells, f"waiting for {say(f'special {row.id}')}", rules.id, f"{SHARES[row.worth]}{MARKS[row.certain]}")


def optional(points_of: Cells, doublings_of: Cells, special_of: Cells, rules: Rules) -> None:
    """Puts "option" for what a rule set has only as an option."""
    for option in options_of(module_of(rules.id)):
        for _, into, row in option.effects:
            if into == DOUBLINGS:
                words = say(f"by {row.id}")
                put(doublings_of, words % say("set") if "%s" in words else words, rules.id, "option")
            elif into == SPECIAL:
                put(special_of, say(f"special {row.id}"), rules.id, "option")
            elif into == POINTS:
                for figure in explain.figures(row):
                    put(points_of, words_of(row, figure), rules.id, "option")


def table_rules(cells: Cells, rules: Rules) -> None:
    table = rules.table
    put(
        cells,
        "limit",
        rules.id,
        "none" if rules.limit is None else f"{rules.limit}{MARKS[module_of(rules.id).LIMIT[2]]}",
    )
    dead, each = table["dead_wall"]
    put(cells, "tiles of the dead wall", rules.id, str(dead) if dead else "none")
    put(cells, "tiles that die with each loose tile", rules.id, str(each))
    put(cells, "flowers", rules.id, "yes" if rules.on("flowers") else "option")
    put(cells, "losers are capped at the limit", rules.id, YES_NO[table["caps_losers"] and rules.limit is not None])
    put(cells, "chows in an ordinary hand", rules.id, str(table["max_chows"]))
    put(cells, "four alike in a loser's hand are a kong", rules.id, YES_NO[rules.on("undeclared_kong")])
    put(cells, "flowers beside a special hand", rules.id, YES_NO[bool(table["flowers_beside"])])
    put(cells, "who discards to a big hand pays for all", rules.id, "yes" if rules.on("discarder_pays") else "option")
    put(cells, "a draw is followed by a Goulash", rules.id, YES_NO[rules.on("goulash")])
    put(cells, "a draw with a kong passes East", rules.id, YES_NO[table["kong_passes"]])
    put(cells, "a false mah-jong costs, unless agreed", rules.id, str(table["false_win"] or 0))


def lines(title: str, cells: Cells) -> list[str]:
    """Returns a line with the title, then the lines whose cells differ. Marks alone are no difference."""
    found = []
    for words, by_rules in cells.items():
        row = [by_rules.get(rules, NONE) for rules in ALL_SETS]
        if len({cell.partition(" ")[0] if cell[0].isdigit() else cell for cell in row}) > 1:
            found.append(f"| {words} | {' | '.join(row)} |")
    return [f"| **{title}** |{' |' * len(ALL_SETS)}", *found]


def differences() -> str:
    """Returns the table."""
    points_of: Cells = {}
    doublings_of: Cells = {}
    special_of: Cells = {}
    table_of: Cells = {}
    for rules in map(load, ALL_SETS):
        table_rules(table_of, rules)
        points(points_of, rules)
        doublings(doublings_of, rules)
        special(special_of, rules)
        optional(points_of, doublings_of, special_of, rules)
    head = [f"| figure | {' | '.join(f'`{rules}`' for rules in ALL_SETS)} |", f"| --- |{' --- |' * len(ALL_SETS)}"]
    parts = [("The table", table_of), ("Points", points_of), ("Doublings", doublings_of), ("Special hands", special_of)]
    return "\n".join([*head, *(line for title, cells in parts for line in lines(title, cells))]) + "\n"
