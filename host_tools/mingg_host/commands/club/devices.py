"""`mingg club join`: a device joins a table."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.club import joining
from mingg_host.commands.club import options
from mingg_host.commands.options import FOLDER, port_option
from mingg_host.common import disk
from mingg_host.common.output import printable
from mingg_host.common.web import own_address
from mingg_host.connection.link import connected


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
