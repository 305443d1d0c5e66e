"""The page as an application: its service worker stores whole editions, plays without the host, and updates."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from help.named_keys import DRAW
from mingg_host.common import disk, places
from mingg_host.simulator.serve import HOST, beside
from mingg_host.simulator.website import Site, write

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

ALLOWED: dict[str, Any] = {"service_workers": "allow"}
WORKER_WAITS = b"PATIENCE_MS = 3000;"


def has_worker(device: Any) -> bool:
    """Returns True if a service worker answers the requests of the page."""
    return bool(device.page.evaluate("navigator.serviceWorker.controller !== null"))


def open_with_worker(visit: Visitor, address: str) -> Any:
    device = visit(url=address, **ALLOWED).open()
    assert device.becomes_true(lambda: has_worker(device))
    return device


def kept_version(device: Any) -> str:
    """Returns the version of the page that the browser stores."""
    version = (
        """async () => (await (await caches.match(new URL("files.json", location.href)))?.json())?.version ?? "" """
    )
    return str(device.page.evaluate(version))


class Host(Site):
    """A host whose firmware a test can change, and which can fail."""

    def __init__(self, folder: Path) -> None:
        self.firmware = folder / "mingg"
        shutil.copytree(places.package(), self.firmware, ignore=shutil.ignore_patterns("__pycache__"))
        super().__init__(self.firmware)
        self.fails = False  # True: the host says that there is a new page, and does not find it
        self.old: bytes | None = None  # the page that it still has, while it says that there is a new one
        self.answers = threading.Event()  # without it, the host does not say which version it has
        self.answers.set()
        self.moved_out = False  # True: the address has another page now
        self.patience_ms = 120_000  # of the worker: it waits for this host however slow the machine is

    def rename(self, player: str) -> None:
        """Makes a new version: the first player of a new session gets this name."""
        text = (places.package() / "evening" / "evening.py").read_text()
        assert 'NAMES = ("Ann"' in text
        (self.firmware / "evening" / "evening.py").write_text(text.replace('NAMES = ("Ann"', f'NAMES = ("{player}"'))

    def file(self, name: str) -> bytes | None:
        if self.moved_out:
            return b"<title>another page</title>" if name == "" else None
        data = super().file(name)
        if name == "files.json":
            assert self.answers.wait(120)
        if name == "" and (self.fails or self.old):
            return self.old
        if data and name == "sw.js":
            assert WORKER_WAITS in data
            return data.replace(WORKER_WAITS, b"PATIENCE_MS = %d;" % self.patience_ms)
        return data


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr(places, "pages", lambda: None)  # their many pictures would be stored, too
    return Host(tmp_path)


@pytest.fixture
def hosted(host: Host) -> Iterator[str]:
    with beside(HOST, 0, host) as port:
        yield f"http://{HOST}:{port}/"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_site_on_any_host_can_be_installed_and_still_works_without_the_host(visit: Visitor, tmp_path: Path) -> None:
    disk.put(tmp_path / "built" / "docs" / "manual.html", b"<!doctype html><h1>Mingg: the manual</h1>")
    write(Site(places.package(), pages=tmp_path / "built").edition(), tmp_path / "mingg")
    server = ThreadingHTTPServer((HOST, 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{HOST}:{server.server_port}/mingg/"
    try:
        device = open_with_worker(visit, address)
        session = device.page.context.new_cdp_session(device.page)
        manifest = session.send("Page.getAppManifest")
        assert (manifest["errors"], manifest["url"]) == ([], address + "manifest.webmanifest")
        assert json.loads(manifest["data"])["name"] == "Mingg"
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {error["errorId"] for error in errors} <= {"in-incognito"}  # every test's browser is incognito
        device.press("up")
        device.waits_for_draft("up")
    finally:
        server.shutdown()
        server.server_close()
    device.page.reload()
    device.waits_for("begun")
    device.press("b b hold:a", DRAW)
    device.waits_for("2 who won?")
    device.page.goto(address + "index.html")
    device.waits_for("2 who won?")
    device.button("help, build your own").click()
    with device.page.context.expect_page() as opened:
        device.page.get_by_role("link", name="The manual").click()
    opened.value.get_by_role("heading", name="Mingg: the manual").wait_for()
    assert device.strangers() == []
    assert all(url.startswith((address, "blob:")) for url in device.requests)
    # the browser cannot check for a new worker
    assert [text for text in device.complaints if "sw.js" not in text] == []


def test_a_reload_loads_changed_firmware_if_the_host_has_all_of_it(visit: Visitor, host: Host, hosted: str) -> None:
    device = open_with_worker(visit, hosted)
    first, old = host.edition().version, host.file("")
    host.rename("Ada")
    for host.fails, host.old in ((True, None), (False, old)):
        device.page.reload()
        device.waits_for("Ann 2000")
        assert kept_version(device) == first
    host.old = None
    device.page.reload()
    device.waits_for("Ada 2000")
    assert kept_version(device) == host.edition().version


def test_the_page_starts_without_a_slow_host_and_offers_the_new_version_later(
    visit: Visitor, host: Host, hosted: str
) -> None:
    host.patience_ms = 100
    device = open_with_worker(visit, hosted)
    newer = device.button("use the new version")
    host.rename("Ada")
    host.answers.clear()
    device.page.reload()
    device.waits_for("Ann 2000")
    assert not newer.is_visible()
    host.answers.set()
    newer.wait_for()
    newer.click()
    device.waits_for("Ada 2000")
    assert not newer.is_visible()
    # The worker removes itself when the host serves another page.
    host.moved_out = True
    device.page.reload()
    assert device.page.title() == "another page"
    workers = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    assert device.becomes_true(lambda: device.page.evaluate(workers) == 0)


def test_from_a_folder_alone_without_a_server_a_deal_is_played_and_kept(visit: Visitor, tmp_path: Path) -> None:
    write(Site(places.package()).edition(), tmp_path / "mingg")
    shares = "navigator.canShare = () => true;"
    device = visit(url=(tmp_path / "mingg" / "index.html").as_uri()).open(shares)
    device.press(DRAW)
    device.waits_for("2 who won?")
    device.button("ledger, send").click()
    assert device.button("save a copy").is_visible()
    assert not device.page.locator("#send").is_visible(), "a page from a folder can send nothing"
    device.button("close").click()
    device.page.reload()
    device.waits_for("2 who won?")
    device.page.goto(device.page.url + "?show")
    device.says("1 of 20: ")
    assert [url for url in device.requests if not url.startswith(("file:", "blob:"))] == []
    assert [text for text in device.complaints if "manifest" not in text] == []  # a browser has none without a server
