"""Reads the draft of the current deal, and of a set-up, at the start."""

from typing import Any

from mingg.core.table.session import DEAL, LOST
from mingg.evening.evening import DRAFT, DRAFT_LOST, TORN_MORE, Evening
from mingg.records.line import only

_HOW_AGAIN = -1  # in an entry: the players confirm all its answers again


def read_draft(evening: "Evening") -> "Any":
    """The draft in the store; None if there is none, or its deal is over. One that cannot be read leaves a notice. A
    set-up that is still valid becomes evening.set_up. Raises OSError."""
    data = evening.store.read(DRAFT)
    if data is None:
        return None
    try:
        kept = only(data)
        ledger, records = evening.moment()
        set_up = kept.get("set_up")
        if isinstance(set_up, dict) and set_up.get("stretch") == evening.stretch():
            evening.set_up = set_up
        if kept["ledger"] != ledger or (kept["records"] == 0 and records):
            return None  # of another session; with 0 records its session had no ledger yet
        if kept["records"] > records:
            # The ledger was longer then: its end is lost, although the rest looks complete.
            evening.notices.append((TORN_MORE, evening.deal_number()))
            raise ValueError("records are gone")
        entry = kept["entry"]
        if entry is not None and kept["records"] < records:
            entry = _outlasts(entry, evening, kept["records"])
        return entry
    except (ValueError, KeyError, TypeError, AttributeError):
        evening.notices.append((DRAFT_LOST, evening.deal_number()))
        return None


def _outlasts(entry: "Any", evening: "Evening", first: int) -> "Any":
    """The rest of a draft that is older than the records from `first` on; None if nothing is left.

    If none of these records is a deal that stands, the deal is still half entered: the players confirm it again. If the
    draft was a correction, it is done, and the deal that was shelved for it comes back.
    """
    from mingg.evening.lines import Lines

    if entry.get("correcting") is not None:
        entry = entry.get("shelved")
    if entry is None or any(line.record >= first and line.kind in (DEAL, LOST) for line in Lines(evening)):
        return None
    entry["at"] = _HOW_AGAIN
    return entry
