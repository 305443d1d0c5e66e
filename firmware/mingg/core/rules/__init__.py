"""Rule sets as data: each book is a module with tables of figures and their pages. load() puts a rule set in force."""

from mingg.core.rules.rows import House, Options
from mingg.core.rules.rules import BOOKS as BOOKS
from mingg.core.rules.rules import MODERN as MODERN
from mingg.core.rules.rules import RULE_SETS as RULE_SETS
from mingg.core.rules.rules import Rules as Rules
from mingg.core.rules.rules import module_of as module_of
from mingg.core.rules.rules import options_of as options_of

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

        put(house, rules, module)
    rules.complete(module.LIMIT[0])
    if options:
        check_together(options, rules.hands)
    return rules
