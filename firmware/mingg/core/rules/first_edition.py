"""The first edition of the rules: what it counts differently. Evenings that began with it keep it.

This module has its rows and its default options. Its other differences are elsewhere: losers settle with each other
even if a player fed the winner (settle.py); nine mummies and thirteen orphans can be agreed together (load() in rules);
a loose tile for a flower counts like one after a kong (facts.py).
"""

from mingg.core.rules.rows import Row

MYPY = False
if MYPY:
    from mingg.core.rules import Rules


def put_back(rules: "Rules") -> None:
    """Puts the rows and options of the first edition in force."""
    for rows in rules.tables.values():
        rows[:] = [Row(row.id, "loose", *row[2:]) if row.fact == "loose_kong" else row for row in rows]
    # In it, Harr's limit game had no washing unless agreed.
    rules.table["always"] = tuple([option for option in rules.table["always"] if option != "washing"])
