"""A long evening, deal by deal, for CPython and MicroPython."""

from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, MAJOR, PUNG, PUNG_SHOWN, SIMPLE, Hand
from mingg.evening.save import save

DEALS = 64
SEATS = "ESWN"


def deal(i):
    """Returns a deal of the usual length: every player has something."""
    hands = {}
    for seat in SEATS:
        of_majors = DRAGON if seat == SEATS[i % 4] else MAJOR
        hand = Hand([SIMPLE | PUNG_SHOWN] + [SIMPLE | PUNG] * (i % 2) + [of_majors | PUNG])
        hand.suit = "half" if seat == "W" else "mixed"
        hands[seat] = hand
    return Deal(SEATS[i * 7 % 4], Win("draw"), hands)


def play(evening, i):
    """Saves the i-th deal. Starts again after the last round."""
    if evening.session.table.over():
        evening.session.table.round = 0
    save(evening, deal(i))
