"""Makes cards of hands given tile by tile. Checks them against the set of tiles and the win."""

from mingg.core.deal.card import MAJOR_EXPOSED, SIMPLE_EXPOSED
from mingg.core.deal.deal import WINDS, Deal
from mingg.core.hand import analysis
from mingg.core.hand.arrange import Concealed
from mingg.core.hand.hand import PUNG, TileHand, parse
from mingg.core.hand.tiles import KINDS, is_major, name, tile_of
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import Rules
from mingg.core.score.score import prepare

_WEST_WIND, _WILD = 29, 19
_NUMBERS = {5: "five", 6: "six", 7: "seven", 8: "eight"}


def _pointer(seat: str) -> str:
    return "/hands/%s/tiles" % seat


def _check_hands(deal: "Deal", hands: "dict[str, TileHand]", rules: "Rules") -> None:
    """Checks the sizes of the hands, and all together: at most four of each tile, one of each flower. In a Goulash each
    bamboo 2 may stand for any tile."""
    counts = [0] * KINDS
    wild = 4 if deal.goulash else 0
    seen: "list[str]" = []
    for seat in WINDS:
        if seat not in hands:
            continue
        _check_size(hands[seat].size(), seat, seat == deal.winner, deal.dead.get(seat))
        seen.append(seat)
        for tile, held in enumerate(hands[seat].held()):
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
    return ("hand " if len(seats) == 1 else "hands ") + " and ".join(seats)


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
                ""
                if winner or size > wanted
                else ", or write a card, which names only what scores: pungs, kongs, pairs",
            ),
        )


def _check_robbed(deal: "Deal", hands: "dict[str, TileHand]", tile: int) -> None:
    """Checks a robbed kong: the robbed player still has an exposed pung of the tile, the winner the fourth tile."""
    source = deal.win.source or ""
    if sum([hand.held()[tile] for seat, hand in hands.items() if seat != source]) > 1:
        raise BadInput("/win/tile", "another hand has this tile, but the robbed kong has the other three. Correct it.")
    if source in hands:
        melds = hands[source].melds
        has_pung = source in deal.dead or any(meld.kind == PUNG and meld.tile == tile for meld in melds)
    else:
        card = deal.cards.get(source)
        slot = MAJOR_EXPOSED if is_major(tile) else SIMPLE_EXPOSED
        has_pung = card is None or card.score is not None or card.pungs[slot] > 0
    if not has_pung:
        raise BadInput(
            "/win/tile", "the robbed player %s has no exposed pung of %s. Correct it." % (source, name(tile))
        )


def make_cards(deal: "Deal", rules: "Rules", round_wind: str) -> None:
    """Adds the cards of its tile hands to a deal. Raises BadInput."""
    prepare(rules)  # loads what is needed before the analysis takes much of a board's stack
    hands: "dict[str, TileHand]" = {}
    for seat, text in deal.tiles.items():
        if not isinstance(text, str):
            raise BadInput(_pointer(seat), "this must be a string of tiles")
        try:
            hands[seat] = parse(text)
        except ValueError as error:
            raise BadInput(_pointer(seat), str(error))
    _check_hands(deal, hands, rules)
    for seat, hand in hands.items():
        if seat == deal.winner:
            _make_winner(deal, hand, hands, rules, round_wind)
        else:
            deal.cards[seat] = analysis.losing(hand, seat, round_wind, rules, rules.own_winds(seat))


def _make_winner(deal: "Deal", hand: "TileHand", hands: "dict[str, TileHand]", rules: "Rules", round_wind: str) -> None:
    win, seat = deal.win, deal.winner or ""
    if win.tile is None:
        raise BadInput("/win/tile", "the winning tile is missing. Add it.")
    tile = tile_of(win.tile)
    if not hand.counts[tile]:
        raise BadInput("/win/tile", "%s is not among the tiles in the hand. Name one of them." % win.tile)
    if win.by == "rob" and not analysis.robs_concealed(deal, hand, hands, rules):
        _check_robbed(deal, hands, tile)
    if win.by == "loose" and not hand.kongs() and not hand.flowers:
        raise BadInput("/win/by", "a loose tile follows a kong or a flower. Use draw.")
    if win.opening is not None and hand.melds:
        raise BadInput("/win/opening", "an opening hand has no declared sets. Write its tiles without brackets.")
    try:
        card, _, arrangement = analysis.winning(hand, win, seat, round_wind, rules, rules.own_winds(seat))
    except analysis.NotComplete:
        if rules.table["max_chows"] < 4 and Concealed(hand.counts).arrangements():
            raise BadInput(_pointer(seat), "too-many-chows")
        raise BadInput(
            _pointer(seat),
            "these tiles are not a complete hand by the rules in force. Check the tiles and the options.",
        )
    except analysis.WrongTile as error:
        raise BadInput("/win/tile", str(error))
    deal.cards[seat] = card
    deal.arrangements[seat] = arrangement
