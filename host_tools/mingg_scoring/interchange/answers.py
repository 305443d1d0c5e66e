"""Reads a deal that names its own rules and players. Writes the answer to a deal.

The core has only a key for why a deal is impossible: REASONS has the sentences. The keys are those of
mingg/core/score/check.py. The device has shorter texts of its own for them.
"""

from typing import Any, Callable

from mingg.core.deal.deal import ROUNDS, SEATS, Answer, Count, Deal, Doubling, Item, Payment
from mingg.core.deal.hand import Hand
from mingg.core.interchange import reader
from mingg.core.interchange.judge import judge
from mingg.core.interchange.reader import DEAL_KEYS
from mingg.core.interchange.tables import read_rules
from mingg.core.rules import Rules
from mingg.core.settle.seldom import Unpayable
from mingg.core.settle.settle import answer
from mingg.core.values import BadInput, Json, a_word, an_object, is_count

from mingg_scoring.interchange.tiles import arrangement, tile_of

TABLE_KEYS = ("edition", "rules", "options", "house", "players", "round")
_KEYS = TABLE_KEYS + DEAL_KEYS


def read_table(keys: "Json") -> "tuple[Rules, str]":
    """Returns the rules in force, and the round wind, of these keys. Raises BadInput."""
    players = keys.get("players", 4)
    if not is_count(players) or players not in SEATS:
        raise BadInput("/players", "this must be a number of players: 2, 3, 4 or 5")
    rules = read_rules(keys, players)
    return rules, a_word(keys.get("round", "E"), "/round", ROUNDS[players], "round")


def read_deal(value: "Any", rules: "Rules", round_wind: str = "E") -> "Deal":
    """Reads a deal, and checks whether it is possible. Raises BadInput."""
    deal = reader.read_keys(an_object(value, "", DEAL_KEYS), rules, round_wind)
    judged(deal, rules, round_wind)
    return deal


def judged(deal: "Deal", rules: "Rules", round_wind: str) -> "Count | None":
    """Checks and completes a deal. Returns the count of a winner's tiles. Raises BadInput with a sentence."""
    try:
        return judge(deal, rules, round_wind)
    except BadInput as error:
        raise BadInput(error.pointer, REASONS.get(error.message, error.message))


def read_standalone(
    value: object, table_of: "Callable[[Json], tuple[Rules, str]]" = read_table
) -> "tuple[Rules, str, Deal, Count | None]":
    """Reads a deal that names its own rules and players. Returns (rules, round wind, deal, what judged() returns).
    table_of: reads the first two, as read_table() does. Raises BadInput."""
    keys = an_object(value, "", _KEYS)
    rules, round_wind = table_of(keys)
    deal = reader.read_keys(keys, rules, round_wind)
    return rules, round_wind, deal, judged(deal, rules, round_wind)


def play_standalone(
    value: object, table_of: "Callable[[Json], tuple[Rules, str]]" = read_table
) -> "tuple[Rules, Deal, Answer]":
    """Reads and scores a deal. Arguments and errors: as of read_standalone()."""
    rules, _, deal, counted = read_standalone(value, table_of)
    return rules, deal, payable(answer, deal, rules, counted)


def payable(function: "Callable[..., Any]", *arguments: "Any") -> "Any":
    """Calls a function. Raises BadInput if the rules in force do not say what is paid."""
    try:
        return function(*arguments)
    except Unpayable as error:
        raise BadInput("/" + error.key, str(error))


def write_points(of: str, figure: "Any") -> "Json":
    """Returns what counts points: an item of an answer, or a figure of a rule set. of: its id."""
    keys: "Json" = {"id": of, "points": figure.points}
    if figure.slot >= 0:
        keys["major"] = figure.slot >= 2
        keys["exposed"] = figure.slot % 2 == 0
    if figure.word is not None:
        keys["of"] = figure.word
    return keys


def write_item(item: "Item", tile: "str | None") -> "Json":
    keys = write_points(item.id, item)
    if tile is not None:
        keys["tile"] = tile
    return keys


def write_doubling(doubling: "Doubling", tile: "str | None") -> "Json":
    keys: "Json" = {"id": doubling.id, "times": doubling.times}
    if tile is not None:
        keys["tile"] = tile
    return keys


def write_total(count: "Count", hand: "Hand | None", **parts: "Any") -> "Json":
    """Returns the count of a hand with these parts. hand: the one that was counted."""
    keys: "Json" = {"score": count.score, "points": count.points, "doublings": count.doublings, "limit": count.limit}
    keys.update(parts)
    if count.special is not None:
        keys["special"] = count.special
    if hand is not None and hand.arranged is not None:
        keys["arrangement"] = arrangement(hand)
    return keys


