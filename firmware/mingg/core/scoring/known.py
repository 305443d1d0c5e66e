"""The bounds of a score without a hand: players counted it at the table, with doublings and limit."""

MYPY = False
if MYPY:
    from mingg.core.rules import Rules


def highest(winner: bool, rules: "Rules") -> "int | None":
    """The highest possible score; None: there is no limit."""
    return rules.limit if winner or rules.table["caps_losers"] else None


def lowest(winner: bool, rules: "Rules") -> int:
    """The lowest possible score: a winner has at least the points for mah-jong."""
    if not winner:
        return 0
    return int(rules.mahjong if rules.limit is None else min(rules.mahjong, rules.limit))


def check(score: int, winner: bool, rules: "Rules") -> "tuple[str, str] | None":
    """Checks a score: None, or (reason, key of the card), as in legality.py."""
    most = highest(winner, rules)
    if score % 2:
        return "score-odd", "score"
    if most is not None and score > most:
        return "score-over-limit", "score"
    if score < lowest(winner, rules):
        return "score-below-mahjong", "score"
    # The payment of the fifth player depends on the winner's doublings, which are unknown (B p.85).
    return ("score-of-five", "score") if winner and rules.players == 5 else None
