"""What an option may be set to: each check answers None, or what is wrong with the value; what a device offers of it;
and what makes no sense beside the rest."""

from mingg.core.rules import SPECIAL, is_count, load, module_of, options_of

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.rules import Book, Check, House, OptionRow, Options, Rules

FLOWERS = ("off", "seasons", "shanghai", "own")


HIGHEST_LIMIT = 1000000


class BadRules(ValueError):
    """What is wrong with options or house rules. key: which of the two; at: a JSON Pointer within them."""

    key = "options"

    def __init__(self, at: str, message: str) -> None:
        super().__init__(message)
        self.at = at


def check_switch(value: object) -> "str | None":
    return None if isinstance(value, bool) else "true or false is wanted here"


def check_limit(value: object) -> "str | None":
    if value is None:
        return None
    if not is_count(value) or value == 0:
        return "the limit is a positive number of points, or null for none"
    if value > HIGHEST_LIMIT:
        return "the limit is at most %d" % HIGHEST_LIMIT
    if value % 2:
        return "an odd limit: the smallest counter is 2"
    return None


def check_flowers(value: object) -> "str | None":
    return None if isinstance(value, str) and value in FLOWERS else "flowers are off, seasons, shanghai or own"


def check_mummies(value: object) -> "str | None":
    return None if isinstance(value, bool) or value == "bonus" else 'true, false or "bonus" is wanted here'


def check_false_win(value: object) -> "str | None":
    if value in ("half", "limit") or isinstance(value, bool):
        return None
    if not is_count(value) or value == 0 or value % 2:
        return 'an even number of points, "half" or "limit" is wanted here'
    return None


def check_mahjong_10_20(value: object) -> "str | None":
    return None if is_count(value) and value in (10, 20) else "mah-jong counts 10 or 20"


def check_mahjong(value: object) -> "str | None":
    return None if is_count(value) and value in (10, 20, 30, 50, 100) else "mah-jong counts 10, 20, 30, 50 or 100"


def choices(check: "Check") -> "tuple[Any, ...]":
    """What a device offers where a check decides, in the order in which it goes through them."""
    # Made when somebody asks: a board has no need of it during play.
    offered: "dict[Check, tuple[Any, ...]]" = {
        check_switch: (False, True),
        check_limit: (None,) + tuple(range(100, 2001, 100)),
        check_flowers: FLOWERS,
        check_mummies: (False, True, "bonus"),
        check_false_win: (False, 100, "half", "limit"),
        check_mahjong_10_20: (10, 20),
        check_mahjong: (10, 20, 30, 50, 100),
    }
    return offered[check]


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


def check_each(options: "Options", module: "Book") -> None:
    """Raises BadRules for an option that the rule set does not have, and for a wrong value."""
    checks = {row[0]: row[1] for row in options_of(module)}
    for name in options:
        wrong = checks[name](options[name]) if name in checks else module.ID + " has no such option"
        if wrong:
            from mingg.core.interchange.json_in import step

            raise BadRules(step("", name), wrong)


def check_together(rules: "Rules") -> None:
    """Raises BadRules for options that exclude each other."""
    # Babcock p.80, the footnote. Evenings of the first edition play both.
    if rules.options.get("nine_mummies") and "thirteen_orphans" in rules.hands and rules.edition > 1:
        raise BadRules("/nine_mummies", "not where thirteen orphans are played: leave this option out")


def offered(rules: "Rules") -> "list[OptionRow]":
    """The options that a table may still agree on: without those that the rule set or the house rules decide."""
    rows = list(options_of(module_of(rules.id)))
    if rules.house is not None:
        from mingg.core.rules.house import says

        rows = [row for row in rows if not says(rules.house, row)]
    if "thirteen_orphans" in rules.hands and not rules.options.get("thirteen_orphans"):
        rows = [row for row in rows if row[0] != "nine_mummies"]
    return rows


def kept(options: "Options", rows: "tuple[OptionRow, ...]") -> "Options":
    """Of what was agreed, what another rule set, with these rows, knows as well."""
    return {row[0]: options[row[0]] for row in rows if row[0] in options and row[1](options[row[0]]) is None}


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


def why_not(row: "OptionRow", rules: "Rules") -> "str | None":
    """Why an option, as it was agreed, makes no sense beside the other rules in force: "no-limit", for a share of a
    limit that is not there, "covered" by another; or None."""
    name, _, _, effects = row
    value = rules.options.get(name, False)
    if value in (False, "off"):
        return None
    if name == "four_concealed_drawn" and any(fact == "four_concealed" for _, fact, _, _ in rules.special):
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