def _write_count(count: "Count", hand: "Hand | None") -> "Json":
    items = [write_item(part, tile_of(part, hand)) for part in count.items]
    doubled = [write_doubling(part, tile_of(part, hand)) for part in count.doubled]
    return write_total(count, hand, items=items, doubled=doubled)


def write_payment(payment: "Payment") -> "Json":
    return {"from": payment.source, "to": payment.to, "points": payment.points}


def write_answer(answer: "Answer", deal: "Deal") -> "Json":
    """Returns the answer to a deal as an object of the interchange format."""
    return {
        "hands": {seat: _write_count(count, deal.hands.get(seat)) for seat, count in answer.counts.items()},
        "payments": list(map(write_payment, answer.payments)),
        "net": answer.net,
        "next": {"deal": answer.deals_next},
    }


REASONS = {
    "five-sets": "a hand has at most four sets. Leave the others out.",
    "too-many-tiles": "these sets and pairs need more tiles than a hand has. Leave some out.",
    "second-pair": "a complete hand has one pair. Leave the others out.",
    "seat-wind-twice": "there cannot be two sets of one wind. Leave one out.",
    "round-wind-twice": "there cannot be two sets of the round wind. Leave one out.",
    "seat-wind-pair": "this pair and a set of the same wind need five tiles or more. Leave one of them out.",
    "wind-pairs": "a wind has four tiles, for two pairs. Leave the others out.",
    "dragon-pairs": "there are not so many dragon tiles. Leave a pair or a set out.",
    "suit-has-honours": 'one suit has no winds and no dragons. Use "half", or leave them out.',
    "suit-has-suit": 'all honours has no tiles of a suit. Use "half" or "mixed", or leave those sets out.',
    "suit-no-honours": 'all tiles are honours. Use "honours".',
    "suit-majors": "one suit has only two 1 9 honours, its 1 and its 9. Correct the sets or the suit.",
    "honours-chow": "all honours has no chows, so it needs four sets. Add them, or correct the suit.",
    "no-flowers": "flowers are not played. Leave them out, or set the option flowers.",
    "not-in-force": "this special hand is not in force. Leave it out, or set its option.",
    "not-that-hand": "the hand cannot be this special hand. Correct the hand, or leave this out.",
    "sets-named": "this special hand has no sets. Leave them out.",
    "last-set-pair": "last_set names the pair already. Leave it out here.",
    "last-set-seat": 'the seat wind is not the round wind. Use "pair-major".',
    "last-set-chow": "a hand of four sets has no chow. Name a pair, or null.",
    "last-set-other-pair": "the hand has one pair, and its sets name another one. Correct one of them.",
    "rob-completes-chow": "a robbed tile completes a chow, but this hand has none. Correct the hand or the way to win.",
    "rob-no-pung": "the robbed player has no exposed pung that could become this kong. Name another player.",
    "rob-three": "another hand has this tile, but the robbed kong has the other three. Correct it.",
    "rob-pair": "a robbed tile cannot complete a pair: the robbed player has the other three. Use a chow.",
    "fourth": "the winning tile is in no chow, or no pung of it is exposed. Leave this out.",
    "score-odd": "the smallest counter is 2. Use an even score.",
    "score-over-limit": "this is more than the limit. Use a smaller score.",
    "score-below-mahjong": "mah-jong alone counts more than this. Use a larger score.",
    "score-doublings": "with two or five players the winner's doublings matter. Enter the hand instead of a score.",
    "score-added": "the rules in force add half the limit to the hand. Enter the hand instead of a score.",
    "not-fed": "feeding gives a winner four exposed sets. This hand has others: correct it, or leave this out.",
    "flower-in-all": "another hand has this flower. Leave one of them out.",
    "dragons-in-all": "there are only three dragon sets at the table. Correct one of the hands.",
    "dragon-pairs-in-all": "there are not so many dragon tiles at the table. Correct one of the hands.",
    "round-wind-in-all": "there are not so many tiles of the round wind at the table. Correct one of the hands.",
    "majors-in-all": "there are only ten kinds of 1 9 honours besides dragons. Correct one of the hands.",
    "loose-without-kong": "a loose tile follows a kong or a flower. Add it, or use draw.",
    "hand-flowers": "this special hand needs flowers beside it. Add them, or correct the hand.",
    "two-doublings": "of two players, a hand wins with two doublings or a special hand. Check the hand.",
    "opening-kong": "an opening hand has no kong. Leave one of them out.",
    "opening-exposed": "this way to win needs a concealed hand. Correct the hand, or leave this out.",
    "too-many-chows": "by these rules an ordinary hand has at most one chow. Correct the sets.",
    "twofold-kongs": "two loose tiles in a row follow two kongs or flowers. Add them, or leave win.twofold out.",
}
