"""The English message, used if the chosen language has none, or one that the words do not fit."""

from mingg.lang import _Catalogue, put


def instead(english: "_Catalogue", sections: "tuple[str, ...]", key: str, words: "tuple[object, ...]") -> str:
    """The English message from the first section that has it; KeyError if none has."""
    for name in sections:
        try:
            text = english.find(name, key)
        except KeyError:
            continue
        return put(text, words)
    raise KeyError(key)
