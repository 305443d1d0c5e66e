"""Counts deals of compare.py with Kajongg's engine: python3 count.py RULES DEALS, with Kajongg's modules on the path.

DEALS has a line of JSON for each deal, see compare.asked(). This prints a line for each: what Kajongg pays ("net"),
and Kajongg's score for each hand and each limit. If that differs from Mingg's, there are also the score with all
deviations put right ("right"), and the deviations each of which must be put right for the two to agree ("needs").

A deviation is a place where Kajongg leaves the text of the rules. To put one right, put_right() replaces a method of
Kajongg's rules; scored() and waiting() do the rest.
"""

import json
import sys

import predefined
import rulecode
from game import Game
from kajongg_engine import Player, hand_of, kong, lower, upper
from rulecode import RuleCode, Tile, TileSource, elements
from wind import East, North, South, West

WINDS = {"E": East, "S": South, "W": West, "N": North}
WITHOUT_SETS = ("All pair honors", "Knitting", "Triple Knitting")
NINE_GATES = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]

right = set()  # the deviations that are put right at the moment
DEVIATIONS = []


def put_right(deviation, rule, method, text):
    """Replaces a method of a rule while the deviation is put right. text(hand, old result) returns the new result."""
    old = getattr(rule, method)
    if deviation not in DEVIATIONS:
        DEVIATIONS.append(deviation)

    def changed(hand):
        return text(hand, old(hand)) if deviation in right else old(hand)

    def changed_of_class(cls, hand):
        return text(hand, old(cls, hand)) if deviation in right else old(cls, hand)

    # Kajongg makes a class method of a function whose first argument is named cls, and a static method of any other.
    setattr(rule, method, changed_of_class if old.__code__.co_varnames[0] == "cls" else changed)


def are_pungs(hand):
    return len(hand.melds) == 5 and all(meld.isPungKong or meld.isPair for meld in hand.melds)


def is_one_suit(hand):
    return len(hand.suits) == 1 and hand.suits < set(Tile.colors)


def middle(hand):
    """Returns how many of each of 2 to 8 a hand has."""
    return [hand.values.count(value) for value in range(2, 9)]


def is_claimed(hand):
    return hand.lastTile and hand.lastTile.isExposed


def is_concealed_before(hand):
    """Returns whether a hand has no exposed set but the one that its last tile, claimed, completes, and no kong."""
    if any(meld.isKong for meld in hand.melds):
        return False
    return not hand.declaredMelds or (is_claimed(hand) and hand.declaredMelds == [hand.lastMeld])


def are_gates_of_heaven(hand, _):
    if not is_one_suit(hand) or not is_concealed_before(hand) or sorted(middle(hand)) != [1] * 6 + [2]:
        return False
    ends = hand.values.count(1) == hand.values.count(9) == 3
    return ends and (not is_claimed(hand) or hand.lastTile.isTerminal)


def is_wriggling_snake(hand, old):
    """Returns the old result also for a hand whose pair of ones was claimed."""
    suit = hand.suits - {Tile.wind}
    ones = hand.values.count(1) == 2 and len(set(hand.values)) == 13
    return old or (ones and len(suit) == 1 and suit < set(Tile.colors) and is_concealed_before(hand))


def is_buried_treasure(hand, _):
    return are_pungs(hand) and len(hand.suits - set(Tile.honors)) == 1 and is_concealed_before(hand)


def are_honour_pairs(hand, _):
    tiles = [tile.exposed for tile in hand.tiles]
    majors = len(tiles) == 14 and all(tile.isMajor for tile in tiles) and not any(len(meld) > 2 for meld in hand.melds)
    return majors and {tiles.count(tile) for tile in tiles} <= {2, 4}


def are_nine_gates(hand, _):
    values = list(hand.values)
    if not hand.lastTile or not is_one_suit(hand) or not is_concealed_before(hand):
        return False
    values.remove(hand.lastTile.value)
    return sorted(values) == NINE_GATES


def is_winding_snake(hand, old):
    if not is_one_suit(hand) or any(meld.isKong and meld[0].isMinor for meld in hand.melds):
        return old
    counts = middle(hand)
    ends = min(hand.values.count(1), hand.values.count(9)) >= 3
    return old or (ends and sorted(counts) == [1] * 6 + [2] and counts.index(2) in (0, 3, 6))


def has_sets_and_pair(group):
    """Returns a test whether all winds or dragons but one are sets, and that one is a pair."""
    number = 3 if group == "isWindMeld" else 2

    def test(hand, _):
        sizes = sorted(min(len(meld), 3) for meld in hand.melds if getattr(meld, group) and len(meld) > 1)
        return sizes == [2] + [3] * number

    return test


def all_waits():
    """Kajongg tries only some tiles when it looks for those that complete a hand."""
    tiles = {Tile(suit, value) for suit in Tile.colors for value in Tile.numbers} | set(elements.honors)
    put_right("missed wait", rulecode.StandardMahJongg, "winningTileCandidates", lambda hand, old: tiles)


