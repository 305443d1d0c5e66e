"""Opens a saved deal again, to be corrected."""

from mingg.core.deal.deal import Deal
from mingg.core.deal.hand import MAJOR, PAIR, WIND
from mingg.core.table.session import Session
from mingg.entry.entry import OF_WHOLE, OF_WIN, RESULT, Entry, winds_of


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
