"""What a hand can say only by a modern rule set, as words among Entry.marks: special hands that a loser waits for, by
their ids; and the words below."""

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Win
    from mingg.entry.entry import Entry

# Of the win: see Win. Of a hand: three sets of winds with a pair of the fourth, and four sets.
CALL, TWOFOLD = "call", "twofold"
LITTLE_WINDS, BIG_WINDS = "little_winds", "big_winds"
CLAIMED = "claimed"  # of a losing hand: an exposed kong was claimed onto three concealed tiles
_OF_WINDS = ("seat", "round", "both", "wind")


def mark_card(card: "Card", words: "list[str]") -> None:
    """Puts the words about a hand on its card."""
    for word in words:
        if word == CLAIMED:
            card.claimed += 1
        elif word in (LITTLE_WINDS, BIG_WINDS):
            little = word == LITTLE_WINDS
            setattr(card, "winds", 3 if little else 4)  # noqa: B010 - an attribute that other cards lack
            if little and not any(pair in _OF_WINDS for pair in card.pairs):
                card.pairs.append("wind")
        elif word not in (CALL, TWOFOLD):
            setattr(card, "fishing", word)  # noqa: B010 - see above


def mark_win(win: "Win", words: "list[str]") -> None:
    """Puts the words about the winner on the win."""
    for word in (CALL, TWOFOLD):
        if word in words:
            setattr(win, word, True)


def words_of(card: "Card", win: "Win | None") -> "list[str]":
    """Returns the words of a card, and of the win of its player, or None."""
    words = [word for word in (CALL, TWOFOLD) if getattr(win, word, False)]
    winds = getattr(card, "winds", 0)
    if winds > 2 and (winds == 4 or any(pair in _OF_WINDS for pair in card.pairs)):
        words.append(BIG_WINDS if winds == 4 else LITTLE_WINDS)
    if win is None:
        words += [CLAIMED] * card.claimed
    waited = getattr(card, "fishing", None)
    return words if waited is None else words + [waited]


def follow(entry: "Entry", player: int, card: "Card | None", win: "Win | None") -> None:
    """Replaces the words of a hand in tiles by those of its card. None: the hand is no longer whole, and only the words
    of its win stay."""
    words = [word for word in entry.words(player) if word in (CALL, TWOFOLD)] if card is None else words_of(card, win)
    entry.marks = [mark for mark in entry.marks if mark[0] != player] + [[player, word] for word in words]
