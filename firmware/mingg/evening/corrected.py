"""The standing that a correction would leave. It needs the scorer, which leaves little room beside it."""

from mingg.core.interchange.deals import check_deal
from mingg.evening.lines import Lines

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Standing
    from mingg.evening.evening import Evening
    from mingg.evening.lines import Chain


def after_correct(evening: "Evening", number: int, deal: "Deal", lines: "Chain | None" = None) -> "Standing":
    """The standing that correct() would leave, without holdings. Raises ValueError as correct() does, and OSError.
    lines: of the evening, if they are known."""
    session = evening.session.copy()
    before, gained = (lines or Lines(evening)).gained(number)
    check_deal(deal, before.rules, before.table.round_wind())
    session.correct(before, gained, deal)
    return session.standing()
