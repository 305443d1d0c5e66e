"""The menu, behind B held and A: what players do besides entering deals. An arrow or A opens a part of it.

All choices of a part are on the screen at once.
"""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import named, say
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import Arm, Key, Screen, Title, View
from mingg.ui.navigator import TABLE as AT_TABLE

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts

DEALS, PAY, LEND, WALL = "menu deals", "menu pay", "menu lend", "menu wall"
COUNTERS, RECEIVES = "menu counters", "menu receives"
EVENINGS, NEW, END, SETTINGS = "menu evenings", "new session", "menu end", "menu settings"
LANGUAGE, LEAVE, CODE = "menu language", "leave", "menu code"
NOBODY, HANDS, TABLE, DROP = "nobody won", "menu hands", "menu table", "menu drop"
RULES, NAMES, TURN, CLUB = "menu rules", "menu names", "menu turn", "menu club"

# The screen that each choice shows.
SHOWS = {
    DEALS: "history.deals.Deals",
    NOBODY: "seldom.other.Other",
    HANDS: "seldom.draft.Hands",
    DROP: "seldom.draft.Drop",
    PAY: "history.pay.Payer",
    LEND: "history.pay.Lender",
    COUNTERS: "counters.trays.Trays",
    EVENINGS: "history.evenings.Evenings",
    RECEIVES: "counters.receives.Receives",
    WALL: "wall.wall.Wall",
    RULES: "system.sheet.Sheet",
    NAMES: "setup.names.Renaming",
    TURN: "setup.people.Turn",
    SETTINGS: "system.settings.Settings",
    LANGUAGE: "system.language.Language",
    NEW: "setup.setup.NewSession",
    END: "history.over.Over",
    CODE: "history.code.Code",
    CLUB: "club.club.Requests",
}


def _parts(app: "App", at_table: bool) -> "dict[int, tuple[str, tuple[str, ...]]]":
    """Returns the parts by their keys: the message of each, and its choices."""
    play = app.play
    entry = play.entry
    hands = (HANDS,) if entry is not None and entry.way is not None else ()
    if play.correcting is not None:
        parts: "dict[int, tuple[str, tuple[str, ...]]]" = {
            LEFT: ("part turn", (TURN,)),
            RIGHT: (RULES, (RULES,)),
            DOWN: (LEAVE, (LEAVE,)),
        }
        if hands:
            parts[UP] = HANDS, hands
        return parts
    scores = ("part counters", (DEALS, COUNTERS, PAY, LEND, RECEIVES, CODE)) if play.playing.counted() else None
    evenings = (NEW, EVENINGS, END) if entry is None and play.playing.deals else (NEW, EVENINGS)
    evening = ("part evening", evenings) if app.club is None else ("part club", (CLUB,) + evenings)
    leave = () if at_table else (TABLE,)  # A on Table goes on with it
    return {
        UP: scores or ("part scores", (DEALS, PAY, CODE)),
        LEFT: ("part table", (TURN, NAMES, WALL)),
        RIGHT: evening,
        DOWN: ("part device", (LANGUAGE, SETTINGS)),
        A: (RULES, (RULES,)) if entry is None else ("part deal", hands + (NOBODY, RULES) + leave + (DROP,)),
    }


class _Choices(Screen):
    menu = False
    words = ("menu",)

    def text(self, message: str) -> str:
        return say(message, self.play.correcting) if message == LEAVE else say(message)

    def choose(self, choice: str) -> None:
        if choice == LEAVE:
            self.play.leave_correction()
        elif choice == TABLE:
            self.play.table()
        else:
            self.show(SHOWS[choice])


class Menu(_Choices):
    """The menu. It is opened from the page of keys of any screen, and B goes back to that screen. While a saved deal is
    corrected, it has only what belongs to the correction."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.at_table = app.navigator.below() == AT_TABLE

    def view(self) -> "Parts":
        arms = [
            Arm(key, self.text(message), self.open, (self.at_table, key))
            for key, (message, _) in _parts(self.app, self.at_table).items()
        ]
        return View(Title(say("menu")), *arms)

    def open(self, at_table: bool, key: int) -> None:
        choices = _parts(self.app, at_table)[key][1]
        if len(choices) == 1:
            self.choose(choices[0])
        else:
            self.show("system.menu.MenuPart", at_table, key)


class MenuPart(_Choices):
    """A part of the menu. at_table, key: the menu is over Table; the key of the part."""

    def __init__(self, app: "App", at_table: bool, key: int) -> None:
        super().__init__(app)
        # A part that is gone, as the deal to which it belonged: the first one.
        parts = _parts(app, at_table)
        self.choices = parts.get(key, parts[LEFT])[1]

    def view(self) -> "Parts":
        return View(
            Title(say("menu")),
            Key(A, "A choose", self.choose, self.choices[min(self.current, len(self.choices) - 1)], False, True),
            Rows(self, len(self.choices), self.row),
        )

    def row(self, index: int) -> "tuple[str, str]":
        choice = self.choices[index]
        return self.text(choice), named("book", self.play.playing.rules.title) if choice == RULES else ""
