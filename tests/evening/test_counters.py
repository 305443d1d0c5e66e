"""Counters: sets of them, values that are no set, and the counters of a session, deal after deal; payments as the
books make them."""

import json

from help.checks import refuses
from mingg.core.counters.bank import Bank
from mingg.core.counters.pairwise import BOX, Pairwise
from mingg.core.counters.sets import Counters, counters_of, lend, remainders, smallest, worth, wrong_tray, wrong_values
from mingg.records.kinds import write_holdings
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
    assert wrong_tray([0, 3, 1000000], [100, 10, 2]) is None
    for tray, place in (([1, 2], -1), ([1, 2, 3, 4], -1), ([1, -1, 0], 1), ([1, 2, True], 2), ([1000001, 0, 0], 0)):
        assert wrong_tray(tray, [100, 10, 2])[0] == place, tray


VALUES = [500, 100, 10, 2]


def _bank(trays, box, values=VALUES):
    bank = Bank(Counters(values, [0] * len(values), box, []), len(trays))
    bank.trays = [list(tray) for tray in trays]
    return bank


def _all(trays, box):
    return [box[i] + sum([tray[i] for tray in trays]) for i in range(len(box))]


def test_a_session_begins_with_shares():
    bank = Bank(counters_of("babcock", 4), 4)
    assert bank.trays == [[2, 9, 8, 10]] * 4
    assert bank.box == [0, 0, 0, 0]
    bank.apply([-88, 44, 22, 22])
    assert bank.trays[3] != [2, 9, 8, 10]
    assert [worth(tray, VALUES) for tray in bank.trays] == [1912, 2044, 2022, 2022]


def test_an_evening_conserves_counters_and_keeps_balances():
    bank = Bank(Counters(VALUES, [0, 2, 8, 10], [4, 10, 20, 30], []), 4)
    before = _all(bank.trays, bank.box)
    balances = [worth(tray, VALUES) for tray in bank.trays]
    state = 7
    lent = False
    for _ in range(200):
        net = [0] * 4
        for player in range(1, 4):
            state = (state * 69069 + 12345) & 0x3FFFFFFF
            points = (state >> 9) % 150 * 2 - 150
            net[player] -= points
            net[0] += points
        bank.apply(net)
        balances = [balance + net[player] for player, balance in enumerate(balances)]
        assert _all(bank.trays, bank.box) == before
        assert all(min(tray) >= 0 for tray in bank.trays)
        assert min(bank.box) >= 0
        for player in range(4):
            held = worth(bank.trays[player], VALUES) - bank.loans[player] + bank.open[player]
            assert held == balances[player]
        assert all(loan >= 0 for loan in bank.loans)
        lent = lent or any(bank.loans)
    assert lent


def test_a_player_lends_another_counters():
    for points, trays in (
        (20, [[0, 1, 5, 0], [0, 0, 2, 0], [0, 0, 0, 1]]),
        (170, [[0, 0, 0, 0], [0, 1, 7, 0], [0, 0, 0, 1]]),
    ):
        bank = _bank([[0, 1, 7, 0], [0, 0, 0, 0], [0, 0, 0, 1]], [0, 0, 0, 0])
        bank.lend(0, 1, points)
        assert (bank.trays, bank.lent, bank.loans) == (trays, [(0, 1, points)], [0, 0, 0])
    bank = _bank([[0, 1, 7, 0], [0, 0, 0, 0]], [9, 9, 9, 9])
    assert refuses(bank.lend, 0, 1, 172), "the box lends nothing for it"
    assert (bank.trays, bank.lent) == ([[0, 1, 7, 0], [0, 0, 0, 0]], [])


def test_a_loan_is_given_back_first():
    bank = _bank([[0, 0, 1, 5], [0, 1, 9, 10]], [0, 2, 10, 10])
    exchanged = bank.apply([-60, 60])
    assert (exchanged.loans, bank.loans) == ([40, 0], [40, 0])
    assert bank.trays[0] == [0, 0, 0, 0]
    exchanged = bank.apply([30, -30])
    assert (exchanged.repaid, bank.loans) == ([30, 0], [10, 0])
    assert bank.trays[0] == [0, 0, 0, 0]
    exchanged = bank.apply([30, -30])
    assert (exchanged.repaid, bank.loans) == ([10, 0], [0, 0])
    assert worth(bank.trays[0], VALUES) == 20


