"""The draw for seats and for the first East: the four wind discs, the wind box (Mingg, Cheung) and the dice.

Harr p.13, 57-59; Babcock p.7-8, 63-67. The books describe this for four people; here two and three use it as well.
"""

from collections.abc import Callable

from mingg.core.deal.deal import SEATS
from mingg.core.table.wall import count_off

# The steps: throws, whose names are messages too; laying the discs out; taking them; the new seats.
LAYER, MINGG, FIRST, EAST, BOX, DISCS, SEATED = "layer", "mingg", "first", "East", "box", "discs", "seated"
BY_WIND_BOX = (LAYER, BOX, FIRST, DISCS, SEATED)  # Harr p.57-58
BY_MINGG = (MINGG, FIRST, DISCS, EAST, SEATED)  # Babcock p.63-65
# By the modern rule sets all people take a tile of a wind in turn. Who takes East keeps that place: our reading.
BY_TILES = (DISCS, SEATED)
THROWS = (LAYER, MINGG, FIRST, EAST)


class Draw:
    """A draw. People are numbered by their places before it, counter-clockwise from any one of them.

    steps    BY_WIND_BOX, BY_MINGG or BY_TILES
    people   how many draw
    thrower  who throws first, or takes the first tile

    throws   by step, each the sum of two dice
    box      the disc on the wind box, from 0
    discs    the discs in the order in which they lie, face down, before people take them; as far as anybody knows it
    shown    how many of them have been taken
    """

    def __init__(self, steps: "tuple[str, ...]", people: int, thrower: int) -> None:
        self.steps, self.people, self.thrower = steps, people, thrower
        self.throws: "dict[str, int]" = {}
        self.box = self.shown = 0
        self.discs = ""

    def throws_for(self, step: str) -> int:
        """Returns the person who throws at a step."""
        if step == EAST:
            return self.taker("E")
        return self.points_at(LAYER) if step == FIRST and LAYER in self.steps else self.thrower

    def points_at(self, step: str) -> int:
        """Returns the person whom the throw of a step points at; the thrower counts as one. The preliminary East counts
        along the new seats, the others along the old places."""
        throw = self.throws[step]
        if step == EAST:
            return self.taker(SEATS[self.people][count_off(0, throw, self.people)])
        return count_off(self.throws_for(step), throw, self.people)

    def takers(self) -> "list[int]":
        """Returns the person who takes each disc, in the order of the discs: the first one, then to their right."""
        first = self.points_at(FIRST) if FIRST in self.steps else self.thrower
        return [(first + disc) % self.people for disc in range(self.people)]

    def taker(self, disc: str) -> int:
        """Returns the person who took a disc."""
        return self.takers()[self.taken().index(disc)]

    def left(self) -> "list[str]":
        """Returns the discs among which there is a choice."""
        left = [wind for wind in SEATS[self.people] if wind not in self.discs[: self.shown]]
        return left if len(left) > 1 else []

    def taken(self) -> str:
        """Returns the discs that were taken, in order. The last one comes with the one before."""
        taken = self.discs[: self.shown]
        return taken if self.left() else taken + "".join([wind for wind in SEATS[self.people] if wind not in taken])

    def take(self, disc: str) -> None:
        """Takes a disc."""
        self.discs = self.discs[: self.shown] + disc
        self.shown += 1

    def take_unseen(self, die: "Callable[[], int]") -> None:
        """Takes one of the discs left, all equally likely: throws a die until it points at one."""
        left = self.left()
        faces = 6 // len(left)
        while self.shown == len(self.discs):
            face = (die() - 1) // faces
            if face < len(left):
                self.discs += left[face]
        self.shown += 1

    def seats(self) -> "tuple[list[int], int]":
        """Returns the people by their new places, and the place of the first East. The person who takes the disc on the
        wind box marks the place of the disc of East; the Mingg does that too, wherever the first throw puts it. East's
        throw moves nobody."""
        at = self.points_at(MINGG) if MINGG in self.steps else self.taker("E")
        if BOX in self.steps:
            at = self.takers()[self.box]
        seated = [self.taker(wind) for wind in SEATS[self.people]]
        people = seated[-at:] + seated[:-at] if at else seated
        return people, count_off(at, self.throws[EAST], self.people) if EAST in self.steps else at
