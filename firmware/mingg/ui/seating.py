"""Who sits where, as whoever holds the device sees it: chairs are 0 below, then counter-clockwise, in order of play."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP

SIDES = (DOWN, RIGHT, UP, LEFT)  # of the chairs
# The chairs in use, by how many play; of five, who comes in takes the chair of who goes out.
CHAIRS = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3), 5: (0, 1, 2, 3)}
OUT = 4  # who sits out, where people are counted by chairs


def side(players: int, order: "list[int]", turn: int, player: int) -> "int | None":
    """The arrow to a player; None for who sits out.

    players: how many; order: who is in play, as in Table; turn: the chair on which player 0 began.
    """
    if player not in order:
        return None
    chairs = CHAIRS[players]
    first = chairs.index(turn) if turn in chairs else 0
    return SIDES[chairs[(first + order[0] + order.index(player)) % len(chairs)]]


def order_without(players: int, out: "int | None") -> "list[int]":
    """Who was in play in a round that `out` sat out."""
    return list(range(players)) if out is None else [(out + 1 + i) % players for i in range(players - 1)]
