"""Reads and writes a deal in a ledger, which has more keys than the interchange format."""

from mingg.core.deal.winds import SEATS
from mingg.core.interchange.deals import read_deal, write_deal
from mingg.core.interchange.json_in import BadInput, a_count, a_list, an_object

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.interchange.json_in import Json
    from mingg.core.table.session import Session

LAID, NAMED = "laid", "named"  # keys of a deal in a ledger; see Deal
SETS = 25  # kinds of sets that the device numbers


def read_laid(value: object, pointer: str, players: int) -> "dict[str, list[int]]":
    """Reads the sets of each hand, as numbers of the device. Raises BadInput."""
    laid = an_object(value, pointer, SEATS[players])
    for seat, sets in laid.items():
        for i, number in enumerate(a_list(sets, pointer + "/" + seat)):
            if a_count(number, "%s/%s/%d" % (pointer, seat, i)) >= SETS:
                raise BadInput("%s/%s/%d" % (pointer, seat, i), "no such set. Use a number below %d." % SETS)
    return laid


def read_named(value: object, pointer: str, players: int) -> "dict[str, str]":
    """Reads the known tiles of hands that have cards. The device checks them against the cards when it opens the
    deal."""
    named = an_object(value, pointer, SEATS[players])
    for seat, tiles in named.items():
        if not isinstance(tiles, str):
            raise BadInput(pointer + "/" + seat, "this must be a string of tiles")
    return named


def read_kept(record: object, session: "Session", more_keys: "tuple[str, ...]" = ()) -> "Deal":
    """Reads a deal of a ledger, and checks it at the table as it is now. Raises BadInput."""
    deal = read_deal(record, session.rules, session.table.round_wind(), (LAID, NAMED) + more_keys)
    keys = record if isinstance(record, dict) else {}
    if LAID in keys:
        deal.laid = read_laid(keys[LAID], "/" + LAID, session.rules.players)
    if NAMED in keys:
        deal.named = read_named(keys[NAMED], "/" + NAMED, session.rules.players)
    return deal


def write_kept(deal: "Deal") -> "Json":
    """The object of a deal in a ledger."""
    keys = write_deal(deal)
    if deal.laid:
        keys[LAID] = deal.laid
    if deal.named:
        keys[NAMED] = deal.named
    return keys
