"""The score sheet has everything in the tables in force, and each line has its place in the books."""

from mingg.core.explain import sheet
from mingg.core.rules import load
from mingg.core.rules.books import RULE_SETS
from mingg.core.rules.options import offered
from mingg.core.rules.rows import ALL, LOSER, OURS, WINNER

KINDS = (sheet.DOUBLING, sheet.SPECIAL, sheet.ADDED)


def _every_table():
    for name in RULE_SETS:
        for players in (2, 3, 4, 5):
            yield load(name, {}, players)
        for option, choices, _, _, _ in offered(load(name)):
            for value in choices:
                yield load(name, {option: value})


def test_every_row_in_force_is_on_the_sheet_once_for_whom_it_counts_with_a_reason_and_a_page():
    for rules in _every_table():
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