def british():
    class OneSuitAndHonours(RuleCode):
        def appliesToHand(hand):
            return "one suit and honours" in right and rulecode.FalseColorGame.appliesToHand(hand)

    class LooseTile(RuleCode):
        def appliesToHand(hand):
            return "loose tile" in right and hand.lastSource is TileSource.DeadWall

    DEVIATIONS.extend(["one suit and honours", "loose tile", "bouquet", "purity", "flowers beside", "four alike"])
    DEVIATIONS.append("ordinary score of pairs")
    rulecode.OneSuitAndHonours, rulecode.LooseTile = OneSuitAndHonours, LooseTile
    put_right("carrying pole", rulecode.ScratchingPole, "appliesToHand", lambda hand, old: False)
    put_right(
        "claimed kong",
        rulecode.OnlyConcealedMelds,
        "appliesToHand",
        lambda hand, old: not any(meld.isExposed for meld in hand.melds),
    )
    put_right("buried treasure", rulecode.BuriedTreasure, "appliesToHand", is_buried_treasure)
    put_right("gates of heaven", rulecode.GatesOfHeaven, "appliesToHand", are_gates_of_heaven)
    put_right("wriggling snake", rulecode.WrigglingSnake, "appliesToHand", is_wriggling_snake)
    put_right("imperial jade", rulecode.AllGreen, "appliesToHand", lambda hand, old: old and are_pungs(hand))
    put_right("all pair honours", rulecode.AllPairHonors, "appliesToHand", are_honour_pairs)
    put_right(
        "all pair honours",
        rulecode.AllPairHonors,
        "winningTileCandidates",
        lambda hand, old: {tile.exposed for tile in hand.tiles if hand.tiles.count(tile) in (1, 3)},
    )
    for rule in (rulecode.OnlyHonors, rulecode.AllTerminals):
        put_right("all pair honours", rule, "appliesToHand", lambda hand, old: old and are_pungs(hand))
    rules = predefined.ClassicalChineseBMJA()
    load = rules.loadRules

    def load_all():
        load()
        rules.winnerRules.createRule("One suit and honours", "FOneSuitAndHonours", doubles=1)
        rules.winnerRules.createRule("Loose tile", "FLooseTile", doubles=1)

    rules.loadRules = load_all
    return rules


def german():
    put_right("nine gates", rulecode.NineGates, "appliesToHand", are_nine_gates)
    put_right("winding snake", rulecode.SquirmingSnake, "appliesToHand", is_winding_snake)
    put_right(
        "all six green tiles",
        rulecode.AllGreen,
        "appliesToHand",
        lambda hand, old: {tile.exposed for tile in hand.tiles} <= elements.greenHandTiles,
    )
    put_right("four alike", rulecode.LittleFourJoys, "appliesToHand", has_sets_and_pair("isWindMeld"))
    put_right("four alike", rulecode.LittleThreeDragons, "appliesToHand", has_sets_and_pair("isDragonMeld"))
    return predefined.ClassicalChineseDMJL()


IS_BRITISH = sys.argv[1] == "bmja"
all_waits()
RULES = british() if IS_BRITISH else german()
PLAYER = Player(RULES)
WAITING = RULES.loserRules


# ---- Kajongg's notation ----


def declared(hand):
    return [kong(tiles[0], kind) if kind else "".join(map(lower, tiles)) for tiles, kind in hand["table"]]


def flowers(hand):
    return [("f" if number < 5 else "y") + "eswn"[(number - 1) % 4] for number in hand["flowers"]]


def source(win):
    if win.get("opening"):
        return "1"
    way = {"draw": "w", "loose": "e", "discard": "d", "rob": "k"}[win["by"]]
    return {"w": "z", "d": "Z"}[way] if win.get("last") else way


def won_texts(hand):
    """Yields a winner in every arrangement, with every set that the winning tile may have completed."""
    win = hand["win"]
    tile = win["tile"]
    is_drawn = win["by"] in ("draw", "loose")
    end = [*flowers(hand), "m" + source(win) + ("t" if win.get("twofold") else "a" if win.get("call") else "")]
    for sets in hand["arrangements"]:
        concealed = ["".join(map(upper, tiles)) for tiles in sets]
        if win.get("opening") == "original":
            yield " ".join([*declared(hand), *concealed, *end])
            continue
        for i, tiles in enumerate(sets):
            if tile in tiles:
                # Kajongg has no exposed single tile.
                case = upper if is_drawn or len(tiles) == 1 else lower
                last = "".join(map(case, tiles))
                melds = [*concealed[:i], last, *concealed[i + 1 :]]
                yield " ".join([*declared(hand), *melds, *end, f"L{case(tile)}{last}"])


