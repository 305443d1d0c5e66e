"""`mingg club fill`: brings the results of a board without Wi-Fi into a night."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mingg_host.commands.club.access import broker_address, known_credentials, table_user
from mingg_host.commands.club.options import broker_option, credentials_option, explained, folder_option, night_argument
from mingg_host.commands.options import port_option
from mingg_host.commands.paths import archive_option
from mingg_host.commands.progress import counted_off, measured
from mingg_host.common import locks
from mingg_host.common.failures import Refused
from mingg_host.common.output import counted, printable
from mingg_host.connection.link import connected
from mingg_host.evenings.archive import Archive

if TYPE_CHECKING:
    from mingg_host.club.brokers import Credentials
    from mingg_host.club.document import Document
    from mingg_host.club.filling import Filled, Message
    from mingg_host.club.night import Plan
    from mingg_host.club.nights import ClubFolder
    from mingg_host.club.records import Kept


@click.command("fill", short_help="Read the results of a board without Wi-Fi.")
@night_argument
@click.option("--table", type=click.IntRange(1, 999), required=True, help="The table where the board was.")
@click.option("--since", type=int, default=1, metavar="N", help="Leave out evenings of the board before this one.")
@broker_option
@port_option
@credentials_option
@folder_option
@archive_option
def fill(
    night: Path,
    table: int,
    since: int,
    broker: str | None,
    port: str | None,
    credentials: Path | None,
    folder: Path | None,
    archive: Path | None,
) -> None:
    """Read the results of a table from the board on this computer's USB, into the night and the archive.

    The board must name the same players as the table had. If the night runs, its host gets the records from the broker,
    as from any table; otherwise they go into the night that is kept here. You can repeat it at any time.

    \b
    Example:
      mingg club fill friday.toml --table 3
    """
    with explained():
        from mingg_host.club import filling, nights
        from mingg_host.club.night import read

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        has_broker = bool(broker or credentials or at.credentials.exists())  # a broker needs passwords
        users = known_credentials(at, plan, credentials) if has_broker else None
        with connected(port) as board, measured() as report:
            backup = board.backup(report)
        device = filling.device_of(backup)
        sent = {
            number: list(filling.messages(files, plan.club, table, device))
            for number, files in backup.ledgers.items()
            if number >= since
        }
        found = filling.ledgers(plan.club, table, device, [message for one in sent.values() for message in one])
        filled = (
            _fill_kept(plan, at, table, found, sent, archive)
            if users is None
            else _fill(plan, at, users, table, broker, found, sent, archive)
        )
    for one in filled:
        count = len(one.ledger.records)
        click.echo(f"evening {one.ledger.name.evening}: sitting {one.sitting}, {counted(count, 'record')}")


def _fill(
    plan: Plan,
    at: ClubFolder,
    users: Credentials,
    table: int,
    broker: str | None,
    found: list[Kept],
    sent: dict[int, list[Message]],
    archive: Path | None,
) -> list[Filled]:
    """Brings ledgers of a board into the running night, or the one that is kept here. Returns what belongs to it."""
    from aiomqtt import MqttError

    from mingg_host.club import filling
    from mingg_host.club.host import published, send

    address = broker_address(broker, users)
    try:
        there = asyncio.run(published(address, plan.club))
    except (MqttError, OSError) as error:
        if broker is not None:
            raise Refused(f"the broker does not answer: {error}. Check its address.") from None
        there = None
    if there is None:
        return _fill_kept(plan, at, table, found, sent, archive)
    filled = _matched(there, table, found)
    messages = [message for one in filled for message in sent[one.ledger.name.evening]]
    asyncio.run(send(broker_address(broker, users, table_user(users, table)), counted_off(messages, "publishing")))
    asyncio.run(filling.count(address, plan.club, filled))
    return filled


def _fill_kept(
    plan: Plan, at: ClubFolder, table: int, found: list[Kept], sent: dict[int, list[Message]], archive: Path | None
) -> list[Filled]:
    from mingg_host.club import filling
    from mingg_host.club.course import open_course
    from mingg_host.club.host import host_name
    from mingg_host.club.records import Book

    kept = [(path, night) for path, night in at.nights() if night.plan.name == plan.name]
    if not kept:
        raise Refused("no such night is kept here, and none runs. `mingg club run` begins one.")
    path, night = kept[-1]
    with locks.held(at.path / "running", 1.0):
        book = Book(path)
        try:
            course = open_course(book, night, host_name())
            filled = _matched(course.night, table, found)
            for one in filled:
                for message in sent[one.ledger.name.evening]:
                    course.take(*message)
            for one in filled:
                course.act(filling.action(one))
            evenings = Archive(archive)
            for board, number, files in book.grown(plan.club, course.night.chosen):
                evenings.add(board, {number: files})
        finally:
            book.close()
    return filled


def _matched(night: Document, table: int, found: list[Kept]) -> list[Filled]:
    from mingg_host.club import filling

    filled = filling.matched(night, table, found)
    if not filled:
        sat = [", ".join(played.tables[table - 1].names) for played in night.sittings if table <= len(played.tables)]
        has = [f"{ledger.name.evening} of {', '.join(ledger.names())}" for ledger in found]
        raise Refused(
            printable(
                f"No evening on this board has the players of table {table}. There sat: {' / '.join(sat) or 'nobody'}."
                f" The board has: {' / '.join(has) or 'none'}."
            )
        )
    return filled
