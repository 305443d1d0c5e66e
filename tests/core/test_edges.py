"""Bounds: the last possible card and the first impossible one, and figures at their bounds. Mutation testing found
these cases."""

from answers import ask, deal_of
from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Win
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import load
from mingg.core.score.legality import check_card, check_together
from mingg.core.score.named import check_named
from mingg.core.settle.settle import settle
from mingg.core.table.session import Session
from mingg.records.parse import MOST_DEALS, MOST_POINTS, read_standing

BABCOCK, CHINESE, HARR_LIMIT = load("babcock"), load("chinese"), load("harr-limit")


def _card(**keys):
    card = Card()
    for key, value in keys.items():
        setattr(card, key, value)
    return card


def _mistake(rules=BABCOCK, seat="N", round_wind="E", winner=True, **keys):
    """Why the card is impossible, or None."""
    mistake = check_card(_card(**keys), seat, round_wind, winner, rules)
    return None if mistake is None else mistake[0]


def _lost(**keys):
    return _mistake(winner=False, **keys)


# ---- one card ----


def test_thirteen_tiles_are_a_losers_hand_and_fourteen_are_not():
    assert _lost(pungs=[0, 3, 0, 0], pairs=["dragon", "seat"]) is None
    assert _lost(pungs=[0, 4, 0, 0]) is None
    assert _lost(pungs=[0, 4, 0, 0], pairs=["dragon"]) == "too-many-tiles"


def test_one_set_of_the_round_wind():
    single, double = (_card(pungs=[0, 0, 2, 0], round_wind=sets) for sets in (1, 2))
    assert check_card(single, "N", "E", True, BABCOCK) is None
    assert check_card(double, "N", "E", True, BABCOCK) == ("round-wind-twice", "round_wind")


def test_two_pairs_of_a_wind_use_up_its_tiles():
    assert _lost(pairs=["seat", "seat"]) is None
    assert _lost(pairs=["seat"] * 3) == "wind-pairs"
    assert _lost(pairs=["round", "round"]) is None
    assert _lost(pairs=["round"] * 3) == "wind-pairs"
    assert check_card(_card(pairs=["both"] * 2), "E", "E", False, BABCOCK) is None
    assert check_card(_card(pairs=["both"] * 3), "E", "E", False, BABCOCK) == ("wind-pairs", "pairs")


def test_a_pair_beside_a_set_of_the_same_wind_is_one_tile_too_many():
    def lost(seat_wind, round_of, pairs, seat="N", around="E", rules=BABCOCK):
        card = _card(pungs=[0, 0, 2, 0], seat_wind=seat_wind, pairs=pairs)
        card.round_wind = round_of
        mistake = check_card(card, seat, around, False, rules)
        return None if mistake is None else mistake[0]

    assert lost(1, 0, ["seat"]) == "seat-wind-pair"
    assert lost(0, 1, ["round"]) == "seat-wind-pair"
    assert lost(0, 1, ["seat"]) is None
    assert lost(1, 0, ["round"]) is None
    # Each of two players has two seat winds: with a set of one, a pair of the other is possible.
    two = load("babcock", {}, 2)
    assert lost(1, 0, ["seat"], "E", "W", two) is None
    assert lost(2, 0, ["seat"], "E", "W", two) == "seat-wind-pair"
    assert lost(1, 1, ["seat"], "E", "E", two) == "seat-wind-pair"


def test_the_third_dragon_allows_two_pairs():
    two_sets = {"pungs": [0, 0, 2, 0], "dragons": 2}
    assert _lost(pairs=["dragon"] * 2, **two_sets) is None
    assert _lost(pairs=["dragon"] * 3, **two_sets) == "dragon-pairs"
    assert _lost(pungs=[0, 0, 3, 0], dragons=3, pairs=["dragon"]) == "dragon-pairs"


def test_four_sets_of_honours_and_a_scoring_pair_are_no_suit_at_all():
    def won(seat, round_of, pungs, pairs):
        card = _card(pungs=pungs, dragons=2, seat_wind=1, pairs=pairs)
        card.round_wind = round_of
        mistake = check_card(card, seat, "E", True, BABCOCK)
        return None if mistake is None else mistake[0]

    # a set of the wind that is both counts once
    assert won("E", 1, [1, 0, 3, 0], ["dragon"]) is None
    assert won("N", 1, [0, 0, 4, 0], ["dragon"]) == "suit-no-honours"
    assert won("N", 1, [0, 0, 4, 0], []) is None


