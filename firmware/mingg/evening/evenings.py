"""All evenings in the store, and a new one. Changes the head of a ledger: how the table is turned, and the names of the
players."""

from mingg.core.table.session import Session, player_of
from mingg.evening.evening import Evening
from mingg.records.kinds import write_head
from mingg.records.ledger import Ledger, newest, segments


def evenings(evening: "Evening") -> "list[tuple[int, bool]]":
    """The ledgers in the store, oldest first: (number, whether it is the open one). Raises OSError."""
    numbers = sorted({ledger for ledger, _, _ in segments(evening.store)})
    return [(number, number == evening.ledger.number) for number in numbers]


def summary(evening: "Evening", number: int) -> "tuple[list[str], str, int, list[int], bool] | None":
    """Names, title of the rules, number of deals, balances, and whether the game is over, of another evening; None if
    it cannot be read. Raises OSError."""
    from mingg.evening.open import open_evening

    opened = open_evening(evening.store, number)
    if not opened.ledger.parts:
        return None
    session = opened.session
    return opened.called, session.rules.title, session.deals, session.balances, session.table.over()


def remove(evening: "Evening", number: int) -> None:
    """Deletes an old evening for good. Raises ValueError for the open one, and OSError. Deletes the last segment first:
    a power cut leaves a shorter evening, which can be deleted again."""
    evening.free = None
    if number == evening.ledger.number:
        raise ValueError("the current evening")
    parts = [(segment, name) for ledger, segment, name in segments(evening.store) if ledger == number]
    for _, name in sorted(parts, reverse=True):
        evening.store.remove(name)


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
    evening.stand(session.standing())


def sit(evening: "Evening", turn: int, called: "list[str]") -> None:
    """Commits where the players sit (turn: see Evening), and their names from now on. Raises OSError."""
    evening.remove_unborn()
    sits = evening.session.sits
    people = called if sits is None else [called[player_of(sits, person)] for person in range(len(called))]
    evening.ledger.change_head(write_head(evening.session, turn, people, evening.club))
    evening.turn, evening.called, evening.people = turn, called, people
