"""Finds the sets of hands given tile by tile, and checks such hands against the set of tiles and the win."""

from mingg.core.deal.deal import WINDS, Count, Deal
from mingg.core.deal.hand import Hand
from mingg.core.hand import analysis
from mingg.core.hand.arrange import Concealed
from mingg.core.hand.hand import KINDS, TileHand, name, parse, tile_of
from mingg.core.hand.sets import why_not_robbed
from mingg.core.rules import Rules
from mingg.core.score.score import prepare
from mingg.core.values import BadInput

_WEST_WIND, _WILD = 29, 19
_NUMBERS = {5: "five", 6: "six", 7: "seven", 8: "eight"}


def _pointer(seat: str) -> str:
    return "/hands/%s/tiles" % seat


def _check_hands(deal: "Deal", hands: "dict[str, TileHand]", rules: "Rules") -> None:
    """Checks the sizes of the hands, and all together: at most four of each tile, one of each flower. In a Goulash each
    bamboo 2 may stand for any tile."""
    counts = [0] * KINDS
    wild = 4 if deal.goulash else 0
    # parse() has refused five of a kind in one hand.
    many = wild or rules.players == 3
    if len(hands) > 1 and not many:
        many = max([sum(held) for held in zip(*[hand.held() for hand in hands.values()])]) > 4
    seen: "list[str]" = []
    for seat in WINDS:
        if seat not in hands:
            continue
        _check_size(hands[seat].size(), seat, seat == deal.winner, deal.hands[seat].dead)
        seen.append(seat)
        for tile, held in enumerate(hands[seat].held()) if many else ():
            counts[tile] += held
            if held and (tile == _WILD or counts[tile] > 4):
                wild -= held if tile == _WILD else min(held, counts[tile] - 4)
                if counts[tile] > 4 and wild < 0:
                    raise BadInput(
                        _pointer(seat),
                        "%s %s in %s, but only four exist. Leave the others out."
                        % (
                            _NUMBERS.get(counts[tile], counts[tile]),
                            name(tile),
                            _listed([other for other in seen if hands[other].held()[tile]]),
                        ),
                    )
            if held and tile == _WEST_WIND and rules.players == 3 and rules.table["no_west_winds"]:
                raise BadInput(_pointer(seat), "three players have no West Winds. Leave 3z out.")
        for flower in hands[seat].flowers:
            if rules.on("flowers") in (False, "off"):
                raise BadInput(_pointer(seat), "flowers are not played. Leave them out, or set the option flowers.")
            for other in seen[:-1]:
                if flower in hands[other].flowers:
                    raise BadInput(
                        _pointer(seat),
                        "two %df in %s, but only one exists. Leave one out." % (flower, _listed([other, seat])),
                    )


def _listed(seats: "list[str]") -> str:
    return "hands " + " and ".join(seats)


def _check_size(size: int, seat: str, winner: bool, dead: "str | None") -> None:
    wanted = 14 if winner else 13
    if (dead == "short" and size >= wanted) or (dead == "long" and size <= wanted):
        raise BadInput(_pointer(seat), "%d tiles are not %s (a kong counts as three). Recount." % (size, dead))
    if dead is None and size != wanted:
        raise BadInput(
            _pointer(seat),
            "%d tiles, not %d (a kong counts as three). Recount%s."
            % (
                size,
                wanted,
                "" if winner or size > wanted else ", or write its sets, only what scores: pungs, kongs, pairs",
            ),
        )


def _parsed(deal: "Deal") -> "dict[str, TileHand]":
    """The tiles of the hands that have them, by seat."""
    hands: "dict[str, TileHand]" = {}
    for seat, hand in deal.hands.items():
        if hand.tiles is not None:
            try:
                hands[seat] = parse(hand.tiles)
            except ValueError as error:
                raise BadInput(_pointer(seat), str(error))
    return hands


def check_tiles(deal: "Deal", rules: "Rules") -> "dict[str, TileHand]":
    """Checks the hands in tiles, together and against the win, except whether the winner's is complete. Returns them by
    seat. Raises BadInput."""
    hands = _parsed(deal)
    _check_hands(deal, hands, rules)
    hand, win = hands.get(deal.winner or ""), deal.win
    if hand is None:
        return hands
    if win.tile is None:
        raise BadInput("/win/tile", "the winning tile is missing. Add it.")
    tile = tile_of(win.tile)
    if not hand.counts[tile]:
        raise BadInput("/win/tile", "%s is not among the tiles in the hand. Name one of them." % win.tile)
    if win.by == "rob":
        source = win.source or ""
        concealed = analysis.robs_concealed(hand, rules)
        reason = why_not_robbed(tile, hands, source, deal.hands.get(source), concealed)
        if reason:
            raise BadInput("/win/tile", reason)
    return hands


def complete(
    deal: "Deal", rules: "Rules", round_wind: str, hands: "dict[str, TileHand] | None" = None
) -> "Count | None":
    """Finds the sets of the hands in tiles. hands: as check_tiles() returns them. Returns the count of the winner's
    without a streak, if it is one of them. Raises BadInput."""
    counted = None
    prepare(rules)  # loads what is needed before the analysis takes much of a board's stack
    for seat, tiles in (_parsed(deal) if hands is None else hands).items():
        if seat == deal.winner:
            made, counted = _winning(deal, tiles, seat, round_wind, rules)
        else:
            made = analysis.losing(tiles, seat, round_wind, rules)
        made.tiles, made.dead = deal.hands[seat].tiles, deal.hands[seat].dead
        deal.hands[seat] = made
    return counted


def _winning(deal: "Deal", tiles: "TileHand", seat: str, round_wind: str, rules: "Rules") -> "tuple[Hand, Count]":
    try:
        return analysis.winning(tiles, deal.win, seat, round_wind, rules)
    except analysis.NotComplete:
        if Concealed(tiles.counts).arrangements():
            raise BadInput(_pointer(seat), "too-many-chows")
        raise BadInput(
            _pointer(seat),
            "these tiles are not a complete hand by the rules in force. Check the tiles and the options.",
        )
    except analysis.WrongTile as error:
        raise BadInput("/win/tile", str(error))
