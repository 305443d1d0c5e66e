"""Checks the special hands that a hand names: those of a winner, and the one that a loser waits for. Answers like
check.py."""

from mingg.core.deal.deal import Win
from mingg.core.deal.hand import ANY, CLAIMED, DRAGON, KONG_SHOWN, KONGS, MOST, OWN, PUNG_SHOWN, PUNGS, SETS, Hand
from mingg.core.rules import Rules
from mingg.core.rules.rows import SHAPELESS, WITH_CHOWS
from mingg.core.score.check import Reason, Wrong
from mingg.core.score.facts import Seated, of_pairs
from mingg.core.score.find import holds
from mingg.core.score.seldom_facts import NAMED

# Special hands that the sets show: of the books, and of the modern rule sets. A hand may still name them.
_COUNTED = ("four_kongs", "three_concealed", "four_concealed", "three_dragons", "all_honours")
_COUNTED_TODAY = (
    "purity",
    "winds_and_dragons",
    "fourfold_plenty",
    "three_scholars",
    "concealed_full_suit",
    "hidden_treasure",
)
# The special hands of the books that a hand may name.
OF_BOOKS = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins") + _COUNTED
# All others that a hand may name.
NAMES = NAMED[2:] + _COUNTED_TODAY + ("concealed_hand", "buried_treasure", "four_blessings", "plum", "moon", "pole")
_TILES = {"plum": ("5p", "loose"), "moon": ("1p", ""), "pole": ("2s", "rob")}


def _can_be(hand: "Hand", name: str, win: "Win", rules: "Rules") -> bool:
    """Whether a winner's hand and win allow a special hand, which the hand names."""
    if name in rules.table["patterns"]:
        from mingg.core.score import pattern_hands

        return pattern_hands.can_be(hand, name, win, rules)
    if name in _TILES:
        tile, way = _TILES[name]
        won_so = win.by == way or (not way and win.last and win.drawn())
        return won_so and win.tile in (None, tile)
    if name in _COUNTED + _COUNTED_TODAY:
        return bool(holds(name, Seated(hand, "E", win, rules)))
    suit, sets, majors, dragons = hand.suit, hand.size(), hand.majors(), hand.number(DRAGON, SETS)
    others, exposed = majors - dragons, hand.number(ANY, PUNG_SHOWN)
    if name == "four_winds":
        facts = [row.fact for row in rules.special if row.id == name]
        if "big_winds" not in facts:
            return others >= 3 and (hand.number(OWN, SETS) > 0 or "four_winds_with_own" not in facts)
        name = "four_blessings"
    concealed = exposed <= (0 if win.drawn() else 1)  # the winning tile may have exposed a pung
    gates = suit == "full" and not hand.number(ANY, KONGS) and concealed
    green = suit in ("half", "full") and not others and dragons < 2
    shown = KONG_SHOWN if rules.on("claimed_concealed") else KONG_SHOWN | CLAIMED
    possible = {
        "concealed_hand": win.drawn() and not exposed and not hand.number(ANY, shown),
        "wriggling_snake": suit == "half",
        "buried_treasure": hand.number(ANY, PUNGS) == MOST and suit in ("half", "full") and concealed,
        "winding_snake": suit == "full" and majors == sets == 2,
        "gates_of_heaven": gates,
        "nine_gates": gates and not win.hidden,
        "four_blessings": others == MOST and suit in ("half", "honours"),
        "heads_and_tails": others == MOST and not hand.winds() and suit == "mixed",
        "imperial_jade": green and sets == MOST,
        "jade": green,
        "all_pair_honours": suit != "full" and win.by != "rob",
        "knitting": suit == "mixed",
        "triple_knitting": suit == "mixed",
        "thirteen_orphans": suit == "mixed",
        "all_majors": suit != "full"
        and (majors == MOST or "thirteen_orphans" in hand.special or of_pairs(hand, rules)),
    }
    return possible.get(name, True)


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
