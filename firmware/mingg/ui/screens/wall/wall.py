"""Opens the wall: East's throw, then the opener's, rolled by the device or entered. Shows whose wall and which stack,
and the wall from above."""

from mingg.core.table.wall import DEAD_WALLS, PLAYED_OUT, dead_tiles, wall_of
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.kit.canvas import ALIGN_LEFT
from mingg.ui.kit.forms import Dial
from mingg.ui.kit.view import HOLD, NOTHING, Key, Line, Otherwise, Part, Screen, Title, View
from mingg.ui.seating import SIDES, THREE

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.table.wall import Opening
    from mingg.ui.app import App
    from mingg.ui.kit.view import Page, Parts

FIRST, SECOND, OPENED = range(3)  # the throw that is due
LOOSE = 24  # sixteen kongs and eight flowers: nobody draws more loose tiles
TEXT_X = 62  # the texts are at the right of the picture
MIDDLE_X, MIDDLE_Y = 30, 37
DEEP = 4  # the pixels from the front of a wall to its back
BASE_Y = 59  # the y of the nearest side of a triangle
WINDS_AT = ((-5, 4), (4, -5), (-5, -14), (-14, -5))  # from the middle, by chair
TRIANGLE_WINDS_AT = ((-5, 8), (1, -2), (0, 0), (-11, -2))
COUNTED, DEAD, GONE = range(3)


