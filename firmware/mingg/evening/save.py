"""Saves a deal."""

from mingg.core.deal.deal import Deal
from mingg.core.interchange.deals import check_deal
from mingg.core.settle.settle import prepare
from mingg.evening.commit import commit
from mingg.evening.evening import Evening, played
from mingg.records.kinds import Dealt, Record, write_deal


def save(evening: "Evening", deal: "Deal") -> "Record":
    """Commits a deal, then plays it, and returns its record. Raises ValueError if the deal is not legal now or the game
    is over, and OSError if it could not be written: then nothing has changed."""
    session = evening.session
    prepare(session.rules)  # what settles a deal is loaded with this module, not by the key that saves
    check_deal(deal, session.rules, session.table.round_wind())
    if evening.unsettled():
        from mingg.evening.counters import settle

        settle(evening)
    after = session.copy()
    answer = after.apply(deal)
    record = Dealt(write_deal(deal))
    record.after = after.standing()
    last = played(deal, session, answer)
    commit(evening, [record])
    evening.stand(record.after, last, record.before)
    return record
