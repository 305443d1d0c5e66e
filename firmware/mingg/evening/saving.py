"""Saves a deal; commits records, and changes the state with them."""

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
    """Plays a deal that is in the ledger."""
    session = state.session
    players = {seat: session.player(seat) for seat in answer.net}  # of five, who sits out is among them
    before = list(session.balances)
    session.apply(deal, answer)
    state.last_deal = Last(deal, answer, players)
    state.was = None
    if state.held is not None:
        state.due = [now - was for now, was in zip(session.balances, before)]


def hold(state: "State", held: "Holdings | None") -> None:
    """The counters lie so; all that was won is paid."""
    state.held, state.due, state.was = held, None, None


def stand(state: "State", standing: "Standing") -> None:
    """Goes on from a Standing of the ledger."""
    state.session.resume(standing)
    state.last_deal = ASK if standing.deals else None
    hold(state, standing.held)


def commit(state: "State", records: "list[Json]", on: "int | None" = None) -> None:
    """Commits records. Each follows the one before it, the first follows the last line that stands. Afterwards the last
    one stands, or the record `on`."""
    ledger = state.ledger
    if on is None and state.top != ledger.records - 1:
        records[0][ON] = state.top
    state.free = None
    remove_unborn(state)
    ledger.append([json.dumps(record) for record in records])
    state.recounted = None
    state.top = ledger.records - 1 if on is None else on


def save(state: "State", deal: "Deal") -> None:
    from mingg.core.interchange.kept import read_kept, write_kept
    from mingg.core.interchange.stood import BEFORE, write_standing

    session = state.session
    record = write_kept(deal)
    read_kept(record, session)
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
    """Removes what may be left of a session that could not begin."""
    if state.unborn is not None:
        state.store.remove(state.unborn)
        state.unborn = None
