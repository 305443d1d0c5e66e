"""Checks what only modern rule sets have: their ids, and more words of a card and flags of a win."""

from mingg.core.deal.card import PAIRS, SPECIAL_HANDS
from mingg.core.interchange.json_in import BadInput, a_word
from mingg.core.rules.books import RULE_SETS
from mingg.core.rules.modern import MODERN
from mingg.core.rules.rows import PATTERN
from mingg.core.scoring.modern_legality import NAMES, check_modern_win, robs_concealed

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.deal import Deal
    from mingg.core.rules import Rules


def check_rule_set(name: object) -> None:
    """Raises BadInput if this is not the id of a rule set, or "" (it is missing)."""
    if name == "":
        raise BadInput("/rules", "the rule set is missing. Choose one of " + ", ".join(RULE_SETS + MODERN))
    a_word(name, "/rules", RULE_SETS + MODERN, "rule set")


def vocabulary(key: str, rules: "Rules") -> "tuple[Any, ...]":
    """The words of a key of a card, as in cards.VOCABULARY; () for those of all rule sets."""
    if key == "fishing":
        waiting = tuple([row.id for row in rules.table.get("fishing", ())])
        if waiting and rules.knows("purity"):
            waiting += ("purity",)
        return waiting, "special hand to wait for"
    if key == "pairs":
        return PAIRS + ("wind",) if "winds" in rules.table.get("card_keys", ()) else PAIRS, "pair"
    if key == "special":
        patterns = tuple([row.id for row in rules.special if row.fact.startswith(PATTERN)])
        return SPECIAL_HANDS + tuple([name for name in NAMES if name in rules.hands]) + patterns, "special hand"
    return ()


def check(deal: "Deal", robbed: "str | None", rules: "Rules") -> "str | None":
    """Checks the win against the winner's hand. Raises BadInput.

    robbed: why no kong can have been robbed, by legality.check_robbed(), or None. Returns it, or None if these rules
    allow it.
    """
    winner = deal.winner or ""
    card, tiles = deal.cards[winner], deal.tiles.get(winner, "")
    if card.score is None:
        wrong = check_modern_win(deal.win, card, "(" in tiles or "[" in tiles)
        if wrong:
            raise BadInput("/win/" + wrong[1], wrong[0])
        if "patterns" in rules.table:
            from mingg.core.scoring.pattern_cards import lacks_flowers

            if lacks_flowers(card, rules):
                raise BadInput("/hands/%s/%s" % (winner, "tiles" if tiles else "card"), "hand-flowers")
    return None if robbed and robs_concealed(deal.win, deal.cards, winner, rules) else robbed
