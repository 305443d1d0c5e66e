"""Exchanges: few counters settle a deal. tests/oracles/test_exchanges.py compares them with the fewest possible."""

from mingg.core.counters.exchange import NoExchange, exchange
from mingg.core.counters.sets import worth

BABCOCK, SHARE = [500, 100, 10, 2], [2, 9, 8, 10]
CHAINS = ([10, 2], [100, 10, 2], [100, 20, 4, 2], [1000, 500, 100, 10, 2], [32, 16, 8, 4, 2], [162, 54, 18, 6, 2], [2])


class _Chance:
    """Random numbers, the same on every machine."""

    def __init__(self, seed):
        self.state = seed

    def below(self, number):
        self.state = (self.state * 69069 + 12345) & 0x3FFFFFFF
        return (self.state >> 8) % number


def _case(chance, values, players, limit):
    """Trays, and payments that all players can make."""
    trays = [[chance.below(limit) if chance.below(3) else 0 for _ in values] for _ in range(players)]
    net = [0] * players
    for payer, tray in enumerate(trays):
        points = chance.below(worth(tray, values) // values[-1] + 1) * values[-1]
        if chance.below(2):
            points = min(points, chance.below(100) * values[-1])
        net[payer] -= points
        net[chance.below(players)] += points
    return trays, net


def _no_exchange(*arguments):
    try:
        exchange(*arguments)
    except NoExchange as error:
        return str(error)
    return ""


def _check(values, trays, net, box, result):
    """Checks the properties that every exchange has."""
    for player, tray in enumerate(trays):
        put, take = result.puts[player], result.takes[player]
        for i, count in enumerate(tray):
            assert 0 <= put[i] <= count, "nobody gives what he has not"
            assert take[i] >= 0
            assert not (put[i] and take[i]), "nobody does both with one value"
        gain = net[player] + result.loans[player] - result.repaid[player]
        assert worth(take, values) - worth(put, values) == gain
        assert result.loans[player] == max(0, -(net[player] - result.repaid[player]) - worth(tray, values))
    for i in range(len(values)):
        assert result.box[i] <= box[i]
        assert sum([put[i] for put in result.puts]) + result.box[i] == sum([take[i] for take in result.takes])
    assert result.moved == sum([sum(put) for put in result.puts]) + sum([max(0, from_box) for from_box in result.box])


def test_the_exchange_of_the_interchange_format():
    trays = [list(SHARE) for _ in range(4)]
    exchanged = exchange(BABCOCK, trays, [-88, 44, 22, 22], [0, 0, 0, 0])
    _check(BABCOCK, trays, [-88, 44, 22, 22], [0, 0, 0, 0], exchanged)
    assert exchanged.moved == 9
    assert exchanged.loans == [0, 0, 0, 0]


def test_an_exchange_of_nothing_moves_nothing():
    for players in (2, 3, 4, 5):
        exchanged = exchange(BABCOCK, [list(SHARE)] * players, [0] * players, [0] * 4)
        assert (exchanged.moved, exchanged.puts, exchanged.takes) == (0, [[0] * 4] * players, [[0] * 4] * players)
        assert exchange(BABCOCK, [[0] * 4] * players, [0] * players, [0] * 4).moved == 0


def test_one_payment_moves_few_counters():
    trays = [[0, 1, 0, 0], [0, 0, 9, 5], [0, 0, 0, 0]]
    exchanged = exchange(BABCOCK, trays, [-10, 10, 0], [0] * 4)
    assert (exchanged.moved, exchanged.puts[1]) == (10, [0, 0, 9, 0])
    trays[2] = [0, 0, 10, 0]  # a third player with more tens changes nothing
    assert exchange(BABCOCK, trays, [-10, 10, 0], [0] * 4).moved == 10


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
    _check(BABCOCK, trays, [-10, 0, 10], box, exchanged)
    assert exchanged.box == [-1, 4, 10, 0]
    assert exchanged.moved == 15


def test_a_player_with_too_little_is_lent_exactly_the_missing_amount():
    trays = [[0, 0, 1, 1], [1, 0, 0, 0]]
    box = [0, 1, 8, 10]
    exchanged = exchange(BABCOCK, trays, [-100, 100], box)
    _check(BABCOCK, trays, [-100, 100], box, exchanged)
    assert exchanged.loans == [88, 0]
    assert exchanged.puts[0] == [0, 0, 1, 1]
    assert worth(exchanged.box, BABCOCK) == 88
    assert _no_exchange(BABCOCK, trays, [-100, 100], [0, 0, 8, 3])


def test_who_puts_and_takes_what():
    for values, trays, net, puts, takes in (
        # Who is due most takes the largest counters.
        ([10, 2], [[2, 0], [3, 9], [0, 0]], [12, -46, 34], [[0, 0], [3, 8], [0, 0]], [[0, 6], [0, 0], [3, 2]]),
        # Counters that a player would put anyhow cost nothing more.
        ([10, 2], [[3, 3], [0, 2]], [-6, 6], [[0, 3], [0, 0]], [[0, 0], [0, 3]]),
        ([100, 10, 2], [[0, 3, 3], [1, 0, 2]], [-26, 26], [[0, 2, 3], [0, 0, 0]], [[0, 0, 0], [0, 2, 3]]),
        # Of two for whom it costs the same the first makes change.
        ([10, 2], [[0, 2], [3, 9]], [26, -26], [[0, 2], [3, 0]], [[3, 0], [0, 2]]),
    ):
        exchanged = exchange(values, trays, net, [0] * len(values))
        assert (exchanged.puts, exchanged.takes) == (puts, takes), trays


def test_repaid_loans_go_to_the_box():
    trays = [[0, 5, 5, 5], [1, 1, 1, 1]]
    exchanged = exchange(BABCOCK, trays, [-60, 60], [0, 0, 0, 0], [0, 40])
    _check(BABCOCK, trays, [-60, 60], [0, 0, 0, 0], exchanged)
    assert worth(exchanged.box, BABCOCK) == -40


def test_impossible_operations_are_refused():
    assert _no_exchange(BABCOCK, [[1, 0, 0, 0], [0, 0, 0, 0]], [-2, 2], [0, 4, 9, 4]).startswith("nobody can make")
    assert _no_exchange(BABCOCK, [[1, 0, 0, 0], [0, 0, 0, 0]], [-2, 2], [0, 0, 0, 0]).startswith("nobody can make")
    assert _no_exchange(BABCOCK, [[0, 0, 0, 0], [9, 0, 0, 0]], [-4, 4], [0, 0, 0, 1]).startswith("the box has 2 points")
    assert not _no_exchange(BABCOCK, [[1, 0, 0, 0], [0, 0, 0, 0]], [-2, 2], [0, 4, 9, 5])
    assert _no_exchange([10], [[10], [10]], [-2, 2], [10])
    assert _no_exchange(BABCOCK, [[0, 0, 0, 0], [0, 0, 0, 0]], [-2, 2], [1, 1, 1, 0])


def test_every_exchange_keeps_its_invariants():
    chance = _Chance(1923)
    for number in range(300):
        values = CHAINS[number % len(CHAINS)]
        trays, net = _case(chance, values, 2 + chance.below(4), 1 + chance.below(30))
        if number % 3 == 0:
            lost = chance.below(len(trays))  # in about half of them a player loses more than they have
            net[lost] -= 500 * values[-1]
            net[lost - 1] += 500 * values[-1]
        box = [chance.below(10) * (number % 2) for _ in values]
        try:
            exchanged = exchange(values, trays, net, box)
        except NoExchange:
            continue
        _check(values, trays, net, box, exchanged)
        after = []
        for player, tray in enumerate(trays):
            put, take = exchanged.puts[player], exchanged.takes[player]
            after.append([count - put[i] + take[i] for i, count in enumerate(tray)])
        assert exchange(values, after, [0] * len(after), box).moved == 0


def test_many_counters_are_no_more_work():
    trays = [[900000, 1000000, 1000000, 0], [0, 0, 1000000, 1000000], [1000000, 0, 0, 1000000], [0, 0, 0, 3]]
    net = [-400000088, 100000044, 300000022, 22]
    _check(BABCOCK, trays, net, [0] * 4, exchange(BABCOCK, trays, net, [0] * 4))
