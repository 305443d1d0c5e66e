"""What the first edition of the rules counts differently. Evenings that began with it keep it.

This module has its rows and its default options. Elsewhere: losers settle even if somebody fed the winner (settle.py),
nine mummies may be agreed beside thirteen orphans (options.py), and a loose tile for a flower counts like one after a
kong (facts.py).
"""

from mingg.core.rules.rows import Row

MYPY = False
if MYPY:
    from mingg.core.rules import Rules


def put_back(rules: "Rules") -> None:
    """Puts the rows in force that the first edition had."""
    for rows in rules.tables.values():
        rows[:] = [Row(row.id, "loose", *row[2:]) if row.fact == "loose_kong" else row for row in rows]
    # Harr's limit game was played without washing unless it was agreed.
    rules.table["always"] = tuple([option for option in rules.table["always"] if option != "washing"])
