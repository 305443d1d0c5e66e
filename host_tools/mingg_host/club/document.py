"""The document of a running night: the plan, and all that the director decided. Ledgers have the results.

The host publishes it retained as one JSON object. So another computer can continue the night from the broker alone.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from mingg_scoring.json_text import parse

from mingg_host.club.link import MOST_RECORD
from mingg_host.club.movements.seating import WINDS
from mingg_host.club.night import Plan
from mingg_host.club.records import Name
from mingg_host.club.topics import MOST_TABLES, is_id
from mingg_host.club.view import PRESENT
from mingg_host.common.output import Refused
from mingg_host.common.toml_text import BadFile

Json = dict[str, Any]

FORM = 1


class DocumentError(Refused):
    """A document that this version cannot read."""


@dataclass
class Table:
    """A table of a sitting.

    names      the first East first, then to the right
    ask        the id of the request that seats them; "" before it is sent
    ledgers    the ledgers of this sitting as [device, evening]: one, or more after a device was replaced
    seated     how often players were seated here: as many ledgers belong to it
    before     ledgers that the table had before the request, which cannot be of this sitting
    throws     throws of those who were equal, by name; a second one if some were still equal
    ended      the director has ended the sitting here
    end        the id of the request that ends it; "" if there is none
    last       the number of the record after which the device has ended it; 0 if it has not
    """

    names: list[str]
    ask: str = ""
    ledgers: list[tuple[str, int]] = field(default_factory=list)
    before: list[tuple[str, int]] = field(default_factory=list)
    throws: list[dict[str, int]] = field(default_factory=list)
    ended: bool = False
    seated: int = 1
    end: str = ""
    last: int = 0


@dataclass
class Played:
    """A sitting that has begun. out: players who sit out."""

    tables: list[Table]
    out: list[str] = field(default_factory=list)


@dataclass
class Ask:
    """A request to a device. what: as published. state: view.WAITING or view.REFUSED, with the device's reason."""

    id: str
    table: int
    what: Json
    state: str
    why: str = ""


@dataclass
class Penalty:
    """Points that a player has lost outside of play."""

    name: str
    points: int
    why: str = ""


@dataclass
class Document:
    """A night that runs.

    since     when it began, ISO 8601. No two nights of a club begin at once: this names the night, in all its copies
    after     when the latest night began that was known then: this night follows it, and never becomes it again; ""
    change    rises with every change; the document with the greatest one counts, of two equals that of the greater host
    host      the computer that wrote it
    players   the state of each, by name
    proposal  the next seats, or None; out: who will sit out
    basis     a digest of the results that the proposal of a movement rests on; "" if it needs none
    chosen    by table, the device whose records count
    last      the id of the last request
    over      the director has closed the night
    done      marks of the last actions: they tell whether a document has an action
    records   by table and ledger, see key(), the number of the last record: so a computer that has only this document
              and a broker without data knows what to ask for
    """

    plan: Plan
    since: str
    host: str
    change: int = 0
    players: dict[str, str] = field(default_factory=dict)
    sittings: list[Played] = field(default_factory=list)
    proposal: list[list[str]] | None = None
    out: list[str] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    chosen: dict[int, str] = field(default_factory=dict)
    dismissed: list[str] = field(default_factory=list)
    last: str = ""
    over: bool = False
    basis: str = ""
    done: list[str] = field(default_factory=list)
    records: dict[int, dict[str, int]] = field(default_factory=dict)
    after: str = ""

    @property
    def is_fresh(self) -> bool:
        """True if nothing was ever decided: such a night can be forgotten."""
        return not self.change and not self.sittings

    def as_json(self) -> Json:
        return {"form": FORM, **asdict(self)}


def new(plan: Plan, since: str, host: str) -> Document:
    """Returns the document of a night that has not begun."""
    return Document(plan, since, host, players=dict.fromkeys(plan.players, PRESENT))


