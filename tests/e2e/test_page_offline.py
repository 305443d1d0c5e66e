"""The page as an application: kept whole by its service worker, gone on with when its host is gone, updated cleanly."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from mingg_host.common import places
from mingg_host.simulator.serve import HOST, make_server
from mingg_host.simulator.website import Site, write
from named_keys import NEXT, SAVE, hands

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

ALLOWED: dict[str, Any] = {"viewport": {"width": 800, "height": 600}, "service_workers": "allow"}
# East won with a chance hand and drew it: he gets 2 x 22 of each, whose cards are empty.
DEAL = f"down down {hands(3)}"  # the last hand is still to come
SAVED = f"{hands(1)} {SAVE} {NEXT}"
BALANCES = ["Ann 2132", "Cy 1956"]


def play(device: Any, script: str) -> None:
    device.press(*script.split())


def until(so: Callable[[], Any]) -> Any:
    for _ in range(2400):  # two minutes: however busy the machine is
        found = so()
        if found:
            return found
        time.sleep(0.05)
    pytest.fail("it did not come about")


def is_kept(device: Any) -> bool:
    """Whether a worker answers for the page."""
    return bool(device.page.evaluate("navigator.serviceWorker.controller !== null"))


def open_kept(visit: Visitor, address: str) -> Any:
    device = visit(at=address, **ALLOWED).open()
    until(lambda: is_kept(device))
    return device


def kept_editions(device: Any) -> list[str]:
    """The versions of the editions that the browser keeps, the one in use first."""
    used, names = device.page.evaluate(
        """async () => {
          const names = await caches.keys();
          const use = await caches.open(names.find((name) => name.endsWith("in use")));
          const [request] = await use.keys();
          return [(await (await use.match(request)).json()).version, names];
        }"""
    )
    others = [name.split()[-1] for name in names if not name.endswith("in use")]
    return [used, *[version for version in others if version != used]]


class Host(Site):
    """A host whose firmware can be changed, and which can be made to fail."""

    def __init__(self, folder: Path, vm: Path) -> None:
        self.firmware = folder / "mingg"
        shutil.copytree(places.package(), self.firmware, ignore=shutil.ignore_patterns("__pycache__"))
        super().__init__(self.firmware, vm)
        self.spoils = False  # a file comes otherwise than the list says
        self.answers = threading.Event()  # until then the firmware does not come
        self.answers.set()
        self.moved_out = False  # somebody else lives here now

    def rename(self, player: str) -> None:
        """A new version: the first player of a new session is called otherwise."""
        path = self.firmware / "evening/state.py"
        text = path.read_text()
        assert '"Bo"' in text
        path.write_text(text.replace('NAMES = ("Ann"', f'NAMES = ("{player}"'))

    def file(self, path: str) -> bytes | None:
        if self.moved_out:
            return b"<title>another page</title>" if path == "/" else None
        found = super().file(path)
        if found and path.endswith("/firmware.json"):
            assert self.answers.wait(60)
            if self.spoils:
                return found.replace(b"Ada", b"Eve")
        return found


@pytest.fixture
def host(tmp_path: Path, vm: Path) -> Host:
    return Host(tmp_path, vm)


@pytest.fixture
def hosted(host: Host) -> Iterator[str]:
    with make_server(HOST, 0, host) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}/"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_folder_on_any_host_is_the_device_also_when_the_host_is_gone(
    visit: Visitor, vm: Path, tmp_path: Path
) -> None:
    write(Site(places.package(), vm).edition(), tmp_path / "mingg")
    server = ThreadingHTTPServer((HOST, 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{HOST}:{server.server_port}/mingg/"
    try:
        device = open_kept(visit, address)
        play(device, DEAL)
        device.waits_for_draft(DEAL)
    finally:
        server.shutdown()
        server.server_close()
    device.page.reload()
    device.waits_for("half entered")
    play(device, "a " + SAVED)
    device.waits_for(*BALANCES)
    device.page.goto(address + "index.html")
    device.waits_for(*BALANCES)
    assert device.strangers() == []
    assert all(url.startswith((address, "blob:")) for url in device.requests)
    assert [text for text in device.complaints if "sw.js" not in text] == []  # the worker cannot be asked for anew


def test_it_can_be_installed(visit: Visitor, hosted: str) -> None:
    device = open_kept(visit, hosted)
    session = device.page.context.new_cdp_session(device.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == hosted + "manifest.webmanifest"
    assert json.loads(found["data"])["name"] == "Mingg"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []  # as every test's browser is


def test_changed_firmware_is_there_at_the_next_reload(visit: Visitor, host: Host, hosted: str) -> None:
    device = open_kept(visit, hosted)
    device.waits_for("Ann 2000")
    for player in ("Eve", "Ada", "Ira"):
        source = places.package() / "evening" / "state.py"
        (host.firmware / "evening" / "state.py").write_text(source.read_text())
        host.rename(player)
        device.page.reload()
        device.waits_for(f"{player} 2000")
    now = host.edition().version
    assert kept_editions(device)[0] == now
    assert len(kept_editions(device)) == 2  # and the one before, for pages still loading
    assert device.page.locator("script").get_attribute("src") == f"{now}/device.js"
    assert device.complaints == []


def test_an_edition_that_does_not_come_whole_is_not_used(visit: Visitor, host: Host, hosted: str) -> None:
    device = open_kept(visit, hosted)
    first = host.edition().version
    host.rename("Ada")
    host.spoils = True
    device.page.reload()
    device.waits_for("Ann 2000")
    assert kept_editions(device)[0] == first
    host.spoils = False
    device.page.reload()
    device.waits_for("Ada 2000")


def test_a_slow_host_keeps_nobody_waiting_and_the_new_version_is_offered(
    visit: Visitor, host: Host, hosted: str
) -> None:
    device = open_kept(visit, hosted)
    newer = device.page.get_by_role("button", name="use the new version")
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


def test_the_worker_goes_when_the_address_belongs_to_somebody_else(visit: Visitor, host: Host, hosted: str) -> None:
    device = open_kept(visit, hosted)
    host.moved_out = True
    device.page.reload()
    assert device.page.title() == "another page"
    assert device.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
