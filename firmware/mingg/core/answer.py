"""The answer to a deal: every hand's count, the payments, and who deals next."""

from mingg.core import settle
from mingg.core.card import Card
from mingg.core.score import Count, count
from mingg.core.winds import seats

MYPY = False
if MYPY:
    from mingg.core.deal import Deal
    from mingg.core.rules import Rules


class Answer:
    """counts: a Count by seat; payments: a list of Payment; net: points gained by seat; stays: East deals again."""

    def __init__(
        self, counts: "dict[str, Count]", payments: "list[settle.Payment]", net: "dict[str, int]", stays: bool
    ) -> None:
        self.counts = counts
        self.payments = payments
        self.net = net
        self.stays = stays


def east_stays(deal: "Deal") -> bool:
    """East deals again after a win of his own and after a draw (Harr p.17; Babcock p.26, 29)."""
    return deal.winner in (None, "E")


def answer(deal: "Deal", rules: "Rules", round_wind: str, players: int = 4) -> Answer:
    """Counts and settles a legal deal."""
    places = seats(players)
    counts: "dict[str, Count]" = {}
    for seat in places:
        if seat in deal.dead:
            counts[seat] = Count()
        else:
            win = deal.win if seat == deal.winner else None
            counts[seat] = count(deal.cards.get(seat) or Card(), seat, round_wind, win, rules)
    payments = settle.settle({seat: counts[seat].score for seat in places}, places, deal.winner)
    return Answer(counts, payments, settle.net(payments, places), east_stays(deal))
