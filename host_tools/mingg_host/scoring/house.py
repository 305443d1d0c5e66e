"""House rules: a small TOML file that changes a rule set. `mingg rules --example` prints one.

tuesday = house.read(Path("tuesday.toml"))
tuesday.rules()  # the rule set in force, to score by
tuesday.keys()   # the same as keys of a deal, or of a session's first line, in the interchange format
"""

from __future__ import annotations

import copy
import itertools
import json
import os
import random
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mingg.core.hand import made
from mingg.core.hand.hand import CHOW, CLAIMED, CONCEALED, EXPOSED, KONG, PUNG, Meld, TileHand
from mingg.core.hand.special import Tiles, is_special, pattern_of
from mingg.core.hand.tiles import HONOURS
from mingg.core.rules import OF_HOUSE, Rules, load, patterns
from mingg.core.rules import house as core
from mingg.core.rules.agreed import LIMITS, BadHouse, BadRules, wrong
from mingg.core.rules.books import RULE_SETS, module_of, options_of
from mingg.core.rules.hands import HANDS as OF_BOOKS
from mingg.core.rules.house import HANDS
from mingg.core.rules.options import load_keeping, offered, why_not
from mingg.core.rules.rows import ADDED, DOUBLINGS, POINTS, SPECIAL, WAITING
from mingg.core.score.special import share_of_limit
from mingg.core.values import step
from mingg.lang import named
from mingg.records.line import seal

from mingg_host.common import places
from mingg_host.common.output import meant
from mingg_host.common.toml_text import BadFile, Reading

NONE = "none"  # means no limit, for which TOML has no value
PLAIN = ("name", "from", "limit", "mahjong")
SECTIONS = ("options", POINTS, DOUBLINGS, SPECIAL, WAITING)
UNPLAYED = 'these flowers are not played. Add to [options] for example flowers = "seasons"'
MOST_FILES = 20  # that derive from each other
# Tiles for which a pattern can stand: how many are tried, and how often those of its words are drawn anew.
MOST_TRIED, SHUFFLED = 500, 30
SENSELESS = {
    "no-limit": "this is a share of the limit, but there is no limit. Set a limit, or leave this out.",
}
# The keys that can put nine mummies or thirteen orphans in force, and the message if a file does both.
EXCLUDED = (("options", "nine_mummies"), ("options", "thirteen_orphans"), (SPECIAL, "thirteen_orphans"))
EXCLUDE = "nine mummies are impossible with thirteen orphans. Leave one of them out."
EXAMPLE = """\
# House rules: what your table counts differently from a rule set. What is not in this file counts as in the rule set.
# `mingg rules check FILE` finds mistakes, `mingg rules FILE` prints the whole sheet, and `mingg rules install FILE`
# puts the rules on a connected board, where a new evening offers them.

name = "Tuesday club"  # at most 14 letters
from = "babcock"       # harr, harr-limit, babcock, chinese, bmja, dmjl; or another such file: "monday.toml"
limit = 500            # an even number, or "none"
mahjong = 30           # points for winning

[options]              # as `mingg rules babcock` lists them
four_winds = true
flowers = "seasons"

[points]               # even numbers; 0 takes a figure away
pung = [2, 4, 4, 8]    # exposed 2-8, concealed 2-8, exposed 1 9 honour, concealed 1 9 honour
kong = [8, 16, 16, 32]
pair.dragon = 4        # a pair of dragons; seat, round, both (seat wind in its own round)
no-chows = 20
rob = 0
flower = 6

[doublings]            # what the score is multiplied by: 2, 4 or 8; 0 takes it away
half-suit = 4
round-wind = 2         # another book has this one
dragon.pung = 2        # a kong may count more; seat-wind and round-wind too
dragon.kong = 4

[special]              # "limit", "half" or "third" of the limit; 0 takes it away
four_kongs = "half"
lucky_thirteen = 0

# [waiting]            # with bmja: points for a loser who waits for a special hand; 0 takes them away
# knitting = 100

# Special hands of your own, each in a section with its name of at most 14 letters. Tiles are written as for `mingg
# score`: 123m characters, p dots, s bamboo; 1234z East South West North, 567z White Green Red. Letters stand for any
# suit, number or honour: a, b, c for different suits; n, k, j for different numbers, and n+1 for the one after n; w, v
# for different winds; d, u for different dragons. A chow, pung or kong that may be exposed is a group of its own.

[hands."Winter garden"]
tiles = "nnna nnnb nnnc wwwz 55z"  # pungs of a number in all suits and of a wind, white dragons
score = "limit"                    # "half", "third", or points such as 400
flowers = 1                        # so many; or which ones: "4f8f"

[hands."Frozen lake"]
tiles = "123456789a nnb nnc dz"
score = 200
concealed = true                   # nothing is exposed before the winning tile
claim = false                      # the winning tile must be drawn
"""


