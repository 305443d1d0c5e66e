"""Makes an entry of what is kept: of a saved deal, to be corrected, and of the draft of a half-entered one."""

from typing import Any

from mingg.core.deal.deal import Deal
from mingg.core.deal.hand import MAJOR, PAIR, WIND
from mingg.core.hand.hand import parse
from mingg.core.table.session import Session
from mingg.core.values import is_count
from mingg.entry.entry import (
    BIG_WINDS,
    HOW,
    LITTLE_WINDS,
    OF_WHOLE,
    OF_WIN,
    PACKED,
    PACKED_HAND,
    RESULT,
    Entry,
    winds_of,
)


def deal_again(number: int, deal: "Deal", session: "Session") -> Entry:
    """Returns a saved deal as an entry. number, session: of the deal, and as it stood before the deal."""
    entry = entry_of(deal, session)
    if any(hand.tiles or hand.named for hand in deal.hands.values()):
        from mingg.entry.tile_entry import reopen

        reopen(entry, deal, session)
    entry.correcting = number
    return entry


def entry_of(deal: "Deal", session: "Session") -> Entry:
    """Returns a saved deal as an entry. For a draw, only the hands are known."""
    table = session.table
    entry = Entry(table.players)
    for seat, hand in deal.hands.items():
        entered = entry.hands[table.player(seat)]
        for key in OF_WHOLE + ("dead", "flowers", "score"):
            setattr(entered, key, getattr(hand, key))
        entered.wind_sets = winds_of(hand, session.rules)
        sets = [item for item in hand.sets if not (item & PAIR and item & WIND)]  # wind_sets stands for that pair
        entered.sets = [item - WIND + MAJOR if item & WIND else item for item in sets]
        entered.groups = [None] * len(entered.sets)
    if deal.winner is not None:
        win = deal.win
        entry.winner = table.player(deal.winner)
        entry.set_way(win.by, None if win.source is None else table.player(win.source), win.last, win.opening)
        entry.hidden = win.hidden
        for key in OF_WIN:
            setattr(entry.won(), key, getattr(win, key))
        entry.at = RESULT
        entry.liable = [[table.player(payer.seat), payer.share] for payer in deal.liable]
        entry.goulash = deal.goulash
        entry.feeding = any(payer.why == "feeding" for payer in deal.liable)
    for entered in entry.hands:
        entered.order = entered.usual_order()
    return entry


def unpack(draft: "dict[str, Any]", session: "Session") -> Entry:
    """Returns the entry that pack() stored. What a draft leaves out has its default. session: at the table of the deal.

    Raises an exception of any kind if the entry cannot be gone on with: it must make a deal that the reader knows."""
    from mingg.core.interchange.keys import write_deal
    from mingg.core.interchange.reader import read_deal
    from mingg.entry.card_entry import seat_anew

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
