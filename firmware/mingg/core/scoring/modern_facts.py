"""The facts of the modern rule sets (bmja, dmjl), and of special hands that house rules define. See facts.py."""

from mingg.core.rules.rows import PATTERN
from mingg.core.scoring.facts import Hand

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.deal.card import Card
    from mingg.core.rules import Rules

# Special hands that a card must name, since its counts do not show them.
NAMED = (
    "gates_of_heaven",
    "heads_and_tails",
    "imperial_jade",
    "jade",
    "winding_snake",
    "wriggling_snake",
    "all_pair_honours",
    "knitting",
    "triple_knitting",
)
# Special hands that are not four sets and a pair.
SHAPELESS = ("thirteen_orphans", "seven_twins", "all_pair_honours", "knitting", "triple_knitting", "wriggling_snake")
_OF_WINDS = ("seat", "round", "both", "wind")


def fishing(card: "Card") -> "str | None":
    """The special hand that a losing hand waits for, or None."""
    return getattr(card, "fishing", None)


def winds(card: "Card") -> int:
    """How many sets of winds a card is known to have. The other counts of a card can show more than its `winds`."""
    if card.suit == "honours":
        return card.majors() - card.dragons
    return max(getattr(card, "winds", 0), card.seat_wind, card.round_wind)


def is_shapeless(card: "Card", rules: "Rules") -> bool:
    """Whether a card names a special hand that is not four sets and a pair, and so has no ordinary score."""
    table = rules.table
    own = table.get("shapeless", ())
    return any(name in own or (table["modern"] and name in SHAPELESS) for name in card.special)


def concealed_sets(hand: Hand) -> int:
    """The concealed pungs and kongs; if the rules say so, also kongs that were claimed onto three concealed tiles."""
    card = hand.card
    number = card.pungs[1] + card.pungs[3] + card.kongs[1] + card.kongs[3]
    return number + card.claimed if "claimed_concealed" in hand.rules.table else number


def concealed_hand(hand: Hand) -> bool:
    """Whether the whole hand is concealed and the winning tile was drawn. The counts of a card do not show whether its
    chows are concealed: so a card with chows must name `concealed_hand`."""
    return hand.win.drawn() and ("concealed_hand" in hand.card.special or concealed_sets(hand) == 4)


def _big_winds(hand: Hand) -> bool:
    if winds(hand.card) == 4:
        return True
    # Babcock's four winds may be three sets and a pair.
    return any(
        row.fact in ("big_winds", "four_blessings") and row.id in hand.card.special for row in hand.rules.special
    )


def _little_winds(hand: Hand) -> bool:
    card = hand.card
    if winds(card) != 3:
        return False
    if hand.won() and card.suit == "honours" and card.sets() == 4:
        return "dragon" not in card.pairs
    return any(pair in _OF_WINDS for pair in card.pairs)


def _zero_points(hand: Hand) -> bool:
    """Whether sets and pair have no points."""
    card = hand.card
    if card.sets() or is_shapeless(card, hand.rules):
        return False
    scoring = [row.worth for row in hand.rules.points if row.id == "pair"]
    return not any(worth.get(pair) for worth in scoring for pair in card.pairs)


def _purity(hand: Hand) -> bool:
    if hand.won():
        return hand.card.suit == "full" and hand.card.sets() == 4
    return fishing(hand.card) == "purity"


def _buried_treasure(hand: Hand) -> bool:
    card = hand.card
    return "buried_treasure" in card.special or (card.pungs[1] + card.pungs[3] == 4 and card.suit in ("half", "full"))


def _shape(hand: Hand) -> "list[str]":
    last_set = hand.card.last_set
    return [] if last_set is None or hand.win.opening == "original" else [last_set]


def _won_with(hand: Hand, name: str, tile: str) -> bool:
    return name in hand.card.special or hand.win.tile == tile


def _both_own_flowers(hand: Hand) -> bool:
    number = "ESWN".index(hand.seat) + 1
    return number in hand.card.flowers and number + 4 in hand.card.flowers


MODERN_FACTS: "dict[str, Callable[[Hand], Any]]" = {
    "shape": _shape,
    "both_own_flowers_held": _both_own_flowers,
    "concealed_hand": concealed_hand,
    "little_dragons": lambda hand: hand.card.dragons == 2 and "dragon" in hand.card.pairs,
    "little_winds": _little_winds,
    "big_winds": _big_winds,
    "zero_points": _zero_points,
    "last_drawn": lambda hand: hand.win.last and hand.win.drawn(),
    "last_discard": lambda hand: hand.win.last and hand.win.by == "discard",
    "called": lambda hand: getattr(hand.win, "call", False),
    "purity": _purity,
    "earth": lambda hand: hand.win.opening == "first-discard",
    "twofold": lambda hand: getattr(hand.win, "twofold", False),
    "plum": lambda hand: hand.win.by == "loose" and _won_with(hand, "plum", "5p"),
    "moon": lambda hand: hand.win.last and hand.win.drawn() and _won_with(hand, "moon", "1p"),
    "pole": lambda hand: hand.win.by == "rob" and _won_with(hand, "pole", "2s"),
    "winds_and_dragons": lambda hand: hand.card.suit == "honours" and hand.card.sets() == 4,
    "fourfold_plenty": lambda hand: sum(hand.card.kongs) == 4,
    "three_scholars": lambda hand: hand.card.dragons == 3 and hand.card.sets() == 4,
    "four_blessings": _big_winds,
    "buried_treasure": _buried_treasure,
    "concealed_full_suit": lambda hand: hand.card.suit == "full" and concealed_hand(hand),
    "hidden_treasure": lambda hand: concealed_sets(hand) == 4 and hand.win.drawn(),
}


def modern(fact: str) -> "Callable[[Hand], Any]":
    """The function of a fact of the modern rule sets, or of a special hand (PATTERN, then its name). Raises KeyError
    if there is none."""
    if fact.startswith(PATTERN):
        from mingg.core.scoring.pattern_cards import fact_of

        return fact_of(fact[len(PATTERN) :])
    if fact in NAMED:
        return lambda hand: fact in hand.card.special
    return MODERN_FACTS[fact]
