"""Reads sets of counters, trays and physical counts."""

from mingg.core.counters.sets import NAMES, counters_of, wrong_tray, wrong_values
from mingg.core.interchange.json_in import BadInput, Json, a_list, a_word, an_object, read_pay, there
from mingg.core.table.session import BOX, COUNT, LENT, Session
from mingg.core.values import step

# trays by player, the box, a loan
Counting = tuple[dict[int, list[int]], "list[int] | None", "tuple[int, int, int] | None"]

_MARK = 12  # letters of a mark at most


def checked(wrong: "tuple[int, str] | None", pointer: str) -> None:
    """Raises BadInput for a problem as wrong_values() returns it."""
    if wrong is not None:
        place, message = wrong
        raise BadInput(pointer if place < 0 else "%s/%d" % (pointer, place), message)


def read_values(value: object, pointer: str) -> "list[int]":
    values = a_list(value, pointer)
    checked(wrong_values(values), pointer)
    return values


def read_tray(value: object, pointer: str, values: "list[int]") -> "list[int]":
    tray = a_list(value, pointer)
    checked(wrong_tray(tray, values), pointer)
    return tray


def read_counters(value: object, pointer: str) -> "str | Json":
    """Reads the counters of a session: a name, or a set of the players' own. Raises BadInput."""
    if not isinstance(value, dict):
        return a_word(value, pointer, NAMES, "set of counters")
    keys = an_object(value, pointer, ("values", "start", "box", "marks"))
    values = read_values(there(keys, "values", pointer + "/values"), pointer + "/values")
    read_tray(there(keys, "start", pointer + "/start"), pointer + "/start", values)
    if "box" in keys:
        read_tray(keys["box"], pointer + "/box", values)
    if "marks" in keys:
        marks = a_list(keys["marks"], pointer + "/marks")
        if len(marks) != len(values):
            raise BadInput(pointer + "/marks", "this must be a list with a word for each value")
        for i, mark in enumerate(marks):
            if not isinstance(mark, str) or len(mark) > _MARK:
                raise BadInput("%s/marks/%d" % (pointer, i), "this must be a word of at most %d letters" % _MARK)
    return keys


def read_count(keys: "Json", session: "Session") -> "Counting":
    """Reads a physical count: (trays by player, the box or None, what one player lent another or None). Raises
    BadInput."""
    start_set = counters_of(session.counters, len(session.names))
    if start_set is None:
        raise BadInput("/count", "this session has no counters. Leave the count out.")
    counted = an_object(keys[COUNT], "/count", tuple(session.names))
    trays = {
        session.names.index(name): read_tray(counted[name], step("/count", name), start_set.values) for name in counted
    }
    box = read_tray(keys[BOX], "/box", start_set.values) if BOX in keys else None
    if not trays and box is None:
        raise BadInput("/count", "nothing is counted. Add a tray or the box.")
    lent = None
    if LENT in keys:
        lent = read_pay(keys[LENT], session, "/lent")
    return trays, box, lent
