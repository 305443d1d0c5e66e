"""The options that a device offers: all can be agreed on, and those without effect are marked."""

from help.messages import section
from mingg.core.rules import load
from mingg.core.rules.agreed import wrong
from mingg.core.rules.books import RULE_SETS, module_of, options_of
from mingg.core.rules.options import carried_over, in_force, option_of, why_not

ALL_SETS = RULE_SETS


def _options():
    for rules in ALL_SETS:
        for row in options_of(module_of(rules)):
            yield rules, row


def _why_not(rules, options, name):
    return why_not(option_of(rules, name), load(rules, options))


def _in_force(name, option, options=None, players=4):
    return in_force(load(name, options, players), option_of(name, option))


def test_every_choice_passes_its_check_and_every_option_offers_two_or_more():
    for rules, row in _options():
        name, offered = row.name, row.choices
        assert len(offered) >= 2, (rules, name)
        assert len(set(offered)) == len(offered), (rules, name)
        for value in offered:
            assert wrong(offered, value) is None, (rules, name, value)
            if name == "nine_mummies" and "thirteen_orphans" in load(rules).hands and value:
                continue  # thirteen orphans are always played there
            assert in_force(load(rules, {name: value}), row) == value, (rules, name, value)


def test_the_own_options_of_a_rule_set_are_offered():
    for rules, row in _options():
        assert in_force(load(rules), row) in row.choices, (rules, row.name)


def test_each_rule_set_has_its_default_options():
    assert _in_force("babcock", "limit") == 300
    assert _in_force("babcock", "limit", None, 3) == 600
    assert _in_force("harr", "limit") is None
    assert _in_force("harr-limit", "mahjong") == 10
    assert _in_force("harr-limit", "limit", {"mahjong": 20}) == 400
    assert _in_force("harr-limit", "discarder_pays") is True
    assert _in_force("babcock", "discarder_pays") is False
    assert _in_force("harr-limit", "discarder_pays", {"discarder_pays": False}) is False
    assert _in_force("chinese", "false_win") == "half"
    assert _in_force("chinese", "false_win", {"false_win": False}) is False
    assert _in_force("babcock", "false_win") is False
    assert _in_force("babcock", "flowers") == "off"


def test_another_rule_set_keeps_what_it_knows():
    agreed = {"four_winds": True, "insurance": True, "mahjong": 30, "limit": 500, "flowers": "own"}
    rows = {rules: options_of(module_of(rules)) for rules in ALL_SETS}
    assert carried_over(agreed, rows["harr"]) == {"insurance": True, "limit": 500, "flowers": "own"}
    assert carried_over(agreed, rows["harr-limit"]) == {"insurance": True, "limit": 500, "flowers": "own"}, (
        "no mah-jong of 30"
    )
    assert carried_over(agreed, rows["chinese"]) == {"mahjong": 30, "insurance": True, "limit": 500, "flowers": "own"}
    assert carried_over(agreed, rows["babcock"]) == agreed


def test_a_share_of_no_limit_makes_no_sense():
    for options in (
        {"four_winds": True},
        {"seven_twins": True},
        {"nine_easts": True},
        {"false_win": "half"},
        {"false_win": "limit"},
        {"false_win": True},
        {"dead_hand_pays_limit": True},
        {"limit_cancels_losers": True},
    ):
        name = next(iter(options))
        assert _why_not("babcock", options, name) is None, options
        options["limit"] = None
        assert _why_not("babcock", options, name) == "no-limit", options
    for options in ({"false_win": 100}, {"double_rob": True}, {"flowers": "own"}, {"four_winds": False}):
        name = next(iter(options))
        options["limit"] = None
        assert _why_not("babcock", options, name) is None, options


def test_options_that_are_off_are_never_invalid():
    for rules, row in _options():
        assert why_not(row, load(rules, {"limit": None})) is None, (rules, row[0])


def test_no_text_is_of_no_option_and_each_is_short():
    text = section("options")
    expected = {"does false_win single"}
    for _, (name, choices, _, _, _) in _options():
        expected.update(("option " + name, "does " + name))
        for value in choices:
            word = ("off", "on")[value] if isinstance(value, bool) else str(value)
            expected.update((" ".join(("does", name, word)), "value " + word))
    assert set(text) <= expected
    assert not [sentence for key, sentence in text.items() if key[:5] == "does " and len(sentence) > 50]
