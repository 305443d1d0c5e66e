"""Reads a request for an exchange of counters. Writes exchanges, and the counters at the end of a session."""

from mingg.core.counters.exchange import NoExchange, exchange
from mingg.core.interchange.counters import read_tray, read_values
from mingg.core.interchange.json_in import BadInput, an_object, there
from mingg.core.values import step

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.exchange import Exchange
    from mingg.core.counters.sets import Holdings
    from mingg.core.interchange.json_in import Json

_PLAYERS = (2, 3, 4, 5)


def answer_exchange(value: object) -> "Json":
    """Answers a request for an exchange. Raises BadInput if it is wrong, or the counters cannot make change."""
    keys = an_object(value, "", ("values", "trays", "box", "net"))
    values = read_values(there(keys, "values", "/values"), "/values")
    by_name = there(keys, "trays", "/trays")
    if not isinstance(by_name, dict):
        raise BadInput("/trays", "this must be an object")
    if len(by_name) not in _PLAYERS:
        raise BadInput("/trays", "this must have a tray for each of 2, 3, 4 or 5 players")
    names = list(by_name)
    trays = [read_tray(by_name[name], step("/trays", name), values) for name in names]
    box = read_tray(keys.get("box", [0] * len(values)), "/box", values)
    gains = an_object(there(keys, "net", "/net"), "/net", tuple(names))
    net = [_read_gain(gains.get(name, 0), step("/net", name), values[-1]) for name in names]
    if sum(net):
        raise BadInput("/net", "gains must add up to 0. Correct one of them.")
    try:
        return write_exchange(exchange(values, trays, net, box), names)
    except NoExchange as error:
        raise BadInput("/box", str(error))


def _read_gain(value: object, pointer: str, smallest: int) -> int:
    if type(value) is not int:
        raise BadInput(pointer, "this must be a whole number of points")
    if value % smallest:
        raise BadInput(pointer, "the smallest counter is %d. Use a multiple of it." % smallest)
    return value


def write_exchange(result: "Exchange", names: "list[str]") -> "Json":
    """Returns an exchange by names. Players who put and take nothing are omitted."""
    keys: "Json" = {
        "put": _some(names, result.puts),
        "take": _some(names, result.takes),
        "moved": result.moved,
        "loans": _some(names, result.loans),
        "box": result.box,
    }
    if any(result.repaid):
        keys["repaid"] = _some(names, result.repaid)
    return keys


def _some(names: "list[str]", given: "list[Any]") -> "Json":
    """Returns trays or points by name, without those of nothing."""
    return {name: each for name, each in zip(names, given) if (any(each) if isinstance(each, list) else each)}


# ---- the counters of a session ----


def write_moved(result: "Exchange", held: "Any", names: "list[str]") -> "Json":
    """Returns the exchange of a deal, with the points that it left open. held: the counters after it."""
    keys = write_exchange(result, names)
    if any(held.open):
        keys["open"] = _some(names, held.open)
    return keys


def write_holdings(held: "Holdings", names: "list[str]") -> "Json":
    """Returns the counters after a replay: trays by name, the box, and loans and open points if there are any."""
    keys: "Json" = {"trays": dict(zip(names, held.trays)), "box": held.box}
    for key in ("loans", "open"):
        if any(getattr(held, key)):
            keys[key] = _some(names, getattr(held, key))
    if held.lent:
        keys["lent"] = [{"from": names[lender], "to": names[to], "points": points} for lender, to, points in held.lent]
    return keys
