"""Throws the page's dice. This VM has no os.urandom(), so the browser makes the random bytes."""

import page
from mingg.hal.dice import die

_faces: "list[int]" = []


def source(count: int) -> bytes:
    """Returns random bytes, as os.urandom() does on a board."""
    return bytes([page.random() for _ in range(count)])


def fall(faces: str) -> None:
    """Sets the next throws, one digit for each die. Later throws are random again."""
    _faces.extend([int(face) for face in faces])


def roll() -> int:
    """Throws a die, 1 to 6."""
    return _faces.pop(0) if _faces else die(source)