class HouseError(BadFile):
    """A file of house rules has mistakes."""


@dataclass(frozen=True)
class House:
    """House rules. book: the rule set that they change. options: their options, with the limit. changes: the changed
    figures, as in mingg.core.rules.house."""

    book: str
    options: dict[str, Any]
    changes: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.changes["name"])

    def keys(self) -> dict[str, Any]:
        """Returns the rules as keys of the interchange format."""
        return {"rules": self.book, "options": self.options, "house": self.changes}

    def rules(self, players: int = 4, options: dict[str, Any] | None = None) -> Rules:
        """Returns the rule set in force with further options. Raises ValueError for an impossible option."""
        return load(self.book, {**self.options, **(options or {})}, players, self.changes)

    def stored(self) -> tuple[str, bytes]:
        """Returns the file for a device's store: name and bytes."""
        return stored_name(self.name), seal(0, json.dumps(self.keys()))


def stored_name(name: str) -> str:
    """Returns the name of the file for these house rules in a device's store."""
    plain = unicodedata.normalize("NFKD", name.lower().replace("ı", "i")).encode("ascii", "ignore").decode()
    return f"{OF_HOUSE}{re.sub('[^a-z0-9]+', '-', plain).strip('-') or 'rules'}.txt"


def name_in(data: bytes) -> str | None:
    """Returns the name of the house rules in a file of a device's store, or None if the file is damaged."""
    try:
        text = data[14:-1].decode()
        return str(json.loads(text)["house"]["name"]) if seal(0, text) == data else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def read(file: str | Path) -> House:
    """Reads the house rules in a file. Raises HouseError."""
    return _read(Path(file), ())


def _read(path: Path, above: tuple[Path, ...]) -> House:
    return _Reading(path, above).house()


