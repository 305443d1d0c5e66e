"""What the device says, one file a language: lines `key = text` in sections.

The section [deal] stays in memory: it holds what every deal says. A screen names other sections, which are in memory
while it is shown. Refusals and explanations are looked up in the file. A message that a language lacks, or has wrong,
is said in English. A section in memory is the bytes of the file: a dictionary of the same messages takes three times
as much.
"""

MYPY = False
if MYPY:
    from typing import BinaryIO

HERE = __file__.replace("\\", "/").rpartition("/")[0] + "/"
ENGLISH = "en"
RESIDENT = "deal"
# Where a message may be, if no screen's section has it: why a key is refused, and the rest.
REFUSED, SELDOM = "no", "seldom"


class _Catalogue:
    """A language's file. starts: where the sections found so far begin, with the line end before; they are searched in
    the order of the file."""

    def __init__(self, language: str) -> None:
        self.path = HERE + language + ".txt"
        self._starts: "dict[str, int]" = {}
        self._sought = 0

    def section(self, name: str) -> bytes:
        """The lines of a section, a line end before the first; KeyError where the language has none of that name."""
        with open(self.path, "rb") as file:
            start = self._find(file, name)
            size = 1
            for line in file:
                if line[:1] == b"[":
                    break
                size += len(line)
            file.seek(start)
            lines: bytes = file.read(size)
            return lines

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
        """Moves the file to the first line of a section; returns the place of the line end before."""
        if section not in self._starts:
            file.seek(self._sought)
            for line in file:
                self._sought += len(line)
                if line[:1] == b"[":
                    name = str(line, "utf-8").strip()[1:-1]
                    self._starts[name] = self._sought - 1
                    if name == section:
                        break
        file.seek(self._starts[section] + 1)
        return self._starts[section]


_catalogue = _Catalogue(ENGLISH)
# Messages at hand: lines `key = text`, a line end before each.
_resident = _grouped = b""
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
    _catalogue, _resident, _grouped = chosen, words, b""
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
    _grouped = b""  # a board has no room for both
    try:
        _grouped = _words(_catalogue, sections)
    except (OSError, KeyError, ValueError):
        _grouped = _words(_Catalogue(ENGLISH), sections)


def _words(catalogue: _Catalogue, sections: "tuple[str, ...]") -> bytes:
    """The lines of some sections; KeyError where one is missing, ValueError where one is no text."""
    words = b"".join([catalogue.section(name) for name in sections])
    str(words, "utf-8")
    return words


def section(name: str) -> bytes:
    """The lines of a section; KeyError where there is none."""
    return _catalogue.section(name)


def _said(words: bytes, key: str) -> str:
    """The message of a key; "" where there is none."""
    mark = ("\n" + key + " = ").encode()
    start = words.rfind(mark)
    if start < 0:
        return ""
    start += len(mark)
    end = words.find(b"\n", start)
    return str(words[start:] if end < 0 else words[start:end], "utf-8").rstrip()


def at_hand(key: str) -> str:
    """The message `key`, if it need not be looked up in the file; else ""."""
    return _said(_resident, key) or _said(_grouped, key)


def say(key: str, *words: object) -> str:
    """The message `key`, with `words` in its places; KeyError where there is none."""
    text = _said(_resident, key)
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
    own = _said(_resident, "ESWN")
    if own == "ESWN" or len(own) != 4:
        return seats
    written = ""
    for seat in seats:
        written += own["ESWN".find(seat)] if seat in "ESWN" else seat
    return written


choose(ENGLISH)
