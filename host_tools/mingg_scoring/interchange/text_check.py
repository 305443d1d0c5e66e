"""Finds half of a character (a lone surrogate) in a JSON text: "\\ud800". No other program accepts it as text.

The PC and the simulator's page check what they are given. A board runs none of this.
"""

HALF = "this has half of a character. Write the whole character."


def half_in(text: str) -> int:
    """Returns where the escape of half a character begins in a JSON text; -1 if there is none. Two halves side by side
    are a whole character."""
    first = -1  # where the first half of a character begins that still lacks its second half
    at = text.find("\\")
    while at >= 0:
        kind = text[at + 3 : at + 4].lower() if text[at + 1 : at + 3] in ("ud", "uD") else ""
        is_second = "c" <= kind <= "f"
        if (first >= 0 and not (is_second and at == first + 6)) or (first < 0 and is_second):
            return at if first < 0 else first
        first = at if kind and kind in "89ab" else -1
        at = text.find("\\", at + 2)
    return first
