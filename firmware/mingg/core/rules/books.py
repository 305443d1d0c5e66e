"""The rule sets by id, and the options of each."""

from typing import Any

from mingg.core.rules.rows import Option

BOOKS = ("harr", "harr-limit", "babcock", "chinese")
MODERN = ("bmja", "dmjl")  # what clubs play today
RULE_SETS = BOOKS + MODERN


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
