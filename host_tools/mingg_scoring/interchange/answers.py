"""Reads a deal that names its own rules and players. Writes the answer to a deal.

The core has only a key for why a deal is impossible: REASONS has the sentences. The keys are those of
mingg/core/score/check.py. The device has shorter texts of its own for them.
"""

from typing import Any, Callable

from mingg.core.deal.deal import ROUNDS, SEATS, Answer, Count, Deal, Doubling, Item
from mingg.core.interchange import reader
from mingg.core.interchange.judge import judge
from mingg.core.interchange.reader import DEAL_KEYS
from mingg.core.interchange.tables import read_rules
from mingg.core.rules import Rules
from mingg.core.settle.seldom import Unpayable
from mingg.core.settle.settle import answer
from mingg.core.values import BadInput, Json, a_word, an_object, is_count

TABLE_KEYS = ("edition", "rules", "options", "house", "players", "round")


def read_table(keys: "Json") -> "tuple[Rules, str]":
    """Returns the rules in force, and the round wind, of these keys. Raises BadInput."""
    players = keys.get("players", 4)
    if not is_count(players) or players not in SEATS:
        raise BadInput("/players", "this must be a number of players: 2, 3, 4 or 5")
    rules = read_rules(keys, players)
    return rules, a_word(keys.get("round", "E"), "/round", ROUNDS[players], "round")


def read_deal(value: "Any", rules: "Rules", round_wind: str = "E", more_keys: "tuple[str, ...]" = ()) -> "Deal":
    """Reads a deal, and checks whether it is possible. Raises BadInput."""
    return _judged(value, rules, round_wind, more_keys)[0]


def _judged(
    value: "Any", rules: "Rules", round_wind: str, more_keys: "tuple[str, ...]" = ()
) -> "tuple[Deal, Count | None]":
    """Reads and checks a deal. Returns it, and the count of a winner's tiles."""
    try:
        deal = reader.read_deal(value, rules, round_wind, more_keys)
        return deal, judge(deal, rules, round_wind)
    except BadInput as error:
        raise BadInput(error.pointer, REASONS.get(error.message, error.message))


def read_standalone(
    value: object, table_of: "Callable[[Json], tuple[Rules, str]]" = read_table
) -> "tuple[Rules, str, Deal]":
    """Reads a deal that names its own rules and players. Returns (rules, round wind, deal). table_of: reads the first
    two, as read_table() does. Raises BadInput."""
    rules, round_wind = table_of(an_object(value, "", TABLE_KEYS + DEAL_KEYS))
    return rules, round_wind, read_deal(value, rules, round_wind, TABLE_KEYS)


def play_standalone(
    value: object, table_of: "Callable[[Json], tuple[Rules, str]]" = read_table
) -> "tuple[Rules, Deal, Answer]":
    """Reads and scores a deal. Arguments and errors: as of read_standalone()."""
    rules, round_wind = table_of(an_object(value, "", TABLE_KEYS + DEAL_KEYS))
    deal, counted = _judged(value, rules, round_wind, TABLE_KEYS)
    return rules, deal, payable(answer, deal, rules, counted)


def payable(function: "Callable[..., Any]", *arguments: "Any") -> "Any":
    """Calls a function. Raises BadInput if the rules in force do not say what is paid."""
    try:
        return function(*arguments)
    except Unpayable as error:
        raise BadInput("/" + error.key, str(error))


def write_points(name: str, figure: "Any") -> "Json":
    """Returns what counts points: an item of an answer, or a figure of a rule set. name: its id."""
    keys: "Json" = {"id": name, "points": figure.points}
    if figure.slot >= 0:
        keys["major"] = figure.slot >= 2
        keys["exposed"] = figure.slot % 2 == 0
    if figure.word is not None:
        keys["of"] = figure.word
    return keys


def _write_item(item: "Item") -> "Json":
    keys = write_points(item.id, item)
    if item.face is not None:
        keys["tile"] = item.face
    return keys


def _write_doubling(doubling: "Doubling") -> "Json":
    keys: "Json" = {"id": doubling.id, "times": doubling.times}
    if doubling.face is not None:
        keys["tile"] = doubling.face
    return keys


def _write_count(count: "Count") -> "Json":
    keys: "Json" = {
        "score": count.score,
        "points": count.points,
        "doublings": count.doublings,
        "limit": count.limit,
        "items": [_write_item(item) for item in count.items],
        "doubled": [_write_doubling(doubling) for doubling in count.doubled],
    }
    if count.special is not None:
        keys["special"] = count.special
    return keys


def write_answer(answer: "Answer", deal: "Deal | None" = None) -> "Json":
    """Returns an answer as an object of the interchange format. deal: adds how its tiles were arranged."""
    hands = {seat: _write_count(count) for seat, count in answer.counts.items()}
    if deal is not None:
        for seat, hand in deal.hands.items():
            if hand.arrangement is not None:
                hands[seat]["arrangement"] = hand.arrangement
    return {
        "hands": hands,
        "payments": [{"from": p.source, "to": p.to, "points": p.points} for p in answer.payments],
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
