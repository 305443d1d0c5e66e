"""Clients that stop in the middle, or never stop, do not keep others from the page."""

from __future__ import annotations

import errno
import http.client
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, cast

import pytest
from mingg_host.common import connections
from mingg_host.simulator import bounded_server, serve
from mingg_host.simulator.bounded_server import BoundedServer
from mingg_host.simulator.website import Site

PATIENCE_S = 60  # reached only if the test fails
LARGE = bytes(64 * 2**20)  # more than the system buffers for a client that does not read

Start = Callable[..., BoundedServer]


class Files:
    """A site with one small file and a large one."""

    def file(self, path: str) -> bytes | None:
        return {"/": b"the page", "/large.js": LARGE}.get(path)

    def allowing(self, policy: str) -> str:
        return policy


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a server with these limits."""
    servers = []

    def serving(**limits: Any) -> BoundedServer:
        server = serve.make_server(serve.HOST, 0, cast(Site, Files()))
        for name, limit in limits.items():
            assert hasattr(server, name)
            setattr(server, name, limit)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        servers.append((server, thread))
        return server

    yield serving
    for server, thread in servers:
        server.shutdown()
        thread.join()
        server.server_close()


def connect(server: BoundedServer) -> socket.socket:
    return socket.create_connection((serve.HOST, server.server_port), timeout=PATIENCE_S)


def status(server: BoundedServer) -> int:
    with closing(http.client.HTTPConnection(serve.HOST, server.server_port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/")
        return connection.getresponse().status


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "the condition is still false"
        time.sleep(0.01)


def is_idle(server: BoundedServer) -> bool:
    return not (server.asking or server.answering)


def read_to_the_end(connection: socket.socket) -> bytes:
    """Returns everything until the server ends the connection. Fails if the server does not end it."""
    data = b""
    try:
        while part := connection.recv(2**20):
            data += part
    except ConnectionError:
        pass
    return data


def drip(connection: socket.socket, data: bytes) -> bool:
    """Sends the data slowly, byte by byte. Returns True if the server ended the connection."""
    try:
        for index in range(len(data)):
            connection.sendall(data[index : index + 1])
            time.sleep(0.01)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "])
def test_a_request_that_never_ends_is_cut_off(start: Start, sent: bytes) -> None:
    server = start(request_s=0.1)
    with connect(server) as connection:
        connection.sendall(sent)
        assert read_to_the_end(connection) == b""


def test_a_request_sent_byte_by_byte_gets_no_more_time(start: Start) -> None:
    server = start(request_s=0.2)
    with connect(server) as connection:
        assert drip(connection, b"GET / HTTP/1.1\r\nX: " + b"x" * 3000)


def test_an_idle_connection_is_cut_off(start: Start) -> None:
    server = start(request_s=PATIENCE_S)
    with connect(server) as connection:
        for _ in range(3):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            while not answer.endswith(b"the page"):
                part = connection.recv(1000)
                assert part, "cut off too early"
                answer += part
        server.request_s = 0.1
        assert read_to_the_end(connection) == b""


def test_a_client_that_does_not_read_the_answer_is_cut_off(start: Start) -> None:
    server = start()
    with connect(server) as connection:
        connection.sendall(b"GET /large.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_until(lambda: server.answering)
        server.answer_s = 0.1
        wait_until(lambda: is_idle(server))
        assert len(read_to_the_end(connection)) < len(LARGE)


def test_an_answer_may_take_longer_than_a_request(start: Start) -> None:
    server = start()
    with connect(server) as connection:
        connection.sendall(b"GET /large.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        wait_until(lambda: server.answering)
        server.request_s = 0.01
        time.sleep(0.3)
        assert len(read_to_the_end(connection)) > len(LARGE)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n", b"GET /large.js HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_hundreds_of_connections_do_not_keep_others_out(start: Start, sent: bytes) -> None:
    server = start()
    crowd = []
    for _ in range(200):
        connection = connect(server)
        connection.sendall(sent)
        crowd.append(connection)
        if len(crowd) % 50 == 0:
            assert status(server) == 200
    assert len(server.asking) + len(server.answering) <= bounded_server.MOST
    for connection in crowd:
        connection.close()
    wait_until(lambda: is_idle(server))
    assert status(server) == 200


@pytest.mark.parametrize("code", bounded_server.STARVED, ids=errno.errorcode.get)
def test_a_server_that_can_open_no_more_files_pauses_and_closes_the_oldest_connection(
    start: Start, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    server = start()
    accept = socketserver.TCPServer.get_request
    remaining, pauses = [5], []

    def starved(self: socketserver.TCPServer) -> Any:
        if remaining[0]:
            remaining[0] -= 1
            raise OSError(code, "no more files")
        return accept(self)

    class Clock:
        monotonic = staticmethod(time.monotonic)
        sleep = staticmethod(pauses.append)

    with connect(server) as idle:
        wait_until(lambda: server.asking)
        monkeypatch.setattr(socketserver.TCPServer, "get_request", starved)
        monkeypatch.setattr(bounded_server, "time", Clock)
        assert status(server) == 200
        assert pauses == 5 * [bounded_server.PAUSE_S], "one after each failure"
        assert read_to_the_end(idle) == b"", "the connection that waited longest is closed"


def test_the_limits_suit_browsers_and_small_systems() -> None:
    assert bounded_server.MOST <= 64 // 2, "the server also needs files"
    assert connections.REQUEST_S >= 5
    assert connections.ANSWER_S >= 60


ODD: list[tuple[bytes, int | None]] = [
    (b"GET http://[ HTTP/1.1\r\n\r\n", 400),
    (b"HEAD http://[::1 HTTP/1.1\r\n\r\n", 400),
    (b"POST http://[ HTTP/1.1\r\n\r\n", 501),
    (b"GET http://localhost/ HTTP/1.1\r\n\r\n", 200),
    (b"GET //[/ HTTP/1.1\r\n\r\n", 404),
    (b"GET /%zz%f HTTP/1.1\r\n\r\n", 404),
    (b"GET /%ff%fe HTTP/1.1\r\n\r\n", 404),
    (b"GET /%00 HTTP/1.1\r\n\r\n", 404),
    (b"GET /\x00 HTTP/1.1\r\n\r\n", 404),
    (b"GET /\xff\xfe HTTP/1.1\r\n\r\n", 404),
    (b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", 403),
    (b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n", 403),
    (b"GET / HTTP/1.1\r\nHost: a:b:c\r\n\r\n", 403),
    (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 200),
    (b"GET / HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", 200),
    (b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 200),
    (b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nGET /\r\n0\r\n\r\n", 200),
    (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n", 431),
    (b"GET / HTTP/1.1\r\nX: " + b"y" * 2**20 + b"\r\n\r\n", 431),
    (b"GET /" + b"y" * 2**20 + b" HTTP/1.1\r\n\r\n", 414),
    (b"GET / HTTP/" + b"9" * 5000 + b".1\r\n\r\n", 400),
    (b"GET / HTTP/2.0\r\n\r\n", 505),
    (b"GET\r\n\r\n", 400),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    (b"G\xff\x00T / HTTP/1.1\r\n\r\n", 501),
    (b"GET /\r\n\r\n", 200),
    (b"\r\n\r\n", None),
]


@pytest.mark.parametrize(("sent", "expected"), ODD, ids=lambda value: repr(value)[:40])
def test_an_odd_request_gets_the_right_status_and_prints_nothing(
    start: Start, capfd: pytest.CaptureFixture[str], sent: bytes, expected: int | None
) -> None:
    server = start()
    with connect(server) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the server closed the connection before it read everything
        answer = read_to_the_end(connection)
    if expected is None:
        assert answer == b""
    else:
        assert answer.startswith(b"HTTP/1.1 %d " % expected), answer[:80]
        assert answer.count(b"HTTP/1.1 ") == 1, "the server took the rest for another request"
    assert status(server) == 200
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (None, 411),
        (b"", 411),
        (b"-1", 411),
        (b"0x10", 411),
        (b"1 2", 411),
        (b"\xb2", 411),
        (b"9" * 5000, 413),
        (b"99999999", 413),
        (b"65537", 413),
        (b"2", 400),
    ],
)
def test_a_body_of_an_odd_length_is_refused(
    start: Start, capfd: pytest.CaptureFixture[str], length: bytes | None, expected: int
) -> None:
    server = start()
    cast(Any, server).preset = _Nothing()
    header = b"" if length is None else b"Content-Length: " + length + b"\r\n"
    with connect(server) as connection:
        connection.sendall(
            b"POST /given.json HTTP/1.1\r\nContent-Type: application/json\r\n"
            + header
            + b"\r\n{}GET / HTTP/1.1\r\n\r\n"
        )
        answer = read_to_the_end(connection)
    assert answer.startswith(b"HTTP/1.1 %d " % expected), answer[:80]
    assert answer.count(b"HTTP/1.1 ") == 1
    assert capfd.readouterr() == ("", "")


class _Nothing:
    """A preset that accepts no screenshot."""

    def take(self, posted: bytes) -> None:
        raise serve.NoScreenshot
