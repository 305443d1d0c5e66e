"""The modern rule sets: those that clubs play today. They are in modules of their own, which a board loads only if it
plays by them.

Their TABLE may have these keys beside those of rules.PLAIN. A key without a value here is True, or missing.

    modern                 the rule set needs the modules for modern rule sets
    card_keys, win_keys    keys of a card, and of a win, that only such rule sets have
    fishing                Rows: what a loser scores who waits for a special hand (fact: its id; worth: see rows.py)
    max_chows              the most chows in an ordinary winning hand; 4 if missing
    undeclared_kong        four equal tiles in a loser's hand are a concealed kong, even if it was not declared
    claimed_concealed      a kong claimed onto three concealed tiles counts as concealed
    flowers_beside         flowers add points to a special hand
    orphans_rob_concealed  thirteen orphans may rob a concealed kong
    nine_easts_pass        East passes after the ninth win in a row, if the option nine_easts is on
    false_win_single       no payment for a false mah-jong is doubled, not even with East
    goulash                a Goulash follows a draw
    settled                the source of each step of a settlement, by topic
"""

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.rules import Rules
    from mingg.core.rules.rows import Book

MODERN = ("bmja", "dmjl")


def modern_module(name: str, books: "tuple[str, ...]") -> "Book":
    """The module with the tables of a modern rule set. Raises ValueError if there is none with this id. books: the ids
    of the other rule sets, for the message."""
    module: "Book"
    if name == "bmja":
        from mingg.core.rules import bmja as module
    elif name == "dmjl":
        from mingg.core.rules import dmjl as module
    else:
        raise ValueError("no such rule set: %s. Choose one of %s" % (name, ", ".join(books + MODERN)))
    return module


def goulash_follows(deal: "Deal", rules: "Rules") -> bool:
    """Whether the deal after this one is a Goulash: after a draw, by the British rules."""
    return "goulash" in rules.table and deal.winner is None and deal.ending is None
