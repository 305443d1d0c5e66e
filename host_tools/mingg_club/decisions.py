"""The director's decisions, and the night that they make.

A decision is a JSON object with everything that it settled: seats, throws of dice, the ids of its requests, what a
device has answered. Only the host that directs the night makes them, one after the other; the broker has number n as
the retained message night/decision/<n>, and each host's book has all of them. A night is the fold of its decisions.
Nothing else about it is kept; ledgers have the results. Undo is a decision, too: the fold leaves out what it names.

    since    of the night that it belongs to; term: the lease under which it was made
    do       its kind, see Night.do_*; text: in words
    asks     [[table, id, request], ...]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from inspect import Signature, signature
from typing import Any, NamedTuple

from mingg_host.common.output import Refused
from mingg_host.common.toml_text import BadFile
from mingg_scoring.json_text import MinggError, parse

from mingg_club.link import MOST_RECORD, rank
from mingg_club.movements.seating import WINDS
from mingg_club.night import Plan
from mingg_club.topics import ID_DIGITS, MOST_TABLES, is_id
from mingg_club.view import LEFT, PRESENT, REFUSED, WAITING

Json = dict[str, Any]
Decisions = Mapping[int, bytes]  # by number
Names = list[str]  # of a table
Rows = list[dict[str, int]]  # of deals, by name
Had = dict[tuple[int, str, int], int]  # by table, device and evening, the number of a record

FORM = 1
BEGIN, UNDO, ANSWERS, SIGNAL = "begin", "undo", "answers", "signal"
ONLY_ASKS = frozenset(["correct", "pay", "undo_deal", "show", UNDO])  # kinds that only have requests
FACTS = (BEGIN, UNDO, ANSWERS, SIGNAL)  # decisions that undo does not take back
# With numbers: the message that tables have no device. A director who hides it says that they play on paper.
NO_DEVICE = "no-device:"
UNLIMITED = 999  # deals of a sitting that the director ends


class DecisionError(Refused):
    """A decision that this version cannot read."""


@dataclass
class Paper:
    """A result that no ledger has. rows: what each player won or lost in a deal, or in several. deals: how many they
    are; without one there is no result. movers: then, who moves up, the better first; () if dice decide. checked: a
    second look has found what the sheet says."""

    rows: list[dict[str, int]]
    deals: int
    movers: tuple[str, ...] = ()
    checked: bool = False

    def won(self) -> dict[str, int]:
        names = self.rows[0] if self.rows else {}
        return {name: sum(row[name] for row in self.rows) for name in names}


class Sub(NamedTuple):
    """From this deal on `new` plays in the seat that `old` had on the device, after the request with the id `ask`. own:
    also for points of their own; otherwise the line of `old` gets them."""

    ask: str
    deal: int
    old: str
    new: str
    own: bool


@dataclass
class Table:
    """A table of a sitting; both have numbers from 1.

    names   whose points are counted now, the first East first, then to the right
    who     the names that the device got with each request in `seats`
    subs    who plays for others
    seats   the device that has carried out the request with this id and seated them, "" before: several if they were
            seated again. The head of a ledger names the id
    chosen  the device that counts for such a request, of several that have carried it out, as the director has said
    throws  throws of those who were equal, by name; a second one if some were still equal
    ended   the director has ended the sitting here; end: the id of the request that does it, "" if there is none
    by      the device that has ended it for the director, after its record number `last`; "" if none has
    paper   the result from paper, or that there is none; it counts instead of ledgers. None without one
    """

    sitting: int
    number: int
    names: list[str]
    seats: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    who: dict[str, list[str]] = field(default_factory=dict)
    subs: list[Sub] = field(default_factory=list)
    throws: list[dict[str, int]] = field(default_factory=list)
    ended: bool = False
    end: str = ""
    last: int = 0
    by: str = ""
    paper: Paper | None = None

    def labels(self) -> list[str]:
        """Returns all names that devices, or sheets of paper, have had for this table."""
        return list(dict.fromkeys(name for names in self.who.values() for name in names))

    def counts_for(self, label: str, deal: int, ask: str = "") -> str:
        """Returns who gets the points of a name on the device, or on paper, in a deal."""
        for sub in self.subs:
            if sub.own and sub.old == label and sub.deal <= deal and ask in ("", sub.ask):
                label = sub.new
        return label

    def named(self, labels: Iterable[str], deal: int, ask: str = "") -> dict[str, str]:
        """Returns who gets the points of each name on the device, or on paper, in a deal. A player keeps their own if
        the substitute has a name there, too."""
        to = {label: self.counts_for(label, deal, ask) for label in labels}
        return {label: label if to.get(name) == name else name for label, name in to.items()}

    def shared(self, net: Mapping[str, int], deal: int, ask: str = "") -> dict[str, int]:
        """Returns points by those who get them. net: of a deal, by names on the device, or on paper."""
        got = dict[str, int]()
        for label, name in self.named(net, deal, ask).items():
            got[name] = got.get(name, 0) + net[label]
        return got

    def line_of(self, name: str) -> set[str]:
        """Returns those who had the seat of a player before, and the player."""
        line = {name}
        for sub in reversed(self.subs):
            line |= {sub.old} if sub.own and sub.new in line else set()
        return line


@dataclass
class Played:
    """A sitting that has begun. out: players who sit out."""

    tables: list[Table]
    out: list[str] = field(default_factory=list)


@dataclass
class Ask:
    """A request to a device. what: as published. state: WAITING or REFUSED, with the device's reason."""

    id: str
    table: int
    what: Json
    state: str = WAITING
    why: str = ""