class _Reading(Reading):
    """above: the files that derive from this one."""

    error = HouseError

    def __init__(self, path: Path, above: tuple[Path, ...]) -> None:
        super().__init__(str(path), self.text_of(path))
        self.path = path
        self.above = (*above, path.resolve())

    def house(self) -> House:
        for key in self.content:
            if key not in (*PLAIN, *SECTIONS, HANDS):
                self._wrong((key,), _unknown(key, (*PLAIN, *SECTIONS, HANDS)))
        base = self._base()
        name = self._name()
        if base is None:
            raise HouseError(str(self.path), *self.problems)
        self.book = base.book
        self.options, self.changes = dict(base.options), copy.deepcopy(base.changes)
        self.changes["name"] = name
        self._limit()
        self._options()
        if self._section(WAITING) and not module_of(self.book).WAITING:
            self._wrong((WAITING,), f"{self.book} has nothing for a loser who waits. Leave this section out.")
        for table in (POINTS, DOUBLINGS, SPECIAL, *([WAITING] if module_of(self.book).WAITING else [])):
            for item, value in self._section(table).items():
                figures = (
                    [{word: points} for word, points in value.items()]
                    if isinstance(value, dict) and table == POINTS
                    else []
                )
                for figure in figures or [value]:
                    self._change(table, item, figure)
        if "mahjong" in self.content:
            if "mahjong" in self._section(POINTS):
                self._wrong(("mahjong",), "[points] has this, too. Leave one out.")
            self._change(POINTS, "mahjong", self.content["mahjong"], ("mahjong",))
        self._hands()
        if not self.problems:
            self._together()
        self._refuse_mistakes()
        return House(self.book, self.options, self.changes)

    # ---- the parts ----

    def _base(self) -> House | None:
        base = self.content.get("from")
        if base in RULE_SETS:
            return House(str(base), {}, {})
        if isinstance(base, str) and base.endswith(".toml"):
            path = self.path.parent / base
            if not os.path.isfile(path):
                self._wrong(("from",), "there is no such file beside this one. Check the name.")
            elif len(self.above) > MOST_FILES:
                self._wrong(("from",), f"at most {MOST_FILES} files can derive from each other. Name a rule set.")
            elif path.resolve() in self.above:
                self._wrong(("from",), "the files derive from each other. Name a rule set in one of them.")
            else:
                return _read(path, self.above)
        elif base is None:
            self._wrong(("from",), f"the base is missing. Choose one of {_list(RULE_SETS)}")
        else:
            word = base if isinstance(base, str) else ""
            self._wrong(("from",), f"{_unknown(word, RULE_SETS)}, or a file beside this one, *.toml")
        return None

    def _name(self) -> str:
        name = self.content.get("name")
        try:
            load(RULE_SETS[0], None, 4, {"name": name})
        except BadHouse as error:
            self._wrong(("name",), str(error))
            return "?"
        taken = [*RULE_SETS, *(module_of(book).TITLE for book in RULE_SETS)]
        if str(name).lower() in map(str.lower, taken):
            self._wrong(("name",), "a book has this name. Choose another one.")
        self._spelled(("name",), str(name))
        return str(name)

    def _spelled(self, keys: tuple[str, ...], name: str) -> None:
        missing = sorted(set(name) - _letters())
        if missing:
            self._wrong(keys, f"the device has no letter {json.dumps(missing[0])}. Write the name without it.")

    def _limit(self) -> None:
        if "limit" in self.content:
            limit = None if self.content["limit"] == NONE else self.content["limit"]
            problem = wrong(LIMITS, limit)
            if problem:
                self._wrong(("limit",), problem.replace("null", json.dumps(NONE)))
            else:
                self.options["limit"] = limit

    def _options(self) -> None:
        choices = {option.name: option.choices for option in options_of(module_of(self.book))}
        for name, value in self._section("options").items():
            keys = ("options", name)
            if name in ("limit", "mahjong"):
                self._wrong(keys, f"this belongs above the first [section]. Write there: {name} = ...")
            elif name not in choices:
                rows = offered(load(self.book))
                names = tuple(row.name for row in rows if row.name not in ("limit", "mahjong"))
                self._wrong(keys, f"{self.book} has no such option{meant(name, names)}. Choose one of {_list(names)}")
            elif problem := wrong(choices[name], value):
                self._wrong(keys, problem)
            else:
                self.options[name] = value

    def _change(self, table: str, item: str, value: Any, keys: tuple[str, ...] = ()) -> None:
        """Checks one figure of a section, and adds it to the changes. keys: its path, by default (table, item)."""
        into = ADDED if table == SPECIAL and _known(ADDED, item, self.book) else table
        value = False if type(value) is int and value == 0 and item not in core.NEEDED else value
        keys = keys or (table, item)
        if not _known(into, item, self.book):
            self._wrong(keys, _unknown(item, _items(table)))
            return None
        try:
            rules = load_keeping(self.book, self.options, 4, {"name": "?", into: {item: value}})
        except BadHouse as error:
            if error.pointer == "/points/pair" and (item != "pair" or isinstance(value, dict)):
                return self._put(into, item, value)  # _together() checks it, with the figures of the rest of the file
            inner = [step for step in error.pointer.split("/")[3:] if not step.isdigit()]
            self._wrong((*keys, *inner), str(error))
            return None
        if item in core.FLOWERS and value is not False and not any(row.id == item for row in rules.tables[into]):
            self._wrong(keys, UNPLAYED)
        return self._put(into, item, value)

    def _put(self, table: str, item: str, value: Any) -> None:
        """Adds a figure to the changes. A dict adds to the figures that are there."""
        changes = self.changes.setdefault(table, {})
        if isinstance(value, dict) and table == POINTS:
            before = changes.get(item, {})
            if before is False:  # the base file took all of these away; only those in `value` come back
                before = dict.fromkeys(core.known(table, item, module_of(self.book)).worth, 0)
            value = {**before, **value}
        if value != {}:
            changes[item] = value

    # ---- special hands ----

    def _hands(self) -> None:
        """Reads the special hands. Each key is checked separately."""
        hands: dict[str, Any] = self.changes.get(HANDS, {})
        waiting = bool(load(self.book).waiting)
        for name, hand in self._section(HANDS).items():
            keys = (HANDS, name)
            if hand is False or (type(hand) is int and hand == 0):
                if hands.pop(name, None) is None:
                    self._wrong(keys, "the base has no such hand. Leave this out.")
                continue
            if not isinstance(hand, dict):
                self._wrong(keys, f"this must be a section: [hands.{json.dumps(name)}], and below it tiles and score")
                continue
            self._hand_name(name)
            for key in hand:
                problem = patterns.wrong(key, hand, waiting)
                if key not in patterns.KEYS:
                    problem = _unknown(key, patterns.KEYS)
                if problem:
                    self._wrong((*keys, key), problem)
            for key, example in (("tiles", '"123a 456a 789a wwwz ddz"'), ("score", '"half"')):
                if key not in hand:
                    self._wrong(keys, f"{key} is missing. Add for example {key} = {example}")
            hands[name] = hand
        if len(hands) > patterns.MOST_HANDS:
            self._wrong((HANDS,), f"at most {patterns.MOST_HANDS} hands fit. Leave some out.")
        if hands:
            self.changes[HANDS] = hands
        else:
            self.changes.pop(HANDS, None)

    def _hand_name(self, name: str) -> None:
        keys = (HANDS, name)
        try:
            patterns.check_hand_name(name, "")
        except BadHouse as error:
            self._wrong(keys, str(error))
            return
        self._spelled(keys, name)
        for item in _items(SPECIAL):
            if name.lower() in (item.replace("_", " "), named("special", item).lower()):
                self._wrong(keys, f'a book has this hand. Put {item} = "limit" into [special], or choose another name.')
                return
        others = [other for other in self._section(HANDS) if other != name and other.lower() == name.lower()]
        if others and list(self._section(HANDS)).index(others[0]) < list(self._section(HANDS)).index(name):
            self._wrong(keys, f"another hand is called {others[0]}. Choose another name.")

    def _hands_together(self, rules: Rules) -> None:
        """Checks for hands that can never count."""
        hands: dict[str, Any] = self.changes.get(HANDS, {})
        seen: list[tuple[Any, ...]] = []
        for name, hand in hands.items():
            if isinstance(hand["score"], str) and rules.limit is None:
                self._of_hand(name, "score", SENSELESS["no-limit"], ("limit",))
            if "flowers" in hand and rules.on("flowers") in (False, "off"):
                self._of_hand(name, "flowers", UNPLAYED, ("options", "flowers"))
            told = (
                sorted((sorted(way.groups), sorted(way.words)) for way in patterns.ways_of(hand["tiles"])),
                *(hand.get(key) for key in ("of", "suits", "same", "concealed", "claim", "flowers")),
            )
            if not made.example(hand):
                self._of_hand(name, "tiles", "no tiles can be this hand. Change tiles, of or suits.")
            if told in seen:
                self._of_hand(name, "tiles", f"{list(hands)[seen.index(told)]} is the same hand. Leave one out.")
            seen.append(told)
            covered = _covered(name, hand, rules)
            if covered:
                message = (
                    f"{rules.id} has this hand as {covered}, which counts as much. Leave this out, or change its score."
                )
                self._of_hand(name, "tiles", message)

    def _of_hand(self, name: str, key: str, message: str, instead: tuple[str, ...] = ("from",)) -> None:
        """Adds a mistake of a special hand, or if the base file has the hand, of what this file changes."""
        if (HANDS, name) in self.lines:
            self._wrong((HANDS, name, key), message)
        else:
            place = instead if instead in self.lines else ("from",)
            self._wrong(place, f"{name} of {self.content['from']}: {message}")

    def _together(self) -> None:
        """Checks for figures that conflict with others."""
        try:
            rules = load(self.book, self.options, 4, self.changes)
        except BadHouse as error:
            for name in self.changes.get(HANDS, {}):
                if error.pointer == step(step("/" + HANDS, name), "tiles"):
                    self._of_hand(name, "tiles", str(error))
                    return
            # A pair scores too much compared with a pung. This file changes at least one of the two.
            self._wrong((POINTS, "pair") if (POINTS, "pair") in self.lines else (POINTS, "pung"), str(error))
            return
        except BadRules:
            self._wrong(next((keys for keys in EXCLUDED if keys in self.lines), ("from",)), EXCLUDE)
            return
        for row in options_of(module_of(self.book)):
            reason = why_not(row, rules) if row.name in self.options else None
            if reason:
                self._senseless(("options", row.name), reason)
            if self.options.get(row.name, False) is not False and core.decides(self.changes, row):
                self._twice(row)
        if rules.limit is None:
            for table in (SPECIAL, ADDED):
                for item, share in self.changes.get(table, {}).items():
                    if share is not False:
                        self._senseless((SPECIAL, item), "no-limit")
        self._hands_together(rules)

    def _senseless(self, keys: tuple[str, ...], reason: str) -> None:
        """Reports a key that has no effect. reason: a key of SENSELESS. keys: its path in this file, or in its base."""
        if keys in self.lines:
            self._wrong(keys, SENSELESS[reason])
        else:
            self._wrong(("limit",), f"{keys[-1]} of {self.content['from']}: {SENSELESS[reason]}")

    def _twice(self, row: Any) -> None:
        """Reports an option and a section that set the same figure, in this file or its base."""
        name = row.name
        if name in self._section("options"):
            self._wrong(("options", name), "another section sets the same figure. Leave one out.")
            return
        paths = [
            (POINTS, effect) if isinstance(effect, str) else (table, effect.id) for _, table, effect in row.effects
        ]
        place = next((keys for keys in paths if keys in self.lines), ("from",))
        message = f"the option {name} of {self.content['from']} sets this, too. Put {name} = false into [options]."
        self._wrong(place, message)

    # ---- places ----

    def _section(self, name: str) -> dict[str, Any]:
        section = self.content.get(name, {})
        if isinstance(section, dict):
            return section
        if not any(problem.key == name for problem in self.problems):
            self._wrong((name,), f"this must be a section: [{name}], and below it a line for each")
        return {}

    def _name_of(self, keys: tuple[str, ...]) -> str:
        return keys[-1] if keys[0] not in (*SECTIONS, HANDS) or len(keys) < 2 else ".".join(keys[1:])


