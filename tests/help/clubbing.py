"""Golden screens of a device that has joined a club: no broker answers, and the requests of the director are given to
it directly."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from help.named_keys import NEW
from help.playing import play
from mingg.evening.save import save
from mingg.records.parse import read_kept
from mingg_club.joining import Membership, write
from mingg_host.device.headless import Device, Headless

NAMES = ["Ann", "Bo", "Cy", "Di"]
SEAT = {"do": "seat", "sitting": 12, "rules": "babcock", "options": {}, "counters": "none", "deals": 4}
PLACES = [["Ann", 2, "E"], ["Bo", 12, "S"], ["Cy", 103, "W"], ["Di", 4, "N"]]

Step = tuple[dict[str, object], str]  # a request, and the keys after it


def join(folder: Path) -> None:
    """Lets a flash join a club."""
    write(folder, Membership("tuesday", 3, "127.0.0.1", 1883, "table-3", "secret"))


def start(folder: Path) -> Headless:
    """Switches on a device that reaches no broker."""
    with mock.patch("mingg.link.wire.Wire", side_effect=OSError(113)):
        return Headless(folder)


def asked(*steps: Step) -> Callable[[Device], None]:
    """Returns what gives requests to a device, one after the other."""

    def give(device: Device) -> None:
        assert isinstance(device, Headless)
        for number, (request, keys) in enumerate(steps):
            device.app.club.link.waiting[f"a{number}"] = json.dumps(request).encode()
            device.wait(4000)
            play(device, keys)

    return give


def _to_club(device: Device, keys: str = "") -> None:
    """Opens the menu's entry."""
    play(device, f"{NEW}{keys}")  # in a club the first one of its part


def _deal_after_the_end(device: Device) -> None:
    assert isinstance(device, Headless)
    asked((SIT, "a"), END)(device)
    device.press("b")
    save(device.app.play.evening, read_kept({"winner": None, "hands": {}}, device.app.play.evening.session))
    device.wait(1000)


SIT = {**SEAT, "names": NAMES}
GO = {"do": "go", "places": PLACES}
END: Step = ({"do": "end"}, "")
PAY = {"do": "pay", "from": "Ann", "to": "Bo", "points": 120}
TEA = {"do": "show", "text": "Tea is ready. The next sitting begins at nine; please be in time."}

# what happens after the start
SCREENS: dict[str, Callable[[Device], None]] = {
    "club/table-in-a-club": lambda device: device.wait(2000),
    "club/table-paid": asked((PAY, "")),
    "club/table-request-waits": asked((SIT, "b wait:1000")),
    "club/sit": asked((SIT, "")),
    "club/sitting-over": asked((SIT, "a"), (PAY, ""), END),
    "club/sitting-over-before-a-deal": _deal_after_the_end,
    "club/go": asked((GO, "")),
    "club/director-says": asked((TEA, "")),
    "club/club": _to_club,
    "club/club-called": lambda device: _to_club(device, "a"),
    "club/club-requests": lambda device: (asked((GO, "a"), (SIT, "b"))(device), _to_club(device))[1],
}
