"""Who sits where, as the person who holds the device sees it. Chair 0 is below; the chairs count counter-clockwise, in
order of play.

The `turn` of a table says on which chair player 0 began. If three play, it also says which chair is empty, with 4 times
an index of THREE. Firmware that knows only the chairs 0 to 3 reads such a turn as 0: there player 0 sits below, and the
empty chair is opposite.
"""

from mingg.core.deal.deal import SEATS
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP
from mingg.lang import letters
from mingg.ui.kit.canvas import LATIN

SIDES = (DOWN, RIGHT, UP, LEFT)  # by chair
# The chairs in use, by the number of players. Of five, the player who comes in takes the chair of the one who goes out.
CHAIRS = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3), 5: (0, 1, 2, 3)}
THREE = ((0, 1, 3), (0, 2, 3), (0, 1, 2))  # of three players: the empty chair is opposite, right, left
OUT = 4  # stands for the player who sits out, in lists by chair


def chairs_of(players: int, turn: int) -> "tuple[int, ...]":
    """Returns the chairs in use at a table with this turn."""
    return THREE[turn >> 2] if players == 3 else CHAIRS[players]


def first_of(players: int, turn: int) -> int:
    """Returns the chair of player 0, as its index in chairs_of(). A chair that is not in use is read as the first."""
    chairs = chairs_of(players, turn)
    return chairs.index(turn & 3) if turn & 3 in chairs else 0


def side(players: int, order: "list[int]", turn: int, player: int) -> "int | None":
    """Returns the arrow that points to a player, or None for the player who sits out.

    players  how many play
    order    the players in play, as in Table
    """
    if player not in order:
        return None
    chairs = chairs_of(players, turn)
    return SIDES[chairs[(first_of(players, turn) + order[0] + order.index(player)) % len(chairs)]]


def order_without(players: int, out: "int | None") -> "list[int]":
    """Lists the players in play in a round that `out` sat out."""
    return list(range(players)) if out is None else [(out + 1 + i) % players for i in range(players - 1)]


def drawn(called: "list[str]") -> "list[str]":
    """Returns the names of players as they are shown: one with letters that the font lacks is the seat at the start."""
    seats = SEATS[len(called)] + ("5",)
    return [letters(seat) if lacks_letters(name) else name for name, seat in zip(called, seats)]


def lacks_letters(name: str) -> bool:
    """Returns whether the font lacks letters of a name."""
    return max(name or " ") > LATIN
