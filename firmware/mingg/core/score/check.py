"""Refuses impossible hands: too many tiles in a hand, too many of a kind on the table, a contradiction, or a score that
is out of bounds.

Every check returns None, or (reason, place): the reason is an id such as "five-sets"; the place is a key of the hand,
"sets" for all its sets, or "" for the whole hand. The device makes the same checks before it accepts a set, and shows
the reason in the player's language. A check of several lines is a list of what is wrong, each with its reason; the
first one counts.
"""

from mingg.core.deal.deal import WINDS as SEAT_WINDS
from mingg.core.deal.deal import Win
from mingg.core.deal.hand import (
    ANY,
    DRAGON,
    DRAGONS,
    KONGS,
    MAJORS,
    MOST,
    OF_ROUND,
    OWN,
    PAIR,
    PUNG_SHOWN,
    PUNGS,
    ROUND,
    SETS,
    WINDS,
    Hand,
)
from mingg.core.rules import Rules
from mingg.core.rules.rows import SHAPELESS, WITH_CHOWS
from mingg.core.score.facts import of_pairs

# A reason against a hand. In a catalogue its message is "no " + reason.
Reason = str
Wrong = tuple[Reason, str]

_HAND_TILES = 13
_TWINS = 7
# The most pungs and kongs of majors at one table, dragons excepted: six terminals and four winds. Without the West
# Winds there is one less.
_OTHER_MAJORS = 10


def _check_sets(hand: "Hand", own_round: bool, own_winds: int, winner: bool, rules: "Rules") -> "Reason | None":
    """Checks the list of sets."""
    sets = pairs = dragons = seat = of_round = winds = 0
    dragon_pairs = own_pairs = round_pairs = wind_pairs = 0
    for item in hand.sets:
        if item & PAIR:
            pairs += 1
            if item & DRAGON:
                dragon_pairs += 1
            elif item & OWN:
                own_pairs += 1
            elif item & ROUND:
                round_pairs += 1
            else:
                wind_pairs += 1
        else:
            sets += 1
            if item & DRAGON:
                dragons += 1
            elif item & WINDS:
                winds += 1
                if item & OWN:
                    seat += 1
                if item & OF_ROUND:
                    of_round += 1
    return (
        (sets > MOST and "five-sets")
        or (winner and pairs > 1 and (pairs > _TWINS or sets or not of_pairs(hand, rules)) and "second-pair")
        or (not winner and 3 * sets + 2 * pairs > _HAND_TILES and "too-many-tiles")
        or (seat > own_winds and "seat-wind-twice")
        or (of_round > 1 and "round-wind-twice")
        or (dragons > DRAGONS and "dragons-in-all")
        or ((own_pairs > 2 or round_pairs > 2 or wind_pairs > 2 * (4 - winds)) and "wind-pairs")
        or (own_pairs and (seat == own_winds or (own_round and of_round)) and "seat-wind-pair")
        or (round_pairs and of_round and "seat-wind-pair")
        or (dragon_pairs > 2 * (DRAGONS - dragons) and "dragon-pairs")
        or None
    )


def _check_suit(hand: "Hand", sets: int, majors: int, winner: bool, rules: "Rules") -> "Wrong | None":
    named = hand.number(WINDS | DRAGON, SETS)
    pairs = hand.pairs()
    if hand.suit == "full":
        if named or pairs:
            return "suit-has-honours", "suit"
        if majors > 2:
            return "suit-majors", "suit"
    elif hand.suit == "honours":
        if sets > majors:
            return "suit-has-suit", "suit"
        if winner and sets < MOST and not of_pairs(hand, rules) and not _is_of_house(hand, rules):
            return "honours-chow", "suit"
    elif named == MOST and pairs:
        return "suit-no-honours", "suit"
    return None


