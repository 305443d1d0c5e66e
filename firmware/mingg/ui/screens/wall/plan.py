"""Draws the wall from above."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP

MYPY = False
if MYPY:
    from mingg.core.table.wall import Opening
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screens.wall.wall import WallScreen

MIDDLE_X, MIDDLE_Y = 30, 37
DEEP = 4  # the pixels from the front of a wall to its back
BASE_Y = 59  # the y of the nearest side of a triangle
WINDS_AT = ((-5, 4), (4, -5), (-5, -14), (-14, -5))  # from the middle, by chair
TRIANGLE_WINDS_AT = ((-5, 8), (1, -2), (0, 0), (-11, -2))
COUNTED, DEAD, GONE = range(3)


class Plan:
    """The wall from above, as the person who holds the device sees it, with two pixels for a stack. It is an outline,
    full as far as stacks were counted, striped where the wall is dead, and open at the stack that is lifted out. An
    arrow points there."""

    def __init__(self, canvas: "Canvas", screen: "WallScreen") -> None:
        self.canvas = canvas
        self.screen = screen
        self.wall = screen.wall
        self.half = max(self.wall.stacks)  # half of a side, since a stack has two pixels
        self.triangle = len(self.wall.sides) == 3

    def draw(self, opening: "Opening | None") -> None:
        self._draw_winds()
        for side, stacks in zip(self.wall.sides, self.wall.stacks):
            self._draw_side(side, stacks)
        if opening is None:
            return
        marked = self._marked(opening)
        for side, number in marked:
            self._draw_stack(side, number, marked[side, number])
        if self.screen.is_open():
            self._draw_gap(opening)

    def _draw_winds(self) -> None:
        """Draws the wind of each player before their wall; the letter of East stands in a full box."""
        for chair, player in self.screen.players.items():
            x, y = (TRIANGLE_WINDS_AT if self.triangle else WINDS_AT)[chair]
            seat = self.screen.table.seat(player)
            self.canvas.wind(seat, MIDDLE_X + x, MIDDLE_Y + y, seat == "E")

    def _marked(self, opening: "Opening") -> "dict[tuple[str, int], int]":
        """Returns the stacks that were counted and those that are dead. Before the second throw, the whole side to open
        counts."""
        wall, screen, side = self.wall, self.screen, opening.side
        if not screen.is_open():
            return {(side, number + 1): COUNTED for number in range(wall.stacks[wall.sides.index(side)])}
        marked = {wall.place(side, number): COUNTED for number in range(1, opening.count)}
        number = opening.count - 1
        last = wall.last_live(opening, screen.dead_wall, screen.loose)
        while last != opening.loose and wall.place(side, number) != last:
            marked[wall.place(side, number)] = DEAD
            number -= 1
        return marked

    def _stack(self, side: str, number: int) -> "tuple[int, int]":
        """Returns the upper left corner of a stack. Stacks are counted from the right end as seen from outside, which
        is clockwise on the panel."""
        chair = self.screen.chairs[side]
        stacks = self.wall.stacks[self.wall.sides.index(side)]
        half = stacks if chair == 0 else self.half
        if self.triangle and chair != 0:
            up = number if chair == 3 else stacks + 1 - number  # from the foot of a side, which leans inwards
            x = up - 1 - DEEP - half if chair == 3 else half + 1 - up
            return MIDDLE_X + x, BASE_Y - 2 * up
        if chair == 0:
            return MIDDLE_X + half - 2 * number, BASE_Y if self.triangle else MIDDLE_Y + half + 1
        if chair == 1:
            return MIDDLE_X + half + 1, MIDDLE_Y - half + 2 * (number - 1)
        if chair == 2:
            return MIDDLE_X - half + 2 * (number - 1), MIDDLE_Y - half - 1 - DEEP
        return MIDDLE_X - half - 1 - DEEP, MIDDLE_Y + half - 2 * number

    def _is_across(self, side: str) -> bool:
        return self.screen.chairs[side] in (0, 2)

    def _draw_side(self, side: str, stacks: int) -> None:
        """Draws the outline of a side."""
        chair = self.screen.chairs[side]
        x, y = self._stack(side, 1 if chair in (1, 2) else stacks)
        if self._is_across(side):
            self.canvas.frame(x, y, 2 * stacks, DEEP)
        elif not self.triangle:
            self.canvas.frame(x, y, DEEP, 2 * stacks)
        else:
            leans = -1 if chair == 3 else 1
            self.canvas.box(x, y, DEEP, 1)
            for i in range(stacks):
                self.canvas.box(x + leans * i, y + 2 * i, 1, 2)
                self.canvas.box(x + leans * i + DEEP - 1, y + 2 * i, 1, 2)
            self.canvas.box(x + leans * (stacks - 1), y + 2 * stacks - 1, DEEP, 1)

    def _draw_stack(self, side: str, number: int, state: int) -> None:
        """Draws a stack: full, half (several make stripes), or empty."""
        x, y = self._stack(side, number)
        w, h = (2, DEEP) if self._is_across(side) else (DEEP, 2)
        self.canvas.box(x, y, w, h, 1 if state == COUNTED else 0)
        if state == DEAD:
            self.canvas.box(x, y, w // 2 if w == 2 else w, h // 2 if h == 2 else h)

    def _draw_gap(self, opening: "Opening") -> None:
        """Draws the stack that is lifted out, and the end of the wall at the next stack."""
        side, number = opening.loose
        self._draw_stack(side, number, GONE)
        self._point_at(side, number)
        side, number = opening.start
        x, y = self._stack(side, number)
        later = self.screen.chairs[side] in (0, 3)  # the right end is the second pixel
        if self._is_across(side):
            self.canvas.box(x + later, y, 1, DEEP)
        else:
            self.canvas.box(x, y + later, DEEP, 1)

    def _point_at(self, side: str, number: int) -> None:
        """Draws an arrow to a stack: from outside, or from inside if there is no room."""
        x, y = self._stack(side, number)
        chair = self.screen.chairs[side]
        if chair == 0 and self.triangle:
            self.canvas.arrow(DOWN, x - 1, y - 4)
        elif chair == 0:
            self.canvas.arrow(UP, x - 1, y + DEEP)
        elif chair == 2:
            self.canvas.arrow(DOWN, x - 1, y - 3)
        elif chair == 1:
            self.canvas.arrow(LEFT, x + DEEP + 1, y - 1)
        else:
            self.canvas.arrow(RIGHT, max(0, x - 4), y - 1)
