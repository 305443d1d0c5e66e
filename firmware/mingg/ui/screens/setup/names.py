"""Who plays: the names around the table, before and during a session, and how to type a name with six keys."""

from mingg.evening.begin import sit
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.seating import OUT, SIDES
from mingg.ui.widgets.rosette import Rosette, draw_arm

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Link
    from mingg.ui.screens.setup.setup import Proposal
    from mingg.ui.widgets.rosette import Lines

LETTERS = 8  # letters of a name
FIVE = (LEFT, UP, RIGHT, DOWN, A)  # the answers, clockwise, the last in the middle


class Around(Rosette):
    """The people where they sit, each with their wind; the letter of East stands in a full box. An arrow chooses the
    person on its side."""

    empty = "nobody there"
    words = ("setup",)

    def __init__(self, app: "App", before: "Any", seated: "Any" = None) -> None:
        super().__init__(app, before)
        self.seated: "Proposal | Any" = seated or before.proposal
        self.answers = {SIDES[chair]: chair for chair in self.seated.chairs()}

    def word(self, answer: "Any") -> "Any":
        return ["", self.seated.name(answer)]

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool] | None":
        seated = self.seated
        across = key in (UP, DOWN)
        wind = seated.letter(answer)
        name = canvas.fit(seated.people[answer], 100 if across else 40, True)
        y = 12 if key == UP else 53 if across else 26
        x = 64 - (23 + canvas.width(name, True)) // 2 if across else 2
        wind_x, name_x, align = x + 8, x + 22, ALIGN_LEFT
        if not across:
            wind_x, name_x = 8, 22
        if key == RIGHT:
            x, wind_x, name_x, align = 123, 109, 106, ALIGN_RIGHT
        canvas.arrow(key, x, y + 4)
        canvas.wind(wind, wind_x, y, wind == "E")
        canvas.text(name, name_x, y + 2, align, True)
        return None


class Names(Around):
    """An arrow types the name of the person on its side. With five players, A types that of the person who sits out.

    seated: the people by chair; None: those of the proposal.
    """

    title = "whose name?"

    def __init__(self, app: "App", before: "Any", seated: "Any" = None) -> None:
        super().__init__(app, before, seated)
        if self.seated.players == 5:
            self.leave, self.choice = "B done", "sits out"
        else:
            self.hint = A

    def centre(self, canvas: "Canvas") -> str:
        return say("sits out", canvas.fit(self.seated.name(OUT), 60)) if self.hint == B else ""

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and self.hint == B:
            return ["sits out", self.seated.name(OUT)], self.take, OUT
        return super().does(key)

    def accept(self) -> None:
        if self.hint == B:
            self.take(OUT)
        else:
            self.back()

    def take(self, answer: int) -> None:
        self.app.show(Typing(self.app, self, answer))


class _AtTable:
    """The people of the present session, in the form of those who are proposed for a new one (setup.Proposal)."""

    def __init__(self, app: "App") -> None:
        evening, table = app.evening, app.playing.table
        self.app = app
        self.players = table.players
        self.people = [""] * 5
        self._chairs = {}
        for player, name in enumerate(evening.called):
            side = app.side(player)
            chair = OUT if side is None else SIDES.index(side)
            self._chairs[chair] = player
            self.people[chair] = name

    def chairs(self) -> "list[int]":
        """Returns the chairs in use."""
        return [chair for chair in self._chairs if chair != OUT]

    def letter(self, chair: int) -> str:
        """Returns the seat wind of a chair in the present deal."""
        return "5" if chair == OUT else self.app.playing.table.seat(self._chairs[chair])

    def name(self, chair: int) -> str:
        return self.people[chair]

    def call(self, chair: int, name: str) -> None:
        """Stores a name; an empty one restores the name of the start. Raises ValueError if another player has the name,
        and OSError if it cannot be stored: then nothing has changed."""
        app, evening = self.app, self.app.evening
        player = self._chairs[chair]
        called = list(evening.called)
        called[player] = name or evening.session.names[player]
        if called.count(called[player]) > 1:
            raise ValueError(called[player])
        sit(evening, evening.turn, called)
        self.people[chair] = called[player]
        if app.entry is not None:
            app.changed()  # its draft belongs to the ledger, which may just have begun


def renaming(app: "App", before: "Link") -> Names:
    """Returns the screen that changes the names of the present session. The players stay the same."""
    return Names(app, before, _AtTable(app))


