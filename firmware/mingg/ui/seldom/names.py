"""Who plays: the names round the table, and typing one with six keys."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.layout import arm, centre_key
from mingg.ui.seating import CHAIRS, SIDES
from mingg.ui.seldom.setup import OUT, Page

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.canvas import Canvas
    from mingg.ui.seldom.setup import NewSession, Proposal

LETTERS = 8  # of a name
FIVE = (LEFT, UP, RIGHT, DOWN, A)  # answers lie clockwise, the last in the middle


def people_around(canvas: "Canvas", proposal: "Proposal") -> None:
    """The people where they sit, each with his wind; East's in a full box."""
    for chair in CHAIRS[proposal.players]:
        side, wind = SIDES[chair], proposal.letter(chair)
        name = canvas.fit(proposal.people[chair], 100 if side in (UP, DOWN) else 40, True)
        east = wind == "E"
        if side in (UP, DOWN):
            y = 12 if side == UP else 53
            width = 22 + canvas.width(name, True)
            x = (128 - width) // 2
            canvas.arrow(side, x, y + 4)
            canvas.wind(wind, x + 8, y, east)
            canvas.text(name, x + 22, y + 2, ALIGN_LEFT, True)
        else:
            x = 8 if side == LEFT else 109
            canvas.arrow(side, 2 if side == LEFT else 123, 30)
            canvas.wind(wind, x, 26, east)
            if side == LEFT:
                canvas.text(name, 22, 28, ALIGN_LEFT, True)
            else:
                canvas.text(name, 106, 28, ALIGN_RIGHT, True)


class Names(Page):
    """The arrow is the person; five: A is who sits out first."""

    def draw(self, canvas: "Canvas") -> None:
        proposal = self.proposal
        five = proposal.players == 5
        canvas.header(say("whose name?"), say("B done" if five else "A done"))
        people_around(canvas, proposal)
        if five:
            centre_key(canvas, say("sits out", canvas.fit(proposal.name(OUT), 60)))

    def press(self, key: int) -> None:
        proposal = self.proposal
        five = proposal.players == 5
        if key == B or (key == A and not five):
            self.back()
            return
        chair = OUT if key == A else SIDES.index(key)
        if key != A and chair not in CHAIRS[proposal.players]:
            self.app.refuse(say("nobody there"))
        else:
            self.app.show(Typing(self.app, self.setup, chair))


class Typing(Page):
    """A name letter by letter: the arrow to a group of them, then the key of the letter.

    The name as it was stands until the first letter is typed. parts: what the keys mean now; the groups at first.
    """

    def __init__(self, app: "App", setup: "NewSession", chair: int) -> None:
        super().__init__(app, setup)
        self.chair = chair
        self.typed: "str | None" = None
        self.above: "list[list[str]]" = []
        self.parts = self._groups()

    def _groups(self) -> "list[str]":
        # A name begins with a capital.
        return say("letters" if self.typed else "capitals").split("|")

    def draw(self, canvas: "Canvas") -> None:
        person = self.proposal.letter(self.chair)
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
                arm(canvas, key, [(text, False)])
        name = self.proposal.people[self.chair] if self.typed is None else self.typed
        name = canvas.fit(name, 60)  # one from elsewhere may be longer than what is typed here
        canvas.twice(name, 64, 36, ALIGN_CENTRE)
        half = canvas.width(name)
        if self.typed is None and name:
            # What stands is replaced by what is typed.
            canvas.invert(62 - half, 34, 2 * half + 4, 18)
        elif len(name) < LETTERS:
            canvas.box(66 + half, 48, 8, 2)

    def _draw_letters(self, canvas: "Canvas") -> None:
        for key, part in zip(FIVE, self.parts):
            text = in_short(part)
            if key == A:
                x = 64 - (11 + 2 * canvas.width(text)) // 2
                canvas.key("A", x, 33)
                canvas.twice(text, x + 12, 29)
            elif key in (UP, DOWN):
                y = 12 if key == UP else 47
                x = 64 - canvas.width(text)
                canvas.arrow(key, x - 9, y + 6)
                canvas.twice(text, x, y)
            elif key == LEFT:
                canvas.arrow(key, 2, 34)
                canvas.twice(text, 8, 29)
            else:
                canvas.arrow(key, 123, 34)
                canvas.twice(text, 119, 29, ALIGN_RIGHT)

    def press(self, key: int) -> None:
        # Where no letter is: in the middle, or in the place of the first group.
        self.bar_y = 30 if self.above else 11
        if key in FIVE[: len(self.parts)]:
            self._choose(self.parts[FIVE.index(key)])
        elif self.above:
            if key == B:
                self.parts = self.above.pop()
            else:
                self.app.refuse(say("no letter there"))
        elif key == A:
            self._done()
        elif self.typed:
            self.typed = self.typed[:-1]
            self.parts = self._groups()
        else:
            self.app.show(Names(self.app, self.setup))

    def _choose(self, part: str) -> None:
        if len(self.typed or "") == LETTERS:
            self.app.refuse(say("eight"))
        elif len(part) > 1:
            self.above.append(self.parts)
            self.parts = split(part)
        else:
            self.typed = (self.typed or "") + part
            self.above = []
            self.parts = self._groups()

    def _done(self) -> None:
        proposal, name = self.proposal, self.typed
        if name is not None:
            others = [proposal.name(chair) for chair in proposal.order() if chair != self.chair]
            if name and name in others:
                self.app.refuse(say("taken", name))
                return
            proposal.people[self.chair] = name
        self.app.show(Names(self.app, self.setup))


def split(part: str) -> "list[str]":
    """What the keys mean, once a group is chosen: its answers; of an answer its letters, or where these are too many
    as many pairs."""
    if " " in part:
        return part.split(" ")
    if len(part) <= len(FIVE):
        return list(part)
    each = (len(part) + len(FIVE) - 1) // len(FIVE)
    return [part[i : i + each] for i in range(0, len(part), each)]


def in_short(group: str) -> str:
    """A group as it is drawn: letter after letter, of the digits the first and the last."""
    letters, digits, _ = group.partition("0123456789")
    letters = letters.replace(" ", "")
    return "%s %s" % (letters, say("0-9")) if letters and digits else say("0-9") if digits else letters
