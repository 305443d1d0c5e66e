"""What somebody brings to the page, a ledger or house rules, looked at as the firmware would, before it may come in."""

import json

from mingg.core.ledger import Opened
from mingg.core.rules import load
from mingg.core.seal import seal
from mingg.evening import DRAFT, UNREADABLE, Evening
from mingg.hal.store import Store

from browser import storage

_GIVEN = storage.ROOT + "/given"
_LEDGER = storage.ROOT + "/ledger"


def look() -> str:
    """JSON of the one evening in the folder of what is given: names, rules, deals, how many lines are damaged or
    missing; null where it is none, or from a later version."""
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


def titled(name: str) -> str:
    """JSON of what the house rules in a file of what is given are called, null where a session could not take them."""
    try:
        told = json.loads(Opened(Store(_GIVEN).read(name) or b"").head or "")
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
