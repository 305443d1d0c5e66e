"""Asks who is liable for what the others owe the winner, and why: insurance, feeding, or the discard to a big hand."""

from mingg.entry.card_entry import LIABLE
from mingg.entry.liability import choose, share_of, shares_of
from mingg.hal.keys import A, B
from mingg.lang import say
from mingg.ui.kit.view import NOTHING, Arm, Centre, Key, Otherwise, Screen, Title, View

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts


class Liability(Screen):
    """An arrow chooses the player who is liable. The same arrow again changes the share. A goes on.

    from_special: it was opened from More, and leads back to the card.
    """

    words = ("cards",)

    def __init__(self, app: "App", from_special: bool = False) -> None:
        super().__init__(app)
        self.from_special = from_special
        session = self.play.playing
        self.shares = {player: shares_of(self.play.entry, session, player) for player in session.table.order}

    def view(self) -> "Parts":
        play, entry = self.play, self.play.entry
        parts: "list[Any]" = [
            Title(say("liable?")),
            Key(A, "A go on" if entry.liable else "A nobody", self.go_to, 1),
            Key(B, "B back", self.go_to, -1),
        ]
        for player, shares in self.shares.items():
            side, share, name = play.side(player) or 0, share_of(entry, player), play.name(player)
            if shares:
                act: "Any" = self.take if share is not None or len(entry.liable) < 2 else "two liable"
                pays = "" if share is None else say("pays " + share)
                parts.append(Arm(side, pays, act, player, name, share is not None))
            elif player == entry.winner:
                parts.append(Arm(side, say("won", "").strip(), "winner liable", NOTHING, name))
            else:
                parts.append(Key(side, "", "only fed" if play.playing.rules.on("feeding") else "only discarder"))
        again = [shares[1] for shares in self.shares.values() if len(shares) > 1]
        if again:
            parts.append(Centre(say("pressed again", say("pays " + again[0]))))
        return View(*parts, Otherwise("nobody there"))

    def go_to(self, step: int) -> None:
        if self.from_special:
            self.show("deal.card.Card", 0)
        else:
            self.show("deal.card.go_beside", 0, LIABLE, step)

    def take(self, player: int) -> None:
        choose(self.play.entry, self.play.playing, player)
        self.play.changed()
