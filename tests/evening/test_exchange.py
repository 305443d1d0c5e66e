"""Exchanges: few counters settle a deal; as JSON each error names its place. tests/oracles/test_exchanges.py compares
them with the fewest possible."""

from help.banking import Bank
from help.checks import refused
from mingg.core.counters.exchange import exchange
from mingg.core.counters.sets import counters_of, read_counters, worth
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.records.kinds import HELD_ROWS, write_fields
from mingg.records.parse import read_holdings
from mingg_scoring.interchange.sessions import answer_exchange, write_exchange, write_holdings

SESSION = Session(["Ann", "Bo"], load("babcock", {}, 2), "babcock")
BABCOCK = [500, 100, 10, 2]


def test_a_player_who_has_change_makes_it():
    # South has no tens to give back on a 100, West has.
    exchanged = exchange(BABCOCK, [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 10, 0]], [-70, 70, 0], [0] * 4)
    assert exchanged.puts == [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 10, 0]]
    assert exchanged.takes == [[0, 0, 3, 0], [0, 0, 7, 0], [0, 1, 0, 0]]


def test_the_box_is_used_only_where_it_must_be():
    trays = [[1, 0, 0, 0], [0, 0, 0, 250], [0, 0, 0, 0]]
    box = [5, 5, 50, 50]
    exchanged = exchange(BABCOCK, trays, [-10, 0, 10], box)
    # Far fewer counters would do with the box, but the players can settle without it.
    assert (exchanged.box, exchanged.moved) == ([0, 0, 0, 0], 251)
    trays[1][3] = 249
    exchanged = exchange(BABCOCK, trays, [-10, 0, 10], box)
    assert exchanged.box == [-1, 4, 10, 0]
    assert exchanged.moved == 15


def test_a_player_with_too_little_is_lent_exactly_the_missing_amount():
    trays = [[0, 0, 1, 1], [1, 0, 0, 0]]
    box = [0, 1, 8, 10]
    exchanged = exchange(BABCOCK, trays, [-100, 100], box)
    assert exchanged.loans == [88, 0]
    assert exchanged.puts[0] == [0, 0, 1, 1]
    assert worth(exchanged.box, BABCOCK) == 88
    refused(exchange, BABCOCK, trays, [-100, 100], [0, 0, 8, 3])


