"""`mingg club join`: makes a device join a table."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.commands.club.access import known_credentials, membership
from mingg_host.commands.club.options import PORT, credentials_option, explained, folder_option, night_argument
from mingg_host.commands.club.pages import DEVICE_PAGE
from mingg_host.commands.options import port_option
from mingg_host.commands.paths import FOLDER
from mingg_host.common import disk
from mingg_host.common.addresses import own_address
from mingg_host.common.output import printable
from mingg_host.connection.link import connected


@click.command("join", short_help="Make a device join a table.")
@night_argument
@click.option("--table", type=click.IntRange(1, 999), required=True, help="The table's number.")
@click.option("--ssid", default="", help="The name of the Wi-Fi.")
@click.option("--key", default="", help="The key of the Wi-Fi.")
@click.option("--address", help="The broker's numeric address.  [default: that of this computer]")
@click.option("--broker-port", type=PORT, default=1883, show_default=True, help="The broker's port.")
@click.option("--web-port", type=PORT, default=9001, show_default=True, help="The broker's port for phones.")
@click.option("--link", "as_link", is_flag=True, help="Only print a link, for a phone or `mingg play --club`.")
@click.option("--device-port", type=PORT, default=DEVICE_PAGE, show_default=True, help="Of the page in that link.")
@click.option(
    "--ledger",
    metavar="FOLDER",
    type=FOLDER,
    help="Configure `mingg play --ledger FOLDER` instead of a board.",
)
@port_option
@credentials_option
@folder_option
def join(
    night: Path,
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
    credentials: Path | None,
    folder: Path | None,
) -> None:
    """Make a device join a table: the board on this computer's USB, a phone, or `mingg play`.

    The key of the Wi-Fi and the table's password are stored on the board; anyone who holds it can read them.

    \b
    Example:
      mingg club join friday.toml --table 3 --ssid Club --key secret
      mingg club join friday.toml --table 3 --ledger table-3
      mingg club join friday.toml --table 3 --link
    """
    with explained():
        from mingg_host.club import joining, nights
        from mingg_host.club.night import read

        plan = read(night)
        users = known_credentials(nights.ClubFolder(folder, plan.club), plan, credentials)
        place = joining.numeric(address or own_address())
        web = joining.web_address(place, web_port) if as_link else ""
        member = membership(plan, users, table, place, broker_port, web, ssid, key)
        if as_link:
            click.echo(joining.link(f"http://{place}:{device_port}/", member))
            return
        if ledger is not None:
            with disk.told(ledger):
                click.echo(printable(str(joining.write(ledger, member))))
            return
        with connected(port) as board:
            joining.write_to_board(board, member)
    click.echo(f"The board joins table {table} of {plan.club} at {place} when it starts again.")
