"""Reads the draft of the current deal at the start."""

from mingg.evening.state import DRAFT_LOST, TORN_MORE
from mingg.ledger.reader import Opened, parse_record
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.state import State
    from mingg.ledger.segments import Ledger

_HOW_AGAIN = -1  # in an entry: the players confirm all its answers again


def draft(state: "State", data: bytes) -> "Any":
    """See Evening.draft(). data: of the file. A draft that cannot be read leaves a notice."""
    try:
        kept = parse_record(Opened(data).head or "")
        ledger, records = state.moment()
        if kept["ledger"] != ledger or (kept["records"] == 0 and records):
            return None  # of another session; with 0 records its session had no ledger yet
        if kept["records"] > records:
            # The ledger was longer then: its end is lost, although the rest looks complete.
            state.notices.append((TORN_MORE, state.deal_number()))
            raise ValueError("records are gone")
        entry = kept["entry"]
        if kept["records"] < records:
            entry = _outlasts(entry, state.ledger, kept["records"], records)
        return entry
    except (ValueError, KeyError, TypeError, AttributeError):
        state.notices.append((DRAFT_LOST, state.deal_number()))
        return None


def _outlasts(entry: "Any", ledger: "Ledger", first: int, end: int) -> "Any":
    """The rest of a draft that is older than the records from `first` to `end` - 1; None if nothing is left.

    If none of these records is a deal that stands, the deal is still half entered: the players confirm it again. If the
    draft was a correction, it is done, and the deal that was shelved for it comes back.
    """
    if entry.get("correcting") is not None:
        entry = entry.get("shelved")
    known = first  # every record before this one can be read
    deals: "list[int]" = []
    for part in range(len(ledger.parts)):
        for number, text in Opened().read(ledger.lines(part)) if known < end else ():
            if first <= number < end:
                known += 1
                record = parse_record(text)
                if "winner" in record:
                    deals.append(number)
                elif "undo" in record:
                    deals = [deal for deal in deals if deal <= record[ON]]
    if entry is None or deals or known < end:
        return None
    entry["at"] = _HOW_AGAIN
    return entry
