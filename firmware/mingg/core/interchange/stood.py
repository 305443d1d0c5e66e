"""How things stood, as a ledger keeps it in its records beside the lines; and a payment between two players, which is a
line."""

from mingg.core.deal.winds import ROUNDS
from mingg.core.interchange.json_in import BadInput, a_count, a_list, a_word, an_object
from mingg.core.table.session import START
from mingg.core.table.table import Table

MYPY = False
if MYPY:
    from mingg.core.counters.bank import Holdings
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session, Standing

    Stood = tuple[Standing, int, Holdings | None]

BEFORE, AFTER = "before", "after"  # in a record: how things stood
HELD = "held"  # among how things stood: how the counters lay
STANDING_KEYS = ("deals", "east", "round", "streak", "balances", HELD)


def write_standing(session: "Session", standing: "Standing", deals: int, held: "Holdings | None" = None) -> "Json":
    east, round_number, streak, balances = standing
    keys: "Json" = {"deals": deals, "east": session.names[east], "round": round_number, "balances": balances}
    if streak:
        keys["streak"] = streak
    if held is not None:
        from mingg.core.interchange.held import write_holdings

        keys[HELD] = write_holdings(held)
    return keys


def read_standing(value: object, at: str, session: "Session", deals: int = 0) -> "tuple[Standing, int]":
    """How things stood: East (a player's number), the round (0 the first), how many deals running East had won, the
    balances; and after how many deals, `deals` where that is not said."""
    keys = an_object(value, at, STANDING_KEYS)
    at += "/"
    players = len(session.names)
    east = a_word(keys.get("east"), at + "east", tuple(session.names), "player")
    round_number = a_count(keys.get("round"), at + "round")
    if round_number > len(ROUNDS[players]):
        raise BadInput(at + "round", "no such round")
    balances = a_list(keys.get("balances"), at + "balances")
    if len(balances) != players or not all(type(balance) is int for balance in balances):
        raise BadInput(at + "balances", "a balance for every player")
    if sum(balances) != players * START:
        raise BadInput(at + "balances", "balances add up to what was dealt out")
    player = session.names.index(east)
    if player == Table(players, round_number).sitting_out():
        raise BadInput(at + "east", "he sits out")
    standing = player, round_number, a_count(keys.get("streak", 0), at + "streak"), balances
    return standing, a_count(keys.get("deals", deals), at + "deals")


def read_stood(value: object, at: str, session: "Session", deals: int = 0) -> "Stood":
    """How things stood, and how the counters lay: None where there are none, or it is not said."""
    standing, deals = read_standing(value, at, session, deals)
    held = None
    if isinstance(value, dict) and HELD in value and session.counted():
        from mingg.core.interchange.held import read_held

        held = read_held(value[HELD], at + "/" + HELD, session)
    return standing, deals, held


def read_pay(value: object, session: "Session") -> "tuple[int, int, int]":
    """A payment: who pays, to whom, points."""
    keys = an_object(value, "/pay", ("from", "to", "points"))
    for key in ("from", "to", "points"):
        if key not in keys:
            raise BadInput("/pay/" + key, "missing")
    source = a_word(keys["from"], "/pay/from", tuple(session.names), "player")
    to = a_word(keys["to"], "/pay/to", tuple(session.names), "player")
    if source == to:
        raise BadInput("/pay/to", "nobody pays himself")
    points = a_count(keys["points"], "/pay/points")
    if points == 0 or points % 2:
        raise BadInput("/pay/points", "an even number of points: the smallest counter is 2")
    return session.names.index(source), session.names.index(to), points
