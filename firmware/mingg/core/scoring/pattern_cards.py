"""Which cards can be the special hands of house rules (rules/patterns.py). The device and readers of JSON ask."""

from mingg.core.rules.patterns import KONG, PUNG, groups_of

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Win
    from mingg.core.rules import Rules
    from mingg.core.rules.patterns import Group
    from mingg.core.scoring.hand import Hand


def fact_of(name: str) -> "Callable[[Hand], bool]":
    """The fact of a hand: a winner's card names it, and has its flowers."""
    return lambda hand: name in hand.card.special and has_flowers(hand.card, name, hand.rules)


def has_flowers(card: "Card", name: str, rules: "Rules") -> bool:
    """Whether a card has the flowers that a hand needs. It needs none if the players play without flowers."""
    needed = rules.table["patterns"][name].get("flowers", 0)
    if rules.on("flowers") in (False, "off"):
        return True
    if isinstance(needed, int):
        return len(card.flowers) >= needed
    return all(int(sign) in card.flowers for sign in needed if "1" <= sign <= "8")


def lacks_flowers(card: "Card", rules: "Rules") -> bool:
    """Whether a card names a hand that is no hand at all without its flowers, and lacks them."""
    return any(
        name in card.special and not has_flowers(card, name, rules)
        for name in rules.table["patterns"]
        if name in rules.table["shapeless"]
    )


def _suit(groups: "list[Group]") -> str:
    """The suit of a hand of these groups, as a card names it."""
    suits = {group[0] for group in groups}
    if "z" not in suits:
        return "full" if len(suits) == 1 else "mixed"
    return ("honours", "half", "mixed", "mixed")[len(suits) - 1]


def _could_be(card: "Card", hand: "Any", claimed: int) -> bool:
    """Whether sets and suit of a card allow a hand. claimed: how many of its exposed pungs a claimed winning tile may
    have completed."""
    groups = groups_of(hand["tiles"])
    kinds = [group[3] for group in groups]
    sets, kongs = kinds.count(PUNG) + kinds.count(KONG), kinds.count(KONG)
    if card.sets() > sets or (card.sets() == sets and sum(card.kongs) < kongs):
        return False
    if card.suit not in ("mixed", _suit(groups)):
        return False
    if not hand.get("concealed", False):
        return True
    return card.exposed_pungs() <= claimed and not card.kongs[0] + card.kongs[2]


def can_be(card: "Card", name: str, win: "Win", rules: "Rules") -> bool:
    """Whether a winner's card can be the hand that it names."""
    hand = rules.table["patterns"][name]
    return _could_be(card, hand, 0 if win.drawn() else 1) and (win.drawn() or hand.get("claim", True))


def may_wait(card: "Card", name: str, rules: "Rules") -> bool:
    """Whether a losing hand can wait for the hand that its card names."""
    return _could_be(card, rules.table["patterns"][name], 0)
