"""The evenings in the store; see Evening for evenings() and remove()."""

from mingg.evening.opening import open_evening
from mingg.evening.state import UNREADABLE, State
from mingg.ledger.segments import segments


def evenings(state: State) -> "list[tuple[int, bool]]":
    numbers = sorted({ledger for ledger, _, _ in segments(state.store)})
    return [(number, number == state.ledger.number) for number in numbers]


def summary(state: State, number: int) -> "tuple[list[str], str, int, list[int], bool] | None":
    """Returns names, title of the rules, number of deals, balances, and whether the game is over; None if the evening
    cannot be read. Raises OSError."""
    opened = State(state.store)
    open_evening(opened, number)
    if not opened.ledger.parts or (UNREADABLE, number) in opened.notices:
        return None
    session = opened.session
    return opened.called, session.rules.title, session.deals, session.balances, session.table.over()


def remove(state: State, number: int) -> None:
    """Deletes the last segment first: a power cut leaves a shorter evening, which can be deleted again."""
    state.free = None
    if number == state.ledger.number:
        raise ValueError("the current evening")
    parts = [(segment, name) for ledger, segment, name in segments(state.store) if ledger == number]
    for _, name in sorted(parts, reverse=True):
        state.store.remove(name)
