"""What few deals have: liable players, a fifth player who sits out, endings without a winner."""

from typing import Any

from mingg.core.deal.card import SETS, Card
from mingg.core.deal.deal import DEAD_PAYS, FALSE_WIN, MUMMIES, WASHING, Deal, Liable, Win
from mingg.core.rules import Rules

WASHING_PAYS = {9: 50, 10: 70, 11: 100, 12: 150, 13: 200}  # points by number of different majors (H p.61)
MUMMY_PAYS = 50  # points for nine majors, and for each more (B p.80-81)

FEEDING, INSURANCE = "feeding", "insurance"
# Special hands of which more is concealed before the last tile than one tile; Rules.table has others as "shapeless".
_CONCEALED = ("thirteen_orphans", "seven_twins", "nine_gates", "gates_of_heaven", "buried_treasure", "concealed_hand")


class Unpayable(ValueError):
    """The rules in force give no amount: for example, half the limit is due, but there is no limit. key: FALSE_WIN or
    DEAD_PAYS."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def ground(why: "str | None", rules: "Rules") -> str:
    """The rule that makes a player liable: FEEDING, INSURANCE, or "discarder_pays". why: see Liable. A record that says
    nothing else is of insurance if the table plays by it, or by no such rule."""
    if why == FEEDING:
        return why
    return INSURANCE if why == INSURANCE or rules.on(INSURANCE) or not rules.on("discarder_pays") else "discarder_pays"


def why_not(
    liable: "Liable", winner: str, source: "str | None", drawn: bool, seats: "tuple[str, ...]", rules: "Rules"
) -> "str | None":
    """What is wrong with a liability: "seat", "share", or None. The device offers no other liability, and a record has
    no other. source: who discarded the winning tile, if that is known.

    By insurance any loser is liable, in full or in half (Babcock p.74-78). Feeding makes the player on the winner's
    left liable (p.78), Harr's penalty the discarder (Harr p.67-68): alone and in full.
    """
    of = ground(liable.why, rules)
    if of == INSURANCE:
        return None
    if of == FEEDING:
        wrong = seats[(seats.index(liable.seat) + 1) % len(seats)] != winner
    else:
        wrong = drawn or source not in (None, liable.seat)
    return "seat" if wrong else "share" if liable.share != "full" else None


def may_be_fed(card: "Card", win: "Win", rules: "Rules", tiles: str) -> bool:
    """Whether the winner may have been fed: four sets were claimed from one player, so all are exposed, and the last
    tile made the pair (B p.78). Of a score alone nothing is known. tiles: of the hand, as text, or ""."""
    if card.concealed() or win.opening or (card.last_set or "")[:4] == "chow" or (tiles and tiles.count("(") < SETS):
        return False
    hands = _CONCEALED + rules.table["shapeless"]
    return not any(hand in hands for hand in card.special)


def for_others(deal: "Deal", due: "dict[str, int]", losers: "tuple[str, ...]") -> "list[tuple[str, int]]":
    """What the losers pay the winner if some are liable for the others, those first. due: what each loser owes."""
    owed = sum(due.values())
    liable = [payer.seat for payer in deal.liable]
    if deal.liable[0].share == "full":
        due = {liable[0]: owed}
    elif len(liable) == 2:
        # Each liable player pays half of all that is owed, the others nothing (B p.76).
        half = owed // 2 // 2 * 2
        due = {liable[0]: owed - half, liable[1]: half}
    else:
        # The liable player pays their own debt and half of the others'. The others pay their other half, rounded down
        # to an even number.
        for loser in losers:
            if loser != liable[0]:
                due[loser] = due[loser] // 4 * 2
        due[liable[0]] += owed - sum(due.values())
    return [(loser, due.get(loser, 0)) for loser in liable + [loser for loser in losers if loser not in liable]]


def for_fifth(rules: "Rules", doublings: int) -> "tuple[int, int]":
    """The points that a loser owes the player who sits out (B p.85): those for mah-jong, doubled; and with the limit as
    their cap (B p.28). doublings: those of the winning hand."""
    points = rules.mahjong << doublings
    return points, points if rules.limit is None else min(points, rules.limit)


def share(rules: "Rules", key: str, amount: object) -> int:
    """An agreed amount in points. amount: points, "half" or "limit". Raises Unpayable if there is no limit."""
    if amount in ("half", "limit"):
        if rules.limit is None:
            raise Unpayable(key, "there is no limit to pay a share of. Agree on a limit or on points.")
        return rules.limit if amount == "limit" else rules.limit // 4 * 2
    return int(amount)  # type: ignore[call-overload, no-any-return]


def false_win(rules: "Rules", price: object) -> int:
    """The points that the player of a false win pays each other player. price: of this deal; 0: as agreed."""
    agreed = price or rules.on("false_win") or rules.table["false_win"]
    return share(rules, FALSE_WIN, "half" if agreed is True else agreed)


def settle_ending(deal: "Deal", rules: "Rules", settlement: "Any") -> None:
    """Adds the payments after an ending without a winner: what its seat pays each other seat, or receives.

    settlement: a Settlement
    """
    ending, seat, number = deal.ending or ("", "", 0)
    pays = ending in (FALSE_WIN, DEAD_PAYS)
    # What one seat receives is never doubled, not even for East (H p.61; B p.80).
    doubles = pays and not (ending == FALSE_WIN and rules.on("false_win_single"))
    points = 0
    if pays:
        points = false_win(rules, number) if ending == FALSE_WIN else share(rules, DEAD_PAYS, "limit")
    elif ending == WASHING:
        points = WASHING_PAYS[number]
    elif ending == MUMMIES and rules.on("nine_mummies") == "bonus":
        points = MUMMY_PAYS * (number - 8)
    for other in settlement.seats:
        if other != seat:
            source, to = (seat, other) if pays else (other, seat)
            settlement.pay(source, to, points, settlement.times(seat, other) if doubles else 1, ending, number)
