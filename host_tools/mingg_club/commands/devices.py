"""`mingg club join`: a device joins a table."""

from __future__ import annotations

from pathlib import Path

import click
from mingg_host.commands.options import FOLDER, port_option
from mingg_host.common import disk
from mingg_host.common.output import printable
from mingg_host.common.web import own_address
from mingg_host.connection.link import connected

from mingg_club import joining
from mingg_club.commands import options


@click.command("join")
@click.argument("night", metavar="NIGHT|LINK")
@click.option("--table", type=options.TABLES, help="The table's number.")
@click.option("--ssid", default="", help="The name of the Wi-Fi.")
@click.option("--key", default="", help="The key of the Wi-Fi.")
@click.option("--address", help="The broker's numeric address.  [default: that of this computer]")
@options.port_option("--broker-port", 1883, "The broker's port.")
@options.port_option("--web-port", 9001, "The broker's port for phones.")
@click.option("--link", "as_link", is_flag=True, help="Only print a link, for a phone or another computer.")
@options.port_option("--device-port", options.DEVICE_PAGE, "Of the page in that link.")
@click.option(
    "--ledger",
    metavar="FOLDER",
    type=FOLDER,
    help="Configure `mingg play --ledger FOLDER` instead of a board.",
)
@port_option
@options.credentials_option
@options.folder_option
def join(
    night: str,
    table: int | None,
    ssid: str,
    key: str,
    address: str | None,
    broker_port: int,
    web_port: int,
    as_link: bool,
    device_port: int,
    ledger: Path | None,
    port: str | None,
    credentials: Path | None,
    folder: Path | None,
) -> None:
    """Make a device join a table: the board on this computer's USB, a phone, or `mingg play`.

    A link has the table and its password. --link prints it, and the director's page shows it as a QR code for phones.
    On another computer `mingg play --ledger FOLDER` joins by it.

    The key of the Wi-Fi and the table's password are stored on the board; anyone who holds it can read them.

    \b
    Example:
      mingg club join friday.toml --table 3 --ssid Club --key secret
      mingg club join friday.toml --table 3 --ledger table-3
      mingg club join friday.toml --table 3 --link
      mingg club join 'http://192.168.4.1:8000/#club=...' --ledger table-3
    """
    if "://" in night:
        member = joining.of_link(night)
    elif table is None:
        raise click.UsageError("Name the table with --table.")
    else:
        users = options.Night(Path(night), folder, credentials=credentials).passwords()
        place = joining.numeric(address or own_address())
        web = joining.web_address(place, web_port) if as_link else ""
        member = joining.member(users, table, place, broker_port, ssid=ssid, key=key, web=web)
    if as_link:
        click.echo(joining.link(f"http://{member.address}:{device_port}/", member))
    elif ledger is not None:
        with disk.told(ledger):
            click.echo(printable(f"{joining.write(ledger, member)}. Next: mingg play --ledger {ledger}"))
    else:
        with connected(port) as board:
            joining.write_to_board(board, member)
        click.echo(f"The board joins table {member.table} of {member.club} at {member.address} when it starts again.")
