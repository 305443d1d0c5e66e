"""Reads a deal that names its own rules and players. Writes the answer to a deal."""

from mingg.core.deal.deal import ROUNDS, SEATS
from mingg.core.interchange.deals import DEAL_KEYS, write_deal
from mingg.core.interchange.json_in import BadInput, a_word, an_object
from mingg.core.interchange.tables import read_rules
from mingg.core.settle.seldom import Unpayable
from mingg.core.settle.settle import answer
from mingg.core.values import is_count

from mingg_scoring.interchange.reasons import read_deal

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Answer, Count, Deal, Doubling, Item
    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules

TABLE_KEYS = ("edition", "rules", "options", "house", "players", "round")


def read_table(keys: "Json") -> "tuple[Rules, str]":
    """Returns the rules in force, and the round wind, of these keys. Raises BadInput."""
    players = keys.get("players", 4)
    if not is_count(players) or players not in SEATS:
        raise BadInput("/players", "this must be a number of players: 2, 3, 4 or 5")
    rules = read_rules(keys, players)
    return rules, a_word(keys.get("round", "E"), "/round", ROUNDS[players], "round")


def read_standalone(value: object) -> "tuple[Rules, str, Deal]":
    """Reads a deal that names its own rules and players. Returns (rules, round wind, deal). Raises BadInput."""
    rules, round_wind = read_table(an_object(value, "", TABLE_KEYS + DEAL_KEYS))
    return rules, round_wind, read_deal(value, rules, round_wind, TABLE_KEYS)


def write_standalone(rules: "Rules", round_wind: str, deal: "Deal") -> "Json":
    """Returns the object of a deal that names its own rules and players."""
    keys: "Json" = {"rules": rules.id}
    if rules.options:
        keys["options"] = rules.options
    if rules.house is not None:
        keys["house"] = rules.house
    if rules.players != 4:
        keys["players"] = rules.players
    if round_wind != "E":
        keys["round"] = round_wind
    keys.update(write_deal(deal))
    return keys


def answer_deal(deal: "Deal", rules: "Rules", round_wind: str) -> "Answer":
    """Scores a deal. Raises BadInput if the rules in force do not say what is paid."""
    try:
        return answer(deal, rules, round_wind)
    except Unpayable as error:
        raise BadInput("/" + error.key, str(error))


def _write_item(item: "Item") -> "Json":
    keys: "Json" = {"id": item.id, "points": item.points}
    if item.slot >= 0:
        keys["major"] = item.slot >= 2
        keys["exposed"] = item.slot % 2 == 0
    if item.word is not None:
        keys["of"] = item.word
    if isinstance(item.face, str):
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
        for seat, arrangement in deal.arrangements.items():
            hands[seat]["arrangement"] = arrangement
    return {
        "hands": hands,
        "payments": [{"from": p.source, "to": p.to, "points": p.points} for p in answer.payments],
        "net": answer.net,
        "next": {"deal": answer.deals_next},
    }
