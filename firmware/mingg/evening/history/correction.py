"""Replaces a deal in two steps: after_correct() counts the evening again; correct() moves the counters and commits. A
board has no room for both steps at once."""

from mingg.core.interchange.stood import AFTER, BEFORE, write_standing
from mingg.core.table.session import CORRECT, Standing
from mingg.evening.saving import commit, stand

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.evening.state import State


def after_correct(state: "State", number: int, deal: "Deal") -> "tuple[list[int], int | None]":
    """See Evening.after_correct()."""
    from mingg.core.interchange.kept import write_kept
    from mingg.evening.history.recount import recount

    if state.unsettled():
        from mingg.evening.holdings import settle

        settle(state)
    session = state.session
    record = {
        CORRECT: number,
        "deal": write_kept(deal),
        BEFORE: write_standing(session, session.standing(state.held)),
    }
    standing, moves, moved = recount(state, number, deal)
    state.recounted = (number, deal, state.moment()), record, standing, moves
    return list(standing.balances), moved


def correct(state: "State", number: int, deal: "Deal") -> None:
    """See Evening.correct()."""
    if state.recounted is None or state.recounted[0] != (number, deal, state.moment()):
        after_correct(state, number, deal)  # usually the screen has asked for it just before
    _, record, standing, moves = state.recounted
    if moves is not None:
        from mingg.evening.holdings import moved

        held = moved(state.session, moves)
        deals, east, round_number, streak, balances, _, goulash = standing
        standing = Standing(deals, east, round_number, streak, balances, held, goulash)
    record[AFTER] = write_standing(state.session, standing)
    commit(state, [record])
    stand(state, standing)
