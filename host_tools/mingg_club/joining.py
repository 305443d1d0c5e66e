"""Makes the file with which a device joins a club: its table, the address of the broker, and its credentials. For a
phone a link has the same.

The file is `club.txt` in the folder of the ledgers: see mingg.link.joined. Its password and the key of the Wi-Fi are
readable for anyone who holds the device. In the link everything is behind #, which browsers send to no server.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from mingg_host.common import disk
from mingg_host.common.output import Refused
from mingg_host.connection.link import Link

from mingg_club import topics
from mingg_club.link import joined

if TYPE_CHECKING:
    from mingg_club.brokers import Credentials

FILE = "club.txt"
WEB_PATH = "/mqtt"  # some brokers ask for this path; Mosquitto takes any
_IN_LINK = ("club", "table", "address", "port", "user", "password", "web")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_MOST_BYTES = {"user": 64, "password": 64, "ssid": 32, "key": 63, "web": 200}
_DEVICE_TAKES = {
    "club": f"up to {topics.MOST_CLUB} lower-case letters, digits and hyphens",
    "table": f"a number from 1 to {topics.MOST_TABLES}",
    "port": "a number from 1 to 65535",
}


class Membership(NamedTuple):
    """What a device needs to join a club.

    club: lower-case letters, digits, hyphen, at most 24. table: 1 to 999. address: of the broker, numeric (IPv4).
    ssid, key: of the Wi-Fi; "" for a device that has a network already. web: the broker's address for web pages.
    """

    club: str
    table: int
    address: str
    port: int = 1883
    user: str = ""
    password: str = ""
    ssid: str = ""
    key: str = ""
    web: str = ""


def member(users: Credentials, table: int, address: str, port: int, **more: str) -> Membership:
    """Returns what the device of a table needs. address, port: of the broker. Raises Refused if it has no password."""
    user = users.user_of(table)
    return Membership(users.club, table, address, port, user, users.passwords[user], **more)


def numeric(host: str) -> str:
    """Returns the numeric IPv4 address of a host, which a board does not look up itself. Raises Refused, also for
    what can be no name."""
    try:
        return str(ipaddress.IPv4Address(host))
    except ValueError:
        pass
    try:
        return str(socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)[0][4][0])
    except (OSError, ValueError) as error:
        raise Refused(f"{host}: this name has no IPv4 address here ({error}). Name the address itself.") from None


def content(member: Membership) -> bytes:
    """Returns the content of the file. The device's own reader has the last word. Raises Refused."""
    fields = member._replace(address=numeric(member.address))._asdict()
    for word, most in _MOST_BYTES.items():
        if len(fields[word].encode()) > most or _CONTROL.search(fields[word]):
            raise Refused(f"{word}: this has more than {most} bytes or a control character. Use another one.")
    if member.password and not member.user:
        raise Refused("user: this is missing, and the password needs one. Add it.")
    try:
        return joined(fields)
    except ValueError as error:
        raise Refused(f"{error}: no device can have this. Use {_DEVICE_TAKES[str(error)]}.") from None


def web_address(host: str, port: int) -> str:
    """Returns the address of a broker for web pages."""
    return f"ws://{f'[{host}]' if ':' in host else host}:{port}{WEB_PATH}"


def link(page: str, member: Membership) -> str:
    """Returns the link with which a phone joins at a page. Another computer joins by it, too."""
    fields = member._asdict()
    return f"{page}#{urlencode({name: fields[name] for name in _IN_LINK if fields[name]}, safe=':/')}"


def of_link(text: str) -> Membership:
    """Returns what a link says. Raises Refused."""
    try:
        fields = {name: value for name, value in parse_qsl(urlsplit(text).fragment) if name in _IN_LINK}
        numbers = {name: int(fields.pop(name)) for name in ("table", "port")}
        member = Membership(table=numbers["table"], port=numbers["port"], **fields)
    except (KeyError, TypeError, ValueError):
        raise Refused(
            "This is no link to a table of a club. `mingg club join NIGHT --table 3 --link` prints one."
        ) from None
    content(member)
    return member


def write(folder: Path, member: Membership) -> Path:
    """Writes the file into a folder of ledgers on this machine, readable for its user alone. Returns its path. Raises
    Refused, OSError."""
    data = content(member)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    disk.put(path, data, secret=True, below=folder)
    return path


def write_to_board(board: Link, member: Membership) -> None:
    """Writes the file to a connected board. It joins when it starts again, which closing the link does. Raises
    Failure."""
    board.write(f"{board.about.store.rstrip('/')}/{FILE}", content(member))
