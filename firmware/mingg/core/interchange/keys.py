"""The keys of a deal: one row for each. The writer of JSON, which stands here, the reader and the words of a typed hand
follow from this table. The library's typed data and the JSON Schema are compared with it.

    key    its name in JSON
    kind   of its value: FLAG to OTHER
    words  the possible words of a WORD or of WORDS; a function of the rules if they have them
    of     WINNER: only a winner's hand has it; LOSER: only a losing hand
    rows   the key has a meaning if the rules have a row with one of these ids; (): always
    instead  the key that players write where this one has none; ""
    name   of the attribute in deal.py and hand.py

A key that is left out has the value of a new Hand, Win or Deal.
"""

from collections import namedtuple
from typing import Any, Sequence

from mingg.core.deal.deal import ENDINGS, FALSE_WIN, MUMMIES, OPENINGS, WASHING, WAYS, Deal
from mingg.core.deal.hand import CLAIMED, KONG, LAST_SETS, PAIR, PUNG, PUNG_SHOWN, SUITS, Hand, class_of
from mingg.core.rules import Rules
from mingg.core.rules.rows import PATTERN
from mingg.core.values import Json

Key = namedtuple("Key", ("key", "kind", "words", "of", "rows", "instead", "name"))

FLAG, COUNT, SCORE, WORD, WORDS, TEXT, SEAT, TILE, SETS, FLOWERS, DEAD, OTHER = range(12)
ALL, WINNER, LOSER = range(3)


def _special(rules: "Rules") -> "tuple[str, ...]":
    """The special hands that a winner's hand may name."""
    from mingg.core.score.named import NAMES, OF_BOOKS

    names = [name for name in NAMES if name in rules.hands] if rules.table["shapeless"] else []
    return OF_BOOKS + tuple(names + [row.id for row in rules.special if row.fact.startswith(PATTERN)])


def _waiting(rules: "Rules") -> "tuple[str, ...]":
    """The special hands that a losing hand may wait for."""
    waiting = [row.id for row in rules.waiting]
    return tuple(waiting + ["purity"] if waiting and rules.knows("purity") else waiting)


def _key(
    key: str,
    kind: int,
    words: "Any" = (),
    of: int = ALL,
    rows: "tuple[str, ...]" = (),
    instead: str = "",
    name: str = "",
) -> Key:
    return Key(key, kind, words, of, rows, instead, name or key)


HAND = (
    _key("tiles", TEXT),
    _key("sets", SETS),
    _key("suit", WORD, SUITS),
    _key("flowers", FLOWERS),
    _key("only_place", FLAG, (), WINNER, ("only-place",), "last_set"),
    _key("last_set", WORD, LAST_SETS, WINNER, ("fill-pair", "fill-chow"), "only_place"),
    _key("fourth", FLAG, (), WINNER, ("fourth",)),
    _key("special", WORDS, _special, WINNER),
    _key("fishing", WORD, _waiting, LOSER),
    _key("score", SCORE),
    _key("dead", DEAD),
)
WIN = (
    _key("tile", TILE),
    _key("by", WORD, WAYS),
    _key("from", SEAT, name="source"),
    _key("last", FLAG),
    _key("hidden", FLAG),
    _key("opening", WORD, OPENINGS),
    _key("call", FLAG, rows=("call",)),
    _key("twofold", FLAG, rows=("twofold",)),
)
# The rows by which an opening has a meaning.
OPENING_ROWS = {
    "original": ("original", "heaven"),
    "first-discard": ("earth", "first-discard"),
    "thirteen": ("lucky_thirteen",),
}
DEAL = (
    _key("winner", OTHER),
    _key("win", OTHER),
    _key("hands", OTHER),
    _key("kongs", COUNT),
    _key("streak", COUNT, rows=("nine_easts",)),
    _key("goulash", FLAG),
    _key("liable", OTHER),
    _key("sitting_out", OTHER),
    _key("price", OTHER),
) + tuple([_key(ending, OTHER) for ending in ENDINGS])
LIABLE = (_key("seat", SEAT), _key("share", WORD, ("full", "half")), _key("why", TEXT))
# A key of a deal in a ledger beside these: known tiles of hands of sets, by seat.
NAMED = "named"
SHOWN = (WASHING, MUMMIES)  # endings that are an object with a seat and a number of majors


def words_of(row: "Any", rules: "Rules") -> "tuple[str, ...]":
    """The words of a key by the rules in force."""
    words: "tuple[str, ...]" = row.words if isinstance(row.words, tuple) else row.words(rules)
    return words


def is_known(row: "Any", rules: "Rules") -> bool:
    """Whether a key has a meaning by the rules in force."""
    if row.rows:
        return any(rules.knows(item) for item in row.rows)
    return isinstance(row.words, tuple) or bool(words_of(row, rules))


# ---- the writer ----


def write_set(item: int) -> str:
    """The text of a set."""
    of = class_of(item)
    if item & PAIR:
        return "pair " + of
    kind = ("pung " if item & (PUNG | PUNG_SHOWN) else "kong ") + of
    if item & CLAIMED:
        kind += " claimed"
    return kind if item & (PUNG | KONG) else "(" + kind + ")"


def _write(thing: "Any", rows: "Sequence[Any]") -> "Json":
    """The keys of an object, without those of a default: "mixed", or nothing."""
    keys: "Json" = {}
    for row in rows:
        value = getattr(thing, row.name)
        if value and value != "mixed":
            keys[row.key] = value
    return keys


def write_hand(hand: Hand) -> "Json":
    """The object of a hand."""
    if hand.tiles is not None:
        keys: "Json" = {"tiles": hand.tiles}
    elif hand.score is not None:
        keys = {"score": hand.score}
    else:
        keys = _write(hand, HAND)
        keys["sets"] = [write_set(item) for item in hand.sets]
        if hand.dead and len(keys) == 2 and not hand.sets:
            keys = {}
    if hand.dead:
        keys["dead"] = True if hand.dead == "dead" else hand.dead
    return keys


def write_deal(deal: Deal) -> "Json":
    """The object of a deal, which read_deal() reads."""
    keys: "Json" = {"winner": deal.winner, "hands": {seat: write_hand(hand) for seat, hand in deal.hands.items()}}
    if deal.win is not None:
        keys["win"] = _write(deal.win, WIN)
    for row in DEAL:
        if row.kind in (COUNT, FLAG) and getattr(deal, row.name):
            keys[row.key] = getattr(deal, row.name)
    if deal.liable:
        keys["liable"] = [_write(liable, LIABLE) for liable in deal.liable]
    if deal.ending is not None:
        ending, seat, number = deal.ending
        keys[ending] = {"seat": seat, "majors": number} if ending in SHOWN else seat
        if ending == FALSE_WIN and number:
            keys["price"] = number
    return keys


def write_kept(deal: Deal) -> "Json":
    """The object of a deal in a ledger: with the known tiles of hands of sets. The standing before it says how long the
    streak of East is."""
    keys = write_deal(deal)
    keys.pop("streak", None)
    named = {seat: hand.named for seat, hand in deal.hands.items() if hand.named}
    if named:
        keys[NAMED] = named
    return keys
