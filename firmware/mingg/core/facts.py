"""What is true of a hand, by the names that the rule tables use.

A fact answers how many times it holds (0: it does not); `pungs` and `kongs` answer their four counts, `pairs` the kinds
of pair.
"""

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.card import Card
    from mingg.core.deal import Win
    from mingg.core.rules import Rules


class Hand:
    """A card in its place: whose it is, in which round, and, for the winner, how it was won.

    points is what the rows above have counted so far, flowers apart: "no other score" asks for it.
    streak: how many deals running East has won, this one included.
    """

    def __init__(
        self, card: "Card", seat: str, round_wind: str, win: "Win | None", rules: "Rules", streak: int = 0
    ) -> None:
        self.card = card
        self.seat = seat
        self.round_wind = round_wind
        self.win: "Win | Any" = win  # Any: who has won is asked before
        self.rules = rules
        self.streak = streak
        self.points = 0

    def won(self) -> bool:
        return self.win is not None

    def own_round(self) -> bool:
        return self.seat == self.round_wind


def _on_original(hand: Hand) -> bool:
    return hand.win.opening == "original"


def _drawn(hand: Hand) -> bool:
    # On an original hand nothing was drawn or waited for (Harr, Example 16; Babcock, Fig. 26).
    return hand.win.drawn() and not _on_original(hand)


def _only_place(hand: Hand) -> bool:
    return hand.card.only_place and not _on_original(hand)


def _nothing_else(hand: Hand) -> bool:
    return bool(hand.points == hand.rules.mahjong)


def _pairs(hand: Hand) -> "list[str]":
    # The own wind in its own round is both, whatever the card calls it.
    if hand.own_round():
        return ["both" if pair == "seat" else pair for pair in hand.card.pairs]
    return hand.card.pairs


def _round_wind(hand: Hand) -> int:
    # A set of a wind that is both may be named as the seat's alone.
    if hand.own_round() and hand.rules.own_winds(hand.seat) == hand.seat:
        return max(hand.card.round_wind, hand.card.seat_wind)
    return hand.card.round_wind


def _shape(hand: Hand) -> "list[str]":
    last_set = None if _on_original(hand) else hand.card.last_set
    return [] if last_set is None else [last_set]


def _fills(hand: Hand) -> "list[str]":
    how = " drawn" if hand.win.drawn() else " claimed"
    return [last_set + how for last_set in _shape(hand)]


def _series(hand: Hand) -> "list[bool]":
    """Whether all four of the green series are there, and of the red."""
    return [all(first + i in hand.card.flowers for i in range(4)) for first in (1, 5)]


def _own_numbers(hand: Hand) -> "list[int]":
    number = "ESWN".index(hand.seat) + 1
    return [number, number + 4]


def _own_flowers(hand: Hand) -> int:
    return sum(1 for number in _own_numbers(hand) if number in hand.card.flowers)


def _own_flowers_outside_series(hand: Hand) -> int:
    full = _series(hand)
    return sum(1 for i, number in enumerate(_own_numbers(hand)) if number in hand.card.flowers and not full[i])


def _concealed(card: "Card") -> int:
    return card.pungs[1] + card.pungs[3] + card.kongs[1] + card.kongs[3]


def _named(name: str) -> "Callable[[Hand], bool]":
    return lambda hand: name in hand.card.special


def _all_majors(hand: Hand) -> bool:
    card = hand.card
    # Four sets of majors, and a pair that is known to be of majors, tell it by themselves.
    pair = bool(card.pairs) or card.suit == "honours" or card.last_set in ("pair-major", "pair-seat")
    return "all_majors" in card.special or (card.majors() == 4 and pair)


def _four_winds(hand: Hand) -> bool:
    card = hand.card
    winds = card.majors() - card.dragons if card.suit == "honours" else 0
    # Of honours alone, a pair that is not of dragons is of the fourth wind; one of dragons would be named.
    pair = "dragon" not in card.pairs and card.last_set != "pair-major"
    return "four_winds" in card.special or winds == 4 or (winds == 3 and card.majors() == 4 and pair)


FACTS: "dict[str, Callable[[Hand], Any]]" = {
    # bonuses
    "won": Hand.won,
    "no_chows": lambda hand: hand.card.without_chows(),
    "drawn": _drawn,
    "drawn_from_wall": lambda hand: hand.win.by == "draw" and not _on_original(hand),
    "loose": lambda hand: hand.win.by == "loose",
    "only_place": _only_place,
    # A winner who mixes the drawn tile in cannot prove which it was (Babcock p.33).
    "only_place_shown": lambda hand: not hand.win.hidden and _only_place(hand),
    "shape_shown": lambda hand: [] if hand.win.hidden else _shape(hand),
    "fills": _fills,
    "robbed": lambda hand: hand.win.by == "rob",
    "last": lambda hand: hand.win.last,
    "nothing_else": _nothing_else,
    "nothing_else_shown": lambda hand: not hand.win.hidden and _nothing_else(hand),
    "nothing_but_drawn": lambda hand: hand.win.by == "draw" and _drawn(hand) and hand.points == hand.rules.mahjong + 2,
    # sets and pairs
    "pungs": lambda hand: hand.card.pungs,
    "kongs": lambda hand: hand.card.kongs,
    "pairs": _pairs,
    "dragons": lambda hand: hand.card.dragons,
    "seat_wind": lambda hand: hand.card.seat_wind,
    "seat_wind_in_own_round": lambda hand: hand.card.seat_wind if hand.own_round() else 0,
    "round_wind": _round_wind,
    "fourth": lambda hand: hand.card.fourth,
    # flowers
    "flowers": lambda hand: len(hand.card.flowers),
    "own_flowers": _own_flowers,
    "own_flowers_outside_series": _own_flowers_outside_series,
    "both_own_flowers": lambda hand: _own_flowers(hand) == 2 and not any(_series(hand)),
    "flower_series": lambda hand: sum(_series(hand)),
    # suits
    "half_suit": lambda hand: hand.card.suit == "half",
    "full_suit": lambda hand: hand.card.suit == "full",
    "all_honours": lambda hand: hand.card.suit == "honours",
    "all_honours_unlimited": lambda hand: hand.card.suit == "honours" and hand.rules.limit is None,
    # opening hands
    "original": _on_original,
    "original_unlimited": lambda hand: hand.rules.limit is None and _on_original(hand),
    "first_discard": lambda hand: hand.win.opening == "first-discard",
    "thirteen": lambda hand: hand.win.opening == "thirteen",
    # special hands: what the counts tell need not be named
    "four_winds": _four_winds,
    "four_winds_with_own": lambda hand: hand.card.seat_wind > 0 and _four_winds(hand),
    "all_majors": _all_majors,
    "three_dragons": lambda hand: hand.card.dragons == 3,
    "four_kongs": lambda hand: sum(hand.card.kongs) == 4,
    "three_concealed": lambda hand: _concealed(hand.card) + hand.card.claimed >= 3,
    "four_concealed": lambda hand: _concealed(hand.card) == 4,
    "four_concealed_drawn": lambda hand: _concealed(hand.card) == 4 and hand.win.drawn(),
    "nine_gates": _named("nine_gates"),
    "thirteen_orphans": _named("thirteen_orphans"),
    "seven_twins": _named("seven_twins"),
    # East's ninth win running
    "nine_easts": lambda hand: hand.streak == 9 and hand.seat == "E",
}
