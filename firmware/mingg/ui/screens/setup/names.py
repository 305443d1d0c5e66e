"""Who plays: the names round the table, before a session and during one, and typing one with six keys."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import Screen
from mingg.ui.screens.setup.setup import OUT, Page
from mingg.ui.seating import CHAIRS, SIDES
from mingg.ui.widgets.layout import arm, centre_key

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under
    from mingg.ui.screens.setup.setup import NewSession, Proposal

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
    """The arrow is the person; five: A is who sits out. seated: who sits where; those who are proposed."""

    def __init__(self, app: "App", setup: "NewSession") -> None:
        super().__init__(app, setup)
        self.seated: "Any" = self.proposal

    def draw(self, canvas: "Canvas") -> None:
        seated = self.seated
        five = seated.players == 5
        canvas.header(say("whose name?"), say("B done" if five else "A done"))
        people_around(canvas, seated)
        if five:
            centre_key(canvas, say("sits out", canvas.fit(seated.name(OUT), 60)))

    def press(self, key: int) -> None:
        players = self.seated.players
        five = players == 5
        if key == B or (key == A and not five):
            self.back()
            return
        chair = OUT if key == A else SIDES.index(key)
        if key != A and chair not in CHAIRS[players]:
            self.app.refuse(say("nobody there"))
        else:
            self.app.show(Typing(self.app, self, chair))


class _AtTable:
    """The people of the session at hand, as those who are proposed for a new one (setup.Proposal)."""

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

    def letter(self, chair: int) -> str:
        """The seat wind of a chair in the deal at hand."""
        return "5" if chair == OUT else self.app.playing.table.seat(self._chairs[chair])

    def name(self, chair: int) -> str:
        return self.people[chair]

    def call(self, chair: int, name: str) -> None:
        """Commits a name; who has none is called as at the start. ValueError: it is another's; OSError. Nothing changed
        then."""
        app, evening = self.app, self.app.evening
        player = self._chairs[chair]
        called = list(evening.called)
        called[player] = name or evening.session.names[player]
        if called.count(called[player]) > 1:
            raise ValueError(called[player])
        evening.sit(evening.turn, called)
        self.people[chair] = called[player]
        if app.entry is not None:
            app.changed()  # its draft belongs to the ledger, which may have begun just now


class Renaming(Names):
    """The people of the session at hand: what they are called may change, who they are does not.

    under, proposal: what the menu came from, and goes back to.
    """

    def __init__(self, app: "App", under: "Under", proposal: "Any" = None) -> None:
        Screen.__init__(self, app)
        self.under = under
        self.proposal = proposal
        self.seated: "Any" = _AtTable(app)

    def back(self) -> None:
        from mingg.ui.screens import system

        self.app.go(system.Menu, self, "menu names")


class Typing(Page):
    """A name letter by letter: the arrow to a group of them, then the key of the letter.

    The name as it was stands until the first letter is typed. parts: what the keys mean now; the groups at first.
    """

    def __init__(self, app: "App", names: Names, chair: int) -> None:
        Screen.__init__(self, app)
        self.names = names
        self.under: "Under" = names.under
        self.proposal = names.proposal
        self.seated = names.seated
        self.chair = chair
        self.typed: "str | None" = None
        self.above: "list[list[str]]" = []
        self.parts = self._groups()

    def _groups(self) -> "list[str]":
        # A name begins with a capital.
        return say("letters" if self.typed else "capitals").split("|")

    def draw(self, canvas: "Canvas") -> None:
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
                arm(canvas, key, [(text, False)])
        name = self.seated.people[self.chair] if self.typed is None else self.typed
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
                canvas.key("A", x, 34)
                canvas.twice(text, x + 12, 30)
            elif key in (UP, DOWN):
                y = 12 if key == UP else 48  # room for a mark over a letter, and one below it
                x = 64 - canvas.width(text)
                canvas.arrow(key, x - 9, y + 6)
                canvas.twice(text, x, y)
            elif key == LEFT:
                canvas.arrow(key, 2, 35)
                canvas.twice(text, 8, 30)
            else:
                canvas.arrow(key, 123, 35)
                canvas.twice(text, 119, 30, ALIGN_RIGHT)

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
            self.app.show(self.names)

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
        app = self.app
        if self.typed is not None:
            try:
                self.seated.call(self.chair, self.typed)
            except OSError as error:
                app.refuse_error(error)
                return
            except ValueError as error:
                app.refuse(say("taken", error.args[0]))
                return
        app.show(self.names)


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
