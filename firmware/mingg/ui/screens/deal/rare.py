"""The rare ways to win by the rules in force, behind A on How."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A
from mingg.lang import joined, say
from mingg.ui.screens.deal.how import How, go_on
from mingg.ui.widgets.layout import WIDTH
from mingg.ui.widgets.lists import ListScreen
from mingg.ui.widgets.rosette import Rosette, draw_arm, name_header, words

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.entry.entry import Entry
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.screens.deal.how import Asked
    from mingg.ui.widgets.rosette import Lines

ROB, FIRST = "rob", "first-discard"
# What can be marked about a drawn tile, in the order of the list: the mark, the names that the rules know it by, its
# words.
MARKS = (
    ("hidden", (), "not shown"),  # mixed in unshown (B p.33): only for rules by which it can lose points
    ("loose", ("loose",), "loose tile"),
    ("last", ("last",), "last tile"),
    ("thirteen", ("lucky_thirteen",), "lucky 13"),
    ("original", ("original", "heaven"), "first hand"),
)
CLAIMED_WORDS = {
    ("discard", None): "last discard",
    ("discard", "first-discard"): "first discard",
    ("discard", "thirteen"): "lucky 13",
    ("rob", None): "robbed kong",
    ("rob", "thirteen"): "rob + lucky",
}


def marks_known(rules: "Rules", east: bool) -> "list[str]":
    """Returns what can be marked about a tile that the winner drew."""
    known = [mark for mark, items, _ in MARKS if any(rules.knows(item) for item in items)]
    if not east and "original" in known:
        known.remove("original")
    if rules.knows_hidden():
        known.insert(0, "hidden")
    return known


def marks_of(entry: "Entry") -> "list[str]":
    """Returns what is marked about the tile that the winner drew."""
    marked = {"hidden": entry.hidden, "loose": entry.way == "loose", "last": entry.last}
    return [mark for mark, _, _ in MARKS if marked.get(mark) or mark == entry.opening]


def set_marks(entry: "Entry", marks: "list[str]") -> None:
    opening = "original" if "original" in marks else "thirteen" if "thirteen" in marks else None
    entry.set_way("loose" if "loose" in marks else "draw", None, "last" in marks, opening, "hidden" in marks)


def standing(entry: "Entry") -> str:
    """Returns the rare way of an entry in words; a "|" is where a line may break."""
    if not entry.drawn():
        return say("short " + CLAIMED_WORDS[(entry.way or "", entry.opening)])
    marks = marks_of(entry)
    if len(marks) == 1:
        return say(next(text for mark, _, text in MARKS if mark in marks))
    return "|".join([say("short " + text) for mark, _, text in MARKS if mark in marks])


class Rare(Rosette):
    """The rare ways by the rules in force. An answer is its words and its marks. The present choice stands in a frame;
    its key takes it back. A held lists all marks that can go together.

    asked: as in How, what is known of a way that needs to know whose tile it was.
    """

    choice = ""
    words = ("cards",)

    def __init__(self, app: "App", asked: "Asked | None" = None) -> None:
        super().__init__(app)
        table, rules, entry = app.playing.table, app.playing.rules, app.entry
        self.player = entry.winner
        east = self.player == table.east
        known = marks_known(rules, east)
        ways: "dict[int, tuple[str, tuple[str, ...]]]" = {}
        self.answers = ways
        if "loose" in known:
            ways[LEFT] = "loose tile", ("loose",)
        if "last" in known:
            ways[UP] = "last", ("last",)
        if rules.knows("rob"):
            ways[RIGHT] = "robbed kong", (ROB,)
        if "original" in known:
            ways[DOWN] = "first hand", ("original",)
        elif not east and (rules.knows("earth") or rules.knows("first-discard")):
            ways[DOWN] = "first discard", (FIRST,)
        if "thirteen" in known:
            ways[A] = "lucky 13", ("thirteen",)
        self.lists = "hidden" in known or "thirteen" in known
        if LEFT in ways and UP in ways and not self.lists:
            ways[A if RIGHT in ways else RIGHT] = "loose + last", ("loose", "last")
        if self.lists:
            self.holds = (A,)
        if asked is not None:
            self.marks = [mark for mark in (asked[0], asked[1]) if mark]
        elif entry.drawn():
            self.marks = marks_of(entry)
        else:
            self.marks = ([ROB] if entry.way == ROB else []) + ([entry.opening] if entry.opening else [])
        self.asked = asked is not None

    def _stands(self, marks: "tuple[str, ...]") -> bool:
        if len(marks) > 1:
            return sorted(marks) == sorted(self.marks)
        return marks[0] in self.marks

    def draw(self, canvas: "Canvas") -> None:
        hints, title = say(self.leave), say("rare ways")
        if self.lists:
            hints += "  " + say("hold more")
        canvas.header(title if canvas.width(title, True) + canvas.width(hints) < 122 else "", hints)
        for key, answer in self.answers.items():
            lines, chosen = self.arm(canvas, key, answer)
            if key != A:
                draw_arm(canvas, key, lines, chosen)
                continue
            text = lines[0][0]
            x = (WIDTH - 12 - canvas.width(text)) // 2
            if chosen:
                canvas.frame(x - 3, 40, canvas.width(text) + 18, 15)
            canvas.key("A", x, 43)
            canvas.text(text, x + 12, 44)

    def arm(self, canvas: "Canvas", key: int, answer: "tuple[str, tuple[str, ...]]") -> "tuple[Lines, bool]":
        return words(UP if key == A else key, say(answer[0])), self._stands(answer[1])

    def does(self, key: int, held: bool = False) -> "Act":
        if key == A and held:
            return "more", self.app.show_new, OtherWays
        return super().does(key)

    def back(self) -> None:
        self.app.show(How(self.app))

    def take(self, answer: "tuple[str, tuple[str, ...]]") -> None:
        app, entry, marks = self.app, self.app.entry, answer[1]
        if self._stands(marks):
            self._take_back(marks)
        elif marks[0] in (ROB, "thirteen"):
            self._ask(list(marks) + [mark for mark in self.marks if mark in (ROB, "thirteen")])
        elif marks[0] == FIRST:
            entry.set_way("discard", app.playing.table.east, False, FIRST)
            go_on(app)
        else:
            set_marks(entry, list(marks))
            go_on(app)

    def _take_back(self, marks: "tuple[str, ...]") -> None:
        """Takes marks back."""
        app, entry = self.app, self.app.entry
        rest = [mark for mark in self.marks if mark not in marks]
        if self.asked:
            self._ask(rest)
            return
        if entry.drawn():
            set_marks(entry, rest)
        else:
            entry.set_way(
                ROB if ROB in rest else "discard", entry.source, False, "thirteen" if "thirteen" in rest else None
            )
        app.changed()
        app.show(How(app))

    def _ask(self, marks: "list[str]") -> None:
        """Goes to How, which asks whose tile it was."""
        way, opening = ROB if ROB in marks else "", "thirteen" if "thirteen" in marks else None
        if not marks:
            self.app.show(How(self.app))
            return
        self.app.show(How(self.app, (way, opening, "short " + CLAIMED_WORDS[(way or "discard", opening)])))


class OtherWays(ListScreen):
    """A list of all marks of a drawn tile: A sets a mark or takes it back; B is done."""

    leave = "B done"
    words = ("cards",)
    bar_y = 52

    def __init__(self, app: "App") -> None:
        super().__init__(app, None, marks_known(app.playing.rules, app.entry.winner == app.playing.table.east))
        self.texts = {mark: joined(say("last" if mark == "last" else text)) for mark, _, text in MARKS}

    def row(self, index: int) -> "tuple[str, str]":
        entry, mark = self.app.entry, self.items[index]
        return self.texts[mark], say("yes" if entry.drawn() and mark in marks_of(entry) else "no")

    def draw(self, canvas: "Canvas") -> None:
        winner = self.app.entry.winner
        name_header(canvas, "drew", self.app.name(winner), say(self.leave), self.app.playing.table.seat(winner))
        self.draw_rows(canvas)

    def back(self) -> None:
        self.app.show(How(self.app))

    def accept(self) -> None:
        entry, mark = self.app.entry, self.items[self.current]
        marks = marks_of(entry) if entry.drawn() else []
        if mark in marks:
            marks.remove(mark)
        else:
            # no tile was drawn for an original hand: it goes with no other mark
            marks = [other for other in marks if "original" not in (mark, other)] + [mark]
        set_marks(entry, marks)
        self.app.changed()
