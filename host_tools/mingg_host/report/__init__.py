"""`mingg report`: makes one page about an evening or a season, to read, print and keep."""

import json

JOINERS = "\u200c\u200d"  # needed for Persian, and for emoji made of several characters


def shown(text: str) -> str:
    """Escapes invisible characters with an effect: controls, changes of direction, halves of characters."""
    return "".join(ch if ch.isprintable() or ch in JOINERS else json.dumps(ch)[1:-1] for ch in text)
