"""The draw for seats: with dice and discs by Harr's wind box or by Babcock's Mingg, or with four wind tiles alone by a
modern rule set; every step in words.

The device rolls the dice, or the players enter them. The device draws the discs, or the players name those that they
take from the table.
"""

from mingg.core.deal.winds import SEATS
from mingg.core.rules.modern import MODERN
from mingg.core.table import discs
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.ui.kit.canvas import ALIGN_CENTRE
from mingg.ui.kit.forms import Dial, Hints, Seat
from mingg.ui.kit.view import Centre, Foot, Key, Line, Otherwise, Picture, Screen, Title, View
from mingg.ui.seating import OUT, SIDES

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Part, Parts

# The steps: throws, whose names are messages too; laying the discs out; taking them; the new seats.
LAYER, MINGG, FIRST, EAST, BOX, DISCS, SEATED = "layer", "mingg", "first", "East", "box", "discs", "seated"
WIND_BOX_STEPS = (LAYER, BOX, FIRST, DISCS, SEATED)  # Harr p.57-58
MINGG_STEPS = (MINGG, FIRST, DISCS, EAST, SEATED)  # Babcock p.63-65
TILES_STEPS = (DISCS, SEATED)  # a tile of each wind takes the place of a disc
THROWS = (LAYER, MINGG, FIRST, EAST)
COMPASS = ((UP, "N"), (RIGHT, "E"), (DOWN, "S"), (LEFT, "W"))  # the disc that each arrow names


