"""Finds the arrangements and the best sets of a tile hand by brute force, for comparison.

Tiles are names here ("5m"). The module uses nothing of the analysis under test.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from mingg.core.deal import hand as of
from mingg.core.deal.deal import Win
from mingg.core.deal.hand import Hand
from mingg.core.rules import Rules
from mingg.core.score.score import count, may_win

TILES = [rank + suit for suit in "mpsz" for rank in ("1234567" if suit == "z" else "123456789")]
PLACES = {tile: index for index, tile in enumerate(TILES)}
MAJORS = [tile for tile in TILES if tile[1] == "z" or tile[0] in "19"]

Group = tuple[str, ...]
# What is on the table: the tiles, and how they came to lie there: "chow", "pung", "claimed", "added", "concealed".
Declared = tuple[Group, str]


def in_order(tiles: list[str]) -> list[str]:
    return sorted(tiles, key=PLACES.__getitem__)


def sets_of(tiles: list[str]) -> Iterator[list[Group]]:
    """Yields every division of sorted tiles into sets. The first tile is in a pung, or begins a chow."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    rank, suit = int(first[0]), first[1]
    groups = [(first, first, first)]
    if suit != "z":
        groups.append((first, f"{rank + 1}{suit}", f"{rank + 2}{suit}"))
    for group in groups:
        remaining = tiles[:]
        for tile in group:
            if tile not in remaining:
                break
            remaining.remove(tile)
        else:
            for sets in sets_of(remaining):
                yield [group, *sets]


def ways(tiles: list[str]) -> Iterator[tuple[str, tuple[Group, ...]]]:
    """Yields every division of tiles into a pair and sets: the tile of the pair, and the sets."""
    tiles = in_order(tiles)
    for pair in dict.fromkeys(tiles):
        if tiles.count(pair) >= 2 and len(tiles) % 3 == 2:
            remaining = tiles[:]
            remaining.remove(pair)
            remaining.remove(pair)
            for sets in sets_of(remaining):
                yield pair, tuple(sorted(sets))


def arrangements(tiles: list[str]) -> set[tuple[str, tuple[Group, ...]]]:
    return set(ways(tiles))


@functools.lru_cache(100_000)  # the same hands come again under other rules
def has_ways(tiles: tuple[str, ...]) -> bool:
    return any(True for _ in ways([*tiles]))


def orphans(tiles: list[str]) -> bool:
    return len(tiles) == 14 and set(tiles) == set(MAJORS)


def twins(tiles: list[str]) -> bool:
    return len(tiles) == 14 and all(tiles.count(tile) in (2, 4) for tile in tiles)


def complete(tiles: list[str], hands: tuple[str, ...] = ()) -> bool:
    return bool(
        has_ways(tuple(in_order(tiles)))
        or ("thirteen_orphans" in hands and orphans(tiles))
        or ("seven_twins" in hands and twins(tiles))
    )


def places(tiles: list[str], declared: list[Declared], hands: tuple[str, ...] = ()) -> list[str]:
    """Returns the tiles that complete a hand, except those of which the hand holds four."""
    held = tiles + [tile for group, _ in declared for tile in group]
    return [tile for tile in TILES if held.count(tile) < 4 and complete([*tiles, tile], hands)]