def _covered(name: str, hand: dict[str, Any], rules: Rules) -> str:
    """Returns the special hand of the book that counts at least as much for all tiles of a pattern; "" if none does."""
    own = next(row for row in rules.special if row.id == name)
    known = {
        row.id: pattern_of(row.id, rules)
        for row in rules.special
        if row.id in OF_BOOKS and _figure(row, rules) >= _figure(own, rules)
    }
    claim = hand.get("claim", True)
    for item, pattern in list(known.items()):
        if pattern.last or (claim and pattern.claim is not True):
            del known[item]
    chance = random.Random(0)
    tried = itertools.chain(*(made.made(hand, lambda items: chance.sample(items, len(items))) for _ in range(SHUFFLED)))
    for sets in itertools.islice(tried, MOST_TRIED):
        for laid in (False,) if hand.get("concealed", False) else (True, False):
            tiles = Tiles(_hand_of(sets, laid))
            known = {item: pattern for item, pattern in known.items() if is_special(pattern, tiles)}
        if not known:
            break
    return next(iter(known), "")


def _hand_of(sets: list[tuple[int, ...]], laid: bool) -> TileHand:
    """Returns the hand of these sets. laid: chows are exposed, and pungs as kongs if there is a fourth tile."""
    hand = TileHand()
    whole = Counter(tile for tiles in sets for tile in tiles)
    for tiles in sets:
        first = min(tiles)
        alike = len(set(tiles)) == 1
        if len(tiles) == 4 and alike:
            hand.melds.append(Meld(KONG, first, CLAIMED if laid else CONCEALED))
        elif laid and len(tiles) == 3 and alike:
            hand.melds.append(Meld(PUNG if whole[first] > 3 else KONG, first, EXPOSED if whole[first] > 3 else CLAIMED))
        elif laid and tuple(sorted(tiles)) == (first, first + 1, first + 2) and first < HONOURS:
            hand.melds.append(Meld(CHOW, first, EXPOSED))
        else:
            for tile in tiles:
                hand.counts[tile] += 1
    return hand


