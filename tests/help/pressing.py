"""The keys that enter a deal: from the interchange format to presses, so that tests can say a deal to a device.

The device stands on Table and nothing is half entered. What the rules in force do not score is left out; what they
score is said, or the deal cannot be said. Hands are entered by sets, or tile by tile.
"""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from help import intent
from help.named_keys import FLOWERS, rare
from help.tiling import IN_HAND, LOSERS, cell_after, entries_of, leave, on_board, to_last
from help.tiling import Entry as Group
from mingg.core.deal.hand import (
    ANY,
    BOTH,
    CLAIMED,
    CONCEALED,
    DRAGON,
    KONG,
    KONG_SHOWN,
    MAJOR,
    MOST,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    ROUND,
    SEAT,
    SETS,
    SIMPLE,
    WIND,
    WINDS,
    Hand,
    class_of,
)
from mingg.core.hand.hand import HONOURS, KINDS, TileHand, parse, tile_of
from mingg.core.interchange import reader
from mingg.core.table.session import Session
from mingg.entry.card_entry import CardEntry
from mingg.entry.entry import Entry
from mingg.hal.keys import KEY_NAMES
from mingg.ui.seating import SIDES, side
from mingg_scoring.interchange.answers import TABLE_KEYS

Deal = dict[str, Any]

WAYS = {
    PUNG_SHOWN: intent.PUNG[intent.TABLE],
    PUNG: intent.PUNG[intent.HAND],
    KONG_SHOWN: intent.KONG[intent.TABLE],
    KONG: intent.KONG[intent.HAND],
    PAIR: "a",
}
KIND_KEYS = {
    SIMPLE: intent.SIMPLE,
    MAJOR: intent.MAJOR,
    DRAGON: intent.DRAGON,
    SEAT: intent.OWN_WIND,
    BOTH: intent.OWN_WIND,
    ROUND: intent.OWN_WIND,
}
SEATS = "ESWN"
DEAD = {"long": ["down", "right"]}  # on the list of what else may be said; another kind is its first
SUITS = {"half": intent.HALF_SUIT, "full": intent.ONE_SUIT, "honours": intent.HONOURS}
LAST_SETS = {
    "chow-middle": intent.BETWEEN,
    "chow-end": intent.ONE_END,
    "chow-open": intent.BOTH_ENDS,
    "pair-simple": "left",
    "pair-major": "right",
    "pair-seat": "down",
}
# Special hands that are said, in the order of their list; the counts tell the others.
NAMED = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins")
SHAPES = ("thirteen_orphans", "seven_twins")


def _name(key: int | None) -> str:
    assert key is not None
    return KEY_NAMES[key]


