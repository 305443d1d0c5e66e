"""What cannot be: a hand has so many tiles and the set so many of each; what contradicts that, or itself, is refused.

Every check answers None, or the reason (a key of REASONS) and the key of the card that is wrong ("": the whole card).
The device asks the same before it takes a set, and says the reason in the player's language.
"""

MYPY = False
if MYPY:
    from mingg.core.card import Card
    from mingg.core.deal import Win
    from mingg.core.rules import Rules

HAND_TILES = 13
SETS = 4
DRAGONS = 3
# Kinds of terminal, wind and dragon: no more pungs and kongs of majors than that at one table.
MAJORS = 13
OTHER_MAJORS = 10  # of which are no dragons: six terminals, four winds

REASONS = {
    "five-sets": "more than four sets",
    "too-many-tiles": "more tiles than a hand has",
    "second-pair": "a complete hand has one pair",
    "dragons-over-majors": "more dragon sets than sets of majors",
    "winds-over-majors": "more wind and dragon sets than sets of majors",
    "seat-wind-twice": "two sets of one wind",
    "round-wind-twice": "two sets of the round wind",
    "seat-wind-pair": "a pair beside a set of the same wind: five or more of one tile",
    "wind-pairs": "more than two pairs of one wind",
    "round-is-seat": "the round wind is the hand's own: a pair of it is both",
    "round-is-own": "the round wind is the hand's own: its set is both",
    "round-not-seat": "the round wind is not the hand's own: no pair is both",
    "dragon-pairs": "more dragon tiles than there are",
    "claimed-over-kongs": "more claimed kongs than exposed kongs",
    "suit-has-honours": "one suit has no winds and no dragons",
    "suit-has-suit": "all honours has no suit tiles",
    "suit-no-honours": "one suit and honours needs a tile of the suit",
    "suit-majors": "one suit has two majors, its 1 and its 9",
    "honours-chow": "all honours has no chows: four sets are needed",
    "chows-named": "no chows goes with four sets and nothing else",
    "no-flowers": "flowers are not played",
    "losers-card": "only a winner's card says so",
    "not-in-force": "a special hand that is not in force",
    "dragons-in-all": "more than three dragon sets at the table",
    "dragon-pairs-in-all": "more dragon tiles at the table than there are",
    "round-wind-in-all": "more round wind tiles at the table than there are",
    "majors-in-all": "more sets of majors at the table than there are kinds",
    "loose-without-kong": "a loose tile follows a kong",
    "opening-kong": "a kong in an opening hand",
    "opening-exposed": "an opening hand has no sets on the table",
}


def _check_sets(card: "Card", winner: bool) -> "tuple[str, str] | None":
    if card.sets() > SETS:
        return "five-sets", ""
    if winner:
        if len(card.pairs) > 1:
            return "second-pair", "pairs"
    elif 3 * card.sets() + 2 * len(card.pairs) > HAND_TILES:
        return "too-many-tiles", ""
    if card.claimed > card.kongs[0] + card.kongs[2]:
        return "claimed-over-kongs", "claimed"
    return None


def _check_honours(card: "Card", own_round: bool) -> "tuple[str, str] | None":
    majors = card.majors()
    if card.dragons > majors:
        return "dragons-over-majors", "dragons"
    if card.seat_wind > 1:
        return "seat-wind-twice", "seat_wind"
    if card.round_wind > 1:
        return "round-wind-twice", "round_wind"
    winds = max(card.seat_wind, card.round_wind) if own_round else card.seat_wind + card.round_wind
    if own_round and card.round_wind > card.seat_wind:
        return "round-is-own", "seat_wind"
    if card.dragons + winds > majors:
        return "winds-over-majors", "seat_wind" if card.seat_wind else "round_wind"
    if card.dragons > DRAGONS:
        return "dragons-in-all", "dragons"
    return None


