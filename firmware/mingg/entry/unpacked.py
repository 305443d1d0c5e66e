"""Reads a half-entered deal from its draft."""

from typing import Any

from mingg.core.hand.hand import parse
from mingg.core.interchange.keys import write_deal
from mingg.core.interchange.reader import read_deal
from mingg.core.table.session import Session
from mingg.core.values import is_count
from mingg.entry.card_entry import seat_anew
from mingg.entry.entry import BIG_WINDS, HOW, LITTLE_WINDS, PACKED, PACKED_HAND, RESULT, Entry


def unpack(draft: "dict[str, Any]", session: "Session") -> Entry:
    """Returns the entry that pack() stored. What a draft leaves out has its default. session: at the table of the deal.

    Raises an exception of any kind if the entry cannot be gone on with: it must make a deal that the reader knows."""
    entry = Entry(session.table.players)
    for key in PACKED:
        setattr(entry, key, draft.get(key, getattr(entry, key)))
    possible = HOW <= entry.at <= RESULT
    for hand, kept in zip(entry.hands, draft["hands"]):
        for key in PACKED_HAND:
            setattr(hand, key, kept.get(key, getattr(hand, key)))
        if len(hand.groups) != len(hand.sets):
            hand.groups = [None] * len(hand.sets)
        if sorted(hand.order) != sorted(hand.usual_order()):
            hand.order = hand.usual_order()
        possible = possible and hand.wind_sets in (None, LITTLE_WINDS, BIG_WINDS)
        possible = possible and (hand.score is None or is_count(hand.score))
        parse(" ".join(hand.said).replace("=", ""))
        hand.score = None  # under a score, the sets are not forgotten
    if entry.at == HOW:
        seat_anew(entry, session)
    deal = entry.deal(session)
    again = read_deal(write_deal(deal), session.rules, session.table.round_wind())
    for seat, read in again.hands.items():
        counted = deal.hands[seat]
        possible = possible and (counted.tiles is not None or counted.sets == read.sets)
        parse(counted.tiles or counted.named or "")
    if not possible:
        raise ValueError("no draft")
    for hand, kept in zip(entry.hands, draft["hands"]):
        hand.score = kept.get("score")
    return entry
