"""Refuses impossible cards: too many tiles in a hand, too many of a kind on the table, a contradiction, or a score that
is out of bounds.

Every check returns None, or (reason, key): the reason is an id such as "five-sets"; the key is the wrong key of the
card ("": the whole card). The device makes the same checks before it accepts a set, and shows the reason in the
player's language. A check of several lines is a list of what is wrong, each with its reason; the first one counts.
"""

from typing import Literal

from mingg.core.deal.card import DRAGONS, SETS, Card
from mingg.core.deal.deal import WINDS, Win
from mingg.core.rules import Rules
from mingg.core.rules.rows import SHAPELESS, WITH_CHOWS
from mingg.core.score.hand import of_pairs

# Every reason against a card, also those that only the device has. In a catalogue its message is "no " + reason.
Reason = Literal[
    "five-sets",
    "too-many-tiles",
    "second-pair",
    "dragons-over-majors",
    "winds-over-majors",
    "seat-wind-twice",
    "round-wind-twice",
    "seat-wind-pair",
    "wind-pairs",
    "round-is-seat",
    "round-is-own",
    "round-not-seat",
    "dragon-pairs",
    "honour-kongs",
    "claimed-over-kongs",
    "suit-has-honours",
    "suit-has-suit",
    "suit-no-honours",
    "suit-majors",
    "honours-chow",
    "chows-named",
    "no-flowers",
    "losers-card",
    "not-in-force",
    "not-that-hand",
    "sets-named",
    "last-set-pair",
    "last-set-seat",
    "last-set-chow",
    "last-set-other-pair",
    "rob-completes-chow",
    "rob-no-pung",
    "rob-pair",
    "fourth",
    "score-odd",
    "score-over-limit",
    "score-below-mahjong",
    "score-doublings",
    "score-added",
    "not-fed",
    "flower-in-all",
    "dragons-in-all",
    "dragon-pairs-in-all",
    "round-wind-in-all",
    "majors-in-all",
    "loose-without-kong",
    "hand-flowers",
    "opening-kong",
    "opening-exposed",
    "winners-card",
    "too-many-chows",
    "twofold-kongs",
    # of the device
    "enter sets first",
    "fourth-chow",
    "told",
    "open-kong",
    "two-doublings",
    "tiles-tell",
    "not-complete",
    "rob-three",
    "loose-without-flower",
    "pair-scores-nothing",
    "not four_winds",
    "not all_majors",
    "not nine_gates",
    "not thirteen_orphans",
    "not seven_twins",
    "not four_kongs",
    "not three_concealed",
    "not four_concealed",
    "not three_dragons",
    "not all_honours",
]
Wrong = tuple[Reason, str]

_HAND_TILES = 13
_TWINS = 7
# The most pungs and kongs of majors at one table, dragons excepted: six terminals and four winds. Without the West
# Winds there is one less.
_OTHER_MAJORS = 10


def _check_sets(card: "Card", sets: int, winner: bool, rules: "Rules") -> "Wrong | None":
    pairs = len(card.pairs)
    return (
        (sets > SETS and ("five-sets", ""))
        or (winner and pairs > 1 and (pairs > _TWINS or sets or not of_pairs(card, rules)) and ("second-pair", "pairs"))
        or (not winner and 3 * sets + 2 * pairs > _HAND_TILES and ("too-many-tiles", ""))
        or (card.claimed > card.kongs[0] + card.kongs[2] and ("claimed-over-kongs", "claimed"))
        or None
    )


def _check_honours(card: "Card", majors: int, own_round: bool, own_winds: int) -> "Wrong | None":
    seat, of_round = card.seat_wind, card.round_wind
    winds = max(seat, of_round) if own_round else seat + of_round
    return (
        (card.dragons > majors and ("dragons-over-majors", "dragons"))
        or (seat > own_winds and ("seat-wind-twice", "seat_wind"))
        or (of_round > 1 and ("round-wind-twice", "round_wind"))
        or (own_round and of_round > seat and ("round-is-own", "seat_wind"))
        or (card.dragons + winds > majors and ("winds-over-majors", "seat_wind" if seat else "round_wind"))
        or (card.dragons > DRAGONS and ("dragons-in-all", "dragons"))
        or None
    )


