"""The server of the simulator's page: what it serves, and what it does not."""

from __future__ import annotations

import errno
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from mingg_host import places, serve
from mingg_host.node import SIMULATOR, VM_FILES
from mingg_host.sim_command import sim

Reply = tuple[int, http.client.HTTPMessage, bytes]


@pytest.fixture(scope="module")
def vm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vm")
    for name in VM_FILES:
        (folder / name).write_bytes(b"of the VM: " + name.encode())
    (folder / "package.json").write_text("{}")
    return folder


@pytest.fixture(scope="module")
def port(vm: Path) -> Iterator[int]:
    with serve.make_server(serve.HOST, 0, serve.Site(places.package(), vm)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def ask(port: int, path: str, method: str = "GET") -> Reply:
    connection = http.client.HTTPConnection(serve.HOST, port, timeout=10)
    try:
        connection.putrequest(method, path, skip_accept_encoding=True)
        connection.endheaders()
        reply = connection.getresponse()
        return reply.status, reply.headers, reply.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/device.js?fresh=1", "text/javascript; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/vm/micropython.mjs", "text/javascript; charset=utf-8"),
        ("/vm/micropython.wasm", "application/wasm"),
        ("/firmware/mingg/hal/keys.py", "text/x-python; charset=utf-8"),
        ("/browser/device.py", "text/x-python; charset=utf-8"),
        ("/files.json", "application/json"),
    ],
)
def test_each_kind_of_file_comes_with_its_type(port: int, path: str, kind: str) -> None:
    status, headers, body = ask(port, path)
    assert status == 200
    assert headers["Content-Type"] == kind
    assert int(headers["Content-Length"]) == len(body) > 0
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_the_firmware_is_the_installed_one_and_all_of_it(port: int) -> None:
    files = json.loads(ask(port, "/files.json")[2])["files"]
    firmware = {place: url for place, url in files.items() if place.startswith("/lib/mingg/")}
    there = {path.relative_to(places.package()).as_posix() for path in places.package().rglob("*.py")}
    assert {place.removeprefix("/lib/mingg/") for place in firmware} == there
    for place, url in firmware.items():
        assert ask(port, "/" + url)[2] == (places.package() / place.removeprefix("/lib/mingg/")).read_bytes()


def test_head_has_no_body(port: int) -> None:
    status, headers, body = ask(port, "/style.css", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) == (SIMULATOR / "style.css").stat().st_size


@pytest.mark.parametrize(
    "path",
    [
        "/../node.py",
        "/%2e%2e/node.py",
        "/firmware/../../pyproject.toml",
        "/firmware/mingg/../../main.py",
        "/firmware/mingg/..%2f..%2fmain.py",
        "/firmware/mingg/%2e%2e/%2e%2e/main.py",
        "/firmware/mingg/",
        "/firmware//etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "\\..\\node.py",
        "/package.json",
        "/package-lock.json",
        "/node.txt",
        "/vm/package.json",
        "/vm/../package.json",
        "/node_modules/",
        "/browser/../device.js",
        "/index.html/",
        "/index.html%00",
        "/nothing",
        "",
    ],
)
def test_nothing_else_is_there(port: int, path: str) -> None:
    assert ask(port, path or "*")[0] == 404


def test_other_methods_are_refused(port: int) -> None:
    assert ask(port, "/", "POST")[0] == 501
    assert ask(port, "/", "PUT")[0] == 501


def test_a_link_out_of_the_firmware_is_not_followed(vm: Path, tmp_path: Path) -> None:
    outside = tmp_path / "secret.py"
    outside.write_text("secret = 1")
    firmware = tmp_path / "mingg"
    firmware.mkdir()
    (firmware / "__init__.py").write_text("")
    try:
        (firmware / "linked.py").symlink_to(outside)
    except OSError:
        pytest.skip("this machine makes no links")
    site = serve.Site(firmware, vm)
    assert site.file("/firmware/mingg/__init__.py") == firmware / "__init__.py"
    assert site.file("/firmware/mingg/linked.py") is None
    assert b"linked" not in site.manifest()


def test_a_file_added_to_the_firmware_is_there_at_the_next_load(vm: Path, tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("")
    site = serve.Site(tmp_path, vm)
    assert b"added" not in site.manifest()
    (tmp_path / "added.py").write_text("")
    assert b"added" in site.manifest()
    assert site.file("/firmware/mingg/added.py") == tmp_path / "added.py"


def test_a_file_gone_meanwhile_is_not_there(port: int, vm: Path) -> None:
    away = vm / "away"
    (vm / "micropython.wasm").rename(away)
    assert ask(port, "/vm/micropython.wasm")[0] == 404
    away.rename(vm / "micropython.wasm")
    assert ask(port, "/vm/micropython.wasm")[0] == 200


def test_it_listens_on_this_machine_alone_unless_told() -> None:
    assert serve.HOST == "127.0.0.1"


class Stopped(Exception):
    pass


def start(monkeypatch: pytest.MonkeyPatch, vm: Path, port: int | None, host: str = serve.HOST) -> list[str]:
    """What serve() says until it would begin to serve."""
    said: list[str] = []

    def stop(self: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "ensure_vm", lambda say: vm)
    monkeypatch.setattr(serve._Server, "serve_forever", stop)
    serve.serve(host, port, said.append)
    return said


def test_it_prints_the_address_and_the_keys(monkeypatch: pytest.MonkeyPatch, vm: Path) -> None:
    said = start(monkeypatch, vm, 0)
    assert said[0].startswith("Mingg is on http://127.0.0.1:")
    assert "Enter" in said[1]
    assert "Backspace" in said[1]


def test_the_next_free_port_is_taken_and_said(monkeypatch: pytest.MonkeyPatch, vm: Path) -> None:
    with socket.socket() as taken:
        taken.bind((serve.HOST, 0))
        taken.listen()
        monkeypatch.setattr(serve, "PORT", taken.getsockname()[1])
        said = start(monkeypatch, vm, None)
        assert f"Port {serve.PORT} is taken" in said[0]
        address = said[1].removeprefix("Mingg is on http://127.0.0.1:").rstrip("/")
        assert serve.PORT < int(address) < serve.PORT + serve.PORTS_TRIED


def test_a_port_asked_for_and_taken_is_an_error(monkeypatch: pytest.MonkeyPatch, vm: Path) -> None:
    with socket.socket() as taken:
        taken.bind((serve.HOST, 0))
        taken.listen()
        number = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"port {number} is taken") as failed:
            start(monkeypatch, vm, number)
        assert failed.value.errno == errno.EADDRINUSE
        told = CliRunner().invoke(sim, ["--port", str(number)])
        assert told.exit_code == 1
        assert told.output == f"Error: port {number} is taken; --port names another one\n"


def test_an_address_for_everybody_is_said_so_that_it_can_be_typed(monkeypatch: pytest.MonkeyPatch, vm: Path) -> None:
    said = start(monkeypatch, vm, 0, "0.0.0.0")
    assert said[0].startswith("Mingg is on http://127.0.0.1:")
    assert not any("0.0.0.0" in line for line in said)
