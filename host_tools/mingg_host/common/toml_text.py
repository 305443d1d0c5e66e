"""Reads TOML, and names the line of a mistake."""

from __future__ import annotations

import re
import sys
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class TomlError(ValueError):
    """line: from 1, or 0 if unknown. message: the mistake."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


def parse(text: str) -> dict[str, Any]:
    """Returns the values in a TOML text. Raises TomlError."""
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
