"""What is said where the language that was chosen has no such message, or one that its words do not fit."""

MYPY = False
if MYPY:
    from mingg.lang import _Catalogue


def instead(english: "_Catalogue", sections: "tuple[str, ...]", key: str, words: "tuple[object, ...]") -> str:
    """The English message, wherever it is; KeyError where there is none."""
    for name in sections:
        try:
            text = english.find(name, key)
        except KeyError:
            continue
        return text % words if words else text
    raise KeyError(key)
