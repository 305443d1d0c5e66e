"""The evenings that are kept, each with its final standing, and the room that is left."""

from mingg.evening.evenings import evenings, remove, summary
from mingg.hal.keys import DOWN, A
from mingg.lang import named, say
from mingg.ui.screen import Screen, link
from mingg.ui.screens import history
from mingg.ui.screens.history.standing import draw_standing
from mingg.ui.widgets.lists import DIGITS, ListScreen, start_after

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

PLENTY = 1000  # deals; of more room than this the exact number does not matter


class Evenings(ListScreen):
    """The evenings: the present one, then the newest first. A opens one; A held asks whether to remove it."""

    title = "evenings"
    hint = A
    choice = "A open"
    room = 3
    line_y = 44
    bar_y = 48
    beside = True
    holds = (A,)
    words = ("over",)

    def __init__(self, app: "App", before: "Under" = None) -> None:
        numbers = []
        try:
            numbers = [number for _, number in sorted([(played, number) for number, played in evenings(app.evening)])]
        except OSError:
            pass  # no evening is shown, and A says so
        numbers.reverse()
        super().__init__(app, before, numbers)
        self.start = start_after(max(numbers)) if numbers else 0
        self.left = app.room()

    def look_up(self, index: int) -> "Any":
        try:
            return summary(self.app.evening, self.items[index])
        except OSError:
            return None

    def number(self, index: int) -> str:
        return str(self.items[index])[-DIGITS:]

    def row(self, index: int) -> "tuple[Any, str]":
        evening = self.row_data(index)
        if evening is None:
            return say("cannot be read"), ""
        names, _, deals, _, over = evening
        return (" ".join(["%s"] * len(names)), names), say("ended" if over else "deals so far", deals)

    def foot(self) -> "tuple[str, str]":
        room = ""
        if self.left is not None:
            room = say("room", self.left) if self.left < PLENTY else say("plenty")
        return say("hint removes" if self.current else "now and new"), room

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and held:
            return ("delete", self.app.show_new, Remove, self) if self.current else "played now"
        if key == A and (not self.items or self.row_data(self.current) is None):
            return "cannot be read"
        return super().does(key)

    def accept(self) -> None:
        self.app.show_new(Standing, self)


class _OfEvening(Screen):
    words = ("over",)

    def __init__(self, app: "App", before: Evenings) -> None:
        super().__init__(app, before)
        self.number: int = before.items[before.current]

    def draw(self, canvas: "Canvas") -> None:
        self.header(canvas, say("evening", self.number))


class Standing(_OfEvening):
    """The standing of an evening. Down shows its deals; A goes on with it."""

    hint = A
    beside = True
    choice = "A play on"

    def draw(self, canvas: "Canvas") -> None:
        names, title, deals, balances, over = self.before.row_data(self.before.current)
        super().draw(canvas)
        draw_standing(canvas, names, balances)
        progress = say("ended after" if over else "so far", deals)
        canvas.text("%s, %s" % (canvas.fit(named("book", title), 112 - canvas.width(", " + progress)), progress), 2, 56)
        canvas.arrow(DOWN, 120, 59)

    def does(self, key: int, held: bool = False) -> "Act":
        app, played = self.app, self.number == self.app.evening.ledger.number
        if key == DOWN or (key == A and not played):
            if app.club is not None and not played:
                return "no other evening"
            if key == DOWN:
                return "its deals", self._look
            return ("A play on", app.open, history.play_on, self.number) if app.entry is None else "no half entered"
        return ("A done", self.back) if key == A else super().does(key)

    def _look(self) -> None:
        app = self.app
        if self.number != app.evening.ledger.number and not app.stored("not read", app.look_at, self.number):
            return
        app.open(history.Deals, (0, 0, link(history.look_away, self.before.before, self.number)))


def play_on(app: "App", number: int) -> None:
    """Goes on with an evening, when its screen and the modules of this one are unloaded."""
    app.play_on(number)


def look_away(app: "App", before: "Under", number: int) -> Standing:
    """Goes back from the deals of an evening to its standing."""
    app.look_away()
    evenings = Evenings(app, before)
    evenings.current = evenings.items.index(number)
    return Standing(app, evenings)


class Remove(_OfEvening):
    """Asks before it removes an evening."""

    choice = "remove"

    def draw(self, canvas: "Canvas") -> None:
        super().draw(canvas)
        canvas.text(say("remove?"), 2, 16, 0, True)
        canvas.text(say("gone for good"), 2, 28)
        for x, key, word in ((2, "A", "remove"), (66, "B", "keep")):
            canvas.text(say(word), canvas.key(key, x, 48) + 3, 49)

    def accept(self) -> None:
        app = self.app
        if app.stored("not removed", remove, app.evening, self.number):
            app.show(Evenings(app))
            app.show_text(say("removed"))
