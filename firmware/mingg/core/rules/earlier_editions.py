"""What the earlier editions of the rules count differently. An evening keeps the edition that it began with.

This module has rows, and keys of Rules.table. The other differences are where the code compares Rules.edition:

1   Losers settle with each other even if a player fed the winner (settle.py). Nine mummies and thirteen orphans can be
    agreed together (load() in rules). A loose tile for a flower counts like one after a kong (facts.py).
1-2 A hidden tile costs only points: neither the doubling of double_drawn_only nor nine gates (facts.py); any rule set
    has it (deals.py). Three players without West Winds have thirteen orphans and four winds (rules), and thirteen
    majors (majors_of() in deal.py). The fifth player receives 20 points, doubled without a cap (settle.py). Two players
    win only with two doublings (score.py). winner_deals lets East pass in a draw (settle.py, rules). A record may name
    any loser as liable, in full or in half (endings.py). A score that the players counted is the score, however the
    hand was won (score.py, legality.py). Any hand may have been fed (deals.py).
"""

from mingg.core.rules.rows import Row

MYPY = False
if MYPY:
    from mingg.core.rules.rules import Rules


def put_back(rules: "Rules") -> None:
    """Puts the rows and options of the edition of `rules` in force."""
    # The facts that rows had.
    facts = {"loose_kong": "loose"} if rules.edition == 1 else {}
    # four_concealed in force covered four_concealed_drawn.
    if rules.id == "chinese" or rules.on("four_concealed"):
        facts["four_concealed_drawn"] = "four_concealed"
    for rows in rules.tables.values():
        rows[:] = [Row(row.id, facts.get(row.fact, row.fact), *row[2:]) for row in rows]
    rules.table["fifth_paid"] = True
    if rules.id == "harr-limit":
        # Without a limit, the original hand doubled only by house rules.
        if rules.house is None or "original" not in rules.house.get("doublings", ()):
            rules.doublings[:] = [row for row in rules.doublings if row.id != "original"]
        if rules.edition == 1:
            # Washing had to be agreed.
            rules.table["always"] = ("discarder_pays",)
