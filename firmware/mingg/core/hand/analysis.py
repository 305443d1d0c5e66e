"""Finds the best sets of a tile hand: how to arrange its tiles, and which set the winning tile completed.

The books leave both choices to the player, who takes what scores most (Babcock p.70). Scoring itself knows only sets.
"""

from collections import namedtuple
from typing import Any

from mingg.core.deal.deal import Count, Win
from mingg.core.deal.hand import ANY, CLAIMED, KONG_SHOWN, MOST, Hand
from mingg.core.hand.arrange import Concealed, Way
from mingg.core.hand.hand import (
    CHOW,
    CONCEALED,
    HONOURS,
    KINDS,
    KONG,
    PUNG,
    WHITE,
    Meld,
    TileHand,
    is_major,
    name,
    tile_of,
)
from mingg.core.hand.hand import CLAIMED as CLAIMED_LIE
from mingg.core.hand.sets import SetMaker
from mingg.core.hand.special import COMPLETE, OF_PUNGS, WITH_SETS, Tiles, is_special, pattern_of, waits
from mingg.core.rules import Rules
from mingg.core.rules.rows import ALONE, MOST_RULES, SHAPELESS, WITH_CHOWS, keep
from mingg.core.score.score import count, may_win

# Which set the winning tile completed.
_NONE = 0
_PAIR = 1
_CHOW = 2
_PUNG = 3
# The suits of a hand with any suits, and with honours: see Pattern.
_ANY, _WITH_HONOURS = 0xFFFF, 0xFF00


class NotComplete(ValueError):
    """The winner's tiles are no complete hand by the rules in force."""


class WrongTile(ValueError):
    """The winning tile is not in the hand, or the winner cannot have got it in this way."""


def winning_tile(win: "Win") -> int:
    """The winning tile of a win. Raises WrongTile if it is missing, or is no tile."""
    if not win.tile:
        raise WrongTile("the winning tile is missing. Add it.")
    try:
        return tile_of(win.tile)
    except ValueError as error:
        raise WrongTile(str(error))


def losing(hand: "TileHand", seat: str, round_wind: str, rules: "Rules") -> "Hand":
    """The best sets of a losing hand: its concealed tiles regrouped, with every pair that scores (Babcock p.24); and
    where the rules count it, with the special hand to wait for that scores most."""
    pungs = []
    pairs = []
    kongs = []
    tile = -1
    for number in hand.counts:
        tile += 1
        if number < 2:
            continue
        if number == 4 and rules.on("undeclared_kong"):
            kongs.append(Meld(KONG, tile, CONCEALED))
        elif number > 2:
            # Four equal tiles that were not declared are a pung and a single tile (Babcock p.18-19).
            pungs.append(tile)
        else:
            pairs.append(tile)
    laid = hand
    if kongs:
        laid = TileHand()
        laid.melds, laid.flowers, laid.counts = hand.melds + kongs, hand.flowers, hand.counts
    made = SetMaker(laid, seat, round_wind, rules).sets(pungs, -1, pairs)
    if rules.waiting or (rules.on("claimed_concealed") and made.number(ANY, CLAIMED)):
        _wait(made, hand, seat, rules)
    return made


def _wait(made: "Hand", hand: "TileHand", seat: str, rules: "Rules") -> None:
    """Names of a loser's hand what raises its score: a special hand to wait for, and that a claimed kong counts as
    concealed."""
    waited: "list[str | None]" = [None]
    waited += waits_for(hand, rules)
    best = -1
    exposed = [item & ANY | KONG_SHOWN if item & CLAIMED else item for item in made.sets]
    chosen: "tuple[list[int], str | None]" = exposed, None
    for sets in (exposed,) if exposed == made.sets else (exposed, made.sets):
        for special in waited:
            made.sets, made.fishing = sets, special
            score = count(made, seat, None, rules).score
            if score > best:
                best, chosen = score, (sets, special)
    made.sets, made.fishing = chosen