def test_who_puts_and_takes_what():
    for values, trays, net, puts, takes in (
        # Who is due most takes the largest counters.
        ([10, 2], [[2, 0], [3, 9], [0, 0]], [12, -46, 34], [[0, 0], [3, 8], [0, 0]], [[0, 6], [0, 0], [3, 2]]),
        # Counters that a player would put anyhow cost nothing more.
        ([10, 2], [[3, 3], [0, 2]], [-6, 6], [[0, 3], [0, 0]], [[0, 0], [0, 3]]),
        ([100, 10, 2], [[0, 3, 3], [1, 0, 2]], [-26, 26], [[0, 2, 3], [0, 0, 0]], [[0, 0, 0], [0, 2, 3]]),
        # Of two for whom it costs the same the first makes change.
        ([10, 2], [[0, 2], [3, 9]], [26, -26], [[0, 2], [3, 0]], [[3, 0], [0, 2]]),
        # What is paid beside the change is paid with the largest counters of what the change left.
        (
            [32, 16, 8, 4, 2],
            [[3, 4, 0, 5, 0], [0, 5, 4, 4, 1], [0, 0, 0, 1, 2]],
            [-42, -110, 152],
            [[1, 1, 0, 0, 0], [0, 5, 3, 1, 1], [0, 0, 0, 0, 0]],
            [[0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [1, 6, 3, 0, 0]],
        ),
        (
            [32, 16, 8, 4, 2],
            [[12, 29, 0, 0, 0], [0, 0, 29, 20, 8], [5, 13, 0, 22, 16], [27, 0, 0, 4, 25], [12, 1, 0, 0, 17]],
            [-48, -34, -424, 34, 472],
            [[1, 1, 0, 0, 0], [0, 0, 4, 0, 1], [5, 13, 0, 14, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
            [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 8, 1], [6, 14, 4, 6, 0]],
        ),
        # A search that takes long looks for what saves a single counter, too, and ends after so many steps.
        (
            [100, 20, 4, 2],
            [[10, 0, 6, 10], [7, 0, 5, 8], [0, 0, 4, 8], [7, 7, 8, 6]],
            [-88, -22, 78, 32],
            [[1, 0, 0, 0], [0, 0, 5, 1], [0, 0, 0, 0], [0, 3, 1, 2]],
            [[0, 0, 2, 2], [0, 0, 0, 0], [0, 3, 4, 1], [1, 0, 0, 0]],
        ),
        (
            [100, 20, 4, 2],
            [[9, 0, 13, 15], [27, 0, 7, 5], [27, 4, 2, 27], [7, 0, 17, 23], [11, 0, 25, 24]],
            [-638, -1926, -874, 664, 2774],
            [[7, 0, 0, 1], [19, 0, 6, 1], [8, 4, 0, 0], [0, 0, 0, 0], [0, 0, 7, 0]],
            [[0, 3, 1, 0], [0, 0, 0, 0], [0, 0, 1, 1], [6, 1, 11, 0], [28, 0, 0, 1]],
        ),
    ):
        exchanged = exchange(values, trays, net, [0] * len(values))
        assert (exchanged.puts, exchanged.takes) == (puts, takes), trays


def test_impossible_operations_are_refused():
    for values, trays, points, box, why in (
        (BABCOCK, [[1, 0, 0, 0], [0, 0, 0, 0]], 2, [0, 4, 9, 4], "nobody can make"),
        (BABCOCK, [[1, 0, 0, 0], [0, 0, 0, 0]], 2, [0, 0, 0, 0], "nobody can make"),
        (BABCOCK, [[0, 0, 0, 0], [9, 0, 0, 0]], 4, [0, 0, 0, 1], "the box has 2 points"),
        ([10], [[10], [10]], 2, [10], ""),
    ):
        assert str(refused(exchange, values, trays, [-points, points], box)).startswith(why), trays
    exchange(BABCOCK, [[1, 0, 0, 0], [0, 0, 0, 0]], [-2, 2], [0, 4, 9, 5])


def _request(**change):
    share = [2, 9, 8, 10]
    request = {
        "values": [500, 100, 10, 2],
        "trays": {"E": list(share), "S": list(share), "W": list(share), "N": list(share)},
        "box": [0, 0, 0, 0],
        "net": {"E": -88, "S": 44, "W": 22, "N": 22},
    }
    request.update(change)
    return {key: value for key, value in request.items() if value is not None}


def test_the_example_of_the_format():
    answer = answer_exchange(_request())
    assert answer["moved"] == 9
    assert answer["loans"] == {}
    assert answer["box"] == [0, 0, 0, 0]
    assert answer["put"]["E"] == [0, 1, 0, 0]
    assert answer["take"]["W"] == [0, 0, 2, 1]
    assert sorted(answer) == ["box", "loans", "moved", "put", "take"]


def test_loans_and_the_box():
    request = {
        "values": [100, 10, 2],
        "trays": {"Ann": [0, 1, 1], "out": [0, 0, 0]},
        "box": [1, 8, 8],
        "net": {"Ann": -30, "out": 30},
    }
    answer = answer_exchange(request)
    assert answer["loans"] == {"Ann": 18}
    assert answer["put"] == {"Ann": [0, 1, 1]}
    assert answer["take"] == {"out": [0, 3, 0]}
    assert answer["box"] == [0, 2, -1]  # it gives 20 and gets 2: the fewest counters
    assert answer["moved"] == 4
    request["box"] = [1, 0, 8]
    assert refused(answer_exchange, request).pointer == "/box"


def test_optional_keys_may_be_omitted():
    assert answer_exchange(_request(box=None, net={"E": -2, "N": 2}))["moved"] == 1
    assert answer_exchange(_request(net={}))["moved"] == 0


def test_every_mistake_by_its_place():
    share = [1, 1, 1, 1]
    for change, place in (
        ({"values": None}, "/values"),
        ({"values": 500}, "/values"),
        ({"values": []}, "/values"),
        ({"values": [500, 100, 10, 5]}, "/values/3"),
        ({"values": [500, 100, 10, 10]}, "/values/3"),
        ({"values": [500, 200, 10, 2]}, "/values/1"),
        ({"values": [500, 100, 10, 2.0]}, "/values/3"),
        ({"trays": None}, "/trays"),
        ({"trays": []}, "/trays"),
        ({"trays": {"E": share}}, "/trays"),
        ({"trays": dict.fromkeys("ABCDEF", share)}, "/trays"),
        ({"trays": {"E": share, "S/x": [1, 1, 1]}}, "/trays/S~1x"),
        ({"trays": {"E": share, "S": [1, 1, -1, 1]}}, "/trays/S/2"),
        ({"trays": {"E": share, "S": [1, 1, 1, True]}}, "/trays/S/3"),
        ({"trays": {"E": share, "S": {}}}, "/trays/S"),
        ({"box": [0, 0, 0]}, "/box"),
        ({"box": [0, 0, 0, -1]}, "/box/3"),
        ({"box": 3}, "/box"),
        ({"net": None}, "/net"),
        ({"net": []}, "/net"),
        ({"net": {"X": 0}}, "/net/X"),
        ({"net": {"E": 3, "S": -3}}, "/net/E"),
        ({"net": {"E": "2", "S": -2}}, "/net/E"),
        ({"net": {"E": True, "S": -1}}, "/net/E"),
        ({"net": {"E": 2, "S": -4}}, "/net"),
        ({"more": 1}, "/more"),
        ({"trays": {"E": [0, 0, 0, 0], "S": [0, 0, 0, 0]}, "net": {"E": 2, "S": -2}}, "/box"),
    ):
        assert refused(answer_exchange, _request(**change)).pointer == place, change
    assert refused(answer_exchange, []).pointer == ""


def test_sets_of_counters():
    own = {"values": [100, 20, 2], "start": [19, 4, 10], "box": [1, 2, 3], "marks": ["red", "", "1 spot"]}
    for counters in ("none", "babcock", "harr", own, {"values": [2], "start": [1000]}):
        assert read_counters(counters, "/counters") == counters
    for change, place in (
        ({"values": [100, 30, 2]}, "/c/values/1"),
        ({"start": [1, 2]}, "/c/start"),
        ({"start": [1, 2, -3]}, "/c/start/2"),
        ({"box": [1]}, "/c/box"),
        ({"marks": ["red"]}, "/c/marks"),
        ({"marks": ["red", "blue", 3]}, "/c/marks/2"),
        ({"colour": 1}, "/c/colour"),
    ):
        wrong = dict(own)
        wrong.update(change)
        assert refused(read_counters, wrong, "/c").pointer == place, change
    for value, place in (("gold", "/c"), (None, "/c"), ({"values": [2]}, "/c/start"), ({"start": [2]}, "/c/values")):
        assert refused(read_counters, value, "/c").pointer == place


def test_a_bank_is_written_as_trays_box_and_loans():
    bank = Bank(counters_of("babcock", 2), 2)
    assert write_holdings(bank.holdings(), ["Ann", "Bo"]) == {
        "trays": {"Ann": [2, 9, 8, 10], "Bo": [2, 9, 8, 10]},
        "box": [4, 18, 16, 20],
    }
    exchanged = bank.apply([-2500, 2500])
    assert write_exchange(exchanged, ["Ann", "Bo"])["loans"] == {"Ann": 500}
    assert write_holdings(bank.holdings(), ["Ann", "Bo"])["loans"] == {"Ann": 500}
    holdings = write_fields(bank.holdings(), HELD_ROWS, SESSION.names)
    other = Bank(counters_of("babcock", 2), 2)
    other.resume(read_holdings(holdings, "", SESSION))
    assert other.holdings() == bank.holdings()
    exchanged = bank.apply([100, -100])
    assert write_exchange(exchanged, ["Ann", "Bo"])["repaid"] == {"Ann": 100}
