"""The last line taken back; a deal replaced by another."""

import json

from mingg.core.interchange.stood import AFTER, BEFORE, write_standing
from mingg.evening.history.records import find, stood_below
from mingg.ledger.kinds import CORRECT
from mingg.ledger.seal import ON

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.interchange.stood import Stood
    from mingg.evening.state import Evening


def below(evening: "Evening") -> "tuple[Stood, int]":
    """How things stand when the last line is taken back, and the record of the line that is the last one then."""
    if not evening.top:
        raise ValueError("nothing is left to take back")
    record = find(evening, evening.top)
    if record is not None:
        try:
            return stood_below(record, evening.top, evening.session), record[ON]
        except ValueError:
            pass
    from mingg.evening.history.lines import Lines

    lines = Lines(evening)
    if not lines.standing:
        raise ValueError("nothing is left to take back")
    return lines.below(lines.standing[-1]), lines.standing[-2][0] if len(lines.standing) > 1 else 0


def undo(evening: "Evening") -> None:
    (standing, deals, held), on = below(evening)
    after = write_standing(evening.session, standing, deals, held)
    evening.commit([{"undo": 1, ON: on, AFTER: after}], on)
    evening.stands(standing, deals, held)


def _correction(evening: "Evening", number: int, deal: "Deal") -> "Json":
    from mingg.core.interchange.kept import write_kept

    now = evening.session
    before = write_standing(now, now.standing(), now.deals, evening.holdings())
    return {CORRECT: number, "deal": write_kept(deal), BEFORE: before}


def after_correct(evening: "Evening", number: int, deal: "Deal") -> "tuple[list[int], int | None]":
    from mingg.evening.history.recount import recount

    record = json.dumps(_correction(evening, number, deal))
    then, moved, held = recount(evening, number, deal)
    evening.recounted = record, evening.moment(), then.standing(), then.deals, held
    return list(then.balances), moved


def correct(evening: "Evening", number: int, deal: "Deal") -> None:
    record = _correction(evening, number, deal)
    if evening.recounted is None or evening.recounted[:2] != (json.dumps(record), evening.moment()):
        after_correct(evening, number, deal)  # mostly that was asked just before
    standing, deals, held = evening.recounted[2:]
    record[AFTER] = write_standing(evening.session, standing, deals, held)
    evening.commit([record])
    evening.stands(standing, deals, held)
