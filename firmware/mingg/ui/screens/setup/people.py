"""Who sits where, and their names, before and during a session: the first East, by an arrow or by throws of dice; who
holds the device; how to type a name with six keys."""

from mingg.core.table.session import person_of
from mingg.core.values import same
from mingg.evening.evenings import sit
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.kit.canvas import ALIGN_CENTRE, Canvas
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.forms import Big, Throws
from mingg.ui.kit.view import Arm, Centre, Key, Otherwise, Parts, Picture, Screen, Title, View
from mingg.ui.navigator import SET_UP
from mingg.ui.play import Play
from mingg.ui.seating import SIDES, THREE, chairs_of, first_of

TYPING = "setup.people.Typing"
LETTERS = 8  # letters of a name
FIVE = (LEFT, UP, RIGHT, DOWN, A)  # the answers, clockwise, the last in the middle


def reseat(play: "Play", turn: int, called: "list[str]") -> bool:
    """Stores where the players of the present session sit, and their names. Shows a failure, and returns False: then
    nothing has changed."""
    if not play.app.display.stored("not saved", sit, play.evening, turn, called):
        return False
    if play.entry is not None:
        play.changed()  # its draft belongs to the ledger, which may just have begun
    return True


class FirstEast(Throws):
    """An arrow chooses the first East, or the players throw dice, and the highest throw is East."""

    words = ("setup", "over")
    takes = "is East"

    def begin(self) -> None:
        self.throwing = list(self.play.set_up.chairs())

    def view(self) -> "Parts":
        proposal = self.play.set_up
        people = [(SIDES[chair], chair, proposal.name(chair)) for chair in proposal.chairs()]
        return View(Title(say("East?")), *self.answers(people, None if self.sums else proposal.east))

    def take(self, chair: int) -> None:
        self.play.set_up.east = chair
        self.back()


class Turn(Screen):
    """An arrow chooses who holds the device: the compass turns until they sit below. Seats and winds stay as they are.
    If three play, the arrow to the empty chair seats a player there: another chair is empty."""

    words = ("menu",)

    def view(self) -> "Parts":
        play = self.play
        people = {play.side(player) or 0: play.name(player) for player in play.playing.table.order}
        arms = [
            Arm(key, "", self.take if key != DOWN else "you sit", key, name, key == DOWN)
            for key, name in people.items()
        ]
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
        if play.entry is None and play.undoable is None and not self.app.navigator.on_path(SET_UP):
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
        reseat(self.play, turn, self.play.evening.called)

    def take_empty(self) -> None:
        """Puts the empty chair of three players at the next side. The person below stays."""
        turn = self.play.evening.turn
        empty = ((turn >> 2) + 1) % 3
        reseat(self.play, 4 * empty + THREE[empty][first_of(3, turn)], self.play.evening.called)


class Names(Screen):
    """An arrow types the name of the person on its side. With five players, A types that of the person who sits out."""

    words = ("setup",)
    at_table = False

    def people(self) -> "list[tuple[int, str, str, int]]":
        """Returns (key, name, seat wind, chair or player) of each person."""
        proposal = self.play.set_up
        sides = SIDES + (A,)
        return [(sides[chair], proposal.people[chair], proposal.letter(chair), chair) for chair in proposal.order()]

    def view(self) -> "Parts":
        keys: "list[Key]" = [Key(A, "A done", self.back)]
        people = self.people()
        for key, name, wind, who in people:
            of = self.at_table, who, name, wind
            if key == A:
                keys[0] = Arm(A, say("sits out", name or wind), TYPING, of)
            else:
                keys.append(Key(key, ["", name], TYPING, of, False, True))
        seats = Compass([(key, name, wind, "") for key, name, wind, _ in people if key != A], 0, len(people) == 5)
        seats.asks = True
        return View(Title(say("whose name?")), *keys, seats, Otherwise("nobody there"))


class Renaming(Names):
    """Names of the present session. The players stay the same: once a deal was played, the screen says so."""

    at_table = True

    def begin(self) -> None:
        self.note = say("only renames") if self.play.evening.session.deals else ""
        if self.note and len(self.people()) == 5:
            self.app.display.show_text(self.note)  # A stands in the middle

    def view(self) -> "Parts":
        parts = super().view()
        return View(*parts, Centre(self.note)) if self.note and len(self.people()) < 5 else parts

    def people(self) -> "list[tuple[int, str, str, int]]":
        play, table = self.play, self.play.playing.table
        people = [(play.side(player) or 0, play.name(player), table.seat(player), player) for player in table.order]
        out = table.sitting_out()
        return people if out is None else people + [(A, play.name(out), "5", out)]


