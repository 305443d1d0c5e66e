"""Worked deals by the modern rule sets: hands counted by hand from the official pages, and the printed ones."""

import json

from help.answers import ask, by_sets
from help.checks import differences, refuses
from mingg.core.rules import load
from mingg.core.rules.books import MODERN
from mingg_scoring.interchange.answers import read_standalone

LIVING = __file__.rpartition("rules")[0] + "oracles/examples-living.jsonl"


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


def test_the_sets_of_the_worked_deals_count_as_their_tiles():
    asked = 0
    for example in _examples():
        deal = example["deal"]
        if "error" in example["expect"] or not any("tiles" in hand for hand in deal["hands"].values()):
            continue
        _, _, read = read_standalone(deal)
        tiles, sets = ask(deal), ask(dict(deal, hands={seat: by_sets(read.hands[seat]) for seat in deal["hands"]}))
        assert sets["net"] == tiles["net"], example["id"]
        for seat in deal["hands"]:
            for key in ("score", "points", "doublings", "special"):
                assert sets["hands"][seat].get(key) == tiles["hands"][seat].get(key), (example["id"], seat, key)
        asked += 1
    assert asked > 110, asked


def test_a_draw_is_followed_by_a_goulash_by_the_british_rules_alone():
    false_win = {"false_win": "S", "options": {"false_win": 100}}
    won = {
        "winner": "S",
        "win": {"by": "draw"},
        "hands": {"S": {"sets": ["(pung simple)", "pung simple", "pung simple", "pung major"]}},
    }
    for rules, keys, goulash in (
        ("bmja", {}, True),
        ("dmjl", {}, False),
        ("babcock", {}, False),
        ("bmja", false_win, False),
        ("bmja", won, False),
    ):
        loaded, _, read = read_standalone(dict({"rules": rules, "winner": None, "hands": {}}, **keys))
        assert loaded.goulash_follows(read) is goulash, (rules, keys)


def test_an_unknown_rule_set_names_all_of_them():
    error = ask({"rules": "nts2002", "winner": None, "hands": {}})["error"]
    assert (error["at"], "dmjl" in error["message"], refuses(load, "nts2002")) == ("/rules", True, True)


def test_flowers_need_no_option():
    for rules in MODERN:
        assert load(rules).on("flowers") is True
