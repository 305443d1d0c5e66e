"""Tables of a club night that fail in every way, and a comparison of what the host and the devices have."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from help.brokers import lines
from help.memory_broker import PowerCut, break_at
from mingg_club.host import Host
from mingg_club.joining import Membership
from mingg_club.link import won
from mingg_club.records import Name
from mingg_club.rehearsal import SimulatedTable
from mingg_host.common.output import Failure
from mingg_host.device.headless import Headless
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import in_path

POWER = "power"
COMMITTED, PUBLISHED, ACKNOWLEDGED = CUTS = "committed", "published", "acknowledged"  # the power fails: see break_at()
NETWORK, OFFLINE = "network", "offline until the sitting is over"
TWIN, OLDER = "two devices", "an older ledger"
OF_TABLES = (POWER, COMMITTED, PUBLISHED, ACKNOWLEDGED, NETWORK, OFFLINE, TWIN, OLDER)
LOCKED_S = 60.0  # a folder is locked for so long at most

Line = tuple[int, bytes]


class FailingTable(SimulatedTable):
    """A table whose device fails. fault: what fails as soon as it can. done: counts what has failed.

    A twin is a second device that says it is this table. Its players take seats, too, or play without any.
    """

    def __init__(self, number: int, folder: Path, member: Membership, pace_s: float, dice: Random) -> None:
        super().__init__(number, folder, member, pace_s, dice)
        self.member = member
        self.fault = ""
        self.done: Counter[str] = Counter()
        self.twins: list[Twin] = []
        self._back_at = 0.0
        self._is_offline = False
        self._older: tuple[int, int] = (0, 0)  # evening and records of the older copy

    def id(self) -> str:
        return str(self.device.app.club.link.device)

    def step(self) -> None:
        fault, club = self.fault, self.device.app.club
        if fault and self._fail(fault, club):
            self.fault = ""
            self.done[fault] += fault not in CUTS  # those count when they happen
        club = self.device.app.club
        self._is_offline = self._is_offline and club.link.memo.sitting is not None and club.beyond() < 0
        for twin in self.twins[-1:]:
            twin.step()
        try:
            super().step()
        except PowerCut as cut:
            self.done[str(cut)] += 1
            self._restart()
        if self.dice.random() < 0.1:
            self._copy()

    def _fail(self, fault: str, club: Any) -> bool:
        """Returns False if this cannot fail now."""
        link = club.link
        if fault == POWER:
            self._restart()
        elif fault in CUTS:
            break_at(self.device.app, fault)
        elif fault == NETWORK:
            self._lose_network(link)
            self._back_at = time.monotonic() + self.dice.random() * 2
        elif fault == OFFLINE:
            if link.memo.sitting is None or club.beyond() >= 0:
                return False
            self._lose_network(link)
            self._is_offline = True
        elif fault == TWIN:
            if self.twins and self.twins[-1].lives():
                return False
            self.twins.append(Twin(self, len(self.twins) + 1))
        elif fault == OLDER:
            return self._put_back(club)
        return True

    def _switched_on(self) -> Headless:
        """Switches the device on again. A broker that is being started has the lock of its folder for a moment."""
        end = time.monotonic() + LOCKED_S
        while True:
            try:
                return Headless(self.folder, strict=False)
            except Failure:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)

    def _restart(self) -> None:
        self.device.close()
        self.device = self._switched_on()
        if self._is_offline:
            self._lose_network(self.device.app.club.link)

    def _lose_network(self, link: Any) -> None:
        link.client.drop()
        dial = link._dial

        def dialled(address: str, port: int) -> Any:
            if self._is_offline or time.monotonic() < self._back_at:
                raise OSError(101)  # ENETUNREACH
            return dial(address, port)

        link._dial = dialled

    def _place(self) -> tuple[int, int]:
        ledger = self.device.app.play.evening.ledger
        return ledger.number, ledger.records

    def _copy(self) -> None:
        if self._place() != self._older and self.device.app.club.link.memo.sitting is not None:
            copy = self.folder.with_name(f"{self.folder.name}-older")
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(self.folder, copy)
            self._older = self._place()

    def _put_back(self, club: Any) -> bool:
        """Puts an older copy of the flash back, from the same sitting."""
        evening, records = self._older
        present, now = self._place()
        if club.link.memo.sitting is None or club.beyond() >= 0 or evening != present or not 0 < records < now:
            return False
        self.device.close()
        shutil.rmtree(self.folder)
        shutil.copytree(self.folder.with_name(f"{self.folder.name}-older"), self.folder)
        self.device = self._switched_on()
        return True

    def close(self) -> None:
        super().close()
        for twin in self.twins[-1:]:
            if twin.lives():
                twin.close()


class Twin(SimulatedTable):
    """A second device of a table, for some seconds."""

    def __init__(self, of: FailingTable, count: int) -> None:
        folder = of.folder.with_name(f"{of.folder.name}-twin-{count}")
        super().__init__(of.number, folder, of.member, of.pace_s, Random(of.dice.random()))
        self.name = self.device.app.club.link.device
        self._end = time.monotonic() + 2 + 2 * self.dice.random()

    def lives(self) -> bool:
        return self._end > 0

    def step(self) -> None:
        if not self.lives():
            return
        if time.monotonic() > self._end:
            self.close()
            return
        super().step()
        club = self.device.app.club
        if club.at_table() and not club.link.waiting and club.link.memo.sitting is None and self.dice.random() < 0.05:
            self._deal()

    def close(self) -> None:
        self._end = 0.0
        super().close()


def differences(host: Host, archive: Archive, tables: list[FailingTable], ids: dict[int, str]) -> list[str]:
    """Returns what the host has otherwise than the devices, [] if nothing. ids: of the devices, by table.

    Every record is the same byte for byte in the host's book and in the archive, nothing counts twice, and the standing
    is that of the counted ledgers, read from the devices alone. If that of a twin counts, since it seated the players,
    it does so as far as the host has it.
    """
    found = []
    archived = [_lines(b"".join(data for _, data in sorted(evening.files.items()))) for evening in archive.evenings()]
    flashes: dict[tuple[int, str], Path] = {}
    for table in tables:
        flashes[table.number, ids[table.number]] = table.folder
        flashes.update({(table.number, twin.name): twin.folder for twin in table.twins})
    for (number, device), folder in flashes.items():
        own = device == ids[number]
        on_flash: dict[int, dict[int, bytes]] = {}
        for (evening, _, record), line in sorted(lines(folder).items()):
            on_flash.setdefault(evening, {})
            if record:
                on_flash[evening][record] = line
        kept = {
            name.evening: {record: line.data for record, line in ledger.records.items()}
            for name, ledger in host.course.book.ledgers.items()
            if (name.table, name.device) == (number, device)
        }
        for evening in on_flash.keys() | kept.keys():
            there, here = on_flash.get(evening, {}), kept.get(evening, {})
            # A twin went away with what it had not sent.
            if here != there if own else not here.items() <= there.items():
                found.append(f"table {number}, device {device}, evening {evening}: {_unlike(there, here)}")
            elif own and there and sorted(there.items()) not in archived:
                found.append(f"table {number}, device {device}, evening {evening} is not in the archive")
    points: Counter[str] = Counter()
    counted: Counter[Name] = Counter()
    plan, book = host.course.night.plan, host.course.book
    for sitting, played in enumerate(host.course.night.sittings, 1):
        for number, table in enumerate(played.tables, 1):
            names = host.course.ledgers(table)
            flash = flashes[number, ids[number]]
            read = [_read(flash, name) if name.device == ids[number] else book.evening(name) for name in names]
            evenings = [evening for evening in read if evening is not None]
            counted.update(names)
            deals = sum(len(evening.deals) for evening in evenings)
            if deals < plan.deals or (deals > plan.deals and len(table.seats) == 1):
                found.append(f"sitting {sitting}, table {number}: {deals} deals")
            of_table: Counter[str] = Counter(dict.fromkeys(table.names, 0))
            for evening in evenings:
                of_table.update(won(evening))
            # A table that was seated again may play more deals than were agreed.
            for deal in [deal for evening in evenings for deal in evening.deals][plan.deals :]:
                of_table.subtract(deal.net)
            has = host.course.result(table).won
            if has != dict(of_table):
                found.append(
                    f"sitting {sitting}, table {number}: {has}, but the ledgers have {dict(of_table)}: {table}"
                )
            points.update(of_table)
    found += [f"{name} counts {count} times" for name, count in counted.items() if count > 1]
    if {rank.name: rank.points for rank in host.course.ranks()} != {name: points[name] for name in plan.players}:
        found.append("the standing differs from that of the ledgers")
    return found


def _lines(data: bytes) -> list[Line]:
    """Returns the records of a ledger, without its heads."""
    numbered = ((int(line.partition(b" ")[0]), line) for line in data.split(b"\n") if line)
    return sorted({(number, line) for number, line in numbered if number})


def _unlike(there: dict[int, bytes], here: dict[int, bytes]) -> str:
    numbers = [number for number in sorted(there.keys() | here.keys()) if there.get(number) != here.get(number)]
    return f"records {numbers} differ; the device has {len(there)}, the host {len(here)}"


def _read(folder: Path, name: Name) -> Evening:
    (source,) = (source for source in in_path(folder) if source.number == name.evening)
    return Evening(source)
