"""Reads deals, and says in a sentence why mingg.core refuses one. The core itself only has a key for each reason.

The keys are those of mingg/core/scoring/legality.py. The device has shorter texts of its own for them.
"""

from mingg.core.interchange import deals
from mingg.core.interchange.json_in import BadInput

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.rules import Rules


def read_deal(value: object, rules: "Rules", round_wind: str = "E", more_keys: "tuple[str, ...]" = ()) -> "Deal":
    """Does the same as deals.read_deal(), but the message of BadInput is a sentence."""
    try:
        return deals.read_deal(value, rules, round_wind, more_keys)
    except BadInput as error:
        raise BadInput(error.pointer, REASONS.get(error.message, error.message))


REASONS = {
    "five-sets": "more than four sets",
    "too-many-tiles": "more tiles than a hand has",
    "second-pair": "a complete hand has one pair",
    "dragons-over-majors": "more dragon sets than sets of 1 9 honours",
    "winds-over-majors": "more wind and dragon sets than sets of 1 9 honours",
    "seat-wind-twice": "two sets of one wind",
    "round-wind-twice": "two sets of the round wind",
    "seat-wind-pair": "a pair beside a set of the same wind: five or more of one tile",
    "wind-pairs": "more than two pairs of one wind",
    "round-is-seat": "the round wind is the seat wind: a pair of it is both",
    "round-is-own": "the round wind is the seat wind: its set is both",
    "round-not-seat": "the round wind is not the seat wind: no pair is both",
    "dragon-pairs": "more dragon tiles than there are",
    "claimed-over-kongs": "more claimed kongs than exposed kongs",
    "suit-has-honours": "one suit has no winds and no dragons",
    "suit-has-suit": "all honours has no suit tiles",
    "suit-no-honours": "one suit and honours needs a tile of the suit",
    "suit-majors": "one suit has two 1 9 honours, its 1 and its 9",
    "honours-chow": "all honours has no chows: four sets are needed",
    "chows-named": "no chows goes with four sets and nothing else",
    "no-flowers": "flowers are not played",
    "losers-card": "only a winner's card says so",
    "not-in-force": "a special hand that is not in force",
    "not-that-hand": "the card is not of that hand",
    "sets-named": "such a hand has no sets",
    "last-set-pair": "the pair is named by last_set",
    "last-set-seat": "the seat wind is not the round wind",
    "last-set-chow": "four sets are no chows",
    "last-set-other-pair": "the pair that is named is another one",
    "rob-completes-chow": "a robbed tile completes a chow: its three fellows lie before the robbed player",
    "rob-no-pung": "the robbed player has no exposed pung of it",
    "rob-pair": "a robbed tile completes no pair: its three fellows lie before the robbed player",
    "fourth": "the winning tile is in no chow, or no pung of it is exposed",
    "score-odd": "an odd score: the smallest counter is 2",
    "score-over-limit": "more than the limit",
    "score-below-mahjong": "less than mah-jong alone",
    "score-of-five": "the fifth player is paid by the winning hand's doublings: a score does not tell them",
    "flower-in-all": "a flower that another hand holds",
    "dragons-in-all": "more than three dragon sets at the table",
    "dragon-pairs-in-all": "more dragon tiles at the table than there are",
    "round-wind-in-all": "more round wind tiles at the table than there are",
    "majors-in-all": "more sets of 1 9 honours at the table than there are kinds",
    "loose-without-kong": "a loose tile follows a kong or a flower",
    "opening-kong": "a kong in an opening hand",
    "opening-exposed": "an opening hand has no exposed sets",
    "winners-card": "only a losing hand waits for a special hand",
    "too-many-chows": "an ordinary hand has at most one chow by the rules in force",
    "twofold-kongs": "two loose tiles in a row follow two kongs or flowers",
}
