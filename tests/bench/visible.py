"""A first-time player: enters played deals by cards with such keys only as the screens name.

The player knows the rules and reads each hand off the table. Which key to press they know only from the words on the
screen, and from its page of keys behind B held. A deal is right if its payments are those of the same hands given tile
by tile.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import mingg_host.device  # noqa: F401 - gives MicroPython's framebuf to the screens
from help.answers import by_sets, read_deal
from help.pressing import NAMED, SHAPES, Pressing
from mingg.core.deal.deal import ROUNDS
from mingg.core.deal.hand import (
    ANY,
    BOTH,
    CLAIMED,
    DRAGON,
    KONG,
    KONG_SHOWN,
    MAJOR,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    ROUND,
    SEAT,
    SIMPLE,
    Hand,
)
from mingg.core.table.session import Session, Standing
from mingg.core.values import BadInput
from mingg.evening.evening import last_deal
from mingg.hal.keys import DOWN, KEY_NAMES, LEFT, RIGHT, UP, A, B
from mingg.ui.kit.lists import Choices, Rows
from mingg.ui.screens.system import keys as keymap
from mingg_host.device.headless import Headless
from mingg_scoring.interchange.answers import TABLE_KEYS, read_standalone
from presses import Deal

LIMITS = ("four_kongs", "nine_gates", "thirteen_orphans", "seven_twins", "three_concealed")
DOUBLES = ("double_no_score", "double_loose", "double_rob", "double_last", "double_drawn_only")


def _on(*names: str) -> dict[str, object]:
    return dict.fromkeys(names, True)


# Options that tables usually agree on, for each rule set.
TABLES: list[tuple[str, str, dict[str, object]]] = [
    ("Harr", "harr", {}),
    ("Harr, limit 500, flowers", "harr", {"limit": 500, "flowers": "own"}),
    ("Harr, discarder and insurance", "harr", _on("discarder_pays", "insurance", "feeding")),
    ("Harr limit", "harr-limit", {}),
    ("Harr limit, 20 for mah-jong, seasons", "harr-limit", {"mahjong": 20, "flowers": "seasons"}),
    ("Babcock", "babcock", {}),
    ("Babcock, no limit, flowers", "babcock", {"limit": None, "flowers": "own"}),
    ("Babcock, special hands", "babcock", _on("four_winds", "all_majors", "four_concealed", *LIMITS)),
    ("Babcock, doublings for points", "babcock", _on("double_no_chows", *DOUBLES)),
    ("Babcock, New Method, to ten", "babcock", _on("new_method", "round_to_ten")),
    ("Chinese", "chinese", {}),
    ("Chinese, round wind, Shanghai flowers", "chinese", {"round_wind": True, "flowers": "shanghai"}),
    ("Chinese, special hands", "chinese", _on(*LIMITS)),
    ("Chinese, no chows doubles", "chinese", _on("double_no_chows", *DOUBLES)),
    ("BMJA", "bmja", {}),
    ("DMJL", "dmjl", {}),
]
MOST = 120  # presses for a deal; a player who needs more does not find the way


class Unnamed(Exception):
    """No screen names a key for the player's intention. The message says which, and where."""


class Named(NamedTuple):
    """Keys to which the page of keys gives the same words."""

    keys: tuple[int, ...]
    held: bool
    words: str


# The words that the player looks for. The first of them that the screen shows counts.
SETS = {
    PUNG_SHOWN: ["pung, exposed", "exposed pung"],
    PUNG: ["pung, concealed", "concealed pung"],
    KONG_SHOWN: ["kong, exposed", "exposed kong"],
    KONG: ["kong, concealed", "concealed kong"],
}
SUITS = {
    "half": ["one suit + honours"],
    "full": ["one suit"],
    "honours": ["all honours", "honours only"],
}
HANDS = {
    "four_winds": "four winds",
    "all_majors": "only 1 9 honours",
    "nine_gates": "nine gates",
    "thirteen_orphans": "thirteen orphans",
    "seven_twins": "seven twins",
    "claimed": "kongs from discards",
    "fourth": "chow with a pung's 4th",
}
MARKS = {"loose": "loose tile", "last": "last tile of the wall", "hidden": "not shown"}
LAST_SETS = {
    "chow-middle": ["between 4_6", "between"],
    "chow-end": ["one end 12_", "one end"],
    "chow-open": ["both ends _34_", "both ends"],
}
NO_CHOW = ["a pung / the pair", "none / the pair"]
PAIRS_MADE = {
    "pair-simple": ["pair of 2-8"],
    "pair-major": ["pair of 1 9 honour"],
    "pair-seat": ["seat wind, own round"],
}


