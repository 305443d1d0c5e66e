"""Measures Kajongg's engine by its Classical Chinese rules: python3 score_kajongg.py HANDS, with its modules on the
path."""

from kajongg_engine import Player, hand_of, kong, lower, upper
from passes import run
from predefined import ClassicalChinese

PLAYER = Player(ClassicalChinese())


def read(hand):
    parts = []
    for tiles, kind in hand["table"]:
        if kind in ("concealed", "claimed"):
            parts.append(kong(tiles[0], kind))
        else:
            parts.append("".join([lower(tile) for tile in tiles]))
    parts.append("R" + "".join([upper(tile) for tile in hand["hand"]]))
    if "tile" in hand:
        parts.append("mw" if hand["by"] == "draw" else "md")
        parts.append("L" + upper(hand["tile"]))
    return " ".join(parts)


def score(hand):
    result = hand_of(PLAYER, hand)
    return result.score.total() > 0 and result.won


run(read, score)
