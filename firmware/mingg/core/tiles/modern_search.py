"""Finds the best card of a winner's tiles by a modern rule set, with its special hands and its most chows."""

from mingg.core.scoring.modern_facts import SHAPELESS
from mingg.core.tiles.analysis import Search
from mingg.core.tiles.arrange import Concealed
from mingg.core.tiles.hand import CHOW, CLAIMED, CONCEALED, counts_text, set_text
from mingg.core.tiles.modern_card import name_winds
from mingg.core.tiles.shapes import is_all_majors, orphans_pair, twins
from mingg.core.tiles.special_tiles import TESTS, Tiles, completing
from mingg.core.tiles.tile_card import CardMaker
from mingg.core.tiles.tiles import KINDS, tile_of

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Count, Deal, Win
    from mingg.core.rules import Rules
    from mingg.core.tiles.arrange import Way
    from mingg.core.tiles.hand import TileHand

# Special hands of four sets and a pair: with any sets, and with pungs and kongs only.
_ANY_SETS = ("gates_of_heaven", "nine_gates", "winding_snake", "jade")
_PUNGS = ("imperial_jade", "heads_and_tails", "buried_treasure")


def winning(
    hand: "TileHand",
    win: "Win",
    seat: str,
    round_wind: str,
    rules: "Rules",
    doubling_winds: str,
) -> "tuple[Card, Count, str]":
    """As analysis.winning(), by a modern rule set."""
    return ModernSearch(hand, win, seat, round_wind, rules, CardMaker(hand, seat, round_wind, doubling_winds)).best()


def makes_hand(hand: "TileHand", rules: "Rules") -> bool:
    """As shapes.makes_hand(), by a modern rule set."""
    return is_hand(Tiles(hand, -1, True), rules)


def robs_concealed(deal: "Deal", hand: "TileHand", hands: "dict[str, TileHand]", rules: "Rules") -> bool:
    """Whether the rules let thirteen orphans rob a concealed kong, `hand` is such a hand, and the robbed hand has the
    other three tiles of the kong. hands: by seat."""
    if "orphans_rob_concealed" not in rules.table or orphans_pair(hand.counts) < 0 or deal.win.tile is None:
        return False
    robbed = hands.get(deal.win.source or "")
    return robbed is not None and robbed.counts[tile_of(deal.win.tile)] == 3


class ModernSearch(Search):
    """As Search.

    open_chows  how many chows are exposed; most_chows: how many the rules allow
    shapeless   special hands of the tiles that are not four sets and a pair
    pungs       those of _PUNGS that the tiles make
    """

    def _special_hands(self) -> "list[str]":
        rules, hand = self.rules, self.hand
        tiles = Tiles(hand, self.tile if self.waited else -1, self.win.drawn())
        self.shapeless = [name for name in shapeless(rules) if TESTS[name](tiles)]
        self.pungs = [name for name in _PUNGS if name in rules.hands and TESTS[name](tiles)]
        self.open_chows = sum([1 for meld in hand.melds if meld.kind == CHOW])
        open_lies = (CLAIMED, CONCEALED) if "claimed_concealed" in rules.table else (CONCEALED,)
        self.is_concealed = (
            self.win.drawn() and "concealed_hand" in rules.hands and all(meld.lie in open_lies for meld in hand.melds)
        )
        names = [name for name in _ANY_SETS if name in rules.hands and TESTS[name](tiles)]
        self.most_chows = 4 if "gates_of_heaven" in names else rules.table.get("max_chows", 4)
        self.of_house: "list[str]" = []
        if "patterns" in rules.table:
            from mingg.core.tiles.patterns import matched

            self.of_house = matched(tiles, rules, self.win.drawn())
            names += [name for name in self.of_house if name not in rules.table["shapeless"]]
        # Babcock's four winds may be three sets and a pair; those of the modern rule sets follow from the card.
        if any(row.fact in ("four_winds", "four_winds_with_own") for row in rules.special):
            names += [name for name in Search._special_hands(self) if name == "four_winds"]
        if "all_majors" in rules.hands and is_all_majors(tiles.held):
            names.append("all_majors")
        return names

    def _try_sets(self, pair: int, pungs: "list[int]", chows: "list[int]") -> None:
        if self.open_chows + len(chows) <= self.most_chows:
            Search._try_sets(self, pair, pungs, chows)

    def _concealed_hands(self, card: "Card") -> "list[str]":
        names = Search._concealed_hands(self, card)
        if self.is_concealed:
            names.append("concealed_hand")
        if card.sets() == 4:
            names += self.pungs
        return names

    def _try_shapes(self, counts: "bytearray", sets: bool) -> None:
        Search._try_shapes(self, counts, sets)
        for name in self.of_house:
            if name in self.rules.table["shapeless"]:
                self._try_pairs(name, [], counts_text(counts))
        for name in self.shapeless:
            if name == "all_pair_honours":
                pairs = twins(counts)
                self._try_pairs(name, pairs, [set_text(tile, 2) for tile in pairs])
            else:
                self._try_pairs(name, [], counts_text(counts))

    def _keep_if_best(self, card: "Card") -> bool:
        name_winds(card, self.hand, self.rules)
        return Search._keep_if_best(self, card)

    def _is_only_place(self, ways: "list[Way]") -> bool:
        hand = self.hand.without(self.tile)
        if "patterns" in self.rules.table:
            from mingg.core.tiles.patterns import waits

            if any(tile != self.tile for _, tile in waits(hand, self.rules)):
                return False
            if not ways:
                return not self._other_places(hand)
        if not shapeless(self.rules) and "max_chows" not in self.rules.table:
            return Search._is_only_place(self, ways)
        return not self._other_places(hand)

    def _other_places(self, hand: "TileHand") -> bool:
        """Whether another tile than the winning one makes a hand of these thirteen."""
        for tile in range(KINDS):
            tiles = completing(hand, tile) if tile != self.tile else None
            if tiles is not None and is_hand(tiles, self.rules):
                return True
        return False


def shapeless(rules: "Rules") -> "list[str]":
    """The special hands in force that are not four sets and a pair, except those that Search knows."""
    return [name for name in SHAPELESS[2:] if name in rules.hands]


def is_hand(tiles: "Tiles", rules: "Rules") -> bool:
    """Whether 14 tiles win: as four sets and a pair without more chows than the rules allow, or as a special hand of
    another shape."""
    most = rules.table.get("max_chows", 4) - sum([1 for meld in tiles.melds if meld.kind == CHOW])
    if any(len(chows) <= most for _, _, chows in Concealed(tiles.counts).arrangements()):
        return True
    if "seven_twins" in rules.hands and not tiles.melds and twins(tiles.counts):
        return True
    names = [name for name in ("thirteen_orphans", "gates_of_heaven") if name in rules.hands] + shapeless(rules)
    if any(TESTS[name](tiles) for name in names):
        return True
    if "patterns" not in rules.table:
        return False
    from mingg.core.tiles.patterns import matched

    return bool(matched(tiles, rules, True))
