"""The bounds of a score that is known without its hand: counted at the table, doubled and limited already."""

MYPY = False
if MYPY:
    from mingg.core.rules import Rules


def highest(winner: bool, rules: "Rules") -> "int | None":
    """The highest score that such a hand may have; None: there is no limit."""
    return rules.limit if winner or rules.table["caps_losers"] else None


def lowest(winner: bool, rules: "Rules") -> int:
    """The lowest: a winner has mah-jong."""
    if not winner:
        return 0
    return int(rules.mahjong if rules.limit is None else min(rules.mahjong, rules.limit))


def check(score: int, winner: bool, rules: "Rules") -> "tuple[str, str] | None":
    """None, or (reason, key of the card), as in legality.py."""
    most = highest(winner, rules)
    if score % 2:
        return "score-odd", "score"
    if most is not None and score > most:
        return "score-over-limit", "score"
    if score < lowest(winner, rules):
        return "score-below-mahjong", "score"
    # The fifth player is paid by how often the winning hand doubles (B p.85).
    return ("score-of-five", "score") if winner and rules.players == 5 else None
