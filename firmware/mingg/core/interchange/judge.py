"""Checks whether a deal is possible at a table: the win, the hands, the ending, who is liable. What comes from outside
is judged once, where it is read; a ledger and the device trust what was judged or asked before."""

from typing import Any, Callable

from mingg.core.deal.deal import SEATS, Count, Deal
from mingg.core.deal.hand import Hand
from mingg.core.hand.hand import TileHand
from mingg.core.hand.sets import show_round
from mingg.core.rules import Rules
from mingg.core.score import check
from mingg.core.score.check import Wrong
from mingg.core.settle.seldom import may_be_fed, why_not
from mingg.core.values import BadInput, a_word

_of_tiles: "Any" = None  # complete.py, once a hand in tiles was judged


def judge(deal: Deal, rules: "Rules", round_wind: str = "E") -> "Count | None":
    """Checks a deal that has a possible form, and completes it: finds the sets of hands in tiles. Returns what
    complete() does. Raises BadInput with the place in the object that keys.write_deal() makes of the deal."""
    global _of_tiles
    counted = None
    _check_win(deal, rules)
    seats = SEATS[rules.players]
    in_tiles = False
    for seat, hand in deal.hands.items():
        in_tiles = in_tiles or hand.tiles is not None
        if hand.dead and seat == deal.winner:
            raise BadInput("/hands/%s/dead" % seat, "a dead hand cannot win. Name another winner, or leave this out.")
    if deal.kongs > 4 * len(seats):
        raise BadInput("/kongs", "too many kongs: a hand has at most four. Check the number.")
    if deal.kongs and deal.winner is not None:
        raise BadInput("/kongs", "only a draw counts kongs. Leave this out.")
    if deal.streak and deal.winner != "E":
        raise BadInput("/streak", "only a streak of East counts. Leave this out.")
    if deal.liable:
        _check_liable(deal, seats, rules)
    if deal.goulash and not rules.on("goulash"):
        raise BadInput("/goulash", "no Goulash by the rules in force. Leave this out.")
    tiles: "dict[str, TileHand]" = {}
    if in_tiles:
        if _of_tiles is None:
            from mingg.core.hand import complete

            _of_tiles = complete
        tiles = _of_tiles.check_tiles(deal, rules)
        counted = _of_tiles.complete(deal, rules, round_wind, tiles)
    if len(tiles) < len(deal.hands):  # else check_tiles() has done it
        _check_sets(deal, seats, rules, round_wind, tiles)
    if deal.winner is not None:
        _check_winner(deal, deal.hands[deal.winner], rules)
    return counted


def _check_win(deal: Deal, rules: "Rules") -> None:
    winner, win, seats = deal.winner, deal.win, SEATS[rules.players]
    if winner is None:
        if win is not None:
            raise BadInput("/win", "a draw has no win. Leave this out, or name the winner.")
        return
    by, opening = win.by, win.opening
    if win.source is not None:
        if win.drawn():
            raise BadInput("/win/from", "a drawn tile comes from nobody. Leave this out.")
        if a_word(win.source, "/win/from", seats, "seat") == winner:
            raise BadInput("/win/from", "the winner did not discard the tile or lose the kong. Name another seat.")
    elif by == "rob":
        raise BadInput("/win/from", "whose kong was robbed is missing. Add the seat.")
    elif opening == "first-discard":
        # East's discard. Below an East who wins in this way is refused.
        win.source = "E" if by == "discard" and winner != "E" else None
    elif by == "discard" and rules.on("new_method"):
        raise BadInput("/win/from", "who discarded is missing, which matters by the New Method. Add the seat.")
    if win.twofold and by != "loose":
        raise BadInput("/win/twofold", "the winning tile was no loose tile. Leave this out.")
    for key in ("last", "hidden"):
        claimed = getattr(win, key) and not win.drawn()
        if claimed and (key == "hidden" or by != "discard" or not rules.knows("last-discard")):
            raise BadInput("/win/" + key, "the winning tile was not drawn. Leave this out.")
    if win.hidden and not rules.knows_hidden:
        raise BadInput("/win/hidden", "by these rules a hidden tile costs nothing. Leave this out.")
    if opening is None:
        return
    pointer, east = "/win/opening", winner == "E"
    if opening == "original" and not east:
        raise BadInput(pointer, "only East can win on the original hand. Leave this out.")
    if opening == "original" and by != "draw":
        raise BadInput(pointer, "an original hand is drawn from the wall. Use draw.")
    if opening == "original" and (win.last or win.hidden):
        raise BadInput(pointer, "an original hand has no last tile and no hidden one. Leave both out.")
    if opening == "first-discard" and east:
        raise BadInput(pointer, "East cannot win on East's first discard. Leave this out.")
    if opening == "first-discard" and (by != "discard" or win.source not in (None, "E")):
        raise BadInput(pointer, "the first discard is claimed from East. Use discard.")


