"""Changes what was played: takes the last line back, corrects a deal where it was played, swaps two players."""

from typing import Any

from mingg.core.deal.deal import Deal
from mingg.core.interchange.keys import write_kept
from mingg.core.table.session import CORRECT, SWAP, UNDO, Standing, difference
from mingg.evening.counters import holdings, moved
from mingg.evening.evening import Evening
from mingg.evening.lines import Lines, find, leaves
from mingg.records.kinds import Record


def newest(evening: "Evening") -> "list[Any]":
    """The record of the last line, and those that were entered together with it, newest first; [] if none stands, or it
    is lost. Raises OSError."""
    records: "list[Any]" = []
    while not records or records[-1].joined:
        on = records[-1].on if records else evening.top
        record = find(evening, on) if on else None
        if record is None:
            break
        records.append(record)
    return records


def below(evening: "Evening") -> "tuple[Standing, int]":
    """The standing before the lines that undo() takes back, and the record of the line before them (0: none).
    ValueError: no line stands."""
    records = newest(evening)
    if records:
        return records[-1].before, records[-1].on
    lines = Lines(evening)
    if not len(lines):
        raise ValueError("nothing is left to take back")
    i = len(lines) - 1
    while i and lines[i - 1].record == lines[i].record:
        i -= 1  # lost in the same gap: no standing between them is known
    try:
        return lines.below(lines[i]), lines[i - 1].record if i else 0
    finally:
        lines.close()


def undo(evening: "Evening", to: "tuple[Standing, int] | None" = None) -> Record:
    """Takes back the last line that stands, of any kind, and those that were entered together with it. to: the standing
    before the last line, and the record of the line before it, if they are known. Raises ValueError if none stands, and
    OSError."""
    records: "list[Record]" = []
    for after, on in [to] if to else [(record.before, record.on) for record in newest(evening)] or [below(evening)]:
        record = Record(UNDO, 1)
        record.after, record.on = after, on
        records.append(record)
    evening.commit(records)
    return record


def correct(evening: "Evening", number: int, deal: "Deal", after: "Standing | None" = None) -> Record:
    """Replaces a deal where it was played: see Session.correct(). after: the standing after it, if it is known, as from
    leaves(). Raises ValueError if no such deal stands, or the new one is not legal there. Raises OSError."""
    if after is None:
        after = leaves(evening, number, deal)[0]
    session, held = evening.session, holdings(evening)
    if held is not None:
        held = moved(session, held, difference(session.standing(), after))[1]
        after = session.at(after).standing(held)
    record = Record(CORRECT, number, write_kept(deal))
    record.after = after
    evening.commit([record])
    return record


def swap(evening: "Evening", one: int, other: int) -> None:
    """Lets two players change places in all deals: what was entered for one is the other's from the start. Counters do
    not move. Raises OSError."""
    held, session, last = holdings(evening), evening.session.copy(), evening.last
    session.swap(one, other)
    record = Record(SWAP, [one, other])
    record.after = session.standing(held)
    evening.commit([record], last)
