"""Progressive play: four deals, score cards that add up, two players move on."""

from checks import facts, refuses
from mingg.core.table.session import START
from mingg_host.scoring.progressive import Progressive


def _entered(*results):
    play = Progressive(len(results))
    for table, won in enumerate(results):
        play.enter(table, list(won))
    return play


def test_everybody_starts_with_2000_in_babcocks_counters():
    fact = facts()["babcock-counters"]
    assert sum(fact["counters"].values()) == fact["pieces"]
    assert sum(int(value) * count for value, count in fact["counters"].items()) == fact["total"] == START


def test_the_two_best_move_on_into_the_seats_that_were_left():
    play = _entered((40, -60, 100, -80), (-10, 30, -40, 20), (2, -2, -6, 6))
    assert [play.best(table) for table in range(3)] == [[2, 0], [5, 7], [11, 8]]
    play.move()
    # The best players of the last table go to the first one. The better newcomer takes the first empty seat.
    assert play.tables == [[11, 1, 8, 3], [4, 2, 6, 0], [5, 9, 10, 7]]
    assert sorted(player for table in play.tables for player in table) == list(range(12))


def test_at_two_tables_the_best_change_places():
    play = _entered((40, 30, -30, -40), (-40, -30, 30, 40))
    play.move()
    assert play.tables == [[7, 6, 2, 3], [4, 5, 0, 1]]


def test_cards_keep_plus_and_minus_of_every_turn_and_the_highest_total_wins():
    play = _entered((100, 60, -60, -100), (-90, -70, 70, 90))
    play.move()
    assert play.tables == [[7, 6, 2, 3], [4, 5, 0, 1]]
    play.enter(0, [-50, -10, 40, 20])
    play.enter(1, [0, 2, -64, 62])
    assert play.cards == [[100, -64], [60, 62], [-60, 40], [-100, 20], [-90, 0], [-70, 2], [70, -10], [90, -50]]
    assert play.standing() == [(1, 122), (6, 60), (7, 40), (0, 36), (2, -20), (5, -68), (3, -80), (4, -90)]
    assert sum(total for _, total in play.standing()) == 0


def test_the_standing_names_equals_in_their_order():
    play = _entered((8, -8, 4, -4), (-4, 8, 4, -8))
    assert play.standing() == [(0, 8), (5, 8), (2, 4), (6, 4), (3, -4), (4, -4), (1, -8), (7, -8)]


def test_plus_and_minus_balance_before_they_are_carded():
    play = Progressive(2)
    assert refuses(play.enter, 0, [10, 10, -10, -12])
    assert refuses(play.enter, 0, [10, -10, 0])
    assert refuses(play.enter, 0, [10, -10, 0, 0, 0])
    assert play.cards == [[] for _ in range(8)]


def test_a_turn_may_be_corrected_until_they_move():
    play = _entered((40, 30, -30, -40), (-40, -30, 30, 40))
    play.enter(0, [-40, 30, -30, 40])
    assert play.cards[:4] == [[-40], [30], [-30], [40]]
    assert play.best(0) == [3, 1]
    play.move()
    assert refuses(play.best, 0)


def test_nobody_moves_before_every_table_is_entered():
    play = Progressive(2)
    play.enter(1, [8, 4, -4, -8])
    for call in (lambda: play.best(0), lambda: play.tied(0), lambda: play.throw(0, {}), play.move):
        assert refuses(call)
    assert play.tables == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_equals_throw_only_where_it_matters():
    assert _entered((20, 20, -10, -30), (4, 2, -2, -4)).tied(0) == []
    assert _entered((20, 20, -20, -20), (4, 2, -2, -4)).best(0) == [0, 1]
    assert _entered((30, -10, -10, -10), (4, 2, -2, -4)).tied(0) == [1, 2, 3]
    assert _entered((10, 20, 10, -40), (4, 2, -2, -4)).tied(0) == [0, 2]
    assert _entered((0, 0, 0, 0), (4, 2, -2, -4)).tied(0) == [0, 1, 2, 3]


def test_the_dice_part_equals_and_part_them_again():
    play = _entered((30, -10, -10, -10), (4, 2, -2, -4))
    assert refuses(play.move)
    assert refuses(play.throw, 0, {1: 7, 2: 8})
    assert refuses(play.throw, 0, {0: 7, 1: 7, 2: 8, 3: 9})
    play.throw(0, {1: 5, 2: 9, 3: 9})
    assert play.tied(0) == [2, 3]
    play.throw(0, {2: 4, 3: 6})
    assert play.tied(0) == []
    assert play.best(0) == [0, 3]
    assert refuses(play.throw, 0, {2: 4, 3: 6})
    play.move()
    assert play.tables == [[4, 1, 2, 5], [0, 3, 6, 7]]
    assert play.cards[3] == [-10]


def test_more_points_beat_any_throw():
    play = _entered((12, 10, 10, -32), (4, 2, -2, -4))
    play.throw(0, {1: 12, 2: 11})
    assert play.best(0) == [0, 1]


def test_players_may_change_seats_before_the_turn_is_entered():
    play = Progressive(2)
    play.sit(0, [3, 1, 2, 0])
    assert play.tables[0] == [3, 1, 2, 0]
    assert refuses(play.sit, 0, [3, 1, 2, 4])
    play.enter(0, [50, 20, -30, -40])
    assert play.cards[3] == [50]
    assert refuses(play.sit, 0, [0, 1, 2, 3])


def test_one_table_is_not_progressive():
    assert refuses(Progressive, 1)
