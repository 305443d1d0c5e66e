"""What the commands of `mingg club` share: options, the night that a command is about, and who reaches its broker."""

from __future__ import annotations

import functools
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
from mingg_host.commands.options import FILE, FOLDER
from mingg_host.common import disk
from mingg_host.common.output import Refused
from mingg_host.common.web import listen

from mingg_club import topics
from mingg_club.brokers import Address, Credentials, read_credentials, write_credentials
from mingg_club.movements.seating import sizes
from mingg_club.night import read
from mingg_club.nights import ClubFolder

SPARE = 2  # tables with credentials beyond those that the players fill
DEVICE_PAGE = 8000

TABLES = click.IntRange(1, topics.MOST_TABLES)
PORT, PORT_OR_NONE = click.IntRange(1, 65535), click.IntRange(0, 65535)


def port_option(name: str, default: int, does: str, or_none: bool = False) -> Callable[..., Any]:
    return click.option(name, type=PORT_OR_NONE if or_none else PORT, default=default, show_default=True, help=does)


broker_option = click.option(
    "--broker",
    metavar="HOST[:PORT]",
    help="Use this broker.  [default: run: start one; others: the one on this computer]",
)
credentials_option = click.option(
    "--credentials",
    metavar="FILE",
    type=FILE,
    help="The passwords, as `mingg club mosquitto` writes them.  [default: those in --folder]",
)
folder_option = click.option(
    "--folder",
    metavar="FOLDER",
    type=FOLDER,
    help="Keep nights and credentials here.  [default: the folder club in Mingg's data]",
)


def _checked_bind(_: click.Context, param: click.Parameter, value: str) -> str:
    try:
        listen(value, 0).close()
    except OSError as error:
        raise click.BadParameter(f"{value}: {error.strerror}. Name an address of this computer.", param=param) from None
    return value


bind_option = click.option(
    "--bind", default="", callback=_checked_bind, help="An address of this computer.  [default: all]"
)
page_port_option = port_option("--page-port", 8080, "Of the web pages; 0: any free one.", or_none=True)


@dataclass
class Night:
    """The night that a command is about.

    file                 of the night; plan: what is in it
    folder               of all clubs, None: the usual one; at: where this club is kept
    broker, credentials  as the options name them
    """

    file: Path
    folder: Path | None
    broker: str | None = None
    credentials: Path | None = None

    def __post_init__(self) -> None:
        self.plan = read(self.file)
        self.at = ClubFolder(self.folder, self.plan.club)
        self.address(Credentials(self.plan.club))  # refuses a wrong address before anything is written

    def passwords(self) -> Credentials:
        """Returns the passwords of the club. Raises Refused if there are none: new ones would be those of no broker."""
        path = self.credentials or self.at.credentials
        if not path.exists():
            raise Refused(
                f"{path}: there is no such file. `mingg club run` and `mingg club mosquitto` make the passwords of a"
                " club. Copy that file here, or name it with --credentials."
            )
        return read_credentials(path, self.plan.club)

    def enough_passwords(self, tables: int = 0) -> Credentials:
        """Returns the passwords of the club for so many tables, or as many as the players fill. Makes those that are
        missing, and keeps them in the club's folder."""
        if self.credentials is not None:
            return self.passwords()
        users = read_credentials(self.at.credentials, self.plan.club)
        users.add(max(tables, len(sizes(len(self.plan.players), self.plan.odd)) + SPARE))
        with disk.told(self.at.credentials):
            write_credentials(self.at.credentials, users)
        return users

    def address(self, users: Credentials, user: str = topics.DIRECTOR) -> Address:
        return broker_address(self.broker, users, user)


def of_a_night(*options: Callable[..., Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Adds NIGHT, these options and --folder to a command, which gets a Night."""

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def with_night(
            night: Path, folder: Path | None, broker: str | None = None, credentials: Path | None = None, **given: Any
        ) -> None:
            command(Night(night, folder, broker, credentials), **given)

        for option in (folder_option, *reversed(options), click.argument("night", metavar="NIGHT", type=FILE)):
            with_night = option(with_night)
        return with_night

    return decorated


def broker_address(broker: str | None, users: Credentials, user: str = topics.DIRECTOR) -> Address:
    """Returns where a broker is; None: on this computer. Raises Refused."""
    given = broker or "127.0.0.1"
    try:
        parts = urlsplit(f"//{given}")
        host, port = parts.hostname or "", 1883 if parts.port is None else parts.port
        host.encode("idna")
    except ValueError:
        host, port = "", 0
    if not host or not port or parts.netloc != given or "@" in given or given.endswith(":"):
        raise Refused(f"{broker}: this is no address of a broker. Write HOST or HOST:PORT.")
    return Address(host, port, user, users.passwords.get(user, ""))


def open_pages(bind: str, port: int) -> socket.socket:
    """Opens the port of the web pages, before anything begins."""
    try:
        return listen(bind, port)
    except OSError as error:
        why = f"port {port} of the web pages: {error.strerror}. Choose another port with --page-port."
        raise Refused(why) from None
