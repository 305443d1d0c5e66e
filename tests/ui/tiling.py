"""The keys that say a hand on the board of tiles, as the interchange format writes it."""

from __future__ import annotations

from mingg.core.tiles.hand import ADDED, CHOW, CLAIMED, KONG, TileHand, parse
from mingg.core.tiles.tiles import HONOURS, KINDS, tile_of

Said = tuple[int, str]  # a tile, and what it is said to be

MIDDLE = 13  # where the cursor stands at first
COLUMNS, HONOUR_KINDS = 9, KINDS - HONOURS
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


def path(start: int, end: int) -> list[str]:
    """The fewest arrows from one tile to another, in a row and in a column. Columns lead past where honours end."""
    row, column, to_row, to_column = start // COLUMNS, start % COLUMNS, end // COLUMNS, end % COLUMNS
    ways = []
    if to_row in _rows(column):
        ways.append(_along(row, to_row, _rows(column)) + _across(to_row, column, to_column))
    if row in _rows(to_column):
        ways.append(_across(row, column, to_column) + _along(row, to_row, _rows(to_column)))
    return min(ways, key=len)


def _rows(column: int) -> list[int]:
    return [0, 1, 2, 3] if column < HONOUR_KINDS else [0, 1, 2]


def _along(row: int, to: int, rows: list[int]) -> list[str]:
    down = (to - row) % len(rows)
    return ["down"] * down if down <= len(rows) - down else ["up"] * (len(rows) - down)


def _across(row: int, column: int, to: int) -> list[str]:
    there = COLUMNS if row < 3 else HONOUR_KINDS
    right = (to - column) % there
    return ["right"] * right if right <= there - right else ["left"] * (there - right)


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
    return "b"


def said_of_loser(text: str, cursor: int = MIDDLE) -> str:
    """Some tiles of a hand in groups, and back to the card."""
    what = [each for group in text.split() for each in said(group)]
    return " ".join([*on_board(what, cursor), leave(what[-1][0])])


def to_last(hand: TileHand, tile: int, cursor: int, robbed: bool = False) -> list[str]:
    """The presses from the tile that was said last to the one that completed the hand."""
    held = hand.held()
    found = [each for each in range(KINDS) if hand.counts[each] and (held[each] == 1 or not robbed)]
    if len(found) == 1:
        return []  # it is not asked
    at = found.index(min(found, key=lambda each: (each < cursor, abs(each - cursor))))
    right = (found.index(tile) - at) % len(found)
    steps = ["right"] * right if right <= len(found) - right else ["left"] * (len(found) - right)
    return [*steps, "a"]


def whole(text: str, last: str) -> str:
    """The winner's whole hand in groups, and the tile that completed it."""
    what = [each for group in text.split() for each in said(group)]
    return " ".join([*on_board(what), *to_last(parse(text), tile_of(last), what[-1][0])])