def test_no_chows_is_what_four_sets_say():
    assert _mistake(pungs=[0, 0, 4, 0], no_chows=True) is None
    assert _mistake(pungs=[0, 0, 4, 0], no_chows=False) == "chows-named"
    assert _mistake(pungs=[0, 0, 3, 0], no_chows=True) == "chows-named"
    assert _mistake(pungs=[0, 0, 3, 0], no_chows=False) is None


def test_a_hand_without_four_sets_has_no_arrangement():
    twins = load("chinese", {"seven_twins": True})
    assert _mistake(twins, special=["seven_twins"]) is None
    mistake = check_card(_card(special=["seven_twins"], pungs=[1, 0, 0, 0]), "N", "E", True, twins)
    assert mistake == ("sets-named", "special/0")
    assert _mistake(CHINESE, special=["seven_twins"]) == "not-in-force"


def test_the_fourth_tile_is_of_an_open_pung_and_filled_a_chow():
    assert _mistake(pungs=[1, 0, 0, 0], fourth=True) is None
    assert _mistake(pungs=[0, 0, 1, 0], fourth=True) is None
    assert _mistake(pungs=[0, 1, 0, 0], fourth=True) == "fourth"
    assert _mistake(fourth=True) == "fourth"
    assert _mistake(pungs=[1, 3, 0, 0], fourth=True) == "fourth"


def test_the_last_set_is_one_that_can_be():
    twins = load("chinese", {"seven_twins": True})
    assert _mistake(CHINESE, pungs=[0, 4, 0, 0], last_set="chow-end") == "last-set-chow"
    assert _mistake(CHINESE, pungs=[0, 3, 0, 0], last_set="chow-end") is None
    assert _mistake(twins, special=["seven_twins"], last_set="chow-end") == "last-set-chow"
    # not checked if the last set does not count
    assert _mistake(BABCOCK, pungs=[0, 4, 0, 0], last_set="chow-end") is None
    assert _mistake(CHINESE, last_set="pair-seat") == "last-set-seat"
    assert _mistake(CHINESE, seat="E", last_set="pair-seat") is None
    by_pair = [rules for rules in (CHINESE, HARR_LIMIT) if rules.knows_pair_filled()]
    by_name = [rules for rules in (CHINESE, HARR_LIMIT) if not rules.knows_pair_filled()]
    for rules in by_pair:
        assert _mistake(rules, pairs=["dragon"], last_set="pair-major") == "last-set-pair"
        assert _mistake(rules, last_set="pair-major") is None
    for rules in by_name:
        assert _mistake(rules, pairs=["dragon"], last_set="pair-simple") == "last-set-other-pair"
        assert _mistake(rules, pairs=["dragon"], last_set="pair-major") is None
    assert by_pair
    assert _mistake(twins, special=["seven_twins"], pairs=["dragon"], last_set="pair-simple") is None


def test_the_first_mistake_is_reported():
    assert _mistake(pungs=[5, 0, 0, 0], flowers=[1]) == "five-sets"
    assert _mistake(pungs=[4, 0, 0, 0], flowers=[1]) == "no-flowers"


