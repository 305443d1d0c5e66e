"""A club night as a TOML file: players, tables, movement, sittings, rules. `mingg club new` writes one.

plan = night.read(Path("friday.toml"))
plan.in_force(4)  # the rules of a table of four
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from mingg_host.common.output import meant
from mingg_host.common.toml_text import BadFile, Reading
from mingg_host.evenings.names import one_name
from mingg_host.scoring import house
from mingg_scoring.json_answers import RULE_SETS
from mingg_scoring.json_text import MinggError

from mingg_club import link, topics
from mingg_club.link import Rules

Json = dict[str, Any]

PROGRESSIVE, MEET, FIXED = MOVEMENTS = ("progressive", "meet", "fixed")
THREE, OUT = ODD = ("three", "out")
POINTS, TABLE_POINTS = RANKS = ("points", "table_points")
MOST_NAME, MOST_TITLE, MOST_NUMBER = 24, 60, 12  # letters
MOST_TABLE_POINTS = 1000
HUNDREDTHS = 100  # table points are whole numbers of hundredths
LEAST = 4  # players
EAST_PASSES, WINNER_DEALS = "east_passes", "winner_deals"  # options


@dataclass(frozen=True)
class Plan:
    """A night before it begins, with a field for each key of KEYS.

    sittings, deals  of the night, of a sitting; 0: until the director ends it
    house            changed figures as in mingg.core.rules.house, or None
    table_points     in hundredths, for the best of a table, the second, and so on
    guests           of the players, those who are not ranked; numbers: of members, by name
    """

    name: str
    club: str = "club"
    movement: str = PROGRESSIVE
    sittings: int = 4
    deals: int = 4
    rules: str = "babcock"
    options: Json = field(default_factory=dict)
    house: Json | None = None
    odd: str = THREE
    rank: str = POINTS
    table_points: tuple[int, ...] = (400, 200, 100, 50)
    players: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    numbers: dict[str, str] = field(default_factory=dict)

    def in_force(self, players: int = 4) -> Rules:
        """Returns the rule set in force at a table. Raises MinggError if the rules do not allow so many players."""
        return link.rules_in_force(self.rules, self.options, self.house, players)

    def deals_at(self, players: int) -> int:
        """Returns the deals of a sitting at a table; 0: until the director ends it. Where East passes after every deal,
        a table of three plays three deals for four, so that each player is East equally often."""
        is_fair = players == 3 and self.options.get(EAST_PASSES) is True and self.deals % 4 == 0
        return self.deals // 4 * 3 if is_fair else self.deals

    def as_json(self) -> Json:
        """Returns the plan with the keys of its file."""
        return {**asdict(self), "table_points": [points / HUNDREDTHS for points in self.table_points]}

    @classmethod
    def of_json(cls, value: Json) -> Plan:
        """Reads what as_json() returned, as strictly as a file. Raises BadFile."""
        return _Reading("the night", content=value).plan()


def by_the_book(movement: str) -> Json:
    """Returns the options that a movement has unless its file says otherwise."""
    return {EAST_PASSES: True} if movement == PROGRESSIVE else {}


# ---- the keys of a file: each reader returns a value as the plan has it, or raises ValueError with what is wrong ----


def _text(value: object) -> str:
    wrong = 'this is missing. Write for example name = "Friday night"' if value is None else why_no_text(value)
    if wrong:
        raise ValueError(wrong)
    return str(value)


def _club(value: object) -> str:
    if not isinstance(value, str) or not topics.is_club(value):
        most = topics.MOST_CLUB
        raise ValueError(f"use at most {most} lower-case letters, digits and hyphens, such as friday-club")
    return value


def _word(words: Sequence[str], more: str = "", kind: str = "word") -> Callable[[object], str]:
    def read(value: object) -> str:
        if value not in words:
            likely = meant(value, words) if isinstance(value, str) else ""
            raise ValueError(f"unknown {kind}{likely}. Choose one of {', '.join(words)}{more}")
        return str(value)

    return read


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 99:
        raise ValueError("this must be a whole number from 0 to 99. 0 means: until the director ends it")
    return value


def _options(value: object) -> Json:
    if not isinstance(value, dict):
        raise ValueError("this must be a section: [options], and below it lines such as limit = 500")
    return value


def _house(value: Any) -> Json | None:
    return None if value is None else dict(value)


def _points(value: object) -> tuple[int, ...]:
    points = [_hundredths(number) for number in value] if isinstance(value, list | tuple) else []
    if not 1 <= len(points) <= 5 or None in points:
        raise ValueError(
            f"this must be a list of 1 to 5 numbers from 0 to {MOST_TABLE_POINTS} with two decimals at most,"
            " such as [4, 2, 1, 0.5]: for the best of a table, the second, and so on"
        )
    return tuple(number for number in points if number is not None)


def _hundredths(value: object) -> int | None:
    if type(value) not in (int, float):
        return None
    number = Decimal(str(value)) * HUNDREDTHS
    return int(number) if number == number.to_integral_value() and 0 <= number <= MOST_TABLE_POINTS * 100 else None


def _players(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError('this must be a list of names: players = ["Ann", "Bo", "Cy", "Di"]')
    known: set[str] = set()
    for name in value:
        wrong = why_no_text(name, MOST_NAME)
        if wrong:
            raise ValueError(f"{json.dumps(name, ensure_ascii=True, default=str)}: {wrong}", name)
        if one_name(name) in known:
            raise ValueError(f"{name} is here twice. Change one of the names.", name)
        known.add(one_name(name))
    if len(known) < LEAST:
        raise ValueError(f"a night takes {LEAST} players or more; here are {len(known)}. Add some.")
    if len(known) > 4 * topics.MOST_TABLES:
        raise ValueError(f"a night has at most {topics.MOST_TABLES} tables; here are {len(known)} players.")
    return tuple(value)


def _guests(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise ValueError('this must be a list of names: guests = ["Zoe"]')
    return tuple(value)


def _numbers(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or any(why_no_text(str(number), MOST_NUMBER) for number in value.values()):
        raise ValueError('this must be a section: [numbers], and below it lines such as "Ann" = "A 17"')
    return {name: str(number) for name, number in value.items()}


class Key(NamedTuple):
    """How a key is read, and its comment in a new file."""

    read: Callable[[Any], Any]
    says: str = ""


KEYS = {
    "name": Key(_text),
    "club": Key(_club, "in addresses: lower-case letters, digits and hyphens"),
    "movement": Key(
        _word(MOVEMENTS),
        "progressive: the two best of a table move up (Babcock, p.85),\n"
        "#   and East passes after every deal; meet: new opponents in each sitting; fixed: nobody moves",
    ),
    "sittings": Key(_number, "0: until the director ends the night"),
    "deals": Key(_number, "at a table, before players move; 0: until the director ends the sitting"),
    "odd": Key(_word(ODD), "three: who fills no table of four plays at tables of three; out: they sit out"),
    "rules": Key(
        _word(RULE_SETS, ", or a file such as tuesday.toml", "rules"),
        'a rule set, or a file of house rules: "tuesday.toml"',
    ),
    "rank": Key(_word(RANKS), "what ranks: points (the book), or table_points"),
    "table_points": Key(_points, "for the best of a table, the second, ..."),
    "guests": Key(_guests, "players who are not ranked"),
    "players": Key(_players),
    "options": Key(_options, "of the rules, as `mingg rules` lists them"),
    "numbers": Key(_numbers, "of members"),
}


def read(path: Path) -> Plan:
    """Reads the file of a night. Raises BadFile with every mistake in it."""
    return parse(_Reading.text_of(path), str(path), path.parent)


def parse(text: str, file: str, folder: Path) -> Plan:
    """Reads the text of a night. file: for messages. folder: of files with house rules. Raises BadFile."""
    reading = _Reading(file, text)
    reading.take_house(folder)
    return reading.plan()


class _Reading(Reading):
    """A night in a file, or in a decision: content."""

    def __init__(self, file: str, text: str = "", content: Json | None = None) -> None:
        super().__init__(file, text)
        self.keys = KEYS
        if content is not None:
            self.content, self.keys = content, {**KEYS, "house": Key(_house)}

    def take_house(self, folder: Path) -> None:
        """Replaces a file of house rules by what is in it."""
        name, options = self.content.get("rules"), self.content.get("options", {})
        if isinstance(name, str) and name.endswith(".toml"):
            try:
                base = house.read(folder / name).keys()
            except BadFile as error:
                self._wrong(("rules",), str(error).replace("\n", "; "))
                base = {"rules": Plan.rules, "options": {}}
            if isinstance(options, dict):
                options = {**base["options"], **options}
            self.content = {**self.content, "rules": base["rules"], "options": options, "house": base.get("house")}
            self.keys = {**KEYS, "house": Key(_house)}

    def plan(self) -> Plan:
        values: Json = {}
        for key in self.content.keys() - self.keys.keys():
            self._wrong((key,), f"unknown word{meant(key, KEYS)}. Choose one of {', '.join(KEYS)}")
        for key, (reads, _) in self.keys.items():
            if key in self.content or key in ("name", "players"):
                try:
                    values[key] = reads(self.content.get(key))
                except ValueError as error:
                    message, *name = error.args
                    self._wrong((key,), message, self._line_of(*name) if name else 0)
        options = values.get("options", {})
        if not options.get(WINNER_DEALS):
            values["options"] = {**by_the_book(values.get("movement", Plan.movement)), **options}
        plan = Plan(**{"name": "", **values})
        try:
            plan.in_force()
        except MinggError as error:
            option, advice = error.at.removeprefix("/options/"), f"`mingg rules {plan.rules}` lists the options."
            self._wrong(("options", option), f"{error.message.rstrip('.')}. {advice}")
        for key in ("guests", "numbers"):
            for name in sorted(set(getattr(plan, key)) - set(plan.players)):
                self._wrong((key, name), f"{name} is no player. Add the name to players, or remove it here.")
        if not self.problems and plan.odd == THREE and len(plan.players) % 4:
            try:
                plan.in_force(3)
            except ValueError as error:
                self._wrong(("odd",), f"{plan.rules} has no tables of 3: {error}. Choose another word.")
        self._refuse_mistakes()
        return plan

    def _line_of(self, name: object) -> int:
        """Returns the last line with this name in quotes."""
        at = max(self.text.rfind(f'"{name}"'), self.text.rfind(f"'{name}'"))
        return self.text.count("\n", 0, at) + 1 if at >= 0 else 0


def why_no_text(value: object, most: int = MOST_TITLE) -> str:
    """Returns why a value is no name; "" if it is one."""
    if not isinstance(value, str):
        return "this must be a text in quotes"
    if not value.strip():
        return "this is empty. Write a name."
    if value != value.strip():
        return "it begins or ends with a blank. Remove the blank."
    if not value.isprintable():
        return "it has a character that cannot be printed. Remove it."
    return f"it has {len(value)} letters. Use at most {most}." if len(value) > most else ""


def why_no_player(name: object) -> str:
    """Returns why a player cannot have this name; "" if they can."""
    return why_no_text(name, MOST_NAME)


def as_toml(plan: Plan, rules: str | None = None) -> str:
    """Returns the file of a night with a comment at each key. rules: a file of house rules, instead of the plan's."""
    values = {**asdict(plan), "rules": rules or plan.rules}
    lines = [
        "# A club night. `mingg club run FILE` begins it, `mingg club rehearse FILE` plays it with simulated players.",
        "",
    ]
    for key, (_, says) in KEYS.items():
        comment, value = f"  # {says}" if says else "", values[key]
        if key == "players":
            lines += ["", "players = [", *(f"  {_quoted(name)}," for name in value), "]", ""]
        elif key == "numbers":
            lines += ["", f"[numbers]{comment}", *(f"{_quoted(name)} = {_quoted(one)}" for name, one in value.items())]
        elif key == "options":
            settings = [(name, "none" if setting is None else setting) for name, setting in value.items()]
            lines += [f"[options]{comment}", *(f"{name} = {_quoted(setting)}" for name, setting in settings)]
        elif key == "table_points":
            lines.append(f"{key} = [{', '.join(map(hundredths, value))}]{comment}")
        else:
            lines.append(f"{key} = {_quoted(value)}{comment}")
    return "\n".join(lines) + "\n"


def hundredths(number: int) -> str:
    """Returns a number of hundredths as a decimal: 50 is 0.5."""
    whole, part = divmod(abs(number), HUNDREDTHS)
    return f"{'-' if number < 0 else ''}{whole}{f'.{part:02}'.rstrip('0') if part else ''}"


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
