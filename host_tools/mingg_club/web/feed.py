"""Sends the night to open pages, as events of one stream. A page gets the whole night first, then what changed.

The night is read and compared once for all pages, however many are open.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from mingg_club.tasks import within
from mingg_club.view import NightView, TableView

Json = dict[str, Any]

ALL, PART = "all", "part"  # kinds of events
PULSE_S = 15.0  # a comment for so long without an event shows a page, and proxies, that the stream lives
_BY_NUMBER = "tables"


def for_room(night: NightView) -> Json:
    """Returns what the room page shows of a night as JSON."""
    return {
        **_of(night, "title", "state", "where", "sitting", "by", "timer", "said"),
        "tables": list(map(_table, night.tables)),
        "standing": [_of(rank, "rank", "name", "points", "table_points", "deals", "guest") for rank in night.standing],
        # The director may still change seats that are open.
        "moves": [_of(move, "name", "table", "seat") for move in night.moves if not night.open],
    }


def _table(table: TableView) -> Json:
    people = [_of(person, "name", "seat", "points") for person in table.players]
    return {**_of(table, "number", "played", "deals", "done", "look", "words"), "players": people}


def _of(value: object, *names: str) -> Json:
    return {name: getattr(value, name) for name in names}


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
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=vars)
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
        self._news = asyncio.Event()  # set once at the next change; a new one follows
        self._closed = False

    async def run(self) -> None:
        """Reads the night until it is cancelled."""
        async for view in self.source():
            changed = self.director.take(view.director_json())
            if self.room.take(for_room(view)) or changed:
                self._tell()
            self.shown = view

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
