"""Reads what only modern rule sets have: their ids, and more keys and words of a card and of a win."""

from mingg.core.deal.card import PAIRS, SPECIAL_HANDS
from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_word, words_of
from mingg.core.rules.books import RULE_SETS
from mingg.core.rules.modern import MODERN
from mingg.core.rules.rows import PATTERN
from mingg.core.scoring.modern_legality import NAMES, check_modern_win, robs_concealed

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.deal.card import Card
    from mingg.core.deal.deal import Deal, Win
    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules

    Reader = Callable[[str, object, str], Any]


def check_rule_set(name: object) -> None:
    """Raises BadInput if this is not the id of a rule set, or "" (it is missing)."""
    if name == "":
        raise BadInput("/rules", "the rule set is missing. Choose one of " + ", ".join(RULE_SETS + MODERN))
    a_word(name, "/rules", RULE_SETS + MODERN, "rule set")


def read_win(win: "Win", keys: "Json", pointer: str, rules: "Rules") -> "Json":
    """Reads the flags of a win that only modern rule sets have into `win`, and whether it was the last discard.

    keys: of the JSON object at `pointer`. Returns those that were not read. Raises BadInput.
    """
    rest = dict(keys)
    for key in rules.table.get("win_keys", ()):
        if a_flag(rest.pop(key, False), pointer + "/" + key):
            if key == "twofold" and win.by != "loose":
                raise BadInput(pointer + "/" + key, "the winning tile was no loose tile. Leave this out.")
            setattr(win, key, True)
    if win.by == "discard" and rules.knows("last-discard"):
        win.last = a_flag(rest.pop("last", False), pointer + "/last")
    return rest


def check(deal: "Deal", robbed: "str | None", rules: "Rules") -> "str | None":
    """Checks the win against the winner's hand. Raises BadInput.

    robbed: why no kong can have been robbed, by legality.check_robbed(), or None. Returns it, or None if these rules
    allow it.
    """
    winner = deal.winner or ""
    card, tiles = deal.cards[winner], deal.tiles.get(winner, "")
    if card.score is None:
        wrong = check_modern_win(deal.win, card, "(" in tiles or "[" in tiles)
        if wrong:
            raise BadInput("/win/" + wrong[1], wrong[0])
        if "patterns" in rules.table and _lacks_flowers(card, rules):
            raise BadInput("/hands/%s/%s" % (winner, "tiles" if tiles else "card"), "hand-flowers")
    return None if robbed and robs_concealed(deal.win, deal.cards, winner, rules) else robbed


def _lacks_flowers(card: "Card", rules: "Rules") -> bool:
    from mingg.core.scoring.pattern_cards import lacks_flowers

    return lacks_flowers(card, rules)


def reader(rules: "Rules", keys: "tuple[str, ...]", plain: "Reader") -> "tuple[tuple[str, ...], Reader]":
    """Returns the keys of a card, and the function that reads the value of a key: read(key, value, pointer).

    keys, plain: the same for the rule sets of the books.
    """
    table = rules.table
    waiting = tuple([row.id for row in table.get("fishing", ())])
    if waiting and rules.knows("purity"):
        waiting += ("purity",)
    patterns = tuple([row.id for row in rules.special if row.fact.startswith(PATTERN)])
    hands = SPECIAL_HANDS + tuple([name for name in NAMES if name in rules.hands]) + patterns
    pairs = PAIRS + ("wind",) if "winds" in table.get("card_keys", ()) else PAIRS

    def read(key: str, value: object, pointer: str) -> "Any":
        if key == "winds":
            return a_count(value, pointer)
        if key == "fishing":
            return None if value is None else a_word(value, pointer, waiting, "special hand to wait for")
        if key == "pairs":
            return words_of(value, pointer, pairs, "pair")
        if key == "special":
            names = words_of(value, pointer, hands, "special hand")
            for i, name in enumerate(names):
                if name in names[:i]:
                    raise BadInput("%s/%d" % (pointer, i), "this hand is named twice. Leave one out.")
            return names
        return plain(key, value, pointer)

    return keys + table.get("card_keys", ()), read
