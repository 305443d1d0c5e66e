"""What the devices at a table say of themselves, and texts and numbers from elsewhere, checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mingg_scoring.json_text import MinggError, parse

from mingg_club import topics
from mingg_club.link import MOST_RECORD

Json = dict[str, Any]


@dataclass
class Here:
    """What a device last said, as in its topic `here`. unkept: by evening, the number of the last record, of those of
    which the host did not have all. low: whether its battery is, None without one. oldest: the latest request that
    it has forgotten; it declines earlier ones. said: the message. heard: when it
    last came, other than as a retained message that was known."""

    state: str = "away"
    device: str = ""
    version: str = ""
    evening: int = 0
    records: int = 0
    queued: int = 0
    unkept: dict[int, int] = field(default_factory=dict)
    screen: str = ""
    error: str = ""
    low: bool | None = None
    oldest: str = ""
    said: bytes = b""
    heard: float = 0.0


@dataclass
class Seen:
    """What the host knows of a table besides records. here: by device. latest: the device that reported last. call:
    what the players wrote when they called, None if they did not. answers: to requests, by id."""

    here: dict[str, Here] = field(default_factory=dict)
    latest: str = ""
    call: str | None = None
    answers: dict[str, Json] = field(default_factory=dict)


# Of a message `here`: its texts and numbers, with the most letters and the greatest number.
_TEXTS = {"version": 20, "screen": 20, "error": 60, "oldest": topics.MOST_ID}
_NUMBERS = {"evening": topics.MOST_NUMBER, "records": MOST_RECORD, "queued": MOST_RECORD}


def told(value: Json, device: str, said: bytes, now: float) -> Here:
    """Returns what a device says in a message `here`. value: its content, said: as it came."""
    texts: Json = {key: plain_text(value.get(key), most) for key, most in _TEXTS.items()}
    numbers: Json = {key: number_of(value.get(key), most) for key, most in _NUMBERS.items()}
    here = Here("here", device, said=said, heard=now, unkept=_unkept(value.get("unkept")), **texts, **numbers)
    if value.get("records") == -1:
        here.evening = 0  # nothing of it is on the device's flash
    here.low = low if isinstance(low := value.get("low"), bool) else None
    return here


def _unkept(value: object) -> dict[int, int]:
    found = value.items() if isinstance(value, dict) else ()
    numbers = ((int(evening), number_of(last, MOST_RECORD)) for evening, last in found if evening.isdecimal())
    return {evening: last for evening, last in numbers if 0 < evening <= topics.MOST_NUMBER and last}


def object_of(payload: bytes) -> Json:
    """Returns the JSON object of a message; {} if it is none."""
    try:
        value = parse(payload) if len(payload) <= 4096 else None
    except MinggError:
        return {}
    return value if isinstance(value, dict) else {}


def plain_text(value: object, most: int) -> str:
    """Returns a text from elsewhere without control characters, shortened; "" if it is none."""
    return "".join(sign for sign in value if sign.isprintable())[:most] if isinstance(value, str) else ""


def number_of(value: object, most: int) -> int:
    """Returns a number from elsewhere from 0 to `most`; 0 if it is none."""
    return value if type(value) is int and 0 <= value <= most else 0
