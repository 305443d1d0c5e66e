"""Refuses impossible cards of the modern rule sets. Answers like legality.py."""

from mingg.core.scoring.facts import Hand
from mingg.core.scoring.modern_facts import MODERN_FACTS, NAMED, SHAPELESS, fishing, winds

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Win
    from mingg.core.rules import Rules

_SETS, _PAIRS = 4, 7
# What legality.py says against a hand of seven pairs.
_AGAINST_PAIRS = (("honours-chow", "suit"), ("second-pair", "pairs"))
# Hands of four sets and a pair with chows.
_WITH_CHOWS = ("gates_of_heaven",)
# Special hands that the counts of a card show. A card may still name them.
_COUNTED = (
    "purity",
    "winds_and_dragons",
    "fourfold_plenty",
    "three_scholars",
    "concealed_full_suit",
    "hidden_treasure",
)
# All special hands that a card may name, except those of the books (card.SPECIAL_HANDS).
NAMES = NAMED + _COUNTED + ("concealed_hand", "buried_treasure", "four_blessings", "plum", "moon", "pole")


def check_modern(
    card: "Card", own_round: bool, winner: bool, rules: "Rules", wrong: "tuple[str, str] | None"
) -> "tuple[str, str] | None":
    """Checks a card by a modern rule set: None, or (reason, key).

    own_round: the seat wind is the round wind. winner: whose card it is. wrong: what legality.py found, or None.
    """
    if wrong in _AGAINST_PAIRS and winner and "all_pair_honours" in card.special and len(card.pairs) <= _PAIRS:
        wrong = None
    table = rules.table
    if wrong == _AGAINST_PAIRS[0] and any(hand in table.get("shapeless", ()) for hand in card.special):
        wrong = None
    if wrong is not None:
        return wrong
    majors = card.majors()
    wind_sets = getattr(card, "winds", 0)
    named = max(card.seat_wind, card.round_wind) if own_round else card.seat_wind + card.round_wind
    if wind_sets and (wind_sets < named or wind_sets + card.dragons > majors or wind_sets > 4):
        return "winds-over-majors", "winds"
    if card.pairs.count("wind") > 2 * (4 - max(named, wind_sets)):
        return "wind-pairs", "pairs"
    if fishing(card) is not None:
        reason = "winners-card" if winner else _why_not_fishing(card, rules)
        if reason:
            return reason, "fishing"
    if not winner:
        return None
    for i, hand in enumerate(card.special):
        if hand in SHAPELESS and card.sets():
            return "sets-named", "special/%d" % i
    if any(hand in SHAPELESS + _WITH_CHOWS or hand in table.get("patterns", ()) for hand in card.special):
        return None
    return ("too-many-chows", "") if _SETS - card.sets() > rules.table.get("max_chows", _SETS) else None


def _why_not_fishing(card: "Card", rules: "Rules") -> "str | None":
    """Why a losing hand cannot wait for the special hand that its card names, or None."""
    hand = fishing(card) or ""
    if hand in rules.table.get("patterns", ()):
        from mingg.core.scoring.pattern_cards import may_wait

        possible = may_wait(card, hand, rules)
    elif hand in SHAPELESS + _WITH_CHOWS:
        # Nothing of such a hand can be claimed before the last tile.
        possible = card.exposed_pungs() + card.kongs[0] + card.kongs[2] == 0
    else:
        least = {
            "fourfold_plenty": sum(card.kongs) == _SETS,
            "three_scholars": card.dragons >= 2,
            "four_blessings": winds(card) >= 3,
            "buried_treasure": card.exposed_pungs() + card.kongs[0] + card.kongs[2] == 0,
            "purity": card.suit == "full",
            "winds_and_dragons": card.suit == "honours",
            "heads_and_tails": card.majors() == card.sets() and not card.dragons and not winds(card),
        }
        possible = card.sets() >= 3 and least.get(hand, True)
    return None if possible else "not-that-hand"


def check_modern_win(win: "Win", card: "Card", declared: bool = False) -> "tuple[str, str] | None":
    """Checks the winner's card against an original call, and against two loose tiles in a row: None, or (reason, key of
    the win). declared: the hand is known to have declared sets."""
    exposed = declared or any(card.kongs) or card.exposed_pungs() > (0 if win.drawn() else 1)
    if exposed and getattr(win, "call", False):
        return "opening-exposed", "call"
    if getattr(win, "twofold", False) and sum(card.kongs) + len(card.flowers) < 2:
        return "twofold-kongs", "twofold"
    return None


def robs_concealed(win: "Win", cards: "dict[str, Card]", winner: str, rules: "Rules") -> bool:
    """Whether the winner has thirteen orphans, which the rules let rob a concealed kong, and the robbed player may have
    one. cards: by seat."""
    robbed = cards.get(win.source or "")
    orphans = "thirteen_orphans" in cards[winner].special and "orphans_rob_concealed" in rules.table
    return orphans and robbed is not None and any(robbed.pungs)


def can_be(card: "Card", hand: str, win: "Win", rules: "Rules") -> "bool | None":
    """Whether a winner's card and win allow the special hand `hand`, which the card names. None: ask special_hands.py,
    which knows the hands of the books."""
    if hand in rules.table.get("patterns", ()):
        from mingg.core.scoring import pattern_cards

        return pattern_cards.can_be(card, hand, win, rules)
    if hand in ("plum", "moon", "pole"):
        tile, way = {"plum": ("5p", "loose"), "moon": ("1p", ""), "pole": ("2s", "rob")}[hand]
        won_so = win.by == way or (not way and win.last and win.drawn())
        return won_so and win.tile in (None, tile)
    if hand == "concealed_hand":
        claimed = card.claimed if "claimed_concealed" in rules.table else 0
        open_sets = card.exposed_pungs() + card.kongs[0] + card.kongs[2] - claimed
        return win.drawn() and not open_sets
    if hand in _COUNTED:
        return bool(MODERN_FACTS[hand](Hand(card, "E", "E", win, rules)))
    if hand == "wriggling_snake":
        return card.suit == "half"
    if hand == "buried_treasure":
        exposed = card.exposed_pungs()
        return sum(card.pungs) == _SETS and card.suit in ("half", "full") and exposed <= (not win.drawn())
    if hand == "winding_snake":
        return card.suit == "full" and card.majors() == card.sets() == 2
    if hand == "gates_of_heaven":
        return card.suit == "full" and not sum(card.kongs) and card.exposed_pungs() <= (not win.drawn())
    if hand in ("four_winds", "four_blessings"):
        if any(row.id == hand and row.fact in ("big_winds", "four_blessings") for row in rules.special):
            return card.majors() - card.dragons == _SETS and card.suit in ("half", "honours")
        return None
    if hand == "heads_and_tails":
        return card.majors() == _SETS and not card.dragons and not winds(card) and card.suit == "mixed"
    if hand in ("imperial_jade", "jade"):
        green = card.suit in ("half", "full") and card.majors() == card.dragons < 2
        return green and (hand == "jade" or card.sets() == _SETS)
    if hand == "all_pair_honours":
        return card.suit != "full" and win.by != "rob"
    if hand in ("knitting", "triple_knitting"):
        return card.suit == "mixed"
    return None
