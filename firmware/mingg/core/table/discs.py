"""Who sits where, and who is East first: the four wind discs, the wind box (Mingg, Cheung) and the dice.

Harr p.13, 57-59; Babcock p.7-8, 63-67. People are numbered by the places that they took for the draw, counter-clockwise
from anybody; a throw is the sum of two dice. `discs` is a string of the seats in play, in the order in which the discs
lie, face down, before they are taken. The books draw so for four; two and three count by their own number.
"""

from mingg.core.deal.winds import WINDS
from mingg.core.table.wall import SEATINGS, check_throw, count_off

MYPY = False
if MYPY:
    from typing import Callable


class Seats:
    """players: who sits in each seat, East's first, then to the right; east_at: the place where East sits."""

    def __init__(self, players: "list[int]", east_at: int) -> None:
        self.players = players
        self.east_at = east_at


def pointed_at(thrower: int, throw: int, people: int) -> int:
    """Whom a throw points at, the thrower being one; ValueError for what two dice cannot throw."""
    check_throw(throw)
    return count_off(thrower, throw, people)


def takers(first: int, people: int) -> "list[int]":
    """Who takes each disc, in the order in which they lie: `first`, then to his right."""
    return [(first + disc) % people for disc in range(people)]


def disc_drawn(left: str, die: "Callable[[], int]") -> str:
    """One of the discs left, by a die that is thrown until it names one: each as likely as the others."""
    of_each = 6 // len(left)
    while True:
        face = die() - 1
        if face < of_each * len(left):
            return left[face // of_each]


def seated(taken_by: "list[int]", discs: str, east_at: int) -> Seats:
    """Everybody seated by the disc that he has taken, East at the place `east_at`; ValueError for other discs."""
    seats = "".join([wind for wind in WINDS if wind in discs])
    if seats not in SEATINGS or len(discs) != len(seats) or len(taken_by) != len(seats):
        raise ValueError("no discs for %s players: %s" % (len(taken_by), discs))
    return Seats([taken_by[discs.index(wind)] for wind in seats], east_at)


def draw_by_wind_box(thrower: int, first: int, second: int, discs: str, box: int) -> Seats:
    """Harr p.57-58: anybody's throw `first` points at who lays the discs out, one of them, number `box` from 0, on the
    wind box. His throw `second` points at who takes the first disc. The box marks East's seat where it is taken."""
    people = len(discs)
    if not 0 <= box < people:
        raise ValueError("no disc lies there")
    layer = pointed_at(thrower, first, people)
    taken_by = takers(pointed_at(layer, second, people), people)
    return seated(taken_by, discs, taken_by[box])


def draw_by_mingg(thrower: int, first: int, second: int, discs: str) -> Seats:
    """Babcock p.64-65: `thrower` throws twice, for the seat of the preliminary East, before which the Mingg is placed,
    and for who takes disc No. 1. Who is East is thrown for after that: `first_east`."""
    people = len(discs)
    taken_by = takers(pointed_at(thrower, second, people), people)
    return seated(taken_by, discs, pointed_at(thrower, first, people))


def first_east(seats: Seats, throw: int) -> Seats:
    """Babcock p.65: the preliminary East's throw points at who is East first; everybody keeps his place."""
    people = len(seats.players)
    east = pointed_at(0, throw, people)
    return Seats([seats.players[place] for place in takers(east, people)], (seats.east_at + east) % people)


def may_draw_again(draws: int, start: bool) -> bool:
    """Whether a player who objects to his seat may call for another draw after so many (Babcock p.67): not at the start
    of play; after the four rounds for a second and a third."""
    return not start and draws < 3
