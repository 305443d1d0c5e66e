"""The web server of the pages: clients that stop in the middle, or never stop, do not keep others out."""

from __future__ import annotations

import asyncio
import errno
import http.client
import itertools
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager

import pytest
from mingg_host.common.web import Gate, Server, body, is_own_name, listen
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

HOST = "127.0.0.1"
PATIENCE_S = 60  # reached only if the test fails
LARGE = bytes(16 * 2**20)  # more than the system buffers for a client that does not read
GET = b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n"

Start = Callable[..., Server]


def app() -> Gate:
    async def page(_: Request) -> Response:
        return PlainTextResponse("the page")

    async def large(_: Request) -> Response:
        return Response(LARGE)

    async def posted(request: Request) -> Response:
        return PlainTextResponse(str(len(await body(request))))

    async def events(_: Request) -> Response:
        async def stream() -> AsyncIterator[bytes]:
            for number in itertools.count():
                yield b"%d\n" % number
                await asyncio.sleep(0.02)

        return StreamingResponse(stream())

    routes = [Route("/", page), Route("/", posted, methods=["POST"]), Route("/large", large), Route("/events", events)]
    return Gate(routes, {"X-Policy": "strict"})


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with started() as start:
        yield start()


@pytest.fixture
def start() -> Iterator[Start]:
    with started() as start:
        yield start


@contextmanager
def started() -> Iterator[Start]:
    """Yields a function that starts a server with these limits. It has a `port`."""
    servers = []

    def serving(most: int = 32, **limits: float) -> Server:
        server, listener = Server(app(), most, takes_signals=False), listen(HOST, 0)
        for name, limit in limits.items():
            assert hasattr(server.limits, name)
            setattr(server.limits, name, limit)
        server.port = listener.getsockname()[1]  # type: ignore[attr-defined]
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
        thread.start()
        servers.append((server, thread))
        return server

    yield serving
    for server, _ in servers:
        server.should_exit = True
    for _, thread in servers:
        thread.join()


def connect(server: Server) -> socket.socket:
    return socket.create_connection((HOST, server.port), timeout=PATIENCE_S)  # type: ignore[attr-defined]


def status(server: Server) -> int:
    port = server.port  # type: ignore[attr-defined]
    with closing(http.client.HTTPConnection(HOST, port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/")
        return connection.getresponse().status


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "the condition is still false"
        time.sleep(0.01)


def is_idle(server: Server) -> bool:
    return not server.limits.until


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


# ---- time ----


@pytest.mark.parametrize(
    "sent",
    [
        *(b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "),
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    ],
)
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
    server = start(request_s=0.5)
    with connect(server) as connection:
        for _ in range(3):
            connection.sendall(GET % b"/")
            answer = b""
            while not answer.endswith(b"the page"):
                part = connection.recv(1000)
                assert part, "cut off too early"
                answer += part
        assert read_to_the_end(connection) == b""


def test_a_client_that_does_not_read_the_answer_is_cut_off(start: Start) -> None:
    server = start(answer_s=0.1)
    with connect(server) as connection:
        connection.sendall(GET % b"/large")
        wait_until(lambda: not is_idle(server))
        wait_until(lambda: is_idle(server))
        assert len(read_to_the_end(connection)) < len(LARGE)


def test_an_answer_may_take_longer_than_a_request(start: Start) -> None:
    server = start(request_s=0.1)
    with connect(server) as connection:
        connection.sendall((GET % b"/large").replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        time.sleep(0.2)
        assert len(read_to_the_end(connection)) > len(LARGE)


def test_a_stream_may_last_longer_than_a_request_and_an_answer(start: Start) -> None:
    server = start(request_s=0.1, answer_s=0.1)
    with connect(server) as connection:
        connection.sendall(GET % b"/events")
        received = b""
        while b"\n15\n" not in received:
            part = connection.recv(1000)
            assert part, "cut off"
            received += part


# ---- number ----


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n", GET % b"/events"])
def test_hundreds_of_connections_do_not_keep_others_out(start: Start, sent: bytes) -> None:
    server = start(most=20)
    crowd = []
    for _ in range(200):
        connection = connect(server)
        connection.sendall(sent)
        crowd.append(connection)
        if len(crowd) % 50 == 0:
            assert status(server) == 200
    assert len(server.limits.until) <= 20
    for connection in crowd:
        connection.close()
    wait_until(lambda: is_idle(server))
    assert status(server) == 200


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_server_with_few_open_files_answers_beside_hundreds_of_connections() -> None:
    program = (
        "import asyncio, resource, sys\n"
        "from mingg_host.common.web import Server, listen\n"
        "from starlette.responses import PlainTextResponse\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))\n"
        "listener = listen('127.0.0.1', 0)\n"
        "print(listener.getsockname()[1], flush=True)\n"
        "asyncio.run(Server(PlainTextResponse('the page'), 32, takes_signals=True).serve([listener]))\n"
    )
    server = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    port = int(server.stdout.readline())
    crowd = [socket.create_connection((HOST, port), timeout=PATIENCE_S) for _ in range(300)]
    with closing(http.client.HTTPConnection(HOST, port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/")
        assert connection.getresponse().read() == b"the page"
    for client in crowd:
        client.close()
    server.terminate()
    assert server.communicate(timeout=PATIENCE_S)[1] == "", "asyncio complains if it cannot accept a connection"


# ---- requests ----

ODD: list[tuple[bytes, int | None]] = [
    (b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"POST http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"GET //[/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"GET /%zz%f HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"GET /%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"GET /%00%0a HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    (b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/1.0\r\n\r\n", 421),
    (b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", 421),
    (b"GET / HTTP/1.1\r\nHost: a:b:c\r\n\r\n", 421),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nno header\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 100_000 + b"\r\n", 400),
    (b"GET / HTTP/1.1\r\nX: " + b"y" * 2**20 + b"\r\n\r\n", 400),
    (b"GET /" + b"y" * 2**20 + b" HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/" + b"9" * 5000 + b".1\r\n\r\n", 400),
    (b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 200),
    (b"GET\r\n\r\n", 400),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n\r\n" + b"x" * 65537, 413),
    (b"PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
    (b"\r\n\r\n", 400),
    (b"", None),
]


def test_an_odd_request_gets_the_right_status_and_prints_nothing(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    for sent, expected in ODD:
        with connect(server) as connection:
            try:
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # the server closed the connection before it read everything
            answer = read_to_the_end(connection)
        if expected is None:
            assert answer == b"", sent[:80]
        else:
            assert answer.startswith(b"HTTP/1.1 %d " % expected), (sent[:80], answer[:80])
            assert answer.count(b"HTTP/1.1 ") == 1, f"the server took the rest for another request: {sent[:80]!r}"
            assert expected == 400 or b"x-policy: strict" in answer, sent[:80]
        assert status(server) == 200, sent[:80]
        assert capfd.readouterr() == ("", ""), sent[:80]


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        *((host, True) for host in ("127.0.0.1", "localhost", "LOCALHOST:80", "[::1]:80", "192.0.2.7")),
        *((host, False) for host in ("", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "evil]")),
        (socket.gethostname(), True),
    ],
)
def test_a_name_that_a_stranger_may_point_here_is_not_ours(host: str, is_own: bool) -> None:
    assert is_own_name(host) is is_own


def test_a_port_that_is_taken_is_an_error_that_says_so() -> None:
    with listen(HOST, 0) as taken, pytest.raises(OSError, match=r"Address already in use$") as failed:
        listen(HOST, taken.getsockname()[1])
    assert failed.value.errno == errno.EADDRINUSE
