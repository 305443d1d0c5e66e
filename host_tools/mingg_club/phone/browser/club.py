"""The link of a page to a club night: MQTT over websockets (MQTT 3.1.1, section 6)."""

import json
from collections.abc import Callable

import phone
from mingg.hal.store import Store
from mingg.link.joined import Joined
from mingg.records.line import seal
from mingg.ui.app import App
from uctypes import addressof

FILE = "club.txt"
LEAVE = "leave"
_ECONNRESET = 104
DAMAGED, UNKEPT = "damaged", "unkept"  # why it does not join


def _open(answer: int) -> int:
    """Returns what the page answered about a websocket. Raises OSError if it is closed."""
    if answer < 0:
        raise OSError(_ECONNRESET)
    return answer


class Wire:
    """A websocket with the methods of mingg.link.wire.Wire."""

    def __init__(self, address: str) -> None:
        self._number = phone.dial(address)
        if not self._number:
            raise OSError(_ECONNRESET)

    def ready(self) -> bool:
        return _open(phone.wired(self._number)) > 0

    def receive(self, buffer: bytearray) -> int:
        return _open(phone.receive(self._number, addressof(buffer), len(buffer)))

    def send(self, data: "bytes | memoryview") -> int:
        return _open(phone.send(self._number, addressof(data), len(data)))

    def close(self) -> None:
        phone.hang_up(self._number)


def begin(app: "App", store: "Store", source: "Callable[[int], bytes]") -> None:
    """Joins the table that a link asks for (JSON), leaves the club (LEAVE), or goes on with the one that is kept ("").
    Tells the page what it is now. source: of random bytes."""
    asked, why = phone.membership(), ""
    try:
        if asked == LEAVE:
            store.remove(FILE)
        elif asked:
            data = seal(0, json.dumps(json.loads(asked)))
            Joined(data)
            if store.read(FILE) != data:
                store.replace(FILE, data)
    except ValueError:
        why = DAMAGED
    except OSError:
        why = UNKEPT
    try:
        kept = store.read(FILE)
        joined = None if kept is None else Joined(kept)
    except (OSError, ValueError):
        joined = None
    if joined is None:
        phone.joined("", 0, why)
        return
    phone.joined(joined.club, joined.table, why)
    app.join_club(lambda *_: Wire(joined.web), source)
