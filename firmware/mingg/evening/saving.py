"""Saves a deal. The other functions commit any records, and set the state to what the ledger says."""

import json

from mingg.evening.state import ASK, Last
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.core.counters.sets import Holdings
    from mingg.core.deal.deal import Answer, Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Standing
    from mingg.evening.state import State


def play(state: "State", deal: "Deal", answer: "Answer") -> None:
    """Applies a deal that is in the ledger to the state."""
    session = state.session
    players = {seat: session.player(seat) for seat in answer.net}  # of five players, also the one who sits out
    before = list(session.balances)
    session.apply(deal, answer)
    state.last_deal = Last(deal, answer, players)
    state.held_before = None
    if state.held is not None:
        state.due = [new - old for new, old in zip(session.balances, before)]


def hold(state: "State", held: "Holdings | None") -> None:
    """Sets the holdings: no counters have to move any more."""
    state.held, state.due, state.held_before = held, None, None


def stand(state: "State", standing: "Standing") -> None:
    """Sets the state to a Standing from the ledger."""
    state.session.resume(standing)
    state.last_deal = ASK if standing.deals else None
    hold(state, standing.held)


def commit(state: "State", records: "list[Json]", previous: "int | None" = None) -> None:
    """Commits records. Raises OSError: then none is in the ledger.

    Each record follows the one before it, and the first record follows the last line that stands (state.top). The last
    record becomes state.top, or for an undo the older record with the number `previous`.
    """
    ledger = state.ledger
    if previous is None and state.top != ledger.records - 1:
        records[0][ON] = state.top
    state.free = None
    remove_unborn(state)
    ledger.append([json.dumps(record) for record in records])
    state.top = ledger.records - 1 if previous is None else previous


def save(state: "State", deal: "Deal") -> None:
    """Commits a deal, then plays it. Raises ValueError if the deal is not legal now or the game is over, and OSError if
    it could not be written: then nothing has changed."""
    from mingg.core.interchange.kept import read_kept, write_kept
    from mingg.core.interchange.stood import BEFORE, write_standing

    session = state.session
    record = write_kept(deal)
    again = read_kept(record, session)  # raises ValueError if the next start could not read the record
    if "modern" in session.rules.table:
        for seat in deal.tiles:
            # The search over the tiles finds special hands that the device's own card does not name.
            deal.cards[seat] = again.cards[seat]
    if session.table.over():
        raise ValueError("the game is over")
    if state.unsettled():
        from mingg.evening.holdings import settle

        settle(state)
    answer = session.answer(deal)
    record[BEFORE] = write_standing(session, session.standing(state.held))
    commit(state, [record])
    play(state, deal, answer)


def remove_unborn(state: "State") -> None:
    """Removes the file that a failed begin() may have left. Raises OSError."""
    if state.unborn is not None:
        state.store.remove(state.unborn)
        state.unborn = None
