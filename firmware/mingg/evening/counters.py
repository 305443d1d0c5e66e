"""Moves the counters of an evening after a deal."""

from typing import Any

from mingg.core.counters.exchange import Exchange
from mingg.core.counters.sets import Holdings
from mingg.core.table.session import Session
from mingg.evening.evening import Evening


def holdings(evening: "Evening") -> "Any":  # Any: the caller knows whether the session has counters
    """The counters of all players after the last line; None if there are none. If they have not moved yet, computes
    that first, in up to a third of a second."""
    if evening.unsettled():
        settle(evening)
    return evening.held


def moved(session: "Session", held: "Holdings", gains: "list[int]") -> "tuple[Exchange, Holdings]":
    """An exchange, and the counters of all players after it. gains: what each player gains."""
    from mingg.core.counters.exchange import pay, values_of

    return pay(values_of(session), held, gains)


def settle(evening: "Evening") -> bool:
    """Moves the counters of the last deal, or of the last one before lost records, whose standing has no holdings.
    Returns False if they are a guess, which is at least worth the balances."""
    session, sure = evening.session, True
    if evening.held is not None:
        evening.held_before = evening.held
        evening.held, evening.due = moved(session, evening.held, evening.due or [])[1], None
        return True
    from mingg.core.counters.exchange import at_start

    held, balances = at_start(session), session.begun().balances
    if evening.top:
        from mingg.evening.lines import find

        record = find(evening, evening.top)
        sure = record is not None and record.before.held is not None
        if sure:
            held, balances = record.before.held, record.before.balances
    gains = [balance - then for balance, then in zip(session.balances, balances)]
    evening.held, evening.due = moved(session, held, gains)[1], None
    return sure
