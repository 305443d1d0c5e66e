"""What the options of a rule set are set to: what a device offers, what is in force, and what makes no sense beside the
rest."""

from mingg.core.rules import load
from mingg.core.rules.books import module_of, options_of
from mingg.core.rules.checks import FLOWERS, BadRules, wrong
from mingg.core.rules.rows import SPECIAL

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules import Rules
    from mingg.core.rules.rows import House, Option, Options


def in_force(rules: "Rules", name: str) -> "Any":
    """What an option is set to: as agreed, or as the book plays."""
    if name == "limit":
        return rules.limit
    if name == "mahjong":
        return rules.mahjong
    if name == "flowers":
        return rules.options.get(name, FLOWERS[0])
    if name == "false_win" and name not in rules.options:
        return rules.table[name] or False
    return rules.on(name)


def offered(rules: "Rules") -> "list[Option]":
    """The options that a table may still agree on: without those that the rule set or the house rules decide."""
    rows = list(options_of(module_of(rules.id)))
    if rules.house is not None:
        from mingg.core.rules.house import says

        rows = [row for row in rows if not says(rules.house, row)]
    if "thirteen_orphans" in rules.hands and not rules.options.get("thirteen_orphans"):
        rows = [row for row in rows if row.name != "nine_mummies"]
    return rows


def kept(options: "Options", rows: "tuple[Option, ...]") -> "Options":
    """Of what was agreed, what another rule set, with these rows, knows as well."""
    names = [row.name for row in rows if row.name in options and not wrong(row.choices, options[row.name])]
    return {name: options[name] for name in names}


def load_keeping(name: str, options: "Options", players: int, house: "House | None" = None) -> "Rules":
    """The rule set with the given options, except those that it does not know or that another one excludes."""
    options = kept(options, options_of(module_of(name)))
    try:
        return load(name, options, players, house)
    except BadRules as error:
        if error.key != "options":
            raise
        del options[error.at[1:]]
        return load(name, options, players, house)


def why_not(row: "Option", rules: "Rules") -> "str | None":
    """Why an option, as it was agreed, makes no sense beside the other rules in force: "no-limit", for a share of a
    limit that is not there, "covered" by another; or None."""
    name, _, _, effects = row
    value = rules.options.get(name, False)
    if value in (False, "off"):
        return None
    if name == "four_concealed_drawn" and any(other.fact == "four_concealed" for other in rules.special):
        return "covered"
    if rules.limit is None:
        of_limit = name in ("limit_cancels_losers", "dead_hand_pays_limit")
        if name == "false_win":
            of_limit = value in (True, "half", "limit")
        for _, table, _ in effects:
            of_limit = of_limit or table == SPECIAL
        if of_limit:
            return "no-limit"
    return None
