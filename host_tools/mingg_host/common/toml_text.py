"""Reads TOML, and names the line of a mistake: of TOML, and of what a value means.

A library such as tomlkit keeps no line numbers.
"""

from __future__ import annotations

import re
import sys
from functools import cached_property
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

from mingg_scoring.json_text import too_long

from mingg_host.common import disk
from mingg_host.common.output import Refused, cause

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


MOST_DOTS = 100  # of a line: the time for a key grows with the square of its parts
_QUOTED = re.compile(r"""\"(?:[^\"\\]|\\.)*\"|'[^']*'""")


class TomlError(ValueError):
    """line: from 1, or 0 if unknown. message: the mistake."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


class Problem(NamedTuple):
    """A mistake in a file. line: from 1, or 0 for the whole file. key: as in the file, or ""."""

    line: int
    key: str
    message: str


class BadFile(Refused):
    """A file has mistakes. problems: all of them, in the order of lines."""

    def __init__(self, file: str, *problems: Problem) -> None:
        self.file = file
        self.problems = sorted(problems)
        super().__init__(
            *(
                f"{file}{f', line {line}' if line else ''}: {f'{key}: ' if key else ''}{message}"
                for line, key, message in self.problems
            )
        )


class Reading:
    """Reads one file for a person who wrote it. It checks each key separately, so that one run reports all mistakes.

    file: for messages.
    """

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        try:
            self.content = parse(text)
        except TomlError as error:
            raise BadFile(file, Problem(error.line, "", error.message)) from error
        self.problems: list[Problem] = []

    @cached_property
    def lines(self) -> dict[tuple[str, ...], int]:
        return lines(self.text)

    @staticmethod
    def text_of(path: Path) -> str:
        try:
            return TextIOWrapper(BytesIO(disk.read(path)), "utf-8-sig").read()
        except OSError as error:
            raise BadFile(str(path), Problem(0, "", cause(error))) from error
        except UnicodeDecodeError as error:
            problem = Problem(0, "", f"byte {error.start + 1} is not UTF-8. Save the file as UTF-8.")
            raise BadFile(str(path), problem) from error

    def _wrong(self, keys: tuple[str, ...], message: str, line: int = 0) -> None:
        """Adds a mistake. keys: the path to the wrong value; the line is that of the deepest key that the file has."""
        known = next((self.lines[keys[:n]] for n in range(len(keys), 0, -1) if keys[:n] in self.lines), 0)
        self.problems.append(Problem(line or known, self._name_of(keys), message))

    def _name_of(self, keys: tuple[str, ...]) -> str:
        """Returns a key as messages name it."""
        return ".".join(keys)

    def _refuse_mistakes(self) -> None:
        if self.problems:
            raise BadFile(self.file, *self.problems)


def parse(text: str) -> dict[str, Any]:
    """Returns the values in a TOML text. Raises TomlError."""
    for at, words in enumerate(text.split("\n"), 1):
        if _QUOTED.sub("", words).partition("#")[0].count(".") > MOST_DOTS:
            raise TomlError(at, "a key has too many parts. Use fewer.")
    try:
        values: dict[str, Any] = tomllib.loads(text)
        return values
    except RecursionError:
        raise TomlError(0, "lists and tables are nested too deep. Use fewer levels.") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = int(place[1] or text.count("\n") + (text[-1:] != "\n")) if place else 0
        raise TomlError(line, str(error)[: place.start()] if place else str(error)) from None
    except ValueError:  # Python refuses numbers of several thousand digits
        longest = max(re.finditer(r"\d[\d_]*", text), key=lambda number: len(number[0]))
        line = text.count("\n", 0, longest.start()) + 1
        raise TomlError(line, too_long(len(longest[0]))) from None


def lines(text: str) -> dict[tuple[str, ...], int]:
    """Returns the line (from 1) of every key and section by its path, for the usual forms of TOML."""
    found: dict[tuple[str, ...], int] = {}
    section: tuple[str, ...] = ()
    # Empties texts of several lines: what looks like a key in them is none.
    text = re.sub(r"""=\s*(\"{3}|'{3}).*?\1""", lambda long: "=" + "\n" * long[0].count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(text.split("\n"), 1):
        if heading := re.match(r"""\s*\[((?:"[^"]*"|'[^']*'|[^\[\]"'])+)\]""", line):
            section = _dotted(heading[1])
            for n in range(1, len(section) + 1):
                found.setdefault(section[:n], number)
        elif key := re.match(r"""\s*((?:"[^"]*"|'[^']*'|[\w\- .])+?)\s*=""", line):
            steps = section + _dotted(key[1])
            for n in range(len(section) + 1, len(steps) + 1):
                found.setdefault(steps[:n], number)
    return found


def _dotted(key: str) -> tuple[str, ...]:
    return tuple(step.strip().strip("\"'") for step in re.findall(r"""\s*(?:"[^"]*"|'[^']*'|[^."']+)\s*""", key))
