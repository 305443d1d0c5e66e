"""The draw for seats: with dice and discs by Harr's wind box or by Babcock's Mingg, or with four wind tiles alone by a
modern rule set; every step in words.

The device rolls the dice, or the players enter them. The device draws the discs, or the players name those that they
take from the table.
"""

from mingg.core.deal.winds import SEATS
from mingg.core.rules.modern import MODERN
from mingg.core.table.discs import (
    disc_drawn,
    draw_by_mingg,
    draw_by_tiles,
    draw_by_wind_box,
    first_east,
    may_draw_again,
    pointed_at,
    takers,
)
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.ui.panel.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.widgets.dial import dialled, draw_dial, rolled

MYPY = False
if MYPY:
    from typing import Callable

    from mingg.core.rules import Rules
    from mingg.core.table.discs import Seats
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act

# The steps: throws, whose names are messages too; laying the discs out; taking them; the new seats.
LAYER, MINGG, FIRST, EAST, BOX, DISCS, SEATED = "layer", "mingg", "first", "East", "box", "discs", "seated"
WIND_BOX_STEPS = (LAYER, BOX, FIRST, DISCS, SEATED)  # Harr p.57-58
MINGG_STEPS = (MINGG, FIRST, DISCS, EAST, SEATED)  # Babcock p.63-65
TILES_STEPS = (DISCS, SEATED)  # a tile of each wind takes the place of a disc
THROWS = (LAYER, MINGG, FIRST, EAST)
COMPASS = {UP: "N", RIGHT: "E", DOWN: "S", LEFT: "W"}  # the disc that each arrow names


