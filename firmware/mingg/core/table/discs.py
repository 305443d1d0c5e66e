"""The draw for seats and for the first East: the four wind discs, the wind box (Mingg, Cheung) and the dice.

Harr p.13, 57-59; Babcock p.7-8, 63-67. People are numbered by their places before the draw, counter-clockwise from any
one of them. A throw is the sum of two dice. `discs` is a string of the seats in play, in the order in which the discs
lie, face down, before people take them. The books describe this for four people; here two and three use it as well.
"""

from mingg.core.deal.winds import WINDS
from mingg.core.table.wall import SEATINGS, check_throw, count_off

MYPY = False
if MYPY:
    from typing import Callable


class Seats:
    """players: the person in each seat, East's first, then to the right; east_at: the place of East."""

    def __init__(self, players: "list[int]", east_at: int) -> None:
        self.players = players
        self.east_at = east_at


def pointed_at(thrower: int, throw: int, people: int) -> int:
    """The person that a throw points at; the thrower counts as one. ValueError: two dice cannot make this throw."""
    check_throw(throw)
    return count_off(thrower, throw, people)


def takers(first: int, people: int) -> "list[int]":
    """The person who takes each disc, in the order of the discs: `first`, then to their right."""
    return [(first + disc) % people for disc in range(people)]


def disc_drawn(left: str, die: "Callable[[], int]") -> str:
    """Draws one of the discs left, all equally likely: throws a die until it points at one."""
    faces = 6 // len(left)
    while True:
        face = die() - 1
        if face < faces * len(left):
            return left[face // faces]


def seated(taken_by: "list[int]", discs: str, east_at: int) -> Seats:
    """Seats all people by the discs that they took, East at the place `east_at`. ValueError: these are not the discs of
    a table."""
    seats = "".join([wind for wind in WINDS if wind in discs])
    if seats not in SEATINGS or len(discs) != len(seats) or len(taken_by) != len(seats):
        raise ValueError("no discs for %s players: %s" % (len(taken_by), discs))
    return Seats([taken_by[discs.index(wind)] for wind in seats], east_at)


def draw_by_wind_box(thrower: int, first: int, second: int, discs: str, box: int) -> Seats:
    """Harr p.57-58: a throw `first` of any person points at the one who lays the discs out; disc number `box`, from 0,
    lies on the wind box. The throw `second` of that person points at the one who takes the first disc. The person who
    takes the disc on the box marks East's place. ValueError: there is no disc number `box`."""
    people = len(discs)
    if not 0 <= box < people:
        raise ValueError("no disc lies there")
    layer = pointed_at(thrower, first, people)
    taken_by = takers(pointed_at(layer, second, people), people)
    return seated(taken_by, discs, taken_by[box])


def draw_by_mingg(thrower: int, first: int, second: int, discs: str) -> Seats:
    """Babcock p.64-65: `thrower` throws twice. `first` points at the seat of the preliminary East, before which the
    Mingg is placed; `second` points at the person who takes disc No. 1. first_east() then decides who is East."""
    people = len(discs)
    taken_by = takers(pointed_at(thrower, second, people), people)
    return seated(taken_by, discs, pointed_at(thrower, first, people))


def draw_by_tiles(first: int, discs: str) -> Seats:
    """By the modern rule sets all people take a tile of a wind in turn, the person `first` before the others. Who takes
    East keeps that place: our reading."""
    taken_by = takers(first, len(discs))
    return seated(taken_by, discs, taken_by[discs.find("E")])


def first_east(seats: Seats, throw: int) -> Seats:
    """Babcock p.65: the throw of the preliminary East points at the first East; all people keep their places."""
    people = len(seats.players)
    east = pointed_at(0, throw, people)
    return Seats([seats.players[place] for place in takers(east, people)], (seats.east_at + east) % people)


def may_draw_again(draws: int, start: bool) -> bool:
    """Whether a player who objects to a seat may call for another draw after so many draws (Babcock p.67): not at the
    start of play; after the four rounds for a second and a third draw."""
    return not start and draws < 3
