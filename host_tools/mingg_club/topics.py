"""The topics of a club night: what is published where, and what users of the broker may do.

    mingg/<club>/table/<t>/record/<device>-<evening>/<segment>/<n>   a line of a ledger, without its line end
    mingg/<club>/table/<t>/here                             the state of its device, and its last will
    mingg/<club>/table/<t>/answer/<id>                      what became of a request
    mingg/<club>/table/<t>/call                             *call the director*; not retained
    mingg/<club>/table/<t>/ask/<id>                         a request; an empty one withdraws it
    mingg/<club>/table/<t>/kept/<device>                    what the host has on its disk: the device may forget it
    mingg/<club>/night/decision/<n>                         what the director decided, see decisions.py
    mingg/<club>/night/lease                                which host directs, see state.Lease

<evening> is the number of the evening on the device: with the device's id before it, such as 5f0d8a1c-7, the ledgers of
two devices never have the same name. No topic has a player's name. Each number has one spelling, so two topics never
mean the same.
"""

from __future__ import annotations

import re
import time
from typing import NamedTuple

from mingg_scoring.json_text import MOST_DIGITS

from mingg_club.link import is_record

ROOT = "mingg"
RECORD, HERE, ANSWER, CALL, ASK, KEPT = "record", "here", "answer", "call", "ask", "kept"
NIGHT, DECISION, LEASE = "night", "decision", "lease"
MOST_TABLES = 999
MOST_NUMBER = 10**MOST_DIGITS - 1  # of an evening
MOST_CLUB = 24  # letters
MOST_ID = 16  # letters and digits
DIRECTOR, ROOM = "director", "room"  # users

_CLUB = re.compile(rf"[a-z0-9-]{{1,{MOST_CLUB}}}")
_ID = re.compile(rf"[A-Za-z0-9]{{1,{MOST_ID}}}")
_DEVICE = re.compile(r"[0-9a-f]{8}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
ID_DIGITS = 7  # enough for seconds until the year 4453


class Topic(NamedTuple):
    """What a topic means. table: 0 for the director's. id: of a request or an answer. device, evening, segment, number:
    of a record; evening: 0 for one that no device can have. number: also of a decision."""

    kind: str
    table: int = 0
    id: str = ""
    evening: int = 0
    segment: int = 0
    number: int = 0
    device: str = ""


def is_club(name: str) -> bool:
    """True if a club may have this name in topics: lower-case letters, digits, hyphens, at most 24."""
    return _CLUB.fullmatch(name) is not None


def is_device(name: str) -> bool:
    """True if a device may have this id: eight hex digits."""
    return _DEVICE.fullmatch(name) is not None


def is_id(name: str) -> bool:
    """True if a request may have this id: at most 16 letters and digits."""
    return _ID.fullmatch(name) is not None


def of_table(club: str, table: int | str, *levels: str | int) -> str:
    """Returns a topic below a table, or below each table: "+"."""
    return "/".join(map(str, (ROOT, club, "table", table, *levels)))


def record(club: str, table: int, evening: int, segment: int, number: int, device: str) -> str:
    return of_table(club, table, RECORD, f"{device}-{evening}", segment, number)


def ask(club: str, table: int, request: str) -> str:
    return of_table(club, table, ASK, request)


def kept(club: str, table: int, device: str) -> str:
    return of_table(club, table, KEPT, device)


def decision(club: str, number: int | str) -> str:
    return f"{ROOT}/{club}/{NIGHT}/{DECISION}/{number}"


def lease(club: str) -> str:
    return f"{ROOT}/{club}/{NIGHT}/{LEASE}"


def everything(club: str) -> str:
    """Returns the filter for all topics of a club."""
    return f"{ROOT}/{club}/#"


def table_user(table: int) -> str:
    """Returns the name with which a table's device logs in."""
    return f"table-{table}"


def parse(club: str, topic: str) -> Topic | None:
    """Returns what a topic of this club means; None if it means nothing."""
    levels = topic.split("/")
    if levels[:2] != [ROOT, club]:
        return None
    if levels[2:] == [NIGHT, LEASE]:
        return Topic(LEASE)
    if len(levels) == 5 and levels[2:4] == [NIGHT, DECISION]:
        number = _number(levels[4])
        return Topic(DECISION, number=number) if number else None
    if len(levels) < 5 or levels[2] != "table":
        return None
    table = _number(levels[3])
    kind, rest = levels[4], levels[5:]
    if table is None or not 1 <= table <= MOST_TABLES:
        return None
    if kind in (HERE, CALL) and not rest:
        return Topic(kind, table)
    if kind in (ANSWER, ASK) and len(rest) == 1 and _ID.fullmatch(rest[0]):
        return Topic(kind, table, rest[0])
    return _record(table, rest) or Topic(RECORD, table) if kind == RECORD else None


def _record(table: int, levels: list[str]) -> Topic | None:
    if len(levels) != 3:
        return None
    device, _, evening_number = levels[0].rpartition("-")
    evening, segment, number = map(_number, (evening_number, *levels[1:]))
    if evening is None or segment is None or number is None or not is_device(device):
        return None
    return Topic(RECORD, table, "", evening, segment, number, device) if is_record(evening, segment, number) else None


def next_id(last: str) -> str:
    """Returns the id of a new request. It is greater than the last one, and than all ids of earlier seconds: so a host
    that has lost its data does not use an id again."""
    now = max(int(time.time()), int(last, 36) + 1 if last else 0)
    digits = ""
    while now:
        now, digit = divmod(now, 36)
        digits = _DIGITS[digit] + digits
    return digits.zfill(ID_DIGITS)


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None
