"""Checks the special hands that a winner's card names. Answers like legality.py."""

from mingg.core.scoring.facts import unproved
from mingg.core.scoring.legality import DRAGONS, SETS, SHAPES

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Win
    from mingg.core.rules import Rules


def _concealed(card: "Card") -> int:
    return card.pungs[1] + card.pungs[3] + card.kongs[1] + card.kongs[3]


def _can_be(card: "Card", hand: str, win: "Win", rules: "Rules") -> bool:
    """Whether the counts of a card allow the special hand `hand`, which it names."""
    if hand == "four_winds":
        with_own = any(row.fact == "four_winds_with_own" for row in rules.special)
        return card.majors() - card.dragons >= 3 and card.suit != "full" and (card.seat_wind > 0 or not with_own)
    if hand == "all_majors":
        shaped = any(shape in card.special for shape in SHAPES)
        return (card.majors() == SETS or shaped) and card.suit != "full"
    if hand == "nine_gates":
        open_sets = 0 if win.drawn() else 1
        shown = not unproved(win, rules)
        return card.suit == "full" and not sum(card.kongs) and card.exposed_pungs() <= open_sets and shown
    if hand == "four_kongs":
        return sum(card.kongs) == SETS
    if hand == "three_concealed":
        return _concealed(card) + card.claimed >= 3
    if hand == "four_concealed":
        return _concealed(card) == SETS
    if hand == "thirteen_orphans":
        return card.suit == "mixed"
    if hand == "three_dragons":
        return card.dragons == DRAGONS
    return hand != "all_honours" or card.suit == "honours"


def check_named(card: "Card", win: "Win", rules: "Rules") -> "tuple[str, str] | None":
    """Checks the last set and the special hands of a winner's card: None, or (reason, key of the card)."""
    if win.by == "rob" and card.last_set is not None and card.last_set[:4] == "pair":
        return "rob-pair", "last_set"
    if "modern" in rules.table:
        from mingg.core.scoring.modern_legality import can_be

        for i, hand in enumerate(card.special):
            allowed = can_be(card, hand, win, rules)
            if not (_can_be(card, hand, win, rules) if allowed is None else allowed):
                return "not-that-hand", "special/%d" % i
        return None
    for i, hand in enumerate(card.special):
        if not _can_be(card, hand, win, rules):
            return "not-that-hand", "special/%d" % i
    return None
