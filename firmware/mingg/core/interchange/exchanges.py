"""Exchanges of counters, sets of counters and what a session holds of them, read and written."""

from mingg.core.bank import Bank
from mingg.core.counters import NAMES, counters_of, wrong_tray, wrong_values
from mingg.core.exchange import NoExchange, exchange
from mingg.core.interchange.json_in import BadInput, a_count, a_list, a_word, an_object, step

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.bank import Holdings
    from mingg.core.exchange import Exchange
    from mingg.core.interchange.json_in import Json

_PLAYERS = (2, 3, 4, 5)
_MARK = 12  # letters
HOLDING_KEYS = ("trays", "box", "loans", "open")


def _checked(wrong: "tuple[int, str] | None", at: str) -> None:
    if wrong is not None:
        place, message = wrong
        raise BadInput(at if place < 0 else "%s/%d" % (at, place), message)


def _there(keys: "Json", key: str, at: str) -> "Any":
    if key not in keys:
        raise BadInput(at, "missing")
    return keys[key]


def read_values(value: object, at: str) -> "list[int]":
    values = a_list(value, at)
    _checked(wrong_values(values), at)
    return values


def read_tray(value: object, at: str, values: "list[int]") -> "list[int]":
    tray = a_list(value, at)
    _checked(wrong_tray(tray, values), at)
    return tray


def read_counters(value: object, at: str) -> "str | Json":
    """What a session says of its counters: a name, or a set of the players' own, checked."""
    if not isinstance(value, dict):
        return a_word(value, at, NAMES, "set of counters")
    keys = an_object(value, at, ("values", "start", "box", "marks"))
    values = read_values(_there(keys, "values", at + "/values"), at + "/values")
    read_tray(_there(keys, "start", at + "/start"), at + "/start", values)
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


def answer_exchange(value: object) -> "Json":
    """The exchange that an object asks for; BadInput where it is wrong, or nobody can make change."""
    keys = an_object(value, "", ("values", "trays", "box", "net"))
    values = read_values(_there(keys, "values", "/values"), "/values")
    told = _there(keys, "trays", "/trays")
    if not isinstance(told, dict):
        raise BadInput("/trays", "an object is wanted here")
    if len(told) not in _PLAYERS:
        raise BadInput("/trays", "2, 3, 4 or 5 players")
    names = list(told)
    trays = [read_tray(told[name], step("/trays", name), values) for name in names]
    box = read_tray(keys.get("box", [0] * len(values)), "/box", values)
    gains = an_object(_there(keys, "net", "/net"), "/net", tuple(names))
    net = [_read_gain(gains.get(name, 0), step("/net", name), values[-1]) for name in names]
    if sum(net):
        raise BadInput("/net", "what is won and lost adds up to zero")
    try:
        return write_exchange(exchange(values, trays, net, box), names)
    except NoExchange as error:
        raise BadInput("/box", str(error))


def _read_gain(value: object, at: str, smallest: int) -> int:
    if type(value) is not int:
        raise BadInput(at, "a whole number of points is wanted here")
    if value % smallest:
        raise BadInput(at, "the smallest counter is %d" % smallest)
    return value


def write_exchange(found: "Exchange", names: "list[str]") -> "Json":
    """An exchange, told by the players' names; who does nothing is left out."""
    keys: "Json" = {
        "put": _some(names, found.puts),
        "take": _some(names, found.takes),
        "moved": found.moved,
        "loans": _above_zero(names, found.loans),
        "box": found.box,
    }
    if any(found.repaid):
        keys["repaid"] = _above_zero(names, found.repaid)
    return keys


def _some(names: "list[str]", trays: "list[list[int]]") -> "Json":
    return {name: tray for name, tray in zip(names, trays) if any(tray)}


def _above_zero(names: "list[str]", points: "list[int]") -> "Json":
    return {name: each for name, each in zip(names, points) if each}


# ---- what a session holds ----


def open_bank(counters: "str | Json", players: int) -> "Bank | None":
    """The bank of a session that begins; None where balances alone are kept."""
    found = counters_of(counters, players)
    return None if found is None else Bank(found, players)


def play(bank: Bank, net: "list[int]", names: "list[str]") -> "Json":
    """Makes a deal's payments, and tells the exchange."""
    found = bank.apply(net)
    if found is None:
        message = "neither the players nor the box can make change for it: it is settled with the next deal"
        return {"error": {"at": "/box", "message": message}}
    return write_exchange(found, names)


def write_bank(bank: Bank, names: "list[str]") -> "Json":
    """The end of a replay: everybody's counters and the box, by name; loans and what is open where there is any."""
    keys: "Json" = {"trays": dict(zip(names, bank.trays)), "box": bank.box}
    if any(bank.loans):
        keys["loans"] = _above_zero(names, bank.loans)
    if any(bank.open):
        keys["open"] = _above_zero(names, bank.open)
    return keys


def write_holdings(holdings: "Holdings") -> "Json":
    """As a ledger keeps them, by player."""
    trays, box, loans, left = holdings
    keys: "Json" = {"trays": trays, "box": box}
    if any(loans):
        keys["loans"] = loans
    if any(left):
        keys["open"] = left
    return keys


def read_holdings(value: object, at: str, bank: Bank) -> "Holdings":
    """What write_holdings wrote, for such a bank."""
    keys = an_object(value, at, HOLDING_KEYS)
    players = len(bank.trays)
    told = a_list(_there(keys, "trays", at + "/trays"), at + "/trays")
    if len(told) != players:
        raise BadInput(at + "/trays", "a tray for every player")
    trays = [read_tray(tray, "%s/trays/%d" % (at, i), bank.values) for i, tray in enumerate(told)]
    box = read_tray(_there(keys, "box", at + "/box"), at + "/box", bank.values)
    loans = a_list(keys.get("loans", [0] * players), at + "/loans")
    left = a_list(keys.get("open", [0] * players), at + "/open")
    for i, loan in enumerate(loans):
        a_count(loan, "%s/loans/%d" % (at, i))
    if len(loans) != players:
        raise BadInput(at + "/loans", "a loan, or 0, for every player")
    if len(left) != players or not all(type(points) is int for points in left) or sum(left):
        raise BadInput(at + "/open", "what is open for every player, adding up to zero")
    return trays, box, loans, left
