"""The rule sets of the two books by id, and the options of each. modern.py has the other rule sets."""

MYPY = False
if MYPY:
    from mingg.core.rules.rows import Book, Option

# Only those of the books. modern.MODERN has the others.
RULE_SETS = ("harr", "harr-limit", "babcock", "chinese")


def module_of(name: str) -> "Book":
    """The module with the tables of a rule set, also a modern one. Raises ValueError if there is none with this id."""
    module: "Book"
    # Imported one by one: a board loads only the tables that it uses.
    if name == "harr":
        from mingg.core.rules import harr as module
    elif name == "harr-limit":
        from mingg.core.rules import harr_limit as module
    elif name == "babcock":
        from mingg.core.rules import babcock as module
    elif name == "chinese":
        from mingg.core.rules import chinese as module
    else:
        from mingg.core.rules.modern import modern_module

        module = modern_module(name, RULE_SETS)
    return module


def options_of(module: "Book") -> "tuple[Option, ...]":
    """The options of a rule set: its own, and those that any table may agree on."""
    from mingg.core.rules.agreed import with_agreed

    return with_agreed(module.options())
