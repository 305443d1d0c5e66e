"""Checks the special hands that a hand names: those of a winner, and the one that a loser waits for. Answers like
check.py."""

from mingg.core.deal.deal import Win
from mingg.core.deal.hand import ANY, CLAIMED, DRAGON, KONG_SHOWN, KONGS, MOST, OWN, PUNG_SHOWN, PUNGS, SETS, Hand
from mingg.core.rules import Rules
from mingg.core.rules.rows import SHAPELESS, WITH_CHOWS
from mingg.core.score.check import Reason, Wrong
from mingg.core.score.seated import Seated, of_pairs
from mingg.core.score.seldom_facts import NAMED, seldom

# The special hands of the books that a hand may name.
OF_BOOKS = (
    "four_winds",
    "all_majors",
    "nine_gates",
    "four_kongs",
    "three_concealed",
    "four_concealed",
    "thirteen_orphans",
    "seven_twins",
    "three_dragons",
    "all_honours",
)
# Special hands that the sets show. A hand may still name them.
_COUNTED = (
    "purity",
    "winds_and_dragons",
    "fourfold_plenty",
    "three_scholars",
    "concealed_full_suit",
    "hidden_treasure",
)
# All others that a hand may name.
NAMES = NAMED[2:] + _COUNTED + ("concealed_hand", "buried_treasure", "four_blessings", "plum", "moon", "pole")
_TILES = {"plum": ("5p", "loose"), "moon": ("1p", ""), "pole": ("2s", "rob")}


def _can_be(hand: "Hand", name: str, win: "Win", rules: "Rules") -> bool:
    """Whether a winner's hand and win allow a special hand, which the hand names."""
    dragons = hand.number(DRAGON, SETS)
    sets, majors = hand.size(), hand.majors()
    others = majors - dragons
    exposed = hand.number(ANY, PUNG_SHOWN)
    kongs = hand.number(ANY, KONGS)
    claimed = 0 if win.drawn() else 1  # pungs that the winning tile may have exposed
    if name in rules.table["patterns"]:
        from mingg.core.score import pattern_hands

        return pattern_hands.can_be(hand, name, win, rules)
    if name in _TILES:
        tile, way = _TILES[name]
        won_so = win.by == way or (not way and win.last and win.drawn())
        return won_so and win.tile in (None, tile)
    if name == "concealed_hand":
        shown = KONG_SHOWN if rules.on("claimed_concealed") else KONG_SHOWN | CLAIMED
        return win.drawn() and not exposed and not hand.number(ANY, shown)
    if name in _COUNTED + ("four_kongs", "three_concealed", "four_concealed", "three_dragons"):
        return bool(seldom(name)(Seated(hand, "E", win, rules)))
    if name == "wriggling_snake":
        return hand.suit == "half"
    if name == "buried_treasure":
        return hand.number(ANY, PUNGS) == MOST and hand.suit in ("half", "full") and exposed <= claimed
    if name == "winding_snake":
        return hand.suit == "full" and majors == sets == 2
    if name in ("gates_of_heaven", "nine_gates"):
        shows = name != "nine_gates" or not win.hidden
        return hand.suit == "full" and not kongs and exposed <= claimed and shows
    if name in ("four_winds", "four_blessings"):
        facts = [row.fact for row in rules.special if row.id == name]
        if "big_winds" in facts or "four_blessings" in facts:
            return others == MOST and hand.suit in ("half", "honours")
        with_own = any(row.fact == "four_winds_with_own" for row in rules.special)
        return others >= 3 and (hand.number(OWN, SETS) > 0 or not with_own)
    if name == "heads_and_tails":
        return others == MOST and not hand.winds() and hand.suit == "mixed"
    if name in ("imperial_jade", "jade"):
        green = hand.suit in ("half", "full") and not others and dragons < 2
        return green and (name == "jade" or sets == MOST)
    if name == "all_pair_honours":
        return hand.suit != "full" and win.by != "rob"
    if name in ("knitting", "triple_knitting", "thirteen_orphans"):
        return hand.suit == "mixed"
    if name == "all_majors":
        pairs = "thirteen_orphans" in hand.special or of_pairs(hand, rules)
        return (pairs or majors == MOST) and hand.suit != "full"
    return name != "all_honours" or hand.suit == "honours"


def check_named(hand: "Hand", win: "Win", rules: "Rules") -> "Wrong | None":
    """Checks the last set and the special hands of a winner's hand: None, or (reason, place)."""
    if win.by == "rob" and hand.last_set is not None and hand.last_set[:4] == "pair":
        return "rob-pair", "last_set"
    for i, name in enumerate(hand.special):
        if not _can_be(hand, name, win, rules):
            return "not-that-hand", "special/%d" % i
    return None


def why_not_waiting(hand: "Hand", rules: "Rules") -> "Reason | None":
    """Why a losing hand cannot wait for the special hand that it names, or None."""
    name = hand.fishing or ""
    sets, shown = hand.size(), hand.size() > hand.concealed()
    if name in rules.table["patterns"]:
        from mingg.core.score.pattern_hands import may_wait

        possible = may_wait(hand, name, rules)
    elif name in SHAPELESS + WITH_CHOWS:
        # Nothing of such a hand can be claimed before the last tile.
        possible = not shown
    else:
        dragons, winds = hand.number(DRAGON, SETS), hand.winds()
        least = {
            "fourfold_plenty": hand.number(ANY, KONGS) == MOST,
            "three_scholars": dragons >= 2,
            "four_blessings": winds >= 3,
            "buried_treasure": not shown,
            "purity": hand.suit == "full",
            "winds_and_dragons": hand.suit == "honours",
            "heads_and_tails": hand.majors() == sets and not dragons and not winds,
        }
        possible = sets >= 3 and least.get(name, True)
    return None if possible else "not-that-hand"