class Typing(Screen):
    """Types a name letter by letter: an arrow chooses a group of letters, then a key the letter.

    The old name stays until the first letter is typed.

    at_table, who  a player of the present session, or a chair of the proposal
    name, wind     of that person
    chosen         the group of letters that was chosen, then a part of it ...
    """

    words = ("setup",)
    lasting = "typed", "chosen"

    def begin(self, at_table: bool, who: int, name: str, wind: str) -> None:
        self.at_table, self.who, self.name, self.wind = at_table, who, name, wind
        self.typed: "str | None" = None
        self.chosen: "list[str]" = []

    def groups(self) -> "list[str]":
        # a name begins with a capital
        return say("letters" if self.typed else "capitals").split("|")

    def view(self) -> "Parts":
        act = "eight" if len(self.typed or "") == LETTERS else self.choose
        big = bool(self.chosen)
        letters = split(self.chosen[-1]) if big else self.groups()
        title = Title((big and self.typed) or say("name"), "", self.wind)
        parts = [(Big if big else Arm)(key, in_short(part), act, part) for key, part in zip(FIVE, letters)]
        if big:
            return View(title, *parts, Key(B, "B back", self.chosen.pop), Otherwise("no letter there"))
        erase = [Key(B, "B undo", self.erase)] if self.typed else []
        name = self.name if self.typed is None else self.typed
        return View(title, Key(A, "A done", self.done), *parts, *erase, Picture(draw_typed, name, self.typed is None))

    def keys_of(self, letter: str) -> "list[int]":
        parts = self.groups()
        others = say("capitals" if self.typed else "letters").split("|")
        for answer, other in zip(" ".join(parts).split(" "), " ".join(others).split(" ")):
            if letter in other[: len(answer)]:
                letter = answer[other.find(letter)]  # a capital, or a small letter, like the six keys
                break
        if letter in " |" or letter not in "".join(parts):
            self.app.display.refuse("no letter there")
            return []
        keys = [B] * len(self.chosen)
        while letter not in parts:
            index = [letter in part for part in parts].index(True)
            keys.append(FIVE[index])
            parts = split(parts[index])
        keys.append(FIVE[parts.index(letter)])
        # a full name refuses the first key; the others would not mean the letter
        return keys[:1] if len(self.typed or "") == LETTERS else keys

    def erase(self) -> None:
        self.typed = (self.typed or "")[:-1]

    def choose(self, part: str) -> None:
        if len(part) > 1:
            self.chosen.append(part)
        else:
            self.typed = (self.typed or "") + part
            self.chosen = []

    def done(self) -> None:
        """An empty name restores that of the start of the session."""
        play, name, who = self.play, self.typed, self.who
        if name is None:
            self.back()
            return
        evening = play.evening
        others = list(evening.called)
        if self.at_table:
            name = name or evening.session.names[person_of(evening.session.sits, who)]
            del others[who]
        else:
            others = [play.set_up.name(chair) for chair in play.set_up.order() if chair != who]
        if same(name) in [same(other) for other in others]:
            self.app.display.refuse("taken", name)
            return
        if not self.at_table:
            play.set_up.people[who] = name
        elif not reseat(play, evening.turn, others[:who] + [name] + others[who:]):
            return
        self.back()


def draw_typed(canvas: "Canvas", name: str, old: bool) -> None:
    """Draws the name in the middle, at double size. old: it is inverted, since typing replaces it."""
    name = canvas.fit(name, 60)  # a name from elsewhere may be longer than one that is typed here
    canvas.twice(name, 64, 38, ALIGN_CENTRE)
    half = canvas.width(name)
    if old and name:
        canvas.invert(62 - half, 36, 2 * half + 4, 18)
    elif len(name) < LETTERS:
        canvas.box(66 + half, 50, 8, 2)


def split(part: str) -> "list[str]":
    """Returns what the keys mean after a group is chosen: the answers of a group, and the letters of an answer. If
    these are too many, they come in equal parts."""
    if " " in part:
        return part.split(" ")
    if len(part) <= len(FIVE):
        return list(part)
    length = (len(part) + len(FIVE) - 1) // len(FIVE)
    return [part[i : i + length] for i in range(0, len(part), length)]


def in_short(group: str) -> str:
    """Returns a group as it is drawn: all letters, but only the first and the last digit."""
    letters, digits, _ = group.partition("0123456789")
    letters = letters.replace(" ", "")
    return "%s %s" % (letters, say("0-9")) if letters and digits else say("0-9") if digits else letters
