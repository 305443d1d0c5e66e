"""What the device says, one file a language: lines `key = text` in sections.

The section [deal] stays in memory: it holds what every deal says. A screen names other sections, which are in memory
while it is shown. Refusals and explanations are looked up in the file. A message that a language lacks, or has wrong,
is said in English. A screen's section is in memory as its text in the file, with an index: a dictionary of the same
messages takes two or three times as much. [deal] is a dictionary, which is ten times as fast: it draws each screen of a
deal.
"""

from array import array

MYPY = False
if MYPY:
    from typing import BinaryIO

    # The lines `key = text` of a section; by line, a byte of the hash of `key = `, and where the line begins.
    Section = tuple[bytes, bytes, array[int]]

HERE = __file__.replace("\\", "/").rpartition("/")[0] + "/"
ENGLISH = "en"
RESIDENT = "deal"
# Where a message may be, if no screen's section has it: why a key is refused, and the rest.
REFUSED, SELDOM = "no", "seldom"


class _Catalogue:
    """A language's file. starts: where the sections found so far begin; they are searched in the order of the file."""

    def __init__(self, language: str) -> None:
        self.path = HERE + language + ".txt"
        self._starts: "dict[str, int]" = {}
        self._sought = 0

    def section(self, name: str) -> "Section":
        """KeyError where the language has none of that name; ValueError where it is no text."""
        hashes, starts, size = bytearray(), array("H"), 0
        with open(self.path, "rb") as file:
            start = self._find(file, name)
            for line in file:
                if line[:1] == b"[":
                    break
                hashes.append(hash(line[: line.find(b" = ") + 3]) & 255)
                starts.append(size)
                size += len(line)
            file.seek(start)
            text = file.read(size)
        str(text, "utf-8")
        return text, bytes(hashes), starts

    def find(self, section: str, key: str) -> str:
        """One message of a section; KeyError where it is not there."""
        mark = (key + " = ").encode()
        with open(self.path, "rb") as file:
            self._find(file, section)
            for line in file:
                if line[: len(mark)] == mark:
                    return str(line[len(mark) :], "utf-8").rstrip()
                if line[:1] == b"[":
                    break
        raise KeyError(key)

    def _find(self, file: "BinaryIO", section: str) -> int:
        """Moves the file to the first line of a section; returns its place."""
        if section not in self._starts:
            file.seek(self._sought)
            for line in file:
                self._sought += len(line)
                if line[:1] == b"[":
                    name = str(line, "utf-8").strip()[1:-1]
                    self._starts[name] = self._sought
                    if name == section:
                        break
        file.seek(self._starts[section])
        return self._starts[section]


_catalogue = _Catalogue(ENGLISH)
# The messages at hand: those of deals, and those of the groups that a screen names.
_resident: "dict[str, str]" = {}
_grouped: "list[Section]" = []
_groups: "tuple[str, ...]" = ()


def choose(language: str) -> bool:
    """Speaks another language from now on: the name of its file. False: that cannot be read, and it is English."""
    global _catalogue, _resident, _grouped, _groups
    try:
        chosen = _Catalogue(language)
        words = _messages(chosen.section(RESIDENT)[0])
    except (OSError, KeyError, ValueError):
        if language == ENGLISH:
            raise
        choose(ENGLISH)
        return False
    _catalogue, _resident, _grouped = chosen, words, []
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
    _groups, _grouped = (), []  # a board has no room for both
    try:
        _grouped = [_catalogue.section(name) for name in sections]
    except (OSError, KeyError, ValueError):
        english = _Catalogue(ENGLISH)
        _grouped = [english.section(name) for name in sections]
    _groups = sections  # not where there was no memory for them


def _messages(lines: bytes) -> "dict[str, str]":
    found: "dict[str, str]" = {}
    for line in str(lines, "utf-8").split("\n"):
        key, equals, text = line.partition(" = ")
        if equals:
            found[key] = text.rstrip()
    return found


def section(name: str) -> bytes:
    """The lines of a section; KeyError where there is none."""
    return _catalogue.section(name)[0]


def _said(key: str) -> str:
    """The message of a key in the screen's sections; "" where there is none."""
    mark = (key + " = ").encode()
    sought = bytes((hash(mark) & 255,))
    for text, hashes, starts in _grouped:
        at = hashes.find(sought)
        while at >= 0:
            start = starts[at]
            if text.startswith(mark, start):
                end = text.find(b"\n", start)
                return str(text[start + len(mark) : end if end > 0 else len(text)], "utf-8").rstrip()
            at = hashes.find(sought, at + 1)
    return ""


def at_hand(key: str) -> str:
    """The message `key`, if it need not be looked up in the file; else ""."""
    return _resident.get(key) or _said(key)


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
    own = _resident.get("ESWN", "")
    if own == "ESWN" or len(own) != 4:
        return seats
    written = ""
    for seat in seats:
        written += own["ESWN".find(seat)] if seat in "ESWN" else seat
    return written


choose(ENGLISH)