class BruteForce:
    """Returns the best sets of a winning hand. Counts every possible hand of sets."""

    def __init__(
        self, tiles: list[str], declared: list[Declared], win: Win, seat: str, round_wind: str, rules: Rules
    ) -> None:
        self.tiles = tiles
        self.declared = declared
        self.win = win
        self.tile = win.tile or ""
        self.seat = seat
        self.round_wind = round_wind
        self.rules = rules
        self.winds = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
        self.waited = win.opening != "original"
        self.only_place = False
        if self.waited:
            waiting = tiles[:]
            waiting.remove(self.tile)
            self.only_place = len(places(waiting, declared, rules.hands)) == 1

    def ranks(self) -> dict[tuple[bool, int, int], set[frozenset[str]]]:
        """Returns for each result of the hands (may win, score, points) their special hands. The
        greatest result is the best."""
        results: dict[tuple[bool, int, int], set[frozenset[str]]] = {}
        for hand in self.hands():
            counted = count(hand, self.seat, self.win, self.rules)
            wins = may_win(counted, hand, self.seat, self.win, self.rules)
            rank = (wins, counted.score, counted.points)
            results.setdefault(rank, set()).add(frozenset(hand.special))
        return results

    def hands(self) -> Iterator[Hand]:
        hands = self.rules.hands
        for pair, sets in sorted(arrangements(self.tiles)):
            if len(sets) + len(self.declared) != 4:
                continue
            # The winning tile completed one of the groups it is in: the pair (-1), or one of the sets.
            last = [i for i, group in enumerate(sets) if self.tile in group]
            if pair == self.tile:
                last.append(-1)
            for i in last if self.waited else [None]:
                yield self.of_sets([pair], list(sets), i)
        if not self.declared:
            if "thirteen_orphans" in hands and orphans(self.tiles):
                pair = next(tile for tile in MAJORS if self.tiles.count(tile) == 2)
                yield self.of_pairs([pair], "thirteen_orphans")
            if "seven_twins" in hands and twins(self.tiles):
                pairs = [tile for tile in TILES for _ in range(self.tiles.count(tile) // 2)]
                yield self.of_pairs(pairs, "seven_twins")

    def plain(self) -> Hand:
        hand = Hand()
        everything = self.tiles + [tile for group, _ in self.declared for tile in group]
        suits = {tile[1] for tile in everything}
        if suits == {"z"}:
            hand.suit = "honours"
        elif len(suits - {"z"}) == 1:
            hand.suit = "half" if "z" in suits else "full"
        hand.only_place = self.only_place
        return hand

    def of_pairs(self, pairs: list[str], special: str) -> Hand:
        hand = self.plain()
        hand.special = [special]
        if special == "seven_twins" and set(pairs) <= set(MAJORS) and "all_majors" in self.rules.hands:
            hand.special.append("all_majors")
        filled = self.filled_pair() if self.tile in pairs else None
        self.put_pairs(hand, pairs, filled)
        return hand

    def filled_pair(self) -> str:
        if self.tile == self.winds[self.seat] and self.seat == self.round_wind:
            return "pair-seat"
        return "pair-major" if self.tile in MAJORS else "pair-simple"

    def put_pairs(self, hand: Hand, pairs: list[str], filled: str | None) -> None:
        if filled and self.rules.table["shape_counts"] and self.waited:
            hand.last_set = filled
            if self.rules.id == "harr-limit" and self.rules.knows("fill-pair"):
                return
        for pair in pairs:
            if pair[1] == "z":
                second = self.class_of(pair) == of.SEAT and pair != self.winds[self.seat]
                hand.sets.append(of.PAIR | (of.WIND if second else self.class_of(pair)))

    def class_of(self, tile: str) -> int:
        if tile in ("5z", "6z", "7z"):
            return of.DRAGON
        around = tile == self.winds[self.round_wind]
        if tile in [self.winds[wind] for wind in self.rules.own_winds(self.seat)]:
            return of.BOTH if around else of.SEAT
        return of.ROUND if around else of.WIND if tile[1] == "z" else of.MAJOR if tile in MAJORS else of.SIMPLE

    def of_sets(self, pairs: list[str], sets: list[Group], last: int | None) -> Hand:
        hand = self.plain()
        on_table = list(self.declared)
        for i, group in enumerate(sets):
            is_open = i == last and not self.win.drawn()
            on_table.append((group, "pung" if is_open else "in hand"))
        concealed = claimed = 0
        for group, lie in on_table:
            if group[0] != group[1]:
                continue
            ways = {"in hand": of.PUNG, "concealed": of.KONG, "claimed": of.CLAIMED, "added": of.KONG_SHOWN}
            hand.sets.append(self.class_of(group[0]) | ways.get(lie, of.PUNG_SHOWN))
            concealed += lie in ("in hand", "concealed")
            claimed += lie == "claimed"
        if last is not None and last >= 0 and sets[last][0] != sets[last][1]:
            self.put_last_chow(hand, sets[last])
        self.put_pairs(hand, pairs, self.filled_pair() if last == -1 else None)
        named = {
            "four_winds": self.is_four_winds([group[0] for group, _ in on_table], pairs),
            "all_majors": all(tile in MAJORS for group, _ in on_table for tile in group) and pairs[0] in MAJORS,
            "nine_gates": self.is_nine_gates(),
            "three_concealed": concealed + claimed >= 3,
            "four_concealed": concealed == 4,
        }
        hand.special = [name for name, holds in named.items() if holds and name in self.rules.hands]
        return hand

    def put_last_chow(self, hand: Hand, chow: Group) -> None:
        if self.rules.table["shape_counts"]:
            if self.tile == chow[1]:
                hand.last_set = "chow-middle"
            else:
                others = "".join(tile[0] for tile in chow if tile != self.tile)
                hand.last_set = "chow-end" if others in ("12", "89") else "chow-open"
        hand.fourth = self.rules.knows("fourth") and ((self.tile,) * 3, "pung") in self.declared

    def is_four_winds(self, sets: list[str], pairs: list[str]) -> bool:
        winds = [tile for tile in sets if tile in ("1z", "2z", "3z", "4z")]
        own = self.winds[self.seat] in winds or self.rules.id == "harr-limit"
        return own and (len(winds) == 4 or (len(winds) == 3 and pairs[0] in ("1z", "2z", "3z", "4z")))

    def is_nine_gates(self) -> bool:
        suit = self.tile[1]
        gates = [f"{rank}{suit}" for rank in "1112345678999"]
        return suit != "z" and any(
            sorted([*gates, last]) == sorted(self.tiles) for last in ({self.tile} if self.waited else set(TILES))
        )
