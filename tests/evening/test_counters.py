"""Counters: sets of them, values that are no set, and the counters of a session, deal after deal; payments as the
books make them."""

import json

from help.banking import Bank
from help.checks import refused
from mingg.core.counters.pairwise import BOX, Pairwise
from mingg.core.counters.sets import Counters, counters_of, lend, read_tray, remainders, smallest, worth, wrong_values
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.records.kinds import HELD_ROWS, write_fields
from mingg.records.parse import read_holdings

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
    assert read_tray([0, 3, 1000000], "", [100, 10, 2]) == [0, 3, 1000000]
    for tray in ([1, 2], [1, 2, 3, 4], [1, -1, 0], [1, 2, True], [1000001, 0, 0]):
        refused(read_tray, tray, "", [100, 10, 2])


VALUES = [500, 100, 10, 2]
NAMES = ["Ann", "Bo"]


def _bank(trays, box, values=VALUES):
    bank = Bank(Counters(values, [0] * len(values), box, []), len(trays))
    bank.trays = [list(tray) for tray in trays]
    return bank


def _all(trays, box):
    return [box[i] + sum([tray[i] for tray in trays]) for i in range(len(box))]


# The trays | the box | values of another set, loans | what each gains > what is then true; and the next deal. Open is
# what is still owed; lends and repaid are of this exchange, which moves so many counters.
EXCHANGES = """
a loan is given back first
    0 0 1 5 / 0 1 9 10 | 0 2 10 10 | -60 60 > lends 40 0, loans 40 0; 30 -30 > repaid 30 0, loans 10 0
    0 0 0 0 / 0 1 9 10 | 0 2 10 10 | loans 10 0 | 30 -30 > repaid 10 0, loans 0 0, worth 20 180
a loan stays where change cannot be made for it
    0 0 0 0 / 0 1 0 0 | 0 0 0 0 | loans 50 0 | 100 -100 > repaid 0 0, loans 50 0, trays 0 1 0 0 / 0 0 0 0
of several loans only those with exact change are paid back: not 90, nor 50; of two alike who comes first
    0 0 / 0 0 / 0 0 / 3 10 | 0 0 | values 100 10 | loans 60 30 20 0 | 100 100 100 -300 > repaid 60 0 0 0, open 0 0 0 0
    0 0 / 0 0 / 0 0 / 3 10 | 0 0 | values 100 10 | loans 20 30 60 0 | 100 100 100 -300 >
    repaid 0 0 60 0, loans 20 30 0 0
    0 0 / 0 0 / 0 0 / 3 10 | 0 0 | values 100 10 | loans 50 50 50 0 | 100 100 100 -300 > repaid 50 50 0 0
    0 0 / 0 0 / 0 0 / 3 10 | 0 0 | values 100 10 | loans 30 50 50 0 | 100 100 100 -300 > repaid 0 50 50 0
    0 0 / 0 0 / 0 0 / 3 10 | 0 0 | values 100 10 | loans 0 100 70 0 | 100 100 100 -300 > repaid 0 100 70 0
less than the smallest counter stays open until it is one
    2 9 10 / 2 9 10 / 2 9 10 / 2 9 10 | 0 0 0 | values 500 100 10 | -12 -184 560 -364 >
    worth 1990 1820 2560 1630, open -2 -4 0 6;
    -8 -6 0 14 > open 0 0 0 0, worth 1980 1810 2560 1650
of two equal players the first of the session is rounded up
    9 10 / 9 10 / 9 10 | 0 0 | values 100 10 | -5 10 -5 > open -5 0 5, worth 1000 1010 990
half of the smallest counter stays open, and more is paid as a whole one
    0 / 1 | 0 | values 20 | 8 -8 > moves 0, open 8 -8
    0 / 1 | 0 | values 20 | 10 -10 > moves 0, open 10 -10
    0 / 1 | 0 | values 20 | 12 -12 > moves 1, open -8 8
    0 / 1 | 0 | values 20 | 18 -18 > moves 1, open -2 2
the smallest counter that exists matters, not the smallest value of the set
    0 3 20 0 / 0 3 20 0 / 0 3 20 0 | 0 0 0 0 | -26 44 -18 > open -6 4 2
a player with too little pays everything and the winners share it; the next gain first settles what is open
    0 0 6 0 / 0 9 9 9 / 0 9 9 9 | 0 0 0 0 | -180 120 60 > open -120 80 40, lends 0 0 0, loans 0 0 0;
    100 -100 0 > open -20 0 20
    3 / 0 | 0 | values 2 | -10 10 > trays 0 / 3, open -4 4
a partial payment is shared in whole counters: who is due more lacks less to one; of two alike who comes first
    0 / 1 / 0 | 0 | values 2 | 2 -6 4 > open 2 -4 2
    0 / 1 / 0 | 0 | values 2 | 4 -6 2 > open 2 -4 2
    0 / 2 / 0 | 0 | values 2 | 4 -6 2 > open 2 -2 0
    0 / 2 / 0 | 0 | values 2 | 2 -6 4 > open 0 -2 2
    0 / 1 / 0 | 0 | values 2 | 20 -64 44 > open 20 -62 42
    0 / 1 / 0 | 0 | values 2 | 2 -4 2 > open 0 -2 2
payments go only to players who gained: of the sixteen that both can pay the other keeps nothing
    0 2 / 1 0 | 0 0 | values 20 4 | 14 -14 > trays 1 1 / 0 1, open -2 2
the box lends what it has to each in proportion to what they lack, in whole counters that can be changed
    0 0 1 5 / 0 0 0 0 / 1 0 0 0 | 0 0 9 0 | -80 -120 200 > lends 30 60 0, box 0 0 0 0, open -30 -60 90, worth 0 0 610
    0 / 0 / 0 | 1 | values 2 | -2 -4 6 > lends 0 2 0, open -2 -2 4
    0 0 0 0 / 0 0 0 0 | 0 1 0 1 | -4 4 > lends 2 0, box 0 1 0 0, open -2 2
the box gives nothing away that it does not lend: 146 and 54, and the other player makes up the tens
    0 0 0 / 2 0 0 | 0 0 1 | values 100 10 2 | 146 -146 > trays 2 0 0 / 0 0 0, box 0 0 1, open -54 54
a player who is paid in part repays the loan in any seat
    0 0 0 0 / 0 0 1 0 | 0 0 0 0 | loans 10 0 | 40 -40 > repaid 10 0, loans 0 0, box 0 0 1 0, open 30 -30
    0 0 1 0 / 0 0 0 0 | 0 0 0 0 | loans 0 10 | -40 40 > repaid 0 10, loans 0 0, box 0 0 1 0, open -30 30
the box can lend to one player what another repays
    0 0 0 0 / 0 0 0 0 | 0 0 0 1 | loans 2 0 | 6 -6 > repaid 2 0, lends 0 2, moves 0, loans 0 2, open 4 -4
a player who cannot make change delays no payment
    1 0 0 0 / 0 0 3 0 / 0 0 9 0 / 0 0 1 0 | 0 0 0 0 | -20 20 -40 40 > worth 500 50 50 30, open -20 0 0 20
a player with nothing due takes no part
    1 0 0 0 / 0 0 9 0 / 0 1 0 0 | 0 0 0 0 | -120 0 120 > open -120 0 120, moves 0;
    120 0 -120 > open 0 0 0; 0 0 0 > moves 0
amounts without change stay open
    1 0 0 0 / 0 1 0 0 | 0 0 0 0 | -20 20 > moves 0, trays 1 0 0 0 / 0 1 0 0, open -20 20; -380 380 > moves 2, open 0 0
amounts stay open if none can be rounded to a counter: the twenty is more than twice what either is due
    0 0 / 0 0 / 1 0 | 0 0 | values 20 10 | 6 8 -14 > moves 0, open 6 8 -14
an exchange is rounded three times at most: then the third player would pay the second 100
    1 0 0 0 / 0 0 1 0 / 0 1 0 0 / 0 0 0 0 / 0 0 0 1 | 0 0 0 0 | values 1000 200 100 20 | -196 50 -84 232 -2 > moves 0
"""