def waits_for(hand: "TileHand", rules: "Rules") -> "list[str]":
    """The special hands that one more tile would complete, of those that count for a loser who waits: in the order of
    these tiles."""
    wanted = [row.id for row in rules.waiting]
    if wanted and rules.knows(ALONE):
        wanted.append(ALONE)
    tiles = Tiles(hand)
    found = []
    for i in range(len(wanted)):
        lacked = waits(pattern_of(wanted[i], rules), tiles)
        if lacked:
            found.append((lacked[0], i))
    return [wanted[i] for _, i in sorted(found)]


def winning(hand: "TileHand", win: "Win", seat: str, round_wind: str, rules: "Rules") -> "tuple[Hand, Count]":
    """The winner's best sets, and their count. An arrangement with which two players may not win is chosen only if
    there is no other. Raises NotComplete and WrongTile."""
    return Search(hand, win, seat, rules, SetMaker(hand, seat, round_wind, rules)).best()


def shapeless(rules: "Rules") -> "list[str]":
    """The special hands in force that are not four sets and a pair, or have more chows than the rules allow."""
    free: "list[str]" = _asked(rules).free
    return free


def places(hand: "TileHand", rules: "Rules") -> "list[int]":
    """The tiles, in order, that would complete a hand of thirteen; never a fifth tile of a kind."""
    most = rules.table["max_chows"]
    held = hand.held()
    waiting = [tile for tile in Concealed(hand.counts).waits() if held[tile] < 4]
    if most < MOST:
        most -= sum([1 for meld in hand.melds if meld.kind == CHOW])
        waiting = [tile for tile in waiting if _has_chows(hand, tile, most)]
    tiles, names = None, shapeless(rules)
    suits = hand.suits() if names else 0
    for special in names:
        pattern = pattern_of(special, rules)
        if pattern.may_be(hand, suits, 1):
            tiles = tiles or Tiles(hand, -1, True, suits)
            waiting += waits(pattern, tiles)
    return sorted(set(waiting))


def _has_chows(hand: "TileHand", tile: int, most: int) -> bool:
    """Whether concealed tiles make sets and a pair with one more tile, and so many chows at most."""
    counts = bytearray(hand.counts)
    counts[tile] += 1
    return any(len(way[2]) <= most for way in Concealed(counts).arrangements())


def makes_hand(hand: "TileHand", rules: "Rules") -> bool:
    """Whether 14 tiles win: as four sets and a pair, or as a special hand of another shape."""
    most = rules.table["max_chows"] - sum([1 for meld in hand.melds if meld.kind == CHOW])
    if any(len(way[2]) <= most for way in Concealed(hand.counts).arrangements()):
        return True
    tiles = Tiles(hand)
    return any(is_special(pattern_of(name, rules), tiles) for name in shapeless(rules))


def robs_concealed(hand: "TileHand", rules: "Rules") -> bool:
    """Whether the rules let thirteen orphans rob a concealed kong, and the winner's hand is such a hand."""
    return rules.on("orphans_rob_concealed") and is_special(pattern_of("thirteen_orphans", rules), Tiles(hand))


# What a search asks of the rules in force, found once.
# named     the special hands that a hand must name by its tiles, with the suits that it may have, and their Pattern
# free      what shapeless() returns
# of_sets   the sets show some special hands; concealed: also that of a hand without exposed sets
# by_shape  the set that the winning tile completed matters
# filled    a pair that the winning tile completed counts as filled or as a pair, not as both (Harr p.65-66, Example 8)
# fourth, only_place   these count
_Asked = namedtuple("_Asked", ("named", "free", "of_sets", "concealed", "by_shape", "filled", "fourth", "only_place"))
_kept: "dict[Rules, _Asked]" = {}


