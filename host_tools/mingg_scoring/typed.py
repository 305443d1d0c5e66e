"""Scores typed deals. The parts of an answer are made of the core's objects when they are first asked for."""

from __future__ import annotations

from typing import Any

from mingg.core.deal import deal as core
from mingg.core.deal.hand import Hand
from mingg.core.hand.hand import KINDS, name
from mingg.core.interchange.judge import judge
from mingg.core.rules import Rules
from mingg.core.rules.rows import keep
from mingg.core.settle.settle import answer
from mingg.core.values import BadInput

from mingg_scoring import deals
from mingg_scoring.answers import Answer, Doubling, HandScore, Item, Next, Payment
from mingg_scoring.deals import Deal, Seat
from mingg_scoring.forms import Frozen, Later, made
from mingg_scoring.interchange.answers import write_doubling, write_item, write_payment, write_total
from mingg_scoring.interchange.tiles import tile_of
from mingg_scoring.json_answers import MOST_KEPT, Played, play, table_of
from mingg_scoring.json_text import parse

_OF_TABLE = ("rules", "options", "house")
_TILES, _SOURCES = set(map(name, range(KINDS))), (None, *core.WINDS)
_kept: dict[Any, Any] = {}  # rules with the forms that say them


def scored(deal: Deal) -> Answer:
    """Returns the answer to a deal. Raises MinggError."""
    usual = _usual(vars(deal))
    try:
        played = _played(usual, _rules(vars(deal))) if usual is not None else play(deal)
    except BadInput:
        played = play(deal)  # says what is wrong
    return made(Answer, {"_later": Later(_ANSWER, played, deal), "net": Frozen(played.answer.net)})


def _played(deal: core.Deal, rules: Rules) -> Played:
    return Played(rules, deal, answer(deal, rules, judge(deal, rules)))


def _usual(keys: dict[str, Any]) -> core.Deal | None:
    """Returns what the reader of JSON makes of a deal with hands of tiles and nothing rare. None for all others, also
    for a value of a wrong type. A test compares the two."""
    winner, win, hands = keys["winner"], keys.get("win"), keys["hands"]
    usual = 3 + ("win" in keys) + ("options" in keys) + ("house" in keys)
    if type(hands) is not Frozen or type(keys["rules"]) is not str or len(keys) > usual:
        return None
    if winner is None and win is None:
        of = core.Deal()
    elif type(win) is deals.Win and winner in core.WINDS and winner in hands:
        won = vars(win)
        by, tile, source = won["by"], won.get("tile"), won.get("from")
        if type(tile) is not str or tile not in _TILES or by not in core.WAYS or source not in _SOURCES:
            return None
        if len(won) > 2 + ("from" in won):
            return None
        of = core.Deal(winner, core.Win(by, source))
        of.win.tile = tile
    else:
        return None
    for seat, hand in hands.items():
        if type(hand) is not deals.Hand or seat not in core.WINDS:
            return None
        given = vars(hand)
        tiles = given.get("tiles")
        if type(tiles) is not str or not tiles.isascii() or len(given) > 1:
            return None
        of.hands[seat] = laid = Hand()
        laid.tiles = tiles
    return of


def _rules(keys: dict[str, Any]) -> Rules:
    options, house = keys.get("options"), keys.get("house")
    mark = keys["rules"], id(options), id(house)
    kept = _kept.get(mark)
    if kept is None:
        table = table_of(parse({key: keys[key] for key in _OF_TABLE if key in keys}))
        kept = keep(_kept, MOST_KEPT, mark, (*table, options, house))
    rules: Rules = kept[0]
    return rules


def _hands(played: Played) -> dict[Seat, HandScore]:
    hands = played.deal.hands
    return Frozen({seat: _score_of(count, hands.get(seat)) for seat, count in played.answer.counts.items()})


_NOTHING = HandScore(score=0, points=0, doublings=0, limit=False, items=(), doubled=())  # of a hand that is left out


def _score_of(count: core.Count, hand: Hand | None) -> HandScore:
    if hand is None:
        return _NOTHING
    return made(HandScore, write_total(count, hand, _later=Later(_HAND_SCORE, (count, hand))))


def _items(of: tuple[core.Count, Hand | None]) -> tuple[Item, ...]:
    count, hand = of
    return tuple(made(Item, write_item(part, tile_of(part, hand))) for part in count.items)


def _doubled(of: tuple[core.Count, Hand | None]) -> tuple[Doubling, ...]:
    count, hand = of
    return tuple(made(Doubling, write_doubling(part, tile_of(part, hand))) for part in count.doubled)


_HAND_SCORE: dict[str, Any] = {"items": _items, "doubled": _doubled}
_ANSWER: dict[str, Any] = {
    "hands": _hands,
    "payments": lambda played: tuple(made(Payment, write_payment(payment)) for payment in played.answer.payments),
    "next": lambda played: made(Next, {"deal": played.answer.deals_next}),
}