def _split(text: str) -> frozenset[str]:
    for sign in "|,+:":
        text = text.replace(sign, " ")
    return frozenset(text.lower().split())


class Drawn:
    """The texts of a canvas: signs of keys, and words. A sign names the words after it, up to the next sign."""

    def __init__(self, canvas: Any) -> None:
        self.named: list[tuple[int, list[str]]] = []
        clear, arrow, key, text = canvas.clear, canvas.arrow, canvas.key, canvas.text

        def cleared() -> None:
            self.named = []
            clear()

        def pointed(direction: int, *arguments: Any, **options: Any) -> None:
            self.named.append((direction, []))
            arrow(direction, *arguments, **options)

        def lettered(sign: str, *arguments: Any) -> int:
            self.named.append((A if sign == "A" else B, []))
            x: int = key(sign, *arguments)
            return x

        def written(words: str, *arguments: Any, **options: Any) -> int:
            if self.named:
                self.named[-1][1].append(words)
            x: int = text(words, *arguments, **options)
            return x

        canvas.clear, canvas.arrow, canvas.key, canvas.text = cleared, pointed, lettered, written

    def names(self, texts: list[str]) -> list[Named]:
        """A screen. said: all its words. Some words name their key: A done, hold A: more."""
        matches = [Named((key,), False, " ".join(words)) for key, words in self.named if words]
        for text in texts:
            for hint in text.split("  "):
                held = hint.startswith("hold ")
                sign, _, words = hint.removeprefix("hold ").replace(":", "", 1).partition(" ")
                if sign in ("A", "B") and words:
                    matches.append(Named((A if sign == "A" else B,), held, words))
        return matches


class Player:
    """A player. device: on Table, in English. `pressed` counts the presses; `look` is not counted: it only looks and
    pages before a press."""

    def __init__(self, device: Headless) -> None:
        self.device = device
        self.app = device.app
        self.pressed: list[str] = []
        self.drawn = Drawn(self.app.display.canvas)
        self._pages: dict[tuple[object, ...], list[Named]] = {}

    # ---- what the screens name ----

    def look(self) -> list[Named]:
        """Returns the keys that the screen or its page of keys names, with their words."""
        self.app.display.stale = True
        self.device.wait(24)
        return self.drawn.names([text for _, _, text in self.device.texts]) + self._page()

    def _page(self) -> list[Named]:
        """Returns the keys on the page of keys of this screen, with their words."""
        screen = self.app.screen
        if not screen.mapped:
            return []
        listed = [Named(tuple(keys), held, words) for keys, held, words in keymap.lines(screen)]
        page = type(screen).__name__, *listed
        if page not in self._pages:
            self.device.hold("b")
            if type(self.app.screen).__name__ != "Keys":
                raise Unnamed("B held shows no keys")
            texts = set(self.device.text())
            for _ in listed if "more keys" in texts else []:
                self.device.hold("a")
                texts.update(self.device.text())
            self.device.press("b")
            if type(self.app.screen) is not type(screen):
                raise Unnamed("B on the page of keys does not lead back")
            self._pages[page] = [named_key for named_key in listed if named_key.words in texts]
        return self._pages[page]

    def find(self, *wanted: str, held: bool | None = None, key: int | None = None) -> Named | None:
        """Returns the line with one of these words, alone or else among others."""
        named = [
            named_key for named_key in self.look() if held in (None, named_key.held) and key in (None, *named_key.keys)
        ]
        for words in map(_split, wanted):
            matches = [named_key for named_key in named if words <= _split(named_key.words)]
            if matches:
                # The shortest text fits best, and then a line that names one key alone.
                return min(matches, key=lambda match: (len(_split(match.words)), len(match.keys)))
        return None

    def press(self, *wanted: str, held: bool | None = None, key: int | None = None) -> None:
        """Presses the key of these words."""
        result = self.find(*wanted, held=held, key=key)
        if result is None or (key is None and len(result.keys) > 1):
            screen = type(self.app.screen).__name__
            named = "; ".join(named_key.words for named_key in self.look())
            raise Unnamed(f"{screen}: no key is named {wanted[0]!r}; named are: {named}")
        self._do(result.keys[0] if key is None else key, result.held)

    def point(self, name: str, words: str) -> None:
        """Presses the arrow of these words towards a person. The arrow is named with them, or points to their name."""
        result = self.find(f"{name} {words}") or self.find(words)
        positions = [(x, y) for x, y, text in self.device.texts if text == name]
        if result is None or len(result.keys) == 1 or len(positions) != 1:
            self.press(f"{name} {words}")
            return
        x, y = positions[0]
        side = UP if y < 16 else DOWN if y > 44 else LEFT if x < 50 else RIGHT
        self.press(words, key=side)

    def _do(self, key: int, held: bool = False) -> None:
        name = KEY_NAMES[key]
        self.pressed.append(f"hold:{name}" if held else name)
        if len(self.pressed) > MOST:
            raise Unnamed(f"lost: {' '.join(self.pressed)}")
        if held:
            self.device.hold(name)
        else:
            self.device.press(name)

    def named(self, key: int) -> bool:
        return any(key in named_key.keys and not named_key.held for named_key in self.look())

    def choose(self, row: str, times: int = 1) -> None:
        """Moves the bar of a list to the row with these words, and presses A, or the key that changes it, so many
        times."""
        screen = self.app.screen
        listed = next(part for part in screen.drawn() if isinstance(part, Rows))
        rows = [_split(str(listed.row(index)[0])) for index in range(listed.count)]
        positions = [index for index, words in enumerate(rows) if _split(row) <= words]
        if len(positions) != 1:
            raise Unnamed(f"{type(screen).__name__}: no row is named {row!r}")
        while self.app.screen.current != positions[0]:  # the page of keys makes the screen again
            below = (positions[0] - self.app.screen.current) % len(rows)  # a list goes round
            towards = DOWN if 2 * below <= len(rows) else UP
            if not self.named(towards):
                raise Unnamed(f"{type(screen).__name__}: no key is named that moves the bar")
            self._do(towards)
        key = RIGHT if isinstance(listed, Choices) else A
        for _ in range(times):
            if not self.named(key):
                raise Unnamed(f"{type(screen).__name__}: no key is named that chooses {row!r}")
            self._do(key)