class Typing(Screen):
    """Types a name letter by letter: an arrow chooses a group of letters, then a key the letter.

    The old name stays until the first letter is typed.

    parts: what the keys mean now; the groups at first.
    """

    words = ("setup",)

    def __init__(self, app: "App", before: Names, chair: int) -> None:
        super().__init__(app, before)
        self.seated = before.seated
        self.chair = chair
        self.typed: "str | None" = None
        self.above: "list[list[str]]" = []
        self.parts = self._groups()

    def _groups(self) -> "list[str]":
        # a name begins with a capital
        return say("letters" if self.typed else "capitals").split("|")

    def draw(self, canvas: "Canvas") -> None:
        # a message stands where no letter is: in the middle, or in the place of the first group
        self.bar_y = 30 if self.above else 11
        person = self.seated.letter(self.chair)
        canvas.header((self.above and self.typed) or say("name"), say("B back" if self.above else "A done"), person)
        if self.above:
            self._draw_letters(canvas)
        else:
            self._draw_groups(canvas)

    def _draw_groups(self, canvas: "Canvas") -> None:
        for key, group in zip(FIVE, self.parts):
            y = 12 if key == UP else 55 if key == DOWN else 25
            text = in_short(group)
            if key == LEFT:
                canvas.arrow(key, 2, y + 2)
                canvas.text(text, 8, y)
            elif key == RIGHT:
                canvas.arrow(key, 123, y + 2)
                canvas.text(text, 119, y, ALIGN_RIGHT)
            else:
                draw_arm(canvas, key, [(text, False)])
        name = self.seated.people[self.chair] if self.typed is None else self.typed
        name = canvas.fit(name, 60)  # a name from elsewhere may be longer than one that is typed here
        canvas.twice(name, 64, 36, ALIGN_CENTRE)
        half = canvas.width(name)
        if self.typed is None and name:
            # the old name is inverted, since typing replaces it
            canvas.invert(62 - half, 34, 2 * half + 4, 18)
        elif len(name) < LETTERS:
            canvas.box(66 + half, 48, 8, 2)

    def _draw_letters(self, canvas: "Canvas") -> None:
        for key, part in zip(FIVE, self.parts):
            text = in_short(part)
            if key == A:
                x = 64 - (11 + 2 * canvas.width(text)) // 2
                canvas.key("A", x, 34)
                canvas.twice(text, x + 12, 30)
            elif key in (UP, DOWN):
                y = 12 if key == UP else 48  # with room for a mark above a letter, and one below it
                x = 64 - canvas.width(text)
                canvas.arrow(key, x - 9, y + 6)
                canvas.twice(text, x, y)
            elif key == LEFT:
                canvas.arrow(key, 2, 35)
                canvas.twice(text, 8, 30)
            else:
                canvas.arrow(key, 123, 35)
                canvas.twice(text, 119, 30, ALIGN_RIGHT)

    def does(self, key: int, held: bool = False) -> "Act":
        if key in FIVE[: len(self.parts)]:
            if len(self.typed or "") == LETTERS:
                return "eight"
            part = self.parts[FIVE.index(key)]
            return ["", in_short(part)], self._choose, part
        if self.above:
            return ("B back", self._up) if key == B else "no letter there"
        if key == A:
            return "A done", self._done
        return ("B erases", self._erase) if self.typed else ("B back", self.back)

    def keys_of(self, letter: str) -> "list[int]":
        parts = self._groups()
        others = say("capitals" if self.typed else "letters").split("|")
        for answer, other in zip(" ".join(parts).split(" "), " ".join(others).split(" ")):
            if letter in other[: len(answer)]:
                letter = answer[other.find(letter)]  # a capital, or a small letter, like the six keys
                break
        if letter in " |" or letter not in "".join(parts):
            self.app.refuse("no letter there")
            return []
        keys = [B] * len(self.above)
        while letter not in parts:
            index = [letter in part for part in parts].index(True)
            keys.append(FIVE[index])
            parts = split(parts[index])
        keys.append(FIVE[parts.index(letter)])
        # a full name refuses the first key; the others would not mean the letter
        return keys[:1] if len(self.typed or "") == LETTERS else keys

    def _up(self) -> None:
        self.parts = self.above.pop()

    def _erase(self) -> None:
        self.typed = (self.typed or "")[:-1]
        self.parts = self._groups()

    def _choose(self, part: str) -> None:
        if len(part) > 1:
            self.above.append(self.parts)
            self.parts = split(part)
        else:
            self.typed = (self.typed or "") + part
            self.above = []
            self.parts = self._groups()

    def _done(self) -> None:
        app = self.app
        if self.typed is not None:
            try:
                self.seated.call(self.chair, self.typed)
            except OSError as error:
                app.refuse_error(error)
                return
            except ValueError as error:
                app.refuse("taken", error.args[0])
                return
        self.back()


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
