"""`mingg club join` and `mingg club fill`: a device joins a table, and a board without Wi-Fi brings its results."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import click

from mingg_host.club import filling, joining, nights
from mingg_host.club.brokers import Credentials, NoConnection
from mingg_host.club.course import open_course
from mingg_host.club.document import Document
from mingg_host.club.filling import Filled, Message
from mingg_host.club.records import Book, Kept
from mingg_host.commands.club import options
from mingg_host.commands.options import FOLDER, archive_option, json_option, port_option, write_json
from mingg_host.common import disk
from mingg_host.common.output import Refused, counted, printable
from mingg_host.common.printing import counted_off, measured
from mingg_host.common.web import own_address
from mingg_host.connection.link import connected
from mingg_host.evenings.archive import Archive

Sent = dict[int, list[Message]]  # by evening, what a device with a link would have published


@click.command("join")
@click.option("--table", type=options.TABLES, required=True, help="The table's number.")
@click.option("--ssid", default="", help="The name of the Wi-Fi.")
@click.option("--key", default="", help="The key of the Wi-Fi.")
@click.option("--address", help="The broker's numeric address.  [default: that of this computer]")
@options.port_option("--broker-port", 1883, "The broker's port.")
@options.port_option("--web-port", 9001, "The broker's port for phones.")
@click.option("--link", "as_link", is_flag=True, help="Only print a link, for a phone or `mingg play --club`.")
@options.port_option("--device-port", options.DEVICE_PAGE, "Of the page in that link.")
@click.option(
    "--ledger",
    metavar="FOLDER",
    type=FOLDER,
    help="Configure `mingg play --ledger FOLDER` instead of a board.",
)
@port_option
@options.of_a_night(options.credentials_option)
def join(
    night: options.Night,
    table: int,
    ssid: str,
    key: str,
    address: str | None,
    broker_port: int,
    web_port: int,
    as_link: bool,
    device_port: int,
    ledger: Path | None,
    port: str | None,
) -> None:
    """Make a device join a table: the board on this computer's USB, a phone, or `mingg play`.

    The key of the Wi-Fi and the table's password are stored on the board; anyone who holds it can read them.

    \b
    Example:
      mingg club join friday.toml --table 3 --ssid Club --key secret
      mingg club join friday.toml --table 3 --ledger table-3
      mingg club join friday.toml --table 3 --link
    """
    place = joining.numeric(address or own_address())
    web = joining.web_address(place, web_port) if as_link else ""
    member = joining.member(night.passwords(), table, place, broker_port, ssid=ssid, key=key, web=web)
    if as_link:
        click.echo(joining.link(f"http://{place}:{device_port}/", member))
    elif ledger is not None:
        with disk.told(ledger):
            click.echo(printable(str(joining.write(ledger, member))))
    else:
        with connected(port) as board:
            joining.write_to_board(board, member)
        click.echo(f"The board joins table {table} of {night.plan.club} at {place} when it starts again.")


@click.command("fill")
@click.option("--table", type=options.TABLES, required=True, help="The table where the board was.")
@click.option("--since", type=int, default=1, metavar="N", help="Leave out evenings of the board before this one.")
@json_option
@port_option
@archive_option
@options.of_a_night(options.broker_option, options.credentials_option)
def fill(night: options.Night, table: int, since: int, as_json: bool, port: str | None, archive: Path | None) -> None:
    """Read the results of a table from the board on this computer's USB, into the night and the archive.

    The board must name the same players as the table had. If the night runs, its host gets the records from the broker,
    as from any table; otherwise they go into the night that is kept here. You can repeat it at any time.

    \b
    Example:
      mingg club fill friday.toml --table 3
    """
    club = night.plan.club
    has_broker = bool(night.broker or night.credentials or night.at.credentials.exists())  # a broker needs passwords
    users = night.passwords() if has_broker else None
    with connected(port) as board, measured() as report:
        backup = board.backup(report)
    device = filling.device_of(backup)
    sent = {
        number: list(filling.messages(files, club, table, device))
        for number, files in backup.ledgers.items()
        if number >= since
    }
    found = filling.ledgers(club, table, device, [message for one in sent.values() for message in one])
    filled = _fill_running(night, users, table, found, sent) if users is not None else None
    if filled is None:
        filled = _fill_kept(night, table, found, sent, archive)
    rows = [
        {"evening": ledger.name.evening, "sitting": sitting, "records": len(ledger.records)}
        for sitting, ledger in filled
    ]
    if as_json:
        write_json(rows)
        return
    for row in rows:
        click.echo(f"evening {row['evening']}: sitting {row['sitting']}, {counted(row['records'], 'record')}")


def _fill_running(
    night: options.Night, users: Credentials, table: int, found: list[Kept], sent: Sent
) -> list[Filled] | None:
    """Brings ledgers of a board into the running night. Returns what belongs to it; None if no night runs."""
    from mingg_host.club.host import published, send

    address = night.address(users)
    try:
        there = asyncio.run(published(address, night.plan.club))
    except NoConnection:
        if night.broker is not None:
            raise
        return None
    if there is None:
        return None
    filled = _matched(there, table, found)
    messages = [message for one in filled for message in sent[one.ledger.name.evening]]
    asyncio.run(send(night.address(users, users.user_of(table)), counted_off(messages, "publishing")))
    asyncio.run(filling.count(address, night.plan.club, filled))
    return filled


def _fill_kept(night: options.Night, table: int, found: list[Kept], sent: Sent, archive: Path | None) -> list[Filled]:
    """Brings ledgers of a board into the night that is kept here. Returns what belongs to it."""
    kept = [(path, one) for path, one in night.at.nights() if one.plan.name == night.plan.name]
    if not kept:
        raise Refused("no such night is kept here, and none runs. `mingg club run` begins one.")
    path, document = kept[-1]
    with night.at.alone(), closing(Book(path)) as book:
        course = open_course(book, document, nights.host_name())
        filled = _matched(course.night, table, found)
        for one in filled:
            for message in sent[one.ledger.name.evening]:
                course.take(*message)
        for one in filled:
            course.act(filling.action(one))
        evenings = Archive(archive)
        for board, number, files in book.grown(night.plan.club, course.night.chosen):
            evenings.add(board, {number: files})
    return filled


def _matched(night: Document, table: int, found: list[Kept]) -> list[Filled]:
    filled = filling.matched(night, table, found)
    if not filled:
        sat = [", ".join(played.tables[table - 1].names) for played in night.sittings if table <= len(played.tables)]
        has = [f"{ledger.name.evening} of {', '.join(ledger.names())}" for ledger in found]
        raise Refused(
            f"No evening on this board has the players of table {table}. There sat: {' / '.join(sat) or 'nobody'}."
            f" The board has: {' / '.join(has) or 'none'}."
        )
    return filled
