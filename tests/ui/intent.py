"""Key scripts said by intent: who won, from whom, and what lies in the hand.

    won("Cy").only_place().from_("Bo").pung(DRAGON, HAND).kong(SIMPLE, TABLE).done()

is the script `up a right right right left up a`. Each step is a text that `playing.play` takes, and
more keys may follow: `won("Cy").drew() + "hold:a"`. The keys are those of docs/manual.md.
"""

from __future__ import annotations

from named_keys import TAKE_OFF, hands, rare, to_result, to_saved, to_table

# where four people sit at a new table; the arrow towards a person names them
ARROWS = {"Ann": "down", "Bo": "right", "Cy": "up", "Di": "left"}
# of what a set is, and how it lies
MAJOR, SIMPLE, DRAGON, OWN_WIND = "up", "left", "right", "down"
TABLE, HAND = "table", "hand"
_PUNG = {TABLE: "left", HAND: "right"}
_KONG = {TABLE: "up", HAND: "down"}


class Script(str):
    """Keys, with a blank between two: what is added comes after a blank, too."""

    def __add__(self, more: str) -> Script:
        return Script(f"{self} {more}".strip())

    def __radd__(self, before: str) -> Script:
        return Script(f"{before} {self}".strip())

    __slots__ = ()


class Hand(Script):
    """A hand's card, the winner's first, then the losers' in turn from the winner's right."""

    __slots__ = ()

    def pung(self, kind: str, lies: str) -> Hand:
        return self._and(kind, _PUNG[lies])

    def kong(self, kind: str, lies: str) -> Hand:
        return self._and(kind, _KONG[lies])

    def pair(self, kind: str) -> Hand:
        """A scoring pair: of dragons, or of the own wind."""
        return self._and(kind, "a")

    def undo(self, times: int = 1) -> Hand:
        """Takes back what was said last."""
        return self._and(*[TAKE_OFF] * times)

    def done(self, times: int = 1) -> Hand:
        """On to the next hand, not further than the last one."""
        return self._and(hands(times))

    def to_result(self, number: int = 4) -> Hand:
        """To Result; number: the hands that are still to come, this one among them."""
        return Hand(to_result(self, number))

    def to_saved(self, number: int = 4) -> Hand:
        """To the payments of the saved deal."""
        return Hand(to_saved(self, number))

    def to_table(self, number: int = 4) -> Hand:
        """To the next deal."""
        return Hand(to_table(self, number))

    def back(self, times: int = 1) -> Hand:
        return self._and(*["b"] * times)

    def _and(self, *keys: str) -> Hand:
        return Hand(" ".join([self, *keys]))


class How(Script):
    """The screen that asks how the winner won."""

    __slots__ = ()

    def only_place(self) -> How:
        return How(f"{self} a")

    def from_(self, who: str) -> Hand:
        """The winner claimed this person's discard."""
        return Hand(f"{self} {ARROWS.get(who, who)}")

    def rare(self, whose: str, way: str = "") -> Hand:
        """A rare way of winning. whose: the winner's own tile, or whose tile it was; way: see named_keys."""
        return Hand(f"{self} {rare(ARROWS.get(whose, whose), way)}")

    def drew(self) -> Hand:
        """The winner's own arrow."""
        return Hand(f"{self} {self.split()[0]}")


def won(who: str) -> How:
    """On Table: this person has won. At another table than a new one of four: the arrow towards them."""
    return How(ARROWS.get(who, who))
