"""The draft of the deal at hand, read again: needed at the start."""

from mingg.evening.state import DRAFT, DRAFT_LOST, TORN_MORE
from mingg.ledger.reader import Opened, said

MYPY = False
if MYPY:
    from typing import Any

    from mingg.evening.state import Evening
    from mingg.ledger.segments import Ledger

HOW_AGAIN = -1  # in an entry: how it was won is to be confirmed, and all after it


def draft(evening: "Evening") -> object:
    data = evening.store.read(DRAFT)
    if data is None:
        return None
    try:
        kept = said(Opened(data).head or "")
        ledger, records = evening.moment()
        if kept["ledger"] != ledger or (kept["records"] == 0 and records):
            return None  # of another session; without records there was no ledger yet
        if kept["records"] > records:
            # It was kept when the ledger was longer: the end of that is gone, however whole the rest looks.
            evening.notices.append((TORN_MORE, evening.deal_number()))
            evening.notices.append((DRAFT_LOST, evening.deal_number()))
            return None
        entry = kept["entry"]
        if kept["records"] < records:
            entry = _outlasts(entry, evening.ledger, range(kept["records"], records))
        return entry
    except (ValueError, KeyError, TypeError, AttributeError):
        evening.notices.append((DRAFT_LOST, evening.deal_number()))
        return None


def _outlasts(entry: "Any", ledger: "Ledger", since: range) -> "Any":
    """What is left of a draft that records have followed: the deal at hand is still half entered where none of them is
    a deal, but is gone through again; a correction is done, and what waited for it comes back."""
    if entry.get("correcting") is not None:
        entry = entry.get("shelved")
    found = 0
    for at in range(len(ledger.parts)):
        for number, text in ledger.part(at).records if found < len(since) else ():
            if number in since:
                found += 1
                if "winner" in said(text):
                    return None
    if entry is None or found < len(since):
        return None
    entry["at"] = HOW_AGAIN
    return entry
