"""Finds the best card of a tile hand: how to arrange its tiles, and which set the winning tile completed.

The books leave both choices to the player, who takes what scores most (Babcock p.70). Scoring itself knows only cards.
"""

from mingg.core.scoring.facts import unproved
from mingg.core.scoring.score import count, may_win
from mingg.core.tiles import shapes
from mingg.core.tiles.arrange import Concealed
from mingg.core.tiles.hand import PUNG, chow_text, counts_text, meld_text, set_text
from mingg.core.tiles.tile_card import CardMaker
from mingg.core.tiles.tiles import is_major, name, tile_of

MYPY = False
if MYPY:
    from collections.abc import Container
    from typing import Any

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Count, Win
    from mingg.core.rules import Rules
    from mingg.core.tiles.arrange import Way
    from mingg.core.tiles.hand import TileHand

# Which set the winning tile completed.
_NONE = 0
_PAIR = 1
_CHOW = 2
_PUNG = 3


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


def losing(hand: "TileHand", seat: str, round_wind: str, rules: "Rules", doubling_winds: str) -> "Card":
    """The best card of a losing hand: its concealed tiles regrouped, with every pair that scores (Babcock p.24).

    doubling_winds: the winds whose sets count as the seat's own (Rules.own_winds).
    """
    pungs = []
    pairs = []
    tile = -1
    for number in hand.counts:
        tile += 1
        if number > 1:
            # Four equal tiles that were not declared are a pung and a single tile (Babcock p.18-19).
            if number > 2:
                pungs.append(tile)
            else:
                pairs.append(tile)
    return CardMaker(hand, seat, round_wind, doubling_winds).card(pungs, -1, pairs)


def winning(
    hand: "TileHand",
    win: "Win",
    seat: str,
    round_wind: str,
    rules: "Rules",
    doubling_winds: str,
) -> "tuple[Card, Count, str]":
    """The winner's best card, its count, and the arrangement of the tiles as text: the sets on the table as they were
    written, the set that a claimed tile completed, the concealed sets, and the pair.

    An arrangement with which two players may not win is chosen only if there is no other. Raises NotComplete and
    WrongTile.
    """
    return Search(hand, win, seat, round_wind, rules, CardMaker(hand, seat, round_wind, doubling_winds)).best()


def places(hand: "TileHand", hands: "Container[str]" = ()) -> "list[int]":
    """The tiles, in order, that would complete a hand which lacks one tile; never a fifth tile of a kind.

    hands: the special hands in force (Rules.hands); thirteen orphans and seven twins have shapes of their own.
    """
    waiting = Concealed(hand.counts).waits()
    if not hand.melds:
        for special, lacks in (("thirteen_orphans", shapes.orphans_waits), ("seven_twins", shapes.twins_waits)):
            lacked = lacks(hand.counts) if special in hands else None
            if lacked:
                waiting = sorted(set(waiting + lacked))
    held = hand.held()
    return [tile for tile in waiting if held[tile] < 4]


