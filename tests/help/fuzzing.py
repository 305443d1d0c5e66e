"""Random input from a grammar, mostly nearly right: deals, sessions, exchanges, typed words. All of it
follows from one number, so a failure can be repeated."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

from help.houses import some_house
from mingg.core.interchange import keys
from mingg_host.scoring.typed import option_of
from rules.test_rule_properties import BABCOCKS, RULES, SEATS, SWITCHES, Dealer, refusal

Json = dict[str, Any]

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Ayşe", "Jürgen", "a/b", "~", "<b>x</b>", "\x1b[2J", "=1+1", "x" * 300)
NAMES += ("\u202e",)
WORDS = ("E", "S", "draw", "discard", "rob", "loose", "half", "full", "pung dragon", "pair seat", "thirteen", "harr")
JUNK: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 13, 1.5, 1e400, 10**30, "", "E", "x", "\x00", "\ud800", "(222p)", "1f"),
    *("1m" * 40, [], [1], [[]], {}, {"a": 1}, [0, 0, 0, 0], [-1, 0, 0, 0], [True] * 4, {"E": {}}, "\x1b]0;x\x07"),
    *("９m", "𝟗m"),
)


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yields what holds each value in it, and under which key."""
    keys: Any = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from spots(value[key])


def typed(deal: Json) -> list[str]:
    """Returns a deal in the words of `mingg score`."""
    words = ["--rules", deal["rules"], "--players", str(deal.get("players", 4)), "--round", deal.get("round", "E")]
    for name, value in deal.get("options", {}).items():
        words += ["--option", f"{name}={'none' if value is None else str(value).lower().replace('true', 'on')}"]
    win = deal.get("win") or {}
    words += ["--winner", deal["winner"] or "nobody"]
    for key in ("by", "from", "tile", "opening"):
        if win.get(key):
            words += [f"--{key}", win[key]]
    words += [option_of(row.key) for row in keys.WIN if row.kind == keys.FLAG and win.get(row.key)]
    for liable in deal.get("liable", ()):
        words += ["--liable", ",".join(filter(None, (f"{liable['seat']}={liable['share']}", liable.get("why"))))]
    for key in ("kongs", "streak"):
        if key in deal:
            words += [f"--{key}", str(deal[key])]
    for ending in ("false_win", "dead_pays", "washing", "mummies", "not_touching"):
        if isinstance(deal.get(ending), dict):
            words += ["--ending", f"{ending}={deal[ending]['seat']},{deal[ending]['majors']}"]
        elif deal.get(ending):
            words += ["--ending", f"{ending}={deal[ending]}"]
    for seat, hand in deal["hands"].items():
        dead = {True: "dead ", False: ""}.get(hand.get("dead", False), f"{hand.get('dead')} ")
        words.append(f"{seat}={dead}{hand.get('tiles') or _typed_hand(hand)}".strip())
    return words


def _typed_hand(hand: Json) -> str:
    words = list(hand.get("sets", ()))
    for key, value in hand.items():
        if key in ("only_place", "fourth"):
            words += [key] * value
        elif key in ("last_set", "fishing", "score"):
            words.append(f"{key}={value}")
        elif key == "flowers":
            words += [f"flowers={','.join(map(str, value))}"] if value else []
        elif key not in ("sets", "dead"):
            words += [value] if isinstance(value, str) else value
    return ", ".join(words) or ("nothing" if "sets" in hand else "")


