"""What was said of a hand beside its sets, in short words on its card; the suit has a line of its own."""

from mingg import lang
from mingg.lang import say

MYPY = False
if MYPY:
    from mingg.ui.entry.entry import Entry


def short_words(entry: "Entry", player: int) -> "list[str]":
    lang.use(("cards",))
    said = []
    if entry.dead[player]:
        said.append(say("short " + str(entry.dead[player])))
    if player == entry.winner:
        said += [say("short " + hand) for hand in entry.special]
        if entry.claimed:
            said.append(say("short claimed", entry.claimed))
        if entry.fourth:
            said.append(say("short fourth"))
    return said


def short_suit(entry: "Entry", player: int) -> str:
    suit = entry.suits[player]
    return "" if suit == "mixed" else say("short " + suit)
