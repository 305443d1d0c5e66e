"""A deal half entered, as its draft kept it."""

from mingg.core.deal.card import LAST_SETS, SPECIAL_HANDS, SUITS
from mingg.core.deal.deal import OPENINGS, WAYS
from mingg.ui.entry.entry import HOW, PACKED, RESULT, SETS, Entry

_KINDS_OF_DEAD = ("dead", "short", "long")


def unpack(draft: object, players: int) -> Entry:
    """The entry that `pack` made; what a draft does not say is as an entry begins. ValueError: it is none."""
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
    lists = (entry.sets, entry.suits, entry.flowers, entry.dead, entry.known, entry.tiles, entry.beside)
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
        and all(score is None or score >= 0 for score in entry.known)
        and entry.opening in OPENINGS + (None,)
        and entry.last_set in LAST_SETS + (None,)
        and all(hand in SPECIAL_HANDS for hand in entry.special)
        and all(player in players and share in ("full", "half") for player, share in entry.liable)
        and entry.claimed in range(5)
        and _are_tiles(entry)
        and (entry.correcting is None or entry.correcting > 0)
        and all(mark in (True, False) for mark in marks)
    )


def _are_tiles(entry: Entry) -> bool:
    """What is said of tiles can be read again; ValueError: it cannot."""
    if any(entry.tiles) or any(entry.beside):
        from mingg.core.tiles.hand import parse
        from mingg.core.tiles.tiles import tile_of

        for player in range(len(entry.sets)):
            hand = parse(" ".join(entry.tiles[player] + entry.beside[player]))
            if player == entry.winner and entry.last_tile is not None and not hand.counts[tile_of(entry.last_tile)]:
                return False
    return all(len(tiles) <= len(sets) for tiles, sets in zip(entry.tiles, entry.sets))
