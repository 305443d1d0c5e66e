"""A Goulash: the deal after a draw by the British rules, with four wild tiles."""

import json

from help.answers import read_deal
from help.checks import refused
from mingg.core.deal.deal import Deal
from mingg.core.deal.hand import DRAGON, SETS
from mingg.core.interchange.keys import write_deal
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.records.kinds import write_standing
from mingg.records.parse import read_standing


def _refused(deal, rules):
    """Returns where and why a deal is refused."""
    error = refused(read_deal, deal, rules)
    return error.pointer, error.message


def test_a_session_knows_that_the_next_deal_is_a_goulash():
    session = Session(["Ann", "Bo", "Cy", "Di"], load("bmja"))
    assert not session.goulash
    session.apply(Deal())
    assert session.goulash
    assert session.table.east == 0
    again = Session(session.names, session.rules)
    written = write_standing(session.standing(), session.names)
    again.resume(read_standing(json.loads(json.dumps(written)), "before", again))
    assert again.goulash
    assert again.copy().goulash
    won = {
        "winner": "S",
        "win": {"by": "draw"},
        "hands": {"S": {"sets": ["(pung simple)", "(pung simple)", "(pung simple)"]}},
    }
    again.apply(read_deal(won, again.rules))
    assert not again.goulash
    with_price = load("bmja", {"false_win": 100})
    assert not with_price.goulash_follows(read_deal({"winner": None, "false_win": "S", "hands": {}}, with_price))
    for rules in ("dmjl", "babcock"):
        other = Session(session.names, load(rules))
        other.apply(Deal())
        assert not other.goulash
        assert "goulash" not in write_standing(other.standing(), other.names)


def test_in_a_goulash_wild_tiles_may_be_a_fifth_of_a_kind():
    rules = load("bmja")
    dragons = {"sets": ["(pung dragon)", "(pung dragon)"]}
    deal = {
        "winner": "E",
        "win": {"by": "draw"},
        "hands": {"E": {"sets": ["(pung simple)", "(pung simple)", "(pung dragon)"]}},
    }
    deal["hands"].update({"S": dragons, "W": dragons})
    assert _refused(deal, rules) == ("/hands/W/sets/0", "dragons-in-all")
    deal["goulash"] = True
    assert read_deal(deal, rules).goulash
    assert write_deal(read_deal(deal, rules))["goulash"] is True
    assert _refused(deal, load("dmjl"))[0] == "/goulash"
    deal["goulash"] = 1
    assert _refused(deal, rules)[0] == "/goulash"


def test_four_wild_tiles_are_all_that_a_goulash_has():
    rules = load("bmja")
    hands = {"S": {"tiles": "555z 666z 777z 11m 2m 3m"}, "W": {"tiles": "555z 666z 44m 55m 66m 7m"}}
    hands["E"] = {"sets": ["(pung simple)", "(pung simple)", "(pung simple)"]}
    deal = {"winner": "E", "win": {"by": "draw"}, "goulash": True, "hands": hands}
    assert read_deal(deal, rules).hands["W"].number(DRAGON, SETS) == 2  # four of the six dragons in two hands are wild
    hands["W"] = {"tiles": "555z 666z 777z 55m 66m"}
    assert "only four exist" in _refused(deal, rules)[1]
    hands["W"] = {"tiles": "555z 666z 44m 55m 6m 22s"}
    assert "only four exist" in _refused(deal, rules)[1], "each bamboo 2 is one of the four"
