"""Opens the wall: East's throw, then the opener's, rolled by the device or entered. Shows whose wall and which
stack."""

from mingg.core.table.wall import DEAD_WALLS, PLAYED_OUT, dead_tiles, wall_of
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_LEFT
from mingg.ui.screen import Screen
from mingg.ui.screens.wall.plan import Plan
from mingg.ui.seating import SIDES, THREE
from mingg.ui.widgets.dial import dialled, draw_dial, rolled

MYPY = False
if MYPY:
    from mingg.core.table.wall import Opening
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link

FIRST, SECOND, OPENED = range(3)  # the throw that is due
LOOSE = 24  # sixteen kongs and eight flowers: nobody draws more loose tiles
TEXT_X = 64
TEXT_ROOM = 128 - TEXT_X


class WallScreen(Screen):
    """The wall of the present deal. From the open wall A goes to Table. B goes back step by step, at last to the screen
    before."""

    hint = A
    holds = (A,)
    repeats = (LEFT, RIGHT)
    words = ("wall",)

    def __init__(self, app: "App", before: "Link | None" = None) -> None:
        super().__init__(app, before)
        self.due = FIRST
        self.throws: "list[int | None]" = [None, None]
        self.one = False  # the first throw counts for both (Babcock p.86)
        self.loose = 0
        rules, self.table = app.playing.rules, app.playing.table
        self.players: "dict[int, int]" = {}  # the players by chair
        for player in self.table.order:
            side = app.side(player)
            if side is not None:
                self.players[SIDES.index(side)] = player
                if player == self.table.east:
                    east = SIDES.index(side)
        dummy = 2
        for chair in range(4):
            if chair not in self.players:
                dummy = (chair - east) % 4
        self.wall = wall_of(rules.id, "".join(self.table.seats), rules.on("flowers") not in (False, "off"), dummy)
        self.dead_wall = DEAD_WALLS[rules.id]
        # The chair before which each side stands. Three sides stand before three people, four sides before four chairs.
        self.chairs = {side: (east + i) % 4 for i, side in enumerate(self.wall.sides)}
        if len(self.wall.sides) == 3:  # a triangle has no side before the empty chair, wherever that is
            self.players = {chair: self.players[each] for chair, each in zip(THREE[0], sorted(self.players))}
            self.chairs = {self.table.seat(player): chair for chair, player in self.players.items()}

    # ---- keys ----

    def does(self, key: int, held: bool = False) -> "Act":
        opened = self.due == OPENED
        if held:
            return "both at once", self._throw_once
        if key == A:
            if opened:
                return "A shuts", self.app.table
            return "A rolls" if self.throws[self.due] is None else "A goes on", self._go_on
        if key == B:
            return "B back", self._back
        if key in (LEFT, RIGHT):
            return "B enters" if opened else ("dial", self._enter, key)
        if not opened:
            return "enter so"
        loose = self.loose + (1 if key == UP else -1)
        if self.dead_wall == PLAYED_OUT:
            return "no dead"
        return (
            ("one out" if key == UP else "one back", self._draw_loose, min(loose, LOOSE)) if loose >= 0 else "no loose"
        )

    def _enter(self, key: int) -> None:
        self.throws[self.due] = dialled(self.throws[self.due], key)

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
        if self.throws[index] is None:
            self.throws[index] = rolled(self.app)
        return self.throws[index] is not None

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
        """Sets how many loose tiles have been drawn: the dead wall moves."""
        self.loose = loose

    # ---- the picture ----

    def opening(self) -> "Opening | None":
        """Returns where the wall is opened, or None before the first throw. Before the second throw only its side is
        right."""
        first, second = self.throws
        if first is None:
            return None
        return self.wall.opening(first, None if self.one or self.due == FIRST else second)

    def is_open(self) -> bool:
        """True if the stack is known, and not only the side."""
        return self.due == OPENED or (self.due == SECOND and self.throws[SECOND] is not None)

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, self._sum() or say("deal", self.app.playing.deals + 1))
        opening = self.opening()
        Plan(canvas, self).draw(opening)
        if opening is None or self.due == FIRST:
            self._draw_throw(canvas, "E", "throws")
        elif self.due == SECOND:
            self._draw_throw(canvas, opening.opener, "throws again" if opening.opener == "E" else "throws")
        else:
            self._draw_stack(canvas, opening)

    def _sum(self) -> str:
        """Returns the finished throws in words."""
        first, second = self.throws
        if self.due == FIRST:
            return ""
        return str(first) if self.due == SECOND or self.one else "%s + %s" % (first, second)

    def _draw_who(self, canvas: "Canvas", seat: str) -> None:
        canvas.wind(seat, TEXT_X, 12, seat == "E")
        name = self.app.name(self.table.player(seat))
        canvas.text(canvas.fit(name, TEXT_ROOM - 14, True), TEXT_X + 14, 14, ALIGN_LEFT, True)

    def _draw_throw(self, canvas: "Canvas", seat: str, throws: str) -> None:
        """Draws who throws next, and how."""
        self._draw_who(canvas, seat)
        canvas.text(say(throws), TEXT_X, 25)
        draw_dial(canvas, self.throws[self.due], TEXT_X, 33)
        for i, line in enumerate(say("one throw").split("|")):
            canvas.text(line, TEXT_X, 48 + 8 * i)

    def _draw_stack(self, canvas: "Canvas", opening: "Opening") -> None:
        """Draws the stack that is lifted out: whose wall, which stack, from which end."""
        self._draw_who(canvas, opening.opener)
        x = canvas.figures(str(opening.count), TEXT_X, 24) + 1
        ending = _ending(opening.count)
        if ending == ".":  # a full stop stands on the line of the text
            x = canvas.text(ending, x, 37) + 3
        else:
            canvas.text(ending, x, 25)
        canvas.text(say("stack"), x, 37)
        canvas.text(say("loose tiles", self.loose) if self.loose else say("from right"), TEXT_X, 47)
        note, moves = self._note(opening)
        canvas.text(canvas.fit(note, TEXT_ROOM), TEXT_X, 56)
        if moves:
            canvas.arrow(UP, 122, 56)
            canvas.arrow(DOWN, 122, 61)

    def _note(self, opening: "Opening") -> "tuple[str, bool]":
        """Returns the most important note, and whether up and down change it."""
        side, number = opening.loose
        chair = self.chairs[opening.side]
        dead = dead_tiles(self.dead_wall, self.loose)
        if self.loose:
            return say("dead", dead), True
        if side != opening.side and self.chairs[side] in self.players:
            name = self.app.name(self.players[self.chairs[side]])
            return say("corner", number, _ending(number), name), False
        if side != opening.side:
            return say("next wall", number), False
        if chair not in self.players:
            return say("dummy" if self.wall.openers != "EEWW" else "to the right"), False
        return (say("dead", dead), True) if dead else (say("played out"), False)


def _ending(number: int) -> str:
    """Returns the letters of an ordinal number."""
    return say(("nth", "1st", "2nd", "3rd")[number % 10 if number % 10 < 4 and number // 10 != 1 else 0])
