"""The menu, behind B held: what is done beside entering deals, and the rules in force."""

from mingg.hal.keys import A, B
from mingg.lang import book, say
from mingg.ui.screen import link
from mingg.ui.screens import counters, history, setup, system, wall
from mingg.ui.widgets.rows import Rows

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Screen, Under

DEALS, PAY, COUNTERS, WALL = "menu deals", "menu pay", "menu counters", "menu wall"
EVENINGS, NEW, SETTINGS = "menu evenings", "new session", "menu settings"
LANGUAGE, LEAVE = "menu language", "leave"
RULES, NAMES, TURN = "menu rules", "menu names", "menu turn"


# What each opens. The screens of the second table lead back to the menu, and to the screen beneath it.
PLAIN: "dict[str, Callable[[], Callable[[App], Screen | None]]]" = {
    DEALS: history.Deals,
    PAY: history.payer,
    COUNTERS: counters.Trays,
    EVENINGS: history.Evenings,
}
OVER_ALL: "dict[str, Callable[[], Callable[[App, Under, Any], Screen | None]]]" = {
    RULES: system.Sheet,
    NAMES: setup.Renaming,
    TURN: setup.Turn,
    SETTINGS: system.SettingsScreen,
    LANGUAGE: system.Language,
    NEW: setup.NewSession,
}


class Menu(Rows):
    """Opened from any screen; B goes back there. While a saved deal is corrected that is to leave, and little else.

    at: the choice that is current, where another screen leads back to it; set_up: a new session that is not begun yet,
    and waits for when it is opened again.
    """

    words = ("menu",)

    def __init__(self, app: "App", under: "Under", at: str = "", set_up: "Any" = None) -> None:
        # Over a screen that was opened from a menu: back to what lies beneath that one.
        self.under: "Under" = getattr(under, "under", under)
        self.set_up: "Any" = set_up or getattr(under, "proposal", None)
        self.correcting = app.correcting is not None
        self.choices: "list[str]" = [DEALS, PAY, COUNTERS, WALL, RULES, NAMES, TURN, EVENINGS, NEW, SETTINGS, LANGUAGE]
        if self.correcting:
            self.choices = [LEAVE, RULES, TURN]
        elif not app.evening.session.counted():
            self.choices.remove(COUNTERS)
        # Before the first deal and after the last one a new session is what is wanted.
        session = app.evening.session
        if not at and not self.correcting and (not session.deals or session.table.over() or self.set_up is not None):
            at = NEW
        super().__init__(app, self.choices.index(at) if at in self.choices else 0)

    def rows(self) -> int:
        return len(self.choices)

    def row(self, index: int) -> "tuple[str, str]":
        choice = self.choices[index]
        if choice == RULES:
            return say(choice), book(self.app.playing.rules.title)
        return (say(choice, self.app.correcting) if choice == LEAVE else say(choice)), ""

    def draw(self, canvas: "Canvas") -> None:
        canvas.header(say("menu"), say("B back"), "", self.where())
        self.draw_rows(canvas)

    def press(self, key: int) -> None:
        app = self.app
        if key == B:
            app.back_to(self.under)
        elif key != A:
            self.move(key)
        elif self.choices[self.current] == LEAVE:
            app.leave_correction()
        else:
            self._open(self.choices[self.current])

    def _open(self, choice: str) -> None:
        under, set_up = self.under, self.set_up
        if choice == WALL:
            self.app.open(wall.WallScreen, link(system.Menu, under, WALL, set_up))
        elif choice in PLAIN:
            self.app.open(PLAIN[choice])
        else:
            self.app.open(OVER_ALL[choice], under, set_up)
