"""The answer to a deal: every hand's count, the payments, and who deals next."""

from mingg.core.deal.card import Card
from mingg.core.deal.deal import MUMMIES, NOT_TOUCHING
from mingg.core.deal.outcome import OUT, PASSES, STAYS, Answer
from mingg.core.deal.winds import seats
from mingg.core.scoring.score import Count, count
from mingg.core.settlement import settle

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.rules import Rules


def deals_next(deal: "Deal", rules: "Rules") -> str:
    """STAYS, PASSES, or the seat that deals next."""
    if deal.ending is not None:
        # East who asks for a new deal himself loses it (B p.80-81).
        return PASSES if deal.ending[0] in (MUMMIES, NOT_TOUCHING) and deal.ending[1] == "E" else STAYS
    if deal.winner is None:
        kongs = max(deal.kongs, sum([sum(card.kongs) for card in deal.cards.values()]))
        if kongs and (rules.table["kong_passes"] or (kongs >= 4 and rules.on("four_kongs_draw"))):
            return PASSES
        return STAYS
    # East deals again after a win of his own (Harr p.13; Babcock p.26).
    if deal.winner == "E":
        return STAYS
    return deal.winner if rules.on("winner_deals") else PASSES


def _count(deal: "Deal", seat: str, rules: "Rules", round_wind: str) -> Count:
    # Where a hand with too few tiles is scored, it scores as it lies (B p.73).
    if seat in deal.dead and deal.dead[seat] != "short":
        return Count()
    win = deal.win if seat == deal.winner else None
    return count(deal.cards.get(seat) or Card(), seat, round_wind, win, rules, deal.streak)


def answer(deal: "Deal", rules: "Rules", round_wind: str) -> Answer:
    """Counts and settles a legal deal; settle.Unpayable where the rules do not say what is to be paid."""
    places = seats(rules.players)
    fifth = rules.players == 5
    counts = {seat: _count(deal, seat, rules, round_wind) for seat in places}
    scores = {seat: counts[seat].score for seat in places}
    doublings = counts[deal.winner].doublings if deal.winner is not None else 0
    payments = settle.settle(scores, deal, rules, places, doublings, fifth)
    people = tuple(places) + ((OUT,) if fifth else ())
    return Answer(counts, payments, settle.net(payments, people), deals_next(deal, rules))
