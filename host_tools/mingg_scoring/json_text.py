"""Reads JSON strictly: no key twice, no number too long, no half characters. Also the one exception of this package."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NoReturn

from mingg.core.values import step

from mingg_scoring.interchange.text_check import HALF, half_in

MOST_DIGITS = 15  # of a number: every program, spreadsheets and JavaScript included, holds that many exactly
LONG = re.compile(rb"\d{%d}" % (MOST_DIGITS + 1))


_ENDLESS = re.compile(r'([^\s/"]{60})[^\s/"]+')


def brief(text: str) -> str:
    """Cuts each word that would fill a screen: of a place or of a message."""
    return _ENDLESS.sub(r"\1…", text)


class MinggError(ValueError):
    """A deal, a session, an exchange or a choice of rules is wrong.

    message  what is wrong, and what to do
    at       a JSON Pointer to the wrong value, such as /hands/E/tiles; "" for the whole
    line     of a session: the number of its line, from 1, the first line with the players; else None
    """

    __module__ = "mingg_scoring"  # so a traceback names it as programs do

    def __init__(self, message: str, at: str = "", line: int | None = None) -> None:
        self.message = message = brief(message)
        self.at = at
        self.line = line
        super().__init__(": ".join(filter(None, (f"line {line}" if line else "", brief(at), message))))

    def __reduce__(self) -> tuple[type[MinggError], tuple[str, str, int | None]]:
        return type(self), (self.message, self.at, self.line)

    def to_json(self) -> dict[str, dict[str, object]]:
        """Returns the error as an object of the interchange format: {"error": {"at": at, "message": message}}."""
        line = {} if self.line is None else {"line": self.line}
        return {"error": {"at": self.at, "message": self.message, **line}}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise MinggError(f"the key {json.dumps(twice)} occurs twice in one object. Remove one.")
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


def encoded(value: Any) -> Any:
    """Returns the JSON of a value that is no text: of a form (forms.py), or of what Python's json module takes. It
    shares with the value what is JSON already. Raises MinggError for what is no JSON."""
    kind = type(value)
    if hasattr(kind, "_keys"):
        return _object(value._keys())
    if kind is dict or isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise MinggError(f"a key of an object is a text, and not of type {type(key).__name__}. Correct it.")
            encoded(key)
        return _object(value)
    if isinstance(value, (list, tuple)):
        return list(_object({str(i): item for i, item in enumerate(value)}).values())
    if value is None or kind is bool or kind is float:
        return value
    if isinstance(value, int):
        if abs(value) >= 10**MOST_DIGITS:
            from decimal import Decimal  # str() refuses the longest numbers

            raise MinggError(too_long(Decimal(value).adjusted() + 1))
    elif not isinstance(value, str):
        raise MinggError(f"a value of type {kind.__name__} is no JSON. Use text, numbers, lists and objects.")
    elif not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise MinggError(HALF) from None
    return value


def _object(keys: Mapping[Any, Any]) -> dict[str, Any]:
    result: dict[str, Any] = keys if type(keys) is dict else dict(keys)
    for key, item in keys.items():
        kind = type(item)  # most values are plain, and a call for each takes time
        if (kind is str and item.isascii()) or kind is bool or item is None:
            continue
        try:
            written = encoded(item)
        except MinggError as error:  # the place of a part is made only if it is wrong
            raise MinggError(error.message, step("", key) + error.at) from None
        if written is not item:
            if result is keys:
                result = dict(keys)
            result[key] = written
    return result


def too_deep() -> MinggError:
    """Returns the error about what holds itself, or is nested too deep."""
    return MinggError("lists and objects are nested too deep. Use fewer levels.")


def _place(text: str, index: int) -> str:
    """Returns the place of an index in words. A text of one line has only a column: the caller knows the line."""
    text = text.rstrip()
    before = text[:index]  # what is missing at the end is missing after the last sign, not on the line below
    column = f"column {len(before) - before.rfind(chr(10))}"
    return f"line {before.count(chr(10)) + 1}, {column}" if "\n" in text else column


def parse(value: object) -> Any:
    """Returns the JSON of a text, or of a value as encoded() does. Raises MinggError if it is no JSON, is ambiguous, or
    has half of a character or a number that is too long."""
    try:
        if isinstance(value, str):
            return _parsed(value.encode(errors="surrogatepass"))
        return _parsed(value) if isinstance(value, bytes) else encoded(value)
    except RecursionError:
        raise too_deep() from None


def _decoder(parse_int: Callable[[str], int] | None = None) -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number, parse_int=parse_int)


_DECODER = _decoder()


def _parsed(data: bytes) -> Any:
    try:
        text = data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise MinggError(f"byte {error.start + 1} is not UTF-8. Save the text as UTF-8.") from None
    if "\\u" in text and (at := half_in(text)) >= 0:
        raise MinggError(f"{HALF.removesuffix('.')} (at {_place(text, at)})")
    try:
        # A call for each number takes time, and so does a new decoder.
        return (_decoder(partial(_whole, text)) if LONG.search(data) else _DECODER).decode(text)
    except json.JSONDecodeError as error:
        raise MinggError(f"not JSON: {error.msg.removesuffix(' at')} at {_place(text, error.pos)}") from None
