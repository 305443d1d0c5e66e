"""Who sits where: the first East, chosen by an arrow or by throws of dice, and who holds the device."""

from mingg.evening.begin import sit
from mingg.hal.keys import DOWN, A
from mingg.lang import say
from mingg.ui.kit.forms import Seat
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import Arm, Centre, Foot, Key, Otherwise, Screen, Title, View
from mingg.ui.seating import SIDES, THREE, chairs_of, first_of

MYPY = False
if MYPY:
    from collections.abc import Iterable
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.lists import Row
    from mingg.ui.kit.view import Parts
    from mingg.ui.play import Play

    Thrown = dict[int, tuple[int, int]]  # two dice, by chair


def _throw(play: "Play", chairs: "Iterable[int]") -> "Thrown | None":
    """Throws two dice for each of these chairs. Returns None if the device cannot."""
    thrown = {}
    for chair in chairs:
        dice = play.roll_two()
        if dice is None:
            return None
        thrown[chair] = dice
    return thrown


class FirstEast(Screen):
    """An arrow chooses the first East. A: the device throws for all."""

    words = ("setup",)

    def view(self) -> "Parts":
        proposal = self.play.set_up
        seats = [
            Seat(SIDES[chair], proposal.people[chair], proposal.letter(chair), self.take, chair)
            for chair in proposal.chairs()
        ]
        return View(Title(say("East?")), Key(A, "A throw", self.throw), *seats, Otherwise("nobody there"))

    def throw(self) -> None:
        thrown = _throw(self.play, self.play.set_up.chairs())
        if thrown is not None:
            self.show("setup.people.Throws", thrown)

    def take(self, chair: int) -> None:
        self.play.set_up.east = chair
        self.back()


class Throws(Screen):
    """Two dice for each player: the highest throw is East. After a tie, A throws again for those who tied."""

    words = ("setup",)

    def __init__(self, app: "App", first: "Thrown") -> None:
        super().__init__(app)
        self.rounds = [first]

    def state(self) -> "tuple[Any, ...]":
        return (self.rounds,)

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.rounds = state[0]

    def view(self) -> "Parts":
        proposal, last = self.play.set_up, self.rounds[-1]
        most = max([sum(dice) for dice in last.values()])
        highest = [chair for chair in sorted(last) if sum(last[chair]) == most]
        key, text = Key(A, "A done", self.take, highest[0]), say("is East", proposal.name(highest[0]))
        if len(highest) > 1:
            key, text = Key(A, "A throw", self.again, highest), say("level")
        lit = [proposal.chairs().index(chair) for chair in highest]
        return View(Title(say("throw")), key, Foot(text), Rows(self, len(self.rounds[0]), self.row, 2, lit))

    def row(self, index: int) -> "Row":
        """The sums of the last three throws, the last one with its dice."""
        chair, shown = self.play.set_up.chairs()[index], self.rounds[-3:]
        sums = [str(sum(thrown[chair])) for thrown in shown if chair in thrown]
        if chair in shown[-1]:
            sums.insert(-1, "%d+%d" % shown[-1][chair])
        return self.play.set_up.name(chair), tuple(sums + [""] * (len(shown) + 1 - len(sums)))

    def again(self, chairs: "list[int]") -> None:
        thrown = _throw(self.play, chairs)
        if thrown is not None:
            self.rounds.append(thrown)

    def take(self, chair: int) -> None:
        self.play.set_up.east = chair
        self.show("setup.setup.NewSession")


class Turn(Screen):
    """An arrow chooses who holds the device: the compass turns until they sit below. Seats and winds stay as they are.
    If three play, the arrow to the empty chair seats a player there: another chair is empty."""

    words = ("menu",)

    def view(self) -> "Parts":
        play = self.play
        people = {play.side(player) or 0: play.name(player) for player in play.playing.table.order}
        arms = [Arm(key, "", self.take, key, name) for key, name in people.items() if key != DOWN]
        arms.append(Arm(DOWN, "", "you sit", "", people[DOWN], True))
        if len(people) == 3:
            arms += [Arm(key, say("nobody sits"), self.take_empty) for key in SIDES if key not in people]
        return View(
            Title(say("who sits below?")),
            Key(A, "A done", self.done),
            *arms,
            Centre(say("you sit")),
            Otherwise("nobody there"),
        )

    def done(self) -> None:
        """Shows Table as they see it now, unless that would end something else: a deal that is entered or may be taken
        back, or a proposal."""
        play = self.play
        if play.entry is None and play.undoable is None and play.set_up is None:
            play.table()
        else:
            self.back()

    def take(self, key: int) -> None:
        """Turns the compass until the person at this side sits below. All keep their chairs."""
        turn, players = self.play.evening.turn, self.play.playing.table.players
        chair, chairs = SIDES.index(key), chairs_of(players, turn)
        turn = (chairs[first_of(players, turn)] - chair) % 4
        if players == 3:
            turn += 4 * THREE.index(tuple(sorted([(each - chair) % 4 for each in chairs])))
        self.sit(turn)

    def take_empty(self) -> None:
        """Puts the empty chair of three players at the next side. The person below stays."""
        turn = self.play.evening.turn
        empty = ((turn >> 2) + 1) % 3
        self.sit(4 * empty + THREE[empty][first_of(3, turn)])

    def sit(self, turn: int) -> None:
        play, evening = self.play, self.play.evening
        if self.app.display.stored("not saved", sit, evening, turn, evening.called) and play.entry is not None:
            play.changed()  # its draft belongs to the ledger, which may just have begun
