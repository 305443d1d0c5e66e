"""The texts that rule sets need: of their options, and of everything that they count."""

from mingg.core.explain import explain
from mingg.core.explain.paid import settlement
from mingg.core.rules import RULE_SETS, load, module_of, options_of
from mingg.core.rules.agreed import BadRules
from mingg.core.rules.options import offered
from mingg.core.rules.rows import ADDED, ALONE, DOUBLINGS, POINTS, SPECIAL, WAITING

# Each of these has a screen of its own with at most five lines. The layout counts the lines of all others.
NOTICES = ("no flash", "no evening", "torn", "torn-more", "lost", "unreadable", "draft-lost", "draft-waits")
NOTICES += ("uncounted", "settings damaged", "settings unread", "short of room", "cannot read")


def section(name):
    """Returns the messages of a section by key, in the current language. Raises KeyError for an unknown section."""
    from mingg import lang

    results = {}
    for line in lang.section(name).decode().split("\n"):
        key, equals, text = line.partition(" = ")
        if equals and key[0] != ";":
            results[key] = text.replace("^", lang.SHORTER)
    return results


def every_rule_set():
    """Yields all rule sets, without a limit and with one, and with each value of an option that changes a row."""
    for name in RULE_SETS:
        for options in ({}, {"limit": None}, {"limit": 500}):
            yield load(name, options)
        for option in options_of(module_of(name)):
            yield from _with(name, option, [value for value, _, _ in option.effects])


def every_table():
    """Yields all rule sets for each number of players, and with each value of each option that the device offers."""
    for name in RULE_SETS:
        for players in (2, 3, 4, 5):
            yield load(name, {}, players)
        for option in offered(load(name)):
            for value in option.choices:
                yield load(name, {option.name: value})


def _with(name, option, values):
    """Yields a rule set with each of these values that it does not exclude."""
    for value in values:
        try:
            rules = load(name, {option.name: value})
        except BadRules:
            continue
        yield rules


def whys(rules):
    """Yields the reason of each figure in force."""
    yield explain.of_limit(rules)
    for row in rules.points:
        for figure in explain.figures(row):
            yield explain.of_figure(row, figure, rules)
    for row in rules.doublings:
        yield explain.of_doubling_row(row, rules)
    for row in rules.special + rules.waiting + [row for row in rules.doublings if row.id == ALONE]:
        yield explain.of_special_row(row, rules)
    for row in rules.added:
        yield explain.of_added_row(row, rules)


def _of_option(option):
    if option.name != "limit":  # it has a screen of its own
        yield "option " + option.name
        for choice in option.choices:
            if isinstance(choice, str):
                yield "value " + choice
    yield "does " + option.name


def _names(table, row):
    if table != POINTS:
        yield {DOUBLINGS: "by ", SPECIAL: "special ", WAITING: "special ", ADDED: "added "}[table] + row.id
    elif row.id == "pair":
        for word in row.worth:
            yield "pair " + word
    else:
        yield "loose-tile" if row.id == "loose" else row.id


def missing():
    """Returns each text that English lacks, as the line to add and its section."""
    needed = []
    for name in RULE_SETS:
        for option in options_of(module_of(name)):
            needed += [("options", key) for key in _of_option(option)]
            for rules in _with(
                name, option, [value for value in option.choices if not isinstance(value, int) or value is True]
            ):
                needed += [("why", step.why.key) for step in settlement(rules)]
    for rules in every_rule_set():
        needed += [("why", why.key) for why in whys(rules)]
        for table in rules.tables:
            needed += [("seldom", key) for row in rules.tables[table] for key in _names(table, row)]
    there = [(name, key) for name in ("options", "why", "seldom") for key in section(name)]
    there += [("seldom", key) for key in section("deal")]  # which stays in memory
    lines = ["[" + name + "]: " + key + " = ..." for name, key in sorted(set(needed) - set(there))]
    return ["firmware/mingg/lang/en.txt, " + line for line in lines]
