"""Moves the counters of an evening after a deal, or computes them from all lines if the ledger lacks them."""

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.counters.exchange import Exchange
    from mingg.core.counters.sets import Holdings
    from mingg.core.table.session import Session
    from mingg.evening.evening import Evening


def holdings(evening: "Evening") -> "Holdings | None":
    """The counters of all players after the last line; None if there are none. If they have not moved yet, computes
    that first, in up to a third of a second. To compute all from the lines takes longer."""
    if evening.unsettled():
        settle(evening)
    return evening.held


def moved(session: "Session", held: "Holdings", gains: "list[int]") -> "tuple[Exchange, Holdings]":
    """An exchange, and the counters of all players after it. gains: what each player gains."""
    from mingg.core.counters.bank import new_bank

    bank = new_bank(session)
    bank.resume(held)
    exchange = bank.apply(gains)
    return exchange, bank.holdings()


def move(evening: "Evening") -> "Exchange":
    """Moves the counters of the last deal, whose gains are due."""
    before: "Any" = evening.held
    exchange, evening.held = moved(evening.session, before, evening.due or [])
    evening.held_before, evening.due = before, None
    return exchange


def settle(evening: "Evening") -> bool:
    """Moves the counters of the last deal, or computes all holdings from the lines. Returns False if they are a
    guess."""
    session, sure = evening.session, True
    if evening.held is not None:
        move(evening)
    else:
        from mingg.core.counters.bank import new_bank

        bank = new_bank(session)
        if evening.top:
            from mingg.evening.lines import Lines

            sure = Lines(evening).move(bank, session.balances)
            if not sure:
                # A guess that is at least worth the balances.
                bank = new_bank(session)
                bank.apply([balance - then for balance, then in zip(session.balances, session.begun().balances)])
        evening.held = bank.holdings()
    evening.due = None
    return sure