def _check_pairs(card: "Card", own_round: bool, own_winds: int) -> "Wrong | None":
    of_round = card.pairs.count("round")
    both = card.pairs.count("both")
    seat = card.pairs.count("seat") + both
    set_too = (seat and (card.seat_wind == own_winds or (own_round and card.round_wind))) or (
        of_round and card.round_wind
    )
    return (
        (own_round and of_round > 0 and ("round-is-seat", "pairs"))
        or (not own_round and both > 0 and ("round-not-seat", "pairs"))
        or ((seat > 2 or of_round > 2) and ("wind-pairs", "pairs"))
        or (bool(set_too) and ("seat-wind-pair", "pairs"))
        or (card.pairs.count("dragon") > 2 * (DRAGONS - card.dragons) and ("dragon-pairs", "pairs"))
        or None
    )


def _check_suit(card: "Card", sets: int, majors: int, winner: bool, own_round: bool, rules: "Rules") -> "Wrong | None":
    named = card.dragons + (card.seat_wind if own_round else card.seat_wind + card.round_wind)
    if card.suit == "full":
        if named or card.pairs:
            return "suit-has-honours", "suit"
        if majors > 2:
            return "suit-majors", "suit"
    elif card.suit == "honours":
        if sets > majors:
            return "suit-has-suit", "suit"
        if winner and sets < SETS and not of_pairs(card, rules) and not _is_of_house(card, rules):
            return "honours-chow", "suit"
    elif named == SETS and card.pairs:
        return "suit-no-honours", "suit"
    return None


def _is_of_house(card: "Card", rules: "Rules") -> bool:
    """Whether a card names a special hand of house rules that is not four sets and a pair."""
    table = rules.table
    return any(hand in table["patterns"] and hand in table["shapeless"] for hand in card.special)


def _check_winds(card: "Card", majors: int, own_round: bool) -> "Wrong | None":
    """Checks the winds of a card that says how many sets of them it has."""
    named = max(card.seat_wind, card.round_wind) if own_round else card.seat_wind + card.round_wind
    if card.winds and (card.winds < named or card.winds + card.dragons > majors or card.winds > 4):
        return "winds-over-majors", "winds"
    return ("wind-pairs", "pairs") if card.pairs.count("wind") > 2 * (4 - max(named, card.winds)) else None


def _check_kongs(card: "Card", own_round: bool) -> "Wrong | None":
    """Checks how many sets of dragons and winds are said to be kongs."""
    dragons, own, of_round = card.honour_kongs
    kongs = dragons + (max(own, of_round) if own_round else own + of_round)
    fits = dragons <= card.dragons and own <= card.seat_wind and of_round <= card.round_wind
    return None if fits and kongs <= card.kongs[2] + card.kongs[3] else ("honour-kongs", "honour_kongs")


def _check_winner(card: "Card", sets: int, own_round: bool, rules: "Rules") -> "Wrong | None":
    if card.no_chows is not None and card.no_chows != (sets == SETS):
        return "chows-named", "no_chows"
    for i, hand in enumerate(card.special):
        if hand not in rules.hands:
            return "not-in-force", "special/%d" % i
        if hand in SHAPELESS and sets:
            return "sets-named", "special/%d" % i
    wrong = _check_last_set(card, sets, own_round, rules) if card.last_set else None
    if not wrong and card.fourth and (not card.exposed_pungs() or sets == SETS):
        wrong = "fourth", "fourth"
    most = rules.table["max_chows"]
    if not wrong and SETS - sets > most:
        free = any(hand in SHAPELESS + WITH_CHOWS or hand in rules.table["patterns"] for hand in card.special)
        wrong = None if free else ("too-many-chows", "")
    return wrong


