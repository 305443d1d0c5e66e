"""The page's dice: this VM has no os.urandom, but the browser has its like."""

import page
from mingg.hal.dice import die


def _source(count: int) -> bytes:
    return bytes([page.random() for _ in range(count)])


def roll() -> int:
    """A die, 1 to 6."""
    return die(_source)
