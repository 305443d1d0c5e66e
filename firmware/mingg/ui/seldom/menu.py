"""The menu, behind B held: what is done beside entering deals, and the rules in force."""

from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.modules import MOVING, SELDOM, SETTLING, let_go_of
from mingg.ui.screen import Screen
from mingg.ui.seldom.rows import Rows

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App, Under
    from mingg.ui.canvas import Canvas

DEALS, PAY, COUNTERS, WALL = "menu deals", "menu pay", "menu counters", "menu wall"
EVENINGS, NEW, LEAVE = "menu evenings", "new session", "leave"


class Menu(Rows):
    """Opened from any screen; B goes back there. While a saved deal is corrected there is that alone to leave."""

    pitch = 9
    words = ("menu",)

    def __init__(self, app: "App", under: "Under") -> None:
        # Over a screen that was opened from a menu: back to what lies beneath that one.
        self.under: "Under" = getattr(under, "under", under)
        # A new session that is not begun yet waits for when it is opened again.
        self.set_up: "Any" = getattr(under, "proposal", None)
        self.correcting = app.entry is not None and app.entry.correcting is not None
        self.choices: "tuple[str, ...]" = (LEAVE,) if self.correcting else (DEALS, PAY, WALL, EVENINGS, NEW)
        if app.evening.session.counted() and not self.correcting:
            self.choices = (DEALS, PAY, COUNTERS, WALL, EVENINGS, NEW)
        # Before the first deal and after the last one a new session is what is wanted.
        session = app.evening.session
        begins = not session.deals or session.table.over() or self.set_up is not None
        super().__init__(app, len(self.choices) - 1 if begins else 0)

    def rows(self) -> int:
        return len(self.choices)

    def row(self, index: int) -> "tuple[str, str]":
        choice = self.choices[index]
        return (say(choice, self.app.entry.correcting) if choice == LEAVE else say(choice)), ""

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("menu"), say("B back"), "", self.where())
        self.draw_rows(canvas)
        rules = self.app.evening.session.rules
        limit = say("no limit") if rules.limit is None else say("limit is", rules.limit)
        canvas.text("%s %s %s" % (say("rules"), rules.title, limit), 2, 57)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.back_to(self.under)
        elif key != A:
            self.move(key)
        elif self.choices[self.current] == LEAVE:
            app.leave_correction()
        else:
            let_go_of(SELDOM, SETTLING, MOVING)  # what was opened before
            app.show(self._chosen(self.choices[self.current]))

    def _chosen(self, choice: str) -> Screen:
        app = self.app
        if choice == DEALS:
            from mingg.ui.seldom.deals import Deals

            return Deals(app)
        if choice == PAY:
            from mingg.ui.seldom.pay import payer

            return payer(app)
        if choice == COUNTERS:
            from mingg.ui.seldom.trays import Trays

            return Trays(app)
        if choice == WALL:
            from mingg.ui.seldom.wall import WallScreen

            return WallScreen(app)
        if choice == EVENINGS:
            from mingg.ui.seldom.evenings import Evenings

            return Evenings(app)
        from mingg.ui.seldom.setup import NewSession

        return NewSession(app, self.under)
