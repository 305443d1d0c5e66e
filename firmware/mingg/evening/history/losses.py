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
            number = state.session.deals
            for record, text in Opened().read(ledger.lines(part)):
                standing = _before(state, record, text)
                if standing is not None:
                    number = standing.deals
                    break
            deals.extend([number] * (segment - part - missing))
            missing = segment - part
    late = 0  # records lost after the one from which the evening continues
    for part, lost, bad in damaged:
        waiting = sorted(lost + bad)  # for the first standing after them
        for record, text in Opened().read(ledger.lines(part)):
            if waiting and waiting[0] < record and record not in bad:
                standing = _before(state, record, text)
                while standing is not None and waiting and waiting[0] < record:
                    deals.append(standing.deals - (record - 1 - waiting.pop(0)))
        for _ in waiting:
            deals.append(state.deal_number() + late)
            late += 1
    return [max(1, number) for number in sorted(deals)]


def _before(state: "State", record: int, text: str) -> "Standing | None":
    """The standing before a record; None if it has none."""
    try:
        return standing_before(parse(text, record), record, state.session)
    except ValueError:
        return None
