"""What a quick reading of the books counts otherwise, which edition of the rules a session may name, the words of an
answer, and figures at their bounds. See also oracles/hands.txt."""

from help.answers import ask, deal_of
from help.checks import refused
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, PUNG, Hand
from mingg.core.explain import sheet
from mingg.core.interchange.tables import read_session, write_session
from mingg.core.rules import BOOKS, EDITION, load
from mingg.core.rules.options import in_force, load_keeping, offered, option_of
from mingg.core.score.check import check_hand
from mingg.core.settle.settle import settle
from mingg.core.table.session import Session
from mingg.records.parse import MOST_DEALS, MOST_POINTS, read_standing

# ---- a loose tile ----


def test_house_rules_of_harrs_limit_game_take_the_row_of_babcock():
    rules = load("harr-limit", None, 4, {"name": "Ours", "points": {"loose": 20}})
    assert [row[1] for row in rules.points if row[0] == "loose"] == ["loose_kong"]


# ---- washing, mummies ----


def test_washing_and_a_discarder_who_pays_belong_to_harrs_limit_game():
    for rules in BOOKS:
        for option in ("discarder_pays", "washing"):
            assert load(rules).on(option) == (rules == "harr-limit")
    assert not load("harr-limit", {"washing": False}).on("washing")


def test_nine_mummies_are_offered_only_where_they_may_be_agreed():
    def names(*rules):
        return [row[0] for row in offered(load(*rules))]

    assert "nine_mummies" not in names("harr-limit")
    assert "nine_mummies" in names("harr")
    assert "nine_mummies" in names("babcock", {"thirteen_orphans": True}), "there a reason is given"
    with_orphans = {"name": "Ours", "special": {"thirteen_orphans": "half"}}
    assert "nine_mummies" not in names("babcock", None, 4, with_orphans)


def test_another_rule_set_leaves_out_what_it_excludes():
    agreed = {"nine_mummies": "bonus", "feeding": True}
    assert load_keeping("harr-limit", agreed, 4).options == {"feeding": True}
    assert load_keeping("babcock", agreed, 4).options == agreed
    two_excluded = dict(agreed, winner_deals=True, east_passes=True)
    assert load_keeping("harr-limit", two_excluded, 4).options == {"feeding": True, "east_passes": True}
    with_orphans = {"name": "Ours", "special": {"thirteen_orphans": "half"}}
    assert load_keeping("babcock", agreed, 4, with_orphans).options == {"feeding": True}
    for wrong in ({"name": ""}, {"name": "Ours", "points": {"nothing": 2}}):
        assert refused(load_keeping, "babcock", agreed, 4, wrong).pointer.startswith("/house")


def test_three_players_are_not_offered_what_needs_west_winds():
    agreed = {"thirteen_orphans": True, "four_winds": True}
    rules = load("babcock", agreed, 3)
    for name in agreed:
        assert name not in rules.hands
        assert in_force(rules, option_of("babcock", name)) is False
        assert name not in [row[0] for row in offered(rules)]
    assert "error" not in ask(deal_of({}, players=3, options=agreed))
    assert "four_winds" not in load("babcock", None, 3, {"name": "Ours", "special": {"four_winds": "half"}}).hands
    assert load("harr-limit", None, 3).hands.issuperset(agreed)


# ---- the edition ----

TABLE = {"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}


def test_what_names_no_edition_is_of_the_present_one():
    assert ask(deal_of({})) == ask(deal_of({}, edition=EDITION))
    for head in (TABLE, dict(TABLE, edition=EDITION)):
        assert write_session(read_session(head))["edition"] == EDITION


def test_another_edition_is_refused_and_located():
    for wrong in (0, EDITION + 1, -1, float(EDITION), True, str(EDITION), None, [EDITION]):
        answer = ask(deal_of({}, edition=wrong))["error"]
        assert (answer["at"], answer["message"][-13:]) == ("/edition", "Update Mingg."), wrong
        assert refused(read_session, dict(TABLE, edition=wrong)).pointer == "/edition", wrong


# ---- the score sheet ----


def test_a_pair_of_the_own_wind_in_its_own_round_has_a_line_only_where_it_counts_otherwise():
    def pairs(*rules):
        lines = sheet.lines(load(*rules), sheet.SETS)
        return [line.figure.word for line in lines if line.row[0] == "pair"]

    for rules in ("harr", "babcock", "chinese"):
        assert pairs(rules) == ["dragon", "seat"]
    assert [line.figure.word for line in sheet.lines(load("chinese"), sheet.LAST) if line.row[0] == "fill-pair"] == [
        "pair-major",
        "pair-simple",
    ]
    limit = [line.figure for line in sheet.lines(load("harr-limit"), sheet.SETS_WON) if line.row[0] == "pair"]
    assert ("both", 4) in [(figure.word, figure.points) for figure in limit]
    assert pairs("babcock", None, 4, {"name": "Ours", "points": {"pair": {"both": 4}}}) == ["both", "dragon", "seat"]
    assert pairs("babcock", None, 4, {"name": "Ours", "points": {"pair": {"seat": 4}}}) == ["both", "dragon", "seat"]


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
            if value == most:
                read_standing(keys, "before", session)
            else:
                refused(read_standing, keys, "before", session)