class Entering(Player):
    """Enters a deal by cards."""

    def __init__(self, device: Headless) -> None:
        super().__init__(device)
        self.entered: set[tuple[object, ...]] = set()

    def enter(self, of_sets: Deal, session: Session, turn: int) -> None:
        """From Table to the next deal's Table."""
        self.pressed = []
        self.to_saved(of_sets, session, turn)
        self.press("next deal", "next")

    def to_saved(self, of_sets: Deal, session: Session, turn: int) -> None:
        """From Table to the payments of the saved deal."""
        self.deal = of_sets
        # The facts of the deal that the rules in force ask for, and its sets by class.
        self.known = Pressing(of_sets, session, turn, useless=False)
        self.rules, self.table = session.rules, session.table
        self.seats = {seat: session.names[session.table.player(seat)] for seat in session.table.seats}
        self.entered = set()
        deals = self.app.play.evening.deal_number()
        while self.app.play.evening.deal_number() == deals:
            screen = type(self.app.screen).__name__
            answer = getattr(self, "on_" + screen, None)
            if answer is None:
                raise Unnamed(f"what {screen} wants is not known")
            answer()

    def once(self, *entry: object) -> bool:
        """Returns True the first time."""
        if entry in self.entered:
            return False
        self.entered.add(entry)
        return True

    # ---- the winner and the way to win ----

    def on_TableScreen(self) -> None:
        self.press(self.seats[self.deal["winner"]])

    def on_How(self) -> None:
        win, winner = self.deal["win"], self.deal["winner"]
        if self.known.known("only-place") and self.once("only place"):
            self.only_place(self.known.of(winner))
            return
        marks = self.known.marks
        if win["by"] in ("draw", "loose"):
            if marks and self.once("rare"):
                self.press("rare ways", "rare")
            else:
                self.press("drew it", *[f"{MARKS[mark]}" for mark in marks])
            return
        source = self.seats[win.get("from") or next(seat for seat in self.table.seats if seat != winner)]
        if win["by"] == "rob" and self.known.known("rob"):
            if self.once("rare"):
                self.press("rare ways", "rare")
            else:
                self.press(f"kong of {source}")
        else:
            self.press(f"from {source}")

    def only_place(self, hand: Hand) -> None:
        """Ticks the only place; by rules that count it, the pair that the tile filled too."""
        entry = self.app.play.entry
        pair = self.rules.table["shape_counts"] and str(hand.last_set).startswith("pair")
        wanted = hand.only_place, pair
        while (entry.won().only_place, entry.won().last_set is not None) != wanted:
            if pair and not any("pair" in text for text in self.device.text()):
                raise Unnamed("How: nothing says that the pair counts")
            self.press("only place", "only place, pair")

    def on_Rare(self) -> None:
        marks = self.known.marks
        if self.deal["win"]["by"] == "rob":
            self.press("robbed kong")
        elif len(marks) == 1 and self.find(MARKS[marks[0]]):
            self.press(MARKS[marks[0]])
        elif marks == ["loose", "last"] and self.find("loose + last"):
            self.press("loose + last")
        else:
            self.press("more")

    def on_OtherWays(self) -> None:
        for mark in self.known.marks:
            if self.once("mark", mark):
                self.choose(MARKS[mark])
        self.press("done")

    # ---- a hand ----

    def turn(self) -> str:
        """Returns whose hand it is."""
        screen = self.app.screen
        seat: str = self.table.seat(screen.hand.player)
        return seat

    def on_Card(self) -> None:
        seat = self.turn()
        hand, won = self.known.of(seat), seat == self.deal["winner"]
        special = [name for name in NAMED if name in hand.special and name in self.rules.hands]
        special = self.modern(hand) or special
        shapes = [name for name in special if name in SHAPES]
        if won and shapes and self.once("list", "shapes"):
            self.rows = shapes
            self.press("more", "suit")
        elif self.once("sets", seat):
            self.sets(seat, hand)
        elif self.is_doubled_suit(hand, won) and self.once("suit", seat):
            if self.find("suit", "suit?", "one suit", "more") is not None:
                self.press("suit", "suit?", "one suit", "more")
        elif self.rest(hand, special, won) and self.once("list", seat):
            self.rows = self.rest(hand, special, won)
            self.press("more", "suit")
        elif hand.flowers and self.app.screen.hand.counts_flowers():
            self.press("flowers", held=True)  # A there goes on as here
        else:
            self.press("done", "nothing", "none", "save")

    def rest(self, hand: Hand, special: list[str], won: bool) -> list[str]:
        """Returns what else of this hand is on the list of special hands, if the rules need it. Modern rules count the
        claimed kongs of a losing hand, too."""
        if not won:
            return ["claimed"] * bool(
                hand.number(ANY, CLAIMED) and self.rules.knows("three-concealed") and self._modern()
            )
        rows = [name for name in special if name not in SHAPES]
        rows += ["claimed"] * bool(hand.number(ANY, CLAIMED)) + ["fourth"] * hand.fourth
        return [row for row in rows if row in self.known._rows_of_list() or row in self.modern(hand)]

    def modern(self, hand: Hand) -> list[str]:
        """Returns the special hands of a hand by a modern rule set, in which the list has all that sets do not
        show."""
        return hand.special if self._modern() else []

    def _modern(self) -> bool:
        return "modern" in self.rules.table

    def is_doubled_suit(self, hand: Hand, won: bool) -> bool:
        """Returns True if the suit of this hand can score."""
        suit = hand.suit
        if suit == "mixed":
            return False
        doubled = {"half": "half-suit", "full": "full-suit", "honours": "honours"}[suit]
        return won or any(row[0] == doubled for row in self.rules.doublings_of[won])

    def sets(self, seat: str, hand: Hand) -> None:
        """Enters the scoring sets of the hand, one after the other."""
        words = {
            SIMPLE: ["2-8"],
            MAJOR: ["1 9 wind"],
            DRAGON: ["dragon"],
            SEAT: [f"seat {seat}", f"own {seat}", "seat wind"],
            ROUND: [f"round {self.table.round_wind()}", "round wind"],
        }
        apart = len(self.app.screen.hand.kinds) > 1
        words[BOTH] = words[ROUND if apart else SEAT]
        for item in self.known.sets(seat, hand):
            self.one_set(words[item & ANY], ["pair"] if item & PAIR else SETS[item - (item & ANY)])

    def one_set(self, kind: list[str], way: list[str]) -> None:
        entry, player = self.app.play.entry, self.app.screen.hand.player
        before = len(entry.hands[player].sets)
        named = self.find(*kind, held=False)
        if way == ["pair"] and named is not None:
            at_once = self.find("pair", held=True, key=named.keys[0])
            if at_once is not None:
                self._do(named.keys[0], True)
        while len(entry.hands[player].sets) == before:
            asked = len(self.app.screen.kinds)
            if asked == 1:
                self.press(*way)
            elif asked:
                self.press(*kind)
            else:
                self.press(*kind, "winds", held=False)

    def on_More(self) -> None:
        if ("suit", self.turn()) in self.entered and self.once("which suit", self.turn()):
            self.press(*SUITS[self.known.of(self.turn()).suit])
        elif self.rows:
            self.press("special hands", "special")
        else:
            self.press("back")

    def on_Special(self) -> None:
        hand = self.known.of(self.turn())
        items = [str(item) for item in self.app.screen.items]
        for row in sorted(self.rows, key=lambda row: row != "claimed"):  # a hand may be concealed only with it
            if row not in items and self.modern(hand):  # the sets show it
                continue
            index = items.index(row)
            screen = self.app.screen
            if screen.row(index)[1] != "yes":  # the device may know it from the sets
                words = str(screen.row(index)[0]) if self._modern() else HANDS[row]  # players know the modern names
                self.choose(words, hand.number(ANY, CLAIMED) if row == "claimed" else 1)
        self.rows = []
        self.press("done")

    def on_LastSet(self) -> None:
        last_set = self.known.of(self.deal["winner"]).last_set
        if last_set is None:
            self.press("a pung", "none", *NO_CHOW)
        elif last_set[:4] == "pair":
            self.press(*PAIRS_MADE[last_set], "the pair", *NO_CHOW)
        else:
            self.press(*LAST_SETS[last_set])

    def on_Flowers(self) -> None:
        seat = self.turn()
        mine = self.known.of(seat).flowers
        for number in range(1, 5):
            wanted = [flower for flower in mine if flower in (number, number + 4)]
            entry = self.app.play.entry
            player = self.table.player(seat)
            while [flower for flower in entry.hands[player].flowers if flower in (number, number + 4)] != wanted:
                self.press(f"{number}", f"{number} {seat}")
        self.press("next hand", "done")

    def on_Liability(self) -> None:
        self.press("nobody", "go on")

    def on_Result(self) -> None:
        self.press("save", "saves", "go on")


