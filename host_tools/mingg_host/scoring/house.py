"""House rules: a small TOML file that changes a rule set. `mingg rules --example` prints one.

tuesday = house.read("tuesday.toml")
tuesday.rules()  # the rule set in force, to score by
tuesday.keys()   # the same as keys of a deal, or of a session's first line, in the JSON format
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
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mingg.core.hand import made
from mingg.core.hand.hand import CHOW, CLAIMED, CONCEALED, EXPOSED, HONOURS, KONG, PUNG, Meld, TileHand
from mingg.core.hand.special import HANDS as OF_BOOKS
from mingg.core.hand.special import Tiles, is_special, pattern_of
from mingg.core.rules import OF_HOUSE, RULE_SETS, Rules, books, house_hands, load, module_of, options_of, patterns
from mingg.core.rules import house as core
from mingg.core.rules.agreed import BadRules, wrong
from mingg.core.rules.house import HANDS
from mingg.core.rules.options import offered, why_not
from mingg.core.rules.rows import ADDED, DOUBLINGS, POINTS, SPECIAL, WAITING, rows_in
from mingg.lang import named
from mingg.records.line import seal
from mingg_scoring import figures

from mingg_host.common import places
from mingg_host.common.output import meant
from mingg_host.common.toml_text import BadFile, Reading

EXAMPLE = Path(__file__).with_name("house_example.toml")  # everything that a file can have
NONE = "none"  # means no limit, for which TOML has no value
PLAIN = ("name", "from", "limit", "mahjong")
SECTIONS = ("options", POINTS, DOUBLINGS, SPECIAL, WAITING)
MOST_FILES = 20  # that derive from each other
# Tiles for which a pattern can stand: how many are tried, and how often those of its words are drawn anew.
MOST_TRIED, SHUFFLED = 500, 30
UNPLAYED = 'these flowers are not played. Add to [options] for example flowers = "seasons"'
SHARE = "this is a share of the limit, but there is no limit. Set a limit, or leave this out."
# By the option that the core refuses beside another one: the message, and the keys that can be the reason.
EXCLUDED = {
    "/options/nine_mummies": (
        "nine mummies are impossible with thirteen orphans. Leave one of them out.",
        (("options", "nine_mummies"), ("options", "thirteen_orphans"), (SPECIAL, "thirteen_orphans")),
    ),
    "/options/winner_deals": (
        "the winner cannot deal if East passes after every deal. Leave one of them out.",
        (("options", "winner_deals"), ("options", "east_passes")),
    ),
}


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
        """Returns the rules as keys of the JSON format."""
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


def read(file: str | Path, above: tuple[Path, ...] = ()) -> House:
    """Reads the house rules in a file. above: the files that derive from it. Raises BadFile."""
    return _Reading(Path(file), above).house()


class _Reading(Reading):
    """Reads a file. above: the files that derive from it."""

    def __init__(self, path: Path, above: tuple[Path, ...]) -> None:
        super().__init__(str(path), self.text_of(path))
        self.path = path
        self.above = (*above, path.resolve())

    def house(self) -> House:
        for key in self.content:
            if key not in (*PLAIN, *SECTIONS, HANDS):
                self._wrong((key,), _unknown(key, (*PLAIN, *SECTIONS, HANDS)))
        base = self._base()
        name = self.content.get("name")
        books = [word.lower() for book in RULE_SETS for word in (book, module_of(book).TITLE)]
        self._check_name(("name",), name, dict.fromkeys(books, "a book has this name. Choose another one."))
        if base is None:
            raise BadFile(self.file, *self.problems)
        self.book, self.module = base.book, module_of(base.book)
        self.options, self.changes = dict(base.options), copy.deepcopy(base.changes)
        self.changes["name"] = name
        self._options()
        self._figures()
        self._hands()
        while True:  # the core reports one mistake at a time
            try:
                rules = load(self.book, self.options, 4, self.changes)
                break
            except BadRules as error:
                self._refused(error)
        if not self.problems:
            self._together(rules)
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
                problem = "there is no such file beside this one. Check the name."
            elif len(self.above) > MOST_FILES:
                problem = f"at most {MOST_FILES} files can derive from each other. Name a rule set."
            elif path.resolve() in self.above:
                problem = "the files derive from each other. Name a rule set in one of them."
            else:
                return read(path, self.above)
        elif base is None:
            problem = f"the base is missing. Choose one of {', '.join(RULE_SETS)}"
        else:
            problem = f"{_unknown(base if isinstance(base, str) else '', RULE_SETS)}, or a file beside this one, *.toml"
        self._wrong(("from",), problem)
        return None

    def _options(self) -> None:
        given: dict[tuple[str, ...], Any] = {
            ("options", name): value for name, value in self._section("options").items()
        }
        if "limit" in self.content:
            given[("limit",)] = None if self.content["limit"] == NONE else self.content["limit"]
        choices = {option.name: option.choices for option in options_of(self.module)}
        for keys, value in given.items():
            name = keys[-1]
            if keys[1:] in (("limit",), ("mahjong",)):
                self._wrong(keys, f"this belongs above the first [section]. Write there: {name} = ...")
            elif name not in choices:
                names = [row.name for row in offered(load(self.book)) if row.name not in ("limit", "mahjong")]
                listed = ", ".join(names)
                self._wrong(keys, f"{self.book} has no such option{meant(name, names)}. Choose one of {listed}")
            elif problem := wrong(choices[name], value):
                self._wrong(keys, problem.replace("null", json.dumps(NONE)))
            else:
                self.options[name] = value

    def _figures(self) -> None:
        for table in SECTIONS[1:]:
            for item, value in self._section(table).items():
                self._change(table, item, value, (table, item))
        if "mahjong" in self.content:
            if "mahjong" in self._section(POINTS):
                self._wrong(("mahjong",), "[points] has this, too. Leave one out.")
            self._change(POINTS, "mahjong", self.content["mahjong"], ("mahjong",))

    def _change(self, table: str, item: str, value: Any, keys: tuple[str, ...]) -> None:
        """Adds one figure to the changes. keys: its path. A dict adds to the figures that are there."""
        into = ADDED if table == SPECIAL and core.known(ADDED, item, books(self.book))[0] else table
        known = core.known(into, item, books(self.book))[0]
        if known is None:
            self._wrong(keys, _unknown(item, _items(table)))
            return
        changes = self.changes.setdefault(into, {})
        if type(value) is int and value == 0 and item not in core.NEEDED:
            value = False
        elif isinstance(value, dict) and isinstance(known.worth, dict):
            before = changes.get(item, {})
            # If the base file took all of these away, only those in `value` come back.
            value = {**(dict.fromkeys(known.worth, 0) if before is False else before), **value}
        changes[item] = value

    def _hands(self) -> None:
        """Adds the special hands to the changes."""
        hands: dict[str, Any] = self.changes.setdefault(HANDS, {})
        taken = _hands_of_books()
        for name, hand in self._section(HANDS).items():
            keys = (HANDS, name)
            if hand is False or (type(hand) is int and hand == 0):
                if hands.pop(name, None) is None:
                    self._wrong(keys, "the base has no such hand. Leave this out.")
            elif not isinstance(hand, dict):
                self._wrong(keys, f"this must be a section: [hands.{json.dumps(name)}], and below it tiles and score")
            else:
                self._check_name(keys, name, taken)
                for key in hand.keys() - house_hands.KEYS.keys():
                    self._wrong((*keys, key), _unknown(key, house_hands.KEYS))
                for key, example in (("tiles", "123a 456a 789a wwwz ddz"), ("score", "half")):
                    if key not in hand:
                        self._wrong(keys, f"{key} is missing. Add for example {key} = {json.dumps(example)}")
                if "tiles" in hand:
                    hands[name] = {key: hand[key] for key in hand if key in house_hands.KEYS}
                    hands[name].setdefault("score", "half")
            taken.setdefault(name.lower(), f"another hand is called {name}. Choose another name.")
        if not hands:
            del self.changes[HANDS]

    def _check_name(self, keys: tuple[str, ...], name: Any, taken: dict[str, str]) -> None:
        """Checks what the core does not know of a name. taken: names in small letters, and what to do instead."""
        missing = sorted(set(str(name)) - _letters())
        if missing:
            self._wrong(keys, f"the device has no letter {json.dumps(missing[0])}. Write the name without it.")
        if str(name).lower() in taken:
            self._wrong(keys, taken[str(name).lower()])

    def _refused(self, error: BadRules) -> None:
        """Reports what the core refuses, and leaves it out, so that the core finds the next mistake."""
        part, *way = [word.replace("~1", "/").replace("~0", "~") for word in error.pointer.split("/")[1:]]
        if part == "options":
            message, others = EXCLUDED[error.pointer]
            self._conflict(message, *others)
            del self.options[way[0]]
            return
        table, *way = way
        if not way:
            self._wrong((table,), str(error))
            self.changes[table] = "?" if table == "name" else {}
            return
        item, *inner = way
        paths: list[tuple[str, ...]] = [
            (SPECIAL if table == ADDED else table, item, *(word for word in inner if not word.isdigit()))
        ]
        if table == POINTS and item == "pair":  # it may score too much compared with a pung
            paths.append((POINTS, "pung"))
        elif table == POINTS and item in self.content:  # mahjong
            paths = [(item,)]
        self._conflict(str(error), *paths, of="" if paths[1:] else item)
        figures = self.changes[table]
        if inner and isinstance(figures[item], dict) and inner[0] not in ("tiles", "score"):
            del figures[item][inner[0]]
        else:
            for left in (item, "pung") if paths[1:] else (item,):
                figures.pop(left, None)

    # ---- all together ----

    def _together(self, rules: Rules) -> None:
        """Checks for figures that conflict with others."""
        for table in (POINTS, DOUBLINGS):
            for item, value in self._section(table).items():
                if item in core.FLOWERS and value and all(row.id != item for row in rules.tables[table]):
                    self._wrong((table, item), UNPLAYED)
        for row in options_of(self.module):
            if row.name in self.options and why_not(row, rules):
                self._conflict(SHARE, ("options", row.name), ("limit",), of=row.name)
            if self.options.get(row.name, False) is not False and core.decides(self.changes, row):
                self._twice(row)
        if rules.limit is None:
            for table in (SPECIAL, ADDED):
                for item, share in self.changes.get(table, {}).items():
                    if share is not False:
                        self._conflict(SHARE, (SPECIAL, item), ("limit",), of=item)
        self._hands_together(rules)

    def _hands_together(self, rules: Rules) -> None:
        """Checks for hands that can never count."""
        hands: dict[str, Any] = self.changes.get(HANDS, {})
        seen: list[tuple[Any, ...]] = []
        points = {row["id"]: row["points"] or 0 for row in figures.data(rules)["special"]} if hands else {}
        for name, hand in hands.items():
            tiles = (HANDS, name, "tiles")
            if isinstance(hand["score"], str) and rules.limit is None:
                self._conflict(SHARE, (HANDS, name, "score"), ("limit",), of=name)
            if "flowers" in hand and rules.on("flowers") in (False, "off"):
                self._conflict(UNPLAYED, (HANDS, name, "flowers"), ("options", "flowers"), of=name)
            told = (
                sorted((sorted(way.groups), sorted(way.words)) for way in patterns.ways_of(hand["tiles"])),
                *(hand.get(key) for key in ("of", "suits", "same", "concealed", "claim", "flowers")),
            )
            if not made.example(hand):
                self._conflict("no tiles can be this hand. Change tiles, of or suits.", tiles, of=name)
            if told in seen:
                other = list(hands)[seen.index(told)]
                self._conflict(f"{other} is the same hand. Leave one out.", tiles, of=name)
            seen.append(told)
            if covered := _covered(name, hand, rules, points):
                message = f"{rules.id} has this hand as {covered}, which counts as much."
                self._conflict(f"{message} Leave this out, or change its score.", tiles, of=name)

    def _conflict(self, message: str, *paths: tuple[str, ...], of: str = "") -> None:
        """Reports what conflicts with the rest of the file, or with its base. paths: where it may be; the first one
        that this file has is the place. of: what the base has, if the first path is not in this file."""
        at = next((keys for keys in paths if keys[:2] in self.lines), ("from",))
        self._wrong(at, f"{of} of {self.content['from']}: {message}" if of and at != paths[0] else message)

    def _twice(self, row: Any) -> None:
        """Reports an option and a section that set the same figure, in this file or its base."""
        name = row.name
        if name in self._section("options"):
            self._wrong(("options", name), "another section sets the same figure. Leave one out.")
            return
        paths = ((POINTS, row) if isinstance(row, str) else (table, row.id) for _, table, row in row.effects)
        self._conflict(
            f"the option {name} of {self.content['from']} sets this, too. Put {name} = false into [options].", *paths
        )

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


def _covered(name: str, hand: dict[str, Any], rules: Rules, points: dict[str, int]) -> str:
    """Returns the special hand of the book that counts at least as much for all tiles of a pattern; "" if none does.
    points: of each special hand."""
    claim = hand.get("claim", True)
    of_book = (row.id for row in rules.special if row.id in OF_BOOKS and points[row.id] >= points[name])
    known = {item: pattern_of(item, rules) for item in of_book}
    known = {item: each for item, each in known.items() if not each.last and (each.claim is True or not claim)}
    chance = random.Random(0)
    tried = itertools.chain(*(made.made(hand, lambda items: chance.sample(items, len(items))) for _ in range(SHUFFLED)))
    for sets in itertools.islice(tried, MOST_TRIED if known else 0):
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


def _items(table: str) -> tuple[str, ...]:
    """Returns every id that a section can have, from all books."""
    ids: dict[str, None] = {}
    for book in map(module_of, RULE_SETS):
        rows: list[Any] = [*rows_in(book)[table], *(book.ADDED if table == SPECIAL else ())]
        rows += [row for option in options_of(book) for _, into, row in option.effects if into == table]
        ids.update(dict.fromkeys(row.id for row in rows))
    return tuple(ids)


def _hands_of_books() -> dict[str, str]:
    """Returns the names of the special hands of all books in small letters, and what to do instead."""
    message = 'a book has this hand. Put %s = "limit" into [special], or choose another name.'
    names = ((item, word) for item in _items(SPECIAL) for word in (item.replace("_", " "), named("special", item)))
    return {word.lower(): message % item for item, word in names}


def _unknown(word: str, words: Iterable[str]) -> str:
    return f"unknown word{meant(word, words)}. Choose one of {', '.join(words)}"


def _letters() -> set[str]:
    """The letters that the device can draw: ASCII, and those of letters.txt."""
    lines = (places.package() / "ui" / "letters.txt").read_text(encoding="utf-8").splitlines()
    return {chr(code) for code in range(32, 127)} | {line[0] for line in lines if line}
