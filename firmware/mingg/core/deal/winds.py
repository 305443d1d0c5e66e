"""The four winds: seats, rounds and the order of play (counter-clockwise, to the right)."""

# No strings: MicroPython makes a new one of each letter it takes out, and looks for that among all its names.
WINDS = ("E", "S", "W", "N")

# The seat winds in play, East first, by number of players; of five one sits out.
SEATS = {2: ("E", "W"), 3: ("E", "S", "N"), 4: WINDS, 5: WINDS}
# The winds of the rounds of a game. Ours, where the books are silent: two, three and five players.
ROUNDS = {2: ("E", "W"), 3: ("E", "S", "N"), 4: WINDS, 5: WINDS + ("E",)}


def seats(players: int) -> "tuple[str, ...]":
    """The seat winds of a table, East first; ValueError where no such table is known."""
    if players not in SEATS:
        raise ValueError("no table of %s players" % players)
    return SEATS[players]
