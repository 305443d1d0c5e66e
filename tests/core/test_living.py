"""Worked deals by the modern rule sets: hands counted by hand from the official pages, and the printed ones."""

import json

from answers import ask
from checks import differences, refuses
from mingg.core.interchange.cards import write_card
from mingg.core.rules import load
from mingg.core.rules.books import MODERN
from mingg_scoring.interchange.answers import read_standalone

LIVING = __file__.rpartition("core")[0] + "books/examples-living.jsonl"


def _examples():
    with open(LIVING) as lines:
        return [json.loads(line) for line in lines]


def test_every_worked_deal_is_counted_as_it_was_by_hand():
    asked = 0
    for example in _examples():
        wrong = list(differences(example["expect"], ask(example["deal"])))
        assert not wrong, (example["id"], wrong)
        asked += 1
    assert asked == 133, asked


def test_the_cards_of_the_worked_deals_count_as_their_tiles():
    asked = 0
    for example in _examples():
        deal = example["deal"]
        if "error" in example["expect"] or not any("tiles" in hand for hand in deal["hands"].values()):
            continue
        _, _, read = read_standalone(deal)
        by_card = dict(deal, hands={seat: {"card": write_card(read.cards[seat])} for seat in deal["hands"]})
        tiles, cards = ask(deal), ask(by_card)
        assert cards["net"] == tiles["net"], example["id"]
        for seat in deal["hands"]:
            for key in ("score", "points", "doublings", "special"):
                assert cards["hands"][seat].get(key) == tiles["hands"][seat].get(key), (example["id"], seat, key)
        asked += 1
    assert asked > 110, asked


# ---- what only these rule sets know ----


def _deal(card, rules="bmja", **win):
    win.setdefault("by", "draw")
    return {"rules": rules, "winner": "S", "win": win, "hands": {"S": {"card": card}}}


PUNGS = {"pungs": [1, 2, 0, 1]}


def _score(card, rules="bmja", **win):
    answer = ask(_deal(card, rules, **win))
    assert "error" not in answer, answer
    return answer["hands"]["S"]["score"]


def _refused_at(deal):
    return ask(deal).get("error", {}).get("at")


def test_other_rule_sets_refuse_the_keys():
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        assert _refused_at(_deal(PUNGS, rules, call=True)) == "/win/call"
        assert _refused_at(_deal(PUNGS, rules, by="loose", twofold=True)) == "/win/twofold"
        assert _refused_at(_deal(PUNGS, rules, by="discard", last=True)) == "/win/last"
        assert _refused_at(_deal(dict(PUNGS, winds=1), rules)) == "/hands/S/card/winds"
        assert _refused_at(_deal(dict(PUNGS, special=["concealed_hand"]), rules)) == "/hands/S/card/special/0"
        assert _refused_at(_deal(dict(PUNGS, pairs=["wind"]), rules)) == "/hands/S/card/pairs/0"
        deal = _deal(PUNGS, rules)
        deal["hands"]["E"] = {"card": {"fishing": "knitting"}}
        assert _refused_at(deal) == "/hands/E/card/fishing"


def test_the_german_rules_know_nobody_who_waits():
    deal = _deal(PUNGS, "dmjl")
    deal["hands"]["E"] = {"card": {"fishing": "thirteen_orphans"}}
    assert _refused_at(deal) == "/hands/E/card/fishing"


def test_a_card_names_what_its_counts_do_not_tell():
    chows = {"pungs": [0, 1, 0, 0]}
    assert _score(dict(chows, special=["concealed_hand"]), "dmjl") == 2 * _score(chows, "dmjl")
    green = {"pungs": [0, 2, 0, 1], "dragons": 1, "suit": "half", "special": ["jade"]}
    assert _score(green, "dmjl", by="discard") == 500
    jade = {"pungs": [0, 3, 0, 1], "dragons": 1, "suit": "half", "special": ["imperial_jade"]}
    assert _score(jade, "bmja", by="discard") == 1000
    assert _score({"special": ["knitting"]}) == 500
    assert _score({"special": ["all_pair_honours"], "pairs": ["dragon", "dragon", "seat"]}) == 500
    assert _score({"special": ["thirteen_orphans"], "flowers": [2]}) == 1000