def _check_last_set(card: "Card", sets: int, own_round: bool, rules: "Rules") -> "Wrong | None":
    last_set = card.last_set
    if last_set is None or not rules.table["shape_counts"]:
        return None
    twins = of_pairs(card, rules)
    chowless = sets == SETS or twins or "thirteen_orphans" in card.special
    if last_set[:4] == "chow":
        return ("last-set-chow", "last_set") if chowless else None
    second = bool(card.pairs) and not twins
    return (
        (last_set == "pair-seat" and not own_round and ("last-set-seat", "last_set"))
        or (second and rules.knows_pair_filled() and ("last-set-pair", "pairs"))
        or (second and last_set == "pair-simple" and ("last-set-other-pair", "last_set"))
        or None
    )


def _check_loser(card: "Card") -> "Wrong | None":
    for key in ("no_chows", "only_place", "last_set", "fourth", "special"):
        if getattr(card, key):
            return "losers-card", key
    return None


# ---- a score that players counted, with doublings and limit, without a hand ----


def highest(winner: bool, rules: "Rules") -> "int | None":
    """The highest possible score; None: there is no limit."""
    return rules.limit if winner or rules.table["caps_losers"] else None


def lowest(winner: bool, rules: "Rules") -> int:
    """The lowest possible score: a winner has at least the points for mah-jong."""
    if not winner:
        return 0
    return int(rules.mahjong if rules.limit is None else min(rules.mahjong, rules.limit))


def _check_score(score: int, winner: bool, rules: "Rules") -> "Wrong | None":
    """Checks a score that the players counted: None, or (reason, key)."""
    most = highest(winner, rules)
    return (
        (score % 2 == 1 and ("score-odd", "score"))
        or (most is not None and score > most and ("score-over-limit", "score"))
        or (score < lowest(winner, rules) and ("score-below-mahjong", "score"))
        # The payment of the fifth player (B p.85), or the win of two players (B p.84).
        or (winner and rules.asks_doublings() and ("score-doublings", "score"))
        or None
    )


# ---- whole cards ----


def check_card(card: "Card", seat: str, round_wind: str, winner: bool, rules: "Rules") -> "Wrong | None":
    """Checks one card alone: None, or (reason, key). seat, round_wind: "E", "S", "W" or "N"."""
    if card.score is not None:
        return _check_score(card.score, winner, rules)
    own_round = seat == round_wind
    majors, sets = card.majors(), card.sets()
    wrong = _check_sets(card, sets, winner, rules)
    # The device checks at every key press: so skip the checks of what the card does not have.
    if not wrong and (card.dragons or card.seat_wind or card.round_wind):
        wrong = _check_honours(card, majors, own_round, len(rules.own_winds(seat)))
    if not wrong and card.pairs:
        wrong = _check_pairs(card, own_round, len(rules.own_winds(seat)))
    if not wrong and (card.pairs or card.suit != "mixed"):
        wrong = _check_suit(card, sets, majors, winner, own_round, rules)
    if not wrong:
        if winner:
            wrong = _check_winner(card, sets, own_round, rules)
        elif card.no_chows or card.only_place or card.last_set or card.fourth or card.special:
            wrong = _check_loser(card)
    if not wrong and card.flowers and rules.on("flowers") in (False, "off"):
        wrong = "no-flowers", "flowers"
    if not wrong and (card.winds or "wind" in card.pairs):
        wrong = _check_winds(card, majors, own_round)
    if not wrong and any(card.honour_kongs):
        wrong = _check_kongs(card, own_round)
    if not wrong and card.fishing is not None:
        from mingg.core.score.named import why_not_waiting

        reason = "winners-card" if winner else why_not_waiting(card, rules)
        wrong = (reason, "fishing") if reason else None
    return wrong


