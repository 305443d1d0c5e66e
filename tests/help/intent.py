"""Key scripts by intent: who won, from whom, and what the hands have.

    won("Cy").only_place().from_("Bo").pung(DRAGON, HAND).kong(SIMPLE, TABLE).done()

is the script `up a right right right left up a`. Each step is a text that `playing.play` takes, and more keys may
follow: `won("Cy").drew() + "hold:a"`. docs/manual.md explains the keys.
"""

from __future__ import annotations

from typing import SupportsIndex

from help.named_keys import FLOWERS, TAKE_OFF, hands, rare, to_result, to_saved, to_table

# where four people sit at a new table; a person's name stands for the arrow towards them
ARROWS = {"Ann": "down", "Bo": "right", "Cy": "up", "Di": "left"}
# the class of a set, and its way
MAJOR, SIMPLE, DRAGON, OWN_WIND = "up", "left", "right", "down"
# if the seat wind and the round wind count differently, the arrow down asks which
SEAT_WIND, ROUND_WIND = "down down", "down up"
TABLE, HAND = "table", "hand"
# on More, where A held leads
HALF_SUIT, ONE_SUIT, HONOURS, LIST = "left", "up", "right", "down"
# what the winning tile made; where it was no chow, also what else: the pair on the card, or which one
BETWEEN, ONE_END, BOTH_ENDS, NO_CHOW = "up", "left", "right", "down"
A_PUNG = f"{NO_CHOW} up"
THE_PAIR = PAIR_OF_SEAT_WIND = f"{NO_CHOW} down"
# how often the arrow of a flower, or of a person who is liable, is pressed
GREEN, RED, BOTH = 1, 2, 3
PAYS_ALL, PAYS_HALF, FED = 1, 2, 3
_FLOWERS = {1: "down", 2: "right", 3: "up", 4: "left"}
PUNG = {TABLE: "left", HAND: "right"}
KONG = {TABLE: "up", HAND: "down"}


class Script(str):
    """Keys with blanks between. Keys that are added follow after a blank."""

    def __add__(self, keys: str) -> Script:
        return Script(f"{self} {keys}".strip())

    def __radd__(self, before: str) -> Script:
        return Script(f"{before} {self}".strip())

    def __mul__(self, times: SupportsIndex) -> Script:
        return Script(" ".join([self] * times.__index__()))

    __slots__ = ()


class Hand(Script):
    """The card of a hand: the winner's first, then the losers' from the winner's right."""

    __slots__ = ()

    def pung(self, kind: str, way: str) -> Hand:
        return self._and(kind, PUNG[way])

    def kong(self, kind: str, way: str) -> Hand:
        return self._and(kind, KONG[way])

    def pair(self, kind: str) -> Hand:
        """Enters a scoring pair: of dragons, or of the seat wind."""
        return self._and(kind, "a")

    def undo(self, times: int = 1) -> Hand:
        """Takes back the newest entries."""
        return self._and(*[TAKE_OFF] * times)

    def pair_at_once(self, kind: str) -> Hand:
        """Enters a scoring pair with one held key."""
        return self._and(f"hold:{kind}")

    def more(self, answer: str = "") -> Hand:
        """Opens More. answer: HALF_SUIT, ONE_SUIT, HONOURS or LIST."""
        return self._and("hold:a", answer)

    def listed(self, row: int) -> Hand:
        """Changes a row of the list on More, and stays there."""
        return self.more(LIST)._and(*["down"] * row, "right")

    def last_set(self, answer: str) -> Hand:
        """Answers what the winning tile made."""
        return self._and(answer)

    def flowers(self) -> Hand:
        """Opens the flowers. From there done() goes on to the next hand."""
        return self._and(FLOWERS)

    def flower(self, number: int, series: int = GREEN) -> Hand:
        """Enters a flower."""
        return self._and(*[_FLOWERS[number]] * series)

    def liable(self, person: str, share: int = PAYS_ALL) -> Hand:
        """Answers who pays for all."""
        return self._and(*[ARROWS.get(person, person)] * share)

    def done(self, times: int = 1) -> Hand:
        """Goes on to the next hand, at most to the last one."""
        return self._and(hands(times))

    def to_result(self, number: int = 4) -> Hand:
        """Goes to Result. number: the hands that are still to come, with this one."""
        return Hand(to_result(self, number))

    def to_saved(self, number: int = 4) -> Hand:
        """Goes to the payments of the saved deal."""
        return Hand(to_saved(self, number))

    def to_table(self, number: int = 4) -> Hand:
        """Goes to the next deal."""
        return Hand(to_table(self, number))

    def back(self, times: int = 1) -> Hand:
        return self._and(*["b"] * times)

    def _and(self, *keys: str) -> Hand:
        return Hand(" ".join(part for part in (self, *keys) if part))


class How(Script):
    """The screen that asks how the winner won."""

    __slots__ = ()

    def only_place(self) -> How:
        return How(f"{self} a")

    def from_(self, person: str) -> Hand:
        """The winner claimed this person's discard."""
        return Hand(f"{self} {ARROWS.get(person, person)}")

    def rare(self, way: str, person: str = "") -> Hand:
        """A rare way to win, see named_keys. whose: the person whose tile it was, if that is asked."""
        return Hand(f"{self} {rare(way, ARROWS.get(person, person))}")

    def drew(self) -> Hand:
        """Presses the winner's own arrow: they drew the tile."""
        return Hand(f"{self} {self.split()[0]}")


def hand() -> Hand:
    """The hand that is being entered."""
    return Hand()


def tray(person: str) -> Script:
    """On the trays: opens that of a person, or of the "bank"."""
    return Script("a" if person == "bank" else "hold:a" if person == "5" else ARROWS[person])


def pay(payer: str, payee: str, tens: int = 0, ones: int = 0) -> Script:
    """Pays by hand: who, to whom, and how much. ones: an even number."""
    digits = [f"x{tens} up"] if tens else []
    if ones:
        digits += ["right", f"x{ones // 2} up"]
    return Script(" ".join([ARROWS[payer], ARROWS[payee], *digits, "a"]))


def won(person: str) -> How:
    """On Table: this person has won. At a table that is not a new one of four: the arrow towards them."""
    return How(ARROWS.get(person, person))