def _check_pairs(card: "Card", own_round: bool) -> "tuple[str, str] | None":
    if own_round and "round" in card.pairs:
        return "round-is-seat", "pairs"
    if not own_round and "both" in card.pairs:
        return "round-not-seat", "pairs"
    seat = card.pairs.count("seat") + card.pairs.count("both")
    round_pairs = card.pairs.count("round")
    if seat > 2 or round_pairs > 2:
        return "wind-pairs", "pairs"
    if (seat and card.seat_wind) or (round_pairs and card.round_wind):
        return "seat-wind-pair", "pairs"
    if seat and own_round and card.round_wind:
        return "seat-wind-pair", "pairs"
    if card.pairs.count("dragon") > 2 * (DRAGONS - card.dragons):
        return "dragon-pairs", "pairs"
    return None


def _check_suit(card: "Card", winner: bool, own_round: bool) -> "tuple[str, str] | None":
    named = card.dragons + (card.seat_wind if own_round else card.seat_wind + card.round_wind)
    if card.suit == "full":
        if named or card.pairs:
            return "suit-has-honours", "suit"
        if card.majors() > 2:
            return "suit-majors", "suit"
    elif card.suit == "honours":
        if card.simples():
            return "suit-has-suit", "suit"
        if winner and card.sets() < SETS:
            return "honours-chow", "suit"
    elif winner and named == SETS and card.pairs:
        return "suit-no-honours", "suit"
    return None


def _check_winner(card: "Card", rules: "Rules") -> "tuple[str, str] | None":
    if card.no_chows is not None and card.no_chows != (card.sets() == SETS):
        return "chows-named", "no_chows"
    for i, hand in enumerate(card.special):
        if not any(row[0] == hand for row in rules.special):
            return "not-in-force", "special/%d" % i
    return None


def _check_loser(card: "Card") -> "tuple[str, str] | None":
    for key in ("no_chows", "only_place", "last_set", "fourth", "special"):
        if getattr(card, key):
            return "losers-card", key
    return None


def check_card(card: "Card", seat: str, round_wind: str, winner: bool, rules: "Rules") -> "tuple[str, str] | None":
    """One card by itself: None, or (reason, key)."""
    own_round = seat == round_wind
    wrong = (
        _check_sets(card, winner)
        or _check_honours(card, own_round)
        or _check_pairs(card, own_round)
        or _check_suit(card, winner, own_round)
        or (_check_winner(card, rules) if winner else _check_loser(card))
    )
    if not wrong and card.flowers:
        wrong = "no-flowers", "flowers"
    return wrong


def check_together(cards: "dict[str, Card]", round_wind: str) -> "tuple[str, str, str] | None":
    """All cards of a deal against the one set of tiles: None, or (reason, seat, key) where it becomes too much."""
    dragons = dragon_pairs = round_sets = round_pairs = majors = 0
    for seat in "ESWN":
        card = cards.get(seat)
        if card is None:
            continue
        dragons += card.dragons
        dragon_pairs += card.pairs.count("dragon")
        majors += card.majors()
        round_pairs += card.pairs.count("round") + card.pairs.count("both")
        if seat == round_wind:
            round_sets += max(card.round_wind, card.seat_wind)
            round_pairs += card.pairs.count("seat")
        else:
            round_sets += card.round_wind
        if dragons > DRAGONS:
            return "dragons-in-all", seat, "dragons"
        if dragon_pairs > 2 * (DRAGONS - dragons):
            return "dragon-pairs-in-all", seat, "pairs" if card.pairs else "dragons"
        # Three in a set leave one of the four, two pairs leave none.
        if round_sets > 1 or round_pairs > 2 or (round_sets and round_pairs):
            return "round-wind-in-all", seat, "pairs" if "round" in card.pairs or "both" in card.pairs else "round_wind"
        if majors > MAJORS or majors - dragons > OTHER_MAJORS:
            return "majors-in-all", seat, ""
    return None


def check_win(win: "Win", card: "Card") -> "tuple[str, str] | None":
    """The winner's card against the way it won: None, or (reason, key of the win)."""
    if win.by == "loose" and not sum(card.kongs) and not card.flowers:
        return "loose-without-kong", "by"
    if win.opening is not None:
        if sum(card.kongs):
            return "opening-kong", "opening"
        # The set that a claimed tile completes lies open (B p.22); nothing else may.
        if card.exposed_pungs() > (0 if win.drawn() else 1):
            return "opening-exposed", "opening"
    return None
