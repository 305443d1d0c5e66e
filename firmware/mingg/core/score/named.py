"""Checks the special hands that a card names: those of a winner, and the one that a loser waits for. Answers like
legality.py."""

from mingg.core.deal.card import SETS, Card
from mingg.core.deal.deal import Win
from mingg.core.rules import Rules
from mingg.core.rules.rows import SHAPELESS, WITH_CHOWS
from mingg.core.score.hand import Hand, of_pairs
from mingg.core.score.legality import Reason, Wrong
from mingg.core.score.seldom_facts import NAMED, seldom

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
NAMES = NAMED[2:] + _COUNTED + ("concealed_hand", "buried_treasure", "four_blessings", "plum", "moon", "pole")
_TILES = {"plum": ("5p", "loose"), "moon": ("1p", ""), "pole": ("2s", "rob")}


def _can_be(card: "Card", hand: str, win: "Win", rules: "Rules") -> bool:
    """Whether a winner's card and win allow the special hand `hand`, which the card names."""
    others = card.majors() - card.dragons
    exposed = card.exposed_pungs()
    claimed = 0 if win.drawn() else 1  # pungs that the winning tile may have exposed
    if hand in rules.table["patterns"]:
        from mingg.core.score import pattern_cards

        return pattern_cards.can_be(card, hand, win, rules)
    if hand in _TILES:
        tile, way = _TILES[hand]
        won_so = win.by == way or (not way and win.last and win.drawn())
        return won_so and win.tile in (None, tile)
    if hand == "concealed_hand":
        claimed_kongs = card.claimed if rules.on("claimed_concealed") else 0
        return win.drawn() and exposed + card.kongs[0] + card.kongs[2] == claimed_kongs
    if hand in _COUNTED + ("four_kongs", "three_concealed", "four_concealed", "three_dragons"):
        return bool(seldom(hand)(Hand(card, "E", "E", win, rules)))
    if hand == "wriggling_snake":
        return card.suit == "half"
    if hand == "buried_treasure":
        return sum(card.pungs) == SETS and card.suit in ("half", "full") and exposed <= claimed
    if hand == "winding_snake":
        return card.suit == "full" and card.majors() == card.sets() == 2
    if hand in ("gates_of_heaven", "nine_gates"):
        shown = hand != "nine_gates" or not win.hidden
        return card.suit == "full" and not sum(card.kongs) and exposed <= claimed and shown
    if hand in ("four_winds", "four_blessings"):
        facts = [row.fact for row in rules.special if row.id == hand]
        if "big_winds" in facts or "four_blessings" in facts:
            return others == SETS and card.suit in ("half", "honours")
        with_own = any(row.fact == "four_winds_with_own" for row in rules.special)
        return others >= 3 and card.suit != "full" and (card.seat_wind > 0 or not with_own)
    if hand == "heads_and_tails":
        return others == SETS and not card.dragons and not card.wind_sets() and card.suit == "mixed"
    if hand in ("imperial_jade", "jade"):
        green = card.suit in ("half", "full") and not others and card.dragons < 2
        return green and (hand == "jade" or card.sets() == SETS)
    if hand == "all_pair_honours":
        return card.suit != "full" and win.by != "rob"
    if hand in ("knitting", "triple_knitting", "thirteen_orphans"):
        return card.suit == "mixed"
    if hand == "all_majors":
        pairs = "thirteen_orphans" in card.special or of_pairs(card, rules)
        return (pairs or card.majors() == SETS) and card.suit != "full"
    return hand != "all_honours" or card.suit == "honours"


def check_named(card: "Card", win: "Win", rules: "Rules") -> "Wrong | None":
    """Checks the last set and the special hands of a winner's card: None, or (reason, key of the card)."""
    if win.by == "rob" and card.last_set is not None and card.last_set[:4] == "pair":
        return "rob-pair", "last_set"
    for i, hand in enumerate(card.special):
        if not _can_be(card, hand, win, rules):
            return "not-that-hand", "special/%d" % i
    return None


def why_not_waiting(card: "Card", rules: "Rules") -> "Reason | None":
    """Why a losing hand cannot wait for the special hand that its card names, or None."""
    hand = card.fishing or ""
    if hand in rules.table["patterns"]:
        from mingg.core.score.pattern_cards import may_wait

        possible = may_wait(card, hand, rules)
    elif hand in SHAPELESS + WITH_CHOWS:
        # Nothing of such a hand can be claimed before the last tile.
        possible = not card.is_open()
    else:
        least = {
            "fourfold_plenty": sum(card.kongs) == SETS,
            "three_scholars": card.dragons >= 2,
            "four_blessings": card.wind_sets() >= 3,
            "buried_treasure": not card.is_open(),
            "purity": card.suit == "full",
            "winds_and_dragons": card.suit == "honours",
            "heads_and_tails": card.majors() == card.sets() and not card.dragons and not card.wind_sets(),
        }
        possible = card.sets() >= 3 and least.get(hand, True)
    return None if possible else "not-that-hand"
