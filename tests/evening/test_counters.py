"""Sets of counters, and values that are no set."""

import json

from mingg.core.counters.sets import counters_of, remainders, smallest, worth, wrong_tray, wrong_values

BOOKS = __file__.rpartition("evening")[0] + "oracles/examples.jsonl"


def test_babcocks_set_is_as_the_book_has_it():
    with open(BOOKS) as lines:
        fact = next(json.loads(line) for line in lines if '"babcock-counters"' in line)["fact"]
    counters = counters_of("babcock", 4)
    assert {str(value): counters.start[i] for i, value in enumerate(counters.values)} == fact["counters"]
    assert sum(counters.start) == fact["pieces"]
    assert worth(counters.start, counters.values) == fact["total"]
    assert counters.box == [0, 0, 0, 0]


def test_harrs_shares_are_worth_2000():
    counters = counters_of("harr", 4)
    assert counters.values == [1000, 500, 100, 10, 2]
    assert worth(counters.start, counters.values) == 2000


def test_the_smallest_counter_is_the_last_that_any_tray_has():
    for trays, value in (
        ([[1, 0, 0], [0, 2, 0]], 10),
        ([[0, 0, 1], [3, 0, 0]], 2),
        ([[2, 0, 0]], 100),
        ([[0, 0, 0]], 0),
    ):
        assert smallest([100, 10, 2], trays) == value, trays


def test_points_above_a_whole_hundred_are_left_over():
    """Babcock p.82."""
    assert remainders([2044, 300, 98, 2, 0, -58]) == [44, 0, 98, 2, 0, 0]


def test_with_fewer_players_the_box_has_the_other_shares():
    assert counters_of("babcock", 3).box == [2, 9, 8, 10]
    assert counters_of("babcock", 2).box == [4, 18, 16, 20]
    assert counters_of("babcock", 5).box == [0, 0, 0, 0]


def test_a_set_of_ones_own_and_none():
    counters = counters_of(
        {"values": [100, 20, 2], "start": [19, 4, 10], "box": [1, 2, 3], "marks": ["red", "", "o"]}, 4
    )
    assert (counters.values, counters.start, counters.box, counters.marks) == (
        [100, 20, 2],
        [19, 4, 10],
        [1, 2, 3],
        ["red", "", "o"],
    )
    assert counters_of({"values": [10, 2], "start": [1, 2]}, 4).box == [0, 0]
    assert counters_of("none", 4) is None


def test_changes_to_one_rule_set_do_not_leak_into_the_next():
    counters_of("babcock", 4).start[0] = 7
    counters_of("babcock", 4).values[0] = 7
    assert counters_of("babcock", 4).start[0] == 2
    assert counters_of("babcock", 4).values[0] == 500


def test_values_that_are_no_set():
    for values in ([500, 100, 10, 2], [2], [1000, 500, 100, 20, 10, 2], [64, 32, 16, 8, 4, 2]):
        assert wrong_values(values) is None, values
    for values, place in (
        ([], -1),
        ([64 << i for i in range(6, -1, -1)], -1),
        ([500, 100, 5], 2),
        ([100, 100], 1),
        ([10, 100], 1),
        ([100, 30, 2], 1),
        ([100, 0], 1),
        ([100, -2], 1),
        ([True], 0),
        (["2"], 0),
        ([None], 0),
    ):
        assert wrong_values(values)[0] == place, values


def test_invalid_trays_are_refused():
    assert wrong_tray([0, 3, 1000000], [100, 10, 2]) is None
    for tray, place in (([1, 2], -1), ([1, 2, 3, 4], -1), ([1, -1, 0], 1), ([1, 2, True], 2), ([1000001, 0, 0], 0)):
        assert wrong_tray(tray, [100, 10, 2])[0] == place, tray
