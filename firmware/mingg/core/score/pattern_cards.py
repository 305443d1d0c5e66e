"""Which cards can be the special hands of house rules (rules/patterns.py). The device and readers of JSON ask."""

from typing import Any, Callable

from mingg.core.deal.card import SETS, Card
from mingg.core.deal.deal import Win
from mingg.core.rules import Rules
from mingg.core.rules.patterns import KONG, PUNG, SET, masks_of, ways_of
from mingg.core.score.hand import Hand


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


def is_of_pairs(name: str, rules: "Rules") -> bool:
    """Whether this is the name of a hand that is seven pairs."""
    hand = rules.table["patterns"].get(name)
    return hand is not None and any(way.is_of_pairs() for way in ways_of(hand["tiles"], hand.get("same", False)))


def lacks_flowers(card: "Card", rules: "Rules") -> bool:
    """Whether a card names a hand that is no hand at all without its flowers, and lacks them."""
    table = rules.table
    needing = [
        name
        for name in card.special
        if name in table["patterns"] and (name in table["shapeless"] or SETS - card.sets() > table["max_chows"])
    ]
    return bool(needing) and not any(has_flowers(card, name, rules) for name in needing)


# What a card says of the suits that a hand has: by the sum of 1 characters, 2 dots, 4 bamboo, 8 honours.
_SUITS = {1: "full", 2: "full", 4: "full", 8: "honours", 9: "half", 10: "half", 12: "half"}


def _could_be(card: "Card", hand: "Any", claimed: int, short: int) -> bool:
    """Whether sets and suit of a card allow a hand. claimed: how many of its exposed pungs a claimed winning tile may
    have completed; short: how many tiles it lacks."""
    ways = ways_of(hand["tiles"], hand.get("same", False))
    if not any(_has_sets(card, [group[3] for group in way.groups] + way.words) for way in ways):
        return False
    if card.suit != "mixed":
        masks = masks_of(hand, ways)
        if short:
            masks += [mask & ~suit for mask in masks for suit in (1, 2, 4, 8)]
        if not any(_SUITS.get(mask) == card.suit for mask in masks):
            return False
    if not hand.get("concealed", False):
        return True
    return card.exposed_pungs() <= claimed and not card.kongs[0] + card.kongs[2]


def _has_sets(card: "Card", kinds: "list[int]") -> bool:
    """Whether a hand of groups and words of these kinds can have the pungs and kongs of a card."""
    kongs = kinds.count(KONG)
    pungs = kinds.count(PUNG) + kinds.count(SET)
    return card.sets() <= pungs + kongs and sum(card.pungs) <= pungs


def can_be(card: "Card", name: str, win: "Win", rules: "Rules") -> bool:
    """Whether a winner's card can be the hand that it names."""
    hand = rules.table["patterns"][name]
    return _could_be(card, hand, 0 if win.drawn() else 1, 0) and (win.drawn() or hand.get("claim", True))


def may_wait(card: "Card", name: str, rules: "Rules") -> bool:
    """Whether a losing hand can wait for the hand that its card names."""
    return _could_be(card, rules.table["patterns"][name], 0, 1)