def _figure(row: Any, rules: Rules) -> int:
    """Returns the points of a special hand; 0 for a share of a limit that there is not."""
    of_points = isinstance(row.worth, tuple) and len(row.worth) == 1
    return share_of_limit(rules.limit, row.worth) if of_points or rules.limit is not None else 0


def _known(table: str, item: str, book: str) -> bool:
    return core.known(table, item, module_of(book)) is not None


def _items(table: str) -> tuple[str, ...]:
    """Returns every id that a section can have, from all books."""
    ids: dict[str, None] = {}
    for book in map(module_of, RULE_SETS):
        rows: list[Any] = list(getattr(book, table.upper())) + (list(book.ADDED) if table == SPECIAL else [])
        rows += [row for option in options_of(book) for _, into, row in option.effects if into == table]
        ids.update(dict.fromkeys(row.id for row in rows))
    return tuple(ids)


def _unknown(word: str, words: tuple[str, ...]) -> str:
    return f"unknown word{meant(word, words)}. Choose one of {_list(words)}"


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(words)


def _letters() -> set[str]:
    """The letters that the device can draw: ASCII, and those of letters.txt."""
    lines = (places.package() / "ui" / "letters.txt").read_text(encoding="utf-8").splitlines()
    return {chr(code) for code in range(32, 127)} | {line[0] for line in lines if line}