def of_note(text: str) -> Document:
    """Reads the document from the note of a book. Raises DocumentError, also if there is none."""
    try:
        value = json.loads(text or "null")
    except (ValueError, RecursionError):
        raise DocumentError("the document of this night is damaged") from None
    return of_json(value)


def of_message(payload: bytes) -> Document | None:
    """Reads the document in a message; None if it has none that can be read."""
    try:
        return of_json(parse(payload))
    except (ValueError, DocumentError):
        return None


def of_json(value: object) -> Document:
    """Reads a document. Raises DocumentError."""
    if not isinstance(value, dict) or value.get("form") != FORM:
        raise DocumentError("this is no document of a night, or another version of Mingg wrote it")
    try:
        return Document(
            plan=Plan.of_json(value["plan"]),
            since=str(value["since"]),
            host=str(value["host"]),
            change=int(value["change"]),
            players={str(name): str(state) for name, state in value["players"].items()},
            sittings=[_played(sitting) for sitting in value["sittings"]],
            proposal=None if value["proposal"] is None else [_seated(table) for table in value["proposal"]],
            out=_names(value["out"]),
            penalties=[Penalty(str(one["name"]), int(one["points"]), str(one["why"])) for one in value["penalties"]],
            asks=[_ask(one) for one in value["asks"]],
            chosen={int(table): str(device) for table, device in value["chosen"].items()},
            dismissed=_names(value["dismissed"]),
            last=_id(value["last"]),
            over=bool(value["over"]),
            basis=str(value.get("basis", "")),
            done=_names(value.get("done", [])),
            records={int(table): _records(one) for table, one in value.get("records", {}).items()},
            after=str(value.get("after", "")),
        )
    except (BadFile, KeyError, TypeError, ValueError, AttributeError) as error:
        raise DocumentError(f"a part of the night is missing or wrong: {error}") from None


def ledgers(table: int, names: list[tuple[str, int]]) -> list[Name]:
    """Returns the ledgers of a table by their full names."""
    return [Name(table, device, evening) for device, evening in names]


def key(name: Name) -> str:
    """Returns the name of a ledger at its table as text."""
    return f"{name.device}-{name.evening}"


def noted(night: Document, table: int) -> list[Name]:
    """Returns the ledgers of a table that any computer had in this night."""
    parts = (text.rpartition("-") for text in night.records.get(table, ()))
    return [Name(table, device, int(evening)) for device, _, evening in parts]


def _records(value: Json) -> dict[str, int]:
    for name in value:
        int(name.rpartition("-")[2])
    return {str(name): min(int(last), MOST_RECORD) for name, last in value.items()}


def _names(value: Any) -> list[str]:
    return [str(name) for name in value]


def _played(value: Json) -> Played:
    return Played([_table(table) for table in value["tables"]], _names(value["out"]))


def _table(value: Json) -> Table:
    return Table(
        _seated(value["names"]),
        str(value["ask"]),
        [(str(device), int(evening)) for device, evening in value["ledgers"]],
        [(str(device), int(evening)) for device, evening in value["before"]],
        [{str(name): int(points) for name, points in throw.items()} for throw in value["throws"]],
        bool(value["ended"]),
        int(value["seated"]),
        str(value.get("end", "")),
        int(value.get("last", 0)),
    )


def _ask(value: Json) -> Ask:
    what, table = value["what"], int(value["table"])
    if not isinstance(what, dict) or not isinstance(what["do"], str) or not 1 <= table <= MOST_TABLES:
        raise TypeError("what")
    return Ask(_id(value["id"]), table, what, str(value["state"]), str(value["why"]))


def _id(value: object) -> str:
    """Returns the id of a request, which is a part of a topic; "" if there is none."""
    if value != "" and not is_id(str(value)):
        raise ValueError("id")
    return str(value)


def _seated(value: Any) -> list[str]:
    """Returns the players of a table."""
    names = _names(value)
    if len(names) not in WINDS or len(set(names)) != len(names):
        raise ValueError("names")
    return names
