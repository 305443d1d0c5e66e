"""Opens a saved deal again, to be corrected."""

from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal
from mingg.core.rules import Rules
from mingg.core.table.session import Session, Table
from mingg.entry.entry import (
    DRAGON,
    KONG_HAND,
    KONG_TABLE,
    MAJOR,
    MINE,
    NOT_MINE,
    OWN,
    PAIR,
    PUNG_HAND,
    PUNG_TABLE,
    RESULT,
    ROUND,
    SIMPLE,
    Entry,
    lay_all,
    set_of,
    slot_of,
    whose_round,
    words_of,
)


def deal_again(number: int, deal: "Deal", session: "Session") -> Entry:
    """Returns a saved deal as an entry. number, session: of the deal, and as it stood before the deal."""
    entry = entry_of(deal, session.table, session.rules)
    if deal.tiles or deal.named:
        from mingg.entry.tile_entry import reopen

        reopen(entry, deal, session)
    entry.correcting = number
    return entry


def entry_of(deal: "Deal", table: "Table", rules: "Rules") -> Entry:
    """Returns a saved deal as an entry. For a draw, only the hands are known."""
    entry = Entry(table.players)
    if deal.winner is not None:
        win = deal.win
        entry.winner = table.player(deal.winner)
        entry.set_way(win.by, None if win.source is None else table.player(win.source), win.last, win.opening)
        entry.hidden = win.hidden
        entry.at = RESULT
        card = deal.cards[deal.winner]
        entry.only_place, entry.last_set = card.only_place, card.last_set
        entry.liable = [[table.player(payer.seat), payer.share] for payer in deal.liable]
        entry.goulash = deal.goulash
        entry.feeding = any(payer.why == "feeding" for payer in deal.liable)
    for seat, card in deal.cards.items():
        player = table.player(seat)
        entry.flowers[player], entry.known[player] = list(card.flowers), card.score
        win = deal.win if seat == deal.winner else None
        laid = _laid(card, deal.laid.get(seat), whose_round(player, table))
        entry.items[player] = words_of(card, win, rules.table["hands_named"]) + laid
    for seat, kind in deal.dead.items():
        entry.items[table.player(seat)].insert(0, kind)
    return entry


def _laid(card: Card, laid: "list[int] | None", whose: int) -> "list[int]":
    """Returns the sets that were laid on a card. If they are unknown, returns sets that give the same card."""
    pairs = [pair for pair in card.pairs if pair != "wind"]  # a mark stands for it
    if laid is not None:
        rebuilt = Card()
        lay_all(rebuilt, laid, whose, False)
        if rebuilt.pairs == pairs and all(
            getattr(rebuilt, key) == getattr(card, key)
            for key in ("pungs", "kongs", "dragons", "seat_wind", "round_wind")
        ):
            return list(laid)
    dragons, of_seat = card.dragons, card.seat_wind
    of_round = 0 if whose == MINE else card.round_wind
    if whose != NOT_MINE:
        of_seat -= of_round
    sets = []
    for way in (KONG_HAND, KONG_TABLE, PUNG_HAND, PUNG_TABLE):
        counts = card.kongs if way in (KONG_TABLE, KONG_HAND) else card.pungs
        sets += [set_of(SIMPLE, way)] * counts[slot_of(SIMPLE, way)]
        for _ in range(counts[slot_of(MAJOR, way)]):
            kind = DRAGON if dragons else OWN if of_seat else ROUND if of_round else MAJOR
            dragons -= kind == DRAGON
            of_seat -= kind == OWN
            of_round -= kind == ROUND
            sets.append(set_of(kind, way))
    return sets + [set_of({"dragon": DRAGON, "round": ROUND}.get(pair, OWN), PAIR) for pair in pairs]
