"""The pool at the end of a game (Babcock p.82)."""

HUNDRED = 100


def remainders(balances: "list[int]") -> "list[int]":
    """What each has over an even hundred; who has nothing gives nothing."""
    return [balance % HUNDRED if balance > 0 else 0 for balance in balances]
