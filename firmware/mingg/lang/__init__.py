"""The texts of the device. Each language has a catalogue: a file of lines `key = text` in sections.

The section [deal] is always in memory: every deal uses its messages. A screen names other sections, which are in memory
while it is shown. All other messages are read from the file. If a language lacks a message, or has wrong places for
words in it, the English message is used.

A section is kept as the text of the file, with an index: a dictionary of the same messages takes two or three times as
much memory, but is ten times as fast. So messages that were said are also in a dictionary. Those of [deal] stay there;
those of a screen, which is drawn again at most keys, stay until the screen changes, and so do those that it takes from
the file; refusals and explanations do not.

On a board the sections have a code in place of each key (deploy/contents.py): lines `abcd=text`.
"""

from array import array
from binascii import crc32
from typing import Any, BinaryIO

# The lines `key = text` of a section; for each line, one byte of the hash of `key = `, and the offset of the line.
# The same for lines `abcd=text`.
Section = tuple[bytes, bytes, "array[int]"]

HERE = __file__.replace("\\", "/").rpartition("/")[0] + "/"
ENGLISH = "en"
RESIDENT = "deal"
SHORTER = "\n"  # between a text and its shorter forms: no name has it. A catalogue writes "^"
# Sections for messages that no section in memory has: why a key is refused, and all others.
REFUSED, SELDOM = "no", "seldom"


_PIECE = 512  # bytes read at once: MicroPython reads a line byte by byte
_SIGNS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"


def code(key: str) -> bytes:
    """The beginning of a line on a board, in place of `key = `: four signs and "=".

    Names that players wrote are sought too (see named()): one in 16,000 would find a message.
    """
    number = crc32(key.encode())
    first, second = _SIGNS[number & 63], _SIGNS[number >> 6 & 63]
    return bytes((first, second, _SIGNS[number >> 12 & 63], _SIGNS[number >> 18 & 63], 61))


def _mark(key: str, section: bytes) -> bytes:
    """The beginning of a message's line in a section. section: the first bytes of it."""
    return code(key) if _coded(section) else (key + " = ").encode()


def _coded(section: bytes) -> bool:
    """Whether the lines of a section begin with codes. A key of three letters has a blank before its "="."""
    return section[4:5] == b"=" and section[3:4] != b" "


def _decoded(message: bytes) -> str:
    return str(message, "utf-8").rstrip().replace("^", SHORTER)


class _Catalogue:
    """The file of a language. _starts: the offsets of the sections up to _sought, the offset as far as the file was
    searched."""

    def __init__(self, language: str) -> None:
        self.path = HERE + language + ".txt"
        self._starts: "dict[str, int]" = {}
        self._sought = 0

    def text(self, name: str) -> bytes:
        """The lines of a section. KeyError: the file has none of that name. ValueError: it is not UTF-8."""
        with open(self.path, "rb") as file:
            self._find(file, name)
            # Its size comes first: a text that grows would be in the heap twice, and leave gaps there.
            size, end, last = 0, -1, b""
            piece = file.read(_PIECE)
            while piece and end < 0:
                piece = last + piece
                end = piece.find(b"\n[")
                size += (len(piece) if end < 0 else end + 1) - len(last)
                last = piece[-1:]
                piece = file.read(_PIECE)
            file.seek(self._starts[name])
            text: bytes = file.read(size)
        str(text, "utf-8")
        return text

    def section(self, name: str) -> "Section":
        """Reads a section. Raises the errors of text()."""
        hashes, starts = bytearray(), array("H")
        text = self.text(name)
        equals = b"=" if _coded(text) else b" = "
        start = 0
        while start < len(text):
            end = text.find(b"\n", start) + 1 or len(text)
            # Without a key in this line the hash is of no use, and nobody asks for it.
            hashes.append(hash(text[start : text.find(equals, start, end) + len(equals)]) & 255)
            starts.append(start)
            start = end
        return text, bytes(hashes), starts

    def find(self, section: str, key: str) -> str:
        """One message of a section; KeyError if it is missing."""
        mark, text = b"", b"\n"
        with open(self.path, "rb") as file:
            self._find(file, section)
            while True:
                piece = file.read(_PIECE)
                mark = mark or b"\n" + _mark(key, piece)
                text += piece
                start = text.find(mark)
                last = text.find(b"\n[")
                end = text.find(b"\n", start + len(mark)) if start >= 0 else -1
                if start >= 0 and (end >= 0 or not piece) and not 0 <= last < start:
                    return _decoded(text[start + len(mark) : end if end >= 0 else len(text)])
                if last >= 0 or not piece:
                    raise KeyError(key)
                if start < 0:
                    text = text[text.rfind(b"\n") :]

    def _find(self, file: "BinaryIO", section: str) -> None:
        """Moves the file to the first line of a section. KeyError: there is no such section."""
        while section not in self._starts:
            file.seek(self._sought)
            piece = file.read(_PIECE)
            start = piece.find(b"\n[")
            end = piece.find(b"]", start)
            line = piece.find(b"\n", end) + 1
            if start < 0 or end < 0 or not line:
                if len(piece) < _PIECE or start == 0:
                    raise KeyError(section)
                # Either no section begins here, or its line is cut off: it is at the beginning of the next piece.
                self._sought += start if start > 0 else _PIECE - 1
                continue
            self._starts[str(piece[start + 2 : end], "utf-8")] = self._sought + line
            self._sought += line - 1
        file.seek(self._starts[section])


