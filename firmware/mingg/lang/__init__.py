"""What the device says, one file a language: lines `key = text` in sections.

What every deal says, the section [deal], stays in memory; other sections are there while a screen is shown that names
them; what is refused, and what is explained, is looked up in the file when it is said.
"""

MYPY = False
if MYPY:
    from typing import BinaryIO, Iterator

HERE = __file__.replace("\\", "/").rpartition("/")[0] + "/"
ENGLISH = "en"
RESIDENT = "deal"
# Where a message may be, if no screen's section has it: why a key is refused, and the rest.
REFUSED, SELDOM = "no", "seldom"


class _Words:
    """Messages as attributes: MicroPython then shares the keys with the code that asks for them."""


class _Catalogue:
    """A language's file. starts: where the sections found so far begin; they are looked for in their order."""

    def __init__(self, language: str) -> None:
        self.path = HERE + language + ".txt"
        self._starts: "dict[str, int]" = {}
        self._sought = 0

    def section(self, name: str) -> "list[tuple[str, str]]":
        """The messages of a section; KeyError where the language has none of that name."""
        with open(self.path, "rb") as file:
            return list(self._messages(file, name))

    def find(self, section: str, key: str) -> str:
        """One message of a section; KeyError where it is not there."""
        with open(self.path, "rb") as file:
            for found, text in self._messages(file, section):
                if found == key:
                    return text
        raise KeyError(key)

    def _messages(self, file: "BinaryIO", section: str) -> "Iterator[tuple[str, str]]":
        file.seek(self._start(file, section))
        for line in file:
            if line[:1] == b"[":
                return
            if line[:1] != b";":
                key, equals, text = str(line, "utf-8").partition(" = ")
                if equals:
                    yield key, text.rstrip()

    def _start(self, file: "BinaryIO", section: str) -> int:
        if section not in self._starts:
            file.seek(self._sought)
            for line in file:
                self._sought += len(line)
                if line[:1] == b"[":
                    name = str(line, "utf-8").strip()[1:-1]
                    self._starts[name] = self._sought
                    if name == section:
                        break
        return self._starts[section]


_catalogue = _Catalogue(ENGLISH)
_resident = _Words()
_grouped = _Words()
_groups: "tuple[str, ...]" = ()


def choose(language: str) -> None:
    """Speaks another language from now on: the name of its file. OSError where there is none; nothing changed then."""
    global _catalogue, _resident
    chosen = _Catalogue(language)
    words = _words(chosen, (RESIDENT,))
    _catalogue, _resident = chosen, words
    use(())


def use(sections: "tuple[str, ...]") -> None:
    """Keeps the messages of these sections at hand, and no others but the resident ones."""
    global _groups, _grouped
    if sections == _groups:
        return
    _groups, _grouped = sections, _words(_catalogue, sections)


def _words(catalogue: _Catalogue, sections: "tuple[str, ...]") -> _Words:
    words = _Words()
    for name in sections:
        for key, text in catalogue.section(name):
            setattr(words, key, text)
    return words


def section(name: str) -> "dict[str, str]":
    """All messages of a section; KeyError where there is none."""
    return dict(_catalogue.section(name))


def at_hand(key: str) -> "str | None":
    """The message `key`, if it need not be looked up."""
    found: "str | None" = getattr(_resident, key, None) or getattr(_grouped, key, None)
    return found


def say(key: str, *words: object) -> str:
    """The message `key`, with `words` in its places; KeyError where the language has none."""
    text = at_hand(key) or _catalogue.find(REFUSED if key[:3] == "no " else SELDOM, key)
    return text % words if words else text


def because(key: str, figures: "tuple[int, ...]" = ()) -> str:
    """The sentence that says why something is counted (core/explain.py); KeyError where there is none."""
    text = _catalogue.find("why", key)
    return text % figures if figures else text


def option_does(name: str) -> str:
    """What an option of a rule set does, in a line; KeyError where nothing is said of it."""
    return _catalogue.find("options", "does " + name)


choose(ENGLISH)