class Wall(Screen):
    """The wall of the present deal. From the open wall A goes to Table. B goes back step by step, at last to the screen
    before."""

    words = ("wall",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.due = FIRST
        self.throws = [0, 0]  # 0: not yet
        self.one = False  # the first throw counts for both (Babcock p.86)
        self.loose = 0  # how many loose tiles have been drawn: the dead wall moves
        play, rules = self.play, self.play.playing.rules
        self.table = table = play.playing.table
        self.players = {SIDES.index(play.side(player) or 0): player for player in table.order}  # by chair
        east = SIDES.index(play.side(table.east) or 0)
        dummy = 2
        for chair in range(4):
            if chair not in self.players:
                dummy = (chair - east) % 4
        self.wall = wall_of(rules.id, "".join(table.seats), rules.on("flowers") not in (False, "off"), dummy)
        self.dead_wall = DEAD_WALLS[rules.id]
        # The chair before which each side stands. Three sides stand before three people, four sides before four chairs.
        self.chairs = {side: (east + i) % 4 for i, side in enumerate(self.wall.sides)}
        if len(self.wall.sides) == 3:  # a triangle has no side before the empty chair, wherever that is
            self.players = {chair: self.players[each] for chair, each in zip(THREE[0], sorted(self.players))}
            self.chairs = {table.seat(player): chair for chair, player in self.players.items()}

    def state(self) -> "tuple[Any, ...]":
        return self.due, self.throws, self.one, self.loose

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.due, self.throws, self.one, self.loose = state

    def opening(self) -> "Opening | None":
        """Returns where the wall is opened, or None before the first throw. Before the second throw only its side is
        right."""
        first, second = self.throws
        if not first:
            return None
        return self.wall.opening(first, None if self.one or self.due == FIRST else second or None)

    def is_open(self) -> bool:
        """True if the stack is known, and not only the side."""
        return self.due == OPENED or (self.due == SECOND and self.throws[SECOND] > 0)

    # ---- what is shown ----

    def view(self) -> "Parts":
        opening = self.opening()
        return View(
            Title(self._sum() or say("deal", self.play.playing.deals + 1)),
            Key(HOLD | A, "both at once", self._throw_once, NOTHING, False, True),
            Key(B, "B back", self._back),
            Plan(self, opening),
            *(self._throw(opening) if self.due != OPENED or opening is None else self._opened(opening)),
        )

    def _sum(self) -> str:
        """Returns the finished throws in words."""
        first, second = self.throws
        if self.due == FIRST:
            return ""
        return str(first) if self.due == SECOND or self.one else "%d + %d" % (first, second)

    def _throw(self, opening: "Opening | None") -> "Parts":
        """Who throws next, and how."""
        seat = "E" if opening is None or self.due == FIRST else opening.opener
        throw = self.throws[self.due]
        return View(
            Key(A, "A goes on" if throw else "A rolls", self._go_on),
            Who(seat, self._name(seat)),
            Line(say("throws again" if self.due == SECOND and seat == "E" else "throws")),
            Dial(throw, self._enter),
            *[Line(line) for line in say("one throw").split("|")],
            Otherwise("enter so"),
        )

    def _opened(self, opening: "Opening") -> "Parts":
        """The stack that is lifted out: whose wall, which stack, from which end; then the most important note."""
        side, number = opening.loose
        chair, dead = self.chairs[opening.side], dead_tiles(self.dead_wall, self.loose)
        moves = bool(self.loose)
        if self.loose:
            note = say("dead", dead)
        elif side != opening.side and self.chairs[side] in self.players:
            note = say("corner", number, _ending(number), self.play.name(self.players[self.chairs[side]]))
        elif side != opening.side:
            note = say("next wall", number)
        elif chair not in self.players:
            note = say("dummy" if self.wall.openers != "EEWW" else "to the right")
        else:
            moves = dead > 0
            note = say("dead", dead) if dead else say("played out")
        return View(
            Key(A, "A shuts", self.play.table),
            self._loose_key(UP, "one out", self.loose + 1),
            self._loose_key(DOWN, "one back", self.loose - 1),
            Who(opening.opener, self._name(opening.opener)),
            Stack(opening.count, moves),
            Line(say("loose tiles", self.loose) if self.loose else say("from right")),
            Line(note),
            Otherwise("B enters"),
        )

    def _loose_key(self, key: int, word: str, loose: int) -> Key:
        if self.dead_wall == PLAYED_OUT:
            return Key(key, "", "no dead")
        return Key(key, word, self._draw_loose, min(loose, LOOSE)) if loose >= 0 else Key(key, "", "no loose")

    def _name(self, seat: str) -> str:
        return self.play.name(self.table.player(seat))

    # ---- keys ----

    def _enter(self, throw: int) -> None:
        self.throws[self.due] = throw

    def _throw_once(self) -> None:
        """Uses one throw for both, or goes back to two."""
        if self.due == OPENED:
            self.one = not self.one
            self.due = OPENED if self.one or self.throws[SECOND] else SECOND
            self.loose = 0
        elif self._thrown(FIRST):
            self.one = True
            self.due = OPENED

    def _go_on(self) -> None:
        if self._thrown(self.due):
            self.due += 1

    def _thrown(self, index: int) -> bool:
        """Rolls a throw if it was not entered or seen yet. Returns whether it is there."""
        if not self.throws[index]:
            self.throws[index] = sum(self.play.roll_two() or ())
        return self.throws[index] > 0

    def _back(self) -> None:
        self.loose = 0
        if self.due == FIRST:
            self.back()
        elif self.one:
            self.one = False
            self.due = FIRST
        else:
            self.due -= 1

    def _draw_loose(self, loose: int) -> None:
        self.loose = loose


class Who(Part):
    """The player who throws, or whose wall is opened: the wind and the name."""

    def __init__(self, seat: str, name: str) -> None:
        self.seat, self.name = seat, name

    def place(self, page: "Page") -> None:
        x, y = page.left, page.y
        page.canvas.wind(self.seat, x, y + 1, self.seat == "E")
        page.canvas.text(page.fit(self.name, 112 - x, True), x + 14, y + 3, ALIGN_LEFT, True)
        page.y += 13


class Stack(Part):
    """The number of a stack, as an ordinal. moves: up and down change the note below it."""

    def __init__(self, number: int, moves: bool) -> None:
        self.number, self.moves = number, moves

    def place(self, page: "Page") -> None:
        canvas, y, ending = page.canvas, page.y, _ending(self.number)
        x = canvas.figures(str(self.number), page.left, y) + 1
        if ending == ".":  # a full stop stands on the line of the text
            x = canvas.text(ending, x, y + 13) + 3
        else:
            canvas.text(ending, x, y + 1)
        canvas.text(say("stack"), x, y + 13)
        if self.moves:
            canvas.arrow(UP, 122, 56)
            canvas.arrow(DOWN, 122, 61)
        page.y += 23


def _ending(number: int) -> str:
    """Returns the letters of an ordinal number."""
    return say(("nth", "1st", "2nd", "3rd")[number % 10 if number % 10 < 4 and number // 10 != 1 else 0])


class Plan(Part):
    """The wall from above, as the person who holds the device sees it, with two pixels for a stack. It is an outline,
    full as far as stacks were counted, striped where the wall is dead, and open at the stack that is lifted out. An
    arrow points there."""

    def __init__(self, screen: "Wall", opening: "Opening | None") -> None:
        self.screen, self.opening = screen, opening

    def place(self, page: "Page") -> None:
        self.canvas, page.left, page.y = page.canvas, TEXT_X, 11
        self.wall = self.screen.wall
        self.half = max(self.wall.stacks)  # half of a side, since a stack has two pixels
        self.triangle = len(self.wall.sides) == 3
        opening = self.opening
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
