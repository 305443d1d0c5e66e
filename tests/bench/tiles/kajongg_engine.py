"""Kajongg's engine, its class Hand, headless, for scripts that run with Kajongg's modules on the path.

Kajongg's own player and game need a database, so simple ones replace them here. The engine caches hands; hand_of()
clears the cache before each hand.
"""

from hand import Hand
from intelligence import AIDefaultAI
from wind import East, South


class Game:
    roundWind = East
    moves = ()
    winner = None
    notRotated = 0

    def __init__(self, ruleset):
        ruleset.load()
        self.ruleset = ruleset

    def isScoringGame(self):
        return True

    def belongsToRobotPlayer(self):
        return True


class Player:
    wind = South
    name = "South"
    mayWin = True
    originalCall = False
    cacheHits = cacheMisses = 0

    def __init__(self, ruleset):
        self.handCache = {}
        self.game = Game(ruleset)
        self.intelligence = AIDefaultAI(self)

    def tileAvailable(self, tile, hand):
        return 4 - sum(other.exposed == tile.exposed for other in hand.tiles)

    def sortRulesByX(self, rules):
        return rules


SUITS = {"m": "c", "p": "s", "s": "b"}
HONOURS = ("we", "ws", "ww", "wn", "db", "dg", "dr")


def lower(tile):
    """Returns Kajongg's name of an exposed tile."""
    return HONOURS[int(tile[0]) - 1] if tile[1] == "z" else SUITS[tile[1]] + tile[0]


def upper(tile):
    """Returns Kajongg's name of a concealed tile."""
    return lower(tile).capitalize()


def kong(tile, kind):
    """Returns a kong: "concealed", "claimed" (onto three concealed tiles) or "exposed"."""
    if kind == "concealed":
        return lower(tile) + upper(tile) * 2 + lower(tile)
    return lower(tile) * 3 + (upper(tile) if kind == "claimed" else lower(tile))


def hand_of(player, text):
    """Returns Kajongg's hand of its notation."""
    player.handCache.clear()
    return Hand(player, text)