def test_a_card_that_contradicts_its_special_hand_is_refused():
    for rules, hand, fits, others in (
        (
            "bmja",
            "four_blessings",
            {"pungs": [0, 0, 1, 3], "winds": 4, "suit": "half"},
            ({"suit": "mixed"}, {"pungs": [0, 0, 1, 2], "winds": 3}),
        ),
        (
            "bmja",
            "imperial_jade",
            {"pungs": [0, 3, 0, 1], "dragons": 1, "suit": "half"},
            (
                {"suit": "mixed"},
                {"pungs": [0, 2, 0, 1]},
                {"pungs": [0, 2, 0, 2]},
                {"pungs": [0, 2, 0, 2], "dragons": 2},
            ),
        ),
        (
            "dmjl",
            "jade",
            {"pungs": [0, 2, 0, 1], "dragons": 1, "suit": "half"},
            ({"suit": "mixed"}, {"pungs": [0, 1, 0, 2]}, {"pungs": [0, 1, 0, 2], "dragons": 2}),
        ),
        (
            "bmja",
            "gates_of_heaven",
            {"pungs": [0, 0, 0, 1], "suit": "full"},
            ({"suit": "half"}, {"pungs": [0, 0, 1, 1]}, {"kongs": [0, 1, 0, 0]}),
        ),
    ):
        card = dict(fits, special=[hand])
        assert ask(_deal(card, rules))["hands"]["S"]["special"] == hand
        for other in others:
            assert _refused_at(_deal(dict(card, **other), rules)) == "/hands/S/card/special/0", (hand, other)
    # A claimed tile may have completed an exposed pung.
    assert _score({"pungs": [0, 0, 1, 1], "suit": "full", "special": ["gates_of_heaven"]}, by="discard") == 1000


def test_three_and_four_sets_of_winds_double_once_and_twice_by_the_german_rules():
    for winds, item in ((3, ("little-winds", 1)), (4, ("big-winds", 2))):
        deal = _deal(PUNGS, "dmjl")
        card = {"pungs": [0, 0, winds, 0], "winds": winds, "pairs": ["wind"] if winds == 3 else []}
        deal["hands"]["E"] = {"card": card}
        doubled = [(doubling["id"], doubling["times"]) for doubling in ask(deal)["hands"]["E"]["doubled"]]
        assert [entry for entry in doubled if entry[0][-6:] == "-winds"] == [item]


def test_a_card_names_the_winning_tile_or_its_hand():
    kong = {"pungs": [1, 2, 0, 0], "kongs": [0, 1, 0, 0]}
    plain = _score(kong, by="loose")
    for more in ({"tile": "5p"}, {}):
        card = kong if more else dict(kong, special=["plum"])
        assert _score(card, by="loose", **more) == 1000
    assert _score(kong, by="loose", tile="4p") == plain
    assert _refused_at(_deal(dict(kong, special=["plum"]), by="draw")) == "/hands/S/card/special/0"
    assert _refused_at(_deal(dict(kong, special=["plum"]), by="loose", tile="4p")) == "/hands/S/card/special/0"
    assert _score(dict(PUNGS, special=["moon"]), last=True) == 1000
    assert _score(PUNGS, last=True, tile="1p") == 1000


