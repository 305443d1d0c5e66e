"""The evenings that are kept, each with its final standing, and the room that is left."""

from mingg.evening.evenings import evenings, remove, summary
from mingg.hal.keys import DOWN, A, B
from mingg.lang import SHORTER, named, say
from mingg.ui.kit.forms import Hints
from mingg.ui.kit.lists import Rows, Text, start_after
from mingg.ui.kit.tables import standing
from mingg.ui.kit.view import HOLD, Foot, Key, Screen, Title, View
from mingg.ui.screens.history.reading import Reading

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.lists import Row
    from mingg.ui.kit.view import Parts

PLENTY = 1000  # deals; of more room than this the exact number does not matter
DIGITS = 9  # of the number of an evening that are shown


class Evenings(Reading):
    """The evenings: the present one, then the newest first. A opens one; A held asks whether to remove it."""

    words = ("over",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.numbers: "list[int]" = []
        try:
            listed = sorted([(played, number) for number, played in evenings(self.play.evening)])
            self.numbers = [number for _, number in listed]
        except OSError:
            pass  # no evening is shown, and A says so
        self.numbers.reverse()
        self.count = len(self.numbers)
        self.start = start_after(max(self.numbers)) if self.numbers else 2
        left = self.play.room()
        self.left = "" if left is None else say("room", left) if left < PLENTY else say("plenty")
        self.move_to(0)

    def read(self, indexes: "list[int]") -> "list[Row]":
        return [self._row(index) for index in indexes]

    def _row(self, index: int) -> "Row":
        try:
            read = summary(self.play.evening, self.numbers[index])
        except OSError:
            read = None
        number = str(self.numbers[index])[-DIGITS:]
        if read is None:
            return say("cannot be read"), "", number, None
        names, _, deals, _, over = read
        return (" ".join(["%s"] * len(names)), names), say("ended" if over else "deals so far", deals), number, read

    def view(self) -> "Parts":
        opens = Key(A, "A open", "", "cannot be read")
        number, read = 0, None
        if self.numbers:
            number, read = self.numbers[self.current], self.row(self.current)[3]
        opens = Key(A, "A open", "history.evenings.Standing", (number, read))
        if read is None:
            opens = Key(A, "", "cannot be read")
        held, foot = Key(HOLD | A, "hint removes", "history.evenings.Remove", number), [self.left] if self.left else []
        if not self.current:
            held = Key(HOLD | A, "", "played now")
            foot.insert(0, say("now and new"))
        return View(Title(say("evenings")), opens, held, Foot(*foot), Rows(self, self.count, self.row, self.start))


class Standing(Screen):
    """The standing of an evening. Down shows its deals; A goes on with it. read: what summary() says of it."""

    words = ("over",)

    def __init__(self, app: "App", number: int, read: "Any") -> None:
        super().__init__(app)
        self.number, self.read = number, read

    def view(self) -> "Parts":
        names, title, deals, balances, over = self.read
        play, played = self.play, self.number == self.play.evening.ledger.number
        progress = say("ended after" if over else "so far", deals)
        down, go_on = Key(DOWN, "its deals", self.look), Key(A, "A play on", play.play_on, self.number)
        if played:
            go_on = Key(A, "A done", self.back)
        elif self.app.club is not None:
            down, go_on = Key(DOWN, "", "no other evening"), Key(A, "", "no other evening")
        elif play.entry is not None:
            go_on = Key(A, "", "no half entered")
        text = named("book", title) + ", " + progress + SHORTER + progress
        title = Title(say("evening", self.number) + SHORTER + str(self.number))
        return View(title, go_on, Hints(text, [down]), standing(names, balances))

    def look(self) -> None:
        play = self.play
        if self.number == play.evening.ledger.number or self.app.display.stored("not read", play.look_at, self.number):
            self.show("history.deals.Deals")


class Remove(Screen):
    """Asks before it removes an evening."""

    words = ("over",)

    def __init__(self, app: "App", number: int) -> None:
        super().__init__(app)
        self.number = number

    def view(self) -> "Parts":
        return View(
            Title(say("evening", self.number)),
            Key(A, "A removes", self.remove),
            Key(B, "B keeps", self.back),
            Text(self, (say("remove?"), say("gone for good"))),
        )

    def remove(self) -> None:
        app = self.app
        if app.display.stored("not removed", remove, self.play.evening, self.number):
            self.app.navigator.show_root()
            self.show("history.evenings.Evenings")
            app.display.show_text(say("removed"))
