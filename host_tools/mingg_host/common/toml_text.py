"""Reads TOML, and names the line of a mistake."""

from __future__ import annotations

import re
import sys
from typing import Any

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
        raise TomlError(line, f"a number of {len(longest[0])} digits is too long. Write a shorter one.") from None


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
