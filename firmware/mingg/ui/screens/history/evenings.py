"""The evenings that are kept, each with its final standing, and the room that is left."""

from mingg.evening.history.evenings import summary
from mingg.hal.keys import A
from mingg.lang import named, say
from mingg.ui.screen import Screen
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
    """The evenings, the newest first: the present one is on top. A opens one; A held asks whether to remove it."""

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
            numbers = [evening[0] for evening in app.evening.evenings()]
        except OSError:
            pass  # no evening is shown, and A says so
        numbers.reverse()
        super().__init__(app, before, numbers)
        self.start = start_after(numbers[0]) if numbers else 0
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
    choice = "A done"

    def draw(self, canvas: "Canvas") -> None:
        names, title, deals, balances, over = self.before.row_data(self.before.current)
        super().draw(canvas)
        draw_standing(canvas, names, balances)
        progress = say("ended after" if over else "so far", deals)
        canvas.text("%s, %s" % (canvas.fit(named("book", title), 122 - canvas.width(", " + progress)), progress), 2, 56)


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
        if app.stored("not removed", app.evening.remove, self.number):
            app.show(Evenings(app))
            app.show_text(say("removed"))
