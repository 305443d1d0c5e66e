"""Exchanges of counters, and what a session holds, read and written."""

from mingg.core.counters.bank import Bank
from mingg.core.counters.exchange import NoExchange, exchange
from mingg.core.counters.sets import counters_of
from mingg.core.interchange.held import read_tray, read_values, there
from mingg.core.interchange.json_in import BadInput, an_object
from mingg.core.values import step

MYPY = False
if MYPY:
    from mingg.core.counters.exchange import Exchange
    from mingg.core.interchange.json_in import Json

_PLAYERS = (2, 3, 4, 5)


def answer_exchange(value: object) -> "Json":
    """The exchange that an object asks for; BadInput where it is wrong, or nobody can make change."""
    keys = an_object(value, "", ("values", "trays", "box", "net"))
    values = read_values(there(keys, "values", "/values"), "/values")
    told = there(keys, "trays", "/trays")
    if not isinstance(told, dict):
        raise BadInput("/trays", "an object is wanted here")
    if len(told) not in _PLAYERS:
        raise BadInput("/trays", "2, 3, 4 or 5 players")
    names = list(told)
    trays = [read_tray(told[name], step("/trays", name), values) for name in names]
    box = read_tray(keys.get("box", [0] * len(values)), "/box", values)
    gains = an_object(there(keys, "net", "/net"), "/net", tuple(names))
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
        "loans": _not_zero(names, found.loans),
        "box": found.box,
    }
    if any(found.repaid):
        keys["repaid"] = _not_zero(names, found.repaid)
    return keys


def _some(names: "list[str]", trays: "list[list[int]]") -> "Json":
    return {name: tray for name, tray in zip(names, trays) if any(tray)}


def _not_zero(names: "list[str]", points: "list[int]") -> "Json":
    return {name: each for name, each in zip(names, points) if each}


# ---- what a session holds ----


def open_bank(counters: "str | Json", players: int) -> "Bank | None":
    """The bank of a session that begins; None where balances alone are kept."""
    found = counters_of(counters, players)
    return None if found is None else Bank(found, players)


def play(bank: Bank, net: "list[int]", names: "list[str]") -> "Json":
    """Makes a deal's payments, and tells the exchange, with what is left open after it."""
    keys = write_exchange(bank.apply(net), names)
    if any(bank.open):
        keys["open"] = _not_zero(names, bank.open)
    return keys


def write_bank(bank: Bank, names: "list[str]") -> "Json":
    """The end of a replay: everybody's counters and the box, by name; loans and what is open where there is any."""
    keys: "Json" = {"trays": dict(zip(names, bank.trays)), "box": bank.box}
    if any(bank.loans):
        keys["loans"] = _not_zero(names, bank.loans)
    if any(bank.open):
        keys["open"] = _not_zero(names, bank.open)
    return keys
