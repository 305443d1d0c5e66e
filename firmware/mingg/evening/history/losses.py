"""Finds the numbers of lost deals, to show at the start."""

from mingg.evening.history.records import parse, standing_before
from mingg.ledger.reader import Opened

MYPY = False
if MYPY:
    from mingg.core.table.session import Standing
    from mingg.evening.state import State


def losses(state: "State", damaged: "list[tuple[int, list[int], list[int]]]") -> "list[int]":
    """The numbers of the lost deals; if a number is unknown, the number of the deal before it. damaged: as in
    reading.LastRecord."""
    deals: "list[int]" = []
    ledger = state.ledger
    missing = 0
    for part, (segment, _) in enumerate(ledger.parts):
        if segment - part > missing:  # segments before this one
            _, standing = _next_standing(state, part, 0, [])
            deals.extend([standing.deals if standing else state.session.deals] * (segment - part - missing))
            missing = segment - part
    late = 0  # records lost after the one from which the evening continues
    for part, lost, bad in damaged:
        for record in sorted(lost + bad):
            number, standing = _next_standing(state, part, record, bad)
            if standing is None:
                deals.append(state.deal_number() + late)
                late += 1
            else:
                deals.append(standing.deals - (number - 1 - record))
    return [max(1, number) for number in sorted(deals)]


def _next_standing(state: "State", part: int, lost: int, bad: "list[int]") -> "tuple[int, Standing | None]":
    """The number of the first record after `lost` that has a standing, and the standing before it; (0, None) if none
    has."""
    for number, text in Opened().read(state.ledger.lines(part)):
        if number > lost and number not in bad:
            try:
                return number, standing_before(parse(text, number), number, state.session)
            except ValueError:
                continue
    return 0, None
