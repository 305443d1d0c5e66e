"""Club nights that are kept in a folder, played with dealt hands and random dice."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from random import Random

from help.club_devices import Device
from help.club_room import act
from mingg.core.values import BadInput
from mingg.evening.save import save
from mingg.records.parse import read_kept
from mingg_club import decisions, nights, topics
from mingg_club.course import open_course
from mingg_club.night import Plan, as_toml
from mingg_club.records import Book

PLAYED = Path(__file__).parents[1] / "oracles" / "deals.jsonl"


class KeptNight:
    """A night that is played to its end, or for so many sittings. file: of the night, path: of its book. actions: of
    the director at the end."""

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        since: str = "2026-05-01T20:00:00+00:00",
        sittings: int | None = None,
        seed: int = 1,
        actions: tuple[dict[str, object], ...] = (),
    ) -> None:
        dice = Random(seed)
        known = {1: decisions.new(plan, since)}
        self.file = folder / "friday.toml"
        self.file.write_text(as_toml(plan), encoding="utf-8")
        self.path = nights.ClubFolder(folder, plan.club).book(decisions.fold(known))
        self.book = Book(self.path)
        self.course = open_course(self.book, known, "a", dice)
        self.deals = cycle(dice.sample(PLAYED.read_text().splitlines(), 60))
        self.devices: dict[int, Device] = {}
        for _ in range(plan.sittings if sittings is None else sittings):
            self._sitting()
        for action in actions:
            act(self.course, **action)
        self.book.close()

    def _sitting(self) -> None:
        course = self.course
        last = course.sitting()
        for number in range(1, len(last.tables) + 1 if last else 1):
            while course.tied(number):
                act(course, "roll", table=number)
        act(course, "propose")
        act(course, "start")
        for ask in [ask for ask in course.night.asks if ask.what["do"] == "seat"]:
            device = self.devices.setdefault(ask.table, Device(ask.table))
            device.seat(ask.what["names"], ask.what["options"], ask.id)
            for _ in range(ask.what["deals"]):
                self._deal(device)
            answer = json.dumps({"device": device.id, "done": True}).encode()
            course.take(topics.of_table(course.club, ask.table, topics.ANSWER, ask.id), answer)
            for topic, line in device.published():
                course.take(topic, line)
        while made := course.facts():
            course.take(made.topic, made.payload)

    def _deal(self, device: Device) -> None:
        """Plays a dealt deal; at a table of three one that nobody wins, or one of sets."""
        deal = json.loads(next(self.deals))
        try:
            save(device.playing, read_kept(deal, device.playing.session))
        except (BadInput, KeyError):
            device.deal("S", 2)
