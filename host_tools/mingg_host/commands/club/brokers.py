"""`mingg club mosquitto` and `mingg club cluster`: the configuration of brokers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mingg_host.commands.club.access import enough_credentials
from mingg_host.commands.club.options import (
    PORT,
    PORT_OR_NONE,
    explained,
    folder_option,
    night_argument,
)
from mingg_host.commands.paths import output_option, refuse_to_overwrite, write_files
from mingg_host.common import disk
from mingg_host.common.output import printable

if TYPE_CHECKING:
    from mingg_host.club.brokers import Credentials
    from mingg_host.club.nights import ClubFolder


@click.command("mosquitto", short_help="Write the configuration of a broker.")
@night_argument
@output_option("Write into this folder.", "FOLDER", required=True)
@click.option("--tables", type=click.IntRange(1, 999), help="Tables with a password.  [default: as the players need]")
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="The folder on the broker's computer that will have these files and its data.  [default: that of -o]",
)
@click.option("--port", type=PORT, default=1883, show_default=True, help="The port for devices and hosts.")
@click.option("--web-port", type=PORT_OR_NONE, default=9001, show_default=True, help="The port for phones. 0: none.")
@folder_option
def mosquitto(
    night: Path,
    output: Path,
    force: bool,
    tables: int | None,
    data: Path | None,
    port: int,
    web_port: int,
    folder: Path | None,
) -> None:
    """Write the configuration of a Mosquitto 2: listeners, passwords, access control, persistence, websockets.

    Passwords that the club has already stay. The file credentials.json is for `mingg club run --credentials`; it does
    not belong on the broker's computer. docs/club.md says how to install the others on a Raspberry Pi.

    \b
    Example:
      mingg club mosquitto friday.toml -o broker --data /var/lib/mosquitto/mingg
    """
    with explained():
        from mingg_host.club import nights
        from mingg_host.club.brokers import mosquitto_files
        from mingg_host.club.night import read

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        users = enough_credentials(at, plan, None)
        users.add(tables or 0)
        written = mosquitto_files(users, (data or output).absolute(), port, web_port, elsewhere=data is not None)
        _write(written, users, output, at, force)
    click.echo("Only you may read these files. Mosquitto must be able to read the first three.")


@click.command("cluster", short_help="Write the configuration of several brokers that act as one.")
@night_argument
@output_option("Write into this folder.", "FOLDER", required=True)
@click.option(
    "--node", "hosts", metavar="HOST", multiple=True, required=True, help="A server's address; three or more."
)
@click.option("--tables", type=click.IntRange(1, 999), help="Tables with a password.  [default: as the players need]")
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=Path("/var/lib/nats"),
    show_default=True,
    help="The folder on each server for its messages.",
)
@folder_option
def cluster(
    night: Path,
    output: Path,
    force: bool,
    hosts: tuple[str, ...],
    tables: int | None,
    data: Path,
    folder: Path | None,
) -> None:
    """Write the configuration of a cluster of NATS servers: one file for each. Each message is kept by three of them.

    Passwords that the club has already stay. The file credentials.json is for `mingg club run --credentials`.

    \b
    Example:
      mingg club cluster friday.toml -o cluster --node 192.168.1.11 --node 192.168.1.12 --node 192.168.1.13
    """
    with explained():
        from mingg_host.club import nights
        from mingg_host.club.brokers import Node, cluster_files
        from mingg_host.club.night import read

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        users = enough_credentials(at, plan, None)
        users.add(tables or 0)
        written = cluster_files(users, [Node(host, data) for host in hosts])
        _write(written, users, output, at, force)
    click.echo("Only you may read these files. Each server needs its own one.")


def _write(written: dict[str, bytes], users: Credentials, to: Path, at: ClubFolder, force: bool) -> None:
    """Writes the configuration and the credentials, for their owner alone. Raises Refused."""
    from mingg_host.club.brokers import CREDENTIALS, credentials_file, write_credentials

    files = {to / name: content for name, content in written.items()} | {to / CREDENTIALS: credentials_file(users)}
    refuse_to_overwrite(files, force)
    with disk.told(at.credentials):
        write_credentials(at.credentials, users)
    write_files(files, force, secret=True, below=to)
    for path in files:
        click.echo(printable(str(path)))
