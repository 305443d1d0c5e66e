"""Walks of a club night as text, in the form of walking.py: what happens at the tables and on the director's page, and
what is then true.

    The start of a sitting is taken back while nobody has played
        propose ; start ; undo | state == "draft" ; not asks(1)
        start ; seat ; play 1 ; undo ! has begun to play

Left of the bar, with ; between:

    NIGHT +Zoe odd=out                  this is another night than NIGHT of club_room.py, with one player more
    deal 1 S 3                          what Room.deal() does; - is None
    penalty name=A1 points=5            an action of the director, whose values are JSON or words
    paper rows=[[8,-8,0,0]]             points, and throws of dice, in the order of the names
    [check players in]                  presses this button of the director's page
    [table-1: swap two hands] one=A1    presses this one of a part of it, and fills in the form
    undo ! has begun to play            this is impossible, for this reason, and changes nothing
    keep                                keeps the night and its points
    no_result first=<at2[0]>            between < and > is an expression

Right of it are expressions of Python, with the names that Walker.names() has.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from help.club_devices import CLUB
from help.club_room import NAMES, NIGHT, Room
from help.walking import Walk
from mingg_club import decisions, topics, view
from mingg_club.night import Plan
from mingg_club.view import ActionError, Button, Part
from mingg_club.web.feed import for_room

KEYS = re.compile(r' (\w+)=("[^"]*"|[\[{].*?[]}](?= \w+=|$)|\S*)')


class Steps:
    """Reads steps, and does them; see below."""

    def go(self, walk: Walk, **more: Any) -> None:
        """more: names for the expressions."""
        for steps, checks in walk:
            for step in filter(None, steps.strip().split(" ; ")):
                self.step(step)
            known = {**self.names(), **more} if any(checks) else {}
            for check in filter(None, checks):
                assert eval(check, known), (steps, check, [eval(side, known) for side in check.split(" == ")])

    def step(self, step: str) -> None:
        keys = {key: _value(text) for key, text in KEYS.findall(step)}
        word, *given = KEYS.sub("", step).split(" ")
        self.do(word, list(map(_value, given)), keys)

    def do(self, word: str, given: list[Any], keys: dict[str, Any]) -> None:
        raise NotImplementedError

    def names(self) -> dict[str, Any]:
        """Returns what the expressions know."""
        raise NotImplementedError


def go(walk: Walk, plans: dict[str, Plan] | None = None, **more: Any) -> None:
    """Walks through a night. plans: nights besides NIGHT by their names."""
    Walker({"NIGHT": NIGHT, **(plans or {})}).go(walk, **more)


class Walker(Steps):
    """said: the words of the last action. kept: the night that was kept; before: its points; requests: those that
    waited, by table; change: the count of its changes."""

    def __init__(self, plans: dict[str, Plan]) -> None:
        self.plans = plans
        self.room = Room(next(iter(plans.values())))
        self.said = ""
        self.kept: Any = None
        self.before: dict[str, int] = {}
        self.requests: dict[int, Any] = {}
        self.change = 0

    def step(self, step: str) -> None:
        step = re.sub("<(.*?)>", lambda found: str(eval(found[1], self.names())), step)
        step, _, why = step.partition(" ! ")
        if not why:
            super().step(step)
            return
        before = copy.deepcopy(self.room.course.night)
        with pytest.raises(ActionError, match=why):
            super().step(step)
        assert self.room.course.night == before
        assert not self.room.course.outgoing

    def do(self, word: str, given: list[Any], keys: dict[str, Any]) -> None:
        if word[0] == "[":
            where, _, words = " ".join([word, *given])[1:-1].rpartition(": ")
            self._act(**{**self._button(where, words).send, **keys})
        elif word in self.plans:
            plan = self.plans[word]
            players = (*keys.pop("players", plan.players), *(name[1:] for name in given))
            self.room = Room(replace(plan, players=players, **keys))
        elif word == "keep":
            assert not given, given
            self.kept, self.before = copy.deepcopy(self.room.course.night), self.room.points()
            self.requests = {device.table: self.room.asks(device.table) for device in self.room.devices}
            self.change = self.room.course.change
        elif hasattr(Room, word):
            getattr(self.room, word)(*given, **keys)
        else:
            assert not given, (word, given)
            self._act(word, **keys)

    def _act(self, do: str, **keys: Any) -> None:
        names: list[str] = []
        if "rows" in keys:
            names = self.room.course.table_at(keys["table"], keys.get("sitting")).labels()
        elif "throws" in keys:
            names = self.room.course.tied(keys["table"])
        for key in {"rows", "throws"} & keys.keys():
            keys[key] = [dict(zip(names, row, strict=True)) if isinstance(row, list) else row for row in keys[key]]
        self.said = self.room.act(do, **keys)

    def _button(self, where: str, words: str) -> Button:
        found = [button for button in self._buttons(where) if button.words == words]
        assert found, (where, words, [button.words for button in self._buttons(where)])
        return found[0]

    def _buttons(self, where: str) -> Iterator[Button]:
        """Yields the buttons of a part, by default of those that the director's page always shows."""
        page = self.room.view().director
        assert page is not None
        undo = Part(buttons=[page.undo] if page.undo else [])
        yield from _buttons(self.room.part(where) if where else Part(parts=[*page.needs, page.next, page.night, undo]))

    def names(self) -> dict[str, Any]:
        room, night = self.room, self.room.view()
        seated = room.course.night.sittings[-1].tables if room.course.night.sittings else []
        kinds = {message.kind: message for message in reversed(night.messages)}
        return {
            **{f"t{table.number}": table for table in night.tables},
            **{f"at{table.number}": table.names for table in seated},
            **{f"r{table.number}": room.course.result(table) for table in seated},
            **{"room": room, "course": room.course, "night": room.course.night, "shown": night, "state": night.state},
            **{"desk": night.director, "wall": for_room(night), "part": room.part, "said": self.said},
            **{"kept": self.kept, "before": self.before, "change": self.change, "points": room.points()},
            "requests": self.requests,
            **{"kinds": kinds, "texts": room.texts(), "ranks": {rank.name: rank for rank in room.course.ranks()}},
            "played": [table.played for table in night.tables],
            "done": [table.done for table in night.tables],
            "looks": [(table.look, table.words) for table in night.tables],
            "moves": [f"{move.name} {move.table}{move.seat}" for move in night.moves],
            "asks": lambda table, do="": [what for _, what in room.asks(table, do)],
            "dos": lambda table: [what["do"] for _, what in room.asks(table)],
            "told": lambda table: room.told.count(topics.kept(CLUB, table, room.devices[table - 1].id)),
            "asked": [int(topic.split("/")[3]) for topic in room.told if "/ask/" in topic],
            "hears": lambda table: [what["text"] for _, what in room.asks(table, "show")],
            "buttons": lambda where="": [button.words for button in self._buttons(where)],
            "button": lambda words, where="": self._button(where, words),
            **{"NAMES": NAMES, "CLUB": CLUB, "decisions": decisions, "topics": topics, "view": view},
        }


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None if text == "-" else text


def _buttons(part: Part | None) -> Iterator[Button]:
    assert part is not None
    yield from part.buttons
    for row in part.rows:
        yield from row.buttons
    for one in part.parts:
        yield from _buttons(one)
