"""Replaces a deal. after_correct() counts it; correct() moves the counters and commits. A board has no room for both
steps at once."""

from mingg.core.interchange.kept import read_kept, write_kept
from mingg.core.interchange.stood import AFTER, BEFORE, write_standing
from mingg.core.table.session import CORRECT
from mingg.evening.saving import commit, stand

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Standing
    from mingg.evening.state import State


def after_correct(state: "State", number: int, deal: "Deal") -> "Standing":
    """See Evening.after_correct()."""
    from mingg.evening.history.history import History

    session = state.session.copy()
    before, gained = History(state).gained(number)
    session.correct(before, gained, read_kept(write_kept(deal), before))
    return session.standing()


def correct(state: "State", number: int, deal: "Deal", after: "Standing | None") -> None:
    """See Evening.correct()."""
    from mingg.evening.holdings import moved, settled

    after = after or after_correct(state, number, deal)
    session, held = state.session, settled(state)
    record = {
        CORRECT: number,
        "deal": write_kept(deal),
        BEFORE: write_standing(session, session.standing(held)),
    }
    if after.held is not None:
        held = after.held
    elif held is not None:
        held = moved(session, held, [then - now for now, then in zip(session.balances, after.balances)])
    corrected = session.begun()
    corrected.resume(after)
    standing = corrected.standing(held)
    record[AFTER] = write_standing(session, standing)
    commit(state, [record])
    stand(state, standing)
