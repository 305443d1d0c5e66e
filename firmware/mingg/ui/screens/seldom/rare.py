"""The rare ways to win by the rules in force, behind A on How."""

from mingg.entry.rare_ways import CLAIMED_WORDS, DRAWN, FIRST, ROB, THIRTEEN, marks_known, marks_of, set_marks
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import joined, say
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import HOLD, NOTHING, Arm, Key, Screen, Title, View

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.view import Parts

HOW = "deal.how.How"


class Rare(Screen):
    """The present choice stands in a frame; its key takes it back. A held lists all marks that can go together.

    marks  the choice; asked: it is not entered yet, since How asks whose tile it was
    """

    words = ("cards",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        table, rules, entry = self.play.playing.table, self.play.playing.rules, self.play.entry
        self.marks, self.asked = marks_of(entry), False
        east = entry.winner == table.east
        known = marks_known(rules, east)
        ways: "dict[int, tuple[str, list[str]]]" = {}  # by key: the words and the marks
        if "loose" in known:
            ways[LEFT] = "loose tile", ["loose"]
        if "last" in known:
            ways[UP] = "last", ["last"]
        if rules.knows("rob"):
            ways[RIGHT] = "robbed kong", [ROB]
        if "original" in known:
            ways[DOWN] = "first hand", ["original"]
        elif not east and (rules.knows("earth") or rules.knows("first-discard")):
            ways[DOWN] = "first discard", [FIRST]
        if THIRTEEN in known:
            ways[A] = "lucky 13", [THIRTEEN]
        self.lists = "hidden" in known or THIRTEEN in known
        if LEFT in ways and UP in ways and not self.lists:
            ways[A if RIGHT in ways else RIGHT] = "loose + last", ["loose", "last"]
        self.ways = ways

    def state(self) -> "tuple[Any, ...]":
        return (self.marks,) if self.asked else ()

    def resume(self, state: "tuple[Any, ...]") -> None:
        if state:
            self.marks, self.asked = state[0], True

    def view(self) -> "Parts":
        title = Title("", say("hold more")) if self.lists else Title(say("rare ways"))
        parts: "list[Any]" = [title, Key(B, "B back", HOW)]
        for key, (words, marks) in self.ways.items():
            parts.append(Arm(key, say(words), self.take, (marks,), "", self._stand(marks)))
        if self.lists:
            parts.append(Key(HOLD | A, "more", "seldom.rare.OtherWays", NOTHING, False, True))
        return View(*parts)

    def _stand(self, marks: "list[str]") -> bool:
        return marks[0] in self.marks if len(marks) == 1 else marks == self.marks

    def take(self, marks: "list[str]") -> None:
        entry = self.play.entry
        if self._stand(marks):
            rest = [mark for mark in self.marks if mark not in marks]
            if not self.asked:
                set_marks(entry, rest, entry.source)
                self.play.changed()
                self.show(HOW)
            else:
                self._ask(rest)
        elif marks[0] in (ROB, THIRTEEN):
            self._ask(marks + [mark for mark in self.marks if mark in (ROB, THIRTEEN)])
        else:
            set_marks(entry, marks, self.play.playing.table.east if FIRST in marks else None)
            self.show("deal.card.go_on")

    def _ask(self, marks: "list[str]") -> None:
        """Goes to How, which asks whose tile it was."""
        if marks:
            self.marks, self.asked = marks, True
            way, opening = ROB if ROB in marks else "", THIRTEEN if THIRTEEN in marks else None
            self.show(HOW, (way, opening, "short " + CLAIMED_WORDS[(way or "discard", opening)]))
        else:
            self.show(HOW)


class OtherWays(Screen):
    """A list of all marks of a drawn tile: A sets a mark or takes it back; B is done."""

    words = ("cards",)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        session = self.play.playing
        self.known = marks_known(session.rules, self.play.entry.winner == session.table.east)
        self.texts = {mark: joined(say("last" if mark == "last" else words)) for mark, _, words in DRAWN}

    def view(self) -> "Parts":
        winner = self.play.entry.winner
        return View(
            Title(say("drew"), "", self.play.playing.table.seat(winner), self.play.name(winner)),
            Key(A, "A choose", self.change, self.known[self.current], False, True),
            Key(B, "B done", HOW),
            Rows(self, len(self.known), self.row),
        )

    def row(self, index: int) -> "tuple[str, str]":
        entry, mark = self.play.entry, self.known[index]
        return self.texts[mark], say("yes" if entry.drawn() and mark in marks_of(entry) else "no")

    def change(self, mark: str) -> None:
        entry = self.play.entry
        marks = marks_of(entry) if entry.drawn() else []
        if mark in marks:
            marks.remove(mark)
        else:
            # no tile was drawn for an original hand: it goes with no other mark
            marks = [other for other in marks if "original" not in (mark, other)] + [mark]
        set_marks(entry, marks)
        self.play.changed()
