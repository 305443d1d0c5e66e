"""What the device says, one file a language: lines `key = text` in sections.

What every deal says, the section [deal], stays in memory; other sections are there while a screen is shown that names
them; what is refused, and what is explained, is looked up in the file when it is said. What a language lacks, or has
wrong, is said in English.
"""

MYPY = False
if MYPY:
    from typing import BinaryIO, Iterator

HERE = __file__.replace("\\", "/").rpartition("/")[0] + "/"
ENGLISH = "en"
RESIDENT = "deal"
# Where a message may be, if no screen's section has it: why a key is refused, and the rest.
REFUSED, SELDOM = "no", "seldom"


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
# By key; as attributes they would be names, of which MicroPython forgets none.
_resident: "dict[str, str]" = {}
_grouped: "dict[str, str]" = {}
_groups: "tuple[str, ...]" = ()


def choose(language: str) -> bool:
    """Speaks another language from now on: the name of its file. False: that cannot be read, and it is English."""
    global _catalogue, _resident, _grouped, _groups
    try:
        chosen = _Catalogue(language)
        words = _words(chosen, (RESIDENT,))
    except (OSError, KeyError, ValueError):
        if language == ENGLISH:
            raise
        choose(ENGLISH)
        return False
    _catalogue, _resident, _grouped = chosen, words, {}
    sections, _groups = _groups, ()
    use(sections)
    return True


def spoken() -> str:
    """The language: the name of its file."""
    return _catalogue.path[len(HERE) : -4]


def use(sections: "tuple[str, ...]") -> None:
    """Keeps the messages of these sections at hand, and no others but the resident ones."""
    global _groups, _grouped
    if sections == _groups:
        return
    _groups = sections
    try:
        _grouped = _words(_catalogue, sections)
    except (OSError, KeyError, ValueError):
        _grouped = _words(_Catalogue(ENGLISH), sections)


def _words(catalogue: _Catalogue, sections: "tuple[str, ...]") -> "dict[str, str]":
    words: "dict[str, str]" = {}
    for name in sections:
        words.update(catalogue.section(name))
    return words


def section(name: str) -> "dict[str, str]":
    """All messages of a section; KeyError where there is none."""
    return dict(_catalogue.section(name))


def at_hand(key: str) -> "str | None":
    """The message `key`, if it need not be looked up."""
    return _resident.get(key) or _grouped.get(key)


def say(key: str, *words: object) -> str:
    """The message `key`, with `words` in its places; KeyError where there is none."""
    text = _resident.get(key)
    if text and not words:  # what is said again and again while a deal is entered
        return text
    return _filled(REFUSED if key.startswith("no ") else SELDOM, key, words)


def book(title: str) -> str:
    """What a rule set is called; house rules have a name of their own."""
    try:
        return say("book " + title)
    except KeyError:
        return title


def because(key: str, figures: "tuple[int, ...]" = ()) -> str:
    """The sentence that says why something is counted (core/explanation/explain.py); KeyError where there is none."""
    return _filled("why", key, figures)


def option_does(name: str) -> str:
    """What an option of a rule set does, in a line; KeyError where nothing is said of it."""
    return _filled("options", "does " + name, ())


def _filled(section: str, key: str, words: "tuple[object, ...]") -> str:
    """A message with words in its places; in English where the language has none that they fit."""
    try:
        text = (at_hand(key) if section in (REFUSED, SELDOM) else None) or _catalogue.find(section, key)
        return text % words if words else text
    except (OSError, KeyError, ValueError, TypeError):
        if spoken() == ENGLISH:
            raise
    from mingg.lang.english import instead

    return instead(_Catalogue(ENGLISH), (section, RESIDENT) + _groups, key, words)


def letters(seats: str) -> str:
    """Seats as they are written here: their letters are E, S, W, N elsewhere. What else there is stays as it is."""
    own = _resident.get("ESWN")
    if own is None or own == "ESWN" or len(own) != 4:
        return seats
    written = ""
    for seat in seats:
        written += own["ESWN".find(seat)] if seat in "ESWN" else seat
    return written


choose(ENGLISH)
