"""Who pays whom after a deal, by rule: the winner is paid first, then the losers settle with each other."""

from collections import namedtuple

Payment = namedtuple("Payment", ("source", "to", "points"))


def settle(scores: "dict[str, int]", seats: str, winner: "str | None") -> "list[Payment]":
    """The payments of a deal: scores by seat (a seat left out has none), each pair of players at most once.

    Each loser pays the winner's score, every two losers the difference of theirs; twice where East is one of the two
    (Harr p.46-50; Babcock p.25-27). A draw pays nothing.
    """
    payments: "list[Payment]" = []
    if winner is None:
        return payments
    losers = [seat for seat in _from(winner, seats) if seat != winner]
    for seat in losers:
        _pay(payments, seat, winner, scores.get(winner, 0))
    for i in range(len(losers)):
        for j in range(i + 1, len(losers)):
            one, other = losers[i], losers[j]
            difference = scores.get(one, 0) - scores.get(other, 0)
            if difference > 0:
                _pay(payments, other, one, difference)
            else:
                _pay(payments, one, other, -difference)
    return payments


def _from(winner: str, seats: str) -> str:
    """The seats in order of play from the winner on."""
    start = seats.index(winner)
    return seats[start:] + seats[:start]


def _pay(payments: "list[Payment]", source: str, to: str, points: int) -> None:
    if "E" in (source, to):
        points *= 2
    if points:
        payments.append(Payment(source, to, points))


def net(payments: "list[Payment]", seats: str) -> "dict[str, int]":
    """What each seat gains (or, below zero, loses) by the payments; adds up to zero."""
    gains = dict.fromkeys(seats, 0)
    for payment in payments:
        gains[payment.source] -= payment.points
        gains[payment.to] += payment.points
    return gains
