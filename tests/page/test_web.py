"""The web servers: clients that stop in the middle keep no others out; which files the simulator's page gets."""

from __future__ import annotations

import asyncio
import errno
import http.client
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from mingg_host.commands.sim import sim
from mingg_host.common import disk, places
from mingg_host.common.web import Gate, Server, body, is_own_name, listen
from mingg_host.device.keyscript import parse
from mingg_host.evenings.sources import Copied
from mingg_host.simulator import serve
from mingg_host.simulator.serve import Preset
from mingg_host.simulator.website import PAGE
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


Reply = tuple[int, http.client.HTTPMessage, bytes]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serve.beside(serve.HOST, 0, serve.Site(places.package())) as port:
        yield port


def ask(port: int, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> Reply:
    connection = http.client.HTTPConnection(serve.HOST, port, timeout=60)
    try:
        connection.request(method, path, body, {"Accept-Encoding": "", **headers})
        reply = connection.getresponse()
        return reply.status, reply.headers, reply.read()
    finally:
        connection.close()


KINDS = [
    ("/", "text/html; charset=utf-8"),
    ("/index.html", "text/html; charset=utf-8"),
    ("/sw.js", "text/javascript; charset=utf-8"),
    ("/manifest.webmanifest", "application/manifest+json"),
    ("/icon.svg", "image/svg+xml"),
    ("/icon-192.png?fresh=1", "image/png"),
    ("/files.json", "application/json"),
    ("/pictures/wiring.svg", "image/svg+xml"),
    ("/license.txt", "text/plain; charset=utf-8"),
]


def test_each_kind_of_file_comes_with_its_type(port: int) -> None:
    for path, kind in KINDS:
        status, headers, body = ask(port, path)
        assert (status, headers["Content-Type"]) == (200, kind), path
        assert int(headers["Content-Length"]) == len(body) > 0, path
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"], path
        assert headers["Cache-Control"] == "no-store", path  # a reload gets the page as it is now


def test_only_the_pages_may_have_any_scripts_inside_them(tmp_path: Path) -> None:
    disk.put(tmp_path / "docs" / "manual.html", b"<script>1</script>")
    with serve.beside(serve.HOST, 0, serve.Site(places.package(), pages=tmp_path)) as port:
        policies = [ask(port, path)[1]["Content-Security-Policy"] for path in ("/", "/pages/docs/manual.html")]
    assert ["script-src 'self' 'unsafe-inline'" in policy for policy in policies] == [False, True]


def test_the_page_contains_its_policy_with_the_hash_of_each_script_in_it(port: int) -> None:
    _, headers, body = ask(port, "/")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', body.decode())
    assert policy is not None
    assert f"{policy[1]}; frame-ancestors 'none'" == headers["Content-Security-Policy"]
    scripts = re.findall(r'<script(?: type="module".*?)?>(.*?)</script>', body.decode(), re.DOTALL)
    assert len(scripts) == 2
    assert all(disk.integrity(script) in policy[1] for script in scripts)


STRANGE = [
    "/../serve.py",
    "/%2e%2e/serve.py",
    "/firmware/../../pyproject.toml",
    "/firmware/mingg/../../main.py",
    "/firmware/mingg/..%2f..%2fmain.py",
    "/firmware/mingg/%2e%2e/%2e%2e/main.py",
    "/firmware/mingg/",
    "/firmware//etc/passwd",
    "//etc/passwd",
    "/etc/passwd",
    "\\..\\serve.py",
    "/preset.py",
    "/micropython-license.txt",
    "/micropython.mjs",
    "/browser/../device.js",
    "/device.js",
    "/index.html/",
    "/index.html%00",
    "/style.css",
    "/nothing",
    "",
]


def test_the_server_serves_nothing_else(port: int) -> None:
    found = {path: ask(port, path or "*")[0] for path in STRANGE}
    assert found == dict.fromkeys(STRANGE, 404)
    status, headers, body = ask(port, "/sw.js", "HEAD")
    assert (status, body, int(headers["Content-Length"])) == (200, b"", (PAGE / "sw.js").stat().st_size)
    assert [ask(port, "/", method)[0] for method in ("POST", "PUT")] == [405, 405]


def test_no_page_is_served_while_a_file_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    with serve.beside(serve.HOST, 0, serve.Site(places.package(), page)) as port:
        assert ask(port, "/")[0] == 200
        (page / "sw.js").rename(tmp_path / "away")
        assert ask(port, "/")[0] == 503
        assert ask(port, "/files.json")[0] == 503
        (tmp_path / "away").rename(page / "sw.js")
        assert ask(port, "/")[0] == 200


def said_at_the_end(port: int | None, host: str = serve.HOST) -> list[str]:
    """Returns what serve() says if Ctrl-C ends it at once."""
    messages: list[str] = []

    def say(line: str) -> None:
        messages.append(line)
        if line.startswith("Ctrl-C"):
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        serve.serve(host, port, say)
    return messages


@pytest.mark.parametrize("host", [serve.HOST, "0.0.0.0", "::"])
def test_the_server_prints_an_address_that_can_be_typed_and_the_keys(host: str) -> None:
    messages = said_at_the_end(0, host)
    assert messages[0].startswith("Open http://127.0.0.1:")
    assert host == serve.HOST or not any(f"{host}:" in line for line in messages)
    assert {"Enter", "Backspace"} <= set(re.findall(r"\w+", " ".join(messages)))


def test_the_next_free_port_is_used_and_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as listener:
        listener.bind((serve.HOST, 0))
        listener.listen()
        monkeypatch.setattr(serve, "PORT", listener.getsockname()[1])
        messages = said_at_the_end(None)
        assert f"Port {serve.PORT} is taken" in messages[0]
        address = messages[1].removeprefix("Open http://127.0.0.1:").partition("/")[0]
        assert serve.PORT < int(address) < serve.PORT + serve.PORTS_TRIED


def test_a_port_asked_for_and_taken_is_an_error() -> None:
    with socket.socket() as listener:
        listener.bind((serve.HOST, 0))
        listener.listen()
        number = listener.getsockname()[1]
        with pytest.raises(OSError, match=f"port {number} is taken") as failed:
            said_at_the_end(number)
        assert failed.value.errno == errno.EADDRINUSE
        outcome = CliRunner().invoke(sim, ["--port", str(number)])
        assert outcome.exit_code == 1
        assert outcome.output == f"Error: port {number} is taken. Choose another one with --port.\n"
    outcome = CliRunner().invoke(sim, ["--host", "192.0.2.1", "--port", "8123"])
    problem = f"192.0.2.1, port 8123: {os.strerror(errno.EADDRNOTAVAIL)}"
    assert outcome.output == f"Error: {problem}. --host takes an address of this computer; 0.0.0.0 is all.\n"


# ---- what is given to the page ----


@pytest.fixture
def messages() -> list[str]:
    return []


@pytest.fixture
def giving(messages: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.chdir(tmp_path)
    preset = Preset(
        Copied("evening 3", {"0001-00.txt": b"\xff\n"}),
        parse("up screenshot a.txt screenshot no/b.png"),
        messages.append,
    )
    with serve.beside(serve.HOST, 0, serve.Site(places.package()), preset) as port:
        yield port


def post(port: int, body: bytes, kind: str = "application/json", path: str = "/given.json") -> int:
    return ask(port, path, "POST", body, **{"Content-Type": kind})[0]


def shown(step: object = 1, pixels: object = "0" * 8192, lines: object = ("a", "b")) -> bytes:
    return json.dumps({"step": step, "pixels": pixels, "lines": lines}).encode()


def test_a_preset_is_served_only_if_there_is_one(giving: int, port: int) -> None:
    status, headers, body = ask(giving, "/given.json")
    assert status == 200
    assert headers["Cache-Control"] == "no-store"
    data = json.loads(body)
    assert (data["name"], data["files"]) == ("evening 3", {"0001-00.txt": "\xff\n"})
    assert [step["said"] for step in data["steps"]] == ["up", "screenshot a.txt", "screenshot no/b.png"]
    assert ask(port, "/given.json")[0] == 404


def test_a_screenshot_that_the_page_sends_is_written_under_the_scripts_name(giving: int, messages: list[str]) -> None:
    assert post(giving, shown()) == 204
    assert Path("a.txt").read_text(encoding="utf-8").splitlines() == [" " * 128] * 32 + ["", "a", "b"]
    assert post(giving, shown(2)) == 507
    assert messages == [
        "screenshot a.txt",
        "line 1, column 21: no/b.png: No such file or directory. Make its folder first, or name another place.",
    ]


def test_an_invalid_screenshot_is_refused(giving: int, messages: list[str], tmp_path: Path) -> None:
    bodies = [
        (b"", 400),
        (b"[]", 400),
        (b"[" * 9999, 400),
        (shown(0), 400),
        (shown(-1), 400),
        (shown(3), 400),
        (shown(True), 400),
        (shown(pixels="0" * 8191), 400),
        (shown(pixels="2" * 8192), 400),
        (shown(pixels=1), 400),
        (shown(lines=["\x1b[2J"]), 400),
        (shown(lines="a"), 400),
        (b" " * 70_000, 413),
    ]
    for sent, status in bodies:
        assert post(giving, sent) == status, sent[:80]
    assert list(tmp_path.glob("*.txt")) == messages == []


def test_no_other_page_can_send_one(giving: int, port: int, tmp_path: Path) -> None:
    # What a form, or a page from elsewhere, may send without the browser asking first.
    assert post(giving, shown(), "text/plain") == 415
    assert post(giving, shown(), path="/a.txt") == 405
    assert post(port, shown()) == 405
    assert list(tmp_path.glob("*.txt")) == []


def test_an_invalid_preset_is_reported_before_the_server_starts(tmp_path: Path) -> None:
    (tmp_path / "a.keys").write_text("up\nnorth", encoding="utf-8")
    result = CliRunner().invoke(sim, ["--keys", str(tmp_path / "a.keys")])
    assert result.exit_code == 2
    assert "line 2, column 1: 'north' is not a key" in " ".join(result.output.split())
    result = CliRunner().invoke(sim, ["--open", "99", "--archive", str(tmp_path / "a.sqlite")])
    assert result.exit_code == 2
    assert "no evening 99" in result.output


def test_the_printed_address_serves_the_preset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def end(self: object, sockets: object) -> None:
        pass

    (tmp_path / "a.keys").write_text("up", encoding="utf-8")
    monkeypatch.setattr(serve.Server, "serve", end)
    result = CliRunner().invoke(sim, ["--port", "0", "--keys", str(tmp_path / "a.keys")])
    assert result.exit_code == 0
    assert re.search(r"http://127\.0\.0\.1:\d+/\?given in a browser", result.output)
