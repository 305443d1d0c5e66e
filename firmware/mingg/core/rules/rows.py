"""The rows of a rule set's tables.

LIMIT is a tuple: points, or None; source and certain, as in Row.

POINTS, DOUBLINGS, SPECIAL, WAITING and ADDED are tuples of Row:

    id      the name of the item in an answer
    fact    the fact (score/facts.py) that earns it
    worth   POINTS: points. A tuple has the points of each class of set (simple exposed, simple concealed, major
            exposed, major concealed), a dict the points of each word that the fact returns.
            DOUBLINGS: how many times it doubles, for each time that the fact holds; in house rules it may be a tuple:
            for a pung, and for a kong.
            SPECIAL, WAITING, ADDED: the divisor of the limit, or a tuple: (2, 5) is two fifths of the limit, (500,)
            is 500 points. A special hand scores that share; a loser who waits for it that of WAITING. ADDED adds it
            after the doublings.
    who     ALL, WINNER or LOSER
    source  the place in the book; HOUSE for a row of house rules
    certain how certain the figure is: "" if we read the official text, as for all books of the 1920s; else SECOND_HAND,
            TWO_AGREE or ONE_READING. In a row of house rules CHANGED if no book has that figure

options() is a tuple of Option:

    name     its key in the interchange format
    choices  the values that the device offers; agreed.py accepts others as well
    source   as in Row
    effects  a tuple of (value, table, row): with this value the row is added to the table; or (value, WITHOUT, id):
             all rows with this id are removed
    shares   the values with which a share of the limit is scored or paid: they need a limit
"""

from collections import namedtuple
from typing import Any

Options = dict[str, Any]
House = dict[str, Any]


Row = namedtuple("Row", ("id", "fact", "worth", "who", "source", "certain"))
Option = namedtuple("Option", ("name", "choices", "source", "effects", "shares"))

ALL, WINNER, LOSER = 0, 1, 2
POINTS, DOUBLINGS, SPECIAL, WAITING, ADDED = "points", "doublings", "special", "waiting", "added"
WITHOUT = "without"
HOUSE = "house"
CHANGED = "changed"
PATTERN = "pattern "  # before the name of a special hand that house rules define: its fact
WITH_CHOWS = ("gates_of_heaven",)  # of four sets and a pair, with any number of chows
ALONE = "purity"  # the doubling that counts in place of all others but those of flowers, if that scores more
# Special hands that are not four sets and a pair.
SHAPELESS = ("thirteen_orphans", "seven_twins", "all_pair_honours", "knitting", "triple_knitting", "wriggling_snake")
# How certain the figures of BMJA and DMJL are: docs/rules.md names the texts.
SECOND_HAND = "second-hand"  # an official table, read through one named transcription
TWO_AGREE = "second-hand, two agree"  # two independent second-hand readings
ONE_READING = "second-hand, one reading"
OURS = "our reading"  # in a source: no book says it, or a book leaves it open


def hands(names: str, source: str, certain: str, worth: "Any" = 1, who: int = WINNER) -> "tuple[Row, ...]":
    """The rows of special hands with these names, which are those of their facts too."""
    return tuple([Row(name, name, worth, who, source, certain) for name in names.split()])
