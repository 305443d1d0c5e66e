"""The keys that enter a deal in which some hands are given tile by tile; see pressing.py."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from mingg.core.hand.hand import TileHand, parse
from mingg.core.hand.tiles import HONOURS, KINDS, tile_of
from mingg.core.rules import Rules
from mingg.core.table.session import Session, Table
from named_keys import FLOWERS
from pressing import Card, Deal, _Keys

sys.path.insert(0, str(Path(__file__).parents[1] / "ui"))

from tiling import LOSERS, Entry, cell_after, entries_of, leave, on_board, to_last

TILES = {"pung hand": 3, "pair": 2, "one": 1}


def concealed(hand: TileHand, chance: random.Random) -> list[Entry]:
    """Returns the sets of the tiles in the hand, in the order in which they come. The device finds the best arrangement
    anyway."""
    counts = list(hand.counts)
    results: list[Entry] = []
    while any(counts):
        tile = chance.choice([tile for tile in range(KINDS) if counts[tile]])
        way = "pair" if counts[tile] > 1 else "one"
        if counts[tile] > 2 and chance.random() < 0.8:
            way = "pung hand"
        chow = [tile, tile + 1, tile + 2]
        if tile < HONOURS and tile % 9 < 7 and all(counts[other] for other in chow) and chance.random() < 0.8:
            way = "chow hand"
        for other in chow if way == "chow hand" else [tile] * TILES[way]:
            counts[other] -= 1
        results.append((tile, way))
    return results


class TileKeys(_Keys):
    """Keys of a deal. deal: as cards, for the other questions of the device; tiles: the hands to enter tile by tile;
    held: holds A if that enters a set at once."""

    held = False

    def __init__(self, deal: Deal, tiles: dict[str, str], rules: Rules, table: Table, turn: int, number: int) -> None:
        super().__init__(deal, rules, table, turn, True)
        self.tiles = tiles
        self.chance = random.Random(number)

    def hand(self, seat: str) -> None:
        if seat not in self.tiles:
            super().hand(seat)
            return
        hand, won = parse(self.tiles[seat]), seat == self.winner
        for kind, way in self.sets(seat, self.card(seat)):
            self.entry.add(self.table.player(seat), kind, way)
        entries = self.order(seat, hand)
        self.press(*(["hold:up"] if self.held else ["hold:a", "a"]))
        self.press(*on_board(entries, asks=won and self.known("three-concealed"), won=won, held=self.held))
        if not won:
            if hand.size() != LOSERS:
                self.press(*leave(cell_after(entries[-1])).split())
        elif self.win.get("opening") != "original":
            robbed = self.win["by"] == "rob" and self.known("rob")
            claimed = self.win["by"] in ("discard", "rob")
            self.press(*to_last(hand, tile_of(self.win["tile"]), cell_after(entries[-1]), robbed, claimed))
        self._after(self.card(seat), won)

    def order(self, seat: str, hand: TileHand) -> list[Entry]:
        """Returns the entries of a hand one after the other, in the order in which they come."""
        entries = [entry for group in self.tiles[seat].split() if group[0] in "([" for entry in entries_of(group)]
        entries += concealed(hand, self.chance)
        self.chance.shuffle(entries)
        return entries

    def _after(self, card: Card, won: bool) -> None:
        """Enters the pages that follow a card."""
        liable = won and bool(self.deal.get("liable")) and not self.is_asked_liable()
        if liable:
            self.press("hold:a", "down", *["down"] * len(self._rows_of_list()), "a")
            self.liable()
            self.press("a")
        if card.get("flowers") and self.rules.on("flowers") not in (False, "off"):
            self.press(*FLOWERS.split())
            self._flowers(card["flowers"])
        self.press("a")
        if liable:
            self.press("a")
        elif won and self.may_be_liable() and self.is_asked_liable():
            self.liable()
            self.press("a")


def keys_of_tiles(deal: Deal, tiles: dict[str, str], session: Session, turn: int = 0, number: int = 0) -> list[str]:
    """Returns the presses from Table to the Result of a won deal. number: how the tiles are taken as sets."""
    return TileKeys(deal, tiles, session.rules, session.table, turn, number).whole()


def tiles_of(deal: dict[str, Any]) -> dict[str, str]:
    """Returns the hands of a deal that are given tile by tile and are not dead."""
    return {seat: hand["tiles"] for seat, hand in deal["hands"].items() if "tiles" in hand and not hand.get("dead")}
