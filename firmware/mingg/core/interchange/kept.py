"""What a ledger says of a deal beside the interchange format, and how things stood: as every deal needs it."""

from mingg.core.interchange.deals import read_deal, write_deal
from mingg.core.interchange.json_in import BadInput, a_count, a_list, an_object
from mingg.core.winds import SEATS

MYPY = False
if MYPY:
    from mingg.core.bank import Holdings
    from mingg.core.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.session import Session, Standing

BEFORE, AFTER = "before", "after"  # in a ledger's record: how things stood
HELD = "held"  # among how things stood: how the counters lay
LAID = "laid"  # in a ledger's deal
SETS = 25


def write_standing(session: "Session", standing: "Standing", deals: int, held: "Holdings | None" = None) -> "Json":
    east, round_number, streak, balances = standing
    keys: "Json" = {"deals": deals, "east": session.names[east], "round": round_number, "balances": balances}
    if streak:
        keys["streak"] = streak
    if held is not None:
        from mingg.core.interchange.held import write_holdings

        keys[HELD] = write_holdings(held)
    return keys


def read_laid(value: object, at: str, players: int) -> "dict[str, list[int]]":
    """The sets of each hand as the device numbers them."""
    laid = an_object(value, at, SEATS[players])
    for seat, sets in laid.items():
        for i, number in enumerate(a_list(sets, at + "/" + seat)):
            if a_count(number, "%s/%s/%d" % (at, seat, i)) >= SETS:
                raise BadInput("%s/%s/%d" % (at, seat, i), "no such set")
    return laid


def read_kept(record: object, session: "Session", more_keys: "tuple[str, ...]" = ()) -> "Deal":
    """A deal out of a ledger, legal at the table as it stands."""
    deal = read_deal(record, session.rules, session.table.round_wind(), (LAID,) + more_keys)
    if isinstance(record, dict) and LAID in record:
        deal.laid = read_laid(record[LAID], "/" + LAID, session.rules.players)
    return deal


def write_kept(deal: "Deal") -> "Json":
    """A deal as a ledger keeps it."""
    keys = write_deal(deal)
    if deal.laid:
        keys[LAID] = deal.laid
    return keys
