"""What comes of a deal: every hand's count, the payments, and who deals next; answer.py works it out."""

from collections import namedtuple

MYPY = False
if MYPY:
    from mingg.core.scoring.score import Count

STAYS, PASSES = "stays", "passes"
OUT = "out"  # the fifth player, who sits out

# source and to: seats, or OUT
Payment = namedtuple("Payment", ("source", "to", "points"))


class Answer:
    """counts: a Count by seat; payments: a list of Payment; net: points gained by seat (and by OUT);
    deals_next: STAYS, PASSES, or the seat that deals next."""

    def __init__(
        self, counts: "dict[str, Count]", payments: "list[Payment]", net: "dict[str, int]", deals_next: str
    ) -> None:
        self.counts = counts
        self.payments = payments
        self.net = net
        self.deals_next = deals_next
