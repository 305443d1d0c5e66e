"""The names around the table, before and during a session, and how to type a name with six keys."""

from mingg.evening.begin import sit
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.kit.canvas import ALIGN_CENTRE
from mingg.ui.kit.forms import Big, Seat
from mingg.ui.kit.view import Arm, Key, Otherwise, Part, Screen, Title, View
from mingg.ui.seating import SIDES

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.view import Page, Parts
    from mingg.ui.play import Play

TYPING = "setup.names.Typing"
LETTERS = 8  # letters of a name
FIVE = (LEFT, UP, RIGHT, DOWN, A)  # the answers, clockwise, the last in the middle


def rename(play: "Play", player: int, name: str) -> None:
    """Stores the name of a player of the present session; an empty one restores the name of the start. Raises
    ValueError if another player has the name, and OSError if it cannot be stored: then nothing has changed."""
    evening = play.evening
    called = list(evening.called)
    called[player] = name or evening.session.names[player]
    if called.count(called[player]) > 1:
        raise ValueError(called[player])
    sit(evening, evening.turn, called)
    if play.entry is not None:
        play.changed()  # its draft belongs to the ledger, which may just have begun


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
        seats = []
        for key, name, wind, who in self.people():
            of = self.at_table, who, name, wind
            if key == A:
                keys = [Arm(A, say("sits out", name or wind), TYPING, of), Key(B, "B done", self.back)]
            else:
                seats.append(Seat(key, name, wind, TYPING, of))
        return View(Title(say("whose name?")), *keys, *seats, Otherwise("nobody there"))


class Renaming(Names):
    """Names of the present session. The players stay the same."""

    at_table = True

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
    letters        what the keys mean now; the groups at first
    """

    words = ("setup",)

    def __init__(self, app: "App", at_table: bool, who: int, name: str, wind: str) -> None:
        super().__init__(app)
        self.at_table, self.who, self.name, self.wind = at_table, who, name, wind
        self.typed: "str | None" = None
        self.above: "list[list[str]]" = []
        self.letters = self._groups()

    def state(self) -> "tuple[Any, ...]":
        return self.typed, self.above, self.letters

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.typed, self.above, self.letters = state

    def _groups(self) -> "list[str]":
        # a name begins with a capital
        return say("letters" if self.typed else "capitals").split("|")

    def view(self) -> "Parts":
        act = "eight" if len(self.typed or "") == LETTERS else self.choose
        big = bool(self.above)
        title = Title((big and self.typed) or say("name"), "", self.wind)
        parts = [(Big if big else Arm)(key, in_short(part), act, part) for key, part in zip(FIVE, self.letters)]
        if big:
            return View(title, *parts, Key(B, "B back", self.up), Otherwise("no letter there"))
        erase = [Key(B, "B erases", self.erase)] if self.typed else []
        name = self.name if self.typed is None else self.typed
        return View(title, Key(A, "A done", self.done), *parts, *erase, Typed(name, self.typed is None))

    def keys_of(self, letter: str) -> "list[int]":
        parts = self._groups()
        others = say("capitals" if self.typed else "letters").split("|")
        for answer, other in zip(" ".join(parts).split(" "), " ".join(others).split(" ")):
            if letter in other[: len(answer)]:
                letter = answer[other.find(letter)]  # a capital, or a small letter, like the six keys
                break
        if letter in " |" or letter not in "".join(parts):
            self.app.display.refuse("no letter there")
            return []
        keys = [B] * len(self.above)
        while letter not in parts:
            index = [letter in part for part in parts].index(True)
            keys.append(FIVE[index])
            parts = split(parts[index])
        keys.append(FIVE[parts.index(letter)])
        # a full name refuses the first key; the others would not mean the letter
        return keys[:1] if len(self.typed or "") == LETTERS else keys

    def up(self) -> None:
        self.letters = self.above.pop()

    def erase(self) -> None:
        self.typed = (self.typed or "")[:-1]
        self.letters = self._groups()

    def choose(self, part: str) -> None:
        if len(part) > 1:
            self.above.append(self.letters)
            self.letters = split(part)
        else:
            self.typed = (self.typed or "") + part
            self.above = []
            self.letters = self._groups()

    def done(self) -> None:
        app = self.app
        if self.typed is not None:
            try:
                if self.at_table:
                    rename(self.play, self.who, self.typed)
                else:
                    self.play.set_up.call(self.who, self.typed)
            except OSError as error:
                app.display.refuse_error(error)
                return
            except ValueError as error:
                app.display.refuse("taken", error.args[0])
                return
        self.back()


class Typed(Part):
    """The name in the middle, at double size. old: it is inverted, since typing replaces it."""

    def __init__(self, name: str, old: bool) -> None:
        self.name, self.old = name, old

    def place(self, page: "Page") -> None:
        canvas, page.bar_y = page.canvas, 11
        name = page.fit(self.name, 60)  # a name from elsewhere may be longer than one that is typed here
        canvas.twice(name, 64, 36, ALIGN_CENTRE)
        half = canvas.width(name)
        if self.old and name:
            canvas.invert(62 - half, 34, 2 * half + 4, 18)
        elif len(name) < LETTERS:
            canvas.box(66 + half, 48, 8, 2)


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
