"""A deal that was made without JSON is judged like its JSON, and completed."""

from help.answers import read_deal
from help.checks import refused
from mingg.core.deal.deal import Deal, Liable, Win
from mingg.core.deal.hand import MAJOR, PAIR, PUNG, PUNG_SHOWN, ROUND, SEAT, SIMPLE, Hand
from mingg.core.hand.hand import parse
from mingg.core.hand.sets import show_round
from mingg.core.interchange import reader
from mingg.core.interchange.judge import judge
from mingg.core.interchange.keys import write_deal, write_set
from mingg.core.rules import load
from mingg_scoring.interchange.tiles import arrangement


def _hand(sets=(), **values):
    hand = Hand(list(sets))
    for key, value in values.items():
        setattr(hand, key, value)
    return hand


def _won(winner="E", win=None, sets=(), **values):
    return Deal(winner, win or Win("draw"), {winner: _hand(sets, **values)})


def _drawn(**values):
    deal = Deal()
    for key, value in values.items():
        setattr(deal, key, value)
    return deal


# (wrong place, players, deal) by the rules of babcock
WRONG = (
    ("/winner", 2, _won()),  # without two doublings
    ("/win/from", 4, _won(win=Win("discard", "E"))),
    ("/hands/E/sets/4", 4, _won(sets=[PUNG | SIMPLE] * 5)),
    ("/hands/E/sets/1", 4, _won(sets=[PUNG | SEAT] * 2)),
    ("/hands/E/dead", 4, _won(dead="dead")),
    ("/kongs", 4, _drawn(kongs=17)),
    ("/liable", 4, _drawn(liable=[Liable("S", "full", None)])),
    ("/goulash", 4, _drawn(goulash=True)),
)


def test_a_wrong_part_of_a_deal_is_refused_at_its_place_in_the_json():
    for place, players, deal in WRONG:
        assert refused(judge, deal, load("babcock", players=players)).pointer == place


def test_a_deal_gets_what_follows_from_it():
    deal = Deal("N", Win("discard"))
    deal.win.opening, deal.win.tile = "first-discard", "5z"
    deal.hands = {"N": _hand(tiles="222p 345m 678s 999s 55z"), "E": _hand(tiles="(111z) 2345m 99p 7s 123p")}
    rules = load("babcock")
    judge(deal, rules)
    assert deal.win.source == "E"
    assert "pair dragon" in [write_set(item) for item in deal.hands["N"].sets]
    assert [write_set(item) for item in deal.hands["E"].sets] == ["(pung both)"]
    assert arrangement(deal.hands["N"])
    again = read_deal(write_deal(deal), rules)
    assert write_deal(again) == write_deal(deal)


def test_tiles_show_the_round_wind_where_the_rules_do_not_ask_for_it():
    simple, major, round_wind = PUNG_SHOWN | SIMPLE, PUNG_SHOWN | MAJOR, PUNG_SHOWN | ROUND
    for tiles, sets, shown in (
        ("(222m) (111z)", [simple, major], [simple, round_wind]),
        ("(222m) 11z 99p", [simple, PAIR | MAJOR], [simple, PAIR | MAJOR, PAIR | ROUND]),
        ("(111z) 99p", [PAIR | MAJOR, major], [PAIR | MAJOR, round_wind]),
        ("(222m) (222z) 1z", [simple, major], [simple, major]),
        ("(111z)", [round_wind], [round_wind]),
    ):
        hand = Hand(sets)
        show_round(hand, parse(tiles), "E")
        assert hand.sets == shown, tiles


# of a deal that nobody won, what the rule set's reader finds beside the winner
WRITTEN = (
    ("harr", {"hands": {"E": {"dead": True}, "S": {"sets": ["pung simple"], "dead": True}}}),
    ("harr", {"hands": {"W": {"sets": [], "suit": "half", "dead": True}}}),
    ("chinese", {"hands": {"E": {"dead": "short"}, "S": {"dead": "long"}}}),
    ("chinese", {"hands": {}, "washing": {"seat": "E", "majors": 9}}),
    ("chinese", {"hands": {}, "mummies": {"seat": "E", "majors": 9}}),
    ("chinese", {"hands": {}, "not_touching": "S"}),
    ("harr", {"hands": {}, "false_win": "S"}),
    ("harr", {"hands": {}, "false_win": "S", "price": "half"}),
)


def test_a_deal_that_nobody_won_is_written_as_it_was_read():
    for rules, keys in WRITTEN:
        keys["winner"] = None
        assert write_deal(reader.read_deal(keys, load(rules))) == keys
