"""The wall: its sides, the place where the dice open it, and the dead wall. And the draw for seats.

Harr p.14-15, 29, 59, 76; Babcock p.7-10, 29, 68-69, 83-86, 94. Sides have the names of the seat winds, East's first,
then counter-clockwise. People are counted in the same direction. Stacks are counted, and tiles drawn, the other way:
from the right end of a side to its left, then round the corner into the side of the player to the left. A throw is the
sum of two dice.
"""

from collections import namedtuple
from collections.abc import Callable

from mingg.core.deal.deal import SEATS, WINDS
from mingg.core.rules import Rules

Place = tuple[str, int]  # a side, and the number of a stack from its right end, from 1
DeadWall = tuple[int, int]  # see rules/rows.py


def count_off(start: int, throw: int, people: int) -> int:
    """The person that a throw points at, counter-clockwise; `start` counts as one (Harr p.15, Babcock p.8, 83)."""
    return (start + throw - 1) % people


# Where a wall is opened. side: the side that the first throw points at; opener: the seat of the player who makes the
# second throw, and opens the wall; count: the stack that is lifted out, counted from the right end of `side` and round
# the corner if necessary; loose: the Place of that stack, whose two tiles are the loose ones; start: the Place of the
# next stack, where the draw begins.
Opening = namedtuple("Opening", ("side", "opener", "count", "loose", "start"))


class Wall:
    """sides: seat winds, East's first, then counter-clockwise; stacks: the number of stacks of two tiles by side;
    openers: by side, the seat of the player who acts for it."""

    def __init__(self, sides: str, stacks: "tuple[int, ...]", openers: str) -> None:
        self.sides = sides
        self.stacks = stacks
        self.openers = openers

    def side(self, throw: int) -> str:
        """The side that East's throw points at."""
        return self.sides[count_off(0, throw, len(self.sides))]

    def opener(self, side: str) -> str:
        """The seat of the player who throws for a side and opens it: its own player, or the one who acts for an empty
        seat."""
        return self.openers[self.sides.index(side)]

    def place(self, side: str, count: int) -> "Place":
        """The Place of stack `count` from the right end of a side; beyond an end it is round the corner."""
        i = self.sides.index(side)
        while count > self.stacks[i]:
            count -= self.stacks[i]
            i = (i - 1) % len(self.sides)
        while count < 1:
            i = (i + 1) % len(self.sides)
            count += self.stacks[i]
        return self.sides[i], count

    def opening(self, first: int, second: "int | None" = None) -> Opening:
        """The Opening after East's throw and the opener's, or after one throw for both (Babcock p.86)."""
        side, count = self.side(first), first + (second or 0)
        return Opening(side, self.opener(side), count, self.place(side, count), self.place(side, count + 1))

    def last_live(self, opening: Opening, dead_wall: "DeadWall", loose: int = 0) -> "Place":
        """The Place of the last stack with a live tile after `loose` loose tiles were drawn. Players usually leave a
        little space behind it (Harr p.59, Babcock p.68). If the wall is played to its end, it is the loose stack.
        """
        beyond = dead_wall[0] + moved_tiles(dead_wall, loose)
        return self.place(opening.side, opening.count - beyond // 2)


def moved_tiles(dead_wall: "DeadWall", loose: int) -> int:
    """How many live tiles have become dead after `loose` loose tiles were drawn."""
    return dead_wall[1] * loose


def dead_tiles(dead_wall: "DeadWall", loose: int = 0) -> int:
    """How many tiles the dead wall has, loose tiles included, after `loose` loose tiles were drawn."""
    return dead_wall[0] + moved_tiles(dead_wall, loose) - loose


def _four_sides(flowers: bool, openers: str) -> Wall:
    return Wall("ESWN", (18 if flowers else 17,) * 4, openers)


def harr_wall(seats: str, flowers: bool = False, dummy: int = 2) -> Wall:
    """Harr's wall for the `seats` in play: always four sides; East acts for every dummy (p.14, 29, 76).

    dummy: with three players one side has no player; this is how many sides to the right of East's it is. It changes,
    since East passes and nobody moves. The sides have names as if four sat there.
    """
    if seats == "ESN":
        return _four_sides(flowers, ("EESN", "ESEN", "ESNE")[dummy - 1])
    return _four_sides(flowers, "".join([side if side in seats else "E" for side in WINDS]))


def babcock_wall(seats: str, flowers: bool = False) -> Wall:
    """Babcock's wall for the `seats` in play (p.7-8, 83-84, 94). Of five players four sit at it (p.85)."""
    if seats == "ESN":
        # No West Winds. The book has no flowers here: with them there are 70 stacks. Our reading: East builds the odd
        # one.
        return Wall(seats, (24, 23, 23) if flowers else (22, 22, 22), seats)
    # Of two, each player also builds, and acts for, the side to the right.
    return _four_sides(flowers, "EEWW" if seats == "EW" else seats)


def wall_of(rules: "Rules", seats: str, flowers: bool, dummy: int = 2) -> Wall:
    """The wall of a rule set."""
    # With fewer than four, Babcock plays without some tiles or walls. The modern rule sets are silent: all tiles.
    return babcock_wall(seats, flowers) if rules.table["own_sides"] else harr_wall(seats, flowers, dummy)


# ---- the draw for seats and for the first East: the four wind discs, the wind box (Mingg, Cheung) and the dice ----

# Harr p.13, 57-59; Babcock p.7-8, 63-67. The books describe this for four people; here two and three use it as well.
# The steps: throws, whose names are messages too; laying the discs out; taking them; the new seats.
LAYER, MINGG, FIRST, EAST, BOX, DISCS, SEATED = "layer", "mingg", "first", "East", "box", "discs", "seated"
BY_WIND_BOX = (LAYER, BOX, FIRST, DISCS, SEATED)  # Harr p.57-58
BY_MINGG = (MINGG, FIRST, DISCS, EAST, SEATED)  # Babcock p.63-65
# By the modern rule sets all people take a tile of a wind in turn. Who takes East keeps that place: our reading.
BY_TILES = (DISCS, SEATED)
DRAWS = {"box": BY_WIND_BOX, "mingg": BY_MINGG, "tiles": BY_TILES}


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
