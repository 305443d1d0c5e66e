"""A deal as a ledger keeps it: what it says beside the interchange format."""

from mingg.core.deal.winds import SEATS
from mingg.core.interchange.deals import read_deal, write_deal
from mingg.core.interchange.json_in import BadInput, a_count, a_list, an_object

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session

LAID, NAMED = "laid", "named"  # in a ledger's deal
SETS = 25


def read_laid(value: object, at: str, players: int) -> "dict[str, list[int]]":
    """The sets of each hand as the device numbers them."""
    laid = an_object(value, at, SEATS[players])
    for seat, sets in laid.items():
        for i, number in enumerate(a_list(sets, at + "/" + seat)):
            if a_count(number, "%s/%s/%d" % (at, seat, i)) >= SETS:
                raise BadInput("%s/%s/%d" % (at, seat, i), "no such set")
    return laid


def read_named(value: object, at: str, players: int) -> "dict[str, str]":
    """The tiles that are known of hands beside their cards; whether they are of those is for who opens them again."""
    named = an_object(value, at, SEATS[players])
    for seat, tiles in named.items():
        if not isinstance(tiles, str):
            raise BadInput(at + "/" + seat, "a string of tiles is wanted here")
    return named


def read_kept(record: object, session: "Session", more_keys: "tuple[str, ...]" = ()) -> "Deal":
    """A deal out of a ledger, legal at the table as it stands."""
    deal = read_deal(record, session.rules, session.table.round_wind(), (LAID, NAMED) + more_keys)
    keys = record if isinstance(record, dict) else {}
    if LAID in keys:
        deal.laid = read_laid(keys[LAID], "/" + LAID, session.rules.players)
    if NAMED in keys:
        deal.named = read_named(keys[NAMED], "/" + NAMED, session.rules.players)
    return deal


def write_kept(deal: "Deal") -> "Json":
    """A deal as a ledger keeps it."""
    keys = write_deal(deal)
    if deal.laid:
        keys[LAID] = deal.laid
    if deal.named:
        keys[NAMED] = deal.named
    return keys
