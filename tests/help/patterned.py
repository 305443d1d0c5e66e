"""Random patterns of special hands, and which tiles they are: by trying everything that their letters can stand for.
Uses nothing of the matcher under test."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from help.brute_force import TILES

NUMBERS, WINDS, DRAGONS = "nkj", "wv", "du"
VALUES = {
    **dict.fromkeys(NUMBERS, range(1, 10)),
    **dict.fromkeys(WINDS, range(1, 5)),
    **dict.fromkeys(DRAGONS, range(5, 8)),
}
WORDS = ("chow", "pung", "kong", "set", "pair", "tile", "knit", "triple")
Declared = tuple[tuple[str, ...], bool]  # a set on the table, and whether it is concealed


def groups_of(pattern: str) -> list[tuple[list[tuple[str, int]], str]]:
    """Returns the groups of a pattern: the ranks, each a letter or "" and a number, and the suit."""
    groups = []
    for ranks, suit in re.findall(r"([1-9nkjwvdu+]+)([mpsabcz])", pattern):
        parts = re.findall(r"([nkjwvdu])(?:\+(\d))?|(\d)", ranks)
        groups.append(([(letter, int(more or digit or 0)) for letter, more, digit in parts], suit))
    return groups


def readings(pattern: str, same: bool = False) -> Iterator[list[tuple[str, ...]]]:
    """Yields the tiles of each group, for everything that the letters can stand for. same: also the same for two."""
    groups = groups_of(" ".join(part for part in pattern.split() if part not in WORDS))
    suits = sorted({suit for _, suit in groups if suit in "abc"})
    own = {suit for _, suit in groups if suit in "mps"}
    letters = sorted({letter for ranks, _ in groups for letter, _ in ranks if letter})
    for chosen in itertools.permutations(sorted(set("mps") - own), len(suits)):
        suit_of = {**dict(zip(suits, chosen, strict=True)), **{suit: suit for suit in "mpsz"}}
        for values in itertools.product(*(VALUES[letter] for letter in letters)):
            of = dict(zip(letters, values, strict=True))
            if not same and any(
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


def is_hand_of(hand: dict[str, Any], tiles: list[str], declared: list[Declared]) -> bool:
    """Returns True if concealed tiles and declared sets are a hand of house rules, with its words and all its keys but
    those of flowers and of the winning tile."""
    if hand.get("concealed") and not all(hidden for _, hidden in declared):
        return False
    sets = [group for group, _ in declared]
    held = {*tiles, *(tile for group in sets for tile in group)}
    suits = {tile[1] for tile in held} - {"z"}
    if len(suits) != hand.get("suits", len(suits)):
        return False
    of = (
        {tile for (group, suit) in groups_of(hand["of"]) for tile in (f"{rank}{suit}" for _, rank in group)}
        if "of" in hand
        else set(TILES)
    )
    for way in hand["tiles"].split("|"):
        words = [part for part in way.split() if part in WORDS]
        for groups in readings(way, hand.get("same", False)):
            if not words and held != {tile for group in groups for tile in group}:
                continue  # soon, where letters stand for much
            for rest, laid in _rests(groups, tiles, sets):
                used = {*rest, *(tile for group in laid for tile in group)}
                if (used <= of or not words) and _are_words(words, rest, laid):
                    return True
    return False


def _rests(
    groups: list[tuple[str, ...]], tiles: list[str], declared: list[tuple[str, ...]]
) -> Iterator[tuple[Counter[str], list[tuple[str, ...]]]]:
    """Yields what groups leave, in each way to take them from concealed tiles or declared sets."""
    if not groups:
        yield Counter(tiles), declared
        return
    group = groups[0]
    for i, laid in enumerate(declared):
        if _lies(group, laid):
            yield from _rests(groups[1:], tiles, declared[:i] + declared[i + 1 :])
    kong = len(group) == 4 and len(set(group)) == 1
    if not kong and not Counter(group) - Counter(tiles):
        yield from _rests(groups[1:], list((Counter(tiles) - Counter(group)).elements()), declared)


def _are_words(words: list[str], tiles: Counter[str], declared: list[tuple[str, ...]]) -> bool:
    """Returns True if tiles and declared sets are the words, each once."""
    if declared:
        kind = "chow" if declared[0][0] != declared[0][1] else "kong" if len(declared[0]) == 4 else "pung"
        fitting = {kind, "set", *(["pung"] if kind == "kong" else [])}
        return any(
            _are_words(words[:i] + words[i + 1 :], tiles, declared[1:])
            for i, word in enumerate(words)
            if word in fitting
        )
    left = +tiles
    if not words or not left:
        return not words and not left
    lowest = min(left, key=TILES.index)
    for word in set(words):
        others = list(words)
        others.remove(word)
        for chosen in _with(word, lowest):
            if Counter(chosen) - left:
                continue
            if word == "knit" and "triple" not in words and len(words) > 1:  # all of the same two suits
                pair = {tile[1] for tile in chosen}
                if {tile[1] for tile in left} != pair:
                    continue
            if _are_words(others, left - Counter(chosen), []):
                return True
    return False


def _with(word: str, tile: str) -> Iterator[tuple[str, ...]]:
    """Yields the concealed tiles of a word that has this tile, and none before it."""
    rank, suit = int(tile[0]), tile[1]
    if word in ("pung", "set"):
        yield (tile,) * 3
    if word in ("chow", "set") and suit != "z" and rank < 8:
        yield tuple(f"{rank + i}{suit}" for i in range(3))
    if word in ("pair", "tile"):
        yield (tile,) * (2 if word == "pair" else 1)
    if suit != "z":
        if word == "knit":
            for other in "mps":
                if other != suit:
                    yield tile, f"{rank}{other}"
        if word == "triple":
            yield tuple(f"{rank}{other}" for other in "mps")


def worded(random: Random) -> dict[str, Any]:
    """Returns a random hand of house rules with words, mostly one that is right."""
    sets = lambda number: [random.choice(("chow", "chow", "pung", "kong", "set")) for _ in range(number)]  # noqa: E731
    kind = random.randrange(8)
    groups: list[str] = []
    if kind < 3:
        words = [*sets(4), "pair"]
    elif kind == 3:
        groups, words = _groups(random, 6), [*sets(2), "pair"]
    elif kind == 4:
        groups, words = _groups(random, random.choice((2, 5, 8))), []
        words = sets((14 - sum(len(_flat(group)) for group in groups)) // 3)
    elif kind == 5:
        groups = _groups(random, random.choice((4, 8, 9)))
        left = 14 - sum(len(_flat(group)) for group in groups)
        pairs = random.randint(0, left // 2)
        words = ["pair"] * pairs + ["tile"] * (left - 2 * pairs)
    elif kind == 6:
        words = random.choice((["knit"] * 7, ["triple"] * 4 + ["knit"], ["triple"] * 4 + ["knit"]))
    else:
        words = ["pair"] * random.choice((7, 6)) + ["tile"] * random.choice((0, 2))
    hand: dict[str, Any] = {"tiles": " ".join([*groups, *words]), "score": 100}
    if random.random() < 0.2:
        hand["tiles"] += " | " + random.choice(("chow chow chow chow pair", "22a 44a 66a 88a 22b 44b 66b"))
    if random.random() < 0.3:
        hand["suits"] = random.choice((1, 2, 2, 3))
    if random.random() < 0.3:
        hand["of"] = random.choice(
            ("23468s 6z", "19m 19p 19s 1234567z", "123456789m 123456789p", "2345m 2345p 2345s 67z")
        )
    if random.random() < 0.3:
        hand["same"] = True
    if random.random() < 0.3:
        hand["concealed"] = True
    return hand


def _flat(group: str) -> list[tuple[str, int]]:
    return groups_of(group)[0][0]


def _groups(random: Random, size: int) -> list[str]:
    """Returns groups of so many tiles."""
    suits, letters = random.choice(("aab", "abc", "abz", "mpz")), random.choice(("", "n", "nk"))
    groups: list[str] = []
    while size:
        number = random.choice([number for number in (1, 2, 3, 3) if number <= size])
        groups.append(_group(random, random.choice(suits), number, letters, "wd1567"))
        size -= len(_flat(groups[-1]))
    return groups


def hand_near(random: Random, sets: list[tuple[str, ...]]) -> tuple[list[str], list[Declared]]:
    """Returns tiles of these sets, or nearly: concealed ones, and declared sets."""
    tiles: list[str] = []
    declared: list[Declared] = []
    for group in sets:
        if _lies(group, tuple(group)) and (len(group) == 4 or random.random() < 0.4):
            kong = len(set(group)) == 1 and (len(group) == 4 or random.random() < 0.3)
            declared.append((group[:1] * 4 if kong else tuple(sorted(group)), kong and random.random() < 0.5))
        else:
            tiles += group
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        if tiles:
            tiles[random.randrange(len(tiles))] = random.choice([random.choice(TILES), random.choice(tiles)])
    return tiles, declared


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


def written(tiles: list[str], declared: list[Declared]) -> str:
    """Returns a hand as it is written in the interchange format."""
    sets = [f"[{_joined(group)}]" if hidden else f"({_joined(group)})" for group, hidden in declared]
    return " ".join([*sets, *sorted(tiles)])


def _joined(group: tuple[str, ...]) -> str:
    return "".join(tile[0] for tile in group) + group[0][1]
