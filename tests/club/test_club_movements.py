"""Movements of a club night: progressive play against a plain version of Babcock p.85-86, and properties of all."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random
from time import process_time

import pytest
from help.seeds import SEED, TIMES
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import Hand
from mingg.core.table.session import START, Session
from mingg_club import movements, night
from mingg_club.movements.seating import Given, Seating, Sitting, fitted, meetings, sizes
from mingg_club.night import MOVEMENTS, ODD, Plan, by_the_book
from mingg_club.view import ActionError

NIGHTS = 300 * TIMES


# ---- progressive, by the book ----


class PlainNight:
    """Babcock p.85-86, with a list for each table and nothing else: East passes after every deal, and each player has a
    turn as East. Then the two best of each table go to the next one, the best of the last to the first. Equals throw
    dice."""

    def __init__(self, tables: list[list[str]]) -> None:
        self.tables = tables
        self.total = {name: 0 for table in tables for name in table}

    def deal(self, table: int, turn: int, winner: str) -> dict[str, int]:
        """Plays a deal in which the winner, "" for nobody, scores 22: each other player pays it, to and by East
        double."""
        names = self.tables[table]
        won = dict.fromkeys(names, 0)
        for name in names:
            if winner and name != winner:
                paid = 44 if names[turn] in (name, winner) else 22
                won[name] -= paid
                won[winner] += paid
        return won

    def play(self, won: list[dict[str, int]], dice: Random) -> list[list[dict[str, int]]]:
        """Ends a sitting with these points, and moves the players. Returns the throws of each table."""
        best, thrown = [], []
        for table, points in zip(self.tables, won, strict=True):
            for name in table:
                self.total[name] += points[name]
            throws: list[dict[str, int]] = []
            key = {name: [points[name]] for name in table}
            while True:
                order = sorted(table, key=lambda name: key[name], reverse=True)
                if key[order[1]] != key[order[2]]:
                    break
                equals = [name for name in table if key[name] == key[order[1]]]
                throws.append({name: dice.randint(2, 12) for name in equals})
                for name, pips in throws[-1].items():
                    key[name].append(pips)
            best.append(order[:2])
            thrown.append(throws)
        moved = []
        for number, table in enumerate(self.tables):
            come = list(best[number - 1])
            moved.append([come.pop(0) if name in best[number] else name for name in table])
        self.tables = moved
        return thrown


PLAN = Plan("Friday", "friday", options=by_the_book("progressive"))
RULES = {players: PLAN.in_force(players) for players in (3, 4)}


def balanced(names: list[str], dice: Random) -> dict[str, int]:
    """Points with sum 0; few different ones, so that ties are frequent."""
    points = [2 * dice.randint(-1, 1) for _ in names[1:]]
    return dict(zip(names, [-sum(points), *points], strict=True))


def dealt(plain: PlainNight, number: int, dice: Random) -> dict[str, int]:
    """Plays the deals of a sitting at a table by the firmware's core and plainly. Returns what everyone has won."""
    names = plain.tables[number]
    session = Session(list(names), RULES[len(names)])
    total = dict.fromkeys(names, 0)
    for turn in range(PLAN.deals_at(len(names))):
        assert names[turn] == session.names[session.table.east]
        winner = dice.choice([*names, ""])
        seat = session.table.seat(names.index(winner)) if winner else None
        session.apply(Deal(seat, Win("draw"), {seat: Hand()}) if seat else Deal())
        for name, points in plain.deal(number, turn, winner).items():
            total[name] += points
    assert session.table.round == 1, "everyone was East"
    assert [points - START for points in session.balances] == [total[name] for name in names]
    return total


def test_random_progressive_nights_are_played_as_in_the_book() -> None:
    ties = 0
    of_size = dict.fromkeys((3, 4), 0)
    for seed in range(NIGHTS):
        dice = Random(f"{SEED} {seed}")
        count = dice.randint(8, 48)
        odd = night.THREE
        names = [f"player {number}" for number in range(count)]
        seating = movements.next_seating("progressive", Given(names, [], odd), dice)
        tables = len(seating.tables)
        plain = PlainNight([list(table) for table in seating.tables])
        past: list[Sitting] = []
        for _ in range(dice.randint(1, 6)):
            won = []
            for at, table in enumerate(seating.tables):
                is_dealt = dice.random() < 0.5
                won.append(dealt(plain, at, dice) if is_dealt else balanced(table, dice))
                of_size[len(table)] += 1
            thrown = plain.play(won, dice)
            for number, throws in enumerate(thrown):
                for times, throw in enumerate(throws):
                    known = [thrown[at][:times] if at == number else [] for at in range(tables)]
                    tied = movements.tied("progressive", Sitting(seating, won, known), number)
                    assert sorted(tied) == sorted(throw)
                    ties += 1
                assert not movements.tied("progressive", Sitting(seating, won, thrown), number)
            past.append(Sitting(seating, won, thrown))
            seating = movements.next_seating("progressive", Given(names, past, odd), dice)
            assert seating.tables == plain.tables
        totals = {name: sum(sitting.won[at][name] for sitting in past for at, table in enumerate(sitting.seating.tables)
                            if name in table) for name in names}  # fmt: skip
        assert totals == plain.total
    assert ties > NIGHTS
    assert all(number > NIGHTS // 4 for number in of_size.values())


# ---- all movements ----


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
