"""The score sheet of a deal as text, and as HTML, in a language of the device."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from html import escape
from typing import Any, NamedTuple
from unicodedata import combining, east_asian_width

from mingg.lang import ENGLISH

from mingg_scoring.interchange.score_sheet import MIND, Line, ScoreSheet, Sheet
from mingg_scoring.json_answers import Played
from mingg_scoring.texts import Words

WIDTH = 52  # of a hand without explanations
EXPLAINED = 70  # the words of one with explanations
MARGIN, BETWEEN = " ", "   "

# A tile that a message names. A range such as 1z-7z and advice such as `write 2z` are about writing, and stay.
_NAMED = re.compile(r"(?<![\w+-])(?<!rite )(?<!mple )(?<! or )([1-9][mps]|[1-7]z|[1-8]f)(?![\w+-])")
_ENGLISH = ScoreSheet(Words())


def in_words(text: str) -> str:
    """Returns an English message with its tiles in words."""
    return _NAMED.sub(lambda tile: _ENGLISH.tile(tile[1]), text)


def _sheet(played: Played, explained: bool, language: str, names: Any) -> Sheet:
    words = Words(language)
    head, parts, foot = ScoreSheet(words, explained).sheet(played, names)
    notes = [(words.say("note", words.note(*each)), MIND) for each in played.notes]
    return Sheet(head, parts, [*foot, *notes])


# ---- as text ----


def _unstyled(text: str, style: str) -> str:
    return text


class _Text(NamedTuple):
    """Writes a sheet for so many columns. explained: with the notes."""

    explained: bool
    columns: int
    styled: Callable[[str, str], str]

    def lines(self, sheet: Sheet) -> Iterator[str]:
        for sentence in sheet.head:
            yield from self._paragraph(*sentence)
        for part in sheet.parts:
            yield ""
            yield self.styled(part.heading, "bold") + self.styled(*part.mark)
            if part.tiles and len(part.lines) > 1:
                yield from self._paragraph(part.tiles)
            yield from self._table(part.lines)
        yield ""
        for sentence in sheet.foot:
            yield from self._paragraph(*sentence)

    def _paragraph(self, text: str, style: str = "") -> Iterator[str]:
        yield from (self.styled(line, style) for line in _wrapped(text, self.columns))

    def _table(self, rows: list[Line | None]) -> Iterator[str]:
        """Yields the lines of a table of words and figures."""
        shown = [row for row in rows if row is not None]
        figures = max(len(str(row.figure)) for row in shown)
        edges = len(MARGIN) + len(BETWEEN) + figures + 1
        # In a terminal of 80 columns, a sentence and its source fit on one line.
        words = EXPLAINED if self.explained else max(_cells(row.words) for row in shown)
        room = max(1, min(self.columns, max(WIDTH, words + edges)) - edges)
        for row in rows:
            if row is None:
                yield ""
                continue
            first, *others = _wrapped(row.words, room)
            figure = self.styled(str(row.figure).rjust(figures), row.figure_style or row.style)
            yield f"{MARGIN}{self.styled(first, row.style)}{' ' * (room - _cells(first))}{BETWEEN}{figure}"
            yield from (f"{MARGIN}{self.styled(line, row.style)}" for line in others)
            for note in filter(None, row.note.split("\n") if self.explained else []):
                for line in _wrapped(note, max(1, room - 2)):
                    yield f"{MARGIN}  {self.styled(line, f'dim {row.style}')}"


def _wrapped(text: str, room: int) -> list[str]:
    return [text] if _cells(text) <= room else textwrap.wrap(text, room)


def _cells(text: str) -> int:
    """Returns how many columns of a terminal some text takes."""
    if text.isascii():
        return len(text)
    return sum(not combining(sign) and 1 + (east_asian_width(sign) in "WF") for sign in text)


def text(
    played: Played,
    explained: bool = False,
    columns: int = 80,
    styled: Callable[[str, str], str] = _unstyled,
    language: str = ENGLISH,
    names: Any = None,
) -> str:
    """Returns a deal as text. names: of the players by seat; without them it has the seats."""
    lines = _Text(explained, columns, styled).lines(_sheet(played, explained, language, names))
    return "".join(f"{line.rstrip()}\n" for line in lines)


# ---- as HTML ----


def html(played: Played, language: str = ENGLISH, names: Any = None) -> str:
    """Returns a deal as a part of a page: a table for each hand, and one for the payments. names: as in text()."""
    shown = _sheet(played, False, language, names)
    parts = [f"<p>{escape(sentence)}</p>" for sentence, _ in shown.head]
    for part in shown.parts:
        tiles = f"<br>{escape(part.tiles)}" if part.tiles else ""
        lines = [
            f"<tr><td>{escape(line.words)}</td><td>{line.figure}</td></tr>" for line in part.lines if line is not None
        ]
        caption = f"<caption><b>{escape(part.heading + part.mark[0])}</b>{tiles}</caption>"
        parts.append(f"<table>{caption}{''.join(lines)}</table>")
    parts += [f"<p>{escape(sentence)}</p>" for sentence, _ in shown.foot]
    return "".join(parts)
