"""A rehearsal: a whole night with simulated players. Every table runs the real firmware with its link."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from mingg_host.common.output import Failure
from mingg_host.device.headless import Headless

from mingg_club import joining, view
from mingg_club.host import Host

ARROWS = ("up", "down", "left", "right")
MOST_STEP_MS = 200  # of a device's time in one turn of the loop: a slow computer plays more slowly
ARRIVE_S = 20.0  # the first sitting begins when all devices are here, or after this time
MOST_PRESSES = 12  # after the winner is entered, until the deal is saved
STALLS_S = 60.0  # without any record, and as many pauses between deals
GO_ON = ("Sit", "Go", "Over", "Show")  # screens of a club night that wait for A


class SimulatedTable:
    """A device with its players. number: of the table. pace_s: seconds between two deals, on average."""

    def __init__(self, number: int, folder: Path, member: joining.Membership, pace_s: float, dice: Random) -> None:
        joining.write(folder, member)
        self.number = number
        self.folder = folder
        self.pace_s = pace_s
        self.dice = dice
        self.device = Headless(folder, strict=False)
        self._ran = time.monotonic()
        self._play_at = self._ran + self._pause()

    def _pause(self) -> float:
        return self.pace_s * (0.5 + self.dice.random())

    def step(self) -> None:
        """Lets the device run until now. Its players press keys when it is time."""
        now = time.monotonic()
        self.device.wait(min(MOST_STEP_MS, max(8, int(1000 * (now - self._ran)))))
        self._ran = now
        screen = type(self.device.app.screen).__name__
        if now < self._play_at:
            return
        self._play_at = now + self._pause()
        club = self.device.app.club
        if screen in GO_ON:
            self.device.press("a")
        elif screen == "Drop":
            self.device.hold("a")
        elif not club.at_table():
            self.device.press("b")  # towards Table; from a deal that is half entered, to Drop
        elif club.link.memo.sitting is not None and club.beyond() < 0:
            self._deal()

    def _deal(self) -> None:
        """Enters a deal: often with a concealed pung of dragons, sometimes nobody wins."""
        if self.dice.random() < 0.1:
            self.device.press("a", "up")
        else:
            winner = self.dice.choice(ARROWS)
            self.device.press(winner, self.dice.choice([arrow for arrow in ARROWS if arrow != "down"]))
            if self.dice.random() < 0.5:
                self.device.press("right", "right")
        for _ in range(MOST_PRESSES):
            if self.device.app.club.at_table():
                break
            self.device.press("a")

    def close(self) -> None:
        self.device.settle()
        self.device.close()


class Tables:
    """All tables of a rehearsal in a thread of their own. failed: an error that ended it."""

    def __init__(self, tables: list[SimulatedTable]) -> None:
        self.tables = tables
        self.failed: BaseException | None = None
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._ends.is_set():
                for table in self.tables:
                    if self._ends.is_set():
                        return
                    table.step()
                time.sleep(0.004)
        except BaseException as error:  # noqa: BLE001 - the other thread raises it
            self.failed = error

    def stop(self) -> None:
        """Switches all devices off, unless that is done."""
        if self._ends.is_set():
            return
        self._ends.set()
        if self._thread.is_alive():
            self._thread.join()
        for table in self.tables:
            table.close()


def _waits(_: Host, table: view.TableView) -> bool:
    return bool(table.behind or table.queued)


async def direct(
    host: Host,
    tables: Tables,
    told: Callable[[str], None],
    waits: Callable[[Host, view.TableView], bool] = _waits,
) -> None:
    """Directs the night to its end, as soon as all devices are here: decides seats, throws dice, ends. told: gets what
    was done. waits: whether records of a table are to come."""
    began = time.monotonic()
    while host.trouble or (not host.course.night.sittings and time.monotonic() - began < ARRIVE_S):
        if not host.trouble and all(host.course.here(table.number) for table in tables.tables):
            break
        await asyncio.sleep(0.05)
    stands, since = -1, time.monotonic()
    while True:
        if tables.failed is not None:
            raise tables.failed
        shown = host.view()
        records = sum(len(ledger.records) for ledger in host.course.book.ledgers.values())
        if records != stands:
            stands, since = records, time.monotonic()
        if time.monotonic() - since > STALLS_S * max([1.0, *(table.pace_s for table in tables.tables)]):
            numbers = ", ".join(str(table.number) for table in shown.tables if not table.done or table.queued)
            raise Failure(f"Nothing has come for {time.monotonic() - since:.0f} seconds. Waits for tables {numbers}.")
        to_come = any(waits(host, table) for table in shown.tables)
        if shown.state in (view.DRAFT, view.MOVING):
            with suppress(view.ActionError):  # without a broker, which comes back: it is done in the next turn
                await _next_sitting(host, shown, told, to_come)
        elif shown.state == view.OVER and not to_come:
            return
        await asyncio.sleep(0.2)


async def _next_sitting(host: Host, shown: view.NightView, told: Callable[[str], None], to_come: bool) -> None:
    for table in shown.tables:
        while host.course.tied(table.number):
            told(await host.act({"do": "roll", "table": table.number}))
    if not to_come:
        await host.act({"do": "propose"})
        told(await host.act({"do": "start"}))