def _is_of_house(hand: "Hand", rules: "Rules") -> bool:
    """Whether a hand is named as a special hand of house rules that is not four sets and a pair."""
    table = rules.table
    return any(name in table["patterns"] and name in table["shapeless"] for name in hand.special)


def _check_winner(hand: "Hand", sets: int, own_round: bool, rules: "Rules") -> "Wrong | None":
    for i, name in enumerate(hand.special):
        if name not in rules.hands:
            return "not-in-force", "special/%d" % i
        if name in SHAPELESS and sets:
            return "sets-named", "special/%d" % i
    wrong = _check_last_set(hand, sets, own_round, rules) if hand.last_set else None
    if not wrong and hand.fourth and (not hand.number(ANY, PUNG_SHOWN) or sets == MOST):
        wrong = "fourth", "fourth"
    most = rules.table["max_chows"]
    if not wrong and MOST - sets > most:
        free = any(name in SHAPELESS + WITH_CHOWS or name in rules.table["patterns"] for name in hand.special)
        wrong = None if free else ("too-many-chows", "")
    return wrong


def _check_last_set(hand: "Hand", sets: int, own_round: bool, rules: "Rules") -> "Wrong | None":
    last_set = hand.last_set
    if last_set is None or not rules.table["shape_counts"]:
        return None
    twins = of_pairs(hand, rules)
    chowless = sets == MOST or twins or "thirteen_orphans" in hand.special
    if last_set[:4] == "chow":
        return ("last-set-chow", "last_set") if chowless else None
    second = hand.pairs() > 0 and not twins
    return (
        (last_set == "pair-seat" and not own_round and ("last-set-seat", "last_set"))
        or (second and rules.pair_filled and ("last-set-pair", "sets"))
        or (second and last_set == "pair-simple" and ("last-set-other-pair", "last_set"))
        or None
    )


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
    """Checks a score that the players counted."""
    most = highest(winner, rules)
    return (
        (score % 2 == 1 and ("score-odd", "score"))
        or (most is not None and score > most and ("score-over-limit", "score"))
        or (score < lowest(winner, rules) and ("score-below-mahjong", "score"))
        # The payment of the fifth player (B p.85), or the win of two players (B p.84).
        or (winner and rules.asks_doublings() and ("score-doublings", "score"))
        or None
    )


# ---- whole hands ----


def check_hand(hand: "Hand", seat: str, round_wind: str, winner: bool, rules: "Rules") -> "Wrong | None":
    """Checks one hand alone. seat, round_wind: "E", "S", "W" or "N"."""
    if hand.score is not None:
        return _check_score(hand.score, winner, rules)
    own_round = seat == round_wind
    wrong: "Wrong | None" = None
    # The device checks at every key press: so skip the checks of what the hand does not have.
    if hand.sets:
        reason = _check_sets(hand, own_round, len(rules.own_winds(seat)), winner, rules)
        wrong = (reason, "sets") if reason else None
    sets, majors = hand.size(), hand.majors()
    if not wrong and (hand.suit != "mixed" or sets == MOST):
        wrong = _check_suit(hand, sets, majors, winner, rules)
    if not wrong and winner:
        wrong = _check_winner(hand, sets, own_round, rules)
    if not wrong and hand.flowers and rules.on("flowers") in (False, "off"):
        wrong = "no-flowers", "flowers"
    if not wrong and hand.fishing is not None:
        from mingg.core.score.named import why_not_waiting

        reason = why_not_waiting(hand, rules)
        wrong = (reason, "fishing") if reason else None
    return wrong


