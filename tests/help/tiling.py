"""The keys that enter a hand on the board of tiles. Hands are written as in the interchange format."""

from __future__ import annotations

import functools
from collections.abc import Callable

from mingg.core.hand.arrange import Concealed
from mingg.core.hand.hand import (
    ADDED,
    CHOW,
    CLAIMED,
    EXPOSED,
    HONOURS,
    KINDS,
    KONG,
    PUNG,
    Meld,
    TileHand,
    meld_text,
    parse,
    tile_of,
)

Entry = tuple[int, str]  # a tile, and what it is entered as

START = 11  # where the cursor begins
DONE = KINDS  # the cell that leads to the card
COLUMNS = 9
ARROWS = ("left", "right", "up", "down")
LOSERS = 13  # tiles of a loser's hand: then the board closes automatically
PRESSES = {
    "pung table": ["left"],
    "pung hand": ["right"],
    "chow table": ["up"],
    "chow hand": ["down"],
    "kong table": ["hold:left"],
    "kong hand": ["hold:right"],
    "pair": ["a"],
    "one": ["hold:a"],
}
OF_HONOURS = {"kong table": ["up"], "kong hand": ["down"]}
IN_HAND = {"pung hand": 3, "chow hand": 3, "pair": 2, "one": 1}  # tiles


def next_cell(cursor: int, key: str) -> int:
    """Returns where an arrow leads from a cell of the board. The last cell is two columns wide."""
    row, column = divmod(cursor, COLUMNS)
    if key in ("up", "down"):
        return (row + (1 if key == "down" else -1)) % 4 * COLUMNS + column
    while True:
        column = (column + (1 if key == "right" else -1)) % COLUMNS
        cell = row * COLUMNS + column
        if cell < DONE or cursor < DONE:
            return cell


def shortest(start: int, end: Callable[[int], bool], step: Callable[[int, str], int]) -> list[str]:
    """Returns the fewest arrows from a place to one for which `end` is true."""
    ways: dict[int, list[str]] = {start: []}
    waiting = [start]
    for place in waiting:
        if end(place):
            return ways[place]
        for key in ARROWS:
            target = step(place, key)
            if target not in ways:
                ways[target] = [*ways[place], key]
                waiting.append(target)
    raise ValueError(start)


@functools.cache
def _path(start: int, end: int) -> tuple[str, ...]:
    return tuple(shortest(start, lambda cell: min(cell, DONE) == end, next_cell))


def path(start: int, end: int) -> list[str]:
    """Returns the fewest arrows from one cell of the board to another."""
    return list(_path(start, end))


def entries_of(group: str) -> list[Entry]:
    """Returns what is entered for the tiles of one group."""
    hand = parse(group)
    tiles = [tile for tile in range(KINDS) for _ in range(hand.counts[tile])]
    if hand.melds:
        meld = hand.melds[0]
        if meld.kind == CHOW:
            return [(meld.tile, "chow table")]
        if meld.kind == KONG:
            return [(meld.tile, {ADDED: "kong table", CLAIMED: "kong claimed"}.get(meld.lie, "kong hand"))]
        return [(meld.tile, "pung table")]
    if len(tiles) == 3 and len(set(tiles)) == 3 and tiles[0] < HONOURS and tiles[2] - tiles[0] == 2:
        return [(tiles[0], "chow hand")]
    if len(set(tiles)) == 1 and len(tiles) in (2, 3):
        return [(tiles[0], "pair" if len(tiles) == 2 else "pung hand")]
    return [(tile, "one") for tile in tiles]


