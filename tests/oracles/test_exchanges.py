"""Exchanges: found wherever there is one, with few counters; and the invariants of every exchange."""

from __future__ import annotations

import random
from typing import NamedTuple

import highspy
import numpy as np
import pytest
from help.banking import Bank
from help.seeds import SEED, TIMES
from mingg.core.counters.exchange import Exchange, NoExchange, can_share, exchange, few, lacking
from mingg.core.counters.pairwise import Pairwise
from mingg.core.counters.sets import Counters, worth

CHAINS = [
    *([500, 100, 10, 2], [1000, 500, 100, 10, 2], [1000, 500, 100, 10, 2]),
    *([1000, 500, 100, 10], [1000, 500, 100, 10, 2], [100, 20, 4, 2], [32, 16, 8, 4, 2], [512, 128, 32, 8, 2]),
    *([162, 54, 18, 6, 2], [720, 120, 24, 6, 2], [5000, 500, 100, 10, 2], [10, 2], [60, 20, 4], [2], [6]),
]
CASES = 150  # of each number of players
EXCHANGES = 64 * TIMES


# ---- an independent, slow solver: the least amount that must stay open, the fewest counters that settle a deal ----


class _Program:
    """An integer program whose costs are to be the least."""

    def __init__(self) -> None:
        self.highs = highspy.Highs()
        for option, setting in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
            self.highs.setOptionValue(option, setting)
        self.columns = 0

    def variable(self, lowest: int, highest: int, cost: float = 0.0) -> int:
        self.highs.addVar(lowest, highest)
        self.highs.changeColCost(self.columns, cost)
        self.highs.changeColIntegrality(self.columns, highspy.HighsVarType.kInteger)
        self.columns += 1
        return self.columns - 1

    def must_be(self, points: int, wanted: dict[int, int]) -> None:
        places = np.array(list(wanted), dtype=np.int32)
        self.highs.addRow(points, points, len(wanted), places, np.array(list(wanted.values()), dtype=np.double))

    def least(self) -> int | None:
        """Returns the least cost, or None if nothing fits."""
        self.highs.run()
        status = self.highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(str(status))
        return round(self.highs.getInfo().objective_function_value)


def least_open(values: list[int], trays: list[list[int]], net: list[int], box: list[int]) -> int:
    """Returns how many points must stay open over all players, if no player may keep more than was due. The box lends
    at most what a player lacks."""
    program = _Program()
    variable = program.variable
    counts = [sum(column) for column in zip(box, *trays, strict=True)]
    ends = [[variable(0, count) for count in counts] for _ in [*trays, box]]
    over, under = ([variable(0, abs(gain), 1.0) for gain in net] for _ in range(2))
    for index, count in enumerate(counts):
        program.must_be(count, {end[index]: 1 for end in ends})
    for player, tray in enumerate(trays):
        have = sum(value * count for value, count in zip(values, tray, strict=True))
        lent = variable(0, max(0, -net[player] - have))
        worth = dict(zip(ends[player], values, strict=True))
        program.must_be(have + net[player], {**worth, lent: -1, over[player]: -1, under[player]: 1})
    program.must_be(0, {**dict.fromkeys(over, 1), **dict.fromkeys(under, -1)})
    least = program.least()
    if least is None:  # at the worst, all can be left open
        raise RuntimeError("infeasible")
    return least


def fewest(values: list[int], trays: list[list[int]], gains: list[int]) -> int | None:
    """Returns the fewest counters that these people, of whom one may be the box, can put in the middle so that each
    gains this; None if they cannot."""
    program = _Program()
    counts = [sum(column) for column in zip(*trays, strict=True)]
    puts = [[program.variable(0, count, 1.0) for count in tray] for tray in trays]
    takes = [[program.variable(0, count) for count in counts] for _ in trays]
    for put, take, gain in zip(puts, takes, gains, strict=True):
        worth = dict(zip(take, values, strict=True)) | dict(zip(put, [-value for value in values], strict=True))
        program.must_be(gain, worth)
    for index in range(len(values)):
        program.must_be(0, {put[index]: 1 for put in puts} | {take[index]: -1 for take in takes})
    return program.least()


# ---- cases ----


class Case(NamedTuple):
    values: list[int]
    trays: list[list[int]]
    net: list[int]
    box: list[int]


