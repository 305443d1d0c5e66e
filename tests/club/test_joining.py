"""The file with which a device joins a club: what the host writes, the device reads."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest
from mingg.link.joined import Joined
from mingg_club.brokers import Credentials
from mingg_club.commands.options import broker_address
from mingg_club.joining import FILE, Membership, content, numeric, of_link, write, write_to_board
from mingg_host.common.output import Refused

MEMBER = Membership("tuesday", 3, "192.168.4.1", 1883, "table-3", "secret", "Café", "key of the net")


def test_a_device_reads_what_the_host_writes(tmp_path: Path) -> None:
    path = write(tmp_path / "flash", MEMBER)
    assert path == tmp_path / "flash" / FILE
    joined = Joined(path.read_bytes())
    assert Membership(**{field: getattr(joined, field) for field in Membership._fields}) == MEMBER
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_name_is_looked_up_on_the_host() -> None:
    assert numeric("10.0.0.7") == "10.0.0.7"
    assert numeric("localhost") == "127.0.0.1"
    with pytest.raises(Refused, match=r"no-such-host\.invalid: .* Name the address itself\."):
        numeric("no-such-host.invalid")
    for name in ("a" * 64 + ".example", "a..b", "a\0b"):
        with pytest.raises(Refused, match="has no IPv4 address here"):
            numeric(name)
    with pytest.raises(Refused, match="This is no link to a table"):
        of_link("http://[::1#club=friday&table=1&port=1883")


@pytest.mark.parametrize(
    ("given", "host", "port"),
    [
        (None, "127.0.0.1", 1883),
        ("broker.example", "broker.example", 1883),
        ("10.0.0.7:1884", "10.0.0.7", 1884),
        ("[::1]:1884", "::1", 1884),
        *((wrong, "", 0) for wrong in (":5", ":", "a:", "a:0", "a:70000", "a:x", "[::1", "a/b", "u@a", "a b:x")),
        ("a" * 64 + ":1883", "", 0),
        ("a..b", "", 0),
    ],
)
def test_the_address_of_a_broker_is_a_host_and_a_port(given: str | None, host: str, port: int) -> None:
    users = Credentials("friday", {"director": "secret"})
    if host:
        assert broker_address(given, users) == (host, port, "director", "secret")
        return
    with pytest.raises(Refused, match="this is no address of a broker"):
        broker_address(given, users)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"club": "Tuesday"}, "club: no device can have this. Use up to 24"),
        ({"table": 0}, "table: no device can have this. Use a number from 1 to 999"),
        ({"port": 70000}, "port: no device can have this"),
        ({"ssid": "x" * 33}, "ssid: "),
        ({"key": "line\nbreak"}, "key: "),
        ({"user": ""}, "user: "),
    ],
)
def test_an_impossible_value_is_named(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        content(MEMBER._replace(**wrong))


def test_a_board_gets_the_file_beside_its_ledgers() -> None:
    written = {}

    class Board:
        class about:
            store = "/ledger"

        @staticmethod
        def write(path: str, data: bytes) -> None:
            written[path] = data

    board: Any = Board
    write_to_board(board, MEMBER)
    assert written == {"/ledger/club.txt": content(MEMBER)}