def _asked(rules: "Rules") -> "_Asked":
    found = _kept.get(rules)
    if found is None:
        facts = [row.fact for row in rules.special]
        patterns = sorted(rules.table["patterns"])
        hands = rules.hands
        names = [name for name in SHAPELESS + WITH_SETS + OF_PUNGS if name in hands] + patterns
        named: "list[Any]" = [(name, pattern_of(name, rules).masks, pattern_of(name, rules)) for name in names]
        if "all_majors" in hands:
            named.append(("all_majors", _ANY, None))
        # Babcock's four winds may be three sets and a pair; those of the modern rule sets follow from the sets.
        if "four_winds" in facts or "four_winds_with_own" in facts:
            named.append(("four_winds", _WITH_HONOURS, None))
        free = [name for name in SHAPELESS + WITH_CHOWS if name in hands] + patterns
        by_shape = rules.table["shape_counts"]
        found = _Asked(
            named,
            free,
            "three_concealed" in hands or "four_concealed" in hands,
            "concealed_hand" in hands,
            by_shape,
            by_shape and rules.pair_filled,
            rules.knows("fourth"),
            rules.knows("only-place"),
        )
        keep(_kept, MOST_RULES, rules, found)
    return found


def _has_simples(counts: "bytearray") -> bool:
    return any(counts[1:8]) or any(counts[10:17]) or any(counts[19:26])


