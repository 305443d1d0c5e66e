"""Reads a half-entered deal from its draft."""

from mingg.core.deal.card import LAST_SETS, SPECIAL_HANDS, SUITS
from mingg.core.deal.deal import OPENINGS, WAYS
from mingg.entry.entry import CLAIMED, FILLED, FOURTH, HOW, PACKED, RESULT, SETS, Entry

_KINDS_OF_DEAD = ("dead", "short", "long", None)
# What a trail may contain; marks that are no longer set are skipped.
MARKS: "tuple[Any, ...]" = tuple(range(SETS)) + SUITS + _KINDS_OF_DEAD[:3] + SPECIAL_HANDS + (CLAIMED, FOURTH)

MYPY = False
if MYPY:
    from typing import Any


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
    number = (len(players),)
    pairs: "list[tuple[Any, Any]]" = [
        (entry.winner, players),
        (entry.way, WAYS + (None,)),
        (entry.at, (HOW, 0, 1, 2, 3, RESULT)),
        (entry.opening, OPENINGS + (None,)),
        (entry.last_set, LAST_SETS + (FILLED, None)),
        (entry.claimed, range(5)),
    ]
    if entry.source is not None:
        pairs.append((entry.source, players))
    for by_player in (
        entry.sets,
        entry.trail,
        entry.suits,
        entry.flowers,
        entry.dead,
        entry.known,
        entry.tiles,
        entry.beside,
        entry.said,
    ):
        pairs.append((len(by_player), number))
    for mark in (entry.only_place, entry.last, entry.hidden, entry.filled, entry.fourth, entry.feeding, entry.goulash):
        pairs.append((mark, (True, False)))
    hands: "tuple[str, ...]" = SPECIAL_HANDS
    marks = MARKS
    if any(hand not in hands for hand in entry.special):
        from mingg.core.scoring.modern_legality import NAMES

        hands, marks = hands + NAMES, marks + NAMES
    words = tuple([word for _, word in entry.marks])
    lists: "list[tuple[Any, Any]]" = [
        (entry.suits, SUITS),
        (entry.dead, _KINDS_OF_DEAD),
        (entry.special, hands),
    ]
    lists += [(sets, range(SETS)) for sets in entry.sets]
    lists += [(trail, marks + words) for trail in entry.trail]
    lists += [(flowers, range(1, 9)) for flowers in entry.flowers]
    for player, word in entry.marks:
        pairs += [(player, players), (type(word), (str,))]
    for player, share in entry.liable:
        pairs += [(player, players), (share, ("full", "half"))]
    for values, known in lists:
        pairs += [(value, known) for value in values]
    for value, known in pairs:
        if value not in known:
            return False
    for score in entry.known:
        if score is not None and score < 0:
            return False
    return (entry.correcting is None or entry.correcting > 0) and _are_tiles(entry)


def _are_tiles(entry: Entry) -> bool:
    """True if the tiles can be read again. May raise ValueError if not."""
    if any(entry.tiles) or any(entry.beside) or any(entry.said):
        from mingg.core.tiles.hand import parse
        from mingg.core.tiles.tiles import tile_of

        for player in range(len(entry.sets)):
            parse(" ".join(entry.said[player]).replace("=", ""))
            hand = parse(" ".join(entry.tiles[player] + entry.beside[player]))
            if player == entry.winner and entry.last_tile is not None and not hand.counts[tile_of(entry.last_tile)]:
                return False
    return all(len(tiles) <= len(sets) for tiles, sets in zip(entry.tiles, entry.sets))
