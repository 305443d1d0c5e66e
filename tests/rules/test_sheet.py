"""The score sheet has everything in the tables in force, with its place in the books. The options that a device
offers can all be agreed on, and those without effect are marked."""

from help.texts import every_table, section
from mingg.core.explain import sheet
from mingg.core.rules import RULE_SETS, load, module_of, options_of
from mingg.core.rules.agreed import wrong
from mingg.core.rules.options import carried_over, in_force, offered, option_of, said_of, why_not
from mingg.core.rules.rows import ALL, LOSER, OURS, WINNER

KINDS = (sheet.DOUBLING, sheet.SPECIAL, sheet.ADDED)


def test_every_row_in_force_is_on_the_sheet_once_for_whom_it_counts_with_a_reason_and_a_page():
    for rules in every_table():
        pages = sheet.pages(rules)
        assert len(set(pages)) == len(pages)
        lines = [(page, line) for page in pages for line in sheet.lines(rules, page)]
        assert {page for page, _ in lines} == set(pages), "a page without lines does not exist"
        rows = {kind: [line.row for _, line in lines if line.kind == kind] for kind in KINDS}
        for who, other in ((WINNER, sheet.SETS_LOST), (LOSER, sheet.SETS_WON)):
            expected = [row for row in rules.points if row[3] in (ALL, who)]
            results = []
            for page, line in lines:
                if (
                    line.kind == sheet.FIGURE
                    and page != other
                    and line.row[3] in (ALL, who)
                    and line.row not in results
                ):
                    results.append(line.row)
            assert len(results) == len(expected), rules.id
            assert all(row in results for row in expected), rules.id
        assert len(rows[sheet.DOUBLING]) == len(rules.doublings)
        assert all(row in rows[sheet.DOUBLING] for row in rules.doublings)
        assert rows[sheet.SPECIAL] == ([] if rules.limit is None else rules.special + rules.waiting)
        assert rows[sheet.ADDED] == ([] if rules.limit is None else rules.added)
        for _, line in lines:
            why = sheet.why(line, rules)
            if line.kind in (sheet.BOOK, sheet.OPTION):
                assert why is None
            else:
                assert why.source.startswith(("Harr", "Babcock", "BMJA", "DMJL", OURS)), line


def test_pages_are_those_of_the_rule_set():
    assert sheet.HANDS not in sheet.pages(load("harr"))
    assert sheet.LAST in sheet.pages(load("chinese"))
    assert sheet.LAST_DRAWN in sheet.pages(load("harr-limit"))
    assert not [page for page in sheet.pages(load("babcock")) if page.startswith("last")]


def test_winner_and_losers_have_a_page_each_where_their_sets_count_otherwise():
    assert sheet.SETS in sheet.pages(load("babcock"))
    limit = load("harr-limit")
    assert sheet.SETS not in sheet.pages(limit)
    won, lost = [
        [line.figure.points for line in sheet.lines(limit, page) if line.row[0] == "pung"]
        for page in (sheet.SETS_WON, sheet.SETS_LOST)
    ]
    assert (won, lost) == ([2, 6, 4, 10], [2, 4, 4, 8])
    for page in (sheet.SETS_WON, sheet.SETS_LOST):
        assert [line.row[0] for line in sheet.lines(limit, page)] == ["pung"] * 4 + ["kong"] * 4 + ["pair"] * 4


def test_the_options_in_force_are_those_that_were_agreed_or_belong_to_the_book():
    def options(name, agreed):
        return [(line.row[0], line.figure) for line in sheet.lines(load(name, agreed), sheet.AGREED)[2:]]

    assert options("babcock", {}) == []
    assert options("babcock", {"seven_twins": True, "limit": 500, "feeding": False}) == [("seven_twins", True)]
    assert options("babcock", {"flowers": "shanghai"}) == [("flowers", "shanghai")]
    assert options("chinese", {"mahjong": 50}) == [("false_win", "half")], "mah-jong has a line of its own"
    assert ("discarder_pays", True) in options("harr-limit", {})


def test_shares_of_the_limit_are_points():
    def hands(agreed):
        lines = sheet.lines(load("babcock", agreed), sheet.HANDS)
        return {line.row[0]: line.figure for line in lines}

    assert hands({}) == {"heaven": 300, "earth": 150, "lucky_thirteen": 100}
    assert hands({"limit": 500})["lucky_thirteen"] == 166


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


def test_what_the_house_decides_is_not_offered():
    house = {"name": "Ours", "points": {"mahjong": 30}}
    own = [row.name for row in offered(load("babcock"))]
    assert "mahjong" in own
    assert [row.name for row in offered(load("babcock", None, 4, house))] == [name for name in own if name != "mahjong"]


def test_a_false_win_is_said_not_to_be_doubled_only_where_it_is_not():
    """Kajongg doubles no payment for a false mah-jong; the books double it for East (B p.26)."""
    for rules in ALL_SETS:
        assert said_of("false_win", load(rules)) == ("false_win single" if rules == "dmjl" else "false_win"), rules
        assert said_of("limit", load(rules)) == "limit", rules


def test_without_points_for_pairs_the_round_wind_counts_only_where_its_pung_doubles():
    """Harr's limit game counts it in a pair alone; the modern rules double it too."""
    for rules, doubles in (("harr-limit", False), ("bmja", True), ("dmjl", True)):
        in_force = load(rules, None, 4, {"name": "Ours", "points": {"pair": False}})
        assert (in_force.pairs, in_force.counts_round) == ({}, doubles), rules
        assert load(rules).counts_round, rules


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
