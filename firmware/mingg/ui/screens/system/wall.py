"""Opens the wall: East's throw, then the opener's, rolled by the device or entered. Shows whose wall and which stack,
and the wall from above."""

from mingg.core.table.wall import Opening, Place, dead_tiles, wall_of
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.kit.canvas import ALIGN_LEFT, Canvas
from mingg.ui.kit.forms import Dial, roll_two
from mingg.ui.kit.view import HOLD, NOTHING, Key, Line, Otherwise, Page, Parts, Placed, Screen, Title, View
from mingg.ui.seating import SIDES, THREE

FIRST, SECOND, OPENED = range(3)  # the throw that is due
LOOSE = 24  # sixteen kongs and eight flowers: nobody draws more loose tiles
TEXT_X = 62  # the texts are at the right of the picture
MIDDLE_X, MIDDLE_Y = 30, 37
DEEP = 4  # the pixels from the front of a wall to its back
BASE = 22  # from the middle to the base of a triangle
# By chair: the wind; the arrow to a stack, from outside, and where it stands from there.
WINDS_AT = ((25, 41), (34, 32), (25, 23), (16, 32))
TRIANGLE_WINDS_AT = ((25, 45), (31, 35), (0, 0), (19, 35))
ARROWS = ((UP, -1, DEEP), (LEFT, DEEP + 1, -1), (DOWN, -1, -3), (RIGHT, -4, -1))
BASE_ARROW = (DOWN, -1, -4)  # from inside: there is no room below a triangle


