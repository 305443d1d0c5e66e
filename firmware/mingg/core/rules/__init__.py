"""Rule sets as data: one module a book, each a table of figures with their pages; `load` puts one in force.

A row of POINTS and DOUBLINGS is (id, fact, worth, who, source): the item's id in an answer; the fact of facts.py that
earns it; points, or times doubled, for each time the fact holds (a tuple: by class of set, simple exposed, simple
concealed, major exposed, major concealed; a dict: by kind of pair); ALL, WINNER or LOSER; and where the book says so.
A row of SPECIAL is (id, fact, divisor, source): the winner's hand that scores the limit divided so.
A row of OPTIONS is (name, check, source): its check answers what is wrong with a value, or None.
"""

MYPY = False
if MYPY:
    from typing import Any, Callable, Protocol

    Options = dict[str, Any]
    Check = Callable[[object], str | None]

    class Book(Protocol):
        @property
        def ID(self) -> str: ...
        @property
        def TITLE(self) -> str: ...
        @property
        def LIMIT(self) -> int | None: ...
        @property
        def POINTS(self) -> tuple[tuple[str, str, int | tuple[int, ...] | dict[str, int], int, str], ...]: ...
        @property
        def DOUBLINGS(self) -> tuple[tuple[str, str, int, int, str], ...]: ...
        @property
        def SPECIAL(self) -> tuple[tuple[str, str, int, str], ...]: ...
        @property
        def OPTIONS(self) -> tuple[tuple[str, Check, str], ...]: ...


ALL, WINNER, LOSER = 0, 1, 2

RULE_SETS = ("harr", "babcock")


class Rules:
    """A rule set in force: its tables and the options agreed on."""

    def __init__(self, module: "Book", options: "Options") -> None:
        self.id = module.ID
        self.title = module.TITLE
        self.points = module.POINTS
        self.doublings = module.DOUBLINGS
        self.special = module.SPECIAL
        self.options = options
        # What winning alone is worth: "no other score" is a hand that has just that.
        self.mahjong = next(worth for item, _, worth, _, _ in module.POINTS if item == "mahjong")
        self.limit = options.get("limit", module.LIMIT)

    def knows(self, item: str) -> bool:
        """Whether anything is counted, doubled or limited by this name."""
        return any(row[0] == item for table in (self.points, self.doublings, self.special) for row in table)


def _module(name: str) -> "Book":
    module: "Book"
    # One table in memory, not all: a board holds no more than it plays by.
    if name == "harr":
        from mingg.core.rules import harr as module
    elif name == "babcock":
        from mingg.core.rules import babcock as module
    else:
        raise ValueError("no rule set %s" % name)
    return module


def options_of(name: str) -> "dict[str, tuple[Check, str]]":
    """The options that a rule set knows: name -> (check, source)."""
    return {option: (check, source) for option, check, source in _module(name).OPTIONS}


def load(name: str, options: "Options | None" = None) -> Rules:
    """The rule set `name` with `options` in force; ValueError names what is wrong with it."""
    options = {} if options is None else options
    known = options_of(name)
    for option in options:
        if option not in known:
            raise ValueError("%s has no option %s" % (name, option))
        wrong = known[option][0](options[option])
        if wrong:
            raise ValueError(wrong)
    return Rules(_module(name), options)
