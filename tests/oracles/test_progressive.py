"""Progressive play: four deals at a table, then two players of each move on."""

from __future__ import annotations

from random import Random

import pytest
from mingg_club.movements.progressive import best_two, next_seating, tied
from mingg_club.movements.seating import Given, Seating, Sitting
from mingg_club.view import ActionError

TABLES = ("ABCD", "EFGH", "IJKL")
FIRST = (4, 2, -2, -4)  # of a table without equals


def played(*won: tuple[int, ...], throws: tuple[dict[str, int], ...] = ()) -> Sitting:
    """Returns a sitting of these tables with what each seat has won. throws: at the first table."""
    tables = [list(names[: len(points)]) for names, points in zip(TABLES, won, strict=False)]
    results = [dict(zip(table, points, strict=True)) for table, points in zip(tables, won, strict=True)]
    return Sitting(Seating(tables), results, [list(throws)])


def moved(sitting: Sitting) -> list[str]:
    players = [name for table in sitting.seating.tables for name in table]
    return ["".join(table) for table in next_seating(Given(players, [sitting]), Random(1)).tables]


@pytest.mark.parametrize(
    ("sitting", "tables"),
    [
        # The best of the last table go to the first one. The better newcomer takes the first empty seat.
        (played((40, -60, 100, -80), (-10, 30, -40, 20), (2, -2, -6, 6)), ["LBID", "ECGA", "FJKH"]),
        (played((40, 30, -30, -40), (-40, -30, 30, 40)), ["HGCD", "EFAB"]),
        (played((12, 10, 10, -32), FIRST, throws=({"B": 12, "C": 11},)), ["EFCD", "ABGH"]),  # points beat any throw
        (played((30, -10, -10, -10)), ["ABCD"]),  # one table alone
    ],
)
def test_the_two_best_move_on_into_the_seats_that_were_left(sitting: Sitting, tables: list[str]) -> None:
    assert moved(sitting) == tables


@pytest.mark.parametrize(
    ("won", "throws", "equals"),
    [
        ((20, 20, -10, -30), (), ""),
        ((20, 20, -20, -20), (), ""),
        ((30, -10, -10, -10), (), "BCD"),
        ((10, 20, 10, -40), (), "AC"),
        ((0, 0, 0, 0), (), "ABCD"),
        ((20, -10, -10), (), "BC"),
        ((30, -10, -10, -10), ({"B": 5, "C": 9, "D": 9},), "CD"),
        ((30, -10, -10, -10), ({"B": 5, "C": 9, "D": 9}, {"C": 4, "D": 6}), ""),
        ((30, -10, -10, -10), ({"B": 7, "C": 8},), "BCD"),  # throws of others, before a correction
    ],
)
def test_equals_throw_only_where_it_matters(
    won: tuple[int, ...], throws: tuple[dict[str, int], ...], equals: str
) -> None:
    sitting = played(won, FIRST, throws=throws)
    assert tied(sitting, 0) == list(equals)
    if equals:
        with pytest.raises(ActionError, match=f"Table 1: {', '.join(equals)} are equal"):
            moved(sitting)


def test_the_dice_part_equals() -> None:
    throws = ({"B": 5, "C": 9, "D": 9}, {"C": 4, "D": 6})
    sitting = played((30, -10, -10, -10), FIRST, throws=throws)
    assert best_two(sitting, 0) == ["A", "D"]
    assert moved(sitting) == ["EBCF", "ADGH"]
