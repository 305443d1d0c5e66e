"""The rare ways to win by the rules in force, behind A on How."""

from typing import Any

from mingg.entry.rare_ways import CLAIMED_WORDS, DRAWN, FIRST, ROB, THIRTEEN, marks_known, marks_of, set_marks
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import joined, say
from mingg.ui.kit.lists import Choices
from mingg.ui.kit.view import HOLD, NOTHING, Arm, Key, Parts, Screen, Title, View
from mingg.ui.play import Play

HOW = "deal.how.How"
# The key of a way, its words, and its mark.
WAYS = (
    (LEFT, "loose tile", "loose"),
    (UP, "last", "last"),
    (RIGHT, "robbed kong", ROB),
    (DOWN, "first hand", "original"),
    (DOWN, "first discard", FIRST),
    (A, "lucky 13", THIRTEEN),
)


def _change(play: "Play", marks: "list[str]", source: "int | None" = None) -> None:
    """Enters a way without going on. The winner's hand follows again, whichever way players leave: it may contradict
    the new one."""
    set_marks(play.entry, marks, source)
    play.entry.at = min(play.entry.at, 0)
    play.changed()


class Rare(Screen):
    """The present choice stands in a frame; its key takes it back. A held lists all marks that can go together.

    asked  the choice, if it is not entered yet, since How asks whose tile it was
    """

    words = ("cards",)
    lasting = ("asked",)

    def begin(self) -> None:
        rules = self.play.playing.rules
        self.asked: "list[str]" = []
        east = self.play.entry.winner == self.play.playing.table.east
        known = marks_known(rules, east)
        self.lists = "hidden" in known or THIRTEEN in known
        if rules.knows("rob"):
            known.append(ROB)
        if not east and (rules.knows("earth") or rules.knows("first-discard")):
            known.append(FIRST)
        ways = {key: (words, [mark]) for key, words, mark in WAYS if mark in known}
        if LEFT in ways and UP in ways and not self.lists:
            ways[A if RIGHT in ways else RIGHT] = "loose + last", ["loose", "last"]
        self.ways = ways  # by key: the words and the marks

    def view(self) -> "Parts":
        title = Title("", say("hold more")) if self.lists else Title(say("rare ways"))
        parts: "list[Any]" = [title, Key(B, "B back", HOW)]
        for key, (words, marks) in self.ways.items():
            parts.append(Arm(key, say(words), self.take, (marks,), "", self._stand(marks)))
        if self.lists:
            parts.append(Key(HOLD | A, "more", "seldom.rare.OtherWays", NOTHING, False, True))
        return View(*parts)

    def _stand(self, marks: "list[str]") -> bool:
        """Returns whether marks are the choice, or one mark is a part of it."""
        chosen = self.asked or marks_of(self.play.entry)
        return marks[0] in chosen if len(marks) == 1 else marks == chosen

    def take(self, marks: "list[str]") -> None:
        entry = self.play.entry
        rest = [mark for mark in self.asked or marks_of(entry) if mark not in marks]
        if self._stand(marks):
            if not self.asked:
                _change(self.play, rest, entry.source)
                rest = []
            self._ask(rest)
        elif marks[0] in (ROB, THIRTEEN):
            self._ask(marks + [mark for mark in rest if mark in (ROB, THIRTEEN)])
        else:
            set_marks(entry, marks, self.play.playing.table.east if FIRST in marks else None)
            self.show("deal.card.go_on")

    def _ask(self, marks: "list[str]") -> None:
        """Goes to How, which asks whose tile it was, if there are marks."""
        if not marks:
            self.show(HOW)
            return
        self.asked = marks
        way, opening = ROB if ROB in marks else "", THIRTEEN if THIRTEEN in marks else None
        self.show(HOW, (way, opening, "short " + CLAIMED_WORDS[(way or "discard", opening)]))


class OtherWays(Screen):
    """A list of all marks of a drawn tile: an arrow sets a mark or takes it back."""

    words = ("cards",)

    def begin(self) -> None:
        session = self.play.playing
        self.known = marks_known(session.rules, self.play.entry.winner == session.table.east)
        self.texts = {mark: joined(say("last" if mark == "last" else words)) for mark, _, words in DRAWN}

    def view(self) -> "Parts":
        winner = self.play.entry.winner
        return View(
            Title(say("drew"), "", self.play.playing.table.seat(winner), self.play.name(winner)),
            Key(A, "A done", HOW),
            Choices(self, len(self.known), self.row, self.step),
        )

    def row(self, index: int) -> "tuple[str, str]":
        entry, mark = self.play.entry, self.known[index]
        return self.texts[mark], say("yes" if entry.drawn() and mark in marks_of(entry) else "no")

    def step(self, step: int) -> None:
        entry, mark = self.play.entry, self.known[self.current]
        marks = marks_of(entry) if entry.drawn() else []
        if mark in marks:
            marks.remove(mark)
        else:
            # no tile was drawn for an original hand: it goes with no other mark
            marks = [other for other in marks if "original" not in (mark, other)] + [mark]
        _change(self.play, marks)
