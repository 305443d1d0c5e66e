"""Reads the rare keys of a deal: liable players, the player who sits out, a Goulash, and endings without a winner."""

from mingg.core.deal.deal import ENDINGS, FALSE_WIN, MUMMIES, WASHING, Deal, Liable, majors_of
from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_list, a_word, an_object
from mingg.core.rules.liability import why_not

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules

MOST = 9998  # points: the highest price, as the device can ask for


def _read_liable(value: object, pointer: str, deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> None:
    items = a_list(value, pointer)
    if items and deal.winner is None:
        raise BadInput(pointer, "nobody is liable if nobody won. Leave this out.")
    for i, item in enumerate(items):
        place = "%s/%d" % (pointer, i)
        keys = an_object(item, place, ("seat", "share", "why"))
        if "seat" not in keys:
            raise BadInput(place + "/seat", "who is liable is missing. Add a seat.")
        seat = a_word(keys["seat"], place + "/seat", seats, "seat")
        if seat == deal.winner or any(other.seat == seat for other in deal.liable):
            raise BadInput(place + "/seat", "only a loser is liable, and only once. Name another seat.")
        share = a_word(keys.get("share", "full"), place + "/share", ("full", "half"), "share")
        if len(items) > 1 and share == "full":
            raise BadInput(
                place + "/share",
                'a player liable in full must be the only one. Use "half".',
            )
        why = keys.get("why")
        if why is not None and not isinstance(why, str):
            raise BadInput(place + "/why", "this must be a word")
        liable = Liable(seat, share, why)
        key = why_not(liable, deal.winner or "", deal.win.source, deal.win.drawn(), seats, rules)
        if key and rules.edition > 2:
            raise BadInput(
                place + "/" + key,
                "only the player on the winner's left feeds, and pays in full. Correct it."
                if why == "feeding"
                else "only the discarder of the winning tile is liable by these rules, and in full. Correct it.",
            )
        deal.liable.append(liable)
    if len(items) > 2:
        raise BadInput(pointer + "/2", "at most two players are liable. Leave the others out.")


def _read_ending(keys: "Json", deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> None:
    for ending in ENDINGS:
        if keys.get(ending) is None:
            continue
        pointer = "/" + ending
        if deal.winner is not None or deal.ending is not None:
            raise BadInput(pointer, "a deal ends in one way. Leave the winner or all endings but one out.")
        if ending not in (WASHING, MUMMIES):
            deal.ending = ending, a_word(keys[ending], pointer, seats, "seat"), 0
            continue
        details = an_object(keys[ending], pointer, ("seat", "majors"))
        for key in ("seat", "majors"):
            if key not in details:
                raise BadInput(pointer + "/" + key, "this is missing. Add it.")
        majors = a_count(details["majors"], pointer + "/majors")
        if majors not in majors_of(rules):
            raise BadInput(
                pointer + "/majors",
                "this must be a number from 9 to %d: how many different 1 9 honours" % majors_of(rules)[-1],
            )
        deal.ending = ending, a_word(details["seat"], pointer + "/seat", seats, "seat"), majors


def _read_price(price: "Any", deal: Deal, rules: "Rules") -> None:
    """Reads what this false win costs, at a table that agreed no price."""
    from mingg.core.rules import checks
    from mingg.core.rules.options import in_force

    if deal.ending is None or deal.ending[0] != FALSE_WIN:
        raise BadInput("/price", "only a false win has a price. Leave this out, or add false_win.")
    if in_force(rules, FALSE_WIN):
        raise BadInput("/price", "the rules in force have a price. Leave this out.")
    if (
        isinstance(price, bool)
        or checks.wrong(checks.FALSE_WIN, price)
        or (price not in ("half", "limit") and price > MOST)
    ):
        raise BadInput("/price", 'this must be an even number of points up to %d, "half" or "limit"' % MOST)
    deal.ending = FALSE_WIN, deal.ending[1], price


def read_endings(keys: "Json", deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> None:
    """Reads all these keys into the deal. Raises BadInput."""
    if keys.get("liable") is not None:
        _read_liable(keys["liable"], "/liable", deal, seats, rules)
    _read_ending(keys, deal, seats, rules)
    if keys.get("price") is not None:
        _read_price(keys["price"], deal, rules)
    if keys.get("goulash") is not None:
        deal.goulash = a_flag(keys["goulash"], "/goulash")
        if deal.goulash and "goulash" not in rules.table:
            raise BadInput("/goulash", "no Goulash by the rules in force. Leave this out.")
    word = keys.get("sitting_out")
    if word is not None:
        if rules.players != 5:
            raise BadInput("/sitting_out", "only with five players one sits out. Leave this out.")
        if not isinstance(word, str):
            raise BadInput("/sitting_out", "this must be a word")
