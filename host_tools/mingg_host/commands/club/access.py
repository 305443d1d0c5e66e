"""The passwords of a club, and who reaches its broker with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mingg_host.common import disk
from mingg_host.common.failures import Refused
from mingg_host.common.output import printable

if TYPE_CHECKING:
    from mingg_host.club.brokers import Credentials
    from mingg_host.club.host import Address
    from mingg_host.club.joining import Membership
    from mingg_host.club.night import Plan
    from mingg_host.club.nights import ClubFolder

SPARE = 2  # tables with credentials beyond those that the players fill


def known_credentials(at: ClubFolder, plan: Plan, file: Path | None) -> Credentials:
    """Returns the credentials of a club. Raises Refused if there are none: new ones would be those of no broker."""
    from mingg_host.club.brokers import read_credentials

    path = file or at.credentials
    if not path.exists():
        raise Refused(
            printable(
                f"{path}: there is no such file. `mingg club run` and `mingg club mosquitto` make the passwords of a"
                " club. Copy that file here, or name it with --credentials."
            )
        )
    return read_credentials(path, plan.club)


def enough_credentials(at: ClubFolder, plan: Plan, file: Path | None) -> Credentials:
    """Returns the credentials of a club with enough tables; makes those that are missing, and keeps them in the club's
    folder."""
    from mingg_host.club.brokers import read_credentials, write_credentials
    from mingg_host.club.movements.seating import sizes

    if file is not None:
        return known_credentials(at, plan, file)
    users = read_credentials(at.credentials, plan.club)
    users.add(len(sizes(len(plan.players), plan.odd, plan.is_long)) + SPARE)
    with disk.told(at.credentials):
        write_credentials(at.credentials, users)
    return users


def broker_address(broker: str | None, users: Credentials, user: str = "director") -> Address:
    from mingg_host.club.host import Address

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


def membership(
    plan: Plan, users: Credentials, table: int, place: str, port: int, web: str = "", ssid: str = "", key: str = ""
) -> Membership:
    """Returns what the device of a table needs. place, port: of the broker. Raises Refused."""
    from mingg_host.club import joining

    user = table_user(users, table)
    return joining.Membership(plan.club, table, place, port, user, users.passwords[user], ssid, key, web)


def table_user(users: Credentials, table: int) -> str:
    """Returns the name with which the device of a table logs in. Raises Refused."""
    from mingg_host.club import topics

    user = topics.table_user(table)
    if user not in users.passwords:
        raise Refused(f"table {table} has no password. Write more: mingg club mosquitto --tables {table}")
    return user