def check_together(
    cards: "dict[str, Card]", round_wind: str, rules: "Rules", goulash: bool = False
) -> "tuple[Reason, str, str] | None":
    """Checks the cards of a deal together against one set of tiles: None, or (reason, seat, key) of the first card that
    is too much. goulash: with wild tiles, so that only the flowers can be too many."""
    dragons = dragon_pairs = round_sets = round_pairs = majors = 0
    most = _OTHER_MAJORS - 1 if rules.without_west() else _OTHER_MAJORS
    flowers: "list[int]" = []
    for seat in WINDS:
        card = cards.get(seat)
        if card is None:
            continue
        dragons += card.dragons
        majors += card.majors()
        round_sets += card.round_wind
        # A seat with two seat winds may have a set of the one that is not the round wind.
        if seat == round_wind and len(rules.own_winds(seat)) == 1:
            round_sets += card.seat_wind - card.round_wind
        for pair in card.pairs:
            if pair == "dragon":
                dragon_pairs += 1
            elif pair != "wind" and (pair != "seat" or seat == round_wind):
                round_pairs += 1
        for flower in card.flowers:
            if flower in flowers:
                return "flower-in-all", seat, "flowers"
            flowers.append(flower)
        if goulash:
            continue
        if dragons > DRAGONS:
            return "dragons-in-all", seat, "dragons"
        if dragon_pairs > 2 * (DRAGONS - dragons):
            return "dragon-pairs-in-all", seat, "pairs" if card.pairs else "dragons"
        # There are four tiles of the round wind: a set leaves one, two pairs leave none.
        if round_sets > 1 or round_pairs > 2 or (round_sets and round_pairs):
            return "round-wind-in-all", seat, "pairs" if "round" in card.pairs or "both" in card.pairs else "round_wind"
        if majors - dragons > most:
            return "majors-in-all", seat, ""
    return None


def check_win(win: "Win", card: "Card", rules: "Rules") -> "Wrong | None":
    """Checks the winner's card against the win: None, or (reason, key of the win)."""
    if card.score is not None:
        # Nobody knows whether the players added the half limit themselves (H p.62).
        added = win.opening == "first-discard" and rules.added and rules.limit is not None
        return ("score-added", "opening") if added else None
    # Only the set that a claimed tile completed may be exposed (B p.22).
    shown = card.exposed_pungs() > (0 if win.drawn() else 1)
    completes = card.sets() == SETS or of_pairs(card, rules)
    opening = win.opening is not None
    return (
        (win.by == "loose" and not sum(card.kongs) and not card.flowers and ("loose-without-kong", "by"))
        or (win.by == "rob" and completes and ("rob-completes-chow", "by"))
        or (opening and sum(card.kongs) > 0 and ("opening-kong", "opening"))
        or (opening and shown and ("opening-exposed", "opening"))
        or None
    )


def check_call(win: "Win", card: "Card", declared: bool = False) -> "Wrong | None":
    """Checks the winner's card against an original call, and against two loose tiles in a row: None, or (reason, key of
    the win). declared: the hand is known to have declared sets."""
    if win.call and (declared or any(card.kongs) or card.exposed_pungs() > (0 if win.drawn() else 1)):
        return "opening-exposed", "call"
    if win.twofold and sum(card.kongs) + len(card.flowers) < 2:
        return "twofold-kongs", "twofold"
    return None


def check_robbed(win: "Win", cards: "dict[str, Card]", winner: "Card", rules: "Rules") -> "Reason | None":
    """Checks that the robbed player still has the exposed pung that was to become a kong: None, or the reason. Where
    the rules let thirteen orphans rob a concealed kong, any pung will do. winner: the card of the winner."""
    card = cards.get(win.source or "")
    if win.by != "rob" or card is None or card.score is not None or card.exposed_pungs():
        return None
    orphans = rules.on("orphans_rob_concealed") and "thirteen_orphans" in winner.special
    return None if orphans and any(card.pungs) else "rob-no-pung"
