"""Special hands as patterns of tiles: those of the rule sets (hand/special.py), and those that house rules define:

    {"Winter garden": {"tiles": "123a 456a 789a wwwz ddz", "score": "limit", "concealed": true, "claim": false,
                       "flowers": "4f8f", "waiting": 200},
     "All chows": {"tiles": "chow chow chow chow pair", "score": 200, "suits": 2}}

`tiles` is written like a hand of the interchange format, in groups. A suit may be a letter, and so may the ranks of a
group: docs/house-rules.md explains them. A group of three that is a chow or a pung is a set, which may be exposed, and
a pung may be a kong; four equal tiles are a kong. The tiles of any other group are concealed. After the groups there
may be words for other sets and tiles, of any suit and rank, or of those that `of` lists. A "|" stands between ways to
make the hand.

house_hands.py reads those of house rules, and hand/special.py finds these hands.
"""

from collections.abc import Iterator
from typing import Any

# Its suit; the letter of its ranks, or ""; the rank or the distance from the letter of each tile; its kind.
Group = tuple[str, str, list[int], int]
# What each suit and letter stands for. The sum of those and a rank is a tile.
Assigned = dict[str, int]

LONGEST = 200  # characters of a pattern
# The kind of a group; the kinds of sets are those of hand/hand.py.
LOOSE, CHOW, PUNG, KONG = range(-1, 3)
# The kinds of words: sets; any set; a pair; a tile; a number in two suits, or in three.
SET, PAIR, TILE, KNIT, TRIPLE = range(3, 8)
WORDS = {"chow": CHOW, "pung": PUNG, "kong": KONG, "set": SET, "pair": PAIR, "tile": TILE, "knit": KNIT}
WORDS["triple"] = TRIPLE
_SIZES = {PAIR: 2, TILE: 1, KNIT: 2}  # all others have three tiles
_SETS = (CHOW, PUNG, KONG, SET)

# Letters for suits, and for ranks: numbers, winds, dragons. Different letters stand for different ones.
SUITS = ("a", "b", "c")
_OWN_SUITS = ("m", "p", "s")
NUMBERS, WINDS, DRAGONS = ("n", "k", "j"), ("w", "v"), ("d", "u")
_CLASSES = (NUMBERS, WINDS, DRAGONS)
FIRST = {"m": 0, "p": 9, "s": 18, "z": 27, "": 0}
_FORM = "Write for example 123a 456a 789a 11z"
_NO_TILE = "no tile: %s. Use 1 to 9 or n, k, j, then a suit."
_NO_SUIT = "no suit after %s. Add m, p, s, z, or for any suit a, b, c."
_ONE, _NINE, _PLUS, _FLOWER, _BLANK = 49, 57, 43, 102, 32
_LETTERS, _SUIT_LETTERS = b"nkjwvdu", b"mpszabc"


def parse(text: object, same: bool = False) -> "list[Way]":
    """The ways to make a pattern. same: different letters may stand for the same rank. ValueError: the message says
    what is wrong with it."""
    if not isinstance(text, str) or not text.strip():
        raise ValueError("this must be the tiles of a hand. %s ..." % _FORM)
    if len(text) > LONGEST:
        raise ValueError("too long for one hand. Write the tiles of one hand only.")
    for sign in text if len(text.encode()) > len(text) else "":
        if ord(sign) > 127:
            raise ValueError(_NO_TILE % sign)
    ways = ways_of(text, same)
    for way in ways:
        _check(way)
    return ways


def ways_of(text: str, same: bool = False) -> "list[Way]":
    """The ways to make a pattern, unchecked."""
    return [Way(groups_of(way), same, words_of(way)) for way in text.split("|")]


def words_of(text: str) -> "list[int]":
    """The kinds of the words of one way."""
    return [WORDS[word] for word in text.split() if word in WORDS]


def groups_of(text: str) -> "list[Group]":
    """The groups of one way to make a pattern, without its words. ValueError: see parse()."""
    text = " ".join([part for part in text.split() if part not in WORDS])
    groups: "list[Group]" = []
    ranks: "list[int]" = []
    letter = ""
    begin = i = 0
    # Bytes, since MicroPython looks up each character that it takes out of a string.
    signs = text.encode()
    size = len(signs)
    while i < size:
        sign = signs[i]
        i += 1
        if _ONE <= sign <= _NINE or sign in _LETTERS:
            of = "" if sign <= _NINE else chr(sign)
            if not ranks:
                letter, begin = of, i - 1
            elif letter != of:
                raise ValueError(
                    "one group has %s and %s. Make it two, and end each with a suit: m, p, s, z, a, b, c."
                    % (text[begin : i - 1], chr(sign))
                )
            if not of:
                ranks.append(sign - _ONE)
            elif i < size and signs[i] == _PLUS:
                more = signs[i + 1] if i + 1 < size else 0
                if of not in NUMBERS or not _ONE <= more < _NINE:
                    raise ValueError("no number: %s. Write n+1 to n+8." % text[i - 1 : i + 2])
                ranks.append(more - _ONE + 1)
                i += 2
            else:
                ranks.append(0)
        elif sign in _SUIT_LETTERS:
            suit = chr(sign)
            if not ranks:
                raise ValueError("%s without a number. Write for example 1%s." % (suit, suit))
            groups.append(_group(suit, letter, ranks, text[begin:i]))
            ranks = []
        elif sign == _FLOWER:
            raise ValueError('flowers are beside the hand. Write them as flowers = "%s"' % text[begin:i].strip())
        elif ranks:
            raise ValueError(_NO_SUIT % text[begin : i - 1])
        elif sign != _BLANK:
            raise ValueError(_NO_TILE % chr(sign))
    if ranks:
        raise ValueError(_NO_SUIT % text[begin:])
    return groups