def spread(chance: random.Random, count: int, players: int) -> list[int]:
    """Distributes so many counters over so many trays: evenly, unevenly, or to some of them only."""
    kind = chance.randrange(3)
    weights = [(chance.random(), chance.random() ** 4, chance.choice((0, 0, 1)))[kind] for _ in range(players)]
    shares = [0] * players
    for player in chance.choices(range(players), weights if any(weights) else None, k=count):
        shares[player] += 1
    return shares


def case(chance: random.Random, players: int) -> Case:
    """Rich and poor trays, often with an empty box; small and large payments, or all counters at stake."""
    values = chance.choice(CHAINS)
    counts = [spread(chance, chance.choice((0, 1, 3, 8, 20, 36, 60)), players) for _ in values]
    trays = [[column[player] for column in counts] for player in range(players)]
    box = [chance.choice((0, 5, 40, 200)) for _ in values] if chance.random() < 0.5 else [0] * len(values)
    net = [0] * players
    kind = chance.randrange(3)
    if kind == 0:
        # A winner, and losers who may owe more than they have.
        winner = chance.randrange(players)
        for player in range(players):
            points = chance.randrange(200) * values[-1]
            if chance.random() < 0.7:
                points = min(points, worth(trays[player], values))
            net[player] -= points
            net[winner] += points
    elif kind == 1:
        for _ in range(3 * players):
            source, target = chance.randrange(players), chance.randrange(players)
            points = chance.randrange(300) * values[-1]
            if points - net[source] <= worth(trays[source], values):
                net[source] -= points
                net[target] += points
    else:
        units = sum(worth(tray, values) for tray in trays) // values[-1]
        cuts = [0, *sorted(chance.randrange(units + 1) for _ in range(players - 1)), units]
        for player, tray in enumerate(trays):
            net[player] = (cuts[player + 1] - cuts[player]) * values[-1] - worth(tray, values)
    return Case(values, trays, net, box)


def moved(exchange_case: Case) -> int | None:
    try:
        return exchange(*exchange_case).moved
    except NoExchange:
        return None


def people(exchange_case: Case) -> tuple[list[int], list[list[int]], list[int]]:
    """Returns what few() gets of a case: values that rise, trays with the box, and gains after loans."""
    values, trays, net, box = exchange_case
    loans = [lacking(values, tray, gain) for tray, gain in zip(trays, net, strict=True)]
    gains = [gain + loan for gain, loan in zip(net, loans, strict=True)]
    return values[::-1], [tray[::-1] for tray in [*trays, box]], [*gains, -sum(gains)]


def test_a_way_is_found_if_and_only_if_the_counters_can_be_shared_out() -> None:
    chance = random.Random(SEED)
    found = lent = 0
    for number in range(4 * CASES):
        exchange_case = case(chance, 2 + number % 4)
        values, trays, gains = people(exchange_case)
        ends = [gain + worth(tray, values) for gain, tray in zip(gains, trays, strict=True)]
        possible = can_share(values, ends, [sum(column) for column in zip(*trays, strict=True)])
        puts = few(values, trays, gains)
        assert (puts is not None) == possible, exchange_case
        assert (moved(exchange_case) is not None) == possible, exchange_case
        if puts is not None:
            exchanged = exchange(*exchange_case)
            *after, box = check(exchange_case, exchanged)  # all get what they are due
            assert exchange(values[::-1], after, [0] * len(after), box).moved == 0, "nothing more is to do"
            lent += any(exchanged.loans)
            found += 1
    assert CASES < found < 3.5 * CASES
    assert lent


SHARE, SHARE_OF_HARR = [2, 9, 8, 10], [1, 1, 4, 9, 5]


