"""Rule sets as data: each book is a module with tables of figures and their pages. load() puts a rule set in force."""

from collections.abc import Iterator
from typing import Any

from mingg.core.rules.rows import House, Option, Options
from mingg.core.rules.rows import Rules as Rules

BOOKS = ("harr", "harr-limit", "babcock", "chinese")
MODERN = ("bmja", "dmjl")  # what clubs play today
RULE_SETS = BOOKS + MODERN
OF_HOUSE = "house-"  # the file names of house rules in a store begin with this

# The edition of the rules. Heads and sessions name theirs: other figures need another edition.
EDITION = 1


def load(name: str, options: "Options | None" = None, players: int = 4, house: "House | None" = None) -> Rules:
    """A rule set, by its id, with options and house rules in force. ValueError: there is no such rule set.
    agreed.BadRules: the options or the house rules are wrong."""
    module = module_of(name)
    rules = Rules(module, options or {}, players)
    if options:  # without agreed options, their tables are not loaded
        from mingg.core.rules.agreed import check_options, check_together

        rows = options_of(module)
        check_options(module.ID, rows, options)
        for option in rows:
            agreed = options.get(option.name)
            for value, table, row in option.effects:
                if agreed == value and type(agreed) is type(value):
                    rules.apply(table, row)
    if house is not None:
        from mingg.core.rules.house import put

        put(house, rules, module, books)
    rules.complete(module.LIMIT[0])
    if options:
        check_together(options, rules.hands)
    return rules


def module_of(name: str) -> "Any":
    """The module with the tables of a rule set. Raises ValueError if there is none with this id."""
    module: "Any"
    # Imported one by one: a board loads only the tables that it uses.
    if name == "harr":
        from mingg.core.rules import harr as module
    elif name == "harr-limit":
        from mingg.core.rules import harr_limit as module
    elif name == "babcock":
        from mingg.core.rules import babcock as module
    elif name == "chinese":
        from mingg.core.rules import chinese as module
    elif name == "bmja":
        from mingg.core.rules import bmja as module
    elif name == "dmjl":
        from mingg.core.rules import dmjl as module
    else:
        raise ValueError("no such rule set: %s. Choose one of %s" % (name, ", ".join(RULE_SETS)))
    return module


def options_of(module: "Any") -> "tuple[Option, ...]":
    """The options of a rule set: its own, and those that any table may agree on."""
    from mingg.core.rules.agreed import with_agreed

    return with_agreed(module.options())


def books(first: str) -> "Iterator[Any]":
    """Yields the modules of this rule set and of all others, loading one after another: a board has little memory."""
    yield module_of(first)
    for name in ("babcock", "chinese", "harr", "harr-limit") + MODERN:
        if name != first:
            yield module_of(name)