@dataclass
class Timer:
    """The time of a sitting. ends: in seconds since 1970; warn: so many before, there is a signal. more: then one more
    deal is played; otherwise tables stop. told: the signals that devices got, 0 to 2. asks: the ids of the last one."""

    ends: int
    warn: int
    more: bool
    told: int = 0
    asks: tuple[str, ...] = ()


@dataclass
class Penalty:
    """Points that a player has lost outside of play."""

    name: str
    points: int
    why: str = ""


@dataclass
class Night:
    """A night as its decisions make it.

    since     when it began, ISO 8601. No two nights of a club begin at once, so this names the night
    players   the state of each, by name; guests: those who are not ranked
    proposal  the next seats, or None; out: who will sit out
    basis     a digest of the results that the proposal of a movement rests on; "" if it needs none
    chosen    by table, the device of several whose ledgers count from now on, until its players are seated again
    had       by table, device and evening, the last record that the host had when it seated the players or closed the
              night: another computer misses what it lacks of it
    sheets    tables that play on paper until a device comes
    timer     of the present sitting, or None
    last      the id of the last request, unless a table with longer ids forced it
    over      the director has closed the night
    damaged   decisions that make no sense, by number, with the reason
    """

    plan: Plan
    since: str
    players: dict[str, str] = field(default_factory=dict)
    guests: set[str] = field(default_factory=set)
    sittings: list[Played] = field(default_factory=list)
    proposal: list[list[str]] | None = None
    out: list[str] = field(default_factory=list)
    basis: str = ""
    penalties: list[Penalty] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    chosen: dict[int, str] = field(default_factory=dict)
    had: dict[tuple[int, str, int], int] = field(default_factory=dict)
    dismissed: list[str] = field(default_factory=list)
    sheets: set[int] = field(default_factory=set)
    timer: Timer | None = None
    last: str = ""
    over: bool = False
    damaged: dict[int, str] = field(default_factory=dict)

    def tables(self) -> list[Table]:
        """Returns the tables of all sittings."""
        return [table for played in self.sittings for table in played.tables]

    def ask(self, table: object, id: object) -> Ask | None:
        """Returns a request that waits or was refused."""
        return next((ask for ask in self.asks if (ask.table, ask.id) == (table, id)), None)

    def _used(self, ids: Iterable[str]) -> None:
        """Notes ids, which are not used again."""
        self.last = max([self.last, *(id for id in ids if len(id) <= ID_DIGITS)], key=rank)

    def at(self, number: int, sitting: int | None = None) -> Table:
        """Returns a table of a sitting, by default of the present one; both are numbers from 1."""
        played = self.sittings[_number(len(self.sittings) if sitting is None else sitting, least=1) - 1]
        return played.tables[_number(number, least=1) - 1]

    def _values(self, keys: Json, wanted: Signature) -> Json:
        """Returns the values of a decision: all are read before it changes anything."""
        found: Json = {}
        for name, each in wanted.parameters.items():
            if each.annotation == "Table":
                found[name] = self.at(keys["table"], keys.get("sitting"))
            elif name in keys or each.default is each.empty:
                found[name] = _READS[each.annotation](keys[name])
        return found

    def take(self, number: int, keys: Json) -> None:
        """Takes the next decision. One that makes no sense changes nothing."""
        try:
            asks = [_ask(one) for one in keys.get("asks", ())]
            ids = [ask.id for ask in asks]
            if keys["do"] not in ONLY_ASKS:
                does = getattr(self, f"do_{keys['do']}")
                does(**self._values({**keys, "asks": asks}, signature(does)))
        except (BadFile, KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            self.damaged[number] = str(error) or type(error).__name__
            return
        self._used(ids)
        self.asks += asks

    # ---- what each kind does. Its parameters are the keys of the decision ----

    def do_seats(self, tables: list[Names], out: list[str], basis: str) -> None:
        self.proposal, self.out, self.basis = tables, out, basis

    def do_start(self, asks: list[Ask], tables: list[Names], out: list[str], had: Had) -> None:
        seats = {ask.table: ask.id for ask in asks if ask.what["do"] == "seat"}
        sitting = len(self.sittings) + 1
        begun = [
            Table(sitting, n, names, {seats[n]: ""}, {seats[n]: self.chosen.get(n, "")}, {seats[n]: names})
            for n, names in enumerate(tables, 1)
        ]
        self.asks = [ask for ask in self.asks if ask.what["do"] not in ("go", "seat")]  # they lead nowhere now
        self.sittings.append(Played(begun, out))
        self.had.update(had)
        self.proposal, self.out = None, []
        self._silence()
        self.timer = None

    def _drop(self, table: int, do: str) -> None:
        self.asks = [ask for ask in self.asks if (ask.table, ask.what["do"]) != (table, do)]

    def do_reseat(self, asks: list[Ask], table: Table, names: Names, left: str = "", came: str = "") -> None:
        (ask,) = asks
        self.players.update({left: LEFT} if left else {})
        self.players.update({came: PRESENT} if came else {})
        table.names = table.who[ask.id] = names
        table.seats[ask.id] = ""
        self._drop(ask.table, "seat")
        self.chosen.pop(ask.table, None)

    def do_substitute(self, table: Table, player: str, by: str, own: bool, deal: int) -> None:
        if player not in table.names or by in table.names:
            raise ValueError("names")
        table.subs.append(Sub(list(table.seats)[-1], deal, player, by, own))
        self.players.update({by: PRESENT, **({player: LEFT} if own else {})})
        if own:
            table.names = [by if name == player else name for name in table.names]

    def do_throw(self, table: Table, throws: dict[str, int]) -> None:
        table.throws.append(throws)

    def do_penalty(self, name: str, points: int, why: str) -> None:
        self.penalties.append(Penalty(name, points, why))

    def do_end(self, asks: list[Ask], tables: list[int]) -> None:
        ends = {ask.table: ask.id for ask in asks}
        for table in [self.at(number) for number in tables]:
            table.ended, table.end = True, ends.get(table.number, "")
            self._drop(table.number, "seat")
            self._silence(table.number)

    def do_paper(self, table: Table, rows: Rows, deals: int, movers: list[str]) -> None:
        for row in [*rows, *([dict.fromkeys(movers, 0)] if movers else [])]:
            if not set(row) <= {*table.labels(), *table.names} or sum(row.values()) != 0:
                raise ValueError("rows")
        if len(rows) > deals:
            raise ValueError("deals")
        table.paper = Paper(rows, deals, tuple(movers), not deals)

    def do_check(self, table: Table) -> None:
        if table.paper is None:
            raise ValueError("no such result")
        table.paper.checked = True

    def do_player(self, names: list[str], state: str, guest: bool | None = None) -> None:
        self.players.update(dict.fromkeys(names, state))
        self.guests = self.guests.union(names) if guest else self.guests.difference(names if guest is False else ())
        self.proposal, self.out = None, []  # it had other players

    def do_timer(self, ends: int, warn: int, more: bool) -> None:
        self._silence()
        self.timer = Timer(ends, warn, more) if ends else None

    def _silence(self, table: int = 0) -> None:
        """Withdraws what the timer asked of a table, or of all: 0."""
        told = self.timer.asks if self.timer else ()
        self.asks = [ask for ask in self.asks if ask.id not in told or table not in (0, ask.table)]

    def do_signal(self, asks: list[Ask], told: int, ends: int) -> None:
        timer = self.timer
        if timer is None or timer.ends != ends:
            asks.clear()  # its timer was taken back
            return
        self._silence()
        self.timer = replace(timer, told=told, asks=tuple(ask.id for ask in asks))

    def do_device(self, table: Table, device: str) -> None:
        self.chosen[table.number] = table.chosen[list(table.seats)[-1]] = device  # what was played before stays

    def do_withdraw(self, table: int, id: str) -> None:
        self.asks = [ask for ask in self.asks if (ask.table, ask.id) != (table, id)]

    def do_dismiss(self, key: str) -> None:
        if key.startswith(NO_DEVICE):
            self.sheets.update(map(int, key.removeprefix(NO_DEVICE).split(",")))
        else:
            self.dismissed.append(key)

    def do_close(self, had: Had) -> None:
        self.had.update(had)
        self.over = True

    def do_answers(self, answers: list[Any]) -> None:
        """What devices have answered: [table, id, device, record, or the reason why it is declined]."""
        known = [
            (ask, _text(device), _text(done) if isinstance(done, str) else _number(done))
            for table, id, device, done in answers
            if (ask := self.ask(table, id)) is not None
        ]
        for ask, device, done in known:
            if isinstance(done, str):
                ask.state, ask.why = REFUSED, done
                continue
            self.asks.remove(ask)
            for played in self.sittings:
                for table in played.tables[ask.table - 1 : ask.table]:
                    if ask.id in table.seats:
                        table.seats[ask.id] = device
                    elif table.end == ask.id:
                        table.last, table.by = done, device


def new(plan: Plan, since: str, term: int = 1) -> bytes:
    """Returns the first decision of a night."""
    return written({"do": BEGIN, "since": since, "term": term, "form": FORM, "plan": plan.as_json()})


def written(keys: Json) -> bytes:
    return json.dumps(keys, ensure_ascii=False, separators=(",", ":")).encode()


def read(payload: bytes) -> Json | None:
    """Returns the content of a decision; None if this is none."""
    try:
        keys = parse(payload)
    except MinggError:
        return None
    is_one = isinstance(keys, dict) and isinstance(keys.get("since"), str) and type(keys.get("term")) is int
    return keys if is_one else None


def fold(decisions: Decisions) -> Night:
    """Returns the night that these decisions make. Raises DecisionError if the first one cannot be read."""
    known = {number: keys for number, payload in sorted(decisions.items()) if (keys := read(payload)) is not None}
    begin = known.pop(1, {})
    if begin.get("do") != BEGIN or begin.get("form") != FORM:
        raise DecisionError("this is no night, or another version of Mingg wrote it")
    try:
        plan = Plan.of_json(begin["plan"])
    except (BadFile, KeyError, TypeError, ValueError, AttributeError) as error:
        raise DecisionError(f"a part of the night is missing or wrong: {error}") from None
    night = Night(plan, begin["since"], dict.fromkeys(plan.players, PRESENT), set(plan.guests))
    undone = {keys.get("of") for keys in known.values() if keys.get("do") == UNDO}
    for number, keys in known.items():
        if number not in undone:
            night.take(number, keys)
        else:
            night._used(_ids(keys))
    return night


def _ids(keys: Json) -> list[str]:
    asks = keys.get("asks")
    ids = [ask[1] for ask in asks if isinstance(ask, list) and len(ask) == 3] if isinstance(asks, list) else []
    return [id for id in ids if isinstance(id, str)]


def undoable(decisions: Decisions) -> tuple[int, Json] | None:
    """Returns the last decision that stands, which undo takes back; None if there is none."""
    known = [(number, keys) for number in sorted(decisions) if (keys := read(decisions[number])) is not None]
    undone = {keys.get("of") for _, keys in known if keys.get("do") == UNDO}
    stand = [(number, keys) for number, keys in known if keys.get("do") not in FACTS and number not in undone]
    return stand[-1] if stand else None


# ---- values: how one of each type is read, of the parameters above ----


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text")
    return value


def _number(value: object, most: int = 10**11, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"a number from {least} to {most}")
    return value


def _names(value: Any) -> list[str]:
    return [_text(name) for name in value]


def _seated(value: Any) -> list[str]:
    """Returns the players of a table."""
    names = _names(value)
    if len(names) not in WINDS or len(set(names)) != len(names):
        raise ValueError("names")
    return names


def _had(value: Any) -> Had:
    return {
        (_number(table), _text(device), _number(evening)): _number(last, MOST_RECORD)
        for table, device, evening, last in value
    }


_READS: dict[str, Callable[[Any], object]] = {
    "str": _text,
    "int": _number,
    "bool": lambda value: value is True,
    "bool | None": lambda value: value if value is None else value is True,
    "list[str]": _names,
    "list[int]": lambda value: list(map(_number, value)),
    "Names": _seated,
    "list[Names]": lambda value: list(map(_seated, value)),
    "dict[str, int]": lambda value: {_text(name): _number(points) for name, points in value.items()},
    "Rows": lambda value: [{_text(name): int(points) for name, points in row.items()} for row in value],
    "Had": _had,
    "list[Any]": list,
    "list[Ask]": lambda value: value,
}


def _ask(value: Any) -> Ask:
    table, id, what = value
    if not isinstance(what, dict) or not is_id(_text(id)):
        raise ValueError("asks")
    _text(what["do"])
    return Ask(id, _number(table, MOST_TABLES, 1), what)


def of_last_night(payloads: Iterable[tuple[int, bytes]]) -> dict[int, bytes]:
    """Returns the decisions of the night that counts, of those that a broker has: it may still have some of the night
    before."""
    known = [(number, payload, keys) for number, payload in payloads if (keys := read(payload)) is not None]
    if not known:
        return {}
    since = max(known, key=lambda each: (each[2]["term"], each[2]["since"]))[2]["since"]
    return {number: payload for number, payload, keys in known if keys["since"] == since}
