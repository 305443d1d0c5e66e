"""Reads and writes standings in records of a ledger."""

from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_list, a_word, an_object
from mingg.core.table.session import START, Standing
from mingg.core.table.table import Table

MYPY = False
if MYPY:
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session

BEFORE, AFTER = "before", "after"  # in a record: the standing before its line, or after it
HELD = "held"  # in a standing: the holdings of counters
GOULASH = "goulash"
# More than an evening can have. Each deal takes memory where it is shown, and a record may name any number of deals.
MOST_DEALS, MOST_POINTS = 99999, 999999999999
STANDING_KEYS = ("deals", "east", "round", "streak", "balances", GOULASH, HELD)


def write_standing(session: "Session", standing: Standing) -> "Json":
    """The object of a standing, with the names of the session."""
    keys: "Json" = {
        "deals": standing.deals,
        "east": session.names[standing.east],
        "round": standing.round,
        "balances": standing.balances,
    }
    if standing.streak:
        keys["streak"] = standing.streak
    if standing.goulash:
        keys[GOULASH] = True
    if standing.held is not None:
        from mingg.core.interchange.held import write_holdings

        keys[HELD] = write_holdings(standing.held)
    return keys


def read_standing(value: object, pointer: str, session: "Session", deals: int = 0) -> Standing:
    """Reads a standing from its object; BadInput if it does not fit the session. deals: used if the object lacks them.
    It has no holdings if the session has no counters, or the object has none."""
    keys = an_object(value, pointer, STANDING_KEYS)
    pointer += "/"
    players = len(session.names)
    east = a_word(keys.get("east"), pointer + "east", tuple(session.names), "player")
    round_number = a_count(keys.get("round"), pointer + "round")
    rounds = session.table.rounds
    if round_number > rounds:
        raise BadInput(pointer + "round", "no such round. Use 0 to %d." % rounds)
    balances = a_list(keys.get("balances"), pointer + "balances")
    if len(balances) != players or not all(
        type(balance) is int and -MOST_POINTS <= balance <= MOST_POINTS for balance in balances
    ):
        raise BadInput(pointer + "balances", "this must be a list with a balance for each player")
    if sum(balances) != players * START:
        raise BadInput(pointer + "balances", "balances must add up to %d. Correct one of them." % (players * START))
    player = session.names.index(east)
    if player == Table(players, round_number, rounds).sitting_out():
        raise BadInput(pointer + "east", "this player sits out. Name another one.")
    deals = a_count(keys.get("deals", deals), pointer + "deals")
    streak = a_count(keys.get("streak", 0), pointer + "streak")
    if max(deals, streak) > MOST_DEALS:
        raise BadInput(pointer + "deals", "no evening has so many deals")
    held = None
    if HELD in keys and session.counted():
        from mingg.core.interchange.held import read_held

        held = read_held(keys[HELD], pointer + HELD, session)
    return Standing(
        deals, player, round_number, streak, balances, held, a_flag(keys.get(GOULASH, False), pointer + GOULASH)
    )
