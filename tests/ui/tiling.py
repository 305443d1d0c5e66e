"""The keys that say a hand on the board of tiles, as the interchange format writes it."""

from __future__ import annotations

import functools
from collections.abc import Callable

from mingg.core.tiles.arrange import Concealed
from mingg.core.tiles.hand import ADDED, CHOW, CLAIMED, EXPOSED, KONG, PUNG, Meld, TileHand, meld_text, parse
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
IN_HAND = {"pung hand": 3, "chow hand": 3, "pair": 2, "one": 1}  # tiles


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


def stands(said: Said) -> int:
    """Where the cursor stands after something was said: behind a chow, or at the tile."""
    tile, lies = said
    return min(tile + 3, tile // COLUMNS * COLUMNS + 8) if lies.startswith("chow") else tile


def lacks_a_pair(hand: TileHand) -> bool:
    """A winner's hand has four sets and nothing else."""
    return hand.size() == LOSERS - 1 and all(suit.over == 0 and suit.ways() for suit in Concealed(hand.counts).suits)


def _added(hand: TileHand, said: Said) -> None:
    tile, lies = said
    if lies in IN_HAND:
        for each in range(tile, tile + 3) if lies == "chow hand" else [tile] * IN_HAND[lies]:
            hand.counts[each] += 1
    else:
        hand.melds.append(Meld({"pung table": PUNG, "chow table": CHOW}.get(lies, KONG), tile, EXPOSED))


def on_board(
    what: list[Said], cursor: int = MIDDLE, asks: bool = False, won: bool = True, has: str = "", held: bool = False
) -> list[str]:
    """The presses that say it, beside what the hand has.

    asks: whether a kong was claimed is asked; held: A is held where that says it at once.
    """
    keys: list[str] = []
    hand = parse(has)
    for tile, lies in what:
        plain = "kong table" if lies == "kong claimed" else lies
        keys += path(cursor, tile)
        if held and lies == ("chow hand" if tile < HONOURS else "pung table"):
            keys.append("hold:a")
        elif won and lacks_a_pair(hand):
            keys += ["a"] if lies == "pair" else ["hold:a", *PRESSES[plain]]
        else:
            keys += ["a", *(OF_HONOURS.get(plain, PRESSES[plain]) if tile >= HONOURS else PRESSES[plain])]
        if asks and plain == "kong table":
            keys.append("right" if lies == "kong claimed" else "left")
        cursor = stands((tile, lies))
        _added(hand, (tile, lies))
    return keys


def typed(text: str, cursor: int = MIDDLE, has: str = "") -> str:
    """A hand in groups, each as it is said, as what `mingg press` takes."""
    return " ".join(on_board([each for group in text.split() for each in said(group)], cursor, has=has))


def leave(cursor: int = MIDDLE) -> str:
    """From the board to the card; cursor: the tile where it stands."""
    return " ".join([*path(cursor, DONE), "a"])


def said_of_loser(text: str, cursor: int = MIDDLE, has: int = 0) -> str:
    """Tiles of a hand in groups beside those it has, and to the card; the last of thirteen leads there."""
    what = [each for group in text.split() for each in said(group)]
    keys = on_board(what, cursor, won=False)
    return " ".join(keys if parse(text).size() + has == LOSERS else [*keys, leave(stands(what[-1]))])


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
    return " ".join([*on_board(what), *to_last(parse(text), tile_of(last), stands(what[-1]), group=group)])
