"""The rare ways to win: which ones the rules have, and which one stands in an entry.

A way is a list of marks: ROB or FIRST of a claimed tile, those of DRAWN of a drawn one, THIRTEEN of both.
"""

from mingg.core.rules import Rules
from mingg.entry.entry import Entry
from mingg.lang import say

ROB, FIRST, THIRTEEN = "rob", "first-discard", "thirteen"
# The marks of a drawn tile, in the order of the list: the mark, the names that the rules know it by, its words.
DRAWN = (
    ("hidden", (), "not shown"),  # mixed in unshown (B p.33): only for rules by which it can lose points
    ("loose", ("loose",), "loose tile"),
    ("last", ("last",), "last tile"),
    (THIRTEEN, ("lucky_thirteen",), "lucky 13"),
    ("original", ("original", "heaven"), "first hand"),
)
CLAIMED_WORDS = {
    ("discard", None): "last discard",
    ("discard", FIRST): "first discard",
    ("discard", THIRTEEN): "lucky 13",
    (ROB, None): "robbed kong",
    (ROB, THIRTEEN): "rob + lucky",
}


def marks_known(rules: "Rules", east: bool) -> "list[str]":
    """Returns what can be marked about a tile that the winner drew."""
    known = [mark for mark, names, _ in DRAWN if any(rules.knows(name) for name in names)]
    if not east and "original" in known:
        known.remove("original")
    if rules.knows_hidden:
        known.insert(0, "hidden")
    return known


def marks_of(entry: "Entry") -> "list[str]":
    """Returns the way that stands in an entry."""
    if not entry.drawn():
        return [mark for mark in (ROB if entry.way == ROB else None, entry.opening) if mark]
    marked = {"hidden": entry.hidden, "loose": entry.way == "loose", "last": entry.last}
    return [mark for mark, _, _ in DRAWN if marked.get(mark) or mark == entry.opening]


def set_marks(entry: "Entry", marks: "list[str]", source: "int | None" = None) -> None:
    """Enters a way. source: the player who discarded or was robbed; None: the tile was drawn."""
    opening = None
    for mark in ("original", FIRST, THIRTEEN):
        if mark in marks and opening is None:
            opening = mark
    if source is None:
        entry.set_way("loose" if "loose" in marks else "draw", None, "last" in marks, opening, "hidden" in marks)
    else:
        entry.set_way(ROB if ROB in marks else "discard", source, False, opening)


def standing(entry: "Entry") -> str:
    """Returns the way of an entry in words; a "|" is where a line may break."""
    if not entry.drawn():
        return say("short " + CLAIMED_WORDS[(entry.way or "", entry.opening)])
    marks = marks_of(entry)
    short = "" if len(marks) == 1 else "short "
    return "|".join([say(short + words) for mark, _, words in DRAWN if mark in marks])
