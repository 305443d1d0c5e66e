"""Reads a half-entered deal from its draft."""

from typing import Any

from mingg.core.deal.card import LAST_SETS
from mingg.core.deal.deal import OPENINGS, WAYS
from mingg.entry.entry import FILLED, HOW, PACKED, RESULT, SETS, Entry


def unpack(draft: object, players: int) -> Entry:
    """Returns the entry that pack() stored. What a draft leaves out has its default. Raises ValueError if it is no
    draft."""
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
    """True if all values are possible. May raise ValueError or TypeError if not."""
    pairs: "list[tuple[Any, Any]]" = [
        (entry.winner, players),
        (entry.source, list(players) + [None]),
        (entry.way, WAYS + (None,)),
        (entry.at, (HOW, 0, 1, 2, 3, RESULT)),
        (entry.opening, OPENINGS + (None,)),
        (entry.last_set, LAST_SETS + (FILLED, None)),
    ]
    for by_player in (entry.items, entry.flowers, entry.known, entry.beside, entry.said):
        pairs.append((len(by_player), (len(players),)))
    for mark in (entry.only_place, entry.last, entry.hidden, entry.feeding, entry.goulash):
        pairs.append((mark, (True, False)))
    for player in range(len(entry.items)):
        pairs += [(number, range(SETS)) for number in entry.sets(player)]
    for flowers in entry.flowers:
        pairs += [(flower, range(1, 9)) for flower in flowers]
    for player, share in entry.liable:
        pairs += [(player, players), (share, ("full", "half"))]
    if any(value not in known for value, known in pairs):
        return False
    numbers = [number for number in entry.known + [entry.correcting] if number is not None]
    return all(number >= 0 for number in numbers) and _are_tiles(entry)


def _are_tiles(entry: Entry) -> bool:
    """True if the tiles can be read again. May raise ValueError if not."""
    if any(entry.said) or any(entry.tiles(player) for player in range(len(entry.items))):
        from mingg.core.hand.hand import parse
        from mingg.core.hand.tiles import tile_of

        for player, said in enumerate(entry.said):
            parse(" ".join(said).replace("=", ""))
            hand = parse(" ".join(entry.tiles(player)))
            if player == entry.winner and entry.last_tile is not None and not hand.counts[tile_of(entry.last_tile)]:
                return False
    return True
