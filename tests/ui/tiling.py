"""The keys that say a hand on the board of tiles, as the interchange format writes it."""

from __future__ import annotations

import functools
from collections.abc import Callable

from mingg.core.tiles.hand import ADDED, CHOW, CLAIMED, KONG, TileHand, meld_text, parse
from mingg.core.tiles.tiles import HONOURS, KINDS, tile_of

Said = tuple[int, str]  # a tile, and what it is said to be

MIDDLE = 13  # where the cursor stands at first
DONE = KINDS  # the cell that leads to the card
COLUMNS = 9
ARROWS = ("left", "right", "up", "down")
LOSERS = 13  # tiles: the board leaves by itself
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


def next_cell(cursor: int, key: str) -> int:
    """Where an arrow leads from a cell of the board. The last cell is two columns wide."""
    row, column = divmod(cursor, COLUMNS)
    if key in ("up", "down"):
        return (row + (1 if key == "down" else -1)) % 4 * COLUMNS + column
    while True:
        column = (column + (1 if key == "right" else -1)) % COLUMNS
        at = row * COLUMNS + column
        if at < DONE or cursor < DONE:
            return at


def shortest(start: int, end: Callable[[int], bool], step: Callable[[int, str], int]) -> list[str]:
    """The fewest arrows from a place to one that is an end."""
    ways: dict[int, list[str]] = {start: []}
    waiting = [start]
    for at in waiting:
        if end(at):
            return ways[at]
        for key in ARROWS:
            to = step(at, key)
            if to not in ways:
                ways[to] = [*ways[at], key]
                waiting.append(to)
    raise ValueError(start)


@functools.cache
def _path(start: int, end: int) -> tuple[str, ...]:
    return tuple(shortest(start, lambda at: min(at, DONE) == end, next_cell))


def path(start: int, end: int) -> list[str]:
    """The fewest arrows from one cell of the board to another."""
    return list(_path(start, end))


def said(group: str) -> list[Said]:
    """What is said of the tiles of one group."""
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


def on_board(what: list[Said], cursor: int = MIDDLE, asks: bool = False) -> list[str]:
    """The presses that say it. asks: whether a kong was claimed is asked."""
    keys: list[str] = []
    for tile, lies in what:
        keys += [*path(cursor, tile), "a"]
        cursor = tile
        plain = "kong table" if lies == "kong claimed" else lies
        keys += OF_HONOURS.get(plain, PRESSES[plain]) if tile >= HONOURS else PRESSES[plain]
        if asks and plain == "kong table":
            keys.append("right" if lies == "kong claimed" else "left")
    return keys


def typed(text: str, cursor: int = MIDDLE) -> str:
    """A hand in groups, each as it is said, as what `mingg press` takes."""
    return " ".join(on_board([each for group in text.split() for each in said(group)], cursor))


def leave(cursor: int = MIDDLE) -> str:
    """From the board to the card; cursor: the tile where it stands."""
    return " ".join([*path(cursor, DONE), "a"])


def said_of_loser(text: str, cursor: int = MIDDLE, has: int = 0) -> str:
    """Tiles of a hand in groups beside those it has, and to the card; the last of thirteen leads there."""
    what = [each for group in text.split() for each in said(group)]
    keys = on_board(what, cursor)
    return " ".join(keys if parse(text).size() + has == LOSERS else [*keys, leave(what[-1][0])])


def to_last(
    hand: TileHand, tile: int, cursor: int, robbed: bool = False, claimed: bool = True, group: str = ""
) -> list[str]:
    """The presses from the tile that was said last to the one that completed the hand.

    group: the exposed set in which that lies.
    """
    held = hand.held()
    found = {(each, "") for each in range(KINDS) if hand.counts[each]}
    if claimed:
        for meld in hand.melds:
            if meld.kind != KONG:
                number = 3 if meld.kind == CHOW else 1
                found |= {(each, meld_text(meld)) for each in range(meld.tile, meld.tile + number)}
    tiles = sorted(each for each in found if held[each[0]] == 1 or not robbed)
    if len(tiles) == 1:
        return []  # it is not asked

    def step(at: int, key: str) -> int:
        row, column = divmod(tiles[at][0], COLUMNS)
        one = 1 if key in ("right", "down") else -1
        if key in ("up", "down"):
            for _ in range(3):
                row = (row + one) % 4
                there = [i for i, (each, _) in enumerate(tiles) if each // COLUMNS == row]
                if there:
                    return min(there, key=lambda i: abs(tiles[i][0] % COLUMNS - column))
        return (at + one) % len(tiles)

    start = next((i for i, (each, _) in enumerate(tiles) if each >= cursor), len(tiles) - 1)
    return [*shortest(start, lambda at: tiles[at] == (tile, group), step), "a"]


def whole(text: str, last: str, group: str = "") -> str:
    """The winner's whole hand in groups, and the tile that completed it, which may lie in an exposed group."""
    what = [each for group in text.split() for each in said(group)]
    return " ".join([*on_board(what), *to_last(parse(text), tile_of(last), what[-1][0], group=group)])
