"""Which hands of sets can be the special hands of house rules (rules/patterns.py). The device and the judge ask."""

from typing import Any, Callable

from mingg.core.deal.deal import Win
from mingg.core.deal.hand import ANY, CLAIMED, KONG_SHOWN, MOST, PUNG_SHOWN, PUNGS, SUIT_OF, Hand
from mingg.core.rules import Rules
from mingg.core.rules.patterns import KONG, PUNG, SET, masks_of, ways_of
from mingg.core.score.facts import Seated


def fact_of(name: str) -> "Callable[[Seated], bool]":
    """The fact of a special hand: a winner's hand is named as it, and has its flowers."""
    return lambda seated: name in seated.hand.special and has_flowers(seated.hand, name, seated.rules)


def has_flowers(hand: "Hand", name: str, rules: "Rules") -> bool:
    """Whether a hand has the flowers that a special hand needs. It needs none if the players play without flowers."""
    needed = rules.table["patterns"][name].get("flowers", 0)
    if rules.on("flowers") in (False, "off"):
        return True
    if isinstance(needed, int):
        return len(hand.flowers) >= needed
    return all(int(sign) in hand.flowers for sign in needed if "1" <= sign <= "8")


def is_of_pairs(name: str, rules: "Rules") -> bool:
    """Whether this is the name of a hand that is seven pairs."""
    return any(way.is_of_pairs() for way in ways_of(rules.table["patterns"][name]["tiles"]))


def lacks_flowers(hand: "Hand", rules: "Rules") -> bool:
    """Whether a hand is named as one that is no hand at all without its flowers, and lacks them."""
    table = rules.table
    needing = [
        name
        for name in hand.special
        if name in table["patterns"] and (name in table["shapeless"] or MOST - hand.size() > table["max_chows"])
    ]
    return bool(needing) and not any(has_flowers(hand, name, rules) for name in needing)


def _could_be(hand: "Hand", wanted: "Any", claimed: int, short: int) -> bool:
    """Whether sets and suit allow a special hand. claimed: how many of its exposed pungs a claimed winning tile may
    have completed; short: how many tiles it lacks."""
    ways = ways_of(wanted["tiles"])
    if not any(_has_sets(hand, [group[3] for group in way.groups] + way.words) for way in ways):
        return False
    if hand.suit != "mixed":
        masks = masks_of(wanted, ways)
        if short:
            masks += [mask & ~suit for mask in masks for suit in (1, 2, 4, 8)]
        if not any(SUIT_OF.get(mask) == hand.suit for mask in masks):
            return False
    if not wanted.get("concealed", False):
        return True
    return hand.number(ANY, PUNG_SHOWN) <= claimed and not hand.number(ANY, KONG_SHOWN | CLAIMED)


def _has_sets(hand: "Hand", kinds: "list[int]") -> bool:
    """Whether a special hand of groups and words of these kinds can have the pungs and kongs of a hand."""
    kongs = kinds.count(KONG)
    pungs = kinds.count(PUNG) + kinds.count(SET)
    return hand.size() <= pungs + kongs and hand.number(ANY, PUNGS) <= pungs


def can_be(hand: "Hand", name: str, win: "Win", rules: "Rules") -> bool:
    """Whether a winner's hand can be the special hand that it names."""
    wanted = rules.table["patterns"][name]
    return _could_be(hand, wanted, 0 if win.drawn() else 1, 0) and (win.drawn() or wanted.get("claim", True))


def may_wait(hand: "Hand", name: str, rules: "Rules") -> bool:
    """Whether a losing hand can wait for the special hand that it names."""
    return _could_be(hand, rules.table["patterns"][name], 0, 1)
