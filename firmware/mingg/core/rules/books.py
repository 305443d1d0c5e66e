"""The rule sets by name, and the options that each of them knows."""

MYPY = False
if MYPY:
    from mingg.core.rules.rows import Book, Option

RULE_SETS = ("harr", "harr-limit", "babcock", "chinese")


def module_of(name: str) -> "Book":
    """The tables of a rule set; ValueError where there is none of that name."""
    module: "Book"
    # A board holds only the tables that it plays by.
    if name == "harr":
        from mingg.core.rules import harr as module
    elif name == "harr-limit":
        from mingg.core.rules import harr_limit as module
    elif name == "babcock":
        from mingg.core.rules import babcock as module
    elif name == "chinese":
        from mingg.core.rules import chinese as module
    else:
        raise ValueError("no rule set %s" % name)
    return module


def options_of(module: "Book") -> "tuple[Option, ...]":
    """The options that a rule set knows: its own, and those of every table."""
    from mingg.core.rules.agreed import AGREED

    return module.options() + AGREED
