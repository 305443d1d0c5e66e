"""How certain a figure of a modern rule set is. The last part of a source says it: "Doubling; second-hand".

A source without these words is an official text that we read. docs/rules.md names the texts.
"""

SECOND_HAND = "second-hand"  # an official table, read through one named transcription
TWO_AGREE = "second-hand, two agree"  # two independent second-hand readings
ONE_READING = "second-hand, one reading"
CERTAINTY = (SECOND_HAND, TWO_AGREE, ONE_READING)


def split(source: str) -> "tuple[str, str]":
    """A source without its certainty, and the certainty; "" for a text that we read."""
    place, _, certainty = source.rpartition("; ")
    return (place, certainty) if certainty in CERTAINTY else (source, "")
