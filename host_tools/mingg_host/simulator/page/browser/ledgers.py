"""Checks ledgers and house rules that a user brings to the page, with the firmware's own code."""

import json

from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import load
from mingg.evening.evening import DRAFT, UNREADABLE
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.records.line import only, parse, seal
from mingg.records.reader import LOST, Gap, Reader
from mingg_scoring.interchange.text_check import check_text

from browser import storage

_GIVEN = storage.ROOT + "/given"
_LEDGER = storage.ROOT + "/ledger"


def look() -> str:
    """Returns JSON about the one evening in the folder _GIVEN: names, rules, number of deals, damaged lines.

    {"wrong": message} refuses the evening. null: it is not an evening, or it is of a newer version.
    """
    try:
        evening = open_evening(Store(_GIVEN))
        if not evening.ledger.parts or [notice for notice in evening.notices if notice[0] == UNREADABLE]:
            return "null"
        Lines(evening)  # reads everything now, so that nothing fails later
        damaged = 0
        for _, name in evening.ledger.parts:
            reader = Reader()
            for item in reader.read(evening.store.lines(name)):
                if isinstance(item, Gap):
                    damaged += item.last + 1 - item.first if item.cause == LOST else 0
                    continue
                wrong = _wrong(item[1])
                if wrong:
                    return json.dumps({"wrong": wrong})
            damaged += reader.torn
        session = evening.session
        return json.dumps(
            {
                "names": session.names,
                "rules": session.rules.title,
                "deals": session.deals,
                "damaged": damaged,
                "whole": evening.ledger.whole(),
            }
        )
    except Exception:  # noqa: BLE001 - whatever fails, the device could not continue this ledger
        return "null"


def _wrong(text: str) -> str:
    """Says where a record has half of a character, as a JSON escape or as the bytes that a device makes of one. Returns
    "" if there is none."""
    if "\\u" in text or b"\xed" in text.encode():
        try:
            check_text(parse(text), "")
        except BadInput as error:
            return error.pointer + ": " + error.message
        except ValueError:
            pass  # not a record: it counts as damaged
    return ""


def titled(name: str) -> str:
    """Returns JSON of the title of house rules in a file in _GIVEN, or null if a session could not use them."""
    try:
        content = only(Store(_GIVEN).read(name))
        check_text(content, "")
        return json.dumps(load(content["rules"], content["options"], 4, content["house"]).title)
    except Exception:  # noqa: BLE001 - whatever fails, the file has no usable house rules
        return "null"


def renumbered(old: str, number: str) -> str:
    """Returns the draft of the evening `was` for the evening `number`, or "" if there is none."""
    try:
        draft = only(Store(_LEDGER).read(DRAFT))
        if draft["ledger"] != int(old):
            return ""
        draft["ledger"] = int(number)
        return seal(0, json.dumps(draft)).decode()
    except (ValueError, TypeError, KeyError):
        return ""