def _group(suit: str, letter: str, ranks: "list[int]", text: str) -> "Group":
    if suit == "z":
        if letter in NUMBERS:
            raise ValueError("%s: %s is a number. Any wind is w or v, any dragon d or u." % (text, letter))
        if max(ranks) > 6:
            raise ValueError("no tile: %s. Honours are 1z-7z." % text)
    elif letter and letter not in NUMBERS:
        raise ValueError("%s: %s is a wind or a dragon. Write z after it." % (text, letter))
    if ranks == [ranks[0]] * 4:
        return suit, letter, ranks[1:], KONG
    kind = LOOSE
    if ranks == [ranks[0]] * 3:
        kind = PUNG
    elif suit != "z" and sorted(ranks) == [min(ranks), min(ranks) + 1, min(ranks) + 2]:
        kind = CHOW
    return suit, letter, sorted(ranks), kind


def _check(way: "Way") -> None:
    """Checks all groups and words together. Raises ValueError."""
    groups, words = way.groups, way.words
    suits = _used(groups, SUITS) + _used(groups, _OWN_SUITS)
    if len(suits) > 3:
        raise ValueError("%s are %d suits, but there are three. Use fewer." % (", ".join(suits), len(suits)))
    size = sum([len(group[2]) for group in groups]) + sum([_SIZES.get(word, 3) for word in words])
    if size != 14:
        raise ValueError("%d tiles, not 14 (a kong counts as three). Recount." % size)
    kinds = [KNIT if word in (KNIT, TRIPLE) else SET if word in _SETS else PAIR for word in words]
    apart = len(set(kinds)) > 1 and (KNIT in kinds or TILE in words or kinds.count(PAIR) > 1)
    if apart or (TRIPLE in words and words.count(KNIT) > 1):
        raise ValueError(
            "these words do not go together. Use sets and one pair; pairs and tiles; knit; or triple and one knit."
        )
    if not any(True for _ in way.possible()):
        raise ValueError("five of a tile, but only four exist. Change one.")


def _used(groups: "list[Group]", letters: "tuple[str, ...]") -> "list[str]":
    """Which of these letters the groups have, for suits or for ranks."""
    return [letter for letter in letters if any(letter in (group[0], group[1]) for group in groups)]


