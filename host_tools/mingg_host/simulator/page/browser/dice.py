"""The page's dice: this VM has no os.urandom, but the browser has its like."""

import page
from mingg.hal.dice import die

_faces: "list[int]" = []


def _source(count: int) -> bytes:
    return bytes([page.random() for _ in range(count)])


def fall(faces: str) -> None:
    """How the next dice fall, a digit each; after them the browser throws again."""
    _faces.extend([int(face) for face in faces])


def roll() -> int:
    """A die, 1 to 6."""
    return _faces.pop(0) if _faces else die(_source)
