"""Brings the ledgers of a device without radio into a night: its records get the same names as those of a device with a
link, so the night and the archive cannot tell them apart."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from mingg_host.club import topics
from mingg_host.club.brokers import Address, NoConnection
from mingg_host.club.document import Document
from mingg_host.club.link import Line, lines, own_number
from mingg_host.club.records import Book, Kept
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.ledger import Files

Message = tuple[str, bytes]

SETTLE_S = 1.0  # until a running host has taken the records, and published what it makes of them
TRIES = 3


class Filled(NamedTuple):
    """A ledger and the sitting (from 1) that it belongs to."""

    sitting: int
    ledger: Kept


def device_of(board: Backup) -> str:
    """Returns the number of a device for topics: its own if it had a link before, else one made of the board's."""
    return own_number(board.settings) or hashlib.sha256(board.number.encode()).hexdigest()[:8]


def messages(files: Files, club: str, table: int, device: str) -> Iterator[Message]:
    """Yields topic and line of each record in the files of an evening, in the order in which devices publish them."""
    head: Line | None = None
    for line in lines(files):
        if line.number or line != head:  # a segment repeats its head
            yield topics.record(club, table, line.evening, line.segment, line.number, device), line.data
        head = head if line.number else line


def ledgers(club: str, table: int, device: str, sent: list[Message]) -> list[Kept]:
    """Returns the ledgers that messages make, the newest first."""
    book = Book(None)
    for name, line in sent:
        topic = topics.parse(club, name)
        if topic is not None:
            book.take(topic, line, device)
    book.close()
    return sorted(book.of_table(table), key=lambda ledger: -ledger.name.evening)


def matched(night: Document, table: int, found: list[Kept]) -> list[Filled]:
    """Returns which of these ledgers (the newest first) belong to which sitting of a table, the latest sitting first:
    in both the same people played, and the sitting has no other ledger."""
    left = list(found)
    filled = []
    for sitting in range(len(night.sittings), 0, -1):
        tables = night.sittings[sitting - 1].tables
        if table > len(tables):
            continue
        known = tables[table - 1]
        room = known.seated - len(known.ledgers)
        for ledger in list(left):
            is_there = (ledger.name.device, ledger.name.evening) in known.ledgers
            if is_there or (room > 0 and sorted(ledger.names()) == sorted(known.names)):
                room -= not is_there
                left.remove(ledger)
                filled.append(Filled(sitting, ledger))
    return filled


def action(filled: Filled) -> dict[str, object]:
    """Returns the action with which a ledger counts for its sitting."""
    name = filled.ledger.name
    return {
        **{"do": "ledger", "table": name.table, "sitting": filled.sitting},
        **{"device": name.device, "evening": name.evening},
    }


async def count(address: Address, club: str, filled: list[Filled]) -> None:
    """Lets ledgers that the broker has count in the running night. Its host may change the night at the same time: then
    tries again. Raises ActionError, and NoConnection, also if the night is gone or changes again and again."""
    from mingg_host.club.host import published
    from mingg_host.club.running import act_from_afar

    for _ in range(TRIES):
        await asyncio.sleep(SETTLE_S)
        night = await published(address, club)
        if night is None:
            break
        if all(_counts(night, one) for one in filled):
            return
        await act_from_afar(address, night, [action(one) for one in filled])
    raise NoConnection("the night changes again and again")


def _counts(night: Document, filled: Filled) -> bool:
    table, device, evening = filled.ledger.name
    return (device, evening) in night.sittings[filled.sitting - 1].tables[table - 1].ledgers
