"""The menu, behind B held and A: what players do besides entering deals, and the rules in force."""

from mingg.lang import named, say
from mingg.ui.screen import link
from mingg.ui.screens import counters, deal, history, setup, system, wall
from mingg.ui.screens.deal.table import TableScreen
from mingg.ui.widgets.lists import ListScreen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.screen import Under

DEALS, PAY, WALL = "menu deals", "menu pay", "menu wall"
COUNTERS, RECEIVES = "menu counters", "menu receives"
EVENINGS, NEW, SETTINGS = "menu evenings", "new session", "menu settings"
LANGUAGE, LEAVE, CODE = "menu language", "leave", "menu code"
NOBODY, HANDS, TABLE, DROP = "nobody won", "menu hands", "menu table", "menu drop"
RULES, NAMES, TURN, CLUB = "menu rules", "menu names", "menu turn", "menu club"

# The screen that each choice opens; all lead back to the menu.
OPENS: "dict[str, Any]" = {
    DEALS: history.Deals,
    NOBODY: deal.Other,
    HANDS: deal.Hands,
    DROP: deal.Drop,
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
    CODE: history.Code,
}


class Menu(ListScreen):
    """The menu. It is opened from the keys of any screen, and B goes back there. While a saved deal is corrected, it is
    short. While a deal is entered, what belongs to it is first.

    at      the choice that is current when another screen leads back here
    set_up  a new session that was set up but has not begun; it is kept until it is opened again
    """

    title = "menu"
    menu = False
    words = ("menu",)

    def __init__(self, app: "App", under: "Under", item: str = "", set_up: "Any" = None) -> None:
        self.set_up = set_up
        at_table = isinstance(under, tuple) and isinstance(under[1][0], TableScreen)
        # what a deal needs; then what is set up before
        choices = [DEALS, COUNTERS, RULES, PAY, WALL, EVENINGS, NAMES, TURN, NEW, RECEIVES, CODE, SETTINGS, LANGUAGE]
        session, entry = app.evening.session, app.entry
        if app.correcting is not None:
            choices = [LEAVE, RULES, TURN]
        else:
            if not session.counted():
                choices.remove(COUNTERS)
                choices.remove(RECEIVES)
            if app.club is not None:
                choices.insert(0, CLUB)
            if entry is not None:  # A on Table goes on with it
                choices[1:1] = [NOBODY, DROP] if at_table else [NOBODY, TABLE, DROP]
        if entry is not None and entry.way is not None:
            choices.insert(0, HANDS)
        # before the first deal and after the last one, players want a new session
        if set_up is not None or (entry is None and (not session.deals or session.table.over())):
            first = [choice for choice in choices if choice in (CLUB, NEW, RECEIVES)]
            choices = first + [choice for choice in choices if choice not in first]
        super().__init__(app, under, choices, choices.index(item) if item in choices else 0)

    def row(self, index: int) -> "tuple[str, str]":
        choice = self.items[index]
        if choice == RULES:
            return say(choice), named("book", self.app.playing.rules.title)
        return (say(choice, self.app.correcting) if choice == LEAVE else say(choice)), ""

    def accept(self) -> None:
        app, choice = self.app, self.items[self.current]
        if choice == LEAVE:
            app.leave_correction()
        elif choice == TABLE:
            app.table()
        else:
            menu = link(system.Menu, self.before, choice, self.set_up)
            if choice == CLUB:  # few devices have its screens
                from mingg.ui.screens import club

                app.open(club.ClubScreen, menu)
                return
            app.open(OPENS[choice], (0, 0, menu) if choice == DEALS else menu)