class DrawSeats(Screen):
    """Draws the seats of the proposal. A player here is an index of the chairs in use, in the order of play. Of five,
    four draw, and the last sits out the first round.

    start    no game has ended before
    thrower  the player who throws first: anybody at the start (Harr p.57), later the winner of the last deal (Babcock
             p.67)
    """

    words = ("wall",)

    def __init__(self, app: "App", start: bool, thrower: int) -> None:
        super().__init__(app)
        proposal = self.play.set_up
        self.chairs = proposal.chairs()
        self.people = len(self.chairs)
        rules = proposal.rules.id
        self.by_wind_box = rules in ("harr", "harr-limit")
        self.by_tiles = rules in MODERN
        self.steps = WIND_BOX_STEPS if self.by_wind_box else TILES_STEPS if self.by_tiles else MINGG_STEPS
        self.start = start
        self.thrower = thrower
        self.draws = 0
        self.throws: "dict[str, int]"
        self._begin()

    def state(self) -> "tuple[Any, ...]":
        return self.draws, self.throws, self.box, self.discs, self.shown, self.step_index

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.draws, self.throws, self.box, self.discs, self.shown, at = state
        self._go_to(at)

    def _begin(self) -> None:
        self.draws += 1
        self.throws = dict.fromkeys(THROWS, 0)
        self.box = 0  # the disc on the wind box
        self.discs = ""  # the discs in the order in which they are taken
        self.shown = 0  # how many of them have been taken
        self._go_to(0)

    def _go_to(self, index: int) -> None:
        self.step_index = index
        self.step = self.steps[index]

    # ---- what is known ----

    def _name(self, player: int) -> str:
        return self.play.set_up.people[self._chair(player)] or say("number", player + 1)

    def _chair(self, player: int) -> int:
        return self.chairs[player] if player < self.people else OUT

    def _thrower(self, step: str) -> int:
        """Returns the player who throws at a step."""
        if step == EAST:
            return self._seats().players[0]
        return self._pointed_at(LAYER) if step == FIRST and self.by_wind_box else self.thrower

    def _pointed_at(self, step: str) -> int:
        """Returns the player whom the throw of a step points at."""
        if step == EAST:
            return discs.first_east(self._seats(), self.throws[EAST]).players[0]
        return discs.pointed_at(self._thrower(step), self.throws[step], self.people)

    def _takers(self) -> "list[int]":
        return discs.takers(self.thrower if self.by_tiles else self._pointed_at(FIRST), self.people)

    def _left(self) -> str:
        """Returns the discs that nobody has taken yet."""
        taken = self.discs[: self.shown]
        return "".join([wind for wind in SEATS[self.people] if wind not in taken])

    def _seats(self) -> "discs.Seats":
        """Returns the seats by the discs."""
        if self.by_tiles:
            return discs.draw_by_tiles(self.thrower, self.discs)
        second = self.throws[FIRST]
        if self.by_wind_box:
            return discs.draw_by_wind_box(self.thrower, self.throws[LAYER], second, self.discs, self.box)
        return discs.draw_by_mingg(self.thrower, self.throws[MINGG], second, self.discs)

    def _drawn(self) -> "tuple[list[int], int]":
        """Returns the players by their new places, and the place of East."""
        seats = self._seats()
        if EAST in self.steps:
            seats = discs.first_east(seats, self.throws[EAST])
        people = list(range(self.play.set_up.players))
        for seat, player in enumerate(seats.players):
            people[(seats.east_at + seat) % self.people] = player
        return people, seats.east_at

    # ---- what happens ----

    def _undo(self) -> None:
        if self.step == DISCS and self.shown:
            # the last disc was taken automatically
            self.shown -= 2 if self.shown == self.people else 1
        elif self.step_index:
            self._go_to(self.step_index - 1)
        else:
            self.back()

    def _enter(self, throw: int) -> None:
        self.throws[self.step] = throw

    def _roll(self) -> None:
        if not self.throws[self.step]:
            dice = self.play.roll_two()
            if dice is None:
                return
            self.throws[self.step] = sum(dice)
        self._go_to(self.step_index + 1)

    def _choose_box(self, step: int) -> None:
        self.box = (self.box + step) % self.people

    def _take(self, disc: str) -> None:
        """Takes a disc that was named, or draws one if `disc` is ""."""
        if disc:
            self.discs = self.discs[: self.shown] + disc
        elif self.shown == len(self.discs):
            try:
                self.discs += discs.disc_drawn(self._left(), self.play.roll)
            except OSError:
                self.app.display.refuse("no dice")
                return
        self.shown += 1
        if self.shown == self.people - 1:
            self.discs = self.discs[: self.shown] + self._left()
            self.shown += 1

    def _sit(self) -> None:
        people, east_at = self._drawn()
        self.play.set_up.seat([self._chair(player) for player in people], self.chairs[east_at])
        self.show("setup.setup.NewSession")

    # ---- what is shown ----

    def view(self) -> "Parts":
        step = self.step
        shown = {BOX: self._lay_parts, DISCS: self._disc_parts, SEATED: self._seated}
        parts = self._throw_parts() if step in THROWS else shown[step]()
        return View(Title(say("seats")), Key(B, "B back", self._undo), *parts)

    def _outcome(self, step: str) -> "list[Part]":
        """Says what a throw decided."""
        threw = say("threw", self._name(self._thrower(step)), self.throws[step])
        return [Line(threw), Line(say("then " + step, self._name(self._pointed_at(step))))]

    def _east(self) -> "list[Part]":
        """Says what the discs decided."""
        return _lines("East keeps" if self.by_tiles else "drew East", self._name(self._seats().players[0]))

    def _throw_parts(self) -> "Parts":
        """What the step before decided, who throws now, and for what."""
        step, thrown = self.step, self.throws[self.step]
        before = _lines("intro")
        if self.step_index:
            before = self._east() if step == EAST else self._outcome(self.steps[0])
        return View(
            *before,
            Line(),
            Line(say("throws"), self._name(self._thrower(step))),
            Line(say("for " + step)),
            Dial(thrown, self._enter, self._name(self._pointed_at(step)) if thrown else ""),
            Key(A, "A goes on" if thrown else "A rolls", self._roll),
            Otherwise("enter so"),
        )

    def _lay_parts(self) -> "Parts":
        """The discs face down: the layer lays one of them on the wind box."""
        return View(
            *_lines("lays", self._name(self._pointed_at(LAYER))),
            *[Key(key, "disc", self._choose_box, by) for key, by in ((LEFT, -1), (RIGHT, 1))],
            Key(A, "A goes on", self._go_to, self.step_index + 1),
            Otherwise("choose so"),
            Picture(self._draw_discs),
            Foot(say("lays which")),
        )

    def _disc_parts(self) -> "Parts":
        """The discs that were taken, and what they decided when all are."""
        picture = Picture(self._draw_discs)
        if self.shown == self.people:
            go_on = Key(A, "A goes on", self._go_to, self.step_index + 1)
            return View(*self._east(), go_on, Otherwise("all taken"), picture)
        left = self._left()
        named = [
            Key(key, ["", letters(disc)], self._take if disc in left else "taken", disc)
            for key, disc in COMPASS
            if disc in SEATS[self.people]
        ]
        return View(
            *(_lines("draw tiles") if self.by_tiles else self._outcome(FIRST)),
            Key(A, "A draws", self._take, ""),
            Hints(say("or it is"), named),
            Otherwise("no such disc"),
            picture,
        )

    def _draw_discs(self, canvas: "Canvas") -> None:
        """Draws the discs in a row, face down until they are taken. The one on the wind box has a double frame."""
        box = self.step == BOX
        names = [] if box else [self._name(player) for player in self._takers()]
        wide = 128 // self.people
        for disc in range(self.people):
            x = wide * disc + wide // 2
            canvas.frame(x - 7, 31, 14, 13)
            if self.by_wind_box and disc == self.box:
                canvas.frame(x - 9, 29, 18, 17)
                if box:
                    canvas.arrow(LEFT, x - 15, 35)
                    canvas.arrow(RIGHT, x + 12, 35)
            taken = not box and disc < self.shown
            canvas.text(letters(self.discs[disc]) if taken else str(disc + 1), x, 34, ALIGN_CENTRE, taken)
            if names:
                name, current = canvas.fit(names[disc], wide - 3), disc == self.shown
                if current:
                    width = canvas.width(name) + 2
                    canvas.box(x - width // 2 - 1, 46, width + 1, 9)
                canvas.text(name, x, 47, ALIGN_CENTRE, False, 0 if current else 1)

    def _seated(self) -> "Parts":
        """All players on their new chairs."""
        people, east_at = self._drawn()
        winds = SEATS[self.people]
        seats = [
            Seat(SIDES[chair], self._name(people[place]), winds[(place - east_at) % self.people])
            for place, chair in enumerate(self.chairs)
        ]
        texts = [say("threw", self._name(self._thrower(EAST)), self.throws[EAST])] if EAST in self.steps else []
        if len(people) > self.people:
            texts.append(say("sits out", self._name(people[-1])))
        again: "list[Part]" = [Otherwise("stands" if self.start or EAST not in self.steps else "three draws")]
        if EAST in self.steps and discs.may_draw_again(self.draws, self.start):
            again = [Key(UP, "again", self._begin), Otherwise("again so")]
            texts.append(say("again so"))
        texts.append(say("sit so"))
        return View(Key(A, "A sit so", self._sit), *again, *seats, Centre(*texts[:2]))


def _lines(message: str, *names: str) -> "list[Part]":
    return [Line(line) for line in say(message, *names).split("|")]