def test_four_sets_of_winds_are_counted_on_the_card():
    winds = {"pungs": [0, 0, 0, 4], "winds": 4, "suit": "half", "seat_wind": 1, "round_wind": 1}
    assert ask(_deal(winds, by="discard"))["hands"]["S"]["special"] == "four_blessings"
    assert ask(_deal(winds, "dmjl", by="discard"))["hands"]["S"]["score"] == 500
    waiting = _deal(PUNGS)
    waiting["hands"]["E"] = {"card": {"fishing": "four_blessings", "pungs": [0, 0, 0, 3], "winds": 3}}
    assert ask(waiting)["hands"]["E"]["special"] == "four_blessings"
    three = {"pungs": [1, 0, 3, 0], "winds": 3, "seat_wind": 1}
    without = _score(three, "dmjl", by="discard")
    assert _score(dict(three, pairs=["wind"]), "dmjl", by="discard") == 2 * without
    assert _refused_at(_deal(dict(three, winds=1, round_wind=1), "dmjl")) == "/hands/S/card/winds"
    assert _refused_at(_deal(dict(three, winds=4, dragons=1), "dmjl")) == "/hands/S/card/winds"
    assert _refused_at(_deal(dict(winds, pairs=["wind"]), "dmjl")) == "/hands/S/card/pairs"


def test_impossible_wins_and_hands_are_refused():
    assert _refused_at(_deal(PUNGS, by="loose")) == "/win/by"
    one = {"pungs": [1, 1, 0, 1], "kongs": [0, 1, 0, 0]}
    assert _refused_at(_deal(one, by="loose", twofold=True)) == "/win/twofold"
    assert _refused_at(_deal(PUNGS, twofold=True)) == "/win/twofold"
    assert _refused_at(_deal(one, call=True)) == "/win/call"
    assert _refused_at(_deal({"pungs": [1, 1, 0, 0]})) == "/hands/S/card"
    assert _refused_at(_deal(dict(PUNGS, fishing="knitting"))) == "/hands/S/card/fishing"
    assert _refused_at(_deal({"special": ["knitting"], "pungs": [1, 0, 0, 0]})) == "/hands/S/card/special/0"
    assert _refused_at(_deal({"special": ["knitting"]}, "dmjl")) == "/hands/S/card/special/0"
    deal = _deal(PUNGS)
    deal["hands"]["E"] = {"card": {"fishing": "knitting", "pungs": [1, 0, 0, 0]}}
    assert _refused_at(deal) == "/hands/E/card/fishing"
    deal["hands"]["E"] = {"card": {"fishing": "purity", "pungs": [1, 0, 0, 0], "suit": "full"}}
    assert _refused_at(deal) == "/hands/E/card/fishing"


def test_tiles_of_an_original_call_lie_in_the_hand():
    deal = _deal({}, tile="4p", by="discard", call=True)
    deal["hands"]["S"] = {"tiles": "(345m) 222s 777p 999m 44p"}
    assert _refused_at(deal) == "/win/call"


def test_thirteen_orphans_may_rob_a_concealed_kong():
    orphans = "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 77z"
    deal = {"rules": "bmja", "winner": "S", "win": {"tile": "1z", "by": "rob", "from": "E"}}
    deal["hands"] = {"S": {"tiles": orphans}, "E": {"tiles": "111z 234m 567p 2345s"}}
    for rules in MODERN:
        deal["rules"] = rules
        assert ask(deal)["hands"]["S"]["special"] == "thirteen_orphans"
    deal["hands"]["E"] = {"tiles": "11z 234m 567p 2345s 9s"}
    assert _refused_at(deal) == "/win/tile", "the robbed player has only two of the tile"
    deal["hands"] = {"S": {"tiles": "456p 222m 777m 333s 66s"}, "E": {"tiles": "555p 234m 678p 2345s"}}
    assert _refused_at(dict(deal, win=dict(deal["win"], tile="5p"))) == "/win/tile", "another hand"
    deal["hands"] = {"S": {"tiles": orphans}, "E": {"tiles": "111z 234m 567p 2345s"}}
    deal.update(rules="babcock", options={"thirteen_orphans": True})
    assert _refused_at(deal) == "/win/tile"


def test_whoever_is_robbed_by_thirteen_orphans_has_a_pung():
    deal = _deal({"special": ["thirteen_orphans"]}, by="rob")
    deal["win"]["from"] = "E"
    for pungs, place in (([0, 0, 0, 0], "/win/from"), ([0, 0, 0, 1], None), ([1, 0, 0, 0], None)):
        deal["hands"]["E"] = {"card": {"pungs": pungs}}
        assert _refused_at(deal) == place, pungs


