"""`mingg club mosquitto`: the configuration of a broker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from mingg_host.commands.options import PATH, output_option, write_files
from mingg_host.common.output import printable

from mingg_club import brokers
from mingg_club.brokers import CREDENTIALS, Credentials, credentials_file
from mingg_club.commands.options import TABLES, Night, of_a_night, port_option

output = output_option("Write into this folder.", "FOLDER", required=True)
tables_option = click.option("--tables", type=TABLES, help="Tables with a password.  [default: as the players need]")


def data_option(does: str, **settings: Any) -> Callable[..., Any]:
    return click.option("--data", metavar="FOLDER", type=PATH, help=does, **settings)


@click.command("mosquitto")
@output
@tables_option
@data_option("The folder on the broker's computer that will have these files and its data.  [default: that of -o]")
@port_option("--port", 1883, "The port for devices and hosts.")
@port_option("--web-port", 9001, "The port for phones. 0: none.", or_none=True)
@of_a_night()
def mosquitto(
    night: Night, output: Path, force: bool, tables: int | None, data: Path | None, port: int, web_port: int
) -> None:
    """Write the configuration of a Mosquitto 2: listeners, passwords, access control, persistence, websockets.

    Passwords that the club has already stay. The file credentials.json is for `mingg club run --credentials`; it does
    not belong on the broker's computer. `mingg club --help` names a page that says how to install the other files on a
    Raspberry Pi.

    \b
    Example:
      mingg club mosquitto friday.toml -o broker --data /var/lib/mosquitto/mingg
    """
    users = night.enough_passwords(tables or 0)
    folder = (data or output).absolute()
    _write(brokers.mosquitto_files(users, folder, port, web_port, elsewhere=data is not None), users, output, force)
    click.echo("Only you may read these files. Mosquitto must be able to read the first three.")


def _write(written: dict[str, bytes], users: Credentials, to: Path, force: bool) -> None:
    """Writes the configuration and the credentials, for their owner alone. Raises Refused."""
    files = {to / name: content for name, content in written.items()} | {to / CREDENTIALS: credentials_file(users)}
    write_files(files, force, secret=True, below=to)
    for path in files:
        click.echo(printable(str(path)))
