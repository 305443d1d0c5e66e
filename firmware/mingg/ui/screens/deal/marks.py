"""The marks of a hand besides its sets, in short words for its card. The suit has a line of its own."""

from mingg import lang
from mingg.lang import named, say

MYPY = False
if MYPY:
    from mingg.ui.entry.entry import Entry


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
    return marks


def short_way(entry: "Entry") -> str:
    """A loose tile, the last one of the wall, or both; a robbed kong."""
    if entry.way == "rob":
        return say("short rob")
    marks = [say("short loose tile")] if entry.way == "loose" else []
    return ", ".join(marks + [say("short last tile")] if entry.last else marks)


def short_suit(entry: "Entry", player: int) -> str:
    suit = entry.suits[player]
    return "" if suit == "mixed" else say("short " + suit)
