"""Which cards can be the special hands of house rules (rules/patterns.py). The device and readers of JSON ask."""

from mingg.core.rules.patterns import KONG, PUNG, parse
from mingg.core.scoring.modern_facts import of_house

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Win
    from mingg.core.rules import Rules
    from mingg.core.rules.patterns import Group


def _suit(groups: "list[Group]") -> str:
    """The suit of a hand of these groups, as a card names it."""
    suits = {group[0] for group in groups}
    if "z" not in suits:
        return "full" if len(suits) == 1 else "mixed"
    return ("honours", "half", "mixed", "mixed")[len(suits) - 1]


def _could_be(card: "Card", hand: "Any", claimed: int) -> bool:
    """Whether sets and suit of a card allow a hand. claimed: how many of its exposed pungs a claimed winning tile may
    have completed."""
    groups = parse(hand["tiles"])
    kinds = [group[3] for group in groups]
    sets, kongs = kinds.count(PUNG) + kinds.count(KONG), kinds.count(KONG)
    if card.sets() > sets or (card.sets() == sets and sum(card.kongs) < kongs):
        return False
    if card.suit not in ("mixed", _suit(groups)):
        return False
    if not hand.get("concealed", False):
        return True
    return card.exposed_pungs() <= claimed and not card.kongs[0] + card.kongs[2]


def is_of(card: "Card", name: str, win: "Win", rules: "Rules") -> bool:
    """Whether a winner's card can be the hand that it names."""
    hand = of_house(rules)[name]
    return _could_be(card, hand, 0 if win.drawn() else 1) and (win.drawn() or hand.get("claim", True))


def may_wait(card: "Card", name: str, rules: "Rules") -> bool:
    """Whether a losing hand can wait for the hand that its card names."""
    return _could_be(card, of_house(rules)[name], 0)
