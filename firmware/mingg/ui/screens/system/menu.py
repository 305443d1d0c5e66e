"""The menu, behind B held and A: what players do besides entering deals. An arrow or A opens a part of it.

All choices of a part are on the screen at once.
"""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import named, say
from mingg.ui.kit.lists import Row, Rows
from mingg.ui.kit.view import NOTHING, Arm, Key, Parts, Screen, Title, View
from mingg.ui.navigator import SET_UP

LEAVE, RULES = "leave", "menu rules"

# The screen that each choice shows.
SHOWS = {
    LEAVE: "history.correct.leave",
    RULES: "system.sheet.Sheet",
    "menu deals": "history.deals.Deals",
    "nobody won": "seldom.other.Other",
    "menu hands": "seldom.draft.Hands",
    "menu drop": "seldom.draft.Drop",
    "menu pay": "history.pay.Payer",
    "menu lend": "history.pay.Lender",
    "menu counters": "counters.trays.Trays",
    "menu evenings": "history.evenings.Evenings",
    "menu receives": "counters.trays.Receives",
    "menu wall": "system.wall.Wall",
    "menu names": "setup.people.Renaming",
    "menu turn": "setup.people.Turn",
    "menu swap": "history.pay.Swapper",
    "menu settings": "system.settings.Settings",
    "menu language": "system.settings.Language",
    "new session": SET_UP,
    "menu end": "history.evenings.Over",
    "menu code": "history.code.Code",
    "menu club": "club.club.Requests",
}


class Menu(Screen):
    """The menu. It is opened from the page of keys of any screen, and B goes back to that screen. While a saved deal is
    corrected, it has only what belongs to the correction.

    page   0 are the parts; 1 + the key of a part are its choices
    rules  those that its score sheet shows: of the session, or of the set-up that the menu is over
    """

    menu = False
    words = ("menu",)

    def begin(self) -> None:
        self.rules = (self.play.set_up if self.app.navigator.on_path(SET_UP) else self.play.playing).rules

    def offered(self) -> "dict[int, tuple[str, ...]]":
        """Returns the parts by their keys: the message of each, then its choices."""
        play, club = self.play, self.app.club
        entry = play.entry
        hands = ("menu hands",) if entry is not None and entry.way is not None else ()
        if play.correcting is not None:
            parts: "dict[int, tuple[str, ...]]" = {
                LEFT: ("part turn", "menu turn"),
                RIGHT: (RULES, RULES),
                DOWN: (LEAVE, LEAVE),
            }
            if hands:
                parts[UP] = hands + hands
            return parts
        scores: "tuple[str, ...]" = ("part scores", "menu deals", "menu pay", "menu code")
        if play.playing.counted():
            scores = ("part counters", "menu deals", "menu counters", "menu pay", "menu lend", "menu receives")
            scores += ("menu code",)
        evening = (
            (("part evening",) if club is None else ("part club", "menu club"))
            + ("new session", "menu evenings")
            + (("menu end",) if entry is None and play.playing.deals else ())
        )
        deal: "tuple[str, ...]" = (RULES, RULES)
        if entry is not None:
            deal = ("part deal",) + hands + ("nobody won", RULES, "menu drop")
        return {
            UP: scores,
            LEFT: ("part table", "menu turn", "menu names", "menu swap", "menu wall"),
            RIGHT: evening,
            DOWN: ("part device", "menu language", "menu settings"),
            A: deal,
        }

    def view(self) -> "Parts":
        parts = self.offered()
        if self.page - 1 not in parts:
            arms = [
                Arm(key, self.text(part[0]), self.turn_to, 1 + key)
                if len(part) > 2
                else Arm(key, self.text(part[0]), *self.act(part[1]))
                for key, part in parts.items()
            ]
            return View(Title(say("menu")), *arms)
        choices = parts[self.page - 1][1:]
        return View(
            Title(say("menu")),
            Key(A, "A choose", *self.act(choices[min(self.current, len(choices) - 1)])),
            Key(B, "B back", self.turn_to, 0),
            Rows(self, len(choices), lambda index: self.row(choices[index])),
        )

    def row(self, choice: str) -> "Row":
        return self.text(choice), named("book", self.rules.title) if choice == RULES else ""

    def text(self, message: str) -> str:
        return say(message, self.play.correcting) if message == LEAVE else say(message)

    def act(self, choice: str) -> "tuple[str, object]":
        """Returns the screen that a choice shows, and its argument."""
        return SHOWS[choice], self.rules if choice == RULES else NOTHING
