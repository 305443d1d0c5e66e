"""Writes records to the ledger of an evening: flash first, then the state."""

from typing import Sequence

from mingg.core.table.session import UNDO
from mingg.core.values import BadInput
from mingg.evening.evening import Evening
from mingg.records.kinds import MOST_POINTS, Record, write


def commit(evening: "Evening", records: "Sequence[Record]") -> None:
    """Commits records, each with the standing after it. Raises OSError, or BadInput if a balance could not be
    read again: then none is in the ledger.

    Each follows the one before it, and the first follows the last line that stands. The last one becomes evening.top,
    or for an undo the record that it follows.
    """
    ledger, names = evening.ledger, evening.session.names
    standing, on = evening.session.standing(evening.held), evening.top
    texts = []
    for i, record in enumerate(records):
        record.number = ledger.records + i
        if record.kind != UNDO:
            record.before, record.on = standing, on
        texts.append(write(record, names))
        standing, on = record.after, record.number
        if max([abs(balance) for balance in standing.balances]) > MOST_POINTS:
            raise BadInput("", "no evening has so many points. Use fewer.")
    evening.free = None
    evening.remove_unborn()
    ledger.append(texts)
    last = records[-1]
    evening.top = last.on if last.kind == UNDO else last.number