def test_a_special_hand_that_is_named_is_one_that_the_counts_allow():
    def named(hand, by="discard", rules=BABCOCK, beside=(), **keys):
        return check_named(_card(special=[hand] + list(beside), **keys), Win(by), rules) is None

    def open_majors(number):
        return [0, 0, number, 0]

    # three sets of winds, none of dragons
    assert named("four_winds", pungs=open_majors(3), seat_wind=1)
    assert not named("four_winds", pungs=open_majors(2), seat_wind=1)
    assert not named("four_winds", pungs=open_majors(3), dragons=1, seat_wind=1)
    assert named("four_winds", pungs=open_majors(4), dragons=1, seat_wind=1)
    assert not named("four_winds", pungs=open_majors(3), suit="full", seat_wind=1)
    own = [load(name) for name in ("harr", "harr-limit", "babcock", "chinese")]
    own = [rules for rules in own if any(row[1] == "four_winds_with_own" for row in rules.special)]
    for rules in own:
        assert named("four_winds", rules=rules, pungs=open_majors(3), seat_wind=1)
        in_force = any(row[:2] == ("four_winds", "four_winds_with_own") for row in rules.special)
        assert named("four_winds", rules=rules, pungs=open_majors(3)) == (not in_force)
    assert named("all_majors", pungs=open_majors(4))
    assert not named("all_majors", pungs=[1, 0, 3, 0])
    assert not named("all_majors", pungs=open_majors(4), suit="full")
    assert named("all_majors", beside=("seven_twins",))
    assert not named("all_majors")
    assert named("nine_gates", suit="full")
    assert not named("nine_gates", suit="half")
    assert named("nine_gates", suit="full", pungs=[1, 0, 0, 0])
    assert not named("nine_gates", "draw", suit="full", pungs=[1, 0, 0, 0])
    assert not named("nine_gates", suit="full", pungs=[2, 0, 0, 0])
    assert not named("nine_gates", suit="full", kongs=[0, 1, 0, 0])
    assert named("four_kongs", kongs=[1, 1, 1, 1])
    assert not named("four_kongs", kongs=[1, 1, 1, 0])
    for pungs, kongs in (([0, 1, 0, 1], [0, 1, 0, 0]), ([0, 0, 0, 1], [0, 1, 0, 1]), ([0, 2, 0, 0], [0, 0, 0, 1])):
        assert named("three_concealed", pungs=pungs, kongs=kongs)
    assert named("three_concealed", pungs=[0, 1, 0, 1], kongs=[1, 0, 0, 0], claimed=1)
    assert not named("three_concealed", pungs=[0, 1, 0, 1], kongs=[1, 0, 0, 0])
    assert named("four_concealed", pungs=[0, 1, 0, 1], kongs=[0, 1, 0, 1])
    assert not named("four_concealed", pungs=[0, 1, 1, 1], kongs=[0, 1, 0, 0])
    assert named("thirteen_orphans")
    assert not named("thirteen_orphans", suit="half")
    assert named("three_dragons", pungs=open_majors(3), dragons=3)
    assert not named("three_dragons", pungs=open_majors(3), dragons=2)
    assert named("all_honours", suit="honours")
    assert not named("all_honours")
    assert named("seven_twins")
    second = check_named(_card(special=["seven_twins", "three_dragons"]), Win("draw"), BABCOCK)
    assert second == ("not-that-hand", "special/1")


def test_a_robbed_kong_fills_no_pair():
    assert check_named(_card(last_set="pair-major"), Win("rob"), CHINESE) == ("rob-pair", "last_set")
    assert check_named(_card(last_set="chow-end"), Win("rob"), CHINESE) is None
    assert check_named(_card(last_set="pair-major"), Win("draw"), CHINESE) is None
    assert check_named(_card(), Win("rob"), CHINESE) is None


def test_a_card_alone_has_no_more_than_there_is():
    """The most sets of every kind, the most dragons, the most twins."""
    for kind in ("pungs", "kongs"):
        for slot in range(4):
            five = {"pungs": [4, 0, 0, 0], "kongs": [0, 0, 0, 0]}
            five[kind] = [number + (index == slot) for index, number in enumerate(five[kind])]
            assert _mistake(**five) == "five-sets", five
    assert _mistake(pungs=[0, 0, 5, 0], dragons=1) == "five-sets"
    assert _mistake(pungs=[0, 0, 3, 0], dragons=3) is None
    assert _mistake(pungs=[0, 0, 4, 0], dragons=4) == "dragons-in-all"
    assert _mistake(pairs=["dragon", "seat"]) == "second-pair"
    twins = load("babcock", {"seven_twins": True})
    assert _mistake(twins, pairs=["dragon"] * 6 + ["seat"], special=["seven_twins"], suit="honours") is None
    assert (
        _mistake(twins, pairs=["dragon"] * 6 + ["seat"] * 2, special=["seven_twins"], suit="honours") == "second-pair"
    )


def test_four_sets_of_honours_and_an_unnamed_pair_are_half_a_suit():
    four = {"pungs": [0, 0, 4, 0], "dragons": 3, "seat_wind": 1, "suit": "half"}
    assert _mistake(**four) is None


