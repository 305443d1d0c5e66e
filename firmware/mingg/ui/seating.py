"""Who sits where, as the person who holds the device sees it. Chair 0 is below; the chairs count counter-clockwise, in
order of play."""

from mingg.hal.keys import DOWN, LEFT, RIGHT, UP

SIDES = (DOWN, RIGHT, UP, LEFT)  # by chair
# The chairs in use, by the number of players. Of five, the player who comes in takes the chair of the one who goes out.
CHAIRS = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3), 5: (0, 1, 2, 3)}
OUT = 4  # stands for the player who sits out, in lists by chair


def side(players: int, order: "list[int]", turn: int, player: int) -> "int | None":
    """Returns the arrow that points to a player, or None for the player who sits out.

    players  how many play
    order    the players in play, as in Table
    turn     the chair on which player 0 began
    """
    if player not in order:
        return None
    chairs = CHAIRS[players]
    first = chairs.index(turn) if turn in chairs else 0
    return SIDES[chairs[(first + order[0] + order.index(player)) % len(chairs)]]


def order_without(players: int, out: "int | None") -> "list[int]":
    """Lists the players in play in a round that `out` sat out."""
    return list(range(players)) if out is None else [(out + 1 + i) % players for i in range(players - 1)]
