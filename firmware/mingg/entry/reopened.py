"""Opens a saved deal again, to be corrected."""

from mingg.core.deal.deal import Deal
from mingg.core.deal.hand import PAIR, WIND
from mingg.core.table.session import Session
from mingg.entry.entry import RESULT, Entry, plain, words_of


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
    if deal.winner is not None:
        win = deal.win
        entry.winner = table.player(deal.winner)
        entry.set_way(win.by, None if win.source is None else table.player(win.source), win.last, win.opening)
        entry.hidden = win.hidden
        entry.at = RESULT
        hand = deal.hands[deal.winner]
        entry.only_place, entry.last_set = hand.only_place, hand.last_set
        entry.liable = [[table.player(payer.seat), payer.share] for payer in deal.liable]
        entry.goulash = deal.goulash
        entry.feeding = any(payer.why == "feeding" for payer in deal.liable)
    for seat, hand in deal.hands.items():
        player = table.player(seat)
        entry.flowers[player], entry.known[player] = list(hand.flowers), hand.score
        sets = [plain(item) for item in hand.sets if not (item & PAIR and item & WIND)]  # a word stands for that pair
        words = words_of(hand, deal.win if seat == deal.winner else None, session.rules)
        entry.items[player] = ([hand.dead] if hand.dead else []) + words + sets
    return entry
