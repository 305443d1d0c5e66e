"""What only the rule sets have that clubs play today: how certain a figure is, and many special hands that score alike.
docs/rules.md names the texts."""

from typing import Any

from mingg.core.rules.rows import WINNER, Row

SECOND_HAND = "second-hand"  # an official table, read through one named transcription
TWO_AGREE = "second-hand, two agree"  # two independent second-hand readings
ONE_READING = "second-hand, one reading"


def hands(names: str, source: str, certain: str, worth: "Any" = 1, who: int = WINNER) -> "tuple[Row, ...]":
    """The rows of special hands with these names, which are those of their facts too."""
    return tuple([Row(name, name, worth, who, source, certain) for name in names.split()])
