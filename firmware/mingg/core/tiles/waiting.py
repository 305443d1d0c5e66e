"""Losing hands of tiles by the modern rule sets: their best card, and the special hand that they wait for."""

from mingg.core.scoring.score import count
from mingg.core.tiles.hand import CONCEALED, KONG, Meld, TileHand
from mingg.core.tiles.modern_card import name_winds
from mingg.core.tiles.special_tiles import TESTS, completing
from mingg.core.tiles.tile_card import CardMaker
from mingg.core.tiles.tiles import KINDS

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.core.rules import Rules

FISHING = "fishing"  # an attribute that other cards lack


def waits_for(hand: "TileHand", rules: "Rules") -> "list[str]":
    """The special hands that one more tile would complete."""
    wanted = [row.id for row in rules.table.get("fishing", ()) if row.id in TESTS]
    if wanted and rules.knows("purity"):
        wanted.append("purity")
    found: "list[str]" = []
    if wanted and hand.size() == 13:
        for tile in range(KINDS):
            tiles = completing(hand, tile)
            if tiles is not None:
                found += [special for special in wanted if special not in found and TESTS[special](tiles)]
        if "patterns" in rules.table:
            from mingg.core.tiles import patterns

            for special, _ in patterns.waits(hand, rules):
                if special not in found and any(row.id == special for row in rules.table["fishing"]):
                    found.append(special)
    return found


def losing(hand: "TileHand", seat: str, round_wind: str, rules: "Rules", doubling_winds: str) -> "Card":
    """As analysis.losing(): also finds the special hand to wait for that scores most."""
    laid = TileHand()
    laid.melds = list(hand.melds)
    laid.flowers = hand.flowers
    laid.counts = bytearray(hand.counts)
    for tile, number in enumerate(hand.counts):
        # The British rules count four equal tiles as a kong, declared or not.
        if number == 4 and "undeclared_kong" in rules.table:
            laid.melds.append(Meld(KONG, tile, CONCEALED))
            laid.counts[tile] = 0
    pungs = [tile for tile in range(KINDS) if laid.counts[tile] > 2]
    pairs = [tile for tile in range(KINDS) if laid.counts[tile] == 2]
    card = CardMaker(laid, seat, round_wind, doubling_winds).card(pungs, -1, pairs)
    name_winds(card, hand, rules)
    # What raises the score: a special hand to wait for, and that a claimed kong counts as concealed.
    waited: "list[str | None]" = [None]
    waited += waits_for(hand, rules)
    best = -1
    chosen: "tuple[int, str | None]" = 0, None
    for claimed in sorted({0, card.claimed}):
        for special in waited:
            card.claimed = claimed
            setattr(card, FISHING, special)
            score = count(card, seat, round_wind, None, rules).score
            if score > best:
                best, chosen = score, (claimed, special)
    card.claimed = chosen[0]
    setattr(card, FISHING, chosen[1])
    return card
