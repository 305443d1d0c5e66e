"""A rule set in force as data: its figures, each with its reason and its page, its settlement and its options."""

from __future__ import annotations

import json
from typing import Any

from mingg.core.explain import explain, paid
from mingg.core.explain.explain import worths
from mingg.core.rules import Rules, agreed, module_of, options
from mingg.core.rules import options_of as rows_of
from mingg.core.rules.rows import ALL, HOUSE, LOSER, WINNER
from mingg.core.score.special import share_of_limit
from mingg.lang import named

from mingg_scoring.interchange.answers import write_points
from mingg_scoring.json_answers import RULE_SETS, Json, in_force, limit_of, reason
from mingg_scoring.texts import because, option_does

WHO = {WINNER: "winner", ALL: "all", LOSER: "losers"}
# Words for a pair of the seat wind in its own round, and a remark if it counts differently.
OWN_ROUND = {"both": "points pairs both", "pair-seat": "points shape_shown pair-seat"}
SHARES: dict[Any, str] = {
    1: "limit",
    2: "half",
    3: "third",
    (1, 5): "fifth",
    (2, 5): "two fifths",
    (2, 15): "two fifteenths",
}


def settings(choices: tuple[Any, ...]) -> tuple[str, list[Any]]:
    """Returns the possible values of an option: in words, and those with a name."""
    points = agreed.takes_points(choices)
    values = [value for value in dict.fromkeys((True, *choices)) if agreed.wrong(choices, value) is None]
    named = [value for value in values if not points or type(value) is not int]
    words = [word if isinstance(word, str) else json.dumps(word) for word in named]
    return ", ".join(["even number"] * points + words), named


def line_data(rules: Rules) -> Json:
    """Returns a rule set's name, book and limit."""
    return {"id": rules.id, "title": rules.title, "book": rules.book, "limit": limit_of(rules)}


def _points_data(rules: Rules) -> list[Json]:
    return [
        {**write_points(row.id, figure), "who": WHO[row.who], **reason(explain.of_figure(row, figure, rules))}
        for row in rules.points
        for figure in explain.figures(row)
    ]


def _printed(entries: list[Json]) -> list[Json]:
    """Omits a pair of the seat wind in its own round if it counts as in any other round (explain.plainly)."""
    reasons = [entry["why"] for entry in entries]
    return [entry for entry in entries if entry.get("of") not in OWN_ROUND or reasons.count(entry["why"]) == 1]


# What a hand of house rules needs beside its tiles: the keys of house rules.
CONDITIONS = ("concealed", "claim", "flowers")


def _share_data(rules: Rules, row: Any, why: explain.Why) -> Json:
    of_points = isinstance(row.worth, tuple) and len(row.worth) == 1
    points = None if rules.limit is None and not of_points else share_of_limit(rules.limit, row.worth)
    reasons = reason(why)
    words = named("added" if why.key.startswith("added") else "special", row.id)
    hand = rules.table["patterns"].get(row.id)
    if hand is not None:
        reasons |= {"name": words, "tiles": hand["tiles"], **{key: hand[key] for key in CONDITIONS if key in hand}}
    elif HOUSE in why.key.split():  # the books have no sentence for this share
        reasons["why"] = f"{words.capitalize()}. {reasons['why']}"
    elif rules.table["hands_named"]:  # people know these hands by their names
        reasons["name"] = words
    share = "points" if of_points else SHARES[row.worth]
    return {"id": row.id, "share": share, "points": points, "who": WHO[row.who], **reasons}


def options_of(rule_set: str) -> dict[str, list[Any]]:
    """Returns the options of a rule set by name, each with its possible values that have a name."""
    return {option.name: settings(option.choices)[1] for option in rows_of(module_of(rule_set))}


def _options_data(rules: Rules) -> list[Json]:
    return [
        {
            "name": option.name,
            "set": options.in_force(rules, option),
            "agreed": option.name in rules.options,
            "settings": settings(option.choices)[0],
            "values": settings(option.choices)[1],
            "does": option_does(options.said_of(option.name, rules)),
            "source": explain.sourced(rules, option.source),
        }
        for option in options.offered(rules)
    ]


def _doubling_data(rules: Rules, row: Any) -> list[Json]:
    """Returns a row of doublings, or two if a kong counts more than a pung."""
    reasons = reason(explain.of_doubling_line(row, rules))
    entries: list[Json] = [{"id": row.id, "times": times, "who": WHO[row.who], **reasons} for times in worths(row)]
    if len(entries) > 1:
        for entry, word in zip(entries, ("pung", "kong"), strict=True):
            entry.update(of=word, why=entry["why"].replace("pung or kong", word))
    return entries


def _counted(rules: Rules) -> dict[str, list[Json]]:
    """Returns the counted figures, by table."""
    return {
        "points": _points_data(rules),
        "doubled": [entry for row in rules.doublings for entry in _doubling_data(rules, row)],
        "special": [_share_data(rules, row, explain.of_special_row(row, rules)) for row in rules.special],
        "waiting": [_share_data(rules, row, explain.of_special_row(row, rules)) for row in rules.waiting],
        "added": [_share_data(rules, row, explain.of_added_row(row, rules)) for row in rules.added],
    }


def _of_what(entry: Json) -> tuple[Any, ...]:
    return tuple(entry.get(key) for key in ("id", "who", "major", "exposed", "of"))


def _compared(rules: Rules, house: Json, counted: dict[str, list[Json]]) -> Json:
    """Compares house rules with their base. Each changed entry gets `house`: its figure in the base, or None. Also
    returns the figures that they took away."""
    without: dict[str, list[Json]] = {}
    for table, entries in _counted(options.load_keeping(rules.id, rules.options, rules.players)).items():
        book = {_of_what(entry): entry for entry in entries}
        taken: list[Json | None] = []
        for entry in counted[table]:
            was = book.get(_of_what(entry)) or book.get((*_of_what(entry)[:-1], None))
            taken.append(was)
            if was is None or _worth(was) != _worth(entry):
                entry["house"] = None if was is None else _worth(was)
        without[table] = _printed([entry for entry in book.values() if entry not in taken])
        for entry in without[table]:
            if entry.get("of") in OWN_ROUND:
                entry["why"] = because(OWN_ROUND[entry["of"]])
    return {HOUSE: {**house, "without": without}}


def _worth(entry: Json) -> Any:
    """Returns the figure of an entry."""
    return entry.get("share", entry.get("times", entry.get("points")))


def data(rules: Rules) -> Json:
    """Returns a rule set in force as data. Items and doublings have the same ids and keys as in an answer."""
    counted = _counted(rules)
    house = {} if rules.house is None else _compared(rules, rules.house, counted)
    counted["points"] = _printed(counted["points"])
    return {
        **line_data(rules),
        "players": rules.players,
        **house,
        **counted,
        "settlement": [{"shown": step.shown, **reason(step.why)} for step in paid.settlement(rules)],
        "options": _options_data(rules),
    }


def rule_set(table: Json) -> Json:
    """Returns a rule set in force. table: the keys of a deal about the rules. Raises MinggError."""
    return data(in_force(table))


def rule_sets() -> list[Json]:
    """Returns the rule sets, those of the books first."""
    return [line_data(in_force({"rules": name})) for name in RULE_SETS]
