"""The evening counted again with one deal changed."""

from mingg.core.interchange.kept import read_kept, write_kept
from mingg.core.settlement.settle import deals_next
from mingg.core.table.table import Table
from mingg.evening.history.lines import Lines
from mingg.evening.history.played import Played, is_deal
from mingg.evening.state import LOST
from mingg.ledger.kinds import DEAL

MYPY = False
if MYPY:
    from mingg.core.counters.bank import Holdings
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Session
    from mingg.evening.history.lines import Kept
    from mingg.evening.state import Evening


def recount(evening: "Evening", number: int, deal: "Deal") -> "tuple[Session, int | None, Holdings | None]":
    """How things stand when a deal is another; the first deal after it in which East is somebody else; and how the
    counters lie then."""
    past = Played(Lines(evening))
    bank = None
    if evening.session.counted():
        from mingg.evening.holdings import new_bank

        bank = new_bank(evening.session)
    session, start = past.before(number, bank)
    was: "Table | None" = None  # the table as it stood without the change
    moved = None
    for line in past.order[start:]:
        at = session.deals + 1
        if moved is None and was is not None and was.east != session.table.east:
            moved = at
        try:
            if at == number and is_deal(line):
                was = Table(session.table.players)
                was.resume(*session.standing()[:3])
                if line[1] == LOST:
                    _pass(was, line, session)
                else:
                    _advance(was, past.kept(line[0], session), session)
                before = list(session.balances)
                session.apply(read_kept(write_kept(deal), session))
                if bank is not None:
                    bank.apply([now - then for now, then in zip(session.balances, before)])
            elif line[1] == DEAL:
                found = past.kept(line[0], session)
                if was is not None:
                    _advance(was, found, session)
                past.play(line, session, bank, found)
            else:
                if was is not None and line[1] == LOST:
                    _pass(was, line, session)
                past.play(line, session, bank)
        except ValueError as error:
            raise ValueError("deal %d: %s" % (at, error))
    if was is None:
        raise ValueError("no deal %d stands" % number)
    if moved is None and was.east != session.table.east and not session.table.over():
        moved = session.deals + 1
    return session, moved, None if bank is None else bank.holdings()


def _pass(table: Table, line: "Kept", session: "Session") -> None:
    from mingg.evening.history.lost import advance

    advance(table, session.rules, line[2][0], line[2][1])


def _advance(table: Table, deal: "Deal", session: "Session") -> None:
    if not table.over():
        table.advance(deal.winner, deals_next(deal, session.rules), not session.rules.on("winner_deals"))