class Search:
    """Searches all arrangements of the winner's tiles, and all sets that the winning tile may have completed.

    tried     the facts of the cards that were counted; equal ones are counted once
    chosen    the best card and its count so far; None: none yet
    rank      of `chosen`: (it may win, score, points)
    arranged  the arrangement of `chosen`: the arguments of _groups(), or the groups of a hand without sets
    """

    def __init__(
        self, hand: "TileHand", win: "Win", seat: str, round_wind: str, rules: "Rules", maker: CardMaker
    ) -> None:
        self.hand = hand
        self.win = win
        self.seat = seat
        self.round_wind = round_wind
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
        self.claimed = not win.drawn()
        # An original hand waited for no tile and has no last set (Harr, Example 16; Babcock, Fig. 26).
        self.waited = win.opening != "original"
        self.by_shape = self.waited and rules.table["shape_counts"]
        # A pair that the winning tile completed counts as filled or as a pair, not as both (Harr p.65-66, Example 8).
        self.fill_is_pair = self.by_shape and rules.knows_pair_filled()
        # Whether the winning tile is the fourth to an exposed pung of the winner (Harr p.62, 6).
        self.fourth = rules.knows("fourth") and any(meld.tile == tile and meld.kind == PUNG for meld in hand.melds)
        self.only_place = False
        self.special = self._special_hands()
        self.tried: "list[Any]" = []
        self.chosen: "tuple[Card, Count] | None" = None
        self.rank = (False, -1, -1)
        self.arranged: "tuple[list[int], list[int], int, int, int] | list[str]" = []

    def best(self) -> "tuple[Card, Count, str]":
        """As winning(). Raises NotComplete."""
        counts = self.hand.counts
        if self.hand.size() == shapes.COMPLETE:
            ways = Concealed(counts).arrangements()
            self.only_place = self.waited and self.rules.knows("only-place") and self._is_only_place(ways)
            for pair, pungs, chows in ways:
                self._try_sets(pair, pungs, chows)
            self._try_shapes(counts, bool(ways))
        if self.chosen is None:
            raise NotComplete("not complete")
        groups = self.arranged if isinstance(self.arranged, list) else self._groups(*self.arranged)
        if self.hand.melds:
            groups = [meld_text(meld) for meld in self.hand.melds] + groups
        return self.chosen[0], self.chosen[1], " ".join(groups)

    def _try_shapes(self, counts: "bytearray", sets: bool) -> None:
        """Tries the hands that are not four sets and a pair. sets: the tiles also make those, so they are no
        orphans."""
        if self.hand.melds:
            return
        if not sets and "thirteen_orphans" in self.rules.hands:
            orphan = shapes.orphans_pair(counts)
            if orphan >= 0:
                self._try_pairs("thirteen_orphans", [orphan], counts_text(counts))
        if "seven_twins" in self.rules.hands:
            pairs = shapes.twins(counts)
            if pairs:
                self._try_pairs("seven_twins", pairs, [set_text(tile, 2) for tile in pairs])

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
        return len(places(self.hand.without(tile), self.rules.hands)) == 1

    def _special_hands(self) -> "list[str]":
        """The special hands that do not depend on how the tiles are arranged in sets."""
        hands = self.rules.hands
        suit = self.maker.suit
        # Most hands are none of these, and their suit shows it.
        if suit == "full":
            last = self.tile if self.waited else -1
            gates = "nine_gates" in hands and shapes.is_nine_gates(self.hand.counts, last)
            return ["nine_gates"] if gates and not unproved(self.win, self.rules) else []
        names = []
        held = self.hand.held() if self.hand.melds else self.hand.counts
        if suit != "mixed" and "four_winds" in hands and shapes.has_four_winds(held):
            # Babcock p.53: one of the three wind sets must be the seat wind. Harr p.62-64: any three.
            own = held[self.maker.seat_tile] > 2
            if own or not any(row.fact == "four_winds_with_own" for row in self.rules.special):
                names.append("four_winds")
        if "all_majors" in hands and shapes.is_all_majors(held):
            names.append("all_majors")
        return names

    # ---- one arrangement ----

    def _try_sets(self, pair: int, pungs: "list[int]", chows: "list[int]") -> None:
        """Tries one arrangement, once for each different fact about the winning tile."""
        tried_facts = []
        for last, low in self._last_sets(pair, pungs, chows):
            exposed = self.tile if last == _PUNG and self.claimed else -1
            word = self._word(last, low) if self.by_shape else None
            facts = (word, self.fourth)
            if facts not in tried_facts:
                tried_facts.append(facts)
                filled = self.fill_is_pair and last == _PAIR
                card = self.maker.card(pungs, exposed, [] if filled else [pair])
                card.last_set, card.fourth = facts
                card.special = self.special + self._concealed_hands(card)
                if self._keep_if_best(card):
                    self.arranged = (pungs, chows, pair, exposed, low if self.claimed else -1)

    def _last_sets(self, pair: int, pungs: "list[int]", chows: "list[int]") -> "list[tuple[int, int]]":
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
        """Card.last_set for a set that the winning tile completed. last, low: one of _last_sets()."""
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

    def _concealed_hands(self, card: "Card") -> "list[str]":
        """The special hands that concealed sets make."""
        names = []
        concealed = card.pungs[1] + card.pungs[3] + card.kongs[1] + card.kongs[3]
        # A kong claimed onto three concealed tiles counts as concealed here (Babcock p.58).
        if concealed + card.claimed > 2 and "three_concealed" in self.rules.hands:
            names.append("three_concealed")
        if concealed == 4 and "four_concealed" in self.rules.hands:
            names.append("four_concealed")
        return names

    def _try_pairs(self, special: str, pairs: "list[int]", groups: "list[str]") -> None:
        """Tries thirteen orphans or seven twins, which have no sets."""
        word = self._word(_PAIR, -1) if self.by_shape and self.tile in pairs else None
        card = self.maker.card([], -1, [] if self.fill_is_pair and word else pairs)
        card.last_set = word
        card.special = [special]
        if special == "seven_twins" and "all_majors" in self.special:
            card.special = ["all_majors", special]
        if self._keep_if_best(card):
            self.arranged = groups

    def _keep_if_best(self, card: "Card") -> bool:
        """Counts a card, and keeps it if its rank is higher. Returns whether it did. Of equals the first stays."""
        # Everything else is the same on all cards of this hand.
        facts = (card.pungs, card.pairs, card.last_set, card.fourth, card.special)
        if facts in self.tried:
            return False
        self.tried.append(facts)
        card.only_place = self.only_place
        counted = count(card, self.seat, self.round_wind, self.win, self.rules)
        wins = may_win(counted, card, self.seat, self.round_wind, self.win, self.rules)
        rank = (wins, counted.score, counted.points)
        if rank <= self.rank:
            return False
        self.chosen = (card, counted)
        self.rank = rank
        return True

    def _groups(self, pungs: "list[int]", chows: "list[int]", pair: int, exposed: int, claimed: int) -> "list[str]":
        """The texts of the concealed sets: the one that a claimed tile completed comes first, in brackets, then the
        others in the order of their tiles, then the pair.

        exposed: the pung that the claimed tile completed, else -1. claimed: the lowest tile of such a chow, else -1.
        """
        # A code sorts sets by their lowest tile: twice that tile, and 1 more for a chow.
        opened = 2 * exposed if exposed >= 0 else 2 * claimed + 1
        groups: "list[str]" = []
        for code in sorted([2 * tile for tile in pungs] + [2 * low + 1 for low in chows]):
            text = chow_text(code >> 1) if code & 1 else set_text(code >> 1, 3)
            if code == opened:
                opened = -1
                groups.insert(0, "(" + text + ")")
            else:
                groups.append(text)
        groups.append(set_text(pair, 2))
        return groups
