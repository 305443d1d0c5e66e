"""What somebody brings to the page, a ledger or house rules, looked at as the firmware would, before it may come in."""

import json

from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.text_in import check_text
from mingg.core.rules import load
from mingg.evening.state import DRAFT, UNREADABLE, Evening
from mingg.hal.store import Store
from mingg.ledger.reader import Opened, said
from mingg.ledger.seal import seal

from browser import storage

_GIVEN = storage.ROOT + "/given"
_LEDGER = storage.ROOT + "/ledger"


def look() -> str:
    """JSON of the one evening in the folder of what is given: names, rules, deals, how many lines are damaged or
    missing; or wrong, what must not come in; null where it is none, or from a later version."""
    try:
        evening = Evening(Store(_GIVEN))
        if not evening.ledger.parts or [each for each in evening.notices if each[0] == UNREADABLE]:
            return "null"
        evening.lines()  # whatever can be asked for later shall not fail
        damaged = 0
        parts = evening.ledger.parts
        for at in range(len(parts)):
            opened = evening.ledger.part(at)
            damaged += len(opened.lost) + opened.torn
            for text in [opened.head or ""] + [text for _, text in opened.records]:
                wrong = _wrong(text)
                if wrong:
                    return json.dumps({"wrong": wrong})
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
    except Exception:  # noqa: BLE001 - whatever it is, it is no ledger that could be played on
        return "null"


def _wrong(text: str) -> str:
    """Where half of a character is, as JSON escapes it, or in the bytes that a device makes of it; "" where none is."""
    if "\\u" in text or b"\xed" in text.encode():
        try:
            check_text(said(text), "")
        except BadInput as error:
            return error.at + ": " + error.message
        except ValueError:
            pass  # no record: it is lost
    return ""


def titled(name: str) -> str:
    """JSON of what the house rules in a file of what is given are called, null where a session could not take them."""
    try:
        told = said(Opened(Store(_GIVEN).read(name) or b"").head or "")
        check_text(told, "")
        return json.dumps(load(told["rules"], told["options"], 4, told["house"]).title)
    except Exception:  # noqa: BLE001 - whatever it is, it is no house rules
        return "null"


def renumbered(was: str, number: str) -> str:
    """The draft of the evening `was` as one of the evening `number`; "" where there is none."""
    head = Opened(Store(_LEDGER).read(DRAFT) or b"").head
    try:
        draft = json.loads(head or "")
        if draft["ledger"] != int(was):
            return ""
        draft["ledger"] = int(number)
        return seal(0, json.dumps(draft)).decode()
    except (ValueError, TypeError, KeyError):
        return ""
