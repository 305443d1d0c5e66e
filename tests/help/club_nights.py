"""Club nights that are kept in a folder, played with dealt hands and random dice."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from random import Random

from help.club_devices import Device
from help.club_room import Room
from mingg.core.values import BadInput
from mingg.evening.save import save
from mingg.records.parse import read_kept
from mingg_club import decisions, nights
from mingg_club.movements.seating import sizes
from mingg_club.night import Plan, as_toml
from mingg_club.records import Book

PLAYED = Path(__file__).parents[1] / "oracles" / "deals.jsonl"


class KeptNight(Room):
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
        self.file = folder / "friday.toml"
        self.file.write_text(as_toml(plan), encoding="utf-8")
        self.path = nights.ClubFolder(folder, plan.club).book(decisions.fold({1: decisions.new(plan, since)}))
        super().__init__(
            plan, book=Book(self.path), since=since, seed=seed, tables=len(sizes(len(plan.players), plan.odd))
        )
        deals = cycle(Random(seed).sample(PLAYED.read_text().splitlines(), 60))
        for _ in range(plan.sittings if sittings is None else sittings):
            self.begin()
            for device, table in zip(self.devices, self.course.night.sittings[-1].tables, strict=True):
                for _ in range(plan.deals_at(len(table.names))):
                    _deal(device, json.loads(next(deals)))
            self.hear(*self.devices)
        for action in actions:
            self.act(**action)  # type: ignore[arg-type]
        self.course.book.flush()
        self.course.book.close()


def _deal(device: Device, deal: dict[str, object]) -> None:
    """Plays a dealt deal; at a table of three one that nobody wins, or one of sets."""
    try:
        save(device.playing, read_kept(deal, device.playing.session))
    except (BadInput, KeyError):
        device.deal("S", 2)