class Pressing:
    """The keys of a deal. deal: in sets, for the questions of the device; tiles: the hands that are entered tile by
    tile; number: how these are taken as sets; useless: says also what doubles nothing; held: holds a key where that
    enters a pair or a set at once."""

    def __init__(
        self,
        deal: Deal,
        session: Session,
        turn: int = 0,
        *,
        tiles: dict[str, str] | None = None,
        number: int = 0,
        useless: bool = True,
        held: bool = False,
    ) -> None:
        self.deal, self.rules, self.table, self.turn = deal, session.rules, session.table, turn
        self.tiles, self.useless, self.held = tiles or {}, useless, held
        self.chance = random.Random(number)
        self.winner: str = deal["winner"]
        self.win: Deal = deal["win"]
        self.hands = reader.read_deal(deal, self.rules, self.table.round_wind(), TABLE_KEYS).hands
        self.flowers: list[int] = []  # those of the hands before
        self.said: list[str] = []
        # what has been said: the device does not ask what has one answer
        self.entry = Entry(self.table.players, self.table.player(self.winner))
        self.marks = self._marks()

    def press(self, *keys: str) -> None:
        self.said += keys

    def arrow(self, seat: str) -> str:
        table = self.table
        return _name(side(table.players, table.order, self.turn, table.player(seat)))

    def of(self, seat: str) -> Hand:
        return self.hands.get(seat) or Hand()

    # ---- how ----

    def known(self, *items: str) -> bool:
        return any(self.rules.knows(item) for item in items)

    def _known_marks(self) -> list[str]:
        rules = self.rules
        is_known_mark = {
            "hidden": any(row[1].endswith("_shown") for row in rules.points + rules.doublings),
            "loose": self.known("loose"),
            "last": self.known("last"),
            "thirteen": self.known("lucky_thirteen"),
            "original": self.winner == "E" and self.known("original", "heaven"),
        }
        return [mark for mark, is_known in is_known_mark.items() if is_known]

    def _marks(self) -> list[str]:
        win = self.win
        if win["by"] not in ("draw", "loose"):
            return []
        entered = {
            "hidden": win.get("hidden", False),
            "loose": win["by"] == "loose",
            "last": win.get("last", False),
            "thirteen": win.get("opening") == "thirteen",
            "original": win.get("opening") == "original",
        }
        return [mark for mark in self._known_marks() if entered[mark]]

    def how(self) -> None:
        win = self.win
        self.press(self.arrow(self.winner))
        if self.known("only-place"):
            # Where the shape counts too, the presses after the first are for a pair that the tile filled.
            only = self.of(self.winner).only_place
            filled = self.rules.table["shape_counts"] and self._filled_pair()
            self.press(*["a"] * ((2 if only else 3) if filled else int(only)))
        if win["by"] in ("draw", "loose"):
            self.opening = "thirteen" in self.marks or "original" in self.marks
            self._drawn()
            return
        self.source = win.get("from") or ("E" if win.get("opening") == "first-discard" else self._some_loser())
        source = self.arrow(self.source)
        robbed = win["by"] == "rob" and self.known("rob")
        lucky = win.get("opening") == "thirteen" and self.known("lucky_thirteen")
        first = win.get("opening") == "first-discard" and self.known("earth", "first-discard")
        self.opening = lucky or first
        if robbed or lucky or first:
            way = "robbed lucky" if robbed and lucky else "robbed" if robbed else "lucky" if lucky else "opening"
            self.press(*rare(way, source).split())
        else:
            self.press(source)

    def _some_loser(self) -> str:
        return next(seat for seat in self.table.seats if seat != self.winner)

    def _drawn(self) -> None:
        own = self.arrow(self.winner)
        marks = self._known_marks()
        direct = {("loose",): "loose", ("last",): "last", ("original",): "opening", ("thirteen",): "lucky"}
        if "hidden" not in marks and "thirteen" not in marks:
            direct[("loose", "last")] = "both at A" if self.known("rob") else "both"
        if not self.marks:
            self.press(own)
        elif tuple(self.marks) in direct:
            self.press(*rare(direct[tuple(self.marks)], own).split())
        else:
            self.press(*rare("list").split())
            index = 0
            for mark in self.marks:
                self.press(*["down"] * (marks.index(mark) - index), "right")
                index = marks.index(mark)
            self.press("a", own)

    def may_be_liable(self) -> bool:
        is_on = self.rules.on
        claimed = self.win["by"] in ("discard", "rob")
        return bool(is_on("insurance") or is_on("feeding") or (is_on("discarder_pays") and claimed))

    def is_asked_liable(self) -> bool:
        """Whether the device asks without a key: the hand is one that others are liable for, or may have been fed."""
        hand, is_on = self.of(self.winner), self.rules.on
        claimed = self.win["by"] in ("discard", "rob")
        if is_on("feeding") and self._may_be_fed(hand):
            return True
        return bool(is_on("insurance") or (is_on("discarder_pays") and claimed)) and self._is_insured(hand)

    def _said_special(self, hand: Hand) -> list[str]:
        return [name for name in NAMED if name in hand.special and name in self.rules.hands]

    def _is_insured(self, hand: Hand) -> bool:
        """One suit, all dragons, majors alone, all winds."""
        if hand.suit in ("full", "honours") or hand.number(DRAGON, SETS) == 3:
            return True
        special = self._said_special(hand)
        pair = self.scoring_pairs(hand) or self.said_last_set(hand) in ("pair-major", "pair-seat")
        return "four_winds" in special or "all_majors" in special or (hand.majors() == MOST and bool(pair))

    def _may_be_fed(self, hand: Hand) -> bool:
        """Four open sets, and the last tile made the pair."""
        if not self._is_exposed(hand):
            return False
        if "hidden" in self.marks:
            return True
        if self.rules.table["shape_counts"]:
            return (self.said_last_set(hand) or "").startswith("pair")
        return hand.only_place or not self.known("only-place")

    def _is_exposed(self, hand: Hand) -> bool:
        hidden = hand.number(ANY, CONCEALED)
        concealed = ("nine_gates", "four_concealed", "thirteen_orphans", "seven_twins")
        tiles = self.tiles.get(self.winner)
        if tiles and tiles.count("(") < 4:
            return False  # a chow is concealed
        return not (hidden or self.opening or any(name in concealed for name in self._said_special(hand)))

    def liable(self) -> None:
        """Who is liable, by arrows."""
        is_on = self.rules.on
        claimed = self.win["by"] in ("discard", "rob")
        liable = self.deal.get("liable", [])
        for entry in liable:
            shares = []
            if is_on("insurance") or (is_on("discarder_pays") and claimed and entry["seat"] == self.source):
                shares.append("full")
            if is_on("insurance"):
                shares.append("half")
            seats = self.table.seats
            if is_on("feeding") and seats[(seats.index(entry["seat"]) + 1) % len(seats)] == self.winner:
                shares.append("feeding")
            share = "feeding" if entry.get("why") == "feeding" else entry.get("share", "full")
            presses = 1 if len(liable) == 2 else shares.index(share) + 1
            self.press(*[self.arrow(entry["seat"])] * presses)

    # ---- a hand of sets ----

    def scoring_pairs(self, hand: Hand) -> list[int]:
        """The others are on no screen of the device."""
        return [item for item in hand.sets if item & PAIR and class_of(item) in self.rules.pairs]

    def sets(self, seat: str, hand: Hand) -> list[int]:
        """What the device takes for sets: other winds are majors, and claimed kongs are said beside the sets."""
        kinds, pairs = self._entered(seat).kinds, self.scoring_pairs(hand)
        results = []
        for item in hand.sets:
            kind, way = item & ANY, item - (item & ANY)
            if item & PAIR and item not in pairs:
                continue
            if kind == WIND:
                kind = MAJOR
            elif kind & WINDS and kind not in kinds and way != PAIR:
                kind = kinds[0] if kind & (SEAT | BOTH) else MAJOR
            results.append(kind | (KONG_SHOWN if way == CLAIMED else way))
        return results

    def _entered(self, seat: str) -> CardEntry:
        session: Any = SimpleNamespace(rules=self.rules, table=self.table)
        return CardEntry(self.entry, self.table.player(seat), session)

    def _add(self, seat: str, item: int) -> None:
        self.entry.hands[self.table.player(seat)].lay(item)

    def _set(self, seat: str, item: int) -> None:
        """What can only be one wind, or only a pair, is not asked."""
        hand, pair = self._entered(seat), bool(item & PAIR)
        kinds = hand.kinds if item & WINDS else (item & ANY,)
        kind = item & ANY if item & ANY in kinds else kinds[0]
        if self.held and pair and next(other for other in kinds if not hand.why_not_add(other, True)) == kind:
            self.press("hold:" + KIND_KEYS[kind])
            self._add(seat, item)
            return
        self.press(KIND_KEYS[kind])
        if len(kinds) > 1 and not any(hand.why_not_kind(wind) for wind in kinds):
            self.press("up" if kind == kinds[1] else "down")
        if not pair or not hand.why_not_add(kind, False):
            self.press(WAYS[item - (item & ANY)])
        self._add(seat, item)

    def _counts(self, hand: Hand) -> bool:
        """There is something to be doubled."""
        return bool(self.scoring_pairs(hand) or hand.size())

    def _rows_of_list(self) -> list[str]:
        """What there is to say of a winner's hand; below it is who is liable, and what else may be chosen."""
        rules = self.rules
        rows = [hand for hand in NAMED if hand in rules.hands]
        return rows + ["claimed"] * rules.knows("three-concealed") + ["fourth"] * rules.knows("fourth")

    def _say_of_list(self, expected: list[str], hand: Hand) -> None:
        """What is on the list of the winner's special hands."""
        rows = self._rows_of_list()
        expected = [row for row in rows if row in expected]
        if not expected:
            return
        self.press("hold:a", "down")
        index = 0
        for row in expected:
            times = hand.number(ANY, CLAIMED) if row == "claimed" else 1
            self.press(*["down"] * (rows.index(row) - index), *["right"] * times)
            index = rows.index(row)
        self.press("a")

    def _dial(self, score: int) -> None:
        """A loser's hand that was counted at the table; an empty hand counts nothing."""
        self.press("hold:a", *["down"] * (1 + len(self.rules.table["dead_hands"])), "right")
        self.press(*["right"] * (score // 10), *["up"] * (score % 10 // 2), "a")

    def hand(self, seat: str) -> None:
        hand, won = self.of(seat), seat == self.winner
        if hand.score is not None:
            self._dial(hand.score)
            return
        dead = self.deal["hands"].get(seat, {}).get("dead")
        if seat in self.tiles:
            self._by_tiles(seat, hand, won)
        else:
            self._by_sets(seat, hand, won)
            if dead:
                self.press("hold:a", "down", *DEAD.get(dead, ["right"]), "a")
        entered = won and bool(self.deal.get("liable")) and not self.is_asked_liable()
        if entered:
            self.press("hold:a", "down", *["down"] * len(self._rows_of_list()), "a" if seat in self.tiles else "right")
            self.liable()
            self.press("a")
        flowers = hand.flowers if self.rules.on("flowers") not in (False, "off") else []
        if flowers and dead in (None, False, "short"):
            self.press(*FLOWERS.split())
            self._flowers(flowers)
        self.press("a")
        if won and seat not in self.tiles:
            self.last_set(hand)
        if entered:
            self.press("a")  # who is liable is shown again
        elif won and self.may_be_liable() and self.is_asked_liable():
            self.liable()
            self.press("a")

    def _by_sets(self, seat: str, hand: Hand, won: bool) -> None:
        if won:
            shapes = [name for name in hand.special if name in SHAPES]
            self.entry.hands[self.table.player(seat)].put("special", shapes)
            self._say_of_list(shapes, hand)
        for item in self.sets(seat, hand):
            self._set(seat, item)
        suit = hand.suit
        doubling = {"half": "half-suit", "full": "full-suit", "honours": "honours"}.get(suit)
        if (won and suit != "mixed") or (
            any(row[0] == doubling for row in self.rules.doublings_of[won]) and (self.useless or self._counts(hand))
        ):
            self.press("hold:a", SUITS[suit])
        if won:
            rows = [name for name in hand.special if name not in SHAPES]
            rows += ["claimed"] * bool(hand.number(ANY, CLAIMED)) + ["fourth"] * hand.fourth
            self._say_of_list(rows, hand)

    def _by_tiles(self, seat: str, made: Hand, won: bool) -> None:
        hand = parse(self.tiles[seat])
        for item in self.sets(seat, made):
            self._add(seat, item)
        groups = self.order(seat, hand)
        self.press(*(["hold:up"] if self.held else ["hold:a", "a"]))
        self.press(*on_board(groups, asks=won and self.known("three-concealed"), won=won, held=self.held))
        last = cell_after(groups[-1])
        if not won:
            if hand.size() != LOSERS:
                self.press(*leave(last).split())
        elif self.win.get("opening") != "original":
            robbed = self.win["by"] == "rob" and self.known("rob")
            claimed = self.win["by"] in ("discard", "rob")
            self.press(*to_last(hand, tile_of(self.win["tile"]), last, robbed, claimed))

    def order(self, seat: str, hand: TileHand) -> list[Group]:
        """Returns the groups of a hand in the order in which they are entered."""
        groups = [entry for group in self.tiles[seat].split() if group[0] in "([" for entry in entries_of(group)]
        groups += concealed(hand, self.chance)
        self.chance.shuffle(groups)
        return groups

    def _filled_pair(self) -> bool:
        return str(self.of(self.winner).last_set).startswith("pair")

    def asks_last_set(self) -> bool:
        due = not self.known("only-place") or self._filled_pair()
        counts = bool(self.rules.table["shape_counts"]) and due
        return counts and "original" not in self.marks and "hidden" not in self.marks

    def said_last_set(self, hand: Hand) -> str | None:
        return hand.last_set if self.asks_last_set() else None

    def last_set(self, hand: Hand) -> None:
        if not self.asks_last_set():
            return
        last_set, special = hand.last_set, hand.special
        may_be_chow = hand.size() < MOST and not any(shape in special for shape in SHAPES)
        robbed = self.win["by"] == "rob" and self.known("rob")
        may_be_pair = not robbed and not (hand.fourth and self.known("fourth"))
        if may_be_chow and self.known("fill-chow") and (last_set or "pair")[:4] == "pair":
            self.press("down")
        if last_set is None:
            self.press(*["up"] * (may_be_pair or not may_be_chow))
        elif last_set[:4] == "pair" and self.scoring_pairs(hand) and "seven_twins" not in special:
            self.press("down")  # the pair among the sets
        else:
            self.press(LAST_SETS[last_set])

    def _numbers(self) -> dict[int, str]:
        """The arrow of each number: at the side of its wind, or the next that is free, counted from East."""
        arrows = {SEATS.index(seat) + 1: self.arrow(seat) for seat in self.table.seats}
        sides = [_name(entry) for entry in SIDES]
        start = sides.index(arrows[1])
        free = [entry for entry in sides[start:] + sides[:start] if entry not in arrows.values()]
        for number in range(1, 5):
            if number not in arrows:
                arrows[number] = free.pop(0)
        return arrows

    def _flowers(self, mine: list[int]) -> None:
        for number, arrow in self._numbers().items():
            wanted = (number in mine) + 2 * (number + 4 in mine)
            entered = (number in self.flowers) + 2 * (number + 4 in self.flowers)
            self.press(*[arrow] * len([held for held in range(1, wanted + 1) if not held & entered]))
        self.flowers += mine

    def whole(self) -> list[str]:
        self.how()
        seats = self.table.seats
        start = seats.index(self.winner)
        for seat in seats[start:] + seats[:start]:
            self.hand(seat)
        return self.said


def concealed(hand: TileHand, chance: random.Random) -> list[Group]:
    """Returns the sets of the tiles in the hand, in the order in which they come. The device finds the best arrangement
    anyway."""
    counts = list(hand.counts)
    results: list[Group] = []
    while any(counts):
        tile = chance.choice([tile for tile in range(KINDS) if counts[tile]])
        way = "pair" if counts[tile] > 1 else "one"
        if counts[tile] > 2 and chance.random() < 0.8:
            way = "pung hand"
        chow = [tile, tile + 1, tile + 2]
        if tile < HONOURS and tile % 9 < 7 and all(counts[other] for other in chow) and chance.random() < 0.8:
            way = "chow hand"
        for other in chow if way == "chow hand" else [tile] * IN_HAND[way]:
            counts[other] -= 1
        results.append((tile, way))
    return results


def press(deal: Deal, session: Session, turn: int = 0, *, tiles: dict[str, str] | None = None, number: int = 0) -> str:
    """Returns the keys from Table to the payments of a won deal, as `mingg press` takes them: see Pressing."""
    return " ".join(Pressing(deal, session, turn, tiles=tiles, number=number).whole())


def tiles_of(deal: dict[str, Any]) -> dict[str, str]:
    """Returns the hands of a deal that are given tile by tile and are not dead."""
    return {seat: hand["tiles"] for seat, hand in deal["hands"].items() if "tiles" in hand and not hand.get("dead")}
