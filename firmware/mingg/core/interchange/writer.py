"""Writes the JSON of one deal, by the table of its keys (keys.py)."""

from typing import Any, Sequence

from mingg.core.deal.deal import FALSE_WIN, Deal, Liable, Win
from mingg.core.deal.hand import CLAIMED, KONG, PAIR, PUNG, PUNG_SHOWN, Hand, class_of
from mingg.core.interchange import keys as table
from mingg.core.interchange.json_in import Json


def write_set(item: int) -> str:
    """The text of a set."""
    of = class_of(item)
    if item & PAIR:
        return "pair " + of
    kind = ("pung " if item & (PUNG | PUNG_SHOWN) else "kong ") + of
    if item & CLAIMED:
        kind += " claimed"
    return kind if item & (PUNG | KONG) else "(" + kind + ")"


def _write(thing: "Any", rows: "Sequence[Any]", plain: "Any") -> "Json":
    """The keys of an object, without those of the default. plain: an object with the defaults."""
    keys: "Json" = {}
    for row in rows:
        value = getattr(thing, row.name)
        if value != getattr(plain, row.name):
            keys[row.key] = value
    return keys


def write_hand(hand: Hand) -> "Json":
    """The object of a hand."""
    if hand.tiles is not None:
        keys: "Json" = {"tiles": hand.tiles}
    elif hand.score is not None:
        keys = {"score": hand.score}
    else:
        keys = _write(hand, table.HAND, Hand())
        keys["sets"] = [write_set(item) for item in hand.sets]
        if hand.dead and len(keys) == 2 and not hand.sets:
            keys = {}
    if hand.dead:
        keys["dead"] = True if hand.dead == "dead" else hand.dead
    return keys


def write_deal(deal: Deal) -> "Json":
    """The object of a deal, which read_deal() reads."""
    keys: "Json" = {"winner": deal.winner, "hands": {seat: write_hand(hand) for seat, hand in deal.hands.items()}}
    if deal.win is not None:
        keys["win"] = _write(deal.win, table.WIN, Win(""))
    for row in table.DEAL:
        if row.kind in (table.COUNT, table.FLAG) and getattr(deal, row.name):
            keys[row.key] = getattr(deal, row.name)
    if deal.liable:
        keys["liable"] = [_write(liable, table.LIABLE, Liable(None, None, None)) for liable in deal.liable]
    if deal.ending is not None:
        ending, seat, number = deal.ending
        keys[ending] = {"seat": seat, "majors": number} if ending in table.SHOWN else seat
        if ending == FALSE_WIN and number:
            keys["price"] = number
    return keys
