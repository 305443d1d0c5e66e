"""Which player can be liable for what the others owe the winner. The device offers no other liability, and a record has
no other."""

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Liable
    from mingg.core.rules import Rules

FEEDING, INSURANCE = "feeding", "insurance"


def ground(why: "str | None", rules: "Rules") -> str:
    """The rule that makes a player liable: FEEDING, INSURANCE, or "discarder_pays". why: see Liable. A record that says
    nothing else is of insurance if the table plays by it, or by no such rule."""
    if why == FEEDING:
        return why
    return INSURANCE if why == INSURANCE or rules.on(INSURANCE) or not rules.on("discarder_pays") else "discarder_pays"


def why_not(
    liable: "Liable", winner: str, source: "str | None", drawn: bool, seats: "tuple[str, ...]", rules: "Rules"
) -> "str | None":
    """What is wrong with a liability: "seat", "share", or None. source: who discarded the winning tile, if that is
    known.

    By insurance any loser is liable, in full or in half (Babcock p.74-78). Feeding makes the player on the winner's
    left liable (p.78), Harr's penalty the discarder (Harr p.67-68): alone and in full.
    """
    of = ground(liable.why, rules)
    if of == INSURANCE:
        return None
    if of == FEEDING:
        wrong = seats[(seats.index(liable.seat) + 1) % len(seats)] != winner
    else:
        wrong = drawn or source not in (None, liable.seat)
    return "seat" if wrong else "share" if liable.share != "full" else None
