"""Reads sets of counters and physical counts. Reads and writes holdings, which a ledger keeps with the balances."""

from mingg.core.counters.sets import NAMES, Holdings, counters_of, wrong_tray, wrong_values
from mingg.core.interchange.json_in import BadInput, a_count, a_list, a_word, an_object, read_pay
from mingg.core.table.session import COUNT
from mingg.core.values import step

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session

    # trays by player, the box, a loan
    Counting = tuple[dict[int, list[int]], list[int] | None, tuple[int, int, int] | None]

LENT = "lent"  # in holdings: the loans between players; in a count: what one lent another then
HOLDING_KEYS = ("trays", "box", "loans", "open", LENT)
BOX = "box"
_MARK = 12  # letters of a mark at most


def checked(wrong: "tuple[int, str] | None", pointer: str) -> None:
    """Raises BadInput for a problem as wrong_values() returns it."""
    if wrong is not None:
        place, message = wrong
        raise BadInput(pointer if place < 0 else "%s/%d" % (pointer, place), message)


def there(keys: "Json", key: str, pointer: str) -> "Any":
    """The value of a key; BadInput if it is missing. pointer: the place of the key."""
    if key not in keys:
        raise BadInput(pointer, "this is missing. Add it.")
    return keys[key]


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


def write_holdings(holdings: Holdings) -> "Json":
    """The object of holdings in a ledger; lists are by player."""
    keys: "Json" = {"trays": holdings.trays, BOX: holdings.box}
    if any(holdings.loans):
        keys["loans"] = holdings.loans
    if any(holdings.open):
        keys["open"] = holdings.open
    if holdings.lent:
        keys[LENT] = [list(loan) for loan in holdings.lent]
    return keys


def read_holdings(value: object, pointer: str, values: "list[int]", players: int) -> Holdings:
    """Reads holdings of counters with these values. Raises BadInput."""
    keys = an_object(value, pointer, HOLDING_KEYS)
    tray_list = a_list(there(keys, "trays", pointer + "/trays"), pointer + "/trays")
    if len(tray_list) != players:
        raise BadInput(pointer + "/trays", "this must be a list with a tray for each player")
    trays = [read_tray(tray, "%s/trays/%d" % (pointer, i), values) for i, tray in enumerate(tray_list)]
    box = read_tray(there(keys, BOX, pointer + "/box"), pointer + "/box", values)
    loans = a_list(keys.get("loans", [0] * players), pointer + "/loans")
    left = a_list(keys.get("open", [0] * players), pointer + "/open")
    for i, loan in enumerate(loans):
        a_count(loan, "%s/loans/%d" % (pointer, i))
    if len(loans) != players:
        raise BadInput(pointer + "/loans", "this must be a list with a loan, or 0, for each player")
    if len(left) != players or not all(type(points) is int for points in left) or sum(left):
        raise BadInput(pointer + "/open", "this must be a list with the open points of each player, 0 in all")
    lent = [_read_loan(loan, pointer + "/lent", players) for loan in a_list(keys.get(LENT, []), pointer + "/lent")]
    if len(lent) != len({(min(loan[:2]), max(loan[:2])) for loan in lent}):
        raise BadInput(pointer + "/lent", "two players have one loan at most")
    return Holdings(trays, box, loans, left, lent)


def _read_loan(value: object, pointer: str, players: int) -> "tuple[int, int, int]":
    """A loan between two players: [player who lent, player who owes, points]."""
    loan = [a_count(number, pointer) for number in a_list(value, pointer)]
    if len(loan) != 3 or not loan[2] or loan[0] == loan[1] or max(loan[:2]) >= players:
        raise BadInput(pointer, "a loan is who lent, who owes, and the points")
    return loan[0], loan[1], loan[2]


def read_held(value: object, pointer: str, session: "Session") -> "Holdings | None":
    """Reads the holdings of a session; None if it has no counters. Raises BadInput."""
    players = len(session.names)
    start_set = counters_of(session.counters, players)
    return None if start_set is None else read_holdings(value, pointer, start_set.values, players)


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
