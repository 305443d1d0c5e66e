"""Sets of counters, read; how everybody's lie, as a ledger keeps it beside the balances; and a counting of them, which
is a line."""

from mingg.core.counters.sets import NAMES, counters_of, wrong_tray, wrong_values
from mingg.core.interchange.json_in import BadInput, a_count, a_list, a_word, an_object
from mingg.core.values import step

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.bank import Holdings
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session

    Counting = tuple[dict[int, list[int]], list[int] | None]  # trays by player, the box

HOLDING_KEYS = ("trays", "box", "loans", "open")
COUNT, BOX = "count", "box"
_MARK = 12  # letters


def checked(wrong: "tuple[int, str] | None", at: str) -> None:
    if wrong is not None:
        place, message = wrong
        raise BadInput(at if place < 0 else "%s/%d" % (at, place), message)


def there(keys: "Json", key: str, at: str) -> "Any":
    if key not in keys:
        raise BadInput(at, "missing")
    return keys[key]


def read_values(value: object, at: str) -> "list[int]":
    values = a_list(value, at)
    checked(wrong_values(values), at)
    return values


def read_tray(value: object, at: str, values: "list[int]") -> "list[int]":
    tray = a_list(value, at)
    checked(wrong_tray(tray, values), at)
    return tray


def read_counters(value: object, at: str) -> "str | Json":
    """What a session says of its counters: a name, or a set of the players' own, checked."""
    if not isinstance(value, dict):
        return a_word(value, at, NAMES, "set of counters")
    keys = an_object(value, at, ("values", "start", "box", "marks"))
    values = read_values(there(keys, "values", at + "/values"), at + "/values")
    read_tray(there(keys, "start", at + "/start"), at + "/start", values)
    if "box" in keys:
        read_tray(keys["box"], at + "/box", values)
    if "marks" in keys:
        marks = a_list(keys["marks"], at + "/marks")
        if len(marks) != len(values):
            raise BadInput(at + "/marks", "a word for each value is wanted here")
        for i, mark in enumerate(marks):
            if not isinstance(mark, str) or len(mark) > _MARK:
                raise BadInput("%s/marks/%d" % (at, i), "a word of up to %d letters is wanted here" % _MARK)
    return keys


def write_holdings(holdings: "Holdings") -> "Json":
    """As a ledger keeps them, by player."""
    trays, box, loans, left = holdings
    keys: "Json" = {"trays": trays, BOX: box}
    if any(loans):
        keys["loans"] = loans
    if any(left):
        keys["open"] = left
    return keys


def read_holdings(value: object, at: str, values: "list[int]", players: int) -> "Holdings":
    """What write_holdings wrote, for counters of these values."""
    keys = an_object(value, at, HOLDING_KEYS)
    told = a_list(there(keys, "trays", at + "/trays"), at + "/trays")
    if len(told) != players:
        raise BadInput(at + "/trays", "a tray for every player")
    trays = [read_tray(tray, "%s/trays/%d" % (at, i), values) for i, tray in enumerate(told)]
    box = read_tray(there(keys, BOX, at + "/box"), at + "/box", values)
    loans = a_list(keys.get("loans", [0] * players), at + "/loans")
    left = a_list(keys.get("open", [0] * players), at + "/open")
    for i, loan in enumerate(loans):
        a_count(loan, "%s/loans/%d" % (at, i))
    if len(loans) != players:
        raise BadInput(at + "/loans", "a loan, or 0, for every player")
    if len(left) != players or not all(type(points) is int for points in left) or sum(left):
        raise BadInput(at + "/open", "what is open for every player, adding up to zero")
    return trays, box, loans, left


def read_held(value: object, at: str, session: "Session") -> "Holdings | None":
    """What a session holds; None where it has no counters."""
    players = len(session.names)
    found = counters_of(session.counters, players)
    return None if found is None else read_holdings(value, at, found.values, players)


def read_count(keys: "Json", session: "Session") -> "Counting":
    """A counting: what somebody was found to hold, or what the box was."""
    found = counters_of(session.counters, len(session.names))
    if found is None:
        raise BadInput("/count", "this session has no counters")
    told = an_object(keys[COUNT], "/count", tuple(session.names))
    trays = {session.names.index(name): read_tray(told[name], step("/count", name), found.values) for name in told}
    box = read_tray(keys[BOX], "/box", found.values) if BOX in keys else None
    if not trays and box is None:
        raise BadInput("/count", "nothing is counted")
    return trays, box
