"""Finds the best card of a tile hand: how to arrange its tiles, and which set the winning tile completed.

The books leave both choices to the player, who takes what scores most (Babcock p.70). Scoring itself knows only cards.
"""

from mingg.core.tiles.search import NotComplete as NotComplete
from mingg.core.tiles.search import Search
from mingg.core.tiles.search import WrongTile as WrongTile
from mingg.core.tiles.search import places as places
from mingg.core.tiles.search import winning_tile as winning_tile
from mingg.core.tiles.tile_card import CardMaker

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Count, Win
    from mingg.core.rules import Rules
    from mingg.core.tiles.hand import TileHand


def losing(hand: "TileHand", seat: str, round_wind: str, rules: "Rules", doubling_winds: str) -> "Card":
    """The best card of a losing hand: its concealed tiles regrouped, with every pair that scores (Babcock p.24).

    doubling_winds: the winds whose sets count as the seat's own (Rules.own_winds).
    """
    if "modern" in rules.table:
        from mingg.core.tiles.waiting import losing as modern_losing

        return modern_losing(hand, seat, round_wind, rules, doubling_winds)
    pungs = []
    pairs = []
    tile = -1
    for number in hand.counts:
        tile += 1
        if number > 1:
            # Four equal tiles that were not declared are a pung and a single tile (Babcock p.18-19).
            if number > 2:
                pungs.append(tile)
            else:
                pairs.append(tile)
    return CardMaker(hand, seat, round_wind, doubling_winds).card(pungs, -1, pairs)


def winning(
    hand: "TileHand",
    win: "Win",
    seat: str,
    round_wind: str,
    rules: "Rules",
    doubling_winds: str,
    least_doublings: int = 0,
) -> "tuple[Card, Count, str]":
    """The winner's best card, its count, and the arrangement of the tiles as text: the sets on the table as they were
    written, the set that a claimed tile completed, the concealed sets, and the pair.

    least_doublings: the doublings that a win needs (two players). An arrangement with fewer is chosen only if there is
    no other. Raises NotComplete and WrongTile.
    """
    kind = Search
    if "modern" in rules.table:
        from mingg.core.tiles.modern_search import ModernSearch as kind
    search = kind(hand, win, seat, round_wind, rules, CardMaker(hand, seat, round_wind, doubling_winds))
    search.least_doublings = least_doublings
    return search.best()
