"""An entry that is opened again: a draft that was kept, or a saved deal."""

from mingg.core.card import LAST_SETS, SPECIAL_HANDS, SUITS, Card
from mingg.core.deal import OPENINGS, WAYS
from mingg.ui.entry import (
    DRAGON,
    HOW,
    KONG_HAND,
    KONG_TABLE,
    MAJOR,
    MINE,
    NOT_MINE,
    OWN,
    PACKED,
    PAIR,
    PUNG_HAND,
    PUNG_TABLE,
    RESULT,
    ROUND,
    SETS,
    SIMPLE,
    Entry,
    lay_all,
    set_of,
    slot_of,
    whose_round,
)

MYPY = False
if MYPY:
    from mingg.core.deal import Deal
    from mingg.core.table import Table

_KINDS_OF_DEAD = ("dead", "short", "long")


def unpack(draft: object, players: int) -> Entry:
    """The entry that `pack` made; what an older draft does not say is as an entry begins. ValueError: it is none."""
    entry = Entry(players)
    if not isinstance(draft, dict) or "winner" not in draft:
        raise ValueError("no draft")
    for key in PACKED:
        if key in draft:
            setattr(entry, key, draft[key])
    if not _is_sound(entry, range(players)):
        raise ValueError("no draft")
    return entry


def _is_sound(entry: Entry, players: range) -> bool:
    lists = (entry.sets, entry.suits, entry.flowers, entry.dead)
    marks = (entry.only_place, entry.last, entry.hidden, entry.filled, entry.fourth, entry.feeding)
    return (
        entry.winner in players
        and entry.way in WAYS + (None,)
        and (entry.source is None or entry.source in players)
        and entry.at in (HOW, 0, 1, 2, 3, RESULT)
        and all(len(each) == len(players) for each in lists)
        and all(item in range(SETS) for sets in entry.sets for item in sets)
        and all(suit in SUITS for suit in entry.suits)
        and all(flower in range(1, 9) for flowers in entry.flowers for flower in flowers)
        and all(kind is None or kind in _KINDS_OF_DEAD for kind in entry.dead)
        and entry.opening in OPENINGS + (None,)
        and entry.last_set in LAST_SETS + (None,)
        and all(hand in SPECIAL_HANDS for hand in entry.special)
        and all(player in players and share in ("full", "half") for player, share in entry.liable)
        and entry.claimed in range(5)
        and (entry.correcting is None or entry.correcting > 0)
        and all(mark in (True, False) for mark in marks)
    )


def entry_of(deal: "Deal", table: "Table") -> Entry:
    """A saved deal, opened again; one that nobody won has everything still to be said but the hands."""
    entry = Entry(table.players)
    if deal.winner is not None:
        win = deal.win
        entry.winner = table.player(deal.winner)
        entry.set_way(win.by, None if win.source is None else table.player(win.source), win.last, win.opening)
        entry.hidden = win.hidden
        entry.at = RESULT
        card = deal.cards[deal.winner]
        entry.only_place, entry.last_set, entry.fourth = card.only_place, card.last_set, card.fourth
        entry.claimed, entry.special = card.claimed, list(card.special)
        entry.liable = [[table.player(each.seat), each.share] for each in deal.liable]
        entry.feeding = any(each.why == "feeding" for each in deal.liable)
    for seat, card in deal.cards.items():
        player = table.player(seat)
        entry.suits[player], entry.flowers[player] = card.suit, list(card.flowers)
        entry.sets[player] = _laid(card, deal.laid.get(seat), whose_round(player, table))
    for seat, kind in deal.dead.items():
        entry.dead[table.player(seat)] = kind
    return entry


def _laid(card: Card, laid: "list[int] | None", whose: int) -> "list[int]":
    """The sets that were laid on a card or, where that is not known, some that come to the same."""
    if laid is not None:
        other = Card()
        lay_all(other, laid, whose, False)
        if all(
            getattr(other, key) == getattr(card, key)
            for key in ("pungs", "kongs", "pairs", "dragons", "seat_wind", "round_wind")
        ):
            return list(laid)
    dragons, own = card.dragons, card.seat_wind
    around = 0 if whose == MINE else card.round_wind
    if whose != NOT_MINE:
        own -= around
    sets = []
    for way in (KONG_HAND, KONG_TABLE, PUNG_HAND, PUNG_TABLE):
        counts = card.kongs if way in (KONG_TABLE, KONG_HAND) else card.pungs
        sets += [set_of(SIMPLE, way)] * counts[slot_of(SIMPLE, way)]
        for _ in range(counts[slot_of(MAJOR, way)]):
            kind = DRAGON if dragons else OWN if own else ROUND if around else MAJOR
            dragons -= kind == DRAGON
            own -= kind == OWN
            around -= kind == ROUND
            sets.append(set_of(kind, way))
    return sets + [set_of({"dragon": DRAGON, "round": ROUND}.get(pair, OWN), PAIR) for pair in card.pairs]