def test_a_draw_is_followed_by_a_goulash_by_the_british_rules_alone():
    for rules, goulash in (("bmja", True), ("dmjl", False), ("babcock", False)):
        loaded, _, read = read_standalone({"rules": rules, "winner": None, "hands": {}})
        assert loaded.goulash_follows(read) is goulash
    loaded, _, read = read_standalone(_deal(PUNGS))
    assert not loaded.goulash_follows(read)
    ended = {"rules": "bmja", "winner": None, "hands": {}, "false_win": "S", "options": {"false_win": 100}}
    loaded, _, read = read_standalone(ended)
    assert not loaded.goulash_follows(read)


def test_east_passes_after_nine_wins_by_the_german_rules():
    deal = {"rules": "dmjl", "winner": "E", "win": {"by": "draw"}, "streak": 9, "hands": {"E": {"card": PUNGS}}}
    answer = ask(deal)
    assert (answer["hands"]["E"]["special"], answer["next"]["deal"]) == ("nine_easts", "passes")
    deal["streak"] = 8
    assert ask(deal)["next"]["deal"] == "stays"
    deal.update(streak=9, options={"nine_easts": False})
    answer = ask(deal)
    assert ("special" in answer["hands"]["E"], answer["next"]["deal"]) == (False, "stays")


def test_a_false_win_costs_east_no_more_by_the_german_rules():
    deal = {"rules": "dmjl", "winner": None, "hands": {}, "false_win": "S", "options": {"false_win": 100}}
    assert ask(deal)["net"] == {"E": 100, "S": -300, "W": 100, "N": 100}
    deal["rules"] = "bmja"
    assert ask(deal)["net"] == {"E": 200, "S": -400, "W": 100, "N": 100}


def test_a_pure_hand_counts_as_purity_or_with_its_flowers():
    pure = {"pungs": [2, 2, 0, 0], "suit": "full"}
    # 20 + 2 + 2 + 4 + 4 and 2 for drawing, x8
    assert _score(pure) == 34 * 8
    # ... and 4 x2 beside it
    assert _score(dict(pure, flowers=[2])) == 34 * 8 + 8
    # all eight flowers: (34 + 32) x2 for no chows, x16 for two bouquets
    answer = ask(_deal(dict(pure, flowers=[1, 2, 3, 4, 5, 6, 7, 8])))["hands"]["S"]
    assert answer["score"] == 1000
    assert _refused_at(_deal(dict(pure, pairs=["dragon"]))) == "/hands/S/card/suit"
    doubled = {key["id"] for key in ask(_deal(pure))["hands"]["S"]["doubled"]}
    assert doubled == {"purity"}


def test_without_a_limit_only_purity_is_left_of_the_special_hands():
    deal = _deal({"pungs": [2, 2, 0, 0], "suit": "full"})
    deal["options"] = {"limit": None}
    assert ask(deal)["hands"]["S"]["special"] == "purity"
    deal = _deal({"special": ["knitting"]})
    deal["options"] = {"limit": None}
    assert ask(deal)["hands"]["S"]["score"] == 22


def test_shares_follow_an_agreed_limit():
    deal = _deal({"special": ["knitting"]})
    deal["options"] = {"limit": 600}
    deal["hands"]["E"] = {"card": {"fishing": "knitting"}}
    deal["hands"]["N"] = {"card": {"fishing": "gates_of_heaven", "flowers": [4]}}
    hands = ask(deal)["hands"]
    assert (hands["S"]["score"], hands["E"]["score"], hands["N"]["score"]) == (300, 120, 240 + 8)


def test_an_unknown_rule_set_names_all_of_them():
    for rules in ("nts2002", "", 5, None):
        error = ask({"rules": rules, "winner": None, "hands": {}})["error"]
        assert error["at"] == "/rules"
        assert "dmjl" in error["message"]
    assert refuses(load, "nts2002")


def test_flowers_need_no_option():
    for rules in MODERN:
        assert load(rules).on("flowers") is True
