"""What the first edition of the rules counted otherwise. Evenings that were begun by it stay with it.

Here are rows and options; settle.py lets losers settle where somebody fed the winner, options.py lets nine mummies stand
beside thirteen orphans, and facts.py counts a loose tile for a flower as one after a kong.
"""

MYPY = False
if MYPY:
    from mingg.core.rules import Rules


def put_back(rules: "Rules") -> None:
    """Puts the rows in force that the first edition had."""
    for rows in rules.tables.values():
        rows[:] = [(row[0], "loose") + row[2:] if row[1] == "loose_kong" else row for row in rows]
    # Harr's limit game was played without washing unless it was agreed.
    rules.table["always"] = tuple([option for option in rules.table["always"] if option != "washing"])
