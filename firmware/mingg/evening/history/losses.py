"""Which deals are lost, to show at the start."""

from mingg.evening.history.records import parse, standing_before
from mingg.ledger.reader import Opened

MYPY = False
if MYPY:
    from mingg.core.table.session import Standing
    from mingg.evening.state import State


def losses(state: "State", damaged: "list[tuple[int, list[int], list[int]]]") -> "list[int]":
    """The numbers of the lost deals; where a number is unknown, that of the deal before. damaged: part of the ledger,
    numbers of the records lost there, and of those that make no sense."""
    deals: "list[int]" = []
    ledger = state.ledger
    gone = 0
    for at, (segment, _) in enumerate(ledger.parts):
        if segment - at > gone:  # segments before this one
            _, standing = _next_standing(state, at, 0, [])
            deals.extend([standing.deals if standing else state.session.deals] * (segment - at - gone))
            gone = segment - at
    late = 0  # lost after the record that the evening goes on from
    for at, lost, bad in damaged:
        for each in sorted(lost + bad):
            number, standing = _next_standing(state, at, each, bad)
            if standing is None:
                deals.append(state.deal_number() + late)
                late += 1
            else:
                deals.append(standing.deals - (number - 1 - each))
    return [max(1, number) for number in sorted(deals)]


def _next_standing(state: "State", at: int, lost: int, bad: "list[int]") -> "tuple[int, Standing | None]":
    """The next record of a part that says a standing, and the standing before it; None if none does."""
    for number, text in Opened().read(state.ledger.lines(at)):
        if number > lost and number not in bad:
            try:
                return number, standing_before(parse(text, number), number, state.session)
            except ValueError:
                continue
    return 0, None