def _check_liable(deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> None:
    if deal.winner is None:
        raise BadInput("/liable", "nobody is liable if nobody won. Leave this out.")
    for i, liable in enumerate(deal.liable):
        place = "/liable/%d" % i
        _, share, why = liable
        if share == "full" and len(deal.liable) > 1:
            raise BadInput(place + "/share", 'a player liable in full must be the only one. Use "half".')
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


# ---- the hands ----


def _refuse(pointer: str, wrong: "tuple[str, str] | None") -> None:
    """Raises BadInput if check.py has found something wrong: a reason, whose sentence the host package has, and a
    place."""
    if wrong:
        raise BadInput(pointer + "/" + wrong[1] if wrong[1] else pointer, wrong[0])


def _nth(hand: "Hand", checks: "Callable[[], Wrong | None]", wrong: "Wrong") -> "Wrong":
    """Finds the set with which a hand becomes wrong. checks: the check that found it."""
    if wrong[1] != "sets":
        return wrong
    sets, hand.sets = hand.sets, []
    try:
        for i, item in enumerate(sets):
            hand.sets.append(item)
            found = checks()
            if found and found[0] == wrong[0]:
                return wrong[0], "sets/%d" % i
    finally:
        hand.sets = sets
    return wrong


def _check_sets(
    deal: Deal, seats: "tuple[str, ...]", rules: "Rules", round_wind: str, tiles: "dict[str, TileHand]"
) -> None:
    """Checks hands of sets, and all hands together. tiles: of those that have them."""
    hands = deal.hands
    for seat in seats:
        if seat in hands and hands[seat].tiles is None:
            _check_alone(hands[seat], seat, deal, rules, round_wind)
    of_round = {seat: _shows_round(hand, tiles.get(seat), round_wind) for seat, hand in hands.items()}
    together = check.check_together(of_round, rules, deal.goulash)
    if together:
        reason, seat, place = together
        hand = hands[seat]

        def all_together() -> "Wrong | None":
            found = check.check_together(of_round, rules, deal.goulash)
            return (found[0], found[2]) if found and found[1] == seat else None

        _refuse("/hands/" + seat, (reason, "tiles") if hand.tiles else _nth(hand, all_together, (reason, place)))


def _shows_round(hand: "Hand", tiles: "TileHand | None", round_wind: str) -> "Hand":
    """The hand with what its tiles show of the round wind."""
    if tiles is None:
        return hand
    shown = Hand(list(hand.sets))
    shown.flowers = hand.flowers
    show_round(shown, tiles, round_wind)
    return shown


def _check_alone(hand: "Hand", seat: str, deal: Deal, rules: "Rules", round_wind: str) -> None:
    winner = seat == deal.winner

    def alone() -> "Wrong | None":
        return check.check_hand(hand, seat, round_wind, winner, rules)

    wrong = alone()
    if wrong and wrong[0] in ("five-sets", "too-many-tiles") and (hand.dead or "short") != "short":
        wrong = None  # this is what makes it dead
    if wrong:
        wrong = _nth(hand, alone, wrong)
    elif hand.special or hand.last_set:  # only of the winner
        from mingg.core.score.named import check_named

        wrong = check_named(hand, deal.win, rules)
    _refuse("/hands/" + seat, wrong)


def _check_winner(deal: Deal, hand: "Hand", rules: "Rules") -> None:
    """Checks the winner's hand against the win and the other hands."""
    win, text, winner = deal.win, hand.tiles or "", deal.winner or ""
    wrong = check.check_won(win, hand, winner, rules, text)
    if wrong and wrong[1] == "special":
        _refuse("/hands/" + winner, (wrong[0], "tiles" if text else "special"))
    _refuse("/win" if wrong and wrong[1] else "/winner", wrong)
    # complete.py has asked for the pung of a tile that is known.
    robbed = deal.hands.get(win.source or "") if win.by == "rob" and not text else None
    if robbed is not None and not robbed.dead and check.lacks_robbed_pung(robbed, hand.special, rules):
        raise BadInput("/win/from", "rob-no-pung")
    if deal.liable and deal.liable[0].why == "feeding":
        _refuse("/liable/0", None if may_be_fed(hand, win, rules, text) else ("not-fed", "why"))