class Search:
    """Searches all arrangements of the winner's tiles, and all sets that the winning tile may have completed.

    several   whether the tiles make sets in several ways
    tried     then the facts of the hands that were counted; equal ones are counted once
    chosen    the best hand and its count so far; None: none yet
    rank      of `chosen`: (it may win, score, points)
    fourth    whether the winning tile is the fourth to an exposed pung of the winner (Harr p.62, 6)
    chows     exposed ones
    """

    fourth = only_place = is_concealed = several = False
    chows = 0
    chosen: "tuple[Hand, Count] | None" = None
    rank = (False, -1, -1)

    def __init__(self, hand: "TileHand", win: "Win", seat: str, rules: "Rules", maker: SetMaker) -> None:
        self.hand = hand
        self.win = win
        self.seat = seat
        self.rules = rules
        self.maker = maker
        self.tile = tile = winning_tile(win)
        if not hand.counts[tile]:
            raise WrongTile("%s is not among the tiles in the hand. Write it without brackets." % name(tile))
        # The robbed player has the other three tiles.
        if win.by == "rob" and hand.held()[tile] > 1:
            raise WrongTile(
                "the winner cannot have two %s: the robbed player has the other three. Leave one out." % name(tile)
            )
        self.asked = asked = _asked(rules)
        self.claimed = not win.drawn()
        # An original hand waited for no tile and has no last set (Harr, Example 16; Babcock, Fig. 26).
        self.waited = win.opening != "original"
        self.by_shape = self.waited and asked.by_shape
        self.fill_is_pair = self.waited and asked.filled
        for kind, of, _ in hand.melds:
            if kind == CHOW:
                self.chows += 1
            elif kind == PUNG and of == tile:
                self.fourth = asked.fourth
        self.shapeless: "list[str]" = []  # special hands of the tiles that are not four sets and a pair
        self.of_pungs: "list[str]" = []  # those that only pungs and kongs make
        if asked.concealed and not self.claimed:
            hidden = (CONCEALED, CLAIMED_LIE) if rules.on("claimed_concealed") else (CONCEALED,)
            self.is_concealed = all(meld.lie in hidden for meld in hand.melds)
        self.special = self._special_hands()
        # Whether some special hands follow from the sets.
        self.of_sets = asked.of_sets or self.is_concealed or bool(self.of_pungs)
        self.most_chows: int = rules.table["max_chows"]
        self.of_house: "list[str]" = []
        if self.special:
            # Those of house rules depend on the sets: an arrangement as pungs may be none of chows.
            self.of_house = [special for special in self.special if special in rules.table["patterns"]]
            if WITH_CHOWS[0] in self.special or self.of_house:
                self.most_chows = MOST
        self.tried: "list[Any]" = []

    def best(self) -> "tuple[Hand, Count]":
        """As winning(). Raises NotComplete."""
        counts = self.hand.counts
        if self.hand.size() == COMPLETE:
            ways = Concealed(counts).arrangements()
            self.several = len(ways) > 1
            self.only_place = self.waited and self.asked.only_place and self._is_only_place(ways)
            for pair, pungs, chows in ways:
                self._try_sets(pair, pungs, chows)
            self._try_shapes(counts, bool(ways))
        if self.chosen is None:
            raise NotComplete("not complete")
        return self.chosen

    def _try_shapes(self, counts: "bytearray", sets: bool) -> None:
        """Tries the hands that are not four sets and a pair. sets: the tiles also make those, so they are no
        orphans."""
        for special in self.shapeless:
            if special == "thirteen_orphans":
                if not sets:
                    pair = [tile for tile in range(KINDS) if counts[tile] == 2]
                    self._try_pairs(special, pair, counts)
            elif special in ("seven_twins", "all_pair_honours") or self._is_of_pairs(special):
                pairs: "list[int]" = []  # four equal tiles are two pairs
                for tile in range(KINDS):
                    pairs += [tile] * (counts[tile] // 2)
                self._try_pairs(special, pairs, pairs)
            else:
                self._try_pairs(special, [], counts)

    def _is_of_pairs(self, special: str) -> bool:
        """Whether a special hand of house rules is seven pairs that have an ordinary score, and so are the tiles."""
        if SHAPELESS[0] in self.rules.table["shapeless"] or any(count % 2 for count in self.hand.counts):
            return False
        from mingg.core.score.pattern_hands import is_of_pairs

        return not self.hand.melds and is_of_pairs(special, self.rules)

    def _is_only_place(self, ways: "list[Way]") -> bool:
        """Whether no other kind of tile would have won, in any arrangement (Babcock p.39, 46)."""
        tile = self.tile
        held = self.hand.held()
        held[tile] -= 1
        for pair, pungs, chows in ways:
            # Quick checks decide most hands: with two pairs, a tile of either wins; a chow that is open at both ends
            # wins at either end.
            if (
                (tile in pungs and held[pair] < 4)
                or (tile in chows and tile % 9 < 6 and held[tile + 3] < 4)
                or (tile - 2 in chows and tile % 9 > 2 and held[tile - 3] < 4)
            ):
                return False
        return places(self.hand.without(tile), self.rules) == [tile]

    def _special_hands(self) -> "list[str]":
        """The special hands that do not depend on how the tiles are arranged in sets."""
        rules = self.rules
        names: "list[str]" = []
        tiles: "Tiles | None" = None
        hand, suits = self.hand, self.maker.suits
        for special, masks, pattern in self.asked.named:
            if not masks >> suits & 1:
                continue
            if special == "four_winds":
                found = self._has_four_winds()
            elif special == "all_majors":
                found = not _has_simples(hand.counts) and not (hand.melds and _has_simples(hand.held()))
            else:
                found = pattern.may_be(hand, suits, 0)
                if found:
                    tiles = tiles or Tiles(hand, self.tile if self.waited else -1, not self.claimed, suits)
                    found = pattern.matches(tiles)
            if found and special in OF_PUNGS:
                self.of_pungs.append(special)
            elif found and (special in SHAPELESS or special in rules.table["shapeless"]):
                self.shapeless.append(special)
            elif found and not (special == "nine_gates" and self.win.hidden):
                names.append(special)
        return names

    def _has_four_winds(self) -> bool:
        """Whether the hand has three sets of winds, and at least a pair of the fourth: all four winds, since it is four
        sets and a pair. Babcock p.53: one of the three must be the seat wind. Harr p.62-64: any three."""
        held = self.hand.counts
        if self.hand.melds:
            held = self.hand.held()
        if not min(held[HONOURS:WHITE]):
            return False
        own = any(row.fact == "four_winds_with_own" for row in self.rules.special)
        return not own or held[self.maker.seat_tile] > 2

    # ---- one arrangement ----

    def _try_sets(self, pair: int, pungs: "tuple[int, ...]", chows: "tuple[int, ...]") -> None:
        """Tries one arrangement, once for each different fact about the winning tile."""
        if self.chows + len(chows) > self.most_chows:
            return
        tried = []
        for last, low in self._last_sets(pair, chows):
            exposed = self.tile if last == _PUNG and self.claimed else -1
            word = self._word(last, low) if self.by_shape else None
            if word not in tried:
                tried.append(word)
                filled = self.fill_is_pair and last == _PAIR
                made = self.maker.sets(pungs, exposed, [] if filled else [pair])
                made.last_set, made.fourth = word, self.fourth
                of_sets = self.of_sets and (self.is_concealed or len(made.sets) > 2)
                made.special = self.special + self._hands_of(made) if of_sets else self.special
                if self.of_house:
                    self._leave_out(made)
                if self._keep_if_best(made):
                    made.arranged = self.hand.melds, (pungs, chows, pair, exposed, low if self.claimed else -1)

    def _last_sets(self, pair: int, chows: "tuple[int, ...]") -> "list[tuple[int, int]]":
        """The sets that the winning tile may have completed: (kind, lowest tile of a chow, else -1)."""
        tile = self.tile
        if not self.waited:
            return [(_NONE, -1)]
        completed = [(_CHOW, low) for low in chows if low <= tile <= low + 2]
        if tile == pair:
            completed.append((_PAIR, -1))
        # A completed pung earns nothing, and counts as exposed if its tile was claimed: so it is the last choice.
        return completed or [(_PUNG, -1)]

    def _word(self, last: int, low: int) -> "str | None":
        """Hand.last_set for a set that the winning tile completed. last, low: one of _last_sets()."""
        tile = self.tile
        if last == _PAIR:
            if tile == self.maker.seat_tile == self.maker.round_tile:
                return "pair-seat"
            return "pair-major" if is_major(tile) else "pair-simple"
        if last == _CHOW:
            place = tile - low
            if place == 1:
                return "chow-middle"
            return "chow-end" if (place == 0 and low % 9 == 6) or (place == 2 and low % 9 == 0) else "chow-open"
        return None

    def _leave_out(self, made: "Hand") -> None:
        """Leaves out the special hands of house rules that the sets contradict."""
        from mingg.core.score.pattern_hands import can_be

        # There are never too many chows then: only pungs contradict, three equal ones in place of three equal chows.
        made.special = [
            name for name in made.special if name not in self.of_house or can_be(made, name, self.win, self.rules)
        ]

    def _hands_of(self, made: "Hand") -> "list[str]":
        """The special hands that the sets make."""
        names: "list[str]" = []
        concealed = made.concealed()
        # A kong claimed onto three concealed tiles counts as concealed here (Babcock p.58).
        if concealed + made.number(ANY, CLAIMED) > 2 and "three_concealed" in self.rules.hands:
            names.append("three_concealed")
        if concealed == 4 and "four_concealed" in self.rules.hands:
            names.append("four_concealed")
        if self.is_concealed:
            names.append("concealed_hand")
        if self.of_pungs and made.size() == MOST:
            names += self.of_pungs
        return names

    def _try_pairs(self, special: str, pairs: "list[int]", arranged: "bytearray | list[int]") -> None:
        """Tries thirteen orphans or seven twins, which have no sets. arranged: how many there are of each concealed
        tile, or pairs."""
        word = self._word(_PAIR, -1) if self.by_shape and self.tile in pairs else None
        made = self.maker.sets([], -1, [] if self.fill_is_pair and word else pairs)
        made.last_set = word
        made.special = [special]
        if "all_majors" in self.special and (special == "seven_twins" or self._is_of_pairs(special)):
            made.special = ["all_majors", special]
        if self._keep_if_best(made):
            made.arranged = self.hand.melds, arranged

    def _keep_if_best(self, made: "Hand") -> bool:
        """Counts a hand, and keeps it if its rank is higher. Returns whether it did. Of equals the first stays."""
        if self.several:  # everything else is the same for all arrangements
            facts = (sorted(made.sets), made.last_set, made.fourth, made.special)
            if facts in self.tried:
                return False
            self.tried.append(facts)
        made.only_place = self.only_place
        counted = count(made, self.seat, self.win, self.rules)
        wins = self.rules.players != 2 or may_win(counted, made, self.seat, self.win, self.rules)
        rank = (wins, counted.score, counted.points)
        if rank <= self.rank:
            return False
        self.chosen = (made, counted)
        self.rank = rank
        return True
