"""A card: what a scorer reads off one hand, without naming tiles.

It holds facts, never points. The rule set says what they are worth. legality.py says whether they are possible.
"""

from typing import Any, Sequence

# The classes in which the books count pungs and kongs: index into `pungs` and `kongs`.
SIMPLE_EXPOSED, SIMPLE_CONCEALED, MAJOR_EXPOSED, MAJOR_CONCEALED = range(4)

SETS = 4  # of a winning hand
DRAGONS = 3  # kinds
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
    """One hand as counts of its sets.

    pungs, kongs  four counts each, by class: simple exposed, simple concealed, major exposed, major concealed
    claimed       exposed kongs whose fourth tile was claimed onto three concealed ones
    pairs         pairs that may score, each a word of PAIRS
    dragons, seat_wind, round_wind   sets of each; a wind that is both counts in both
    suit          a word of SUITS
    flowers       numbers 1-8
    no_chows      None: the number of sets says it
    only_place, last_set, fourth, special   only on the winner's card; fourth: the winning tile is the fourth to an
                  exposed pung of the winner
    score         None, or the score if only that is known, after doublings and limit; all else is then left out
    winds         how many sets of winds are known, if the rules ask for them: the other counts can show more
    honour_kongs  how many of `dragons`, `seat_wind` and `round_wind` are kongs, if the rules ask for them: three counts
    fishing       the special hand that a losing hand waits for, or None
    faces         the tile of each set, for the display; never scored. None, or nine lists: pungs by class, kongs by
                  class, pairs; of names of tiles, or of what the caller uses in their place
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
        self.winds = 0
        self.honour_kongs = [0, 0, 0]
        self.fishing: "str | None" = None
        self.faces: "list[list[int]] | Any" = None  # Any: the caller chooses what it holds

    def sets(self) -> int:
        """How many pungs and kongs the hand has."""
        return sum(self.pungs) + sum(self.kongs)

    def majors(self) -> int:
        """Pungs and kongs of terminals and honours."""
        return self.pungs[2] + self.pungs[3] + self.kongs[2] + self.kongs[3]

    def exposed_pungs(self) -> int:
        return self.pungs[SIMPLE_EXPOSED] + self.pungs[MAJOR_EXPOSED]

    def concealed(self) -> int:
        """How many pungs and kongs are concealed."""
        return self.pungs[1] + self.pungs[3] + self.kongs[1] + self.kongs[3]

    def is_open(self) -> bool:
        """Whether a pung or kong is exposed."""
        return self.sets() > self.concealed()

    def wind_sets(self) -> int:
        """How many sets of winds the hand is known to have."""
        if self.suit == "honours":
            return self.majors() - self.dragons
        return max(self.winds, self.seat_wind, self.round_wind)

    def face(self, slot: int, index: int) -> "int | None":
        """The face of set `index` in a list of faces: 0-3 pungs by class, 4-7 kongs, 8 pairs. None if it is unknown."""
        faces = self.faces
        if faces is None or slot >= len(faces) or index >= len(faces[slot]):
            return None
        return faces[slot][index]

    def nth_of(self, tiles: "Sequence[str]", index: int) -> "Any":
        """The face of the pung or kong number `index` (from 0) among those of these tiles; None if it is unknown."""
        faces = self.faces
        if faces is not None:
            for slot in range(8):
                for face in faces[slot]:
                    if face in tiles:
                        if index == 0:
                            return face
                        index -= 1
        return None

    def kongs_of(self, faces: "Sequence[Any]") -> int:
        """How many kongs have one of these faces."""
        known = self.faces or ()
        return sum([1 for of_slot in known[4:8] for face in of_slot if face in faces])

    def without_chows(self) -> bool:
        """Whether the hand is four pungs or kongs and a pair."""
        return self.sets() == SETS if self.no_chows is None else self.no_chows
