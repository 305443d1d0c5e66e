"""The server of the simulator's page: the files that it serves and those that it refuses."""

from __future__ import annotations

import errno
import http.client
import json
import os
import re
import shutil
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from mingg_host.commands.sim import sim
from mingg_host.common import places
from mingg_host.device.keyscript import parse
from mingg_host.evenings.sources import Copied
from mingg_host.simulator import serve
from mingg_host.simulator.serve import Preset
from mingg_host.simulator.website import PAGE

Reply = tuple[int, http.client.HTTPMessage, bytes]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serve.beside(serve.HOST, 0, serve.Site(places.package())) as port:
        yield port


def ask(port: int, path: str, method: str = "GET") -> Reply:
    connection = http.client.HTTPConnection(serve.HOST, port, timeout=60)
    try:
        connection.putrequest(method, path, skip_accept_encoding=True)
        connection.endheaders()
        reply = connection.getresponse()
        return reply.status, reply.headers, reply.read()
    finally:
        connection.close()


def edition(port: int) -> str:
    """Returns the path of the served edition."""
    return "/" + str(json.loads(ask(port, "/files.json")[2])["version"])


KINDS = [
    ("/", "text/html; charset=utf-8"),
    ("/index.html", "text/html; charset=utf-8"),
    ("/sw.js", "text/javascript; charset=utf-8"),
    ("/manifest.webmanifest", "application/manifest+json"),
    ("/icon.svg", "image/svg+xml"),
    ("/icon-192.png?fresh=1", "image/png"),
    ("/files.json", "application/json"),
    ("VERSION/style.css", "text/css; charset=utf-8"),
    ("VERSION/device.js?fresh=1", "text/javascript; charset=utf-8"),
    ("VERSION/vm/micropython.mjs", "text/javascript; charset=utf-8"),
    ("VERSION/vm/micropython.wasm", "application/wasm"),
    ("VERSION/vm/license.txt", "text/plain; charset=utf-8"),
    ("VERSION/firmware.json", "application/json"),
]


def test_each_kind_of_file_comes_with_its_type(port: int) -> None:
    version = edition(port)
    for path, kind in KINDS:
        status, headers, body = ask(port, path.replace("VERSION", version))
        assert (status, headers["Content-Type"]) == (200, kind), path
        assert int(headers["Content-Length"]) == len(body) > 0, path
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"], path
        # Files that are named after their contents may be kept. A reload gets the page as it is now.
        assert ("immutable" in headers["Cache-Control"]) == path.startswith("VERSION"), path
        assert path.startswith("VERSION") or headers["Cache-Control"] == "no-store", path


def test_the_page_contains_the_policy_for_hosts_that_send_none(port: int) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', ask(port, "/")[2].decode())
    assert policy is not None
    assert policy[1] == serve.POLICY


def test_head_has_no_body(port: int) -> None:
    status, headers, body = ask(port, f"{edition(port)}/style.css", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) == (PAGE / "style.css").stat().st_size


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
    "/vm/micropython.mjs",
    "/browser/../device.js",
    "/index.html/",
    "/index.html%00",
    "/style.css",
    "VERSION/",
    "VERSION",
    "VERSION/index.html",
    "VERSION/../preset.py",
    "VERSION/vm/package.json",
    "VERSION/vm/../../preset.py",
    "VERSION/firmware/mingg/__init__.py",
    "/000000000000/style.css",
    "/nothing",
    "",
]


def test_the_server_serves_nothing_else(port: int) -> None:
    version = edition(port)
    found = {path: ask(port, path.replace("VERSION", version) or "*")[0] for path in STRANGE}
    assert found == dict.fromkeys(STRANGE, 404)


def test_other_methods_are_refused(port: int) -> None:
    assert ask(port, "/", "POST")[0] == 405
    assert ask(port, "/", "PUT")[0] == 405


def test_no_page_is_served_while_a_file_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    with serve.beside(serve.HOST, 0, serve.Site(places.package(), page)) as port:
        before = edition(port)
        (page / "sw.js").rename(tmp_path / "away")
        assert ask(port, "/")[0] == 503
        assert ask(port, "/files.json")[0] == 503
        assert ask(port, f"{before}/device.js")[0] == 200  # who loads that edition gets all of it
        (tmp_path / "away").rename(page / "sw.js")
        assert ask(port, "/")[0] == 200


def start(port: int | None, host: str = serve.HOST) -> list[str]:
    """Returns what serve() says if Ctrl-C ends it at once."""
    messages: list[str] = []

    def say(line: str) -> None:
        messages.append(line)
        if line.startswith("Ctrl-C"):
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        serve.serve(host, port, say)
    return messages


def test_the_server_prints_the_address_and_the_keys() -> None:
    messages = start(0)
    assert messages[0].startswith("Open http://127.0.0.1:")
    assert "Enter" in messages[1]
    assert "Backspace" in messages[1]


def test_the_next_free_port_is_used_and_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as listener:
        listener.bind((serve.HOST, 0))
        listener.listen()
        monkeypatch.setattr(serve, "PORT", listener.getsockname()[1])
        messages = start(None)
        assert f"Port {serve.PORT} is taken" in messages[0]
        address = messages[1].removeprefix("Open http://127.0.0.1:").partition("/")[0]
        assert serve.PORT < int(address) < serve.PORT + serve.PORTS_TRIED


def test_a_port_asked_for_and_taken_is_an_error() -> None:
    with socket.socket() as listener:
        listener.bind((serve.HOST, 0))
        listener.listen()
        number = listener.getsockname()[1]
        with pytest.raises(OSError, match=f"port {number} is taken") as failed:
            start(number)
        assert failed.value.errno == errno.EADDRINUSE
        outcome = CliRunner().invoke(sim, ["--port", str(number)])
        assert outcome.exit_code == 1
        assert outcome.output == f"Error: port {number} is taken. Choose another one with --port.\n"
    outcome = CliRunner().invoke(sim, ["--host", "192.0.2.1", "--port", "8123"])
    problem = f"192.0.2.1, port 8123: {os.strerror(errno.EADDRNOTAVAIL)}"
    assert outcome.output == f"Error: {problem}. --host takes an address of this computer; 0.0.0.0 is all.\n"


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_an_address_for_all_networks_is_printed_as_one_that_can_be_typed(host: str) -> None:
    messages = start(0, host)
    assert messages[0].startswith("Open http://127.0.0.1:")
    assert not any(f"{host}:" in line for line in messages)


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
    connection = http.client.HTTPConnection(serve.HOST, port, timeout=60)
    try:
        connection.request("POST", path, body, {"Content-Type": kind})
        return connection.getresponse().status
    finally:
        connection.close()


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
    for body, status in bodies:
        assert post(giving, body) == status, body[:80]
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