class Wall(Screen):
    """The wall of the present deal. From the open wall A goes to Table. B goes back step by step, at last to the screen
    before.

    current: how many loose tiles have been drawn; the dead wall moves.
    """

    words = ("wall",)
    lasting = "due", "throws", "one", "current"

    def begin(self) -> None:
        self.due = FIRST
        self.throws = [0, 0]  # 0: not yet
        self.one = False  # the first throw counts for both (Babcock p.86)
        play, rules = self.play, self.play.playing.rules
        self.table = table = play.playing.table
        self.players = {SIDES.index(play.side(player) or 0): player for player in table.order}  # by chair
        east = SIDES.index(play.side(table.east) or 0)
        dummy = 2
        for chair in range(4):
            if chair not in self.players:
                dummy = (chair - east) % 4
        self.wall = wall_of(rules, "".join(table.seats), rules.on("flowers") not in (False, "off"), dummy)
        self.dead_wall = rules.table["dead_wall"]
        # The chair before which each side stands. Three sides stand before three people, four sides before four chairs.
        self.chairs = {side: (east + i) % 4 for i, side in enumerate(self.wall.sides)}
        self.triangle = len(self.wall.sides) == 3
        if self.triangle:  # it has no side before the empty chair, wherever that is
            self.players = {chair: self.players[each] for chair, each in zip(THREE[0], sorted(self.players))}
            self.chairs = {table.seat(player): chair for chair, player in self.players.items()}

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
            Placed(self.place_plan, opening, seat),
            Line(say("throws again" if self.due == SECOND and seat == "E" else "throws")),
            Dial(throw, self._enter),
            *[Line(line) for line in say("one throw").split("|")],
            Otherwise("enter so"),
        )

    def _opened(self, opening: "Opening") -> "Parts":
        """The stack that is lifted out: whose wall, which stack, from which end; then the most important note."""
        side, number = opening.loose
        loose, dead, moves = self.current, dead_tiles(self.dead_wall, self.current), False
        if side != opening.side and not loose:
            owner = self.players.get(self.chairs[side])
            note = say("next wall", number)
            if owner is not None:
                note = say("corner", number, _ending(number), self.play.name(owner))
        elif self.chairs[side] not in self.players and not loose:
            note = say("dummy" if self.wall.openers != "EEWW" else "to the right")
        else:
            moves = dead > 0
            note = say("dead", dead) if moves else say("played out")
        return View(
            Key(A, "A shuts", self.play.table),
            self._loose_key(UP, "one out", loose + 1),
            self._loose_key(DOWN, "one back", loose - 1),
            Placed(self.place_plan, opening, opening.opener, moves),
            Line(say("loose tiles", loose) if loose else say("from right")),
            Line(note),
            Otherwise("B enters"),
        )

    def _loose_key(self, key: int, word: str, loose: int) -> Key:
        if not self.dead_wall[0]:  # it is played out
            return Key(key, "", "no dead")
        return Key(key, word, self.move_to, min(loose, LOOSE)) if loose >= 0 else Key(key, "", "no loose")

    # ---- keys ----

    def _enter(self, throw: int) -> None:
        self.throws[self.due] = throw

    def _throw_once(self) -> None:
        """Uses one throw for both, or goes back to two."""
        if self._thrown(FIRST):
            self.one = not self.one
            self.due = OPENED if self.one or self.throws[SECOND] else SECOND
            self.current = 0

    def _go_on(self) -> None:
        if self._thrown(self.due):
            self.due += 1

    def _thrown(self, index: int) -> bool:
        """Rolls a throw if it was not entered or seen yet. Returns whether it is there."""
        if not self.throws[index]:
            self.throws[index] = sum(roll_two(self.app) or ())
        return self.throws[index] > 0

    def _back(self) -> None:
        if self.due == FIRST:
            self.back()
        else:
            self.due = FIRST if self.one else self.due - 1
            self.one, self.current = False, 0

    # ---- the picture ----

    def place_plan(self, page: "Page", opening: "Opening | None", seat: str, moves: bool = False) -> None:
        """Draws the wall from above, as the person who holds the device sees it, with two pixels for a stack. It is an
        outline, full as far as stacks were counted, striped where the wall is dead, and open at the stack that is
        lifted out. An arrow points there. At the right, who throws or opens it, and the number of the stack.

        moves: up and down change the note below.
        """
        canvas, page.left, page.y = page.canvas, TEXT_X, 24
        self._draw_plan(canvas, opening)
        canvas.wind(seat, TEXT_X, 12, seat == "E")
        name = self.play.name(self.table.player(seat))
        canvas.text(canvas.fit(name, 112 - TEXT_X, True), TEXT_X + 14, 14, ALIGN_LEFT, True)
        if opening is None or self.due != OPENED:
            return
        page.y = 47
        number, ending = opening.count, _ending(opening.count)
        x = canvas.figures(str(number), TEXT_X, 24) + 1
        if ending == ".":  # a full stop stands on the line of the text
            x = canvas.text(ending, x, 37) + 3
        else:
            canvas.text(ending, x, 25)
        canvas.text(say("stack"), x, 37)
        if moves:
            canvas.arrow(UP, 122, 56)
            canvas.arrow(DOWN, 122, 61)

    def _draw_plan(self, canvas: "Canvas", opening: "Opening | None") -> None:
        wall = self.wall
        for chair, player in self.players.items():
            x, y = (TRIANGLE_WINDS_AT if self.triangle else WINDS_AT)[chair]
            seat = self.table.seat(player)
            canvas.wind(seat, x, y, seat == "E")
        for side, stacks in zip(wall.sides, wall.stacks):
            if not self._leans(self.chairs[side]):
                canvas.frame(*self._stack((side, stacks), 0, 2 * stacks))
                continue
            for number in range(1, stacks + 1):
                x, y, w, h = self._stack((side, number))
                canvas.box(x, y, w, h)
                canvas.box(x + 1, y, w - 2, h, 0)
            canvas.box(*self._stack((side, 1), 1, 1))
            canvas.box(*self._stack((side, stacks), 0, 1))
        if opening is None:
            return
        side, is_open = opening.side, self.is_open()
        # before the second throw, the whole side to open counts
        count = opening.count if is_open else wall.stacks[wall.sides.index(side)] + 1
        for number in range(1, count):
            canvas.box(*self._stack(wall.place(side, number)))
        if is_open:
            last = wall.last_live(opening, self.dead_wall, self.current)
            while wall.place(side, count) != last:
                x, y, w, h = self._stack(wall.place(side, count))
                canvas.box(x, y, w, h, 0)
                canvas.box(x, y, w // 2 if w == 2 else w, h // 2 if h == 2 else h)
                count -= 1
            x, y, w, h = self._stack(opening.loose)
            canvas.box(x, y, w, h, 0)
            chair = self.chairs[opening.loose[0]]
            arrow, by_x, by_y = BASE_ARROW if self.triangle and not chair else ARROWS[chair]
            canvas.arrow(arrow, max(0, x + by_x), y + by_y)
            canvas.box(*self._stack(opening.start, 1, 1))  # the end of the wall

    def _leans(self, chair: int) -> bool:
        return self.triangle and chair > 0

    def _stack(self, place: "Place", first: int = 0, wide: int = 2) -> "tuple[int, int, int, int]":
        """Returns the rectangle of a stack, or of some of its pixels along the side: (x, y, width, height).

        All sides are the nearest one, turned. Stacks are counted from the right end. The sides of a triangle that are
        not its base stand on it and lean inwards.
        """
        side, number = place
        wall, chair = self.wall, self.chairs[side]
        stacks, half = wall.stacks[wall.sides.index(side)], max(wall.stacks)  # half of a side: a stack has two pixels
        end, y = stacks, half + 1
        if self._leans(chair):
            end = BASE if chair == 3 else 2 * stacks - BASE
            y -= number if chair == 3 else stacks + 1 - number
        elif self.triangle:
            y = BASE
        x, w, h = end - 2 * number + first, wide, DEEP
        for _ in range(chair):
            x, y, w, h = y, -x - w, h, w
        return MIDDLE_X + x, MIDDLE_Y + y, w, h


def _ending(number: int) -> str:
    """Returns the letters of an ordinal number."""
    return say(("nth", "1st", "2nd", "3rd")[number % 10 if number % 10 < 4 and number // 10 != 1 else 0])
