"""Asks for players, where an arrow takes the player on its side; and for points."""

from collections.abc import Sequence
from typing import Any

from mingg.hal.keys import A
from mingg.lang import say
from mingg.ui.kit.forms import Wheels
from mingg.ui.kit.view import HOLD, Act, Arm, Centre, Key, Line, Otherwise, Parts, Screen, Title, View, Word, spoken
from mingg.ui.play import Play

TENS = 2  # the wheel that is current at first


class Who(Screen):
    """An arrow takes one player, and A held the one who sits out. If several may answer, held arrows mark them, and A
    takes those; without a mark it takes all others, for whom the list is empty. A subclass takes them in take().

    about, asks  the texts of the title
    but          the players who cannot be the answer
    several      more than one player may be the answer
    """

    about = asks = ""
    but: "Sequence[int]" = ()
    several = False
    words = ("menu",)
    lasting = ("marked",)
    marked: "list[int]" = []

    def take(self, players: "list[int]") -> None:
        raise NotImplementedError

    def view(self) -> "Parts":
        play, marked = self.play, self.marked
        table = play.playing.table
        parts: "list[Any]" = [Title(self.about, self.asks), Key(A, "", "choose by arrow")]
        if self.several:
            parts[1] = Arm(A, say("these" if marked else "all others"), self.take, marked)
        for player in table.order:
            side = play.side(player) or 0
            if player in self.but:
                parts.append(Key(side, "", "someone else"))
                continue
            arm = Arm(side, "", self.take, [player], play.name(player), player in marked)
            if marked:
                arm.act, arm.argument = self._mark, player
            parts.append(arm)
            if self.several:
                parts.append(Key(HOLD | side, "and", self._mark, player, False, True))
        out, hint = table.sitting_out(), say("hold several") if self.several and not marked else ""
        if out is not None and out not in self.but:
            name = play.name(out)
            key = Key(HOLD | A, ["", name], self.take, [out], False, True)
            if marked:
                key.act, key.argument = self._mark, out
            parts.append(key)
            words: "Any" = (say("hold A", "%s") + (", " + hint if hint else ""), [name])
        else:
            words = hint
        if words:
            parts.append(Centre(words))
            parts[-1].bold = out in marked
        return View(*parts, Otherwise("nobody there"))

    def _mark(self, player: int) -> None:
        others = [other for other in self.marked if other != player]
        self.marked = others if player in self.marked else others + [player]


def between(play: "Play", givers: "list[int]", takers: "list[int]") -> "tuple[str, list[str]]":
    """Returns who gives whom, for a line: words with places for the names, and the names."""
    words = " ".join(["%s"] * len(givers)) + " > " + " ".join(["%s"] * len(takers))
    return words, [play.name(player) for player in givers + takers]


class Amount(Screen):
    """Asks for points. line: between whom. A does `act` with the arguments and the points."""

    words: "tuple[str, ...]" = ("menu",)
    lasting = "points", "current"
    points, current = 0, TENS

    def begin(self, about: "Word", line: Line, word: str, act: "Act", arguments: "tuple[object, ...]") -> None:
        self.about, self.line, self.word, self.act, self.arguments = about, line, word, act, arguments

    def view(self) -> "Parts":
        act = self.act if self.points else "no points"
        return View(
            Title(spoken(self.about)),
            Key(A, self.word, act, self.arguments + (self.points,)),
            self.line,
            Wheels(self),
        )
