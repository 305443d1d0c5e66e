"""A deal as a ledger keeps it: as in the interchange format, with the known tiles of hands entered by sets."""

from typing import Any

from mingg.core.deal.deal import Deal
from mingg.core.interchange.keys import write_deal
from mingg.core.table.session import Session
from mingg.records.kinds import NAMED
from mingg.records.line import Json


def read_kept(value: "Any", session: "Session") -> "Deal":
    """Reads a deal at the table as it is now. It was judged before it was written. Raises BadInput."""
    # The key that saves does not need these.
    from mingg.core.interchange.json_in import BadInput, an_object
    from mingg.core.interchange.reader import read_deal

    deal = read_deal(value, session.rules, session.table.round_wind(), (NAMED,))
    if NAMED in value:
        for seat, tiles in an_object(value[NAMED], "/named", tuple(deal.hands)).items():
            if not isinstance(tiles, str):
                raise BadInput("/named/" + seat, "this must be a string of tiles")
            deal.hands[seat].named = tiles
    return deal


def write_kept(deal: "Deal") -> "Json":
    """The object of a deal. The standing before it says how long the streak of East is."""
    keys = write_deal(deal)
    keys.pop("streak", None)
    named = {seat: hand.named for seat, hand in deal.hands.items() if hand.named}
    if named:
        keys[NAMED] = named
    return keys