# ---- the deals ----


def tables_deal(deal: Deal, number: int, rules: str, options: dict[str, object]) -> Deal:
    """Returns a random deal for this table. Rare events are rare, and flowers are played if they count."""
    chance = random.Random(number)
    hands = {seat: dict(hand) for seat, hand in deal["hands"].items()}
    if options.get("flowers", "off") != "off":
        for flower in range(1, 9):
            seat = chance.choice([*hands, None])
            if seat is not None:
                hands[seat]["tiles"] += f" {flower}f"
    win = dict(deal["win"])
    if win["by"] == "draw" and chance.random() < 0.1:
        win["last"] = True
    elif win["by"] == "draw" and chance.random() < 0.05:
        win["hidden"] = True
    return {**deal, "hands": hands, "win": win, "rules": rules, "options": options, "round": "ESWN"[number % 4]}


def outcome(player: Entering, deal: Deal, number: int) -> str | None:
    """Returns what no screen names, or a wrong score, "" if all is right; None if the books do not allow the deal."""
    try:
        rules, round_wind, read, _ = read_standalone(deal)
    except BadInput:
        return None
    of_sets = {**deal, "hands": {seat: by_sets(hand) for seat, hand in read.hands.items()}}
    session = Session(["Ann", "Bo", "Cy", "Di"], rules)
    round_number = ROUNDS[4].index(round_wind)
    session.table.resume(0, round_number, 0)
    session.resume(Standing(0, session.table.order[0], round_number, [2000] * 4, 0, False, None, None))
    wanted = session.answer(read_deal(deal, rules, round_wind, TABLE_KEYS)).net
    app = player.app
    from mingg.ui.begin import new_session  # after the device, which brings framebuf

    new_session(app, session, number % 4)
    player.device.wait(100)
    try:
        player.enter(of_sets, session, number % 4)
    except Unnamed as error:
        return str(error)
    last = last_deal(app.play.evening)
    if type(app.screen).__name__ != "TableScreen":
        return f"not on Table: {player.device.text()}"
    return "" if last is not None and last.answer.net == wanted else f"{last and last.answer.net}, and not {wanted}"


def outcomes(table: tuple[str, str, dict[str, object]], deals: Iterator[tuple[int, Deal]]) -> Iterator[str]:
    _, rules, options = table
    with tempfile.TemporaryDirectory() as folder, Headless(Path(folder)) as device:
        player = Entering(device)
        for number, deal in deals:
            result = outcome(player, tables_deal(deal, number, rules, options), number)
            if result is not None:
                yield result
            for ledger in Path(folder).glob("*-00.txt"):
                ledger.unlink()
