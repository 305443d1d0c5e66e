"""Exchanges and sets of counters in the interchange format. Each error names its place."""

from mingg.core.counters.bank import Bank
from mingg.core.counters.sets import counters_of
from mingg.core.interchange.counters import read_counters
from mingg.core.interchange.json_in import BadInput
from mingg.records import kinds
from mingg.records.parse import read_holdings
from mingg_scoring.interchange.sessions import answer_exchange, write_exchange, write_holdings


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


def _error_at(call, *arguments):
    try:
        call(*arguments)
    except BadInput as error:
        return error.pointer
    return None


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
    assert _error_at(answer_exchange, request) == "/box"


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
        assert _error_at(answer_exchange, _request(**change)) == place, change
    assert _error_at(answer_exchange, []) == ""


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
        assert _error_at(read_counters, wrong, "/c") == place, change
    for value, place in (("gold", "/c"), (None, "/c"), ({"values": [2]}, "/c/start"), ({"start": [2]}, "/c/values")):
        assert _error_at(read_counters, value, "/c") == place


def test_a_bank_is_written_as_trays_box_and_loans():
    bank = Bank(counters_of("babcock", 2), 2)
    assert write_holdings(bank.holdings(), ["Ann", "Bo"]) == {
        "trays": {"Ann": [2, 9, 8, 10], "Bo": [2, 9, 8, 10]},
        "box": [4, 18, 16, 20],
    }
    exchanged = bank.apply([-2500, 2500])
    assert write_exchange(exchanged, ["Ann", "Bo"])["loans"] == {"Ann": 500}
    assert write_holdings(bank.holdings(), ["Ann", "Bo"])["loans"] == {"Ann": 500}
    holdings = kinds.write_holdings(bank.holdings())
    other = Bank(counters_of("babcock", 2), 2)
    other.resume(read_holdings(holdings, "", other.values, 2))
    assert other.holdings() == bank.holdings()
    exchanged = bank.apply([100, -100])
    assert write_exchange(exchanged, ["Ann", "Bo"])["repaid"] == {"Ann": 100}


def test_invalid_holdings_are_refused():
    bank = Bank(counters_of("babcock", 2), 2)
    share = [2, 9, 8, 10]
    for value, place in (
        ([], "/x"),
        ({}, "/x/trays"),
        ({"trays": [share]}, "/x/trays"),
        ({"trays": [share, [1]]}, "/x/trays/1"),
        ({"trays": [share, share]}, "/x/box"),
        ({"trays": [share, share], "box": [1]}, "/x/box"),
        ({"trays": [share, share], "box": share, "loans": [1]}, "/x/loans"),
        ({"trays": [share, share], "box": share, "loans": [1, -1]}, "/x/loans/1"),
        ({"trays": [share, share], "box": share, "open": [1, 1]}, "/x/open"),
        ({"trays": [share, share], "box": share, "open": ["1", "1"]}, "/x/open"),
        ({"trays": [share, share], "box": share, "more": 1}, "/x/more"),
    ):
        assert _error_at(read_holdings, value, "/x", bank.values, 2) == place, value
