"""The marks of a hand besides its sets, in short words for its card. The suit has a line of its own, and so have the
flowers."""

import framebuf

from mingg import lang
from mingg.hal.keys import LEFT
from mingg.lang import named, say
from mingg.ui.kit.view import Part

MYPY = False
if MYPY:
    from typing import Any

    from mingg.entry.entry import Entry
    from mingg.ui.kit.view import Page

_X, _Y = 49, 23  # above the arrow that leads to the flowers when it is held
_FLOWER: "Any" = b"\x36\x49\x5d\x36\x5d\x49\x36", 7, 7, framebuf.MONO_VLSB


def short_words(entry: "Entry", player: int) -> "list[str]":
    lang.use(("cards",))
    marks = []
    if entry.dead[player]:
        marks.append(say("short " + str(entry.dead[player])))
    if player == entry.winner:
        marks += [named("short", hand) for hand in entry.special]
        if entry.claimed:
            marks.append(say("short claimed", entry.claimed))
        if entry.fourth:
            marks.append(say("short fourth"))
    return marks + [named("short", word) for word in entry.words(player)]


def short_way(entry: "Entry") -> str:
    """A loose tile, the last one of the wall, or both; a robbed kong."""
    if entry.way == "rob":
        return say("short rob")
    marks = [say("short loose tile")] if entry.way == "loose" else []
    return ", ".join(marks + [say("short last tile")] if entry.last else marks)


def short_suit(entry: "Entry", player: int) -> str:
    suit = entry.suits[player]
    return "" if suit == "mixed" else say("short " + suit)


class Flower(Part):
    """Says that the left arrow, when held, leads to the flowers, and how many there are. A small flower stands for the
    words if the sets leave no room. The message has "<" in place of the arrow. score: it stands beside that."""

    def __init__(self, number: int, score: str) -> None:
        self.number, self.score = number, score

    def place(self, page: "Page") -> None:
        canvas, number = page.canvas, self.number
        left = max(4 + canvas.figures_width(self.score, len(self.score) < 4), _X)
        after = bytes(canvas.buffer[3 * 128 + left : 4 * 128])  # what the sets and their hints leave of the line
        room = len(after) - len(after.lstrip(b"\0")) - 3
        before, _, word = say("hold flower").partition("<")
        held = " %d" % number if number else ""
        width = canvas.width(before) + canvas.width(word + held) + (8 if before else 6)
        if width > room:
            before = word = held = ""
            width = 12
        if width > room:
            return  # beside a score of seven figures
        x = canvas.text(before, left, _Y) + 2 if before else left
        canvas.arrow(LEFT, x, _Y + 1)
        if word:
            canvas.text(word + held, x + 5, _Y)
        else:
            canvas.fb.blit(_FLOWER, x + 5, _Y, 0)
            if number:
                canvas.text(str(number), x + 13, _Y)