def _numbers(text):
    return [int(number) for number in text.split()]


def test_each_row_of_exchanges_moves_the_counters():
    for row in EXCHANGES.replace(";\n", ";").replace(">\n", ">").split("\n"):
        if row[:1] != " ":
            continue
        trays, box, *given, deals = [part.strip() for part in row.split("|")]
        given = {word.split()[0]: _numbers(word.partition(" ")[2]) for word in given}
        values = given.get("values", VALUES)
        bank = _bank([_numbers(tray) for tray in trays.split("/")], _numbers(box), values)
        bank.loans = given.get("loans", bank.loans)
        for deal in deals.split(";"):
            net, _, expected = deal.partition(">")
            exchanged = bank.apply(_numbers(net))
            found = {"lends": exchanged.loans, "repaid": exchanged.repaid, "moves": [exchanged.moved], "box": bank.box}
            found.update(
                {"loans": bank.loans, "open": bank.open, "worth": [worth(tray, values) for tray in bank.trays]}
            )
            for fact in expected.split(","):
                key, _, value = fact.strip().partition(" ")
                if key == "trays":
                    assert bank.trays == [_numbers(tray) for tray in value.split("/")], row
                else:
                    assert found[key] == _numbers(value), (row, found)


def test_a_player_lends_another_counters():
    for points, trays in (
        (20, [[0, 1, 5, 0], [0, 0, 2, 0], [0, 0, 0, 1]]),
        (170, [[0, 0, 0, 0], [0, 1, 7, 0], [0, 0, 0, 1]]),
    ):
        bank = _bank([[0, 1, 7, 0], [0, 0, 0, 0], [0, 0, 0, 1]], [0, 0, 0, 0])
        bank.lend(0, 1, points)
        assert (bank.trays, bank.lent, bank.loans) == (trays, [(0, 1, points)], [0, 0, 0])
    bank = _bank([[0, 1, 7, 0], [0, 0, 0, 0]], [9, 9, 9, 9])
    refused(bank.lend, 0, 1, 172)  # the box lends nothing for it
    assert (bank.trays, bank.lent) == ([[0, 1, 7, 0], [0, 0, 0, 0]], [])


