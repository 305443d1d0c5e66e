"""Reads a half-entered deal from its draft."""

from typing import Any

from mingg.core.hand.hand import parse
from mingg.core.interchange.keys import write_deal
from mingg.core.interchange.reader import read_deal
from mingg.core.table.session import Session
from mingg.core.values import is_count
from mingg.entry.card_entry import seat_anew
from mingg.entry.entry import HOW, PACKED, RESULT, Entry


def unpack(draft: "dict[str, Any]", session: "Session") -> Entry:
    """Returns the entry that pack() stored. What a draft leaves out has its default. session: at the table of the deal.

    Raises an exception of any kind if the entry cannot be gone on with: it must make a deal that the reader knows."""
    entry = Entry(session.table.players)
    entry.winner = draft["winner"]
    for key in PACKED:
        if key in draft:
            setattr(entry, key, draft[key])
    if not HOW <= entry.at <= RESULT or not all(score is None or is_count(score) for score in entry.known):
        raise ValueError("no draft")
    if entry.at == HOW:
        seat_anew(entry, session)
    known, entry.known = entry.known, [None] * len(entry.known)  # under a score, the sets are not forgotten
    deal = entry.deal(session)
    entry.known = known
    again = read_deal(write_deal(deal), session.rules, session.table.round_wind())
    for seat, hand in deal.hands.items():
        if hand.tiles is None and again.hands[seat].sets != hand.sets:
            raise ValueError("no draft")
        parse(hand.tiles or hand.named or "")
    for groups in entry.said:
        parse(" ".join(groups).replace("=", ""))
    return entry