def check_together(hands: "dict[str, Hand]", rules: "Rules", goulash: bool) -> "tuple[Reason, str, str] | None":
    """Checks the hands of a deal together against one set of tiles: None, or (reason, seat, place) of the first hand
    that is too much. goulash: with wild tiles, so that only the flowers can be too many."""
    dragons = dragon_pairs = round_sets = round_pairs = majors = 0
    most = _OTHER_MAJORS - 1 if rules.without_west() else _OTHER_MAJORS
    flowers: "list[int]" = []
    for seat in SEAT_WINDS:
        hand = hands.get(seat)
        if hand is None:
            continue
        for flower in hand.flowers:
            if flower in flowers:
                return "flower-in-all", seat, "flowers"
            flowers.append(flower)
        if goulash:
            continue
        for item in hand.sets:
            if item & PAIR:
                dragon_pairs += item & DRAGON > 0
                round_pairs += item & OF_ROUND > 0
            else:
                dragons += item & DRAGON > 0
                round_sets += item & OF_ROUND > 0
                majors += item & (MAJORS - DRAGON) > 0
        reason: "Reason | None" = (
            (dragons > DRAGONS and "dragons-in-all")
            or (dragon_pairs > 2 * (DRAGONS - dragons) and "dragon-pairs-in-all")
            # There are four tiles of the round wind: a set leaves one, two pairs leave none.
            or ((round_sets > 1 or round_pairs > 2 or (round_sets and round_pairs)) and "round-wind-in-all")
            or (majors > most and "majors-in-all")
            or None
        )
        if reason:
            return reason, seat, "sets"
    return None


def check_win(win: "Win", hand: "Hand", rules: "Rules", tiles: str = "") -> "Wrong | None":
    """Checks the winner's hand against the win: None, or (reason, key of the win). tiles: of the hand, as text, or "".
    The analysis knows better what a robbed tile completed."""
    if hand.score is not None:
        # Nobody knows whether the players added the half limit themselves (H p.62).
        added = win.opening == "first-discard" and rules.added and rules.limit is not None
        return ("score-added", "opening") if added else None
    if win.opening is None and not win.call and win.by != "loose" and win.by != "rob":
        return None  # a twofold win has a loose tile
    # Only the set that a claimed tile completed may be exposed (B p.22).
    shown = "(" in tiles or "[" in tiles or hand.number(ANY, PUNG_SHOWN) > (0 if win.drawn() else 1)
    kongs = hand.number(ANY, KONGS)
    opening = win.opening is not None
    return (
        (win.by == "loose" and not kongs and not hand.flowers and ("loose-without-kong", "by"))
        or (
            win.by == "rob"
            and not tiles
            and (hand.size() == MOST or of_pairs(hand, rules))
            and ("rob-completes-chow", "by")
        )
        or (opening and kongs > 0 and ("opening-kong", "opening"))
        or (opening and shown and ("opening-exposed", "opening"))
        or (win.call and (kongs > 0 or shown) and ("opening-exposed", "call"))
        or (win.twofold and kongs + len(hand.flowers) < 2 and ("twofold-kongs", "twofold"))
        or None
    )


def check_won(win: "Win", hand: "Hand", seat: str, rules: "Rules", tiles: str = "") -> "Wrong | None":
    """Checks a winner's hand of a possible form: None, or (reason, key of the win, "special", or "" for the whole)."""
    wrong = check_win(win, hand, rules, tiles)
    if not wrong and hand.special and rules.table["patterns"]:
        from mingg.core.score.pattern_hands import lacks_flowers

        wrong = ("hand-flowers", "special") if lacks_flowers(hand, rules) else None
    if not wrong and rules.players == 2:
        from mingg.core.score.score import count, may_win

        of = hand, seat, win, rules
        wrong = None if may_win(count(*of), *of) else ("two-doublings", "")  # B p.84
    return wrong


def lacks_robbed_pung(hand: "Hand", special: "list[str]", rules: "Rules") -> bool:
    """Whether a robbed player lacks the exposed pung that was to become a kong. Where the rules let thirteen orphans
    rob a concealed kong, any pung will do. special: of the winner."""
    concealed = rules.on("orphans_rob_concealed") and "thirteen_orphans" in special
    return hand.score is None and not hand.number(ANY, PUNGS if concealed else PUNG_SHOWN)
