"""Reads ledgers that contain halves of characters (surrogates) as text.

JSON may write a character beyond U+FFFF as two halves, "\\ud83d\\ude00". A device takes each half for a character, and
writes bytes that are not UTF-8. This module joins two halves to their character. A single half, which a ledger made by
hand may have, becomes U+FFFD.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, NamedTuple

from mingg.core.interchange.json_in import BadInput
from mingg.records.line import parse, seal

from mingg_host.scoring.interchange.text_check import check_text

_HALF = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")  # as a JSON escape, or as a device writes it
_SEALED = re.compile(rb"(\d{4,9} )([0-9a-f]{8}) (.*)", re.DOTALL)


class Line(NamedTuple):
    """data: the line. replaced: the place of a single half, as a JSON Pointer, or None."""

    data: bytes
    replaced: str | None = None


def whole_line(data: bytes) -> Line:
    """Returns a line of a ledger with whole characters. A damaged line stays as it is."""
    sealed = _SEALED.fullmatch(data.removesuffix(b"\n")) if _HALF.search(data) else None
    if sealed is None or zlib.crc32(sealed[1] + sealed[3]) != int(sealed[2], 16):
        return Line(data)
    replaced = None
    try:
        value = _each_text(parse(sealed[3].decode("utf-8", "surrogatepass")), _joined)
        line = seal(int(sealed[1]), json.dumps(_each_text(value, _with_marks), ensure_ascii=False))
        check_text(value, "")
    except BadInput as error:
        replaced = error.pointer
    except (ValueError, RecursionError):
        return Line(data)
    return Line(line if data.endswith(b"\n") else line[:-1], replaced)


def whole(data: bytes) -> bytes:
    """Returns a ledger's file with whole characters."""
    return b"".join(whole_line(line).data for line in BytesIO(data)) if _HALF.search(data) else data


def whole_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: whole(data) for name, data in files.items()}


def of_name(name: str) -> str:
    """Returns a file name as text, even if its bytes are not."""
    return os.fsencode(name).decode("utf-8", "replace")


def _joined(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _with_marks(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): _each_text(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [_each_text(item, change) for item in value]
    return value
