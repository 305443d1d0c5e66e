"""The half-entered deal after a power cut, and the list of its hands."""

from typing import Any

from mingg.entry.card_entry import CARD
from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.kit.lists import Row, Rows
from mingg.ui.kit.view import HOLD, Foot, Key, Parts, Screen, Title, View


class Hands(Screen):
    """Lists how the deal was won, and all hands, the winner's first. A opens the current row. From there the entry goes
    on where it was, and B leads back here."""

    words = ("deals",)

    def begin(self) -> None:
        play, entry, session = self.play, self.play.entry, self.play.playing
        order = session.table.order
        self.number = play.correcting or play.evening.deal_number()
        self.current = min(entry.at + 1, len(order))
        names = [play.name(entry.winner)]
        words = say("won, drew", "%s")
        if entry.way is None:
            words = say("how is to come", "%s")
        elif entry.source is not None:
            words = say("won from", "%s", "%s")
            names.append(play.name(entry.source))
        self.rows: "list[Row]" = [((words, names), "")]
        for turn in range(len(order)):
            player = entry.player(turn, session.table)
            if turn > entry.at and entry.hands[player].empty():
                self.rows.append(((say("to come", "%s"), [play.name(player)]), ""))
            else:
                self.rows.append((play.name(player), str(entry.count(player, session).score)))

    def view(self) -> "Parts":
        return View(
            Title(say("deal n", self.number)),
            Key(A, "A open", "deal.card.show_page", (self.current - 1, CARD)),
            Rows(self, len(self.rows), self.row),
        )

    def row(self, index: int) -> "Row":
        return self.rows[index]


class Draft(Hands):
    """The same list, to look at: a row says how the deal was won, and what the winner's hand counts."""

    def begin(self) -> None:
        super().begin()
        self.rows[:2] = [(self.rows[0][0], self.rows[1][1])]
        self.current = 0

    def view(self) -> "Parts":
        return View(*self.keys(), Rows(self, len(self.rows), self.row, 2, True))

    def keys(self) -> "list[Any]":
        """Returns the title and the keys."""
        half = "half entered" if self.play.correcting is None else "half corrected"
        return [Title(say(half)), Key(A, "A go on", "deal.card.resume"), Foot(say("deal n", self.number))]


class Drop(Draft):
    """Asks whether to drop the half-entered deal. Only A held drops it, so that no key pressed twice does."""

    def keys(self) -> "list[Any]":
        return [
            Title(say("drop?", self.number)),
            Key(A, "", "hold drops"),
            Key(HOLD | A, "hold drops", self.drop),
        ]

    def drop(self) -> None:
        self.app.display.show_text(say("half lost", self.number))
        self.play.forget_entry()
        self.play.table()
