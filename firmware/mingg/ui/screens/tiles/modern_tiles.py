"""What tiles tell by a modern rule set alone: the hand that a loser waits for, and the marks of a hand."""

from mingg.core.tiles.waiting import losing as losing_card
from mingg.ui.entry.modern_marks import CALL, TWOFOLD, words_of

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.ui.screens.tiles.tiles_hand import TilesOfHand


def losing(tiles: "TilesOfHand") -> "Card":
    """Returns the best card of a whole losing hand."""
    choices, rules = tiles.choices, tiles.session.rules
    tiles.hand.flowers = list(tiles.entry.flowers[tiles.player])
    return losing_card(tiles.hand, choices.seat, choices.round_wind, rules, rules.own_winds(choices.seat))


def mark(tiles: "TilesOfHand", card: "Card") -> None:
    """Replaces the words of a hand that follow from its tiles by those of their card: see modern_marks.py. If the hand
    is no longer whole, only those of the win stay."""
    entry, player = tiles.entry, tiles.player
    if entry.whole(player):
        words = words_of(card, entry.win(tiles.session.table) if tiles.winner else None)
    else:
        words = [word for word in entry.words(player) if word in (CALL, TWOFOLD)]
    entry.marks = [kept for kept in entry.marks if kept[0] != player] + [[player, word] for word in words]
