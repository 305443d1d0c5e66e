"""Random files of house rules from a grammar, mostly nearly right, and their meaning by an independent reader."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from help.fuzzing import Fuzz
from help.houses import IDS
from mingg.core.rules import RULE_SETS, books, module_of
from mingg.core.rules.house import known
from mingg.core.rules.rows import ADDED, DOUBLINGS, POINTS, SPECIAL
from rules.test_rule_properties import SWITCHES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BOM = "\ufeff"
SECTIONS = (POINTS, DOUBLINGS, SPECIAL)
HOUSES = ("Tuesday club", "Ayşe's", "X", "fourteen lettr")
FIGURES = (0, 2, 4, 12, 30, 200)
WORDS = {
    item: sorted({word for book in RULE_SETS for row in module_of(book).POINTS if row[0] == item for word in row[2]})
    for item in ("pair", "fill-pair", "fill-chow")
}
HANDS = ("Winter garden", "Knit & purl", "Ördek", "Autumn")
PATTERNS = (
    *("147a 258b 369c 1234z dz", "22a 44a 66a 88a 22b 44b 66b", "nnna nnnb nnnc dddz wwz", "nna kkb jjc 11122233z"),
    *("na n+1n+1a n+2n+2n+2a n+3n+3n+3n+3a ddz wwwz", "5555p 66p 77p 88p 99p 567z", "555z444z111a999a11b"),
)
LITERALS = (
    *("-2", "3", "202", "1", "16", "1.5", "4.0", "inf", "nan", "true", "false", '""', '"x"', '"limit"', '"none"', "[]"),
    *("{}", "[2]", "[2, 4, 4, 8]", "{dragon = 4}", "{x = {y = 2}}", "1979-05-27", "99999999999999999999", "0x10"),
    *('"\\u001b[2J"', '"\\u0000"', "'''\nlimit = 3\n[points]\n'''", "[\n2, 4,\n4, 8]", '"\\u202E"', "{dragon = 3}"),
)
KEYS = (
    *("name", "from", "limit", "mahjong", "options", "points", "pung", "pair", "pair.dragon", "pair.wind", "rob"),
    *("no-chow", "no chows", '"rob"', "'no-chows'", '"a.b"', '""', '"\\u0072ob"', "x.y.z", "heaven", "flowers", "火"),
)
SIGNS = ("=", "[", "]", '"', "'", "#", "\n", "\r", "{", "}", ".", ",", "\x00", "\x0c", "\u2028", "\x85", "é", "0", " ")


@dataclass
class Line:
    """An entry of a section ("" is the top): its key and its value, as in TOML."""

    section: str
    key: str
    value: str

    def text(self) -> str:
        return f"{self.key} = {self.value}"


def newlines(text: str) -> str:
    """Returns the text as Python reads it from a file."""
    return text.removeprefix(BOM).replace("\r\n", "\n").replace("\r", "\n")


def meaning_of(texts: list[str]) -> dict[str, Any]:
    """Returns the keys of the rules in files that derive from each other, the first from a book."""
    book, options, house = "", dict[str, Any](), dict[str, Any]()
    for text in texts:
        document = tomllib.loads(newlines(text))
        book, house["name"] = book or document["from"], document["name"]
        options.update(document.get("options", {}))
        if "limit" in document:
            options["limit"] = None if document["limit"] == "none" else document["limit"]
        for table in SECTIONS:
            mahjong = {"mahjong": document["mahjong"]} if table == POINTS and "mahjong" in document else {}
            for item, figure in {**document.get(table, {}), **mahjong}.items():
                changes = house.setdefault(ADDED if table == SPECIAL and item in IDS[ADDED] else table, {})
                if isinstance(figure, dict) and table == POINTS:
                    before = changes.get(item, {})
                    if before is False or before == 0:  # all of it was taken away, and some comes back
                        before = dict.fromkeys(known(POINTS, item, books(book))[0].worth, 0)
                    figure = {**before, **figure}
                if figure != {}:
                    changes[item] = figure
        hands = {**house.pop("hands", {}), **document.get("hands", {})}
        if any(hands.values()):
            house["hands"] = {name: hand for name, hand in hands.items() if hand}
    return {"rules": book, "options": options, "house": house}


class HouseFuzz(Fuzz):
    """Files of house rules."""

    def lines(self, book: str, base: str = "") -> list[Line]:
        """A file. base: the file that it derives from, itself from this book; or "", the book."""
        lines = [Line("", "name", json.dumps(self.one(*HOUSES), ensure_ascii=self.chance(5)))]
        lines.append(Line("", "from", json.dumps(base or book)))
        if self.chance(4):
            lines.append(Line("", "limit", self.one("300", "500", "1_000", "+2", '"none"')))
        if self.chance(3):
            lines.append(Line("", "mahjong", self.one("10", "20", "50", "200")))
        for name in self.random.sample(SWITCHES[book], self.one(0, 0, 1, 2)):
            lines.append(Line("options", name, self.one("true", "true", "false")))
        if self.chance(3):
            lines.append(Line("options", "flowers", self.one('"seasons"', '"shanghai"', '"own"', '"off"')))
        if self.chance(1):
            lines.append(Line("options", "false_win", self.one("100", '"half"', "true")))
        items = [(table, item) for table in SECTIONS for item in IDS[table]]
        items += [(SPECIAL, item) for item in IDS[ADDED]]
        for table, item in self.random.sample(items, self.one(0, 1, 3, 6)):
            if (table, item) != (POINTS, "mahjong"):
                lines += self.figure(table, item, book)
        for name in self.random.sample(HANDS, self.one(0, 0, 1, 2)):
            lines += self.hand(name)
        return lines

    def hand(self, name: str) -> list[Line]:
        """A special hand, in a section of its own or on one line."""
        keys = {"tiles": json.dumps(self.one(*PATTERNS)), "score": self.one('"limit"', '"half"', '"third"', "2", "500")}
        for key, values in (("concealed", ("true", "false")), ("claim", ("true", "false")), ("waiting", ("0", "20"))):
            if self.chance(2):
                keys[key] = self.one(*values)
        if self.chance(2):
            keys["flowers"] = self.one("1", "8", '"4f8f"', '"15f"')
        quoted = json.dumps(name, ensure_ascii=False)
        if self.chance(3):
            return [Line("hands", quoted, "{" + ", ".join(f"{key} = {value}" for key, value in keys.items()) + "}")]
        return [Line(f"hands.{quoted}", key, value) for key, value in keys.items()]

    def figure(self, table: str, item: str, book: str) -> list[Line]:
        if self.chance(2) and item not in ("pung", "kong"):
            return [Line(table, item, self.one("0", "false"))]
        if table == DOUBLINGS:
            return [Line(table, item, self.one("2", "4", "8"))]
        if table == SPECIAL:
            return [Line(table, item, self.one('"limit"', '"half"', '"third"'))]
        if item in ("pung", "kong"):
            low, high = (sorted(self.random.choices(range(2, 40, 2), k=2)) for _ in range(2))
            return [
                Line(table, item, self.one("[{}, {}, {}, {}]", "[ # four\n  {},\n  {}, {}, {}]").format(*low, *high))
            ]
        if item not in WORDS:
            return [Line(table, item, str(self.one(*FIGURES)))]
        known_words = [word for row in module_of(book).POINTS if row[0] == item for word in row[2]] or WORDS[item]
        words = {
            f'"{word}"' if " " in word else word: self.one(0, 0, 2, 4) for word in self.random.sample(known_words, 2)
        }
        if self.chance(3):
            return [Line(table, item, "{" + ", ".join(f"{word} = {points}" for word, points in words.items()) + "}")]
        if self.chance(3):
            return [Line(f"{table}.{item}", word, str(points)) for word, points in words.items()]
        return [Line(table, f"{item}.{word}", str(points)) for word, points in words.items()]

    def file(self, lines: list[Line]) -> str:
        """Returns the file with its sections in random order, as different people write them."""
        parts = [""]
        end = self.one("\n", "\n", "\n", "\r\n")
        sections = sorted({line.section for line in lines} - {""})
        self.random.shuffle(sections)
        for section in ["", *sections]:
            if section:
                parts.append(self.one("[{}]", "[{}]", "[ {} ]", "[{}] # of ours").format(section))
            for line in lines:
                if line.section == section:
                    parts.append(self.one("", "", "", "  ") + line.text() + self.one("", "", "  # [points] x = 1"))
            if self.chance(2):
                parts.append(self.one("", "# limit = 3", "# rob\u2028 = 3", "\t"))
        text = "\n".join(parts[1:]).replace("\n", end)
        return f"{self.one('', '', BOM)}{text}{self.one('', end)}"

    def nearly(self, lines: list[Line]) -> str:
        """Returns the file with one or two entries that may be wrong."""
        lines = [Line(entry.section, entry.key, entry.value) for entry in lines]
        for _ in range(self.one(1, 1, 2)):
            line = self.one(*lines)
            kind = self.random.randrange(8)
            if kind < 3:
                line.value = self.one(*LITERALS)
            elif kind == 3:
                line.key = self.one(*KEYS)
            elif kind == 4:
                line.section = self.one("", "options", *SECTIONS, "points.pair", "point", "special.x")
            elif kind == 5:
                lines.append(Line(line.section, self.one(line.key, *KEYS), self.one(line.value, *LITERALS)))
            elif kind == 6 and len(lines) > 1:
                lines.remove(line)
            else:
                index = self.random.randrange(len(line.key))
                line.key = line.key[:index] + line.key[index + 1 :] or '""'
        text = self.file(lines)
        if self.chance(2):
            index = self.random.randrange(len(text) + 1)
            text = text[:index] + self.one(*SIGNS) + text[index + self.random.randrange(2) :]
        return text
