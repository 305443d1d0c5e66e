"""Ledgers for tests of a club night: made by the firmware, published as a device does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.core.values import BadInput
from mingg.evening.beside import pay
from mingg.evening.change import correct
from mingg.evening.evenings import begin
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.records.line import segment_of, unseal
from mingg.records.parse import read_kept
from mingg_club import topics
from mingg_scoring.interchange.sessions import MemoryStore

CLUB = "friday"


def dealt(winner: str | None, pungs: int = 1) -> dict[str, Any]:
    """Returns a deal that this seat has drawn; None: nobody."""
    won = {"hands": {winner: {"sets": ["pung simple"] * pungs}}, "win": {"by": "draw"}}
    return {"winner": winner, **(won if winner else {"hands": {}})}


class Device:
    """A device at a table. It plays deals and says what it would publish."""

    def __init__(self, table: int, id: str = "5f0d8a1c") -> None:
        self.table = table
        self.id = id
        self.store = MemoryStore()
        self.playing = open_evening(self.store)

    def seat(self, names: list[str], options: dict[str, Any] | None = None, ask: str = "") -> None:
        """ask: the id of the director's request; "" if the players begin alone."""
        session = Session(list(names), load("babcock", options or {}, len(names)))
        begin(self.playing, session, 0, [CLUB, 1, ask] if ask else None)

    def deal(self, winner: str | None = "E", pungs: int = 1) -> None:
        save(self.playing, read_kept(dealt(winner, pungs), self.playing.session))

    def correct(self, number: int, winner: str | None) -> None:
        """Corrects a deal of the present evening."""
        correct(self.playing, number, read_kept(dealt(winner), Lines(self.playing).deal(number)[1]))

    def play(self, deals: int, dice: Random) -> None:
        """Plays so many deals; after the end of the game it makes payments."""
        for _ in range(deals):
            if self.playing.session.table.over():
                pay(self.playing, [(0, 1, 2)])
                continue
            try:
                self.deal(dice.choice(["E", "S", "W", "N", None]), dice.randint(1, 3))
            except BadInput:
                self.deal(None)

    def lines(self, evening: int = 0) -> Iterator[tuple[int, int, bytes]]:
        """Yields (segment, number, line) of all lines of an evening, as they lie in the files; 0: the present one."""
        evening = evening or self.playing.ledger.number
        for name in self.store.names():
            at = segment_of(name)
            if at is None or at[0] != evening:
                continue
            for line in self.store.files[name].split(b"\n"):
                if record := unseal(line):
                    yield at[1], record[0], line

    def published(self, evening: int = 0) -> list[tuple[str, bytes]]:
        evening = evening or self.playing.ledger.number
        return [
            (topics.record(CLUB, self.table, evening, segment, number, self.id), line)
            for segment, number, line in self.lines(evening)
        ]

    def here(self, state: str = "on", **more: object) -> tuple[str, bytes]:
        number, records = self.playing.moment()
        value = {
            **{"state": state, "device": self.id, "version": "1", "evening": number, "records": records - 1},
            **{"queued": 0, "screen": "table", "error": "", **more},
        }
        return topics.of_table(CLUB, self.table, topics.HERE), json.dumps(value).encode()

    def answer(self, id: str, why: str = "") -> tuple[str, bytes]:
        said = {"done": False, "why": why} if why else {"done": True, "record": self.playing.moment()[1] - 1}
        value = {"device": self.id, **said}
        return topics.of_table(CLUB, self.table, topics.ANSWER, id), json.dumps(value).encode()
