"""The evenings that are kept."""

from mingg.evening.state import UNREADABLE, Evening
from mingg.ledger.segments import segments


def evenings(evening: Evening) -> "list[tuple[int, bool]]":
    numbers = sorted({ledger for ledger, _, _ in segments(evening.store)})
    return [(number, number == evening.ledger.number) for number in numbers]


def summary(evening: Evening, number: int) -> "tuple[list[str], str, int, list[int], bool] | None":
    kept = Evening(evening.store, number)
    if not kept.ledger.parts or (UNREADABLE, number) in kept.notices:
        return None
    session = kept.session
    return kept.called, session.rules.title, session.deals, session.balances, session.table.over()


def remove(evening: Evening, number: int) -> None:
    if number == evening.ledger.number:
        raise ValueError("the evening at hand")
    parts = [(segment, name) for ledger, segment, name in segments(evening.store) if ledger == number]
    for _, name in sorted(parts, reverse=True):
        evening.store.remove(name)
