"""Saves a deal."""

from mingg.core.deal.deal import Deal
from mingg.core.interchange.keys import write_kept
from mingg.core.settle.settle import prepare
from mingg.core.table.session import DEAL
from mingg.evening.evening import Evening, played
from mingg.records.kinds import Record


def save(evening: "Evening", deal: "Deal") -> "Record":
    """Commits a deal that is known to be possible, then plays it, and returns its record. Raises ValueError if the game
    is over, and OSError if it could not be written: then nothing has changed."""
    session = evening.session
    prepare(session.rules)  # what settles a deal is loaded with this module, not by the key that saves
    if evening.unsettled():
        from mingg.evening.counters import settle

        settle(evening)
    after = session.copy()
    answer = after.apply(deal)
    record = Record(DEAL, write_kept(deal))
    record.after = after.standing()
    last = played(deal, session, answer)
    evening.commit([record], last)
    return record
