"""The four winds: seats, rounds, and the order of play (counter-clockwise, to the right)."""

# A tuple, not a string: MicroPython makes a new string of each letter, and searches the table of interned strings for
# it.
WINDS = ("E", "S", "W", "N")

# The seat winds in play, East first, by number of players. Of five players one sits out.
SEATS = {2: ("E", "W"), 3: ("E", "S", "N"), 4: WINDS, 5: WINDS}
# The winds of the rounds of a game. For two, three and five players this is our reading: the books do not say.
ROUNDS = {2: ("E", "W"), 3: ("E", "S", "N"), 4: WINDS, 5: WINDS + ("E",)}


def seats(players: int) -> "tuple[str, ...]":
    """The seat winds of a table, East first; ValueError for a number of players that nobody plays with."""
    if players not in SEATS:
        raise ValueError("no table of %s players" % players)
    return SEATS[players]
