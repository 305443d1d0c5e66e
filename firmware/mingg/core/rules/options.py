"""Options of a rule set: which ones the device offers, which values are in force, and which have no effect."""

from typing import Any

from mingg.core.rules import Rules, load, module_of, options_of
from mingg.core.rules.agreed import OPTIONS, BadHouse, BadRules, wrong
from mingg.core.rules.rows import House, Option, Options


def option_of(rule_set: str, name: str) -> "Option":
    return next(option for option in options_of(module_of(rule_set)) if option.name == name)


def in_force(rules: "Rules", option: "Option") -> "Any":
    """The value of an option in force: as agreed, else as in the book, else the first choice."""
    name = option.name
    if name in ("limit", "mahjong"):
        return getattr(rules, name)
    if name in rules.without_west():
        return False
    return rules.options.get(name, rules.table.get(name) or rules.on(name)) or option.choices[0]


def offered(rules: "Rules") -> "list[Option]":
    """The options that players can agree on: without those that the rule set or the house rules decide."""
    rows = list(options_of(module_of(rules.id)))
    if rules.house is not None:
        from mingg.core.rules.house import decides

        rows = [row for row in rows if not decides(rules.house, row)]
    rows = [row for row in rows if row.name not in rules.without_west()]
    if "thirteen_orphans" in rules.hands and not rules.options.get("thirteen_orphans"):
        rows = [row for row in rows if row.name != "nine_mummies"]
    return rows


def carried_over(options: "Options", rows: "tuple[Option, ...]") -> "Options":
    """The agreed options that another rule set (rows) has as well, with values that it accepts."""
    names = [row.name for row in rows if row.name in options and not wrong(row.choices, options[row.name])]
    return {name: options[name] for name in names}


def load_keeping(name: str, options: "Options", players: int, house: "House | None" = None) -> "Rules":
    """Loads a rule set with these options, except those that it does not have, or that another option excludes."""
    options = carried_over(options, options_of(module_of(name)))
    while True:
        try:
            return load(name, options, players, house)
        except BadHouse:
            raise
        except BadRules as error:
            del options[error.pointer[len(OPTIONS) + 1 :]]


def said_of(name: str, rules: "Rules") -> str:
    """The name of an option in the messages of what it does: where no false mah-jong is doubled, it says so."""
    return name + " single" if name == "false_win" and rules.on("false_win_single") else name


def why_not(row: "Option", rules: "Rules") -> "str | None":
    """Why an agreed option has no effect: "no-limit" (it pays or scores a share of the limit, but there is none), or
    None."""
    return "no-limit" if rules.limit is None and rules.options.get(row.name, False) in row.shares else None