class DrawSeats(Screen):
    """Draws the seats.

    names    who sits where now, by chair in the order of play; "" has no name. Of five, four draw, and the last sits
             out the first round
    done     takes the names in their new order, and the chair of East
    chairs   the chairs in use
    start    no game has ended before
    thrower  the index in `names` of the player who throws first: anybody at the start (Harr p.57), later the winner
             of the last deal (Babcock p.67)
    """

    title = "seats"
    hint = A
    words = ("wall",)

    def __init__(
        self,
        app: "App",
        names: "list[str]",
        rules: "Rules",
        done: "Callable[[list[str], int], None]",
        chairs: "tuple[int, ...]",
        start: bool = True,
        thrower: int = 0,
    ) -> None:
        super().__init__(app, app.screen)
        self.names = names
        self.people = min(len(names), 4)
        self.by_wind_box = rules.id in ("harr", "harr-limit")
        self.by_tiles = rules.id in MODERN
        self.steps = WIND_BOX_STEPS if self.by_wind_box else TILES_STEPS if self.by_tiles else MINGG_STEPS
        self.done = done
        self.chairs = chairs
        self.start = start
        self.thrower = thrower
        self.draws = 0
        self._begin()

    def _begin(self) -> None:
        self.draws += 1
        self.throws: "dict[str, int | None]" = {}
        self.box = 0  # the disc on the wind box
        self.discs = ""  # the discs in the order in which they are taken
        self.shown = 0  # how many of them have been taken
        self._go_to(0)

    def _go_to(self, index: int) -> None:
        self.step_index = index
        self.step = self.steps[index]
        self.repeats = (LEFT, RIGHT) if self.step in THROWS else ()

    # ---- what is known ----

    def _name(self, player: int) -> str:
        return self.names[player] or say("number", player + 1)

    def _throw(self, step: str) -> int:
        return self.throws.get(step) or 0

    def _thrower(self, step: str) -> int:
        """Returns the player who throws at a step."""
        if step == EAST:
            return self._seats().players[0]
        return self._pointed_at(LAYER) if step == FIRST and self.by_wind_box else self.thrower

    def _pointed_at(self, step: str) -> int:
        """Returns the player whom the throw of a step points at."""
        if step == EAST:
            return first_east(self._seats(), self._throw(EAST)).players[0]
        return pointed_at(self._thrower(step), self._throw(step), self.people)

    def _takers(self) -> "list[int]":
        return takers(self.thrower if self.by_tiles else self._pointed_at(FIRST), self.people)

    def _left(self) -> str:
        """Returns the discs that nobody has taken yet."""
        taken = self.discs[: self.shown]
        return "".join([wind for wind in SEATS[self.people] if wind not in taken])

    def _seats(self) -> "Seats":
        """Returns the seats by the discs."""
        if self.by_tiles:
            return draw_by_tiles(self.thrower, self.discs)
        second = self._throw(FIRST)
        if self.by_wind_box:
            return draw_by_wind_box(self.thrower, self._throw(LAYER), second, self.discs, self.box)
        return draw_by_mingg(self.thrower, self._throw(MINGG), second, self.discs)

    def _drawn(self) -> "tuple[list[int], int]":
        """Returns the new order, as indexes of `names`, and the place of East."""
        seats = self._seats()
        if EAST in self.steps:
            seats = first_east(seats, self._throw(EAST))
        people = list(range(len(self.names)))
        for seat, player in enumerate(seats.players):
            people[(seats.east_at + seat) % self.people] = player
        return people, seats.east_at

    # ---- keys ----

    def does(self, key: int, held: bool = False) -> "Act":
        step = self.step
        if key == B:
            return "B back", self._back
        if step in THROWS:
            if key in (LEFT, RIGHT):
                return "dial", self._enter, key
            if key == A:
                return "A goes on" if self.throws.get(step) else "A rolls", self._roll
            return "enter so"
        if step == DISCS and self.shown < self.people:
            return self._does_disc(key)
        if key == A:
            return ("A sit so", self._sit) if step == SEATED else ("A goes on", self._go_to, self.step_index + 1)
        if step == BOX:
            if key in (LEFT, RIGHT):
                return "disc", self._choose_box, self.box + (1 if key == RIGHT else -1)
            return "choose so"
        if step == DISCS:
            return "all taken"
        if not self._may_draw_again():
            return "stands" if self.start or EAST not in self.steps else "three draws"
        return ("again", self._begin) if key == UP else "again so"

    def _does_disc(self, key: int) -> "Act":
        if key == A:
            return "A draws", self._take, ""
        disc = COMPASS[key]
        if disc in self._left():
            return "disc", self._take, disc
        return "taken" if disc in SEATS[self.people] else "no such disc"

    def _back(self) -> None:
        if self.step == DISCS and self.shown:
            # the last disc was taken automatically
            self.shown -= 2 if self.shown == self.people else 1
        elif self.step_index:
            self._go_to(self.step_index - 1)
        else:
            self.back()

    def _enter(self, key: int) -> None:
        self.throws[self.step] = dialled(self.throws.get(self.step), key)

    def _roll(self) -> None:
        if not self.throws.get(self.step):
            self.throws[self.step] = rolled(self.app)
        if self.throws[self.step]:
            self._go_to(self.step_index + 1)

    def _choose_box(self, box: int) -> None:
        self.box = box % self.people

    def _take(self, disc: str) -> None:
        """Takes a disc that was named, or draws one if `disc` is ""."""
        if disc:
            self.discs = self.discs[: self.shown] + disc
        elif self.shown == len(self.discs):
            try:
                self.discs += disc_drawn(self._left(), self.app.roll)
            except OSError:
                self.app.refuse("no dice")
                return
        self.shown += 1
        if self.shown == self.people - 1:
            self.discs = self.discs[: self.shown] + self._left()
            self.shown += 1

    def _sit(self) -> None:
        people, east_at = self._drawn()
        self.done([self.names[player] for player in people], self.chairs[east_at])

    def _may_draw_again(self) -> bool:
        """True if a player who objects to the seats can call for another draw. Not at the start (Babcock p.67)."""
        return EAST in self.steps and may_draw_again(self.draws, self.start)

    # ---- the picture ----

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas)
        if self.step in THROWS:
            self._draw_throw(canvas)
        elif self.step == SEATED:
            self._draw_seated(canvas)
        else:
            self._draw_discs(canvas)

    def _draw_lines(self, canvas: "Canvas", first: str, second: str) -> None:
        canvas.text(canvas.fit(first, 126), 1, 11)
        canvas.text(canvas.fit(second, 126), 1, 20)

    def _draw_outcome(self, canvas: "Canvas", step: str) -> None:
        """Draws what a throw decided."""
        first = say("threw", self._name(self._thrower(step)), self._throw(step))
        self._draw_lines(canvas, first, say("then " + step, self._name(self._pointed_at(step))))

    def _draw_east(self, canvas: "Canvas") -> None:
        """Draws what the discs decided."""
        east = self._name(self._seats().players[0])
        if self.by_tiles:
            self._draw_lines(canvas, say("East keeps 1", east), say("East keeps 2"))
        else:
            self._draw_lines(canvas, say("drew East", east), say("drew East 2"))

    def _draw_throw(self, canvas: "Canvas") -> None:
        """Draws what the step before decided, who throws now, and for what."""
        name = self._name(self._thrower(self.step))
        if self.step_index == 0:
            self._draw_lines(canvas, say("intro 1"), say("intro 2"))
        elif self.step == EAST:
            self._draw_east(canvas)
        else:
            self._draw_outcome(canvas, self.steps[0])
        canvas.box(0, 30, 128, 1)
        x = canvas.text(name, 1, 33, ALIGN_LEFT, True)
        canvas.text(say("throws"), x + 4, 33)
        canvas.text(say("for " + self.step), 1, 42)
        draw_dial(canvas, self.throws.get(self.step), 1, 51)
        if self.throws.get(self.step):
            canvas.text(self._name(self._pointed_at(self.step)), 126, 54, ALIGN_RIGHT, True)

    def _draw_discs(self, canvas: "Canvas") -> None:
        """Draws the discs in a row, face down until they are taken. The one on the wind box has a double frame."""
        names: "list[str]" = []
        if self.step == BOX:
            self._draw_lines(canvas, say("lays 1", self._name(self._pointed_at(LAYER))), say("lays 2"))
        else:
            names = [self._name(player) for player in self._takers()]
            if self.shown == self.people:
                self._draw_east(canvas)
            elif self.by_tiles:
                self._draw_lines(canvas, say("draw tiles 1"), say("draw tiles 2"))
            else:
                self._draw_outcome(canvas, FIRST)
        wide = 128 // self.people
        for disc in range(self.people):
            x = wide * disc + wide // 2
            canvas.frame(x - 7, 31, 14, 13)
            if self.by_wind_box and disc == self.box:
                canvas.frame(x - 9, 29, 18, 17)
            taken = names and disc < self.shown
            canvas.text(letters(self.discs[disc]) if taken else str(disc + 1), x, 34, ALIGN_CENTRE, bool(taken))
            if names:
                self._draw_taker(canvas, canvas.fit(names[disc], wide - 3), x, disc == self.shown)
        if self.step == BOX:
            x = wide * self.box + wide // 2
            canvas.arrow(LEFT, x - 15, 35)
            canvas.arrow(RIGHT, x + 12, 35)
            canvas.text(say("lays 3"), 64, 51, ALIGN_CENTRE)
        elif self.shown < self.people:
            self._draw_left(canvas)

    def _draw_taker(self, canvas: "Canvas", name: str, x: int, current: bool) -> None:
        if current:
            width = canvas.width(name) + 2
            canvas.box(x - width // 2 - 1, 46, width + 1, 9)
        canvas.text(name, x, 47, ALIGN_CENTRE, False, 0 if current else 1)

    def _draw_left(self, canvas: "Canvas") -> None:
        """Draws the discs that can be named, each with its arrow."""
        x = canvas.text(say("or it is"), 1, 56) + 6
        for key in (UP, RIGHT, DOWN, LEFT):
            if COMPASS[key] in self._left():
                canvas.arrow(key, x, 57 if key in (LEFT, RIGHT) else 58)
                x = canvas.text(letters(COMPASS[key]), x + 7, 56, ALIGN_LEFT, True) + 6

    def _draw_seated(self, canvas: "Canvas") -> None:
        """Draws all players on their new chairs; the letter of East stands in a full box."""
        people, east_at = self._drawn()
        winds = SEATS[self.people]
        for place, chair in enumerate(self.chairs):
            wind = winds[(place - east_at) % self.people]
            name = self._name(people[place])
            if chair in (0, 2):
                x, y = 64 - (canvas.width(name, True) + 14) // 2, 53 if chair == 0 else 11
                canvas.wind(wind, x, y, wind == "E")
                canvas.text(name, x + 14, y + 2, ALIGN_LEFT, True)
            else:
                canvas.wind(wind, 1 if chair == 3 else 116, 22, wind == "E")
                canvas.text(name, 1 if chair == 3 else 126, 35, ALIGN_LEFT if chair == 3 else ALIGN_RIGHT, True)
        sits_out = say("sits out", self._name(people[-1])) if len(people) > self.people else ""
        may_redraw = self._may_draw_again()
        above = below = say("sit so")
        if EAST in self.steps:
            above = say("threw", self._name(self._thrower(EAST)), self._throw(EAST))
        if may_redraw:
            below = say("again")
            above = sits_out or above
            canvas.arrow(UP, 56 - canvas.width(below) // 2, 46)
        elif sits_out or above == below:
            below = sits_out
        canvas.text(canvas.fit(above, 98), 64, 24, ALIGN_CENTRE)
        canvas.text(below, 64, 44, ALIGN_CENTRE)
