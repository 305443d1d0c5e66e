"""Options that players agree on: their values, and the rows that they bring.

Any rule set may have those of AGREED. They change the settlement and the table, never a count: settle.py and session.py
use them by name. The rule sets of the books have the flowers, and Babcock's optional scores (chapter VII) too.
"""

from collections.abc import Container
from typing import TYPE_CHECKING, Any

from mingg.core.rules.rows import ALL, DOUBLINGS, OURS, POINTS, SPECIAL, WINNER, WITHOUT, Option, Options, Row
from mingg.core.values import BadInput, is_count, step

if TYPE_CHECKING:
    from typing import TypeGuard

SWITCH = (False, True)
_ON = (True,)
LIMITS: "tuple[Any, ...]" = (None,) + tuple(range(100, 2001, 100))
FLOWERS = ("off", "seasons", "shanghai", "own")
MUMMIES = (False, True, "bonus")
FALSE_WIN = (False, 100, "half", "limit")
HIGHEST_LIMIT = 1000000
NAME_LENGTH = 14  # letters that fit on a line of the display
_WORDS = {"True": "true", "False": "false", "None": "null"}
OPTIONS = "/options"  # the place of options
SHARES = {"limit": 1, "half": 2, "third": 3}  # the divisor of the limit


class BadRules(BadInput):
    """Options or house rules are wrong. A board has the pointer only for options."""


class BadHouse(BadRules):
    pass


def check_name(name: object, pointer: str) -> None:
    """Raises BadHouse if this cannot be the name of house rules, or of a hand in them."""
    if not isinstance(name, str) or not name or name.strip() != name or min(name) < " ":
        raise BadHouse(pointer, "this must be a name, without blanks around it")
    if len(name) > NAME_LENGTH:
        raise BadHouse(pointer, "a name has at most %d letters. Shorten it." % NAME_LENGTH)


def is_even(points: object, most: int = HIGHEST_LIMIT) -> "TypeGuard[int]":
    """Whether a value is a number of points that counters can pay."""
    return is_count(points) and not points % 2 and points <= most


def takes_points(choices: "tuple[Any, ...]") -> bool:
    """Whether an option with these choices takes any even number besides."""
    return choices is LIMITS or choices is FALSE_WIN


def wrong(choices: "tuple[Any, ...]", value: object) -> "str | None":
    """The problem of a value for an option with these choices, or None."""
    for choice in choices:
        if choice == value and type(choice) is type(value):
            return None
    points = takes_points(choices)
    if points and is_count(value) and value:
        if value % 2:
            return "this must be an even number: the smallest counter is 2"
        return None if value <= HIGHEST_LIMIT else "this must be at most %d" % HIGHEST_LIMIT
    if value is True and choices is FALSE_WIN:
        return None
    words = [_WORDS.get(str(choice), str(choice)) for choice in choices if not points or type(choice) is not int]
    if "true" in words:
        words.remove("true")
        words.insert(0, "true")
    if points:
        words.append("an even number")
    return "this must be %s or %s" % (", ".join(words[:-1]), words[-1])


def check_options(rule_set: str, rows: "tuple[Option, ...]", options: "Options") -> None:
    """Checks agreed options one by one. rows: all that the rule set has. Raises BadRules."""
    choices = {row.name: row.choices for row in rows}
    for option in options:
        problem: "str | None" = rule_set + " has no such option. Leave it out."
        if option in choices:
            problem = wrong(choices[option], options[option])
        if problem:
            raise BadRules(step(OPTIONS, option), problem)


def check_together(options: "Options", hands: "Container[str]") -> None:
    """Checks agreed options with each other. hands: the special hands in force. Raises BadRules."""
    # Babcock p.80, footnote.
    if options.get("nine_mummies") and "thirteen_orphans" in hands:
        raise BadRules(OPTIONS + "/nine_mummies", "this is impossible with thirteen orphans. Leave this option out.")
    if options.get("winner_deals") and options.get("east_passes"):
        raise BadRules(
            OPTIONS + "/winner_deals", "this is impossible if East passes after every deal. Leave this option out."
        )


def switch(name: str, source: str, effects: "tuple[Any, ...]" = (), shares: "tuple[Any, ...]" = ()) -> "Option":
    """An option that is on or off. See rows.py."""
    return Option(name, SWITCH, source, effects, shares)


def limit(source: str) -> "Option":
    return Option("limit", LIMITS, source, (), ())