def cell_after(entry: Entry) -> int:
    """Returns where the cursor is after an entry: behind a chow, or at the tile."""
    tile, kind = entry
    return min(tile + 3, tile // COLUMNS * COLUMNS + 8) if kind.startswith("chow") else tile


def lacks_a_pair(hand: TileHand) -> bool:
    """True if a winner's hand has four sets and nothing else."""
    return hand.size() == LOSERS - 1 and all(suit.over == 0 and suit.ways() for suit in Concealed(hand.counts).suits)


def _added(hand: TileHand, entry: Entry) -> None:
    tile, kind = entry
    if kind in IN_HAND:
        for added in range(tile, tile + 3) if kind == "chow hand" else [tile] * IN_HAND[kind]:
            hand.counts[added] += 1
    else:
        hand.melds.append(Meld({"pung table": PUNG, "chow table": CHOW}.get(kind, KONG), tile, EXPOSED))


def on_board(
    entries: list[Entry], cursor: int = START, asks: bool = False, won: bool = True, prior: str = "", held: bool = False
) -> list[str]:
    """Returns the presses that enter tiles in addition to `prior`, the tiles that the hand has already.

    asks: the board asks whether a kong was claimed; held: A is held where that enters a tile at once.
    """
    keys: list[str] = []
    hand = parse(prior)
    for tile, kind in entries:
        plain = "kong table" if kind == "kong claimed" else kind
        keys += path(cursor, tile)
        if held and kind == ("chow hand" if tile < HONOURS else "pung table"):
            keys.append("hold:a")
        elif won and lacks_a_pair(hand):
            keys += ["a"] if kind == "pair" else ["hold:a", *PRESSES[plain]]
        else:
            keys += ["a", *(OF_HONOURS.get(plain, PRESSES[plain]) if tile >= HONOURS else PRESSES[plain])]
        if asks and plain == "kong table":
            keys.append("right" if kind == "kong claimed" else "left")
        cursor = cell_after((tile, kind))
        _added(hand, (tile, kind))
    return keys


def typed(text: str, cursor: int = START, prior: str = "") -> str:
    """Returns a script that enters a hand in groups."""
    return " ".join(on_board([entry for group in text.split() for entry in entries_of(group)], cursor, prior=prior))


def leave(cursor: int = START) -> str:
    """Goes from the board to the card. cursor: the tile where it is."""
    return " ".join([*path(cursor, DONE), "a"])


def loser_script(text: str, cursor: int = START, prior: int = 0) -> str:
    """Enters tiles of a loser's hand in groups, beside `prior` tiles, and goes to the card. The thirteenth tile leads
    there automatically."""
    entries = [entry for group in text.split() for entry in entries_of(group)]
    keys = on_board(entries, cursor, won=False)
    return " ".join(keys if parse(text).size() + prior == LOSERS else [*keys, leave(cell_after(entries[-1]))])


def to_last(
    hand: TileHand, tile: int, cursor: int, robbed: bool = False, claimed: bool = True, group: str = ""
) -> list[str]:
    """Returns the presses from the last entered tile to the one that completed the hand.

    group: the exposed set in which that tile lies.
    """
    held = hand.held()
    candidates = {(kind, "") for kind in range(KINDS) if hand.counts[kind]}
    if claimed:
        for meld in hand.melds:
            if meld.kind != KONG:
                number = 3 if meld.kind == CHOW else 1
                candidates |= {(kind, meld_text(meld)) for kind in range(meld.tile, meld.tile + number)}
    tiles = sorted(candidate for candidate in candidates if held[candidate[0]] == 1 or not robbed)
    if len(tiles) == 1:
        return []  # the board does not ask

    def step(index: int, key: str) -> int:
        row, column = divmod(tiles[index][0], COLUMNS)
        direction = 1 if key in ("right", "down") else -1
        if key in ("up", "down"):
            for _ in range(3):
                row = (row + direction) % 4
                in_row = [i for i, (kind, _) in enumerate(tiles) if kind // COLUMNS == row]
                if in_row:
                    return min(in_row, key=lambda i: abs(tiles[i][0] % COLUMNS - column))
        return (index + direction) % len(tiles)

    start = next((i for i, (kind, _) in enumerate(tiles) if kind >= cursor), len(tiles) - 1)

    def way(index: int) -> list[str]:
        return shortest(index, lambda index: tiles[index] == (tile, group), step)

    if way(start):
        return [*way(start), "a"]
    # None is current at first: A on the board names it, or an arrow leads away and others lead back.
    if [kind for kind, _ in tiles].count(tile) == 1:
        return ["b", "a"]
    return [*min(([key, *way(step(start, key))] for key in ARROWS), key=len), "a"]


def whole_hand(text: str, last: str, group: str = "") -> str:
    """Returns a script that enters the winner's whole hand in groups, and the winning tile, which may lie in an exposed
    group."""
    entries = [entry for group in text.split() for entry in entries_of(group)]
    return " ".join([*on_board(entries), *to_last(parse(text), tile_of(last), cell_after(entries[-1]), group=group)])
