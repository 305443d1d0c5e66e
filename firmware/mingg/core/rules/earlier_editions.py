"""What the earlier editions of the rules count differently. An evening keeps the edition that it began with.

This module has rows and default options. The code has the other differences, beside a comparison with Rules.edition. In
edition 1 losers settle with each other even if a player fed the winner (settle.py), nine mummies and thirteen orphans
can be agreed together (load() in rules), and a loose tile for a flower counts like one after a kong (facts.py).
"""

from mingg.core.rules.rows import Row

MYPY = False
if MYPY:
    from mingg.core.rules import Rules

# The facts that rows had: (last edition with it, the fact now, the fact then).
FACTS = ((1, "loose_kong", "loose"),)
# Options of "always" that were off unless agreed: (last edition in which it was off, option).
OFF = ((1, "washing"),)


def put_back(rules: "Rules") -> None:
    """Puts the rows and options of the edition of `rules` in force."""
    facts = {now: then for last, now, then in FACTS if rules.edition <= last}
    for rows in rules.tables.values():
        rows[:] = [Row(row.id, facts.get(row.fact, row.fact), *row[2:]) for row in rows]
    off = [option for last, option in OFF if rules.edition <= last]
    rules.table["always"] = tuple([option for option in rules.table["always"] if option not in off])
