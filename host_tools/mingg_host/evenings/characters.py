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
from collections.abc import Mapping
from io import BytesIO
from typing import NamedTuple

from mingg.core.interchange.json_in import BadInput
from mingg.records.line import seal, unseal
from mingg_scoring.interchange.text_check import check_text

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
        value = json.loads(sealed[3].decode("utf-8", "surrogatepass"))
        units = json.dumps(value, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
        line = seal(int(sealed[1]), units.decode("utf-16-le", "replace"))
        check_text(json.loads(units.decode("utf-16-le", "surrogatepass")), "")
    except BadInput as error:
        replaced = error.pointer
    except (ValueError, RecursionError):
        return Line(data)
    return Line(line if data.endswith(b"\n") else line[:-1], replaced)


def unsealed(line: bytes) -> tuple[int, str] | None:
    """Returns the number and the text of a line with whole characters; None if it is damaged."""
    return unseal(whole_line(line).data)


def whole_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns a ledger's files with whole characters."""
    return {
        name: b"".join(whole_line(line).data for line in BytesIO(data)) if _HALF.search(data) else data
        for name, data in files.items()
    }


def of_name(name: str) -> str:
    """Returns a file name as text, even if its bytes are not."""
    return os.fsencode(name).decode("utf-8", "replace")
