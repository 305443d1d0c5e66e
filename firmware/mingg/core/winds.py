"""The four winds: seats, rounds and the order of play (counter-clockwise, to the right)."""

WINDS = "ESWN"

# The seat winds in play, East first, by number of players; of five one sits out.
SEATS = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWN"}
# The winds of the rounds of a game. Ours, where the books are silent: two, three and five players.
ROUNDS = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWNE"}


def seats(players: int) -> str:
    """The seat winds of a table, East first; ValueError where no such table is known."""
    if players not in SEATS:
        raise ValueError("no table of %s players" % players)
    return SEATS[players]
