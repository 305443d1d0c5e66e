"""The PyPI package mahjong (Japanese rules), from tiles already in its numbers: python score_mahjong.py HANDS.

Each win is on the last tile, because the package scores a hand only if it has a yaku. It does not score a loser's hand:
it only finds that the hand has not won.
"""

from mahjong.constants import EAST, SOUTH
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld
from passes import run

FIRST = {"m": 0, "p": 36, "s": 72, "z": 108}
KINDS = {"chow": Meld.CHI, "pung": Meld.PON, "claimed": Meld.KAN, "concealed": Meld.KAN}


def read(hand):
    copies = {}

    def numbers(tiles):
        results = []
        for tile in tiles:
            copy = copies.get(tile, 0)
            copies[tile] = copy + 1
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