class Way:
    """One way to make a pattern: its groups, and what suits and letters can stand for.

    groups   a list of Group; words: the kinds of its words
    same     different letters may stand for the same rank
    letters  "" for the ranks that are written as digits, then the letters of the groups
    values   what each of them can stand for; rivals: of each, those before it that stand for other ranks
    suits    what the letters for suits can stand for: (a dictionary, [(first tile, how many tiles) of each suit]) for
             each way to read them
    """

    def __init__(self, groups: "list[Group]", same: bool, words: "list[int]") -> None:
        self.groups = groups
        self.words = words
        self.letters: "list[str]" = [""]
        self.rivals: "list[list[str]]" = [[]]
        for of_class in _CLASSES:
            used = _used(groups, of_class)
            self.letters += used
            self.rivals += [[] if same else used[:i] for i in range(len(used))]
        self.values = [_values(groups, letter) for letter in self.letters]
        named = _used(groups, SUITS)
        self.suits: "list[tuple[Assigned, list[tuple[int, int]]]]" = []
        for way in _ways(groups):
            at = dict(FIRST)
            at.update(zip(named, way))
            firsts = [at[group[0]] for group in groups for _ in group[2]]
            self.suits.append((at, [(first, firsts.count(first)) for first in set(firsts)]))

    def readings(self) -> int:
        """In how many ways the letters can be read, at most."""
        count = len(self.suits)
        for values in self.values:
            count *= len(values)
        return count

    def assignments(self, held: "bytes | bytearray", short: int, more: int = 0) -> "Iterator[Assigned]":
        """Yields what suits and letters can stand for, as a dictionary that may change later.

        held: how many there are of each tile. short: how many may be missing, 0 or 1. more: the tiles of a kong beyond
        three. Each letter takes its tiles from what the letters before it left: so most choices end early.
        """
        groups, letters, values, rivals = self.groups, self.letters, self.values, self.rivals
        for suits, sizes in self.suits:
            beyond = 0  # how many more tiles the groups have than there are in their suits
            for first, size in sizes:
                beyond += max(0, size - sum(held[first : first + 9]))
            if beyond > short:
                continue
            at = dict(suits)
            # For each letter that has a value, and for the next one: what is left, what is missing, and the next value.
            steps: "list[list[Any]]" = [[held, -1 if short else 0, 0]]
            while steps:
                i = len(steps) - 1
                left, missing, index = steps[i]
                if index == len(values[i]):
                    steps.pop()
                    continue
                steps[i][2] += 1
                letter = letters[i]
                at[letter] = values[i][index]
                if at[letter] in [at[rival] for rival in rivals[i]]:
                    continue
                left = bytearray(left)
                missing = _take(groups, at, letter, left, missing, more)
                if missing > -2:
                    if i + 1 == len(letters):
                        yield at
                    else:
                        steps.append([left, missing, 0])

    def possible(self) -> "Iterator[Assigned]":
        """As assignments(), for all tiles of a set: no reading needs more than four of a tile."""
        return self.assignments(b"\4" * 34, 0, 1)

    def is_regular(self) -> bool:
        """Whether it is four sets and a pair: the only way to make fourteen tiles of five sets and pairs."""
        return (
            len(self.groups) + len(self.words) == 5
            and all(word == PAIR or word in _SETS for word in self.words)
            and all(kind != LOOSE or len(set(ranks)) == 1 for _, _, ranks, kind in self.groups)
        )

    def is_of_pairs(self) -> bool:
        """Whether it is seven pairs."""
        return all(word == PAIR for word in self.words) and all(
            not any(ranks.count(rank) % 2 for rank in ranks) for _, _, ranks, _ in self.groups
        )

    def suits_of(self) -> "list[int]":
        """The suits of the groups in each way to read them: the sum of 1 characters, 2 dots, 4 bamboo, 8 honours."""
        own = [FIRST[suit] for suit in _used(self.groups, _OWN_SUITS + ("z",))]
        masks = []
        for way in _ways(self.groups):
            mask = 0
            for first in tuple(own) + way:
                mask |= 1 << first // 9
            masks.append(mask)
        return masks


def _take(groups: "list[Group]", at: "Assigned", letter: str, left: bytearray, missing: int, more: int) -> int:
    """Takes the tiles of a letter from what is left. The letter "" stands for the ranks that are written as digits.

    missing: -1 if one tile may be missing. Returns it or the tile that is missing; -2 if more are missing.
    """
    for suit, of, ranks, kind in groups:
        if of == letter:
            first = at[suit] + at[of]
            for rank in ranks + ranks[:more] if kind == KONG else ranks:
                tile = first + rank
                if left[tile]:
                    left[tile] -= 1
                elif missing == -1:
                    missing = tile
                else:
                    return -2
    return missing


def _ways(groups: "list[Group]") -> "list[tuple[int, ...]]":
    """What the letters for suits can stand for."""
    own = [FIRST[suit] for suit in _used(groups, _OWN_SUITS)]
    ways: "list[tuple[int, ...]]" = [()]
    for _ in _used(groups, SUITS):
        ways = [way + (first,) for way in ways for first in (0, 9, 18) if first not in way and first not in own]
    return ways


def masks_of(hand: "Any", ways: "list[Way]") -> "list[int]":
    """The suits that a hand may have: each the sum of 1 characters, 2 dots, 4 bamboo, 8 honours. `suits` of a hand is
    how many of the three it has, or such sums."""
    suits = hand.get("suits", range(16))
    of = 0
    for tile in tiles_of(hand["of"]) if "of" in hand else range(0, 34, 9):
        of |= 1 << tile // 9
    masks = []
    for mask in range(1, 16):
        number = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1)
        if (number != suits) if isinstance(suits, int) else (mask not in suits):
            continue
        for way in ways:
            free = of if way.words else 0
            if any(mask & least == least and not mask & ~(least | free) for least in way.suits_of()):
                masks.append(mask)
                break
    return masks


def _values(groups: "list[Group]", letter: str) -> "range | tuple[int, ...]":
    if letter in NUMBERS:
        return range(9 - max([max(group[2]) for group in groups if group[1] == letter]))
    return range(4) if letter in WINDS else range(4, 7) if letter in DRAGONS else (0,)


def tiles_of(text: str) -> "tuple[int, ...]":
    """The tiles of groups without letters."""
    return tuple([FIRST[suit] + rank for suit, _, ranks, _ in groups_of(text) for rank in ranks])


# ---- the rows ----
