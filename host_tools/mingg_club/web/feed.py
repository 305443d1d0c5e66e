"""Sends the night to open pages, as events of one stream. A page gets the whole night first, then what changed.

The night is read and compared once for all pages, however many are open.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Any

from mingg_club.tasks import within
from mingg_club.view import NightView, Part, TableView

Json = dict[str, Any]

ALL, PART = "all", "part"  # kinds of events
PULSE_S = 15.0  # a comment for so long without an event shows a page, and proxies, that the stream lives
BREATH_S = 0.25  # between two readings of the night: each table may report several times a second
_BY_NUMBER = "tables"


# What the room does not get.
_OF_TABLE = ("asked", "device", "version", "evening", "record", "here", "error", "last")
_OF_NIGHT = ("players", "details", "director", "messages", "broker")  # its texts name devices, and files


def for_room(night: Json) -> Json:
    """Returns what the room page shows of a night as JSON: without the director's data, deals and devices."""
    value = {key: part for key, part in night.items() if key not in _OF_NIGHT}
    value["tables"] = [{key: part for key, part in table.items() if key not in _OF_TABLE} for table in night["tables"]]
    if value["open"]:
        value["moves"] = []  # the director may still change them
    return value


class _Tables:
    """Makes the objects of tables, and keeps those of tables that do not change: there may be hundreds."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[TableView | Part, Json]] = {}

    def __call__(self, table: TableView | Part) -> Json:
        known = self._known.get(table.number)
        if known is None or known[0] != table:
            known = self._known[table.number] = table, asdict(table)
        return known[1]


def difference(before: Json, after: Json) -> Json:
    """Returns the keys that changed. Of the tables, only those that changed, by number, with their order."""
    found: Json = {key: value for key, value in after.items() if before.get(key) != value}
    if _BY_NUMBER in found:
        known = {table["number"]: table for table in before.get(_BY_NUMBER, [])}
        found[_BY_NUMBER] = {
            "order": [table["number"] for table in after[_BY_NUMBER]],
            "changed": [table for table in after[_BY_NUMBER] if known.get(table["number"]) != table],
        }
    return found


def event(kind: str, number: int, value: Json) -> bytes:
    """Returns an event. JSON has no line ends, so no name can end the event."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"event: {kind}\nid: {number}\ndata: {text}\n\n".encode("utf-8", "replace")


class Channel:
    """The night as one kind of page sees it. number: of its latest state, from 1."""

    def __init__(self) -> None:
        self.number = 0
        self._value: Json = {}
        self._all = b""
        self._part = b""

    def take(self, value: Json) -> bool:
        """Takes the night as JSON. Returns True if these pages see a change."""
        changed = difference(self._value, value)
        if self.number and not changed:
            return False
        self.number += 1
        self._part = event(PART, self.number, changed)
        self._value, self._all = value, b""
        return True

    def since(self, number: int) -> bytes:
        """Returns the event for a page that has this state: the last change, or everything if it missed one."""
        if number and number == self.number - 1:
            return self._part
        self._all = self._all or event(ALL, self.number, self._value)
        return self._all


class Feed:
    """The streams of all open pages. source: returns the night, now and after every change (view.Night.watch).
    shown: the night that pages have."""

    def __init__(self, source: Callable[[], AsyncIterator[NightView]]) -> None:
        self.source = source
        self.room, self.director = Channel(), Channel()
        self.shown: NightView | None = None
        self._tables, self._cards = _Tables(), _Tables()
        self._news = asyncio.Event()  # set once at the next change; a new one follows
        self._closed = False

    async def run(self) -> None:
        """Reads the night until it is cancelled."""
        async for view in self.source():
            began = time.monotonic()
            value = view.as_json(self._tables)
            del value["change"]  # rises also with what pages do not show
            changed = self.director.take(view.director_json(self._cards))
            if self.room.take(for_room(value)) or changed:
                self._tell()
            self.shown = view
            await asyncio.sleep(max(0.0, BREATH_S - (time.monotonic() - began)))

    def close(self) -> None:
        """Ends all streams."""
        self._closed = True
        self._tell()

    def _tell(self) -> None:
        told, self._news = self._news, asyncio.Event()
        told.set()

    async def stream(self, channel: Channel, lives: Callable[[], bool] = lambda: True) -> AsyncIterator[bytes]:
        """Yields events for one page until it leaves, or until lives() is False. A slow page skips states."""
        number = 0
        yield b"retry: 1000\n\n"
        while not self._closed and lives():
            if channel.number != number:
                data, number = channel.since(number), channel.number
                yield data
                continue
            news = self._news
            await within(news.wait(), PULSE_S)
            if not news.is_set():
                yield b": here\n\n"