def test_a_loan_stays_where_change_cannot_be_made_for_it():
    bank = _bank([[0, 0, 0, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    bank.loans = [50, 0]
    exchanged = bank.apply([100, -100])
    assert (exchanged.repaid, bank.loans, bank.trays) == ([0, 0], [50, 0], [[0, 1, 0, 0], [0, 0, 0, 0]])


def test_of_several_loans_only_those_with_exact_change_are_paid_back():
    # Each gets a hundred, and there are ten tens.
    for loans, repaid in (
        ([60, 30, 20, 0], [60, 0, 0, 0]),  # not 90, nor 50
        ([20, 30, 60, 0], [0, 0, 60, 0]),
        ([50, 50, 50, 0], [50, 50, 0, 0]),  # of two alike who comes first in the session
        ([30, 50, 50, 0], [0, 50, 50, 0]),
        ([0, 100, 70, 0], [0, 100, 70, 0]),
    ):
        bank = _bank([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 3, 10, 0]], [0, 0, 0, 0])
        bank.loans = list(loans)
        exchanged = bank.apply([100, 100, 100, -300])
        assert (exchanged.repaid, bank.open) == (repaid, [0, 0, 0, 0]), loans
        assert bank.loans == [loan - repaid[player] for player, loan in enumerate(loans)]


# ---- payments that are not possible ----


def test_less_than_the_smallest_counter_stays_open_until_it_is_one():
    bank = Bank(Counters([500, 100, 10], [2, 9, 10], [0, 0, 0], []), 4)
    bank.apply([-12, -184, 560, -364])
    assert [worth(tray, [500, 100, 10]) for tray in bank.trays] == [1990, 1820, 2560, 1630]
    assert bank.open == [-2, -4, 0, 6]
    bank.apply([-8, -6, 0, 14])
    assert bank.open == [0, 0, 0, 0]
    assert [worth(tray, [500, 100, 10]) for tray in bank.trays] == [1980, 1810, 2560, 1650]


def test_of_two_equal_players_the_first_of_the_session_is_rounded_up():
    bank = Bank(Counters([100, 10], [9, 10], [0, 0], []), 3)
    bank.apply([-5, 10, -5])
    assert bank.open == [-5, 0, 5]
    assert [worth(tray, [100, 10]) for tray in bank.trays] == [1000, 1010, 990]


def test_half_of_the_smallest_counter_stays_open_and_more_is_paid_as_a_whole_one():
    for points, paid in ((8, 0), (10, 0), (12, 20), (18, 20)):
        bank = _bank([[0], [1]], [0], [20])
        exchanged = bank.apply([points, -points])
        assert exchanged.moved == paid // 20, points
        assert bank.open == [points - paid, paid - points], "half: as much would be open"


def test_a_set_of_which_the_small_counters_are_gone():
    """The smallest counter that exists matters, not the smallest value of the set."""
    trays = [[0, 3, 20, 0], [0, 3, 20, 0], [0, 3, 20, 0]]
    bank = _bank(trays, [0, 0, 0, 0])
    bank.apply([-26, 44, -18])
    assert bank.open == [-6, 4, 2]


def test_a_player_with_too_little_pays_everything_and_the_winners_share_it():
    bank = _bank([[0, 0, 6, 0], [0, 9, 9, 9], [0, 9, 9, 9]], [0, 0, 0, 0])
    exchanged = bank.apply([-180, 120, 60])
    assert bank.trays[0] == [0, 0, 0, 0]
    assert bank.open == [-120, 80, 40]
    assert (exchanged.loans, bank.loans) == ([0, 0, 0], [0, 0, 0])
    # The next gain first settles what is open.
    bank.apply([100, -100, 0])
    assert bank.open == [-20, 0, 20]
    assert bank.trays[0] == [0, 0, 0, 0]


def test_a_set_with_one_value_also_pays_all_it_can():
    bank = _bank([[3], [0]], [0], [2])
    bank.apply([-10, 10])
    assert (bank.trays, bank.open) == ([[0], [3]], [-4, 4])


def test_a_partial_payment_is_shared_in_whole_counters():
    for net, count, open_then in (
        # They are due 2/3 and 4/3 points: the player who is due more lacks less to a whole counter.
        ([2, -6, 4], 1, [2, -4, 2]),
        ([4, -6, 2], 1, [2, -4, 2]),
        ([4, -6, 2], 2, [2, -2, 0]),  # 8/3 and 4/3: one each
        ([2, -6, 4], 2, [0, -2, 2]),
        ([20, -64, 44], 1, [20, -62, 42]),
        ([2, -4, 2], 1, [0, -2, 2]),  # of two alike who comes first in the session
    ):
        bank = _bank([[0], [count], [0]], [0], [2])
        bank.apply(net)
        assert bank.open == open_then, (net, count)


def test_payments_go_only_to_players_who_gained():
    # Of the sixteen that both can pay the other keeps nothing.
    bank = _bank([[0, 2], [1, 0]], [0, 0], [20, 4])
    bank.apply([14, -14])
    assert (bank.trays, bank.open) == ([[1, 1], [0, 1]], [-2, 2])


def test_the_box_lends_what_it_has_to_each_in_proportion_to_what_he_lacks():
    bank = _bank([[0, 0, 1, 5], [0, 0, 0, 0], [1, 0, 0, 0]], [0, 0, 9, 0])
    exchanged = bank.apply([-80, -120, 200])
    assert exchanged.loans == [30, 60, 0]  # 60 and 120 points are lacking; the box has 90
    assert (bank.box, bank.open) == ([0, 0, 0, 0], [-30, -60, 90])
    assert worth(bank.trays[2], VALUES) == 610


def test_the_box_lends_whole_counters():
    bank = _bank([[0], [0], [0]], [1], [2])
    assert bank.apply([-2, -4, 6]).loans == [0, 2, 0]  # they are due 2/3 and 4/3 points
    assert bank.open == [-2, -2, 4]


def test_the_box_does_not_lend_counters_that_cannot_be_changed():
    bank = _bank([[0, 0, 0, 0], [0, 0, 0, 0]], [0, 1, 0, 1])
    assert bank.apply([-4, 4]).loans == [2, 0]
    assert (bank.box, bank.open) == ([0, 1, 0, 0], [-2, 2])


def test_the_box_gives_nothing_away_that_it_does_not_lend():
    # 146 and 54: the other player makes up the tens, not the box. Of two equal fifties the first is made up.
    bank = _bank([[0, 0, 0], [2, 0, 0]], [0, 0, 1], [100, 10, 2])
    bank.apply([146, -146])
    assert (bank.trays, bank.box, bank.open) == ([[2, 0, 0], [0, 0, 0]], [0, 0, 1], [-54, 54])


def test_a_player_paid_in_part_repays_the_loan_in_any_seat():
    for first, second in ((0, 1), (1, 0)):
        bank = _bank([[0, 0, 0, 0], [0, 0, 0, 0]], [0, 0, 0, 0])
        bank.trays[second] = [0, 0, 1, 0]
        bank.loans[first] = 10
        net = [40, 40]
        net[second] = -40
        repaid = [0, 0]
        repaid[first] = 10
        assert bank.apply(net).repaid == repaid
        assert (bank.loans, bank.box, bank.open[first]) == ([0, 0], [0, 0, 1, 0], 30)


def test_the_box_can_lend_to_one_player_what_another_repays():
    bank = _bank([[0, 0, 0, 0], [0, 0, 0, 0]], [0, 0, 0, 1])
    bank.loans = [2, 0]
    exchanged = bank.apply([6, -6])
    assert (exchanged.repaid, exchanged.loans, exchanged.moved) == ([2, 0], [0, 2], 0)
    assert (bank.loans, bank.open) == ([0, 2], [4, -4])


def test_a_player_who_cannot_make_change_delays_no_payment():
    # The first player has only a 500, which nobody can change. The others can pay.
    bank = _bank([[1, 0, 0, 0], [0, 0, 3, 0], [0, 0, 9, 0], [0, 0, 1, 0]], [0, 0, 0, 0])
    exchanged = bank.apply([-20, 20, -40, 40])
    assert bank.trays[0] == [1, 0, 0, 0]
    assert exchanged.puts[2] == [0, 0, 4, 0]
    assert bank.open == [-20, 0, 0, 20]


def test_a_player_with_nothing_due_takes_no_part():
    bank = _bank([[1, 0, 0, 0], [0, 0, 9, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    for net in ([-120, 0, 120], [120, 0, -120], [0, 0, 0]):
        points = worth(bank.trays[1], VALUES)
        bank.apply(net)
        assert worth(bank.trays[1], VALUES) == points
        assert bank.open[1] == 0


def test_no_counters_move_if_nobody_gains_although_amounts_are_open():
    bank = _bank([[1, 0, 0, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    bank.apply([-20, 20])
    bank.counted({1: [0, 1, 8, 0]}, [0, 4, 9, 10])
    assert bank.apply([0, 0]).moved == 0
    assert bank.open == [-20, 20]
    bank.apply([-2, 2])
    assert bank.open == [0, 0]


def test_amounts_without_change_stay_open():
    bank = _bank([[1, 0, 0, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    assert bank.apply([-20, 20]).moved == 0
    assert (bank.trays, bank.open) == ([[1, 0, 0, 0], [0, 1, 0, 0]], [-20, 20])
    exchanged = bank.apply([-380, 380])
    assert (exchanged.moved, bank.trays, bank.open) == (2, [[0, 1, 0, 0], [1, 0, 0, 0]], [0, 0])


def test_amounts_stay_open_if_none_can_be_rounded_to_a_counter():
    # Ten each would settle it, but the twenty is more than twice what either is due.
    bank = _bank([[0, 0], [0, 0], [1, 0]], [0, 0], [20, 10])
    assert bank.apply([6, 8, -14]).moved == 0
    assert (bank.trays[2], bank.open) == ([1, 0], [6, 8, -14])


def test_an_exchange_is_rounded_three_times_at_most():
    # In the fourth deal the third player would pay the second 100.
    trays = [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]
    bank = _bank(trays, [0, 0, 0, 0], [1000, 200, 100, 20])
    net = [-196, 50, -84, 232, -2]
    assert bank.apply(net).moved == 0
    assert (bank.trays, bank.open) == (trays, net)


def test_every_partial_payment_keeps_its_invariants():
    state = 23
    sets = ([500, 100, 10, 2], [500, 100, 20], [1000, 500, 100, 50, 10], [32, 16, 8, 4, 2])

    def below(number):
        nonlocal state
        state = (state * 69069 + 12345) & 0x3FFFFFFF
        return (state >> 9) % number

    partly = 0
    for number in range(150):
        values, players = sets[number % 4], 2 + number % 4
        box = [below(3) * below(2) for _ in values]
        bank = Bank(Counters(values, [0] * len(values), box, []), players)
        bank.trays = [[below(4) * below(2) for _ in values] for _ in range(players)]
        bank.loans = [values[-1] * below(30) * below(2) for _ in range(players)]
        balances = [worth(bank.trays[player], values) - bank.loans[player] for player in range(players)]
        counters = _all(bank.trays, bank.box)
        for _ in range(3):
            net = [0] * players
            for player in range(1, players):
                points = 2 * below(150) - 150
                net[player] -= points
                net[0] += points
            due = [gain + bank.open[player] for player, gain in enumerate(net)]
            bank.apply(net)
            balances = [balance + net[player] for player, balance in enumerate(balances)]
            assert _all(bank.trays, bank.box) == counters
            assert min([min(tray) for tray in bank.trays]) >= 0
            assert min(bank.box) >= 0
            assert min(bank.loans) >= 0
            assert sum(bank.open) == 0
            for player in range(players):
                held = worth(bank.trays[player], values) - bank.loans[player] + bank.open[player]
                assert held == balances[player]
                assert abs(bank.open[player]) <= abs(due[player]), "more is open than was due"
            partly += any(bank.open) and bank.open != due
            before = bank.holdings()
            assert bank.apply([0] * players).moved == 0
            assert bank.holdings() == before
    assert partly > 50


def test_with_a_set_of_the_books_change_can_always_be_made():
    """All that can be paid is paid, for any distribution of counters."""
    state = 1
    for number in range(200):
        players = 4 + number % 2
        bank = Bank(counters_of(("babcock", "harr")[number // 2 % 2], players), players)
        values = bank.values
        for index, count in enumerate(_all(bank.trays, bank.box)):
            for tray in bank.trays:
                tray[index] = 0
            for _ in range(count):
                state = (state * 69069 + 12345) & 0x3FFFFFFF
                bank.trays[(state >> 9) % (1 + (state >> 20) % players)][index] += 1
        bank.box = [0] * len(values)
        net = [0] * players
        for player, tray in enumerate(bank.trays):
            state = (state * 69069 + 12345) & 0x3FFFFFFF
            points = (state >> 9) % (worth(tray, values) // 2 + 1) * 2
            net[player] -= points
            net[(state >> 5) % players] += points
        bank.apply(net)
        assert bank.open == [0] * players


def test_counting_a_tray():
    bank = _bank([[1, 0, 0, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    bank.counted({1: [0, 0, 9, 4]}, None)
    assert (bank.trays, bank.box) == ([[1, 0, 0, 0], [0, 0, 9, 4]], [0, 0, 0, 0])
    bank.counted({}, [0, 0, 1, 0])
    assert (bank.trays, bank.box) == ([[1, 0, 0, 0], [0, 0, 9, 4]], [0, 0, 1, 0])


def test_holdings_are_taken_up_again():
    bank = _bank([[0, 0, 1, 5], [0, 1, 9, 10]], [0, 2, 10, 10])
    bank.apply([-60, 60])
    kept = bank.holdings()
    bank.apply([40, -40])
    other = _bank([[0] * 4, [0] * 4], [0] * 4)
    other.resume(kept)
    assert other.holdings() == kept
    other.apply([40, -40])
    assert other.holdings() == bank.holdings()


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
    written = write_holdings(bank.holdings())
    assert read_holdings(written, "", VALUES, 2) == bank.holdings()
    for lent in ([[0, 0, 2]], [[0, 2, 2]], [[0, 1, 0]], [[0, 1]], [[0, 1, 2], [1, 0, 2]], 3):
        assert refuses(read_holdings, dict(written, lent=lent), "", VALUES, 2), lent
