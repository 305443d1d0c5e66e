"""Progressive play: four deals at a table, then two players of each move on."""

from __future__ import annotations

import pytest
from mingg_club.movements.progressive import Progressive


def _entered(*results: tuple[int, ...]) -> Progressive:
    play = Progressive([len(won) for won in results])
    for table, won in enumerate(results):
        play.enter(table, won)
    return play


def test_the_two_best_move_on_into_the_seats_that_were_left() -> None:
    play = _entered((40, -60, 100, -80), (-10, 30, -40, 20), (2, -2, -6, 6))
    assert [play.best(table) for table in range(3)] == [[2, 0], [5, 7], [11, 8]]
    play.move()
    # The best players of the last table go to the first one. The better newcomer takes the first empty seat.
    assert play.tables == [[11, 1, 8, 3], [4, 2, 6, 0], [5, 9, 10, 7]]
    assert sorted(player for table in play.tables for player in table) == list(range(12))


def test_at_two_tables_the_best_change_places() -> None:
    play = _entered((40, 30, -30, -40), (-40, -30, 30, 40))
    play.move()
    assert play.tables == [[7, 6, 2, 3], [4, 5, 0, 1]]


@pytest.mark.parametrize("won", [[10, 10, -10, -12], [10, -10, 0], [10, -10, 0, 0, 0]])
def test_plus_and_minus_of_a_table_balance(won: list[int]) -> None:
    with pytest.raises(ValueError, match="balance"):
        Progressive([4, 4]).enter(0, won)


def test_a_turn_may_be_corrected_until_they_move() -> None:
    play = _entered((40, 30, -30, -40), (-40, -30, 30, 40))
    play.enter(0, [-40, 30, -30, 40])
    assert play.best(0) == [3, 1]
    play.move()
    with pytest.raises(ValueError, match="not entered"):
        play.best(0)


def test_nobody_moves_before_every_table_is_entered() -> None:
    play = Progressive([4, 4])
    play.enter(1, [8, 4, -4, -8])
    for call in (lambda: play.best(0), lambda: play.tied(0), lambda: play.throw(0, {}), play.move):
        with pytest.raises(ValueError, match="not entered"):
            call()
    assert play.tables == [[0, 1, 2, 3], [4, 5, 6, 7]]


@pytest.mark.parametrize(
    ("won", "tied"),
    [
        ((20, 20, -10, -30), []),
        ((20, 20, -20, -20), []),
        ((30, -10, -10, -10), [1, 2, 3]),
        ((10, 20, 10, -40), [0, 2]),
        ((0, 0, 0, 0), [0, 1, 2, 3]),
    ],
)
def test_equals_throw_only_where_it_matters(won: tuple[int, ...], tied: list[int]) -> None:
    assert _entered(won, (4, 2, -2, -4)).tied(0) == tied


def test_the_dice_part_equals_and_part_them_again() -> None:
    play = _entered((30, -10, -10, -10), (4, 2, -2, -4))
    for call in (play.move, lambda: play.throw(0, {1: 7, 2: 8}), lambda: play.throw(0, {0: 7, 1: 7, 2: 8, 3: 9})):
        with pytest.raises(ValueError, match="equals"):
            call()
    play.throw(0, {1: 5, 2: 9, 3: 9})
    assert play.tied(0) == [2, 3]
    play.throw(0, {2: 4, 3: 6})
    assert play.tied(0) == []
    assert play.best(0) == [0, 3]
    play.move()
    assert play.tables == [[4, 1, 2, 5], [0, 3, 6, 7]]


def test_more_points_beat_any_throw() -> None:
    play = _entered((12, 10, 10, -32), (4, 2, -2, -4))
    play.throw(0, {1: 12, 2: 11})
    assert play.best(0) == [0, 1]


def test_one_table_is_not_progressive() -> None:
    with pytest.raises(ValueError, match="two tables"):
        Progressive([4])
