"""A hand of a deal: its sets, and what else a scorer must know. It holds facts, never points: rule sets say what they
are worth, and check.py says whether they are possible.

A set is one number: its class | its way. Chows, and pairs that cannot score, are no sets here.
"""

from typing import Any

# Classes. SIMPLE: 2 to 8 of a suit. MAJOR: 1 or 9; also a wind of which the rules in force need no more. BOTH: the seat
# wind that is the round wind, too. WIND: another wind.
SIMPLE, MAJOR, SEAT, ROUND, BOTH, WIND, DRAGON = 1, 2, 4, 8, 16, 32, 64
# Ways: exposed, or in the hand. CLAIMED: an exposed kong whose fourth tile was claimed onto three concealed ones.
PUNG_SHOWN, PUNG, KONG_SHOWN, KONG, CLAIMED, PAIR = 128, 256, 512, 1024, 2048, 4096

CLASSES = ("simple", "major", "seat", "round", "both", "wind", "dragon")  # their words, from the lowest
_WORDS = {1 << i: word for i, word in enumerate(CLASSES)}
ANY = 127  # class
OWN, OF_ROUND, WINDS, MAJORS = SEAT | BOTH, ROUND | BOTH, SEAT | ROUND | BOTH | WIND, ANY - SIMPLE
PUNGS, KONGS = PUNG_SHOWN | PUNG, KONG_SHOWN | KONG | CLAIMED
SETS, CONCEALED = PUNGS | KONGS, PUNG | KONG
WAYS = SETS | PAIR

MOST = 4  # pungs and kongs of a winning hand
DRAGONS = 3  # kinds
SUITS = ("mixed", "half", "full", "honours")
# Of one suit or of honours, by the suits that a hand has: the sum of 1 characters, 2 dots, 4 bamboo, 8 honours.
SUIT_OF = {1: "full", 2: "full", 4: "full", 8: "honours", 9: "half", 10: "half", 12: "half"}
LAST_SETS = ("pair-simple", "pair-major", "pair-seat", "chow-middle", "chow-end", "chow-open")


def class_of(item: int) -> str:
    """The word for the class of a set."""
    return _WORDS[item & ANY]


class Hand:
    """sets         numbers as above
    faces        for answers, never scored: the tile of each set, as a number of hand/hand.py; []: the sets of `tiles`
                 are found, but not which tiles they are; None: none is known
    suit         a word of SUITS
    flowers      numbers 1-8
    only_place, last_set, fourth, special   only of the winner. fourth: the winning tile is the fourth to an exposed
                 pung of the winner
    fishing      the special hand that a losing hand waits for, or None
    score        None, or the score if only that is known, after doublings and limit; all else is then left out
    tiles        None, or the text of a hand that was given tile by tile: its sets follow
    arranged     how the sets arrange a winner's tiles: hand/analysis.py says it
    named        the known tiles of a hand that was given by sets; never scored
    dead         None, or the kind of dead hand
    """

    # Of the class, since most hands have no others: a board makes many hands for a key.
    suit = "mixed"
    only_place = fourth = False
    faces: "list[int] | None" = None
    last_set: "str | None" = None
    fishing: "str | None" = None
    score: "int | None" = None
    tiles: "str | None" = None
    arranged: "tuple[Any, ...] | None" = None
    named: "str | None" = None
    dead: "str | None" = None

    def __init__(self, sets: "list[int] | None" = None) -> None:
        self.sets: "list[int]" = [] if sets is None else sets
        self.flowers: "list[int]" = []
        self.special: "list[str]" = []

    def number(self, classes: int, ways: int) -> int:
        """How many sets are of these classes and ways."""
        found = 0
        for item in self.sets:
            if item & classes and item & ways:
                found += 1
        return found

    def size(self) -> int:
        """How many pungs and kongs the hand has."""
        return self.number(ANY, SETS)

    def majors(self) -> int:
        """Pungs and kongs of terminals and honours."""
        return self.number(MAJORS, SETS)

    def concealed(self) -> int:
        """How many pungs and kongs are concealed."""
        return self.number(ANY, CONCEALED)

    def winds(self) -> int:
        """How many pungs and kongs of winds the hand is known to have."""
        return self.number(MAJORS - DRAGON if self.suit == "honours" else WINDS, SETS)

    def pairs(self) -> int:
        """The classes of its pairs, in one number."""
        found = 0
        for item in self.sets:
            if item & PAIR:
                found |= item & ANY
        return found
