"""A club night as a TOML file: players, tables, movement, sittings, rules. `mingg club new` writes one.

plan = night.read(Path("friday.toml"))
plan.in_force(4)  # the rules of a table of four
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from mingg_host.common.output import meant
from mingg_host.common.toml_text import BadFile, Problem, Reading
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
MOST_DEALS, MOST_SITTINGS = 99, 99
MOST_NAME, MOST_TITLE = 24, 60  # letters
MOST_TABLE_POINTS = 1000
HUNDREDTHS = 100  # table points are whole numbers of hundredths
LEAST = 4  # players
EAST_PASSES, WINNER_DEALS = "east_passes", "winner_deals"  # options
_KEYS = ("name", "club", "movement", "sittings", "deals", "rules", "options", "odd", "rank", "table_points", "players")


@dataclass(frozen=True)
class Plan:
    """A night before it begins.

    name, club     for people; in topics
    movement       one of MOVEMENTS; sittings: how many, 0: until the director ends the night
    deals          of a sitting, 0: until the director ends it
    rules          the rule set; options; house: changed figures as in mingg.core.rules.house, or None
    odd            where players go who fill no table of four: one of ODD
    rank           what ranks: one of RANKS
    table_points   in hundredths, for the best of a table, the second, and so on
    players        their names
    """

    name: str
    club: str
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

    def in_force(self, players: int = 4) -> Rules:
        """Returns the rule set in force at a table. Raises MinggError if the rules do not allow so many players."""
        return link.rules_in_force(self.rules, self.options, self.house, players)

    def details(self) -> list[str]:
        """Returns the options that the night sets, as pages show them."""
        named = filter(self.options.__contains__, link.options_of(self.in_force()))
        return [f"{name}: {_setting(self.options[name])}" for name in named]

    def deals_at(self, players: int) -> int:
        """Returns the deals of a sitting at a table; 0: until the director ends it. Where East passes after every deal,
        a table of three plays three deals for four, so that each player is East equally often."""
        is_fair = players == 3 and self.options.get(EAST_PASSES) is True and self.deals % 4 == 0
        return self.deals // 4 * 3 if is_fair else self.deals

    def as_json(self) -> Json:
        return asdict(self)

    @classmethod
    def of_json(cls, value: Json) -> Plan:
        """Reads what as_json() returned. Raises BadFile: the message names the first wrong key."""
        try:
            known = {key: value[key] for key in asdict(cls("", "")) if key in value}
            plan = cls(**{**known, "table_points": tuple(known["table_points"]), "players": tuple(known["players"])})
        except (KeyError, TypeError) as error:
            raise BadFile("the night", Problem(0, str(error).strip("'"), "this is missing or wrong.")) from None
        try:
            is_sound = plan._is_sound() and plan.in_force() is not None
        except (ValueError, TypeError):
            is_sound = False
        if not is_sound:
            raise BadFile("the night", Problem(0, "", "another version of Mingg wrote it. Update Mingg."))
        return plan

    def _is_sound(self) -> bool:
        """True if each value is of its kind. Others wrote it: a host that begins with it could not go on."""
        texts = (self.name, self.club, *self.players)
        numbers = (self.sittings, self.deals, *self.table_points)
        words = ((self.movement, MOVEMENTS), (self.odd, ODD), (self.rank, RANKS))
        return (
            all(isinstance(text, str) for text in texts)
            and all(type(number) is int and number >= 0 for number in numbers)
            and all(word in known for word, known in words)
            and isinstance(self.options, dict)
            and topics.is_club(self.club)
        )


def _setting(value: Any) -> str:
    return "none" if value is None else "yes" if value is True else "no" if value is False else str(value)


def by_the_book(movement: str) -> Json:
    """Returns the options that a movement has unless its file says otherwise."""
    return {EAST_PASSES: True} if movement == PROGRESSIVE else {}


def read(path: Path) -> Plan:
    """Reads the file of a night. Raises BadFile with every mistake in it."""
    return parse(_Reading.text_of(path), str(path), path.parent)


def parse(text: str, file: str, folder: Path) -> Plan:
    """Reads the text of a night. file: for messages. folder: of files with house rules. Raises BadFile."""
    return _Reading(file, text, folder).plan()


class _Reading(Reading):
    def __init__(self, file: str, text: str, folder: Path) -> None:
        super().__init__(file, text)
        self.folder = folder

    def plan(self) -> Plan:
        for key in self.content:
            if key not in _KEYS:
                self._wrong((key,), f"unknown word{meant(key, _KEYS)}. Choose one of {', '.join(_KEYS)}")
        name = self._text("name", MOST_TITLE)
        club = self._club()
        movement = self._word("movement", MOVEMENTS, PROGRESSIVE)
        sittings = self._number("sittings", 4, MOST_SITTINGS)
        deals = self._number("deals", 4, MOST_DEALS)
        rules, options, changes = self._rules()
        if not options.get(WINNER_DEALS):
            options = {**by_the_book(movement), **options}
        players = self._players()
        plan = Plan(
            *(name, club, movement, sittings, deals, rules, options, changes),
            *(self._word("odd", ODD, THREE), self._word("rank", RANKS, POINTS), self._table_points(), tuple(players)),
        )
        if not self.problems:
            self._sizes(plan)
        self._refuse_mistakes()
        return plan

    def _text(self, key: str, most: int) -> str:
        value = self.content.get(key)
        if value is None:
            self._wrong((key,), f'this is missing. Write for example {key} = "Friday night"')
        elif wrong := _why_no_text(value, most):
            self._wrong((key,), wrong)
        return str(value)

    def _club(self) -> str:
        value = self.content.get("club", "club")
        if not isinstance(value, str) or not topics.is_club(value):
            self._wrong(
                ("club",),
                f"use at most {topics.MOST_CLUB} lower-case letters, digits and hyphens, such as friday-club",
            )
        return str(value)

    def _word(self, key: str, words: Sequence[str], default: str) -> str:
        value = self.content.get(key, default)
        if value not in words:
            likely = meant(value, words) if isinstance(value, str) else ""
            self._wrong((key,), f"unknown word{likely}. Choose one of {', '.join(words)}")
            return default
        return str(value)

    def _number(self, key: str, default: int, most: int) -> int:
        value = self.content.get(key, default)
        if type(value) is not int or not 0 <= value <= most:
            self._wrong((key,), f"this must be a whole number from 0 to {most}. 0 means: until the director ends it")
            return default
        return value

    def _rules(self) -> tuple[str, Json, Json | None]:
        name = self.content.get("rules", "babcock")
        options = self.content.get("options", {})
        if not isinstance(options, dict):
            self._wrong(("options",), "this must be a section: [options], and below it lines such as limit = 500")
            options = {}
        base: Json = {"rules": name, "options": {}}
        if isinstance(name, str) and name.endswith(".toml"):
            try:
                base = house.read(self.folder / name).keys()
            except BadFile as error:
                self._wrong(("rules",), str(error).replace("\n", "; "))
                return "babcock", {}, None
        elif name not in RULE_SETS:
            likely = meant(name, RULE_SETS) if isinstance(name, str) else ""
            self._wrong(
                ("rules",),
                f"unknown rules{likely}. Choose one of {', '.join(RULE_SETS)}, or a file such as tuesday.toml",
            )
            return "babcock", {}, None
        chosen = {**base["options"], **options}
        rules, changes = str(base["rules"]), base.get("house")
        try:
            link.rules_in_force(rules, chosen, changes)
        except MinggError as error:
            option = error.at.removeprefix("/options/")
            self._wrong(("options", option), f"{error.message.rstrip('.')}. `mingg rules {rules}` lists the options.")
        return rules, chosen, changes

    def _table_points(self) -> tuple[int, ...]:
        value = self.content.get("table_points", [4, 2, 1, 0.5])
        points = []
        if isinstance(value, list) and 1 <= len(value) <= 5:
            points = [_hundredths(number) for number in value]
        if not points or any(number is None for number in points):
            self._wrong(
                ("table_points",),
                f"this must be a list of 1 to 5 numbers from 0 to {MOST_TABLE_POINTS} with two decimals at most,"
                " such as [4, 2, 1, 0.5]: for the best of a table, the second, and so on",
            )
            return (400, 200, 100, 50)
        return tuple(number for number in points if number is not None)

    def _players(self) -> list[str]:
        value = self.content.get("players")
        if not isinstance(value, list):
            self._wrong(("players",), 'this must be a list of names: players = ["Ann", "Bo", "Cy", "Di"]')
            return []
        known: dict[str, str] = {}
        for name in value:
            wrong = _why_no_text(name, MOST_NAME)
            line = self._line_of(name) if isinstance(name, str) else 0
            if wrong:
                self._wrong(("players",), f"{json.dumps(name, ensure_ascii=True, default=str)}: {wrong}", line)
            elif one_name(name) in known:
                self._wrong(("players",), f"{name} is here twice. Change one of the names.", line)
            else:
                known[one_name(name)] = name
        if len(known) < LEAST and not self.problems:
            self._wrong(("players",), f"a night takes {LEAST} players or more; here are {len(known)}. Add some.")
        if len(known) > 4 * topics.MOST_TABLES:
            self._wrong(
                ("players",), f"a night has at most {topics.MOST_TABLES} tables; here are {len(known)} players."
            )
        return list(known.values())

    def _line_of(self, name: str) -> int:
        """Returns the last line with this name in quotes."""
        at = max(self.text.rfind(f'"{name}"'), self.text.rfind(f"'{name}'"))
        return self.text.count("\n", 0, at) + 1 if at >= 0 else 0

    def _sizes(self, plan: Plan) -> None:
        if plan.odd == THREE and len(plan.players) % 4:
            try:
                plan.in_force(3)
            except ValueError as error:
                self._wrong(("odd",), f"{plan.rules} has no tables of 3: {error}. Choose another word.")


def _why_no_text(value: object, most: int) -> str:
    """Returns why a value is no name; "" if it is one."""
    if not isinstance(value, str):
        return "this must be a text in quotes"
    if not value.strip():
        return "this is empty. Write a name."
    if value != value.strip():
        return "it begins or ends with a blank. Remove the blank."
    if not value.isprintable():
        return "it has a character that cannot be printed. Remove it."
    if len(value) > most:
        return f"it has {len(value)} letters. Use at most {most}."
    return ""


def why_no_player(name: object) -> str:
    """Returns why a player cannot have this name; "" if they can."""
    return _why_no_text(name, MOST_NAME)


def _hundredths(value: object) -> int | None:
    if type(value) not in (int, float):
        return None
    number = Decimal(str(value)) * HUNDREDTHS
    return int(number) if number == number.to_integral_value() and 0 <= number <= MOST_TABLE_POINTS * 100 else None


def as_toml(plan: Plan, rules: str | None = None) -> str:
    """Returns the file of a night with a comment at each key. rules: a file of house rules, instead of the plan's."""
    lines = [
        "# A club night. `mingg club run FILE` begins it, `mingg club rehearse FILE` plays it with simulated players.",
        "",
        f"name = {_quoted(plan.name)}",
        f"club = {_quoted(plan.club)}  # in addresses: lower-case letters, digits and hyphens",
        "",
        f"movement = {_quoted(plan.movement)}  # progressive: the two best of a table move up (Babcock, p.85);",
        "#   and East passes after every deal; meet: new opponents in each sitting;",
        "#   fixed: nobody moves",
        f"sittings = {plan.sittings}  # 0: until the director ends the night",
        f"deals = {plan.deals}  # at a table, before players move; 0: until the director ends the sitting",
        f"odd = {_quoted(plan.odd)}  # who fills no table of four plays at tables of three, or sits out",
        "",
        f'rules = {_quoted(rules or plan.rules)}  # a rule set, or a file of house rules: "tuesday.toml"',
        f"rank = {_quoted(plan.rank)}  # what ranks: points (the book), or table_points",
        f"table_points = [{', '.join(map(hundredths, plan.table_points))}]  # for the best of a table, the second, ...",
        "",
        "players = [",
        *(f"  {_quoted(name)}," for name in plan.players),
        "]",
        "",
        "[options]  # of the rules, as `mingg rules` lists them",
        *(f"{key} = {json.dumps(value)}" for key, value in plan.options.items() if value is not None),
        *(f'{key} = "none"' for key, value in plan.options.items() if value is None),
    ]
    return "\n".join(lines) + "\n"


def hundredths(number: int) -> str:
    """Returns a number of hundredths as a decimal: 50 is 0.5."""
    whole, part = divmod(abs(number), HUNDREDTHS)
    return f"{'-' if number < 0 else ''}{whole}{f'.{part:02}'.rstrip('0') if part else ''}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
