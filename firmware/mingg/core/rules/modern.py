"""The modern rule sets: those that clubs play today. They are in modules of their own, which a board loads only if it
plays by them."""

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.rules import Rules
    from mingg.core.rules.rows import Book

MODERN = ("bmja", "dmjl")


def modern_module(name: str, books: "tuple[str, ...]") -> "Book":
    """The module with the tables of a modern rule set; ValueError if there is none with this id. books: the
    other rule sets, for the message."""
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
