"""The four winds: seats, rounds and the order of play (counter-clockwise, to the right)."""

WINDS = "ESWN"

# The seat winds in play, East first, by number of players.
SEATS = {4: "ESWN"}


def seats(players: int) -> str:
    """The seat winds of a table, East first; ValueError where no such table is known."""
    if players not in SEATS:
        raise ValueError("no table of %s players" % players)
    return SEATS[players]
