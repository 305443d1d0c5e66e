"""A night of a club for tests of its pages: views with any number of tables, and a record of what was requested."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from mingg_club import view
from mingg_club.view import (
    ActionError,
    Asked,
    DealView,
    Director,
    Message,
    Move,
    NightView,
    Person,
    Player,
    Rank,
    TableView,
)

NAMES = (
    *("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lu", "Max", "Nell", "Otto", "Pia"),
    *("Quin", "Ruth", "Sam", "Tess", "Uwe", "Val", "Wes", "Xenia", "Yara", "Zoë", "Bartholomäus", "Wilhelmina"),
    *("Ağaçlı", "José", "François", "Mürvet"),
)
EVIL = ("<img src=x onerror=alert(1)>", "</script><b>bold", "\u202egnp.exe", "a\x1b[31m\x07\nb")
WINDS = ("E", "S", "W", "N", "")
DEAL = {
    "winner": "S",
    "win": {"by": "discard", "from": "E"},
    "hands": {"S": {"sets": ["pung simple", "(pung dragon)"], "suit": "half"}, "N": {"sets": [], "flowers": [4]}},
}


def name_of(number: int) -> str:
    return NAMES[number % len(NAMES)] + (f" {number // len(NAMES) + 1}" if number >= len(NAMES) else "")


def dealt(names: list[str], number: int) -> DealView:
    winner, payer = names[1], names[0]
    net = dict.fromkeys(names, 0) | {winner: 64, payer: -64}
    hands = {winner: "16 points, 2 doublings: 64", names[-1]: "4 points"}
    return DealView(number, "E", payer, winner, f"claimed from {payer}", 64, net, net, hands, DEAL)


def table(number: int, names: list[str], played: int, **more: Any) -> TableView:
    people = [
        Person(name, WINDS[seat] if len(names) != 3 else "ESN"[seat], (37 * (seat + 1) * number) % 400 - 180, 0)
        for seat, name in enumerate(names)
    ]
    history = [dealt(names, deal + 1) for deal in range(played)]
    last = f"{names[1]} wins 64, claimed from {names[0]}" if played else ""
    known = TableView(
        number, people, played, 4, played >= 4, view.HERE, "table", played + 1, last=last, history=history,
        evening=3, device=f"{number:08x}", version="1.0",
    )  # fmt: skip
    return replace(known, **more)


def night(tables: int = 12, played: int = 2, **more: Any) -> NightView:
    """Returns a night whose tables all have played so many deals."""
    names = [name_of(number) for number in range(4 * tables)]
    seated = [table(number + 1, names[4 * number : 4 * number + 4], played) for number in range(tables)]
    ranked = sorted((person for each in seated for person in each.players), key=lambda person: -person.points)
    known = NightView(
        title="Friday at the club",
        club="friday",
        movement="progressive",
        state=view.PLAYING if played < 4 else view.MOVING,
        sitting=2,
        sittings=4,
        deals=4,
        rules="Babcock",
        details=["limit: 500"],
        tables=seated,
        standing=[
            Rank(place + 1, one.name, one.points, 100 * (tables - place), played, 1) for place, one in enumerate(ranked)
        ],
        by="points",
        moves=[],
        open=False,
        messages=[],
        players=[Player(person.name, view.PRESENT, each.number) for each in seated for person in each.players],
        director=Director(
            "Sitting 2 begun", {n + 1: f"https://mingg.example/?join=secret-{n + 1}" for n in range(tables)}
        ),
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
        players=[Player(name, view.PRESENT) for name in names],
        director=Director(),
    )


def proposed(players: int = 17) -> NightView:
    """Returns a night with proposed seats: tables of four, and who sits out."""
    before = draft(players)
    names = [player.name for player in before.players]
    tables = [names[at : at + 4] for at in range(0, players - players % 4, 4)]
    moves = [Move(name, n, WINDS[i], 0) for n, each in enumerate(tables, 1) for i, name in enumerate(each)]
    moves += [Move(name, 0, "", 0) for name in names[4 * len(tables) :]]
    return replace(before, moves=moves, open=True, director=Director("Seats drawn by lot", {}, tables))


def troubled() -> NightView:
    """Returns a night with everything that can need the director, and hostile names."""
    calm = night(6)
    tables = list(calm.tables)
    tables[0] = replace(tables[0], behind=3, missing="3 to 5", queued=3)
    tables[1] = replace(tables[1], state=view.AWAY)
    tables[2] = table(3, [*EVIL], 4, tied=[EVIL[0], EVIL[2]], throws={EVIL[0]: [7], EVIL[2]: [7]})
    tables[3] = replace(tables[3], state=view.NEVER, asked=[Asked("00001", "seat", "seat the players", view.WAITING)])
    tables[4] = replace(
        tables[4], asked=[Asked("00002", "correct", "correct deal 2", view.REFUSED, "a deal is being entered")]
    )
    messages = [
        Message("gap:1:3:3", view.GAP, 1, "Table 1: records 3 to 5 are missing.", "The host asks for them."),
        Message("conflict:6:3:2", view.CONFLICT, 6, "Table 6: records 2 came with two contents.", "Both are kept."),
        Message(
            "devices:6:00000006,0000000f", view.DEVICES, 6,
            "Table 6: two devices say they are this table: 00000006, 0000000f.", "Choose the device that counts.",
            ("00000006", "0000000f"),
        ),
        Message("tie:3:1", view.TIE, 3, f"Table 3: {EVIL[0]}, {EVIL[2]} are equal.", "Enter what they throw."),
        Message("call:5:1", view.CALL, 5, "Table 5 calls the director: <b>help</b>.", "Go to the table."),
        Message("away:2:away", view.IS_AWAY, 2, "Table 2 is away.", "It plays on, and sends later."),
        Message("late:Late Larry", view.FREE, 0, "Late Larry is late.", "Mark the player as present on arrival."),
    ]  # fmt: skip
    gone = {person.name for person in calm.tables[2].players}
    players = [player for player in calm.players if player.name not in gone]
    players += [Player(name, view.PRESENT, 3) for name in EVIL]
    players += [Player("Late Larry", view.LATE), Player("Left Lena", view.LEFT)]
    standing = [rank for rank in calm.standing if rank.name not in gone]
    standing = [*[Rank(1, name, 500, 0, 4, 2, -20) for name in EVIL], *standing]
    return replace(calm, tables=tables, messages=messages, players=players, standing=standing)


class FakeNight:
    """A running night that tests set. done: the actions that a page sent. refusal: the answer to the next ones."""

    def __init__(self, first: NightView) -> None:
        self.shown = first
        self.done: list[dict[str, Any]] = []
        self.refusal = ""

    def view(self) -> NightView:
        return self.shown

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
        if action["do"] == "draw":
            self.shown = proposed(len(self.shown.players))
        return f"Done: {action['do']}"

    def count(self, table: int, deal: int, to: dict[str, Any]) -> DealView:
        if "winner" not in to:
            raise ActionError("This deal is impossible.")
        return replace(self.shown.tables[table - 1].history[deal - 1], value=to)
