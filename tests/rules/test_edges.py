"""The words of an answer, and figures at their bounds. oracles/hands.txt has the last hand that is possible."""

from help.answers import ask, deal_of
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, PUNG, Hand
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import load
from mingg.core.score.check import check_hand
from mingg.core.settle.settle import settle
from mingg.core.table.session import Session
from mingg.records.parse import MOST_DEALS, MOST_POINTS, read_standing

BABCOCK = load("babcock")


def test_a_hand_alone_has_no_more_dragons_than_there_are():
    """The device asks for one hand, before it knows the others."""
    assert check_hand(Hand([PUNG | DRAGON] * 4), "N", "E", True, BABCOCK) == ("dragons-in-all", "sets")


# ---- the words of an answer ----


def test_every_item_names_its_own_tile():
    tiles = "(2222m) [9999p] (111z) 222s 66z"
    answer = ask(
        {
            "rules": "babcock",
            "winner": "E",
            "win": {"by": "draw", "tile": "6z"},
            "hands": {"E": {"tiles": tiles}, "S": {"tiles": "(555z) (777z) 66z 44z 678m"}},
        }
    )
    assert "error" not in answer, answer
    named = [(item["id"], item.get("tile"), item.get("of")) for item in answer["hands"]["E"]["items"]]
    assert ("kong", "2m", None) in named
    assert ("kong", "9p", None) in named
    assert ("pung", "1z", None) in named
    assert ("pung", "2s", None) in named
    assert ("pair", "6z", "dragon") in named
    doubled = [(doubling["id"], doubling.get("tile")) for doubling in answer["hands"]["E"]["doubled"]]
    assert ("seat-wind", "1z") in doubled, doubled
    losers = [(doubling["id"], doubling["tile"]) for doubling in answer["hands"]["S"]["doubled"] if "tile" in doubling]
    assert losers == [("dragon", "5z"), ("dragon", "7z")]


def test_sets_name_no_tiles_and_a_flower_only_itself():
    answer = ask(deal_of({"sets": ["(pung dragon)"], "flowers": [4]}, options={"flowers": "seasons"}))
    assert "error" not in answer, answer
    hand = answer["hands"]["N"]
    assert [doubling["id"] for doubling in hand["doubled"]] != []
    assert all("tile" not in doubling for doubling in hand["doubled"])
    flowers = [item for item in hand["items"] if item["id"] == "flower"]
    assert flowers == [{"id": "flower", "points": 4, "tile": "4f"}]


def test_the_round_wind_is_the_rounds_and_named_so():
    answer = ask(
        {
            "rules": "chinese",
            "options": {"round_wind": True},
            "round": "S",
            "winner": "N",
            "win": {"by": "draw", "tile": "6z"},
            "hands": {"N": {"tiles": "(222z) (444z) 123m 678m 66z"}},
        }
    )
    assert "error" not in answer, answer
    doubled = {doubling["id"]: doubling.get("tile") for doubling in answer["hands"]["N"]["doubled"]}
    assert doubled == {"round-wind": "2z", "seat-wind": "4z", "half-suit": None}, "a suit is no set"


def test_a_hidden_tile_proves_no_hand_without_points_where_a_drawn_one_has_none():
    house = {"name": "Ours", "points": {"drawn": False}}
    for hidden, score in ((False, 30), (True, 20)):
        answer = ask(deal_of({}, by="draw", hidden=hidden, house=house))
        assert answer["hands"]["N"]["score"] == score, hidden


# ---- payments ----


def _settled(scores, rules, deal):
    return {p.source + p.to: p.points for p in settle(scores, deal, rules, "ESWN")}


def test_a_missing_score_counts_as_zero():
    won = Deal("N", Win("discard"))
    assert _settled({"N": 20, "S": 8}, BABCOCK, won) == {"EN": 40, "SN": 20, "WN": 20, "ES": 16, "WS": 8}
    assert _settled({}, BABCOCK, won) == {}


def test_a_bonus_for_mummies_is_for_nothing_else():
    ended = Deal(None, None)
    ended.ending = ("not_touching", "S", 9)
    assert _settled({}, load("chinese", {"nine_mummies": "bonus", "not_touching": True}), ended) == {}


# ---- a standing ----


def test_a_standing_has_no_more_deals_and_points_than_an_evening_can_have():
    session = Session(["Ann", "Bo", "Cy", "Di"], BABCOCK)
    least = {"deals": 0, "east": "Ann", "round": 0, "balances": [2000] * 4}
    for key, most in (("deals", MOST_DEALS), ("streak", MOST_DEALS), ("balances", MOST_POINTS)):
        for value in (most, most + 1):
            keys = dict(least)
            keys[key] = value if key != "balances" else [value, 4000 - value, 2000, 2000]
            try:
                read_standing(keys, "before", session)
                is_read = True
            except BadInput:
                is_read = False
            assert is_read == (value == most), (key, value)
