"""Reads JSON strictly: no key twice, no number too long, no half characters. Also the one exception of this package."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn

from mingg.core.values import step

from mingg_scoring.interchange.text_check import HALF, half_in

MOST_DIGITS = 15  # of a number: every program, spreadsheets and JavaScript included, holds that many exactly
LONG = re.compile(rb"\d{%d}" % (MOST_DIGITS + 1))


class MinggError(ValueError):
    """A deal, a session, an exchange or a choice of rules is wrong.

    message  what is wrong, and what to do
    at       a JSON Pointer to the wrong value, such as /hands/E/tiles; "" for the whole
    line     of a session: the number of its line, from 1, the first line with the players; else None
    """

    def __init__(self, message: str, at: str = "", line: int | None = None) -> None:
        self.message = message
        self.at = at
        self.line = line
        super().__init__(": ".join(filter(None, (f"line {line}" if line else "", at, message))))

    def __reduce__(self) -> tuple[type[MinggError], tuple[str, str, int | None]]:
        return type(self), (self.message, self.at, self.line)

    def to_json(self) -> dict[str, dict[str, object]]:
        """Returns the error as an object of the interchange format: {"error": {"at": at, "message": message}}."""
        line = {} if self.line is None else {"line": self.line}
        return {"error": {"at": self.at, "message": self.message, **line}}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise MinggError(f"the key {json.dumps(key)} occurs twice in one object. Remove one.")
        result[key] = value
    return result


def _no_number(word: str) -> NoReturn:
    raise MinggError(f"{word} is not a number of JSON. Write a number with digits.")


def too_long(digits: int) -> str:
    """Returns the message about a number of so many digits."""
    return f"a number of {digits} digits is too long: {MOST_DIGITS} are the most"


def _whole(text: str, word: str) -> int:
    """Reads a whole number in a text."""
    digits = word.lstrip("-")
    if len(digits) > MOST_DIGITS:
        raise MinggError(f"{too_long(len(digits))} (at {_place(text, text.find(digits))})")
    return int(word)


def _wrong_in(value: Any) -> tuple[str, list[str]] | None:
    """Finds what is no JSON in a value that is no text. Returns the message, and the steps to it, the last first."""
    kind = type(value)
    if value is None or kind is bool or kind is float:
        return None
    if isinstance(value, str):
        return None if value.isascii() or _is_whole(value) else (HALF, [])
    if isinstance(value, int):
        if abs(value) < 10**MOST_DIGITS:
            return None
        from decimal import Decimal  # str() refuses the longest numbers

        return too_long(Decimal(value).adjusted() + 1), []
    if isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                return f"a key of an object is a text, and not of type {type(key).__name__}. Correct it.", []
            found = _wrong_in(key) or _wrong_in(item)
            if found:
                found[1].append(step("", key))
                return found
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            found = _wrong_in(item)
            if found:
                found[1].append(f"/{i}")
                return found
    else:
        return (
            f"a value of type {kind.__name__} is no JSON. Use text, numbers, lists and objects.",
            [],
        )
    return None


def _is_whole(text: str) -> bool:
    """Whether a text has no half of a character."""
    try:
        return bool(text.encode())
    except UnicodeEncodeError:
        return False


@contextmanager
def too_deep() -> Iterator[None]:
    """Raises MinggError for what holds itself, or is nested too deep."""
    try:
        yield
    except RecursionError:
        raise MinggError("lists and objects are nested too deep. Use fewer levels.") from None


def _place(text: str, index: int) -> str:
    """Returns the place of an index in words. A text of one line has only a column: the caller knows the line."""
    text = text.rstrip()
    before = text[:index]  # what is missing at the end is missing after the last sign, not on the line below
    column = f"column {len(before) - before.rfind(chr(10))}"
    return f"line {before.count(chr(10)) + 1}, {column}" if "\n" in text else column


def parse(value: object) -> Any:
    """Returns the JSON of a text; anything else is JSON already. Raises MinggError if it is not JSON, is ambiguous, or
    has half of a character or a number that is too long."""
    data = value.encode(errors="surrogatepass") if isinstance(value, str) else value
    with too_deep():
        if isinstance(data, bytes):
            return _parsed(data)
        if found := _wrong_in(value):
            raise MinggError(found[0], "".join(reversed(found[1])))
    return value


def _parsed(data: bytes) -> Any:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MinggError(f"byte {error.start + 1} is not UTF-8. Save the text as UTF-8.") from None
    if "\\u" in text and (at := half_in(text)) >= 0:
        raise MinggError(f"{HALF.removesuffix('.')} (at {_place(text, at)})")
    try:
        return json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_int=partial(_whole, text) if LONG.search(data) else None,  # a call for each number takes time
        )
    except json.JSONDecodeError as error:
        raise MinggError(f"not JSON: {error.msg.removesuffix(' at')} at {_place(text, error.pos)}") from None
