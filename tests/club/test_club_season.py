"""Four weeks of one club on the real firmware. Two nights go well, one is interrupted and goes on, and another computer
takes one over in the middle. One table has no device and writes its results on paper.

Afterwards the season is the sum of the devices' ledgers and of the paper, and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from help.brokers import lines, runs, until
from help.commands import run
from help.seeds import SEED
from mingg_club import decisions, joining, rehearsal, view
from mingg_club.brokers import Broker, Credentials, free_port, write_credentials
from mingg_club.commands.options import Night
from mingg_club.commands.run import _continued
from mingg_club.course import open_course
from mingg_club.host import Host
from mingg_club.link import won
from mingg_club.records import Book
from mingg_club.rehearsal import SimulatedTable, Tables
from mingg_club.tasks import ended
from mingg_club.view import ActionError
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import in_path

pytestmark = [pytest.mark.mosquitto, pytest.mark.prove]

CLUB, SITTINGS, DEALS, ON_PAPER = "friday", 2, 3, 3
NAMES = [f"{letter}{number}" for number in (1, 2, 3) for letter in "ABCD"]
PATIENCE_S = 180.0


class Season:
    """The club: its file, its broker, devices at tables 1 and 2. paper: points by name, written at table 3."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dice = random.Random(SEED)
        self.paper: Counter[str] = Counter()
        self.file, self.users = folder / "friday.toml", Credentials(CLUB)
        words = ["--club", CLUB, "--players", ",".join(NAMES), "--sittings", str(SITTINGS), "--deals", str(DEALS)]
        assert run("club", "new", "-o", str(self.file), *words)[0] == 0
        self.users.add(3)
        write_credentials(folder / "credentials.json", self.users)
        self.broker = Broker(self.users, folder / "broker", free_port(), 0, "127.0.0.1")
        self.broker.start()
        place = lambda number: joining.member(self.users, number, "127.0.0.1", self.broker.port)  # noqa: E731
        self.tables = Tables(
            [
                SimulatedTable(number, folder / f"table-{number}", place(number), 0.2, random.Random(number))
                for number in (1, 2)
            ]
        )
        self.tables.start()

    def runs(self, computer: str, stops: Callable[[Host], bool], goes_on: bool | None = None) -> str:
        """Runs the club's night on a computer, as `mingg club run` does, until it is over or stops. Returns when it
        began."""
        night = Night(
            self.file, self.folder / computer, f"127.0.0.1:{self.broker.port}", self.folder / "credentials.json"
        )
        address, name = night.address(night.passwords()), night.at.host_name()
        known, takes = _continued(night, address, goes_on, name)
        with closing(Book(night.at.book(decisions.fold(known)))) as book:
            host = Host(open_course(book, known, name), address, takes=takes)
            asyncio.run(self._direct(host, stops))
            return host.course.night.since

    async def _direct(self, host: Host, stops: Callable[[Host], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        async with runs(host):
            await until(lambda: not host.trouble, "the host is connected")
            if not host.course.directs:
                await host.act({"do": "take_over"})
            directing = asyncio.ensure_future(rehearsal.direct(host, self.tables, lambda _: None))
            while not stops(host):
                assert time.monotonic() < end, (host.view().state, host.trouble, host.view().messages)
                assert self.tables.failed is None, self.tables.failed
                if directing.done():
                    directing.result()
                if host.view().state == view.PLAYING:
                    with suppress(ActionError):  # what the broker did not confirm in time is in the next turn
                        await self._write(host)
                await asyncio.sleep(0.1)
            await ended([directing])

    async def _write(self, host: Host) -> None:
        """Writes the result of the table without a device, when the others have finished."""
        course, count = host.course, len(host.course.night.sittings)
        *tables, on_paper = course.night.sittings[-1].tables[:ON_PAPER]
        if on_paper.paper or not all(map(course.is_final, tables)):
            return
        points = [2 * self.dice.randrange(-40, 41) for _ in on_paper.names[1:]]
        row = dict(zip(on_paper.names, (-sum(points), *points), strict=True))
        await host.act({"do": "paper", "table": ON_PAPER, "sitting": count, "rows": [row], "deals": DEALS})
        self.paper.update(row)
        await host.act({"do": "check", "table": ON_PAPER, "sitting": count})

    def stop(self) -> None:
        self.tables.stop()
        self.broker.stop()


def over(host: Host) -> bool:
    return host.view().state == view.OVER and not any(table.behind or table.queued for table in host.view().tables)


def begun(host: Host) -> bool:
    """A device plays the last sitting."""
    count = len(host.course.night.sittings)
    return count == SITTINGS and any(
        host.course.result(table).deals for table in host.course.night.sittings[-1].tables[:2]
    )


def test_a_season_of_four_weeks_is_the_sum_of_ledgers_and_paper(tmp_path: Path, tell: Callable[[str], None]) -> None:
    season = Season(tmp_path)
    try:
        began = [
            season.runs("one", over),
            season.runs("one", over),
            season.runs("one", begun),
            season.runs("one", over, goes_on=True),
            season.runs("one", begun),
            season.runs("other", over, goes_on=True),
        ]
    finally:
        season.stop()
    assert len(set(began)) == 4
    assert began[2] == began[3]
    assert began[4] == began[5]
    assert began == sorted(began)
    played = [Evening(source) for number in (1, 2) for source in in_path(tmp_path / f"table-{number}")]
    points = Counter(season.paper)
    for evening in played:
        points.update(won(evening))
    deals = sum(len(evening.deals) for evening in played)
    assert deals == 4 * SITTINGS * 2 * DEALS
    # Each night once, whichever computer has more of it.
    kept = [str(path) for computer in ("one", "other") for path in (tmp_path / computer).rglob("*.sqlite")]
    assert len(kept) == 5
    status, text, errors = run("club", "standing", *kept, "--json")
    assert status == 0, errors
    players = json.loads(text)["players"]
    assert {player["player"]: player["points"] for player in players} == {name: points[name] for name in NAMES}
    assert {(player["deals"], player["sittings"]) for player in players} == {(4 * SITTINGS * DEALS, 4 * SITTINGS)}
    records = sum(len(lines(tmp_path / f"table-{number}")) for number in (1, 2))
    tell(f"4 nights on 2 computers: {deals} deals in {records} records, and paper; seed {SEED}")