class Fuzz:
    """The inputs that follow from one number."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)

    def one(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def chance(self, of_ten: float) -> bool:
        return self.random.random() * 10 < of_ten

    # ---- deals ----

    def sound_deal(self) -> Json:
        """Returns a valid deal. With two players it may lack the necessary doublings, and is invalid then."""
        while True:
            deal = Dealer(self.random.randrange(1 << 32)).deal() if self.chance(6) else self.deal_of_sets()
            if refusal(copy.deepcopy(deal)) is None:
                return deal

    def of_a_house(self, deal: Json) -> Json:
        """Returns the same deal, sometimes with house rules that answer it."""
        if self.chance(7):
            return deal
        while True:
            house = some_house(self.random, deal["rules"], deal["options"], deal.get("players", 4))
            if refusal(copy.deepcopy({**deal, "house": house})) is None:
                return {**deal, "house": house}

    def hand_of_sets(self, winner: bool) -> Json:
        """Returns a hand of sets."""
        if self.chance(1):
            return {"score": 2 * self.random.randrange(400)}
        kinds = ("{} {}", "({} {})")
        classes = ("simple", "simple", "simple", "major", "dragon", "seat", self.one("round", "both", "wind"))
        hand: Json = {
            "sets": [
                self.one(*kinds).format(self.one("pung", "pung", "kong"), self.one(*classes))
                for _ in range(self.random.randrange(5))
            ]
        }
        if self.chance(2):
            hand["sets"] += [f"pair {self.one(*classes[4:])}" for _ in range(self.random.randrange(3))]
        if self.chance(1):
            hand["sets"].append(f"(kong {self.one(*classes)} claimed)")
        if self.chance(3):
            hand["suit"] = self.one("mixed", "half", "full", "honours")
        if self.chance(2):
            hand["flowers"] = self.random.sample(range(1, 9), self.random.randrange(5))
        for key in ("only_place", "fourth"):
            if self.chance(1):
                hand[key] = winner and self.chance(5)
        if winner and self.chance(1):
            hand["special"] = self.random.sample([*BABCOCKS], 1)
        return hand

    def deal_of_sets(self) -> Json:
        rules = self.one(*RULES)
        players = self.one(4, 4, 4, 3, 2, 5)
        seats = SEATS[players]
        options: Json = {name: self.chance(7) for name in self.random.sample(SWITCHES[rules], self.random.randrange(5))}
        if self.chance(4):
            options["limit"] = self.one(None, 100, 300, 1000000, 301)
        if self.chance(3):
            options["false_win"] = self.one(True, False, "half", "limit", 100, 30)
            options["nine_mummies"] = self.one(True, False, "bonus")
        deal: Json = {"rules": rules, "options": options, "players": players, "round": self.one(*"ESW")}
        winner = self.one(None, None, *seats)
        deal["winner"] = winner
        if winner is not None:
            win: Json = {"by": self.one("discard", "draw", "loose", "rob")}
            if win["by"] in ("discard", "rob") and self.chance(7):
                win["from"] = self.one(*seats)
            for key in ("last", "hidden"):
                if self.chance(1):
                    win[key] = self.chance(8)
            if self.chance(1):
                win["opening"] = self.one("original", "first-discard", "thirteen")
            deal["win"] = win
            if self.chance(2):
                deal["liable"] = [
                    {
                        "seat": self.one(*seats),
                        "share": self.one("full", "half"),
                        **self.one({}, {"why": "feeding"}, {"why": "insurance"}),
                    }
                    for _ in range(self.random.randrange(3))
                ]
        elif self.chance(5):
            ending = self.one("false_win", "dead_pays", "washing", "mummies", "not_touching")
            mummies = {"seat": self.one(*seats), "majors": self.random.randrange(8, 14)}
            deal[ending] = mummies if ending in ("washing", "mummies") else mummies["seat"]
        deal["hands"] = {seat: self.hand_of_sets(seat == winner) for seat in seats if seat == winner or self.chance(5)}
        for seat, hand in deal["hands"].items():
            if seat != winner and self.chance(1):
                hand["dead"] = self.one(True, "dead", "short", "long")
        for key in ("kongs", "streak"):
            if self.chance(1):
                deal[key] = self.random.randrange(18)
        return deal

    # ---- what is wrong ----

    def spoilt(self, value: Any) -> Any:
        """Returns a copy in which some values may be wrong."""
        value = copy.deepcopy(value)
        for _ in range(self.one(1, 1, 2, 3)):
            result = list(spots(value))
            if not result:
                break
            holder, key = self.one(*result)
            kind = self.random.randrange(6)
            if kind == 0:
                del holder[key]
            elif kind == 1 and isinstance(holder, list):
                holder.insert(key, self.junk())
            elif kind == 1:
                holder[self.one("extra", "a/b", "mingg", "win", "", *WORDS)] = self.junk()
            elif kind == 2 and type(holder[key]) is int:
                holder[key] += self.one(-1, 1, -2, 2, 100)
            elif kind == 3:
                other = self.one(*result)
                holder[key] = copy.deepcopy(other[0].get(other[1]) if isinstance(other[0], dict) else other[0][0:][:1])
            else:
                holder[key] = self.junk()
        return value

    def junk(self) -> Any:
        return copy.deepcopy(self.one(*JUNK, *WORDS))

    def text(self, value: Any) -> bytes:
        """Returns it as JSON; sometimes as bytes that are no JSON."""
        data = json.dumps(value, ensure_ascii=self.chance(9)).encode("utf-8", "surrogatepass")
        if self.chance(8.5):
            return data
        index = self.random.randrange(len(data) + 1)
        return self.one(
            data[:index],
            data[:index] + self.one(b"\xff", b"\x00", b'"', b"[", b"}", b",", b"NaN", b"-", b"9" * 5000) + data[index:],
            b"[" * 100_000 + data,
            b"\xef\xbb\xbf" + data,
            data + data,
            data.replace(b'"rules"', b'"rules": "harr", "rules"', 1),
            b"",
        )

    # ---- sessions, exchanges ----

    def session(self) -> list[Any]:
        """Returns the lines of a session, mostly possible: deals, payments, undo, corrections, counts."""
        players = self.one(4, 4, 3, 2, 5)
        names = self.random.sample(NAMES, players)
        rules = self.one(*RULES)
        head: Json = {"mingg": 1, "rules": rules, "names": names}
        head["counters"] = self.one(
            *("none", "none", "babcock", "harr"),
            {"values": [500, 100, 10, 2], "start": [2, 9, 8, 10], "box": [3, 0, 9, 9]},
        )
        if self.chance(3):
            head["options"] = dict.fromkeys(self.random.sample(SWITCHES[rules], 3), True)
        if self.chance(3):
            head["house"] = some_house(self.random, rules, head.get("options", {}), players)
        lines: list[Any] = [head]
        for _ in range(self.random.randrange(1, 12)):
            lines.append(self._line(head, players))
        return lines

    def _line(self, head: Json, players: int) -> Any:
        names: list[str] = head["names"]
        kind = self.random.randrange(10)
        if kind == 0:
            return {"undo": 1}
        if kind == 1:
            return {"pay": {"from": self.one(*names), "to": self.one(*names), "points": 2 * self.random.randrange(45)}}
        deal = self.playable(head, players)
        if kind == 2:
            return {"correct": self.random.randrange(0, 6), "deal": deal}
        if kind == 3:
            return (
                {"count": {self.one(*names): [self.random.randrange(12) for _ in range(4)]}} if self.chance(3) else deal
            )
        return deal

    def playable(self, head: Json, players: int) -> Json:
        """Returns a deal, mostly one that is possible at this table."""
        table = {key: head[key] for key in ("rules", "options", "house") if key in head}
        table["players"] = players
        seats = SEATS[players]
        while True:
            deal = {key: value for key, value in self.deal_of_sets().items() if key not in (*table, "options", "round")}
            deal["hands"] = {seat: hand for seat, hand in deal["hands"].items() if seat in seats}
            if deal["winner"] is not None:
                deal["hands"].setdefault(deal["winner"], {"sets": []})
            if self.chance(0.2) or refusal(copy.deepcopy({**table, **deal})) is None:
                return deal

    def exchange(self) -> Json:
        values = self.one([500, 100, 10, 2], [100, 20, 10, 2], [2], [1000, 500, 100, 50, 10, 2], [7, 3], [500, 100, 2])
        names = self.random.sample(NAMES, self.one(2, 3, 4, 5))
        limit = self.one(3, 12, 40)
        net = [values[-1] * self.random.randrange(-60, 60) for _ in names]
        net[-1] -= sum(net)
        return {
            "values": values,
            "trays": {name: [self.random.randrange(limit) for _ in values] for name in names},
            "box": [self.random.randrange(self.one(1, 20)) for _ in values],
            "net": dict(zip(names, net, strict=True)),
        }

    # ---- words ----

    def mistyped(self, words: list[str]) -> list[str]:
        words = list(words)
        index = self.random.randrange(len(words))
        signs = "0123456789mpszfESWNRGh()[]+=,;: -_x\x1b\u202e東🀀🀐𝟗９ｐ\n"[self.random.randrange(2) :]
        if self.chance(2):
            words.pop(index)
        elif self.chance(3):
            words.insert(index, self.one("E=", "=", "--", "dead", "nothing", "draw", "-", "x", "", "🀇" * 14, "--tile"))
        else:
            inside = self.random.randrange(len(words[index]) + 1)
            words[index] = words[index][:inside] + self.one(*signs) + words[index][inside + self.random.randrange(2) :]
        # what is a name of a file or asks for a talk is for other tests
        return [word for word in words if not word.startswith(("--a", "--e", "--j"))] or ["x"]


# ---- what is held against it ----

_AT = re.compile(r"(/[^/]*)*")


def place_is_of(place: str, value: Any) -> bool:
    """Returns True if a JSON Pointer leads to a value, or to the place of a missing one."""
    if not _AT.fullmatch(place):
        return False
    parts = [part.replace("~1", "/").replace("~0", "~") for part in place.split("/")[1:]]
    for remaining, part in zip(range(len(parts) - 1, -1, -1), parts, strict=True):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            # one is missing here; of nothing nothing is missing
            return (remaining == 0 and isinstance(value, (dict, list))) or value in ({}, None)
    return True