_catalogue = _Catalogue(ENGLISH)
_grouped: "list[Section]" = []  # the sections in memory: [deal], and those that the screen names
_groups: "tuple[str, ...]" = ()
# The messages of [deal] that were said, and those of the other sections that were said lately: of the most of them, a
# list shows some 20 at once.
_resident: "dict[str, str]" = {}
_said: "dict[str, str]" = {}
SAID = 32


def choose(language: str) -> bool:
    """Changes the language to the one in this file (without `.txt`). Returns False if it cannot be read: then it is
    English."""
    global _catalogue, _grouped, _groups
    try:
        chosen = _Catalogue(language)
        deal = chosen.section(RESIDENT)
    except (OSError, KeyError, ValueError):
        if language == ENGLISH:
            raise
        choose(ENGLISH)
        return False
    _catalogue, _grouped = chosen, [deal]
    _resident.clear()
    _said.clear()
    sections, _groups = _groups, ()
    use(sections)
    return True


def spoken() -> str:
    """The current language: the name of its file without `.txt`."""
    return _catalogue.path[len(HERE) : -4]


def use(sections: "tuple[str, ...]") -> None:
    """Keeps these sections in memory, besides [deal], and drops all others."""
    global _groups
    if sections == _groups:
        return
    _groups = ()
    del _grouped[1:]  # first: a board has no room for old and new sections at once
    _said.clear()
    try:
        more = [_catalogue.section(name) for name in sections]
    except (OSError, KeyError, ValueError):
        english = _Catalogue(ENGLISH)
        more = [english.section(name) for name in sections]
    _grouped.extend(more)
    _groups = sections  # last: a MemoryError above leaves no section, so that the next call tries again


def section(name: str) -> bytes:
    """The lines of a section; KeyError if there is none."""
    return _catalogue.text(name)


def _keep(key: str, message: str, said: "dict[str, str]" = _said) -> str:
    """Keeps a message that was said, and returns it."""
    if len(_said) >= SAID:
        _said.clear()
    said[key] = message
    return message


def _message(key: str) -> str:
    """The message of a key in the sections in memory; "" if there is none."""
    mark, said = b"", _resident
    for text, hashes, starts in _grouped:
        if not mark:  # sections of one file are of one kind
            mark = _mark(key, text)
            sign = bytes((hash(mark) & 255,))
        row = hashes.find(sign)
        while row >= 0:
            start = starts[row]
            if text.startswith(mark, start):
                end = text.find(b"\n", start)
                message = _decoded(text[start + len(mark) : end if end > 0 else len(text)])
                return _keep(key, message, said)
            row = hashes.find(sign, row + 1)
        said = _said
    return ""


def at_hand(key: str) -> str:
    """The message `key` if it is in memory; else ""."""
    return _resident.get(key) or _said.get(key) or _message(key)


def say(key: str, *words: object) -> str:
    """The message `key`, with `words` put into its `%` places; KeyError if there is no such message."""
    text = _resident.get(key) or _said.get(key)
    if text and not words:  # the fast way: screens ask for these again and again
        return text
    return _filled(REFUSED if key.startswith("no ") else SELDOM, key, words)


def named(kind: str, name: str) -> str:
    """The name of a rule set ("book") or of a special hand ("special", "short"). House rules and their hands have no
    message: the name is what the players wrote."""
    try:
        return say(kind + " " + name)
    except KeyError:
        return _keep(kind + " " + name, name)  # it took a look through the whole file


def because(key: str, figures: "tuple[int, ...]" = ()) -> str:
    """The sentence that says why something counts (core/explain/explain.py); KeyError if there is none."""
    return _filled("why", key, figures)


def _filled(section: str, key: str, words: "tuple[object, ...]") -> str:
    """A message with words in its places; in English if the language has none, or one that the words do not fit."""
    try:
        text = at_hand(key) if section in (REFUSED, SELDOM) else ""
        if not text:
            text = _catalogue.find(section, key)
            if section == SELDOM:
                _keep(key, text)
        return put(text, words)
    except (OSError, KeyError, ValueError, TypeError):
        if spoken() == ENGLISH:
            raise
    from mingg.lang.english import instead

    return instead(_Catalogue(ENGLISH), (section, RESIDENT) + _groups, key, words)


def put(text: str, words: "tuple[Any, ...]") -> str:
    """Puts words into the places of a message. Of a text `%d chow ~ %d chows`, the first form is for the number 1."""
    if not words:
        return text
    if " ~ " in text:
        text = text.split(" ~ ")[1 not in words]
    return text % words


def joined(text: str) -> str:
    """Returns a message in one line: its "|" are where a line may break, after a hyphen within a word."""
    return text.replace("-|", "").replace("|", " ")


def letters(seats: str) -> str:
    """Translates the letters E, S, W, N of seats; all other characters stay. The message `ESWN` has the four
    letters."""
    own = at_hand("ESWN")
    if own == "ESWN" or len(own) != 4:
        return seats
    text = ""
    for seat in seats:
        text += own["ESWN".find(seat)] if seat in "ESWN" else seat
    return text


choose(ENGLISH)
