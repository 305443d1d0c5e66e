"""What a correction would leave. It needs the scorer, which leaves little room beside it."""

from mingg.core.deal.deal import Deal
from mingg.core.interchange.deals import check_deal
from mingg.core.table.session import Standing
from mingg.evening.evening import Evening
from mingg.evening.lines import Chain, Lines


def after_correct(evening: "Evening", number: int, deal: "Deal", lines: "Chain | None" = None) -> "Standing":
    """The standing that correct() would leave, without holdings. Raises ValueError as correct() does, and OSError.
    lines: of the evening, if they are known."""
    return leaves(evening, number, deal, lines or Lines(evening))[0]


def leaves(evening: "Evening", number: int, deal: "Deal", lines: "Chain") -> "tuple[Standing, bool]":
    """The same, and whether the next deal keeps an East or a round to which the corrected deal does not lead."""
    session = evening.session.copy()
    before, gained = lines.gained(number)
    check_deal(deal, before.rules, before.table.round_wind())
    answer = session.correct(before, gained, deal)
    keeps = False
    if number < session.deals:
        after = before.copy()
        after.apply(deal, answer)
        try:
            following = lines.find(number + 1)[0].table
            keeps = (following.east, following.round) != (after.table.east, after.table.round)
        except ValueError:
            pass  # it is lost
        lines.close()
    return session.standing(), keeps
