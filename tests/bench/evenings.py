"""A long evening, deal by deal, for CPython and MicroPython."""

from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Win
from mingg.evening.save import save

DEALS = 64
SEATS = "ESWN"


def deal(i):
    """Returns a deal of the usual length: every player has something."""
    hands = {}
    for seat in SEATS:
        card = Card()
        card.pungs = [1, i % 2, 0, 1]
        card.dragons = 1 if seat == SEATS[i % 4] else 0
        card.suit = "half" if seat == "W" else "mixed"
        hands[seat] = card
    result = Deal(SEATS[i * 7 % 4], Win("draw"), hands)
    result.laid = {seat: [0, 6, 16] for seat in SEATS}
    return result


def play(evening, i):
    """Saves the i-th deal. Starts again after the last round."""
    if evening.session.table.over():
        evening.session.table.round = 0
    save(evening, deal(i))
