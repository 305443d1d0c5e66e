"""The ways in which a deal can end without a winner."""

from typing import Any

from mingg.core.deal.deal import DEAD_PAYS, FALSE_WIN, MUMMIES, NOT_TOUCHING, WASHING, Deal
from mingg.core.rules import Rules

KONGS = {"draw": 0, "draw, a kong": 1, "fourth kong": 4}  # the draws: how many kongs were declared
PRICE, POINTS, MAJORS = "price", "points", "majors"


def endings_of(rules: "Rules") -> "list[str]":
    """Returns the endings that these rules have, the commonest first."""
    endings = (
        ("draw", True),
        ("draw, a kong", rules.kong_passes()),
        (FALSE_WIN, True),
        (DEAD_PAYS, rules.on("dead_hand_pays_limit")),
        (WASHING, rules.on("washing")),
        (MUMMIES, rules.on("nine_mummies")),
        (NOT_TOUCHING, rules.on("not_touching")),
        ("fourth kong", rules.on("four_kongs_draw")),
    )
    return [ending for ending, known in endings if known]


def is_asked(rules: "Rules", ending: str) -> str:
    """Returns what an ending needs besides the player: the price of a false win, if none was agreed; the points, if no
    limit was agreed either; how many majors the player showed, if they are paid for; or "" for nothing."""
    if ending == FALSE_WIN and not rules.options.get(ending, rules.table[ending]):
        return POINTS if rules.limit is None else PRICE
    return MAJORS if ending == WASHING or (ending == MUMMIES and rules.on("nine_mummies") == "bonus") else ""


def ended(ending: str, seat: str = "", number: "Any" = 0) -> Deal:
    """Returns a deal that ended so. seat: of the player; number: the price, the points or the majors."""
    deal = Deal()
    if ending in KONGS:
        deal.kongs = KONGS[ending]
    else:
        deal.ending = ending, seat, number or (9 if ending == MUMMIES else 0)
    return deal
