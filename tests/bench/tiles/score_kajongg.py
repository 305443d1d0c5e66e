"""Kajongg's engine, its class Hand, headless: python3 score_kajongg.py HANDS, with Kajongg's modules on the path.

Classical Chinese rules. Kajongg's own player and game need a database, so simple ones replace them here. The engine
caches hands; the cache is cleared before each hand.
"""

from hand import Hand
from intelligence import AIDefaultAI
from passes import run
from predefined import ClassicalChinese
from wind import East, South


class Game:
    roundWind = East
    ruleset = ClassicalChinese()
    moves = ()
    winner = None
    notRotated = 0

    def isScoringGame(self):
        return True

    def belongsToRobotPlayer(self):
        return True


class Player:
    game = Game()
    wind = South
    name = "South"
    mayWin = True
    originalCall = False
    intelligence = None
    handCache = {}  # noqa: RUF012 - as Kajongg has it
    cacheHits = cacheMisses = 0

    def tileAvailable(self, tile, hand):
        return 4 - sum(other.exposed == tile.exposed for other in hand.tiles)

    def sortRulesByX(self, rules):
        return rules


Game.ruleset.load()
PLAYER = Player()
PLAYER.intelligence = AIDefaultAI(PLAYER)
SUITS = {"m": "c", "p": "s", "s": "b"}
HONOURS = ("we", "ws", "ww", "wn", "db", "dg", "dr")


def lower(tile):
    return HONOURS[int(tile[0]) - 1] if tile[1] == "z" else SUITS[tile[1]] + tile[0]


def upper(tile):
    return lower(tile).capitalize()


def read(hand):
    parts = []
    for tiles, kind in hand["table"]:
        if kind == "concealed":
            parts.append(lower(tiles[0]) + upper(tiles[0]) * 2 + lower(tiles[0]))
        elif kind == "claimed":
            parts.append(lower(tiles[0]) * 3 + upper(tiles[0]))
        else:
            parts.append("".join([lower(tile) for tile in tiles]))
    parts.append("R" + "".join([upper(tile) for tile in hand["hand"]]))
    if "tile" in hand:
        parts.append("mw" if hand["by"] == "draw" else "md")
        parts.append("L" + upper(hand["tile"]))
    return " ".join(parts)


def score(hand):
    PLAYER.handCache.clear()
    result = Hand(PLAYER, hand)
    return result.score.total() > 0 and result.won


run(read, score)
