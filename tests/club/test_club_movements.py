"""Movements of a club night: what is true of all of them. For progressive play see oracles/test_progressive.py."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random
from time import process_time

import pytest
from help.seeds import SEED
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mingg_club import movements
from mingg_club.movements.seating import Given, Seating, Sitting, fitted, meetings, sizes
from mingg_club.night import MOVEMENTS, ODD
from mingg_club.view import ActionError


def untied(seating: Seating) -> Sitting:
    """Returns a sitting with points without ties, so that nobody must throw."""
    won = [{name: 100 * place for place, name in enumerate(table)} for table in seating.tables]
    for points in won:
        points[next(iter(points))] -= sum(points.values())
    return Sitting(seating, won)


@st.composite
def nights(draw: st.DrawFn) -> tuple[str, str, int, int, int]:
    return (
        draw(st.sampled_from(MOVEMENTS)),
        draw(st.sampled_from(ODD)),
        draw(st.integers(4, 45)),
        draw(st.integers(1, 4)),
        draw(st.integers(0, 2**32)),
    )


@settings(deadline=None, max_examples=60)
@given(nights())
@example(("progressive", "three", 5, 1, 0))
def test_every_sitting_seats_every_player_who_is_there_once(drawn: tuple[str, str, int, int, int]) -> None:
    movement, odd, count, sittings, seed = drawn
    dice = Random(seed)
    everyone = [f"player {number}" for number in range(count)]
    present = list(everyone)
    past: list[Sitting] = []
    for _ in range(sittings):
        seating = movements.next_seating(movement, Given(present, past, odd), dice)
        seated = [name for table in seating.tables for name in table]
        assert sorted(seated + seating.out) == sorted(present)
        assert sorted(map(len, seating.tables)) == sorted(sizes(len(present), odd))
        sit_out = odd == "out" or len(present) == 5  # five make no tables of three and four
        assert len(seating.out) == (len(present) % 4 if sit_out else 0)
        past.append(untied(seating))
        # some leave, some come
        present = [name for name in everyone if dice.random() > 0.1]
        if len(present) < 4:
            present = list(everyone)


@pytest.mark.parametrize(
    ("players", "movement", "odd"), [(9, "fixed", "out"), *((5, movement, "three") for movement in MOVEMENTS)]
)
def test_players_who_sit_out_take_turns(players: int, movement: str, odd: str) -> None:
    names = [f"{number}" for number in range(players)]
    past: list[Sitting] = []
    for _ in names:
        seating = movements.next_seating(movement, Given(names, past, odd), Random(3))
        past.append(Sitting(seating, [dict.fromkeys(table, 0) for table in seating.tables]))
    assert sorted(sitting.seating.out[0] for sitting in past) == names


@pytest.mark.parametrize(
    ("players", "sittings", "most"),
    [
        # as long as any known schedule without a second meeting, but for 32 players, where ten sittings are known
        *((16, 5, 0), (20, 5, 0), (24, 7, 0), (28, 9, 0), (32, 9, 0), (36, 11, 0), (40, 8, 0), (44, 11, 0)),
        *((52, 13, 0), (64, 17, 0)),
        # second meetings cannot be avoided: a table takes four players from two or three tables
        *((8, 2, 4), (12, 2, 3), (12, 3, 9)),
        *((21, 5, 0), (27, 5, 0), (30, 6, 0), (100, 8, 0)),
    ],
)
def test_in_meet_players_meet_new_opponents(players: int, sittings: int, most: int) -> None:
    names = [f"player {number}" for number in range(players)]
    past: list[Sitting] = []
    for _ in range(sittings):
        seating = movements.next_seating("meet", Given(names, past), Random(players))
        past.append(Sitting(seating, [dict.fromkeys(table, 0) for table in seating.tables]))
    assert sum(count - 1 for count in meetings(past).values()) <= most


@pytest.mark.parametrize("movement", ["meet", "fixed", "progressive"])
@pytest.mark.parametrize("players", [32, 36, 799])
def test_the_next_seats_come_at_once(movement: str, players: int) -> None:
    names = [f"player {number}" for number in range(players)]
    past: list[Sitting] = []
    longest = 0.0
    for turn in range(6):
        start = process_time()
        seating = movements.next_seating(movement, Given(names, past), Random(turn))
        longest = max(longest, process_time() - start)
        past.append(untied(seating))
    assert longest < 1


def test_in_fixed_nobody_moves() -> None:
    names = [f"{number}" for number in range(11)]
    seats = [movements.next_seating("fixed", Given(names, []), Random(1))]
    for _ in range(3):
        past = [Sitting(seating, []) for seating in seats]
        seats.append(movements.next_seating("fixed", Given(names, past), Random(1)))
    assert all(before.tables == after.tables for before, after in pairwise(seats))


@pytest.mark.parametrize("seed", range(60))
def test_as_few_players_as_possible_change_their_table(seed: int) -> None:
    """Compared with all ways to give the tables their new sizes."""
    dice = Random(f"{SEED} {seed}")
    names = [f"p{number}" for number in range(dice.randint(6, 16))]
    before, start = [], 0
    for size in sizes(len(names), "three"):
        before.append(names[start : start + size])
        start += size
    present = [name for name in names if dice.random() < 0.7] + [f"new{i}" for i in range(dice.randint(3, 6))]
    seating = fitted(before, Given(present, []), dice)
    assert sorted([name for table in [*seating.tables, seating.out] for name in table]) == sorted(present)
    stayed = [len(set(table) & set(present) - set(seating.out)) for table in before]
    into = list(map(len, seating.tables)) + [0] * len(before)
    fewest = min(
        sum(max(0, here - size) for here, size in zip(stayed, way, strict=False))
        for way in set(permutations(into, len(before)))
    )
    at = {name: number for number, table in enumerate(before) for name in table}
    # a table whose players have all left is gone, and others have its number: so this compares who stays together
    together = [
        [sum(at.get(name) == number for name in table) for number in range(len(before))] for table in seating.tables
    ]
    moved = sum(sum(from_tables) - max(from_tables) for from_tables in together)
    assert moved <= fewest


def test_a_late_player_takes_a_free_seat_and_nobody_else_moves() -> None:
    tables = [list("abcd"), list("efgh")]
    seating = fitted(tables, Given(list("abcdefgx"), []), Random(1))
    assert seating.tables == [list("abcd"), list("efgx")]


def test_fewer_than_three_players_cannot_play() -> None:
    with pytest.raises(ActionError, match="too few"):
        sizes(2)
