"""The PyPI package mahjong (Japanese rules), from tiles already in its numbers: python score_mahjong.py HANDS.

A win on the last tile, so that every hand has the yaku without which it would not be scored. A loser's hand scores
nothing there: asked for its value, it is found not to have won.
"""

from mahjong.constants import EAST, SOUTH
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld
from passes import run

FIRST = {"m": 0, "p": 36, "s": 72, "z": 108}
KINDS = {"chow": Meld.CHI, "pung": Meld.PON, "claimed": Meld.KAN, "concealed": Meld.KAN}


def read(hand):
    left = {}

    def numbers(tiles):
        results = []
        for tile in tiles:
            copy = left.get(tile, 0)
            left[tile] = copy + 1
            results.append(FIRST[tile[1]] + 4 * (int(tile[0]) - 1) + copy)
        return results

    tiles = numbers(hand["hand"])
    last = tiles[hand["hand"].index(hand["tile"])] if "tile" in hand else tiles[-1]
    melds = []
    for group, kind in hand["table"]:
        melds.append(Meld(KINDS[kind], numbers(group), opened=kind != "concealed"))
        tiles = tiles + list(melds[-1].tiles)
    drawn = hand.get("by") == "draw"
    config = HandConfig(is_tsumo=drawn, is_haitei=drawn, is_houtei=not drawn, player_wind=SOUTH, round_wind=EAST)
    return tiles, last, melds, config


def score(hand):
    tiles, last, melds, config = hand
    return HandCalculator.estimate_hand_value(tiles, last, melds, None, config).error is None


run(read, score)
