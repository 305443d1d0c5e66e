"""Makes tables of two columns, words and figures, as text for people.

It does without rich, which takes longer to load than a deal takes to score. tables.py makes all other tables. Text has
colours only in a terminal, and only if NO_COLOR is not set.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

# Text and its style: "bold", "dim" and a colour of click, with spaces between them.
Span = tuple[str, str]

_NO_COLOURS = ("dumb", "unknown")  # terminals, as in TERM
_MARGIN = 1
_BETWEEN = 3  # columns between words and figures
_INDENT = 2  # of a note under words


def width() -> int:
    """Returns the width of the terminal in columns, or 80 if there is no terminal."""
    # shutil.get_terminal_size does the same, but it takes 3 ms to load, and `mingg score` needs nothing else of shutil.
    try:
        columns = int(os.environ.get("COLUMNS", ""))
    except ValueError:
        columns = 0
    if columns <= 0:
        try:
            columns = os.get_terminal_size(1).columns
        except OSError:
            columns = 0
    return columns or 80


class Columns:
    """A table of words and figures under a title.

    title: a list of lines, each a list of spans. min_width: columns, if the terminal is not narrower. words_width: the
    width of the words, or None for as wide as they are.
    """

    def __init__(self, title: list[list[Span]], min_width: int, words_width: int | None = None) -> None:
        self.title = title
        self.min_width = min_width
        self.words_width = words_width
        self.rows: list[tuple[Span, Span, str] | None] = []

    def add(self, words: str, figure: str = "", style: str = "", note: str = "", figure_style: str = "") -> None:
        """Adds a row. style: of the row. note: dim lines under the words."""
        self.rows.append(((words, style), (figure, figure_style or style), note))

    def add_section(self) -> None:
        """Adds a blank line, if rows come before it and after it."""
        if self.rows and self.rows[-1] is not None:
            self.rows.append(None)

    def lines(self, screen: int, colours: bool) -> list[str]:
        """Returns the table as text. screen: the width of the terminal."""
        rows = [row for row in self.rows if row is not None]
        figures = max((_cells(figure) for _, (figure, _), _ in rows), default=0)
        words = self.words_width or max((_widest(words, note) for (words, _), _, note in rows), default=0)
        edges = 2 * _MARGIN + _BETWEEN + figures
        table_width = min(screen, max(self.min_width, words + edges))
        room = max(1, table_width - edges)
        lines = [line for title in self.title for line in _wrapped(title, table_width, colours)]
        for row in self.rows if self.rows and self.rows[-1] is not None else self.rows[:-1]:
            if row is None:
                lines.append("")
                continue
            (words_text, style), (figure, figure_style), note = row
            first, *others = _wrapped([(words_text, style)], room, colours)
            if note:
                for part in note.split("\n"):
                    wrapped = _wrapped([(part, f"dim {style}")], max(1, room - _INDENT), colours)
                    others += [" " * _INDENT + line for line in wrapped]
            if figure:
                cells = _cells(_cut(words_text, room)[0])
                first += " " * (room - cells + _BETWEEN + figures - _cells(figure))
                first += _styled(figure, figure_style, colours)
            lines += [" " * _MARGIN + line for line in (first, *others)]
        return lines


def _widest(words: str, note: str) -> int:
    """Returns the columns that the words and the lines under them need."""
    return max([_cells(words), *(_cells(part) + _INDENT for part in note.split("\n") if part)])


def printed(parts: Sequence[str | list[Span] | Columns]) -> str:
    """Returns texts, lines of spans, and tables as text, one below the other, as wide as the terminal."""
    colours = (
        sys.stdout is not None
        and sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "").lower() not in _NO_COLOURS
    )
    screen = width()
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Columns):
            lines += part.lines(screen, colours)
        else:
            lines += _wrapped([(part, "")] if isinstance(part, str) else part, screen, colours)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _styled(text: str, style: str, colours: bool) -> str:
    if not colours or not style or not text:
        return text
    words = style.split()
    colour = next((word for word in words if word not in ("bold", "dim")), None)
    return click.style(text, colour, bold="bold" in words or None, dim="dim" in words or None)


def _wrapped(spans: list[Span], room: int, colours: bool) -> list[str]:
    """The lines of some text, broken at spaces, or within words that are too long."""
    text = "".join([span[0] for span in spans])
    lines = []
    start = 0
    for line in _cut(text, room):
        start = text.index(line, start)
        end = start + len(line)
        styled, place = "", 0
        for part, style in spans:
            styled += _styled(part[max(0, start - place) : max(0, end - place)], style, colours)
            place += len(part)
        lines.append(styled)
        start = end
    return lines


def _cut(text: str, room: int) -> list[str]:
    lines = []
    while _cells(text) > room:
        end = 1
        while _cells(text[: end + 1]) <= room:
            end += 1
        space = text.rfind(" ", 1, end + 1)
        lines.append(text[: space if space > 0 else end].rstrip())
        text = text[space if space > 0 else end :].lstrip()
    return [*lines, text]


def _cells(text: str) -> int:
    """How many columns of a terminal some text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(2 if east_asian_width(sign) in "WF" else 0 if combining(sign) else 1 for sign in text)
