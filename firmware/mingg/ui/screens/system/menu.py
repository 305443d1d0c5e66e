"""The menu, behind B held and A: what players do besides entering deals. An arrow or A opens a part of it.

All choices of a part are on the screen at once.
"""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import named, say
from mingg.ui.screen import link
from mingg.ui.screens import counters, deal, history, setup, system, wall
from mingg.ui.screens.deal.table import TableScreen
from mingg.ui.widgets.lists import ListScreen
from mingg.ui.widgets.rosette import Rosette, words

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Link, Under
    from mingg.ui.widgets.rosette import Lines

DEALS, PAY, LEND, WALL = "menu deals", "menu pay", "menu lend", "menu wall"
COUNTERS, RECEIVES = "menu counters", "menu receives"
EVENINGS, NEW, END, SETTINGS = "menu evenings", "new session", "menu end", "menu settings"
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
    LEND: history.lender,
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
    END: history.Over,
    CODE: history.Code,
}


def _parts(app: "App", at_table: bool) -> "dict[int, tuple[str, tuple[str, ...]]]":
    """Returns the parts by their keys: the message of each, and its choices."""
    entry = app.entry
    hands = (HANDS,) if entry is not None and entry.way is not None else ()
    if app.correcting is not None:
        parts: "dict[int, tuple[str, tuple[str, ...]]]" = {
            LEFT: ("part turn", (TURN,)),
            RIGHT: (RULES, (RULES,)),
            DOWN: (LEAVE, (LEAVE,)),
        }
        if hands:
            parts[UP] = HANDS, hands
        return parts
    scores = ("part counters", (DEALS, COUNTERS, PAY, LEND, RECEIVES, CODE)) if app.playing.counted() else None
    evenings = (NEW, EVENINGS, END) if entry is None and app.playing.deals else (NEW, EVENINGS)
    evening = ("part evening", evenings) if app.club is None else ("part club", (CLUB,) + evenings)
    leave = () if at_table else (TABLE,)  # A on Table goes on with it
    return {
        UP: scores or ("part scores", (DEALS, PAY, CODE)),
        LEFT: ("part table", (TURN, NAMES, WALL)),
        RIGHT: evening,
        DOWN: ("part device", (LANGUAGE, SETTINGS)),
        A: (RULES, (RULES,)) if entry is None else ("part deal", hands + (NOBODY, RULES) + leave + (DROP,)),
    }


class Menu(Rosette):
    """The menu. It is opened from the page of keys of any screen, and B goes back there. While a saved deal is
    corrected, it has only what belongs to the correction.

    item    "": a link to the menu looks like one to a Part
    set_up  a new session that was set up but has not begun; it is kept until it is opened again
    """

    title = "menu"
    menu = False
    choice = ""
    words = ("menu",)

    def __init__(self, app: "App", under: "Under", item: str = "", set_up: "Any" = None) -> None:
        super().__init__(app, under)
        self.set_up = set_up
        self.answers = _parts(app, _at_table(under))

    def arm(self, canvas: "Canvas", key: int, answer: "Any") -> "tuple[Lines, bool] | None":
        return None if key == A else (words(key, _text(self.app, answer[0])), False)

    def centre(self, canvas: "Canvas") -> str:
        return _text(self.app, self.answers[A][0]) if A in self.answers else ""

    def word(self, answer: "Any") -> "Any":
        return ["", _text(self.app, answer[0])]

    def take(self, answer: "Any") -> None:
        choices = answer[1]
        here = link(system.Menu, self.before, "", self.set_up)
        if len(choices) == 1:
            _choose(self.app, choices[0], here)
        else:
            self.app.open(system.Part, here, choices[0], self.set_up)


class Part(ListScreen):
    """A part of the menu, which is below it.

    item, set_up: the choice that is current at first, and as in Menu.
    """

    title = "menu"
    menu = False
    words = ("menu",)

    def __init__(self, app: "App", under: "Link", item: str, set_up: "Any" = None) -> None:
        self.set_up = set_up
        parts = [choices for _, choices in _parts(app, _at_table(under[1][0])).values()]
        # A part that is gone, as the deal to which it belonged: the first one.
        choices = ([choices for choices in parts if item in choices] or parts)[0]
        super().__init__(app, under, choices, choices.index(item) if item in choices else 0)

    def leads_back(self) -> "Under":
        return link(system.Menu, self.before[1][0], "", self.set_up)

    def row(self, index: int) -> "tuple[str, str]":
        choice = self.items[index]
        return _text(self.app, choice), named("book", self.app.playing.rules.title) if choice == RULES else ""

    def accept(self) -> None:
        choice = self.items[self.current]
        _choose(self.app, choice, link(system.Part, self.before, choice, self.set_up))


def _at_table(under: "Under") -> bool:
    """Returns whether the menu is over the page of keys of Table."""
    return isinstance(under, tuple) and bool(under[1]) and isinstance(under[1][0], TableScreen)


def _text(app: "App", message: str) -> str:
    return say(message, app.correcting) if message == LEAVE else say(message)


def _choose(app: "App", choice: str, here: "Link") -> None:
    """Opens the screen of a choice. here: the place in the menu that it leads back to."""
    if choice == LEAVE:
        app.leave_correction()
    elif choice == TABLE:
        app.table()
    elif choice == CLUB:  # few devices have its screens
        from mingg.ui.screens import club

        app.open(club.ClubScreen, here)
    else:
        app.open(OPENS[choice], (0, 0, here) if choice == DEALS else here)
