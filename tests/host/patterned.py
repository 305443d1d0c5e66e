"""Random patterns of special hands, and which tiles they are: by trying everything that their letters can stand for.
Uses nothing of the matcher under test."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

from brute_force import TILES

NUMBERS, WINDS, DRAGONS = "nkj", "wv", "du"
VALUES = {
    **dict.fromkeys(NUMBERS, range(1, 10)),
    **dict.fromkeys(WINDS, range(1, 5)),
    **dict.fromkeys(DRAGONS, range(5, 8)),
}
Declared = tuple[tuple[str, ...], bool]  # a set on the table, and whether it is concealed


def groups_of(pattern: str) -> list[tuple[list[tuple[str, int]], str]]:
    """Returns the groups of a pattern: the ranks, each a letter or "" and a number, and the suit."""
    groups = []
    for ranks, suit in re.findall(r"([1-9nkjwvdu+]+)([mpsabcz])", pattern):
        parts = re.findall(r"([nkjwvdu])(?:\+(\d))?|(\d)", ranks)
        groups.append(([(letter, int(more or digit or 0)) for letter, more, digit in parts], suit))
    return groups


def readings(pattern: str) -> Iterator[list[tuple[str, ...]]]:
    """Yields the tiles of each group, for everything that the letters can stand for."""
    groups = groups_of(pattern)
    suits = sorted({suit for _, suit in groups if suit in "abc"})
    own = {suit for _, suit in groups if suit in "mps"}
    letters = sorted({letter for ranks, _ in groups for letter, _ in ranks if letter})
    for chosen in itertools.permutations(sorted(set("mps") - own), len(suits)):
        suit_of = {**dict(zip(suits, chosen, strict=True)), **{suit: suit for suit in "mpsz"}}
        for values in itertools.product(*(VALUES[letter] for letter in letters)):
            of = dict(zip(letters, values, strict=True))
            if any(
                of[one] == of[other]
                for one, other in itertools.combinations(letters, 2)
                if any(one in kind and other in kind for kind in (NUMBERS, WINDS, DRAGONS))
            ):
                continue
            tiles = [
                tuple(f"{of.get(letter, 0) + rank}{suit_of[suit]}" for letter, rank in ranks) for ranks, suit in groups
            ]
            if all(tile in TILES for group in tiles for tile in group):
                yield tiles


def is_hand(pattern: str, concealed: bool, tiles: list[str], declared: list[Declared]) -> bool:
    """Returns True if concealed tiles and declared sets are the hand of a pattern."""
    if concealed and not all(hidden for _, hidden in declared):
        return False
    return any(_is_reading(groups, tiles, [group for group, _ in declared]) for groups in readings(pattern))


def _is_reading(groups: list[tuple[str, ...]], tiles: list[str], declared: list[tuple[str, ...]]) -> bool:
    whole = Counter(tile for group in groups for tile in group)
    if max(whole.values()) > 4 or set(whole) != {*tiles, *(tile for group in declared for tile in group)}:
        return False
    # every choice of groups that lie on the table, in every order
    for chosen in itertools.permutations(range(len(groups)), len(declared)):
        if all(_lies(groups[index], group) for index, group in zip(chosen, declared, strict=True)):
            inside = [group for index, group in enumerate(groups) if index not in chosen]
            if any(len(group) == 4 and len(set(group)) == 1 for group in inside):
                continue  # a kong that is not declared
            if Counter(tile for group in inside for tile in group) == Counter(tiles):
                return True
    return False


def _lies(group: tuple[str, ...], declared: tuple[str, ...]) -> bool:
    """Returns True if a group of the pattern may be this declared set."""
    if sorted(group) == sorted(declared):
        if len(set(group)) == 1:
            return len(group) in (3, 4)
        suit, ranks = group[0][1], sorted(int(tile[0]) for tile in group)
        return suit != "z" and len(group) == 3 and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    return len(group) == 3 and len(set(group)) == 1 and declared == group[:1] * 4


def pattern(random: Random) -> str:
    """Returns a random pattern, mostly one that is right."""
    suits = random.choice(("aab", "abc", "aa", "abz", "mpa", "szb", "aabc"))
    letters = random.choice(("", "n", "n", "nk", "nk", "nkj"))
    honours = random.choice((WINDS[0], DRAGONS[0], WINDS, "", "")) + "1234567"
    groups: list[str] = []
    left = 14
    while left:
        suit = random.choice((*suits, "z"))
        size = random.choice([number for number in (1, 2, 2, 3, 3, 3, 4, 5, 7, 9) if number <= left + (number == 4)])
        groups.append(_group(random, suit, size, letters, honours))
        left -= 3 if _is_kong(groups[-1]) else len(groups_of(groups[-1])[0][0])
        if left < 0:
            return pattern(random)
    return " ".join(groups)


def _is_kong(group: str) -> bool:
    ranks = groups_of(group)[0][0]
    return len(ranks) == 4 and len(set(ranks)) == 1


def _group(random: Random, suit: str, size: int, letters: str, honours: str) -> str:
    if suit == "z":
        letter = random.choice(honours)
        size = min(size, 4)
        return (letter * size if random.random() < 0.8 or letter.isalpha() else "1234"[:size]) + "z"
    if size <= 4 and random.random() < 0.6:  # alike
        return (_number(random, letters, 3) * size) + suit
    first = random.randint(1, 10 - size)
    letter = random.choice(letters) if letters and size < 6 and random.random() < 0.6 else ""
    if letter:
        return "".join(f"{letter}+{rank}" if rank else letter for rank in range(size)) + suit
    return "".join(str(first + rank) for rank in range(size)) + suit


def _number(random: Random, letters: str, most: int) -> str:
    if not letters or random.random() < 0.3:
        return str(random.randint(1, 9))
    more = random.randrange(most)
    return random.choice(letters) + (f"+{more}" if more else "")


def tiles_near(random: Random, text: str) -> tuple[list[str], list[Declared]]:
    """Returns tiles that are a pattern's hand, or nearly: concealed ones, and declared sets."""
    choices = list(itertools.islice(readings(text), random.choice((1, 50, 2000))))
    groups = random.choice(choices)
    tiles: list[str] = []
    declared: list[Declared] = []
    for group in groups:
        if _lies(group, tuple(group)) and (len(group) == 4 or random.random() < 0.4):
            kong = len(set(group)) == 1 and (len(group) == 4 or random.random() < 0.2)
            declared.append((group[:1] * 4 if kong else tuple(sorted(group)), kong and random.random() < 0.5))
        else:
            tiles += group
    if tiles and random.random() < 0.4:
        tiles[random.randrange(len(tiles))] = random.choice([random.choice(TILES), random.choice(tiles)])
    return tiles, declared


def written(tiles: list[str], declared: list[Declared]) -> str:
    """Returns a hand as it is written in the interchange format."""
    sets = [f"[{_joined(group)}]" if hidden else f"({_joined(group)})" for group, hidden in declared]
    return " ".join([*sets, *sorted(tiles)])


def _joined(group: tuple[str, ...]) -> str:
    return "".join(tile[0] for tile in group) + group[0][1]
