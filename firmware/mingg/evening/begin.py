"""Begins a session. Changes the head of its ledger: how the table is turned, and the names of the players."""

from mingg.core.table.session import Session, player_of
from mingg.evening.evening import Evening
from mingg.records.kinds import write_head
from mingg.records.ledger import Ledger, newest


def begin(evening: "Evening", session: "Session", turn: int = 0, club: "list[object] | None" = None) -> None:
    """Starts a session in a new ledger. turn, club: see Evening. Raises OSError: then the evening before goes on."""
    evening.remove_unborn()
    ledger = Ledger(evening.store, newest(evening.store) + 1)
    try:
        ledger.change_head(write_head(session, turn, session.names, club))
    except OSError:
        # A part of the file may exist. The next start must not open it.
        evening.unborn = ledger.name()
        evening.remove_unborn()
        raise
    evening.session, evening.turn, evening.people, evening.club = session, turn, session.names, club
    evening.ledger, evening.top, evening.free, evening.set_up = ledger, 0, None, None
    evening.stand(session.start or session.standing())


def sit(evening: "Evening", turn: int, called: "list[str]") -> None:
    """Commits where the players sit (turn: see Evening), and their names from now on. Raises OSError."""
    evening.remove_unborn()
    sits = evening.session.sits
    people = called if sits is None else [called[player_of(sits, person)] for person in range(len(called))]
    evening.ledger.change_head(write_head(evening.session, turn, people, evening.club))
    evening.turn, evening.called, evening.people = turn, called, people
