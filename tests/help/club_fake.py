"""A night of a club for tests of its room page: views with any number of tables, and a record of what was requested."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from mingg_club import view
from mingg_club.showing import looking, said
from mingg_club.view import ActionError, Move, NightView, Part, Person, Rank, TableView

NAMES = (
    *("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lu", "Max", "Nell", "Otto", "Pia"),
    *("Quin", "Ruth", "Sam", "Tess", "Uwe", "Val", "Wes", "Xenia", "Yara", "Zoë", "Bartholomäus", "Wilhelmina"),
    *("Ağaçlı", "José", "François", "Mürvet"),
)
EVIL = ("<img src=x onerror=alert(1)>", "</script><b>bold", "\u202egnp.exe", "a\x1b[31m\x07\nb")
WINDS = ("E", "S", "W", "N", "")


def name_of(number: int) -> str:
    return NAMES[number % len(NAMES)] + (f" {number // len(NAMES) + 1}" if number >= len(NAMES) else "")


def table(number: int, names: list[str], played: int, **more: Any) -> TableView:
    people = [
        Person(name, WINDS[seat] if len(names) != 3 else "ESN"[seat], (37 * (seat + 1) * number) % 400 - 180)
        for seat, name in enumerate(names)
    ]
    last = f"{names[1]} wins 64, claimed from {names[0]}" if played else ""
    known = TableView(number, people, played, 4, played >= 4, view.HERE, last=last)
    return replace(known, **more)


def night(tables: int = 12, played: int = 2, **more: Any) -> NightView:
    """Returns a night whose tables all have played so many deals."""
    names = [name_of(number) for number in range(4 * tables)]
    seated = [table(number + 1, names[4 * number : 4 * number + 4], played) for number in range(tables)]
    ranked = sorted((person for each in seated for person in each.players), key=lambda person: -person.points)
    known = NightView(
        title="Friday at the club",
        state=view.PLAYING if played < 4 else view.MOVING,
        sitting=2,
        sittings=4,
        tables=seated,
        standing=[
            Rank(place + 1, one.name, one.points, 100 * (tables - place), played, 1) for place, one in enumerate(ranked)
        ],
        by="points",
        moves=[] if played else [Move(one.name, each.number, one.seat, 0) for each in seated for one in each.players],
        open=False,
        messages=[],
    )
    return replace(known, **more)


def draft(players: int = 17) -> NightView:
    """Returns a night before its first sitting."""
    names = [name_of(number) for number in range(players)]
    return night(
        0,
        0,
        state=view.DRAFT,
        sitting=0,
        standing=[Rank(1, name, 0, 0, 0, 0) for name in names],
    )


def proposed(players: int = 17) -> NightView:
    """Returns a night with proposed seats: tables of four, and who sits out."""
    before = draft(players)
    names = [rank.name for rank in before.standing]
    tables = [names[at : at + 4] for at in range(0, players - players % 4, 4)]
    moves = [Move(name, n, WINDS[i], 0) for n, each in enumerate(tables, 1) for i, name in enumerate(each)]
    moves += [Move(name, 0, "", 0) for name in names[4 * len(tables) :]]
    return replace(before, moves=moves, open=True)


def troubled() -> NightView:
    """Returns a night with everything that the room can see, and hostile names."""
    calm = night(6)
    tables = list(calm.tables)
    tables[0] = replace(tables[0], behind=3)
    tables[1] = replace(tables[1], state=view.AWAY)
    tables[2] = table(3, [*EVIL], 4, tied=[EVIL[0], EVIL[2]])
    tables[3] = replace(tables[3], state=view.NEVER)
    gone = {person.name for person in calm.tables[2].players}
    standing = [rank for rank in calm.standing if rank.name not in gone]
    standing = [*[Rank(1, name, 500, 0, 4, 2, -20) for name in EVIL], *standing]
    return replace(calm, tables=tables, standing=standing)


def looked(shown: NightView) -> NightView:
    """Adds what the host says of tables."""
    tables = [looking(each, False) for each in shown.tables]
    return replace(shown, tables=tables, said=said(tables, shown.state, shown.broker))


class FakeNight:
    """A running night that tests set. done: the actions that a page sent. refusal: the answer to the next ones."""

    def __init__(self, first: NightView) -> None:
        self.shown = first
        self.done: list[dict[str, Any]] = []
        self.refusal = ""

    @property
    def shown(self) -> NightView:
        return self._shown

    @shown.setter
    def shown(self, shown: NightView) -> None:
        self._shown = looked(shown)

    def view(self) -> NightView:
        return self.shown

    def part(self, name: str) -> Part | None:
        links = {f"code-{each.number}": f"https://mingg.example/?join={each.number}" for each in self.shown.tables}
        return Part(links=(("link", links[name]),)) if name in links else None

    def page(self, name: str) -> str | None:
        return f"<title>{name}</title>" if name == "night" else None

    async def watch(self) -> AsyncIterator[NightView]:
        before: NightView | None = None
        while True:
            if self.shown is not before:
                before = self.shown
                yield before
            await asyncio.sleep(0.02)

    async def act(self, action: dict[str, Any]) -> str:
        if self.refusal:
            raise ActionError(self.refusal)
        self.done.append(action)
        return f"Done: {action['do']}"