@pytest.mark.parametrize(
    ("trays", "net", "most"),
    [
        ([SHARE] * 4, [-88, 44, 22, 22], 9),
        ([SHARE] * 4, [192, -48, -96, -48], 11),
        ([SHARE] * 4, [-300, 620, -160, -160], 10),
        ([SHARE] * 3, [-26, 52, -26], 8),
        ([SHARE] * 2, [-174, 174], 7),
        ([SHARE_OF_HARR] * 4, [-88, 44, 22, 22], 9),
        ([SHARE_OF_HARR] * 4, [1200, -300, -600, -300], 6),
        ([[0, 3, 2, 1], [1, 12, 20, 3], [3, 2, 0, 16], [4, 19, 10, 20]], [-156, 204, -36, -12], 17),
        ([[0, 0, 9, 1], [0, 1, 0, 0], [5, 35, 23, 39]], [-92, 90, 2], 10),
        # the person who can make change with the fewest counters is not always the right one
        ([[2, 0, 7, 9], [2, 18, 9, 11]], [-60, 60], 6),
        ([[2, 0, 8, 12, 4], [0, 2, 0, 6, 6]], [56, -56], 8),
        ([[0, 0, 0, 0, 18], [0, 0, 0, 14, 2], [0, 1, 3, 6, 0]], [90, 264, -354], 14),
        ([[2, 0, 0, 0, 13], [1, 2, 1, 18, 2], [0, 1, 11, 9, 0]], [-20, 36, -16], 12),
    ],
)
def test_an_exchange_moves_few_counters(trays: list[list[int]], net: list[int], most: int) -> None:
    values = [1000, 500, 100, 10, 2][-len(trays[0]) :]
    exchange_case = Case(values, trays, net, [0] * len(values))
    assert moved(exchange_case) == most


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_exchange_moves_at_most_two_counters_more_than_the_fewest(players: int) -> None:
    chance = random.Random(SEED)
    compared = 0
    while compared < EXCHANGES // 4:
        exchange_case = (case, poor_case)[chance.randrange(2)](chance, players)
        now = moved(exchange_case)
        if now is not None:
            values, trays, gains = people(exchange_case)
            least = fewest(values, trays[:-1], gains[:-1]) if not gains[-1] else None
            if least is None:
                least = fewest(values, trays, gains)
            assert least is not None
            assert least <= now <= least + 2, exchange_case
            compared += 1


# ---- payments that the counters cannot make in full ----


def bank_of(exchange_case: Case) -> Bank:
    bank = Bank(Counters(exchange_case.values, exchange_case.trays[0], exchange_case.box, []), len(exchange_case.trays))
    bank.trays = [list(tray) for tray in exchange_case.trays]
    return bank


def poor_case(chance: random.Random, players: int) -> Case:
    """Returns the payments of an evening with few counters, especially few or no small ones."""
    values = chance.choice(([500, 100, 10], [500, 100, 20], [500, 100, 10, 2], [1000, 500, 100, 50, 10]))
    trays = [[chance.randrange(6 if value > 10 else 4) for value in values] for _ in range(players)]
    box = [chance.randrange(3) * chance.randrange(2) for _ in values]
    net = [0] * players
    winner = chance.randrange(players)
    scores = [2 * chance.randrange(150) for _ in range(players)]
    for player in range(players):
        for other in range(player):
            points = scores[player] - scores[other]
            if winner in (player, other):
                points = scores[winner] if player == winner else -scores[winner]
            net[player] += points
            net[other] -= points
    return Case(values, trays, net, box)


