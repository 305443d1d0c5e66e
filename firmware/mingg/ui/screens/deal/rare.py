"""The rare ways to win, behind a held arrow of How: those that the rules in force know."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP
from mingg.lang import say
from mingg.ui.screens.deal.how import How, go_on, knows_hidden
from mingg.ui.widgets.lists import ListScreen
from mingg.ui.widgets.rosette import Rosette, name_header, words

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.entry.entry import Entry
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.widgets.rosette import Lines

# What may be said of a drawn tile, in the order of the list; what the rules know it by; its words.
MARKS = (
    ("hidden", (), "not shown"),  # mixed in unshown (B p.33): known where something may be lost by it
    ("loose", ("loose",), "loose tile"),
    ("last", ("last",), "last tile"),
    ("thirteen", ("lucky_thirteen",), "lucky 13"),
    ("original", ("original", "heaven"), "first hand"),
)
CLAIMED_WORDS = {
    ("discard", "first-discard"): "first discard",
    ("discard", "thirteen"): "lucky 13",
    ("rob", None): "robbed kong",
    ("rob", "thirteen"): "rob + lucky",
}


def marks_known(rules: "Rules", east: bool) -> "list[str]":
    """What may be said of a tile that the winner drew."""
    known = [mark for mark, items, _ in MARKS if any(rules.knows(item) for item in items)]
    if not east and "original" in known:
        known.remove("original")
    if knows_hidden(rules):
        known.insert(0, "hidden")
    return known


def marks_of(entry: "Entry") -> "list[str]":
    """What has been said of the tile that the winner drew."""
    said = {"hidden": entry.hidden, "loose": entry.way == "loose", "last": entry.last}
    return [mark for mark, _, _ in MARKS if said.get(mark) or mark == entry.opening]


def set_marks(entry: "Entry", marks: "list[str]") -> None:
    opening = "original" if "original" in marks else "thirteen" if "thirteen" in marks else None
    entry.set_way("loose" if "loose" in marks else "draw", None, "last" in marks, opening, "hidden" in marks)


def standing(entry: "Entry") -> str:
    """The rare way that has been said; a bar is where a line may break."""
    if not entry.drawn():
        return say("short " + CLAIMED_WORDS[(entry.way or "", entry.opening)])
    marks = marks_of(entry)
    if len(marks) == 1:
        return say(next(text for mark, _, text in MARKS if mark in marks))
    return "|".join([say("short " + text) for mark, _, text in MARKS if mark in marks])


class Rare(Rosette):
    """The rare ways of one arrow: those that the rules in force know. An answer is its words, and what they say: of a
    drawn tile its marks, of a claimed one (way, opening)."""

    choice = "plain"
    words = ("cards",)

    def __init__(self, app: "App", player: int) -> None:
        super().__init__(app)
        self.player = player
        east = player == app.playing.table.east
        self.drew = player == app.entry.winner
        ways: "dict[int, tuple[str, Any]]" = {}
        self.answers = ways
        rules = app.playing.rules
        if self.drew:
            known = marks_known(rules, east)
            if "last" in known:
                ways[UP] = "last tile", ["last"]
            if "loose" in known:
                ways[LEFT] = "loose tile", ["loose"]
            if "original" in known:
                ways[RIGHT] = "first hand", ["original"]
            elif "thirteen" in known:
                ways[RIGHT] = "lucky 13", ["thirteen"]
            if "hidden" in known or "thirteen" in known:
                ways[DOWN] = "other ways", None
            elif UP in ways and LEFT in ways:
                ways[DOWN] = "loose + last", ["loose", "last"]
            return
        if rules.knows("rob"):
            ways[LEFT] = "robbed kong", ("rob", None)
        if east and (rules.knows("earth") or rules.knows("first-discard")):
            ways[RIGHT] = "first discard", ("discard", "first-discard")
        if rules.knows("lucky_thirteen"):
            ways[UP] = "lucky 13", ("discard", "thirteen")
            if LEFT in ways:
                ways[DOWN] = "rob + lucky", ("rob", "thirteen")

    def _stands(self, what: "Any") -> bool:
        entry = self.app.entry
        if self.drew:
            return entry.drawn() and what is not None and sorted(what) == sorted(marks_of(entry))
        return entry.claimed_from(self.player) and what == (entry.way, entry.opening)

    def draw(self, canvas: "Canvas") -> None:
        _draw_header(canvas, self.app, "drew" if self.drew else "claimed", say("rare"))
        self.draw_arms(canvas)

    def arm(self, canvas: "Canvas", key: int, answer: "tuple[str, Any]") -> "tuple[Lines, bool]":
        return words(key, say(answer[0])), self._stands(answer[1])

    def centre(self, canvas: "Canvas") -> str:
        return say("plain")

    def back(self) -> None:
        self.app.show(How(self.app))

    def accept(self) -> None:
        if self.drew:
            self.app.entry.set_way("draw")
        else:
            self.app.entry.set_way("discard", self.player)
        go_on(self.app)

    def take(self, answer: "tuple[str, Any]") -> None:
        app, said = self.app, answer[1]
        if said is None:
            app.show(OtherWays(app, self.player))
            return
        if self.drew:
            set_marks(app.entry, said)
        else:
            app.entry.set_way(said[0], self.player, False, said[1])
        go_on(app)


def _draw_header(canvas: "Canvas", app: "App", message: str, right: str) -> None:
    """The winner and what they did."""
    winner = app.entry.winner
    name_header(canvas, message, app.name(winner), right, app.playing.table.seat(winner))


class OtherWays(ListScreen):
    """Everything that may be said of a drawn tile: A says it, or takes it back; B is done with it."""

    words = ("cards",)
    bar_y = 52

    def __init__(self, app: "App", player: int) -> None:
        super().__init__(app, None, marks_known(app.playing.rules, player == app.playing.table.east))
        self.texts = {mark: say(text).replace("|", " ") for mark, _, text in MARKS}

    def row(self, index: int) -> "tuple[str, str]":
        entry, mark = self.app.entry, self.items[index]
        return self.texts[mark], say("yes" if entry.drawn() and mark in marks_of(entry) else "no")

    def draw(self, canvas: "Canvas") -> None:
        _draw_header(canvas, self.app, "drew", say("B done"))
        self.draw_rows(canvas)

    def back(self) -> None:
        self.app.show(How(self.app))

    def accept(self) -> None:
        entry, mark = self.app.entry, self.items[self.current]
        marks = marks_of(entry) if entry.drawn() else []
        if mark in marks:
            marks.remove(mark)
        else:
            # Nothing was drawn for an original hand: it goes with nothing else.
            marks = [other for other in marks if "original" not in (mark, other)] + [mark]
        set_marks(entry, marks)
        self.app.changed()
