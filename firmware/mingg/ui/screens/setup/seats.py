"""The draw for seats: with dice and discs by Harr's wind box or by Babcock's Mingg, or with four wind tiles alone by a
modern rule set; every step in words.

The device rolls the dice, or the players enter them. The device draws the discs, or the players name those that they
take from the table.
"""

from typing import Any

from mingg.core.deal.deal import SEATS
from mingg.core.table.wall import BOX, BY_TILES, DISCS, DRAWS, EAST, SEATED, Draw
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import letters, say
from mingg.ui.kit.canvas import ALIGN_CENTRE, Canvas
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.forms import Dial, Hints, roll, roll_two
from mingg.ui.kit.view import Centre, Foot, Key, Line, Otherwise, Part, Parts, Picture, Screen, Title, View
from mingg.ui.seating import OUT, SIDES

COMPASS = ((UP, "N"), (RIGHT, "E"), (DOWN, "S"), (LEFT, "W"))  # the disc that each arrow names


class DrawSeats(Screen):
    """Draws the seats of the proposal. A player here is an index of the chairs in use, in the order of play. Of five,
    four draw, and the last sits out the first round.

    start    no game has ended before
    thrower  the player who throws first: anybody at the start (Harr p.57), later the winner of the last deal (Babcock
             p.67)
    current  the step of the draw
    """

    words = ("wall",)
    draws = 0

    def begin(self, start: bool, thrower: int) -> None:
        proposal = self.play.set_up
        self.chairs = proposal.chairs()
        self.steps = DRAWS[proposal.rules.table["seats_by"]]
        self.start, self.thrower = start, thrower
        self._begin()

    def state(self) -> "tuple[Any, ...]":
        draw = self.draw
        return self.current, self.draws, draw.throws, draw.box, draw.discs, draw.shown

    def resume(self, state: "tuple[Any, ...]") -> None:
        draw = self.draw
        self.current, self.draws, draw.throws, draw.box, draw.discs, draw.shown = state

    def _begin(self) -> None:
        self.draw = Draw(self.steps, len(self.chairs), self.thrower)
        self.draws += 1
        self.current = 0

    def _name(self, player: int) -> str:
        chair = self.chairs[player] if player < len(self.chairs) else OUT
        return self.play.set_up.people[chair] or say("number", player + 1)

    # ---- what happens ----

    def _undo(self) -> None:
        if self.steps[self.current] == DISCS and self.draw.shown:
            self.draw.shown -= 1
        elif self.current:
            self.current -= 1
        else:
            self.back()

    def _enter(self, throw: int) -> None:
        self.draw.throws[self.steps[self.current]] = throw

    def _roll(self) -> None:
        if self.steps[self.current] not in self.draw.throws:
            dice = roll_two(self.app)
            if dice is None:
                return
            self._enter(sum(dice))
        self.current += 1

    def _choose_box(self, disc: int) -> None:
        self.draw.box = disc

    def _take_unseen(self) -> None:
        try:
            self.draw.take_unseen(lambda: roll(self.app))
        except OSError:
            self.app.display.refuse("no dice")

    def _sit(self) -> None:
        people, east_at = self.draw.seats()
        chairs = self.chairs + (OUT,)
        people += range(len(self.chairs), self.play.set_up.players)
        self.play.set_up.seat([chairs[player] for player in people], chairs[east_at])
        self.show("setup.setup.NewSession")

    # ---- what is shown ----

    def view(self) -> "Parts":
        draw, step = self.draw, self.steps[self.current]
        go_on = Key(A, "A goes on", self.move_to, self.current + 1)
        picture = Picture(self._draw_discs)
        parts: "Parts"
        if step == SEATED:
            parts = self._seated()
        elif step == BOX:
            people = draw.people
            parts = View(
                *[Key(key, "disc", self._choose_box, (draw.box + by) % people) for key, by in ((LEFT, -1), (RIGHT, 1))],
                go_on,
                Otherwise("choose so"),
                picture,
                Foot(say("lays which")),
            )
        elif step != DISCS:
            thrown = draw.throws.get(step, 0)
            parts = View(
                Line(),
                Line(say("throws"), self._name(draw.throws_for(step))),
                Line(say("for " + step)),
                Dial(thrown, self._enter, self._name(draw.points_at(step)) if thrown else ""),
                Key(A, "A goes on" if thrown else "A rolls", self._roll),
                Otherwise("enter so"),
            )
        elif not draw.left():
            parts = View(go_on, Otherwise("all taken"), picture)
        else:
            named = [
                Key(key, ["", letters(disc)], draw.take if disc in draw.left() else "taken", disc)
                for key, disc in COMPASS
                if disc in SEATS[draw.people]
            ]
            parts = View(
                Key(A, "A draws", self._take_unseen),
                Hints(say("or it is"), named),
                Otherwise("no such disc"),
                picture,
            )
        return View(Title(say("seats")), Key(B, "B back", self._undo), *self._before(step), *parts)

    def _before(self, step: str) -> "list[Part]":
        """Says what was decided before a step."""
        draw, by_tiles = self.draw, self.steps == BY_TILES
        if step == SEATED:
            return []
        if step == BOX:
            text = say("lays", self._name(draw.points_at(self.steps[0])))
        elif not draw.left():
            text = say("East keeps" if by_tiles else "drew East", self._name(draw.taker("E")))
        elif not self.current:
            text = say("draw tiles" if by_tiles else "intro")
        else:
            before = self.steps[self.current - 1]
            if before == BOX:
                before = self.steps[0]
            text = "%s|%s" % (self._threw(before), say("then " + before, self._name(draw.points_at(before))))
        return [Line(line) for line in text.split("|")]

    def _threw(self, step: str) -> str:
        return say("threw", self._name(self.draw.throws_for(step)), self.draw.throws[step])

    def _draw_discs(self, canvas: "Canvas") -> None:
        """Draws the discs in a row, face down until they are taken. The one on the wind box has a double frame."""
        draw, laying = self.draw, self.steps[self.current] == BOX
        taken, takers = draw.taken(), [] if laying else draw.takers()
        wide = 128 // draw.people
        for disc in range(draw.people):
            x = wide * disc + wide // 2
            canvas.frame(x - 7, 31, 14, 13)
            if BOX in self.steps and disc == draw.box:
                canvas.frame(x - 9, 29, 18, 17)
                if laying:
                    canvas.arrow(LEFT, x - 15, 35)
                    canvas.arrow(RIGHT, x + 12, 35)
            up = disc < len(taken)
            canvas.text(letters(taken[disc]) if up else str(disc + 1), x, 34, ALIGN_CENTRE, up)
            if takers:
                name, current = canvas.fit(self._name(takers[disc]), wide - 3), disc == len(taken)
                if current:
                    width = canvas.width(name) + 2
                    canvas.box(x - width // 2 - 1, 46, width + 1, 9)
                canvas.text(name, x, 47, ALIGN_CENTRE, False, 0 if current else 1)

    def _seated(self) -> "Parts":
        """All players on their new chairs."""
        draw, chairs = self.draw, self.chairs
        people, east_at = draw.seats()
        winds = SEATS[draw.people]
        seats = [
            (SIDES[chairs[place]], self._name(people[place]), winds[(place - east_at) % draw.people], "")
            for place in range(draw.people)
        ]
        texts = [self._threw(EAST)] if EAST in self.steps else []
        if self.play.set_up.players > draw.people:
            texts.append(say("sits out", self._name(draw.people)))
        again: "list[Part]" = [Otherwise("stands" if self.start or EAST not in self.steps else "three draws")]
        # at the start of play a draw stands; after the four rounds a player who objects may call for two more
        # (Babcock p.67)
        if EAST in self.steps and not self.start and self.draws < 3:
            again = [Key(UP, "again", self._begin), Otherwise("again so")]
            texts.append(say("again so"))
        texts.append(say("sit so"))
        return View(Key(A, "A sit so", self._sit), *again, Compass(seats, 0), Centre(*texts[:2]))