def test_no_counters_move_if_nobody_gains_although_amounts_are_open():
    bank = _bank([[1, 0, 0, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    bank.apply([-20, 20])
    bank.counted({1: [0, 1, 8, 0]}, [0, 4, 9, 10])
    assert bank.apply([0, 0]).moved == 0
    assert bank.open == [-20, 20]
    bank.apply([-2, 2])
    assert bank.open == [0, 0]


# ---- payments as the books make them ----


def test_paid_exactly_with_the_largest_counters():
    paid = Pairwise(VALUES, [(0, 1, 176)], [[2, 9, 8, 10], [2, 9, 8, 10]], [0] * 4)
    assert paid.steps == [(0, 1, [0, 1, 7, 3])]
    assert paid.handled == 11


def test_the_other_gives_change():
    paid = Pairwise(VALUES, [(0, 1, 44)], [[0, 1, 0, 0], [0, 0, 9, 10]], [0] * 4)
    assert paid.steps == [(0, 1, [0, 1, 0, 0]), (1, 0, [0, 0, 5, 3])]
    assert paid.handled == 9


def test_the_box_makes_change_first_and_then_any_player():
    paid = Pairwise(VALUES, [(0, 1, 40)], [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 10, 0]], [0, 0, 9, 5])
    assert paid.steps == [(0, BOX, [0, 1, 0, 0]), (BOX, 0, [0, 0, 9, 5]), (0, 1, [0, 0, 4, 0])]
    paid = Pairwise(VALUES, [(0, 1, 40)], [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 10, 0]], [0] * 4)
    assert paid.steps == [(0, 2, [0, 1, 0, 0]), (2, 0, [0, 0, 10, 0]), (0, 1, [0, 0, 4, 0])]
    paid = Pairwise(VALUES, [(0, 1, 40)], [[0, 1, 0, 0], [0, 0, 0, 0]], [0] * 4)
    assert (paid.steps, paid.unpaid) == ([], [40, 0])


def test_the_box_pays_for_who_has_nothing_left():
    paid = Pairwise(VALUES, [(0, 1, 40)], [[0, 0, 1, 1], [0, 0, 0, 0]], [0, 0, 2, 3])
    assert paid.steps == [(0, 1, [0, 0, 1, 1]), (BOX, 1, [0, 0, 2, 3])]
    assert paid.unpaid == [2, 0]


def test_paying_by_pairs_makes_all_payments():
    trays, box = [[2, 9, 8, 10] for _ in range(4)], [0, 0, 0, 0]
    payments = [(1, 0, 176), (2, 0, 88), (3, 0, 88), (1, 2, 40), (3, 1, 22), (3, 2, 62)]
    paid = Pairwise(VALUES, payments, trays, box)
    assert [worth(tray, VALUES) for tray in paid.trays] == [2352, 1806, 2014, 1828]
    assert _all(paid.trays, paid.box) == _all(trays, box)
    assert trays == [[2, 9, 8, 10]] * 4


def test_a_gain_gives_back_the_loan_of_the_bank_then_those_of_players():
    bank = Bank(counters_of("babcock", 3), 3)
    bank.lent = lend(lend([], 0, 1, 30), 2, 1, 40)
    bank.loans = [0, 10, 0]
    bank.apply([-50, 50, 0])
    assert (bank.loans, bank.lent) == ([0, 0, 0], [(2, 1, 30)])
    bank.apply([0, -20, 20])
    assert bank.lent == [(2, 1, 30)], "a loser gives nothing back"
    bank.apply([0, 100, -100])
    assert bank.lent == []
    assert [worth(tray, VALUES) for tray in bank.trays] == [2000 - 50 + 30, 2000 + 130 - 10 - 70, 2000 - 80 + 40]


def test_a_loan_first_gives_back_what_the_lender_owes():
    assert lend([], 0, 1, 20) == [(0, 1, 20)]
    assert lend([(0, 1, 20)], 0, 1, 10) == [(0, 1, 30)]
    assert lend([(0, 1, 20)], 1, 0, 20) == []
    assert lend([(0, 1, 20), (2, 0, 6)], 1, 0, 50) == [(1, 0, 30), (2, 0, 6)]


def test_holdings_keep_the_loans_between_players():
    bank = Bank(counters_of("babcock", 2), 2)
    bank.lent = [(1, 0, 20)]
    written = write_fields(bank.holdings(), HELD_ROWS, NAMES)
    session = Session(NAMES, load("babcock", {}, 2), "babcock")
    assert read_holdings(written, "", session) == bank.holdings()
    for lent in ([[0, 0, 2]], [[0, 2, 2]], [[0, 1, 0]], [[0, 1]], [[0, 1, 2], [1, 0, 2]], 3):
        refused(read_holdings, dict(written, lent=lent), "", session)
