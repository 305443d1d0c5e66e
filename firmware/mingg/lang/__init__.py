"""What the device says, one catalogue a language."""

from mingg.lang import en

_catalogue = en.TEXT


def say(key: str, *words: object) -> str:
    """The message `key`, with `words` in its places; KeyError where no catalogue has it."""
    text = _catalogue[key]
    return text % words if words else text
