"""A club night in memory behind its pages: a course, its devices and no network, so that a browser directs it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

from help.club_room import NIGHT, Room
from mingg_club import report
from mingg_club.night import Plan
from mingg_club.view import NightView, Part


class LiveNight:
    """A room as view.Night. The test and the server change it in turn: the test holds `lock`. done: the actions of the
    director. join: the links of phones by table."""

    def __init__(self, plan: Plan = NIGHT, join: dict[int, str] | None = None) -> None:
        self.room = Room(plan)
        self.lock = threading.RLock()
        self.join = join or {}
        self.done: list[dict[str, Any]] = []

    def view(self) -> NightView:
        with self.lock:
            return self.room.view()

    def part(self, name: str) -> Part | None:
        with self.lock:
            return self.room.part(name, self.join)

    def page(self, name: str) -> str | None:
        with self.lock:
            return report.PAGES[name](self.room.course)

    async def watch(self) -> AsyncIterator[NightView]:
        change = -1
        while True:
            if self.room.course.change != change:
                change = self.room.course.change
                yield self.view()
            await asyncio.sleep(0.02)

    async def act(self, action: dict[str, Any]) -> str:
        with self.lock:
            text = self.room.act(**action)
            self.done.append(action)
            return text
