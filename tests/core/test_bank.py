"""The counters of a session, deal after deal, and the books' own way of paying."""

from mingg.core.bank import Bank
from mingg.core.counters import Counters, counters_of, worth
from mingg.core.pairwise import BOX, Pairwise

VALUES = [500, 100, 10, 2]


def _bank(trays, box):
    bank = Bank(Counters(VALUES, [0, 0, 0, 0], box, []), len(trays))
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


def test_a_loan_is_given_back_first():
    bank = _bank([[0, 0, 1, 5], [0, 1, 9, 10]], [0, 2, 10, 10])
    found = bank.apply([-60, 60])
    assert (found.loans, bank.loans) == ([40, 0], [40, 0])
    assert bank.trays[0] == [0, 0, 0, 0]
    found = bank.apply([30, -30])
    assert (found.repaid, bank.loans) == ([30, 0], [10, 0])
    assert bank.trays[0] == [0, 0, 0, 0]
    found = bank.apply([30, -30])
    assert (found.repaid, bank.loans) == ([10, 0], [0, 0])
    assert worth(bank.trays[0], VALUES) == 20


def test_a_loan_stays_where_change_cannot_be_made_for_it():
    bank = _bank([[0, 0, 0, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    bank.loans = [50, 0]
    found = bank.apply([100, -100])
    assert (found.repaid, bank.loans, bank.trays) == ([0, 0], [50, 0], [[0, 1, 0, 0], [0, 0, 0, 0]])


def test_what_nobody_can_change_stays_open():
    bank = _bank([[1, 0, 0, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    assert bank.apply([-20, 20]) is None
    assert (bank.trays, bank.open) == ([[1, 0, 0, 0], [0, 1, 0, 0]], [-20, 20])
    found = bank.apply([-380, 380])
    assert (found.moved, bank.trays, bank.open) == (2, [[0, 1, 0, 0], [1, 0, 0, 0]], [0, 0])


def test_counting_a_tray():
    bank = _bank([[1, 0, 0, 0], [0, 1, 0, 0]], [0, 0, 0, 0])
    assert bank.differs(1, [0, 0, 9, 4]) == -2
    assert bank.trays[1] == [0, 1, 0, 0]
    assert bank.count(1, [0, 0, 9, 4]) == -2
    assert bank.trays == [[1, 0, 0, 0], [0, 0, 9, 4]]
    assert bank.differs(1, [0, 0, 9, 4]) == 0


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


# ---- as the books do it ----


def test_paid_exactly_with_the_largest_counters():
    paid = Pairwise(VALUES, [(0, 1, 176)], [[2, 9, 8, 10], [2, 9, 8, 10]], [0] * 4)
    assert paid.steps == [(0, 1, [0, 1, 7, 3])]
    assert paid.handled == 11


def test_the_other_gives_change():
    paid = Pairwise(VALUES, [(0, 1, 44)], [[0, 1, 0, 0], [0, 0, 9, 10]], [0] * 4)
    assert paid.steps == [(0, 1, [0, 1, 0, 0]), (1, 0, [0, 0, 5, 3])]
    assert paid.handled == 9


def test_the_box_changes_and_then_whoever_can():
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