def lost_text(hand, kongs):
    """Returns a loser; kongs: with four alike in the hand as a concealed kong."""
    alike = [tile for tile in dict.fromkeys(hand["tiles"]) if kongs and hand["tiles"].count(tile) == 4]
    kept = [kong(tile, "concealed") for tile in alike]
    rest = "R" + "".join([upper(tile) for tile in hand["tiles"] if tile not in alike])
    return " ".join([*declared(hand), *kept, rest, *flowers(hand)])


# ---- scores ----


def flowers_beside(hand):
    """Returns the points for the flowers beside a special hand, doubled."""
    doublings = int(hand.lastSource is TileSource.LivingWallEndDiscard)
    for group in (Tile.flower, Tile.season):
        held = [meld[0].value for meld in hand.bonusMelds if meld[0].group == group]
        doublings += 2 if len(held) == 4 else sum(value is hand.ownWind for value in held)
    return 4 * len(hand.bonusMelds) << doublings


def purity(hand):
    """Returns the score by Purity's doublings alone, the flowers beside it."""
    points = sum(used.rule.score.points for used in hand.usedRules)
    return (points - 4 * len(hand.bonusMelds)) * 8 + flowers_beside(hand)


def scored(hand):
    """Returns the score of a winner; -1: it has not won."""
    if not hand.won:
        return -1
    rules = [used.rule for used in hand.usedRules]
    share = max(rule.score.limits for rule in rules)
    total = hand.score.total()
    if "ordinary score of pairs" in right and any(rule.name in WITHOUT_SETS for rule in rules):
        total = share * RULES.limit
    if share and total == share * RULES.limit:
        return total + (flowers_beside(hand) if "flowers beside" in right else 0)
    if "purity" in right and any(rule.name == "Purity" for rule in rules):
        points = sum(rule.score.points for rule in rules)
        return max(purity(hand), points << sum(rule.score.doubles for rule in rules) - 3)
    return total


def waiting(hand):
    """Yields the scores for what a loser waits for."""
    for rule in WAITING:
        hand.ruleCache.clear()
        if rule.appliesToHand(hand):
            if rule.score.limits:
                yield rule.score.limits * RULES.limit + (flowers_beside(hand) if "flowers beside" in right else 0)
            elif "purity" in right:
                yield purity(hand)
            else:
                yield hand.score.points << hand.score.doubles + rule.score.doubles


def score(hand):
    if hand["win"]:
        best = max(scored(hand_of(PLAYER, text)) for text in won_texts(hand))
    else:
        RULES.loserRules = []
        lost = hand_of(PLAYER, lost_text(hand, False))
        scores = [lost.score.total(), *waiting(lost)]
        if "four alike" in right and IS_BRITISH:
            scores.append(hand_of(PLAYER, lost_text(hand, True)).score.total())
        best = max(scores)
        RULES.loserRules = WAITING
    return min(int(best), RULES.limit)


def score_with(hand, deviations):
    right.clear()
    right.update(deviations)
    if IS_BRITISH:
        for name in ("AllFlowers", "AllSeasons"):
            RULES.handRules[name].score.doubles = 1 if "bouquet" in right else 2
    return score(hand)


def judged(hand, mingg):
    kajongg = score_with(hand, ())
    result = {"kajongg": kajongg}
    if kajongg != mingg:
        result["right"] = score_with(hand, DEVIATIONS)
        without = {name: [other for other in DEVIATIONS if other != name] for name in DEVIATIONS}
        result["needs"] = [name for name, others in without.items() if score_with(hand, others) != mingg]
    return result


# ---- payments ----


class Seat:
    usedDangerousFrom = None
    wonCount = 0

    def __init__(self, wind, score):
        self.wind = WINDS[wind]
        self.handTotal = score
        self.net = 0
        self.hand = type("Hand", (), {"usedRules": []})()

    def getsPayment(self, points):
        self.net += points


class Paying:
    ruleset = RULES


def paid(deal):
    """Returns what each seat wins by Kajongg's settlement of Mingg's scores."""
    seats = {wind: Seat(wind, score) for wind, score in deal["scores"].items()}
    game = Paying()
    game.players = list(seats.values())
    game._Game__winner = seats[deal["winner"]]
    game._Game__winner.usedDangerousFrom = seats.get(deal["liable"])
    Game._Game__payHand(game)
    return {wind: seat.net for wind, seat in seats.items()}


def main():
    with open(sys.argv[2], encoding="utf-8") as lines:
        for line in lines:
            deal = json.loads(line)
            PLAYER.game.roundWind = WINDS[deal["round"]]
            judgements = []
            for hand in deal["hands"]:
                PLAYER.wind = WINDS[hand["seat"]]
                for limit, mingg in hand["mingg"].items():
                    RULES.limit = int(limit)
                    judgements.append(judged(hand, mingg))
            print(json.dumps({"judgements": judgements, "net": paid(deal)}))


main()
