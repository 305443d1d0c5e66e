"""The menu, behind B held: what is done beside entering deals, and the rules in force."""

from mingg.lang import book, say
from mingg.ui.screen import link
from mingg.ui.screens import counters, deal, history, setup, system, wall
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.screen import Under

DEALS, PAY, WALL = "menu deals", "menu pay", "menu wall"
COUNTERS, RECEIVES = "menu counters", "menu receives"
EVENINGS, NEW, SETTINGS = "menu evenings", "new session", "menu settings"
LANGUAGE, LEAVE = "menu language", "leave"
NOBODY = "nobody won"
RULES, NAMES, TURN = "menu rules", "menu names", "menu turn"

# What each opens; all lead back to the menu.
OPENS: "dict[str, Any]" = {
    DEALS: history.Deals,
    NOBODY: deal.Other,
    PAY: history.payer,
    COUNTERS: counters.Trays,
    EVENINGS: history.Evenings,
    RECEIVES: counters.Receives,
    WALL: wall.WallScreen,
    RULES: system.Sheet,
    NAMES: setup.renaming,
    TURN: setup.Turn,
    SETTINGS: system.SettingsScreen,
    LANGUAGE: system.Language,
    NEW: setup.NewSession,
}


class Menu(ListScreen):
    """Opened from the keys of any screen; B goes back there. While a saved deal is corrected it holds little.

    at: the choice that is current, where another screen leads back to it; set_up: a new session that is not begun yet,
    and waits for when it is opened again.
    """

    title = "menu"
    menu = False
    words = ("menu",)

    def __init__(self, app: "App", under: "Under", at: str = "", set_up: "Any" = None) -> None:
        self.set_up = set_up
        choices = [DEALS, PAY, COUNTERS, WALL, RULES, NAMES, TURN, EVENINGS, NEW, RECEIVES, SETTINGS, LANGUAGE]
        session = app.evening.session
        if app.correcting is not None:
            choices = [LEAVE, RULES, TURN]
        else:
            if not session.counted():
                choices.remove(COUNTERS)
                choices.remove(RECEIVES)
            if app.entry is not None:  # Table's A goes on with it
                choices.insert(1, NOBODY)
        # Before the first deal and after the last one a new session is what is wanted.
        if not at and (not session.deals or session.table.over() or set_up is not None):
            at = NEW
        super().__init__(app, under, choices, choices.index(at) if at in choices else 0)

    def row(self, index: int) -> "tuple[str, str]":
        choice = self.items[index]
        if choice == RULES:
            return say(choice), book(self.app.playing.rules.title)
        return (say(choice, self.app.correcting) if choice == LEAVE else say(choice)), ""

    def accept(self) -> None:
        app, choice = self.app, self.items[self.current]
        if choice == LEAVE:
            app.leave_correction()
        else:
            menu = link(system.Menu, self.before, "" if choice == LANGUAGE else choice, self.set_up)
            app.open(OPENS[choice], (0, 0, menu) if choice == DEALS else menu)
