"""Which deals are lost: what has to be told at the start."""

from mingg.evening.history.records import read, stood_below

MYPY = False
if MYPY:
    from mingg.evening.state import Evening
    from mingg.ledger.reader import Opened


def losses(evening: "Evening", told: "list[tuple[Opened, list[int]]]") -> "list[int]":
    """What is lost: a deal's number where that can be known, else that of the deal after which it was."""
    deals: "list[int]" = []
    ledger = evening.ledger
    gone = 0
    for at, (segment, _) in enumerate(ledger.parts):
        if segment - at > gone:  # segments before this one
            stood = _next_told(ledger.part(at), 0, [], evening)
            deals.extend([evening.session.deals if stood is None else stood[0]] * (segment - at - gone))
            gone = segment - at
    late = 0  # lost after the record that the evening goes on from
    for opened, bad in told:
        for lost in sorted(opened.lost + bad):
            stood = _next_told(opened, lost, bad, evening)
            if stood is None:
                deals.append(evening.deal_number() + late)
                late += 1
            else:
                deals.append(stood[0] - (stood[1] - 1 - lost))
    return [max(1, number) for number in sorted(deals)]


def _next_told(opened: "Opened", lost: int, bad: "list[int]", evening: "Evening") -> "tuple[int, int] | None":
    """How many deals stood before the next record that tells, and its number."""
    for number, text in opened.records:
        if number > lost and number not in bad:
            try:
                return stood_below(read(text, number), number, evening.session)[1], number
            except ValueError:
                continue
    return None