def false_win(source: str) -> "Option":
    return Option("false_win", FALSE_WIN, source, (), (True, "half", "limit"))


# ---- the three ways to play with flowers: Harr's (own), Babcock's (seasons), and Shanghai ----

_SERIES = Row("flower-series", "flower_series", 3, ALL, "Babcock p.89", "")

_FLOWERS = (
    ("own", DOUBLINGS, Row("own-flower", "own_flowers", 1, ALL, "Harr p.29, Use of the Mandarins", "")),
    ("seasons", POINTS, Row("flower", "flowers", 4, ALL, "Babcock p.89", "")),
    ("seasons", DOUBLINGS, Row("own-flower", "own_flowers_outside_series", 1, ALL, "Babcock p.89-90", "")),
    ("seasons", DOUBLINGS, _SERIES),
    ("shanghai", POINTS, Row("flower", "flowers", 4, ALL, "Babcock p.89", "")),
    ("shanghai", DOUBLINGS, Row("own-flower", "both_own_flowers", 1, ALL, "Babcock p.89-90", "")),
    ("shanghai", DOUBLINGS, _SERIES),
)


def flowers(source: str) -> "Option":
    """The option of a book of the 1920s."""
    return Option("flowers", FLOWERS, source, _FLOWERS, ())


# ---- Babcock's optional scores, options of `babcock` and `chinese` ----


def _limit_hand(name: str, page: str, divisor: int = 1, fact: str = "", option: str = "") -> "Option":
    row = Row(name, fact or name, divisor, WINNER, page, "")
    return switch(option or name, page, ((True, SPECIAL, row),), _ON)


def _doubled(name: str, item: str, fact: str, page: str = "p.61") -> "Option":
    """An option that replaces all rows with the id `item` by one doubling."""
    row = Row(item, fact, 1, WINNER, page, "")
    return switch(name, page, ((True, WITHOUT, item), (True, DOUBLINGS, row)))


# The Chinese game has the first three as rows.
BABCOCKS = (
    _limit_hand("four_winds", "p.53-54", 1, "four_winds_with_own"),
    _limit_hand("all_majors", "p.55"),
    _limit_hand("four_concealed", "p.59"),
    _limit_hand("four_concealed", "p.59", 1, "four_concealed_drawn", "four_concealed_drawn"),
    _limit_hand("nine_gates", "p.56"),
    _limit_hand("four_kongs", "p.57"),
    _doubled("three_concealed", "three-concealed", "three_concealed", "p.58"),
    _limit_hand("thirteen_orphans", "p.60"),
    _limit_hand("seven_twins", "p.61", 2),
    _doubled("double_no_score", "no-score", "nothing_else_shown"),
    _doubled("double_loose", "loose", "loose_kong"),
    _doubled("double_no_chows", "no-chows", "no_chows"),
    _doubled("double_rob", "rob", "robbed"),
    _doubled("double_last", "last", "last"),
    _doubled("double_drawn_only", "drawn-only", "nothing_but_drawn", "p.62"),
)


# ---- options of any rule set ----

_NINE_EASTS = "Babcock p.81-82; East's double is " + OURS


def with_agreed(own: "tuple[Option, ...]") -> "tuple[Option, ...]":
    """The options of a rule set with those of AGREED. One that the rule set has itself comes in its own form."""
    names = [option.name for option in own]
    return own + tuple([option for option in AGREED if option.name not in names])


AGREED = (
    switch("limit_cancels_losers", "Babcock p.81", (), _ON),
    switch("new_method", "Babcock p.78-79"),
    switch("insurance", "Babcock p.74-78"),
    switch("feeding", "Babcock p.78"),
    switch("discarder_pays", "Harr p.67-70"),
    false_win("Harr p.67; Babcock p.74"),
    switch("dead_hand_pays_limit", "Babcock p.73", (), _ON),
    switch("round_to_ten", "Babcock p.82"),
    switch(
        "nine_easts",
        _NINE_EASTS,
        ((True, SPECIAL, Row("nine_easts", "nine_easts", 1, WINNER, _NINE_EASTS, "")),),
        _ON,
    ),
    switch("washing", "Harr p.61"),
    Option("nine_mummies", MUMMIES, "Babcock p.80-81", (), ()),
    switch("not_touching", "Babcock p.81"),
    switch("four_kongs_draw", "Babcock p.79"),
    switch("winner_deals", "Babcock p.79"),
    switch("east_passes", "Babcock p.86"),
)
