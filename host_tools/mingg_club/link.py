"""What devices and the club exchange: lines of ledgers, rules, deals, ids of requests, and the file of a joined device.

Of the club, only this module imports the firmware.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from mingg.core.interchange.judge import judge
from mingg.core.interchange.keys import write_deal
from mingg.core.rules import Rules as Rules
from mingg.core.table.session import Session
from mingg.link.joined import Joined
from mingg.link.memo import rank as rank
from mingg.records.kinds import CLUB as CLUB
from mingg.records.ledger import APART
from mingg.records.line import LAST, parse, seal, segment_name, segment_of
from mingg.records.parse import read_kept
from mingg_host.evenings.evening import Evening, PlayedDeal
from mingg_host.evenings.ledger import Files, unsealed
from mingg_scoring.json_answers import in_force, refusals
from mingg_scoring.json_text import parse as parse_json

Json = dict[str, Any]

MOST_RECORD = LAST  # the greatest number of a record


# ---- lines ----


def files_of(evening: int, segments: Mapping[int, tuple[bytes, Iterable[bytes]]]) -> Files:
    """Returns a ledger's files as a device writes them. segments: the line of the head, b"" without one,
    and the records."""
    files = {}
    for segment, (head, records) in segments.items():
        data = bytearray(head * (1 if segment else 2))  # grows in place: a copy for each record would take hours
        for record in records:
            if segment == 0 and len(data) < APART <= len(data) + len(record) + 1:
                data += head
            data += record + b"\n"
        files[segment_name(evening, segment)] = bytes(data)
    return files


def is_record(evening: int, segment: int, number: int) -> bool:
    """True if a device can have a record with these numbers: it finds the file again, and the line in it."""
    try:
        name = segment_name(evening, segment)
    except OSError:
        return False
    return segment_of(name) == (evening, segment) and 0 <= number <= MOST_RECORD


def record_in(line: bytes) -> tuple[int, Json] | None:
    """Returns the number and the content of a line; None if it is damaged, or its text is no JSON object."""
    record = unsealed(line)
    try:
        return (record[0], parse(record[1])) if record is not None else None
    except ValueError:
        return None


# ---- rules and deals ----


def rules_in_force(rules: str, options: Json, house: Json | None, players: int = 4) -> Rules:
    """Returns a rule set as a table plays it. Raises MinggError, which has the place."""
    return in_force({"rules": rules, "options": options, "players": players, **({"house": house} if house else {})})


def check_deal(deal: Json, names: list[str], rules: Rules) -> None:
    """Raises MinggError, which has the place, if a ledger of these players cannot have this deal."""
    with refusals():
        judge(read_kept(parse_json(json.dumps(deal).encode()), Session(list(names), rules)), rules)


def deal_in_json(deal: PlayedDeal) -> Json:
    """Returns a deal without what its session says."""
    value: Json = write_deal(deal.deal)
    value.pop("streak", None)
    return value


def won(evening: Evening) -> dict[str, int]:
    """Returns the points that each player has won or lost in an evening."""
    return {name: points - evening.began[name] for name, points in evening.balances.items()}


# ---- devices ----


def is_later(id: str, than: str) -> bool:
    """True if a device takes one id of a request for a later one than another."""
    return rank(id) > rank(than)


def joined(fields: Json) -> bytes:
    """Returns the file of a device that has joined a club. Raises ValueError if the device could not read it."""
    data = seal(0, json.dumps(fields, ensure_ascii=False))
    Joined(data)
    return data
