"""The half-entered deal after a power cut, and the list of its hands."""

from mingg.entry.card_entry import CARD
from mingg.entry.entry import RESULT
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import HOLD, Foot, Key, Screen, Title, View

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.lists import Row
    from mingg.ui.kit.view import Parts


class Draft(Screen):
    """How the deal was won, and whose hands are entered."""

    words = ("deals",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        play, entry, table = self.play, self.play.entry, self.play.playing.table
        points = "" if entry.way is None else str(entry.count(entry.winner, play.playing).score)
        self.rows: "list[Row]" = [(self.how_won(), points)]
        names = [play.name(entry.player(turn, table)) for turn in range(1, len(table.order))]
        entered = max(0, min(entry.at - 1, len(names))) if entry.at < RESULT else len(names)
        for message, some in (("entered", names[:entered]), ("to come", names[entered:])):
            if some:
                self.rows.append(((say(message, ", ".join(["%s"] * len(some))), some), ""))

    def how_won(self) -> "tuple[str, list[str]]":
        """Returns words, and the names in them."""
        entry, name = self.play.entry, self.play.name
        if entry.way is None:
            return say("how is to come", "%s"), [name(entry.winner)]
        if entry.source is None:
            return say("won, drew", "%s"), [name(entry.winner)]
        return say("won from", "%s", "%s"), [name(entry.winner), name(entry.source)]

    def view(self) -> "Parts":
        return View(*self.keys(), Rows(self, len(self.rows), self.row, 2, ()))

    def row(self, index: int) -> "Row":
        return self.rows[index]

    def keys(self) -> "list[Any]":
        """Returns the title and the keys."""
        play, number = self.play, self.play.correcting
        half = "half entered" if number is None else "half corrected"
        return [
            Title(say(half)),
            Key(A, "A go on", play.go_on),
            Foot(say("deal n", number or play.evening.deal_number())),
        ]


class Drop(Draft):
    """Asks whether to drop the half-entered deal. Only A held drops it, so that no key pressed twice does."""

    def keys(self) -> "list[Any]":
        title = Title(say("drop?", self.play.evening.deal_number()))
        return [title, Key(A, "", "hold drops"), Key(HOLD | A, "hold drops", self.drop)]

    def drop(self) -> None:
        play = self.play
        self.app.display.show_text(say("half lost", play.evening.deal_number()))
        play.forget_entry()
        play.table()


class Hands(Draft):
    """Lists how the deal was won, and all hands, the winner's first. A opens the current row. From there the entry goes
    on where it was, and B leads back here."""

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        play, entry, session = self.play, self.play.entry, self.play.playing
        order = session.table.order
        self.current = min(entry.at + 1, len(order))
        self.rows = [(self.how_won(), "")]
        for turn in range(len(order)):
            player = entry.player(turn, session.table)
            if turn > entry.at and entry.empty(player):
                self.rows.append(((say("to come", "%s"), [play.name(player)]), ""))
            else:
                self.rows.append((play.name(player), str(entry.count(player, session).score)))

    def view(self) -> "Parts":
        play = self.play
        return View(
            Title(say("deal n", play.correcting or play.evening.deal_number())),
            Key(A, "A open", self.open, self.current),
            Rows(self, len(self.rows), self.row),
        )

    def open(self, row: int) -> None:
        if row:
            self.show("deal.card.show_page", row - 1, CARD)
        else:
            self.show("deal.how.How")
