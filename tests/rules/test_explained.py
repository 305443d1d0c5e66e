"""Every score and payment, by any rules, has an explanation whose steps add up to it."""

from __future__ import annotations

from evening.test_device_deals import scored_deal
from help.answers import read_deal
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.deal.hand import Hand
from mingg.core.explain import explain
from mingg.core.explain.paid import steps
from mingg.core.score.facts import Seated
from mingg.core.values import BadInput
from mingg.lang import because
from mingg_scoring.interchange.answers import TABLE_KEYS


@given(number=st.integers(0, 2**32 - 1))
def test_every_count_and_payment_has_reasons_that_come_to_it(number: int) -> None:
    deal, session = scored_deal(number)
    try:
        read = read_deal(deal, session.rules, session.table.round_wind(), TABLE_KEYS)
    except BadInput:
        return
    answer = session.answer(read)
    for payment in answer.payments:
        points = 0
        for step in steps(payment, read, session.rules):
            assert because(step.why.key, step.why.figures)
            assert step.why.source
            points = points * step.points if step.times else step.points
        assert points == payment.points, payment
    for seat, count in answer.counts.items():
        win = read.win if seat == read.winner else None
        hand = Seated(read.hands.get(seat) or Hand(), seat, win, session.rules, read.streak)
        for item in count.items:
            assert because(explain.of_item(item, hand.rules).key)
        for doubling in count.doubled:
            assert because(explain.of_doubling_row(doubling.row, hand.rules).key)
        total = (count.points << count.doublings) + sum(addition.points for addition in explain.of_added(hand))
        assert count.score == total or explain.of_score(count, hand) is not None or read.hands[seat].dead
