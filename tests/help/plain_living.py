"""Counts hands of tiles by the rules of BMJA and DMJL, for comparison: plainly, by brute force, from the pages that
describe the rules. It uses nothing of the firmware."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from help.brute_force import MAJORS, TILES, ways

WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
DRAGONS = ("5z", "6z", "7z")
GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
LIMIT = {"bmja": 1000, "dmjl": 500}
OPEN, CLAIMED, HIDDEN = "open", "claimed", "hidden"  # claimed: a kong, onto three concealed tiles


@dataclass(frozen=True)
class Group:
    tiles: tuple[str, ...]
    lie: str

    @property
    def is_chow(self) -> bool:
        return self.tiles[0] != self.tiles[1]

    @property
    def is_kong(self) -> bool:
        return len(self.tiles) == 4


@dataclass
class Held:
    groups: list[Group]
    tiles: list[str]  # concealed
    flowers: list[int]

    def all(self) -> list[str]:
        return [*self.tiles, *(tile for group in self.groups for tile in group.tiles)]


@dataclass
class Counted:
    """points without flowers; doubles: by name. special: the points of the best special hand."""

    points: int
    doubles: Counter[str]
    flowers: int
    pure: bool = False
    special: int = 0
    shapeless: bool = False
    names: list[str] = field(default_factory=list)


def read(text: str) -> Held:
    groups = []
    for bracket, inside in re.findall(r"([(\[])([^)\]]*)[)\]]", text):
        digits, suit = inside.replace("+", "")[:-1], inside[-1]
        lie = HIDDEN if bracket == "[" else CLAIMED if len(digits) == 4 and "+" not in inside else OPEN
        groups.append(Group(tuple(sorted(digit + suit for digit in digits)), lie))
    rest = re.sub(r"[(\[][^)\]]*[)\]]", "", text)
    tiles, flowers = [], []
    for digits, suit in re.findall(r"(\d+)([mpszf])", rest):
        if suit == "f":
            flowers += [int(digit) for digit in digits]
        else:
            tiles += [digit + suit for digit in digits]
    return Held(groups, tiles, flowers)


def set_points(group: Group) -> int:
    if group.is_chow:
        return 0
    points = 8 if group.is_kong else 2
    points *= 2 if group.tiles[0] in MAJORS else 1
    return points * 2 if group.lie == HIDDEN else points


def pair_points(tile: str, seat: str, round_wind: str) -> int:
    return 2 * (tile in DRAGONS) + 2 * (tile == WINDS[seat]) + 2 * (tile == WINDS[round_wind])


def flower_doubles(rules: str, flowers: list[int], seat: str) -> Counter[str]:
    number = "ESWN".index(seat) + 1
    doubles: Counter[str] = Counter()
    if rules == "dmjl":
        doubles["own flowers"] += number in flowers and number + 4 in flowers
    for first in (1, 5):
        if set(flowers) >= set(range(first, first + 4)):
            doubles["series"] += 2 if rules == "bmja" else 1
        elif rules == "bmja":
            doubles["own flower"] += first + number - 1 in flowers
    return doubles


def doubles_of_all(rules: str, groups: list[Group], pairs: list[str], seat: str, round_wind: str) -> Counter[str]:
    doubles: Counter[str] = Counter()
    pungs = [group for group in groups if not group.is_chow]
    for group in pungs:
        tile = group.tiles[0]
        doubles["set"] += (tile in DRAGONS) + (tile == WINDS[seat]) + (tile == WINDS[round_wind])
    if rules == "dmjl":
        doubles["three concealed"] += sum(group.lie in (HIDDEN, CLAIMED) for group in pungs) >= 3
        for kind, big in ((DRAGONS, 3), (tuple(WINDS.values()), 4)):
            number = sum(group.tiles[0] in kind for group in pungs)
            doubles["honours"] += 2 if number == big else number == big - 1 and any(pair in kind for pair in pairs)
    return doubles


class Winner:
    def __init__(self, rules: str, held: Held, win: dict[str, Any], seat: str, round_wind: str) -> None:
        self.rules, self.held, self.win, self.seat, self.round_wind = rules, held, win, seat, round_wind
        self.tile, self.drawn = win["tile"], win["by"] in ("draw", "loose")
        self.every = held.all()
        self.suits = {tile[1] for tile in self.every}
        self.waited = win.get("opening") != "original"

    def score(self) -> int:
        return max((self.total(counted) for counted in self.hands()), default=-1)

    def total(self, counted: Counted) -> int:
        """The ordinary score, Purity or a special hand, whichever is most."""
        limit = LIMIT[self.rules]
        beside = self.beside() if self.rules == "bmja" else 0
        scores = [0]
        if not counted.shapeless:
            scores.append((counted.points + counted.flowers) << counted.doubles.total())
        if counted.pure:
            scores.append(counted.points * 8 + beside)
        if counted.special:
            scores.append(counted.special + beside)
        return min(limit, max(scores))

    def beside(self) -> int:
        doubles = flower_doubles("bmja", self.held.flowers, self.seat).total()
        if self.win.get("last") and self.win["by"] == "discard":
            doubles += 1
        return (4 * len(self.held.flowers)) << doubles

    def hands(self) -> Iterator[Counted]:
        gates = self.rules == "bmja" and self.is_gates_of_heaven()
        for pair, sets in ways(self.held.tiles):
            if len(sets) + len(self.held.groups) != 4:
                continue
            chows = sum(group[0] != group[1] for group in sets) + sum(group.is_chow for group in self.held.groups)
            if self.rules == "bmja" and chows > 1 and not gates:
                continue
            last = [i for i, group in enumerate(sets) if self.tile in group] + [-1] * (pair == self.tile)
            for place in last if self.waited else [None]:
                yield self.regular(pair, sets, place, gates)
        if not self.held.groups:
            special = self.shapeless()
            if special:
                special = LIMIT[self.rules] if self.win_is_special() else special
                # Its own points do not matter.
                yield Counted(0, Counter(), 0, special=special, shapeless=True)

    def regular(self, pair: str, sets: tuple[Any, ...], last: int | None, gates: bool) -> Counted:
        groups = [
            *self.held.groups,
            *(Group(group, OPEN if i == last and not self.drawn else HIDDEN) for i, group in enumerate(sets)),
        ]
        points = 20 + sum(map(set_points, groups)) + pair_points(pair, self.seat, self.round_wind)
        points += 2 * (self.drawn and self.waited)
        if self.rules == "dmjl" and self.waited:
            points += 2 * self.is_only_place()
            if last == -1:
                points += 4 if pair in MAJORS else 2
        doubles = flower_doubles(self.rules, self.held.flowers, self.seat)
        doubles += doubles_of_all(self.rules, groups, [pair], self.seat, self.round_wind)
        doubles += self.of_winner(groups, pair, last)
        counted = Counted(points, doubles, 4 * len(self.held.flowers))
        pungs = [group for group in groups if not group.is_chow]
        counted.pure = self.rules == "bmja" and len(pungs) == 4 and self.is_one_suit()
        if self.win_is_special() or gates or self.specials(groups, pungs, pair, last):
            counted.special = LIMIT[self.rules]
        return counted

    def concealed(self, groups: list[Group]) -> bool:
        lies = (HIDDEN, CLAIMED) if self.rules == "dmjl" else (HIDDEN,)
        return self.drawn and all(group.lie in lies for group in groups)

    def of_winner(self, groups: list[Group], pair: str, last: int | None) -> Counter[str]:
        doubles: Counter[str] = Counter()
        plain = self.suits - {"z"}
        doubles["half suit"] += len(plain) == 1 and "z" in self.suits
        doubles["majors"] += all(tile in MAJORS for tile in self.every)
        doubles["no chows"] += not any(group.is_chow for group in groups)
        doubles["concealed"] += self.concealed(groups)
        doubles["loose"] += self.win["by"] == "loose"
        doubles["last"] += bool(self.win.get("last")) and self.win["by"] != "rob"
        doubles["rob"] += self.win["by"] == "rob"
        doubles["call"] += bool(self.win.get("call"))
        if self.rules == "dmjl":
            doubles["full suit"] += 3 * self.is_one_suit()
            worth = sum(map(set_points, groups)) + pair_points(pair, self.seat, self.round_wind)
            doubles["zero"] += not worth
        return doubles

    def is_one_suit(self) -> bool:
        return len(self.suits) == 1 and self.suits != {"z"}

    def is_only_place(self) -> bool:
        waiting = list(self.held.tiles)
        waiting.remove(self.tile)
        rest = Held(self.held.groups, waiting, [])
        return [tile for tile in TILES if rest.all().count(tile) < 4 and completes([*waiting, tile], rest)] == [
            self.tile
        ]

    def win_is_special(self) -> bool:
        win, tile = self.win, self.tile
        drawn_last = win.get("last") and self.drawn
        return bool(
            win.get("opening") in ("original", "first-discard")
            or win.get("twofold")
            or (win["by"] == "loose" and tile == "5p")
            or (drawn_last and tile == "1p")
            or (self.rules == "dmjl" and win["by"] == "rob" and tile == "2s")
        )

    def specials(self, groups: list[Group], pungs: list[Group], pair: str, last: int | None) -> bool:
        kinds = [group.tiles[0] for group in pungs]
        all_pungs = len(pungs) == 4
        terminals = all(tile[1] != "z" and tile[0] in "19" for tile in self.every)
        dragons = sum(tile in DRAGONS for tile in kinds)
        winds = sum(tile in WINDS.values() for tile in kinds)
        kongs = sum(group.is_kong for group in groups)
        honours = self.suits == {"z"}
        green = set(self.every) <= GREEN
        if winds == 4 or kongs == 4 or terminals or (honours and all_pungs):
            return True
        if self.rules == "bmja":
            buried = all_pungs and not kongs and not self.held.groups and len(self.suits - {"z"}) == 1
            return (green and all_pungs) or (dragons == 3 and all_pungs) or buried
        hidden = all_pungs and self.concealed(groups)
        suit_hidden = self.is_one_suit() and self.concealed(groups)
        return green or dragons == 3 or hidden or suit_hidden or self.is_nine_gates() or self.is_snake()

    def is_nine_gates(self) -> bool:
        if self.held.groups or not self.is_one_suit():
            return False
        rest = list(self.held.tiles)
        rest.remove(self.tile)
        digits = "".join(sorted(tile[0] for tile in rest))
        if not self.waited:
            return any(self.without(tile) == "1112345678999" for tile in set(self.held.tiles))
        return digits == "1112345678999"

    def without(self, tile: str) -> str:
        rest = list(self.held.tiles)
        rest.remove(tile)
        return "".join(sorted(each[0] for each in rest))

    def is_snake(self) -> bool:
        """Pungs or kongs of 1 and 9, the pair of 2, 5 or 8, and two chows, some arrangement of it."""
        if not self.is_one_suit():
            return False
        for pair, sets in ways(self.held.tiles):
            kinds = [*sets, *(group.tiles for group in self.held.groups)]
            pungs = sorted(group[0][0] for group in kinds if group[0] == group[1])
            chows = sorted("".join(tile[0] for tile in group) for group in kinds if group[0] != group[1])
            wanted = {"2": ["345", "678"], "5": ["234", "678"], "8": ["234", "567"]}.get(pair[0])
            if len(kinds) == 4 and pungs == ["1", "9"] and chows == wanted:
                return True
        return False

    def is_gates_of_heaven(self) -> bool:
        return is_gates(self.held) and (self.drawn or self.tile[0] in "19")

    def shapeless(self) -> int:
        special = shapeless_of(self.held.tiles)
        if self.rules == "bmja":
            return special
        return 500 if special == 1000 and set(self.held.tiles) == set(MAJORS) else 0


def completes(tiles: list[str], held: Held) -> bool:
    sets = any(len(groups) + len(held.groups) == 4 for _, groups in ways(tiles))
    return sets or (len(tiles) == 14 and set(tiles) == set(MAJORS))


def is_gates(held: Held) -> bool:
    if held.groups or len({tile[1] for tile in held.tiles}) != 1 or held.tiles[0][1] == "z":
        return False
    digits = Counter(tile[0] for tile in held.tiles)
    middle = [digits[digit] for digit in "2345678"]
    return digits["1"] == digits["9"] == 3 and sorted(middle) == [1, 1, 1, 1, 1, 1, 2]


def shapeless_of(tiles: list[str]) -> int:
    """The points of a special hand of the British rules that is not four sets and a pair; 0: it is none."""
    counts = Counter(tiles)
    if len(tiles) != 14:
        return 0
    if set(tiles) == set(MAJORS):
        return 1000
    if all(tile in MAJORS for tile in tiles) and all(number in (2, 4) for number in counts.values()):
        return 500
    suits = sorted({tile[1] for tile in tiles})
    by_suit = {suit: Counter(tile[0] for tile in tiles if tile[1] == suit) for suit in "mps"}
    if "z" not in suits and len(suits) == 2 and by_suit[suits[0]] == by_suit[suits[1]]:
        return 500
    if suits == ["m", "p", "s"]:
        for number in "123456789":
            for one, other in itertools.combinations("mps", 2):
                rest = {suit: Counter(count) for suit, count in by_suit.items()}
                rest[one][number] -= 1
                rest[other][number] -= 1
                if min(rest[one][number], rest[other][number]) >= 0:
                    left = [+rest[suit] for suit in "mps"]
                    if left[0] == left[1] == left[2]:
                        return 500
    if len(suits) == 2 and suits[1] == "z" and all(counts[wind] == 1 for wind in WINDS.values()):
        digits = sorted(tile[0] for tile in tiles if tile[1] != "z")
        if digits == sorted("1123456789"):
            return 1000
    return 0


# ---- losers ----


def loser_score(rules: str, held: Held, seat: str, round_wind: str) -> int:
    groups = list(held.groups)
    pairs = []
    for tile, number in Counter(held.tiles).items():
        if number == 4 and rules == "bmja":
            groups.append(Group((tile,) * 4, HIDDEN))
        elif number >= 3:
            groups.append(Group((tile,) * 3, HIDDEN))
        elif number == 2:
            pairs.append(tile)
    points = sum(map(set_points, groups)) + sum(pair_points(pair, seat, round_wind) for pair in pairs)
    own = flower_doubles(rules, held.flowers, seat)
    doubles = own + doubles_of_all(rules, groups, pairs, seat, round_wind)
    flowers = 4 * len(held.flowers)
    scores = [(points + flowers) << doubles.total()]
    if rules == "bmja":
        beside = flowers << own.total()
        best, pure = waits_for(held)
        if best:
            scores.append(best + beside)
        if pure:
            scores.append(points * 8 + beside)
    return min(LIMIT[rules], max(scores))


def waits_for(held: Held) -> tuple[int, bool]:
    """What the best special hand that one tile would complete is worth to a loser, and whether Purity is one."""
    best, pure = 0, False
    for tile in TILES:
        if held.all().count(tile) == 4:
            continue
        whole = Held(held.groups, [*held.tiles, tile], [])
        if not held.groups:
            special = shapeless_of(whole.tiles)
            best = max(best, {1000: 400, 500: 200}.get(special, 0), 400 * is_gates(whole))
        for pair, sets in ways(whole.tiles):
            groups = [*held.groups, *(Group(group, HIDDEN) for group in sets)]
            if len(groups) != 4 or any(group.is_chow for group in groups):
                continue
            winner = Winner("bmja", whole, {"tile": tile, "by": "draw"}, "E", "E")
            pure = pure or winner.is_one_suit()
            if winner.specials(groups, groups, pair, None):
                best = max(best, 400)
    return best, pure
