"""Draws the faces of tiles, which few fonts have. Each face is one symbol, drawn once on a page.

A tile is 30 by 40. Its corner has a number or a letter, as on tiles that were sold in the West. Red, green and blue are
only a help: no two faces differ in colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup
from mingg.core.hand.hand import ADDED, CHOW, CONCEALED, KONG, TileHand, parse
from mingg.core.hand.tiles import KINDS, name

from mingg_host.scoring.score_sheet import tile_words

WIDTH, HEIGHT = 30, 40
BACK = "back"  # of a tile with its face down

INK, RED, GREEN, BLUE = "#1d2433", "#b3261e", "#1b6b34", "#1f4e9c"

# The places of the marks of a number, on a field three wide and seven high.
_DOTS = {
    1: ((1, 3),),
    2: ((1, 1), (1, 5)),
    3: ((0, 0.5), (1, 3), (2, 5.5)),
    4: ((0, 1), (2, 1), (0, 5), (2, 5)),
    5: ((0, 1), (2, 1), (1, 3), (0, 5), (2, 5)),
    6: ((0, 0.5), (2, 0.5), (0, 3.5), (2, 3.5), (0, 5.5), (2, 5.5)),
    7: ((0, 0), (1, 0.8), (2, 1.6), (0, 3.7), (2, 3.7), (0, 5.7), (2, 5.7)),
    8: ((0, 0), (2, 0), (0, 2), (2, 2), (0, 4), (2, 4), (0, 6), (2, 6)),
    9: ((0, 0.5), (1, 0.5), (2, 0.5), (0, 3), (1, 3), (2, 3), (0, 5.5), (1, 5.5), (2, 5.5)),
}
_STICKS = {
    2: ((1, 1), (1, 5)),
    3: ((1, 1), (0, 5), (2, 5)),
    4: ((0, 1), (2, 1), (0, 5), (2, 5)),
    5: ((0, 1), (2, 1), (1, 3), (0, 5), (2, 5)),
    6: ((0, 1), (1, 1), (2, 1), (0, 5), (1, 5), (2, 5)),
    7: ((1, 0), (0, 3), (1, 3), (2, 3), (0, 6), (1, 6), (2, 6)),
    8: ((0, 0), (1, 0), (2, 0), (0.5, 3), (1.5, 3), (0, 6), (1, 6), (2, 6)),
    9: ((0, 0), (1, 0), (2, 0), (0, 3), (1, 3), (2, 3), (0, 6), (1, 6), (2, 6)),
}


# ---- the drawings ----


def _path(d: str, colour: str, width: float = 2) -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _corner(sign: str) -> str:
    return f'<text x="3" y="9.5" font-size="8.5" font-weight="bold" fill="{INK}">{sign}</text>'


def _letter(sign: str) -> str:
    size = 19 if sign == "W" else 25
    return (
        f'<text x="15" y="{20 + size * 0.38:g}" font-size="{size}" font-weight="bold" text-anchor="middle" fill="{INK}"'
        f' font-family="Georgia, serif">{sign}</text>'
    )


def _dots(number: int) -> Iterator[str]:
    if number == 1:
        for radius, colour, width in ((10, GREEN, 2.5), (5.5, RED, 2), (1.5, RED, 3)):
            yield f'<circle cx="15" cy="22" r="{radius}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        return
    radius = 3.2 if number < 7 else 2.5
    for index, (x, y) in enumerate(_DOTS[number]):
        colour = (BLUE, RED, GREEN)[index % 3 if number in (3, 5) else (index > 2) if number == 7 else number % 2]
        yield (
            f'<circle cx="{7 + 8 * x:g}" cy="{14 + 3.3 * y:g}" r="{radius}" fill="none" stroke="{colour}"'
            ' stroke-width="2"/>'
        )


def _bird() -> Iterator[str]:
    yield _path("M8 33C8 22 13 18 18 18C23 18 25 23 20 27C16 30 12 28 8 33Z", GREEN)
    yield f'<circle cx="19.5" cy="14.5" r="3.4" fill="none" stroke="{RED}" stroke-width="2"/>'
    yield _path("M23 14L26 15L23 16", RED, 1.6)
    yield _path("M6 36L12 28M10 37L15 29M16 29V36M19 28V36", INK, 1.6)


def _sticks(number: int) -> Iterator[str]:
    if number == 1:
        yield from _bird()
        return
    tall = 4.4 if number > 6 else 5.4
    for index, (x, y) in enumerate(_STICKS[number]):
        middle, across = 15 + 7.5 * (x - 1), 23.5 + 4 * (y - 3)
        colour = RED if (number in (5, 7, 9) and index == {5: 2, 7: 0, 9: 4}[number]) else GREEN
        yield _path(f"M{middle:g} {across - tall:g}V{across + tall:g}", colour, 2.4)
        yield _path(f"M{middle - 1.6:g} {across:g}H{middle + 1.6:g}", colour, 2)


def _characters(number: int) -> Iterator[str]:
    yield (f'<text x="15" y="20" font-size="17" font-weight="bold" text-anchor="middle" fill="{INK}">{number}</text>')
    yield _path("M7 24.5H23M14 24.5C14 30 12 34 8 37M13.6 29.5H21C21 33 20.5 35.5 19.5 37L17 36", RED, 1.9)


def _honour(number: int) -> Iterator[str]:
    if number <= 4:
        yield _letter("ESWN"[number - 1])
    elif number == 5:
        yield f'<rect x="6" y="8" width="18" height="25" fill="none" stroke="{BLUE}" stroke-width="2.4"/>'
        yield f'<rect x="9.5" y="11.5" width="11" height="18" fill="none" stroke="{BLUE}" stroke-width="1"/>'
    elif number == 6:
        yield _path("M7 9L12 14M5 15L11 10M23 9L18 14M25 15L19 10M15 7L8 18M15 7L22 18", GREEN)
        yield _path("M8 21H22M10 21V26H20V21M15 26V35M8 29L13 34M22 29L17 34M9 35H21", GREEN)
    else:
        yield _path("M7 14H23V26H7ZM15 7V35", RED, 3)


def _flower(number: int) -> Iterator[str]:
    colour, filled = (GREEN, "none") if number <= 4 else (RED, RED)
    for x, y in ((15, 16), (20.5, 20), (18.5, 26.5), (11.5, 26.5), (9.5, 20)):
        yield f'<circle cx="{x}" cy="{y}" r="3.6" fill="{filled}" stroke="{colour}" stroke-width="1.5"/>'
    yield f'<circle cx="15" cy="21.5" r="2.4" fill="#fff" stroke="{INK}" stroke-width="1.2"/>'
    yield _path("M15 31V37", GREEN)


def _face(tile: str) -> str:
    if tile == BACK:
        return f'<path d="M6 6H24V34H6Z" fill="{GREEN}"/>' + _path("M10 10L20 30M20 10L10 30", "#fff", 1.5)
    number, suit = int(tile[0]), tile[1]
    drawn = {"m": _characters, "p": _dots, "s": _sticks, "z": _honour, "f": _flower}[suit](number)
    corner = {"m": "", "z": {5: "W", 6: "G", 7: "R"}.get(number, "")}.get(suit, str(number))
    if not corner:
        return "".join(drawn)
    return f'<g transform="translate(3.6 5) scale(.85)">{"".join(drawn)}</g>{_corner(corner)}'


def symbols(tiles: Iterable[str]) -> Markup:
    """Returns the drawings of these tiles, each once, for `<use href="#t-NAME">`."""
    drawn = "".join(
        f'<symbol id="t-{tile}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect x="1" y="1" width="28" height="38" rx="4" fill="#fffdf5" stroke="#5c5648" stroke-width="1.5"/>'
        f"{_face(tile)}</symbol>"
        for tile in sorted(set(tiles))
    )
    return Markup(drawn)  # contains only constants of this module


# ---- a hand's groups ----


class Group:
    """Tiles that lie together. tiles: names or BACK, as drawn. words: read aloud. table: True if they are declared."""

    def __init__(self, tiles: list[str], words: str, table: bool = False) -> None:
        self.tiles = tiles
        self.words = words
        self.table = table


def _melds(hand: TileHand) -> Iterator[Group]:
    for meld in hand.melds:
        tiles = [name(meld.tile + (i if meld.kind == CHOW else 0)) for i in range(4 if meld.kind == KONG else 3)]
        if meld.kind == CHOW:
            yield Group(tiles, f"chow from {tile_words(tiles[0])}, exposed", True)
            continue
        kind = "kong" if meld.kind == KONG else "pung"
        hidden = meld.lie == CONCEALED
        lies = "concealed" if hidden else "exposed, added to a pung" if meld.lie == ADDED else "exposed"
        drawn = [BACK, *tiles[1:3], BACK] if hidden else tiles
        yield Group(drawn, f"{kind} of {tile_words(tiles[0])}, {lies}", True)


def _held(hand: TileHand) -> Iterator[Group]:
    tiles = [name(tile) for tile in range(KINDS) for _ in range(hand.counts[tile])]
    if tiles:
        yield Group(tiles, "concealed: " + ", ".join(map(tile_words, tiles)))


def groups(text: str, arrangement: str | None = None) -> list[Group]:
    """Returns the groups of a hand: declared sets, tiles in the hand, flowers.

    A winner's hand is grouped by sets, as it was arranged. A set that was completed with a claimed tile is declared.
    """
    result: list[Group] = []
    for part in arrangement.split() if arrangement else [text]:
        hand = parse(part)
        result += [*_melds(hand), *_held(hand)]
    flowers = [f"{number}f" for number in sorted(parse(text).flowers)]
    if flowers:
        result.append(Group(flowers, ", ".join(map(tile_words, flowers)), True))
    return result