def test_hardly_more_than_necessary_stays_open() -> None:
    chance = random.Random(SEED)
    still_open = least = due = partly = 0
    for number in range(CASES // 2):
        exchange_case = (case, poor_case)[number % 2](chance, 3 + number % 3 % 2)
        bank = bank_of(exchange_case)
        bank.apply(exchange_case.net)
        if moved(exchange_case) is not None:
            assert not any(bank.open), "what can be paid is paid"
            continue
        now, best, all_of_it = sum(map(abs, bank.open)), least_open(*exchange_case), sum(map(abs, exchange_case.net))
        assert best <= now <= all_of_it, exchange_case
        assert best, "an impossible payment is known as such"
        still_open, least, due, partly = still_open + now, least + best, due + all_of_it, partly + (now < all_of_it)
    assert partly > CASES // 10
    assert still_open - least < 0.02 * due


def test_partial_payments_are_sound_exchanges() -> None:
    chance = random.Random(SEED)
    partly = 0
    for number in range(CASES):
        exchange_case = (case, poor_case)[chance.randrange(2)](chance, 2 + number % 4)
        if moved(exchange_case) is not None:
            continue
        bank = bank_of(exchange_case)
        exchanged = bank.apply(exchange_case.net)
        paid = exchange_case._replace(
            net=[gain - still_open for gain, still_open in zip(exchange_case.net, bank.open, strict=True)]
        )
        check(paid, exchanged)
        partly += any(paid.net)
    assert partly > CASES // 3


def test_partial_payments_keep_balances_and_overpay_no_player() -> None:
    chance = random.Random(SEED)
    for number in range(CASES):
        pay_and_pay_back(chance, 2 + number % 4)


def pay_and_pay_back(chance: random.Random, players: int) -> None:
    """Few counters, open loans, and the gains of two deals."""
    exchange_case = case(chance, players)
    bank, keep = bank_of(exchange_case), chance.randint(1, 12)
    bank.trays = [[count % keep for count in tray] for tray in bank.trays]
    bank.loans = [chance.randrange(31) * exchange_case.values[-1] for _ in bank.loans]
    net = [gain + chance.choice((0, 0, 2, 10)) for gain in exchange_case.net]
    net[0] -= sum(net)
    values = bank.values
    counters = [sum(column) for column in zip(bank.box, *bank.trays, strict=True)]
    for gains in (net, [0] * len(net), [-gain for gain in net]):
        before = [worth(tray, values) - loan for tray, loan in zip(bank.trays, bank.loans, strict=True)]
        due = [gain + still_open for gain, still_open in zip(gains, bank.open, strict=True)]
        loans, box = list(bank.loans), worth(bank.box, values)
        exchanged = bank.apply(gains)
        assert any(gains) or not exchanged.moved, "nothing is paid, and nothing moves"
        assert sum(bank.open) == 0
        assert [sum(column) for column in zip(bank.box, *bank.trays, strict=True)] == counters
        assert min(map(min, [*bank.trays, bank.box])) >= 0
        assert box - worth(bank.box, values) == sum(bank.loans) - sum(loans), "the box lends, and is repaid"
        for player, gain in enumerate(due):
            paid = worth(bank.trays[player], values) - bank.loans[player] - before[player]
            assert paid + bank.open[player] == gain
            assert abs(bank.open[player]) <= abs(gain)
            assert not exchanged.repaid[player] or exchanged.repaid[player] == min(paid, loans[player])
            assert not exchanged.loans[player] or not any(bank.trays[player]), (
                "who is lent something has paid all he had"
            )


# ---- what holds for every exchange ----


def check(exchange_case: Case, result: Exchange) -> list[list[int]]:
    """Returns the trays and the box after the exchange."""
    values, trays, net, box = exchange_case
    after = [
        [count - put + take for count, put, take in zip(tray, puts, takes, strict=True)]
        for tray, puts, takes in zip(trays, result.puts, result.takes, strict=True)
    ]
    after.append([count - from_box for count, from_box in zip(box, result.box, strict=True)])
    for player, tray in enumerate(trays):
        puts, takes = result.puts[player], result.takes[player]
        assert all(0 <= put <= count for put, count in zip(puts, tray, strict=True)), "gives what he has not"
        assert not any(put and take for put, take in zip(puts, takes, strict=True)), "puts and takes one value"
        assert min(takes) >= 0
        assert worth(after[player], values) - worth(tray, values) == net[player] + result.loans[player]
        assert result.loans[player] == max(0, -net[player] - worth(tray, values))
    assert min(after[-1]) >= 0
    for index in range(len(values)):
        assert sum(tray[index] for tray in after) == box[index] + sum(tray[index] for tray in trays), (
            "counters come or go"
        )
    assert result.moved == sum(map(sum, result.puts)) + sum(max(0, from_box) for from_box in result.box)
    return after


def test_it_moves_fewer_counters_than_paying_by_pairs() -> None:
    """By pairs: one payment after the other, as players settle without a plan. A single deal may be the other way."""
    chance = random.Random(SEED)
    planned = by_pairs = seldom = compared = 0
    for number in range(2 * CASES):
        exchange_case = case(chance, 3 + number % 3)
        values, trays, net, box = exchange_case
        debts = [[player, -gain] for player, gain in enumerate(net) if gain < 0]
        payments = []
        for player, gain in enumerate(net):
            for debt in debts:
                points = min(gain, debt[1])
                if points > 0:
                    payments.append((debt[0], player, points))
                    debt[1] -= points
                    gain -= points
        paid = Pairwise(values, payments, trays, box)
        if any(-1 in (step.giver, step.taker) for step in paid.steps) or any(paid.unpaid) or not payments:
            continue
        few_counters = exchange(*exchange_case).moved
        planned, by_pairs, compared = planned + few_counters, by_pairs + paid.handled, compared + 1
        seldom += few_counters > paid.handled
    assert compared > CASES // 10
    assert planned < 0.9 * by_pairs
    assert seldom <= compared // 10
