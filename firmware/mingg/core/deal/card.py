"""A card: what a scorer reads off the table about one hand, without naming tiles.

It holds facts, never points: what they are worth is the rule set's business, whether they can be is legality's.
"""

MYPY = False
if MYPY:
    from typing import Any, Sequence

# The classes in which the books count pungs and kongs: index into `pungs` and `kongs`.
SIMPLE_EXPOSED, SIMPLE_CONCEALED, MAJOR_EXPOSED, MAJOR_CONCEALED = range(4)

SUITS = ("mixed", "half", "full", "honours")
PAIRS = ("dragon", "seat", "round", "both")
LAST_SETS = ("pair-simple", "pair-major", "pair-seat", "chow-middle", "chow-end", "chow-open")
SPECIAL_HANDS = (
    "four_winds",
    "all_majors",
    "nine_gates",
    "four_kongs",
    "three_concealed",
    "four_concealed",
    "thirteen_orphans",
    "seven_twins",
    "three_dragons",
    "all_honours",
)


class Card:
    """One hand as counts.

    pungs, kongs  four counts each: simple exposed, simple concealed, major exposed, major concealed
    claimed       how many exposed kongs were claimed onto three concealed tiles
    pairs         scoring pairs, each a word of PAIRS
    dragons, seat_wind, round_wind   sets of each; a set of a wind that is both counts in both
    suit          a word of SUITS
    flowers       numbers 1-8
    no_chows      None: read off the number of sets; only_place, last_set, fourth, special: the winner's
    score         None, or what the hand scores, where that alone is known: doubled, limited, and nothing else beside it
    faces         what each set is, for showing it; never scored. Nine lists: pungs by class, kongs by class, pairs;
                  tiles by name, or whatever who fills them in understands
    """

    def __init__(self) -> None:
        self.pungs = [0, 0, 0, 0]
        self.kongs = [0, 0, 0, 0]
        self.claimed = 0
        self.pairs: "list[str]" = []
        self.dragons = 0
        self.seat_wind = 0
        self.round_wind = 0
        self.suit = "mixed"
        self.flowers: "list[int]" = []
        self.no_chows: "bool | None" = None
        self.only_place = False
        self.last_set: "str | None" = None
        self.fourth = False
        self.special: "list[str]" = []
        self.score: "int | None" = None
        self.faces: "list[list[int]] | Any" = None  # Any: who fills them in knows them

    def sets(self) -> int:
        """How many pungs and kongs the hand has."""
        return sum(self.pungs) + sum(self.kongs)

    def majors(self) -> int:
        return self.pungs[2] + self.pungs[3] + self.kongs[2] + self.kongs[3]

    def exposed_pungs(self) -> int:
        return self.pungs[SIMPLE_EXPOSED] + self.pungs[MAJOR_EXPOSED]

    def face(self, slot: int, index: int) -> "int | None":
        """What the set is that stands at `index` of class `slot` (kongs from 4 on), or None where not known."""
        if self.faces is None or slot >= len(self.faces) or index >= len(self.faces[slot]):
            return None
        return self.faces[slot][index]

    def nth_of(self, tiles: "Sequence[str]", index: int) -> "Any":
        """The nth pung or kong of one of these tiles, where the card names its tiles."""
        if self.faces is not None:
            for slot in range(8):
                for face in self.faces[slot]:
                    if face in tiles:
                        if index == 0:
                            return face
                        index -= 1
        return None

    def without_chows(self) -> bool:
        """Four pungs or kongs and a pair."""
        return sum(self.pungs) + sum(self.kongs) == 4 if self.no_chows is None else self.no_chows
