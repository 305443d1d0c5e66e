"""The values of options: those that the device offers, in its order, and a check of any value."""

from mingg.core.values import is_count, step

MYPY = False
if MYPY:
    from collections.abc import Container
    from typing import Any

    from mingg.core.rules.rows import Option, Options

SWITCH = (False, True)
LIMITS: "tuple[Any, ...]" = (None,) + tuple(range(100, 2001, 100))
FLOWERS = ("off", "seasons", "shanghai", "own")
MUMMIES = (False, True, "bonus")
FALSE_WIN = (False, 100, "half", "limit")
HIGHEST_LIMIT = 1000000
NAME_LENGTH = 14  # letters that fit on a line of the display
SHARES = {"limit": 1, "half": 2, "third": 3}  # the divisor of the limit


class BadRules(ValueError):
    """Options or house rules are wrong. key: "options" or "house"; pointer: a JSON Pointer within them (on a board only
    for options)."""

    key = "options"

    def __init__(self, pointer: str = "", message: str = "") -> None:
        super().__init__(message)
        self.pointer = pointer


class BadHouse(BadRules):
    key = "house"


def check_name(name: object, pointer: str) -> None:
    """Raises BadHouse if this cannot be the name of house rules, or of a hand in them."""
    if not isinstance(name, str) or not name or name.strip() != name or min(name) < " ":
        raise BadHouse(pointer, "this must be a name, without blanks around it")
    if len(name) > NAME_LENGTH:
        raise BadHouse(pointer, "a name has at most %d letters. Shorten it." % NAME_LENGTH)


def wrong(choices: "tuple[Any, ...]", value: object) -> "str | None":
    """The problem of a value for an option with these choices, or None."""
    for choice in choices:
        if choice == value and type(choice) is type(value):
            return None
    if choices is LIMITS:
        if not is_count(value) or value == 0:
            return "this must be a positive number, or null for no limit"
        if value > HIGHEST_LIMIT:
            return "this must be at most %d" % HIGHEST_LIMIT
        return "this must be an even number: the smallest counter is 2" if value % 2 else None
    if choices is FALSE_WIN:
        if value is True or (is_count(value) and value and value % 2 == 0):
            return None
        return 'this must be an even number of points, "half", "limit" or false'
    if choices is SWITCH:
        return "this must be true or false"
    if choices is MUMMIES:
        return 'this must be true, false or "bonus"'
    words = [str(choice) for choice in choices]
    subject = "flowers are" if choices is FLOWERS else "mah-jong counts"
    return "%s %s or %s" % (subject, ", ".join(words[:-1]), words[-1])


def check_options(rule_set: str, rows: "tuple[Option, ...]", options: "Options") -> None:
    """Checks agreed options one by one. rows: all that the rule set has. Raises BadRules."""
    choices = {row.name: row.choices for row in rows}
    for option in options:
        problem: "str | None" = rule_set + " has no such option. Leave it out."
        if option in choices:
            problem = wrong(choices[option], options[option])
        if problem:
            raise BadRules(step("", option), problem)


def check_together(options: "Options", hands: "Container[str]", edition: int) -> None:
    """Checks agreed options with each other. hands: the special hands in force. Raises BadRules."""
    # Babcock p.80, footnote. Evenings of the first edition have both.
    if options.get("nine_mummies") and "thirteen_orphans" in hands and edition > 1:
        raise BadRules("/nine_mummies", "this is impossible with thirteen orphans. Leave this option out.")
    if options.get("winner_deals") and options.get("east_passes"):
        raise BadRules("/winner_deals", "this is impossible if East passes after every deal. Leave this option out.")
