"""Reads and checks what few deals have: liable players, a Goulash, endings without a winner, who sits out."""

from typing import Any

from mingg.core.deal.deal import ENDINGS, FALSE_WIN, MUMMIES, WASHING, Deal, Liable
from mingg.core.interchange.json_in import BadInput, Json, a_count, a_flag, a_list, a_word, an_object, there
from mingg.core.rules import Rules
from mingg.core.settle.seldom import why_not

MOST = 9998  # points: the highest price, as the device can ask for


def read_endings(keys: "Json", deal: Deal, rules: "Rules") -> None:
    """Reads these keys into the deal. check_endings() checks their values. Raises BadInput."""
    if keys.get("liable") is not None:
        for i, item in enumerate(a_list(keys["liable"], "/liable")):
            item = an_object(item, "/liable/%d" % i, ("seat", "share", "why"))
            deal.liable.append(Liable(item.get("seat"), item.get("share", "full"), item.get("why")))
    for ending in ENDINGS:
        value = keys.get(ending)
        if value is None:
            continue
        if deal.ending is not None or deal.winner is not None:
            raise BadInput("/" + ending, "a deal ends in one way. Leave the winner or all endings but one out.")
        number = 0
        if ending in (WASHING, MUMMIES):
            details = an_object(value, "/" + ending, ("seat", "majors"))
            value, number = [there(details, key, "/%s/%s" % (ending, key)) for key in ("seat", "majors")]
        deal.ending = ending, value, number
    price = keys.get("price")
    if price is not None:
        ending, seat, _ = deal.ending or ("", "", 0)
        _check_price(ending, price, rules)
        deal.ending = FALSE_WIN, seat, price
    if keys.get("goulash") is not None:
        deal.goulash = keys["goulash"]
    word = keys.get("sitting_out")
    if word is not None:
        if rules.players != 5:
            raise BadInput("/sitting_out", "only with five players one sits out. Leave this out.")
        if not isinstance(word, str):
            raise BadInput("/sitting_out", "this must be a word")


def check_endings(deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> None:
    """Checks the values of these parts. Raises BadInput."""
    if deal.liable and deal.winner is None:
        raise BadInput("/liable", "nobody is liable if nobody won. Leave this out.")
    for i, liable in enumerate(deal.liable):
        place = "/liable/%d" % i
        seat, share, why = liable
        if seat is None:
            raise BadInput(place + "/seat", "who is liable is missing. Add a seat.")
        if a_word(seat, place + "/seat", seats, "seat") == deal.winner or any(
            other.seat == seat for other in deal.liable[:i]
        ):
            raise BadInput(place + "/seat", "only a loser is liable, and only once. Name another seat.")
        if a_word(share, place + "/share", ("full", "half"), "share") == "full" and len(deal.liable) > 1:
            raise BadInput(place + "/share", 'a player liable in full must be the only one. Use "half".')
        if why is not None and not isinstance(why, str):
            raise BadInput(place + "/why", "this must be a word")
        key = why_not(liable, deal.winner or "", deal.win.source, deal.win.drawn(), seats, rules)
        if key:
            raise BadInput(
                place + "/" + key,
                "only the player on the winner's left feeds, and pays in full. Correct it."
                if why == "feeding"
                else "only the discarder of the winning tile is liable by these rules, and in full. Correct it.",
            )
    if len(deal.liable) > 2:
        raise BadInput("/liable/2", "at most two players are liable. Leave the others out.")
    if deal.ending is not None:
        _check_ending(deal, seats, rules)
    if a_flag(deal.goulash, "/goulash") and not rules.on("goulash"):
        raise BadInput("/goulash", "no Goulash by the rules in force. Leave this out.")


def _check_ending(deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> None:
    ending, seat, number = deal.ending or ("", "", 0)
    pointer = "/" + a_word(ending, "/ending", ENDINGS, "ending")
    if deal.winner is not None:
        raise BadInput(pointer, "a player has won. Leave the winner or the ending out.")
    if ending in (WASHING, MUMMIES):
        if a_count(number, pointer + "/majors") not in rules.majors_shown():
            raise BadInput(
                pointer + "/majors",
                "this must be a number from 9 to %d: how many different 1 9 honours" % rules.majors_shown()[-1],
            )
        pointer += "/seat"
    elif number:
        _check_price(ending, number, rules)
    a_word(seat, pointer, seats, "seat")


def _check_price(ending: str, price: "Any", rules: "Rules") -> None:
    """Checks what this false win costs, at a table that agreed no price."""
    from mingg.core.rules import agreed

    if ending != FALSE_WIN:
        raise BadInput("/price", "only a false win has a price. Leave this out, or add false_win.")
    if rules.options.get(FALSE_WIN, rules.table[FALSE_WIN]):
        raise BadInput("/price", "the rules in force have a price. Leave this out.")
    if (
        isinstance(price, bool)
        or agreed.wrong(agreed.FALSE_WIN, price)
        or (price not in ("half", "limit") and price > MOST)
    ):
        raise BadInput("/price", 'this must be an even number of points up to %d, "half" or "limit"' % MOST)
