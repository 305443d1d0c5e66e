"""The draft of the deal at hand, read at the start."""

from mingg.evening.state import DRAFT, DRAFT_LOST, TORN_MORE
from mingg.ledger.reader import Opened, said
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.state import State
    from mingg.ledger.segments import Ledger

_HOW_AGAIN = -1  # in an entry: its questions are confirmed again from the first one on


def draft(state: "State") -> "Any":
    data = state.store.read(DRAFT)
    if data is None:
        return None
    try:
        kept = said(Opened(data).head or "")
        ledger, records = state.moment()
        if kept["ledger"] != ledger or (kept["records"] == 0 and records):
            return None  # of another session; without records there was no ledger yet
        if kept["records"] > records:
            # The ledger was longer then: its end is gone, although the rest looks whole.
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
    """What is left of a draft that the records from `first` to before `end` have followed. If no deal among them
    stands, the deal is still half entered, and confirmed again. A correction is done; the deal that waited for it comes
    back."""
    if entry.get("correcting") is not None:
        entry = entry.get("shelved")
    found = first
    deals: "list[int]" = []
    for at in range(len(ledger.parts)):
        for number, text in Opened().read(ledger.lines(at)) if found < end else ():
            if first <= number < end:
                found += 1
                record = said(text)
                if "winner" in record:
                    deals.append(number)
                elif "undo" in record:
                    deals = [deal for deal in deals if deal <= record[ON]]
    if entry is None or deals or found < end:
        return None
    entry["at"] = _HOW_AGAIN
    return entry
