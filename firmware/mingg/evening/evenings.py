"""All evenings in the store."""

from mingg.evening.evening import UNREADABLE, Evening
from mingg.records.ledger import segments


def evenings(evening: "Evening") -> "list[tuple[int, bool]]":
    """The ledgers in the store, oldest first: (number, whether it is the open one). Raises OSError."""
    numbers = sorted({ledger for ledger, _, _ in segments(evening.store)})
    return [(number, number == evening.ledger.number) for number in numbers]


def summary(evening: "Evening", number: int) -> "tuple[list[str], str, int, list[int], bool] | None":
    """Names, title of the rules, number of deals, balances, and whether the game is over, of another evening; None if
    it cannot be read. Raises OSError."""
    from mingg.evening.open import open_evening

    opened = open_evening(evening.store, number)
    if not opened.ledger.parts or (UNREADABLE, number) in opened.notices:
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