# ---- all cards of a deal ----


def _together(rules=BABCOCK, **cards):
    mistake = check_together({seat: _card(**keys) for seat, keys in cards.items()}, "E", rules)
    return None if mistake is None else (mistake[0], mistake[2])


def test_the_round_wind_allows_one_set_or_two_pairs():
    pair, own, own_round = {"pairs": ["round"]}, {"pairs": ["seat"]}, {"pairs": ["both"]}
    wind = {"pungs": [0, 0, 1, 0], "round_wind": 1}
    assert _together(S=pair, W=pair) is None
    assert _together(S=pair, W=pair, N=pair) == ("round-wind-in-all", "pairs")
    assert _together(E=own, S=pair, W=pair) == ("round-wind-in-all", "pairs")
    assert _together(E=own_round, S=pair) is None
    assert _together(E=own_round, S=pair, W=pair) == ("round-wind-in-all", "pairs")
    assert _together(E={"pairs": ["both", "both"]}, S=pair) == ("round-wind-in-all", "pairs")
    assert _together(S=own, W=own, N=own) is None
    in_souths_round = {"E": _card(pairs=["round", "round"]), "S": _card(pairs=["both"])}
    assert check_together(in_souths_round, "S", BABCOCK) == ("round-wind-in-all", "S", "pairs")
    assert _together(S=wind, W=pair) == ("round-wind-in-all", "pairs")
    assert _together(S=pair, W=wind) == ("round-wind-in-all", "round_wind")
    assert _together(S=wind, W=wind) == ("round-wind-in-all", "round_wind")
    assert _together(E=own_round, S=wind) == ("round-wind-in-all", "round_wind")
    assert _together(S=wind, E=own_round) == ("round-wind-in-all", "round_wind")


def test_a_player_with_too_many_pairs_of_dragons_is_named():
    two, three = {"pungs": [0, 0, 2, 0], "dragons": 2}, {"pungs": [0, 0, 1, 0], "dragons": 1}
    assert _together(E=two, S={"pairs": ["dragon"] * 2}) is None
    assert _together(E=two, S={"pairs": ["dragon"] * 3}) == ("dragon-pairs-in-all", "pairs")
    assert _together(E={"pairs": ["dragon"]}, S=two, W=three) == ("dragon-pairs-in-all", "dragons")


def test_thirteen_kinds_of_majors_ten_of_them_no_dragons():
    def card(majors, dragons=0):
        return {"pungs": [0, 0, majors, 0], "dragons": dragons}

    assert _together(E=card(4), S=card(4), W=card(2)) is None
    assert _together(E=card(4), S=card(4), W=card(3)) == ("majors-in-all", "")
    assert _together(E=card(4, 3), S=card(4), W=card(3)) is None
    assert _together(E=card(4, 3), S=card(4), W=card(4), N=card(1)) is None
    assert _together(E=card(4, 3), S=card(4), W=card(4), N=card(2)) == ("majors-in-all", "")
    for kind in ("pungs", "kongs"):
        for slots in ([0, 0, 1, 0], [0, 0, 0, 1]):
            four, three, two = ({kind: [number * slot for slot in slots]} for number in (4, 3, 2))
            assert _together(E=four, S=four, W=two) is None
            assert _together(E=four, S=four, W=three) == ("majors-in-all", ""), (kind, slots)


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


def test_a_card_names_no_tiles_and_a_flower_only_itself():
    answer = ask(deal_of({"pungs": [0, 0, 1, 0], "dragons": 1, "flowers": [4]}, options={"flowers": "seasons"}))
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


# ---- payments ----


def _settled(scores, rules, deal):
    return {p.source + p.to: p.points for p in settle(scores, deal, rules, "ESWN")}


def test_losers_settle_at_the_limit_unless_something_else_was_agreed():
    won = Deal("N", Win("discard"))
    scores = {"N": 300, "S": 20}
    plain = _settled(scores, load("babcock", {"limit": 300}), won)
    assert (plain["WS"], plain["ES"]) == (20, 40)
    agreed = load("babcock", {"limit": 300, "limit_cancels_losers": True})
    assert "WS" not in _settled(scores, agreed, won)
    assert _settled({"N": 298, "S": 20}, agreed, won)["WS"] == 20


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
