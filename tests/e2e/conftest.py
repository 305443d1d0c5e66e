"""The simulator's page in a headless Chromium, and a hand to press its keys with."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import pytest
from mingg.evening.state import DRAFT
from mingg_host.common import places
from mingg_host.device.headless import Headless
from mingg_host.simulator.node import ensure_vm
from mingg_host.simulator.serve import HOST, Site, make_server
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

# What Playwright switches off in a Chromium: of two lists the browser takes the later, so ours repeats it. Then pages
# in which each new window prepares its address bar, where nobody types: half a second of a processor for each test.
WITHOUT = [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
]
# A browser under test needs no sandbox of its own, and shall talk to nobody but the page's server.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LABELS = {"left": "left", "right": "right", "up": "up", "down": "down", "a": "A, yes", "b": "B, back"}
TYPED = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "a": "Enter",
    "b": "Backspace",
}
FINGER_MS = 50  # a press, and the pause after it
HOLD_MS = 800
PATIENCE_MS = 120_000  # so long nothing takes, however busy the machine is
POLL_MS = 50
# 64 rows of '0' and '1', as mingg_host.device.headless gives them.
READ_PIXELS = """canvas => {
  const {data} = canvas.getContext("2d").getImageData(0, 0, 128, 64);
  return Array.from({length: 64}, (_, y) =>
    Array.from({length: 128}, (_, x) => data[4 * (128 * y + x) + 1] > 127 ? "1" : "0").join(""));
}"""


READ_DRAFT = f"localStorage.getItem('mingg:/flash/ledger/{DRAFT}')"


def entered(draft: str | None) -> Any:
    """What a draft says, without its checksum: the order of its keys is another one on every Python."""
    return None if draft is None else json.loads(draft.split(" ", 2)[2])


class PageDevice:
    """The device as somebody has it before him who opens the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.use: Callable[[str, int], None] = self.click
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    # ---- keys ----

    def press(self, *keys: str) -> None:
        for key in keys:
            self.use(key, FINGER_MS)
            self.page.wait_for_timeout(FINGER_MS)

    def menu(self) -> None:
        """From any screen."""
        self.hold("b")
        self.press("a")

    def hold(self, key: str) -> None:
        self.use(key, HOLD_MS)
        self.page.wait_for_timeout(FINGER_MS)

    def click(self, key: str, ms: int) -> None:
        self.page.get_by_role("button", name=LABELS[key], exact=True).click(delay=ms)

    def type(self, key: str, ms: int) -> None:
        self.page.keyboard.press(TYPED[key], delay=ms)

    # ---- the screen ----

    def text(self) -> list[str]:
        """The lines that a screen reader gets."""
        return self.page.locator("#said").inner_text().split("\n")

    def pixels(self) -> list[str]:
        return self.page.locator("#panel").evaluate(READ_PIXELS)

    def waits(self) -> None:
        """Wait until there is anything on the screen."""
        if not self._comes(lambda: self.text() != [""]):
            pytest.fail(f"nothing on the screen; {self._notice()}")

    def waits_for(self, *phrases: str) -> None:
        """Wait until each of these stands in one line of the screen."""
        if not self._comes(lambda: all(any(phrase in line for line in self.text()) for phrase in phrases)):
            pytest.fail(f"waited for {phrases}, but the screen says {self.text()}; {self._notice()}")

    def shows(self, pixels: list[str]) -> bool:
        """Whether the panel comes to show these pixels."""
        return self._comes(lambda: self.pixels() == pixels)

    def waits_for_draft(self, script: str) -> None:
        """Wait until the browser keeps the deal half entered that these keys make of a new evening: a press that has
        not been read yet would be lost with the page."""
        with TemporaryDirectory() as folder, Headless(Path(folder)) as same:
            for key in script.split():  # in capitals: held
                same.hold(key.lower()) if key.isupper() else same.press(key)
            same.wait(1000)
            wanted = entered((Path(folder) / DRAFT).read_text(encoding="latin-1"))
        if not self._comes(lambda: entered(self.page.evaluate(READ_DRAFT)) == wanted):
            pytest.fail(f"the browser keeps {entered(self.page.evaluate(READ_DRAFT))}, not {wanted}")

    def _notice(self) -> str:
        notice = self.page.locator("#notice")
        return f"the page says {notice.inner_text()}" if notice.is_visible() else "the page says nothing"

    def _comes(self, so: Callable[[], bool]) -> bool:
        # Asked from here, again and again: the page's own policy forbids it to evaluate anything a string says.
        for _ in range(int(PATIENCE_MS / POLL_MS)):
            if so():
                return True
            self.page.wait_for_timeout(POLL_MS)
        return False

    # ---- what it did ----

    def strangers(self) -> list[str]:
        """Requests that left the page's own server."""
        home = urlsplit(self.page.url).netloc
        return [url for url in self.requests if urlsplit(url).scheme != "blob" and urlsplit(url).netloc != home]


class Visit:
    """Opens the page in a context: one browser profile, whose tabs share what the browser keeps."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address

    def open(self, *scripts: str, wait: bool = True) -> PageDevice:
        """A tab with the page, in which these scripts run first."""
        device = PageDevice(self.context.new_page())
        for script in scripts:
            device.page.add_init_script(script)
        device.page.goto(self.address)
        if wait:
            device.waits()
        return device


@pytest.fixture(scope="session")
def vm() -> Path:
    return ensure_vm()


@pytest.fixture(scope="session")
def launch(chromium: Path) -> Iterator[Callable[..., Browser]]:
    """Starts a Chromium, with further arguments of its own."""
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, *more])


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    with launch() as browser:
        yield browser


@pytest.fixture(scope="session")
def serve_at(vm: Path) -> Iterator[Callable[[Path], str]]:
    """Serves the page with a firmware (the folder of its package mingg), and returns its address."""
    servers = []

    def start(firmware: Path) -> str:
        server = make_server(HOST, 0, Site(firmware, vm))
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://{HOST}:{server.server_port}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def address(serve_at: Callable[[Path], str]) -> str:
    return serve_at(places.package())


# It raises an error at the next key.
BROKEN_APP = """
from mingg.ui.screen import Screen


class App:
    def __init__(self, panel, keys, store, canvas, *more):
        self.panel = panel
        self.keys = keys
        self.screen = Screen(self)
        canvas.text("it works", 0, 0)

    def turn(self, mask, now_ms):
        self.keys.sample(mask, now_ms)
        self.panel.show()
        if self.keys.get() >= 0:
            self.give_up()

    def give_up(self):
        raise ValueError("nine winds")
"""


@pytest.fixture
def broken(serve_at: Callable[[Path], str], tmp_path: Path) -> str:
    """The address of the page with a firmware that stops at the first key."""
    firmware = tmp_path / "mingg"
    shutil.copytree(places.package(), firmware)
    (firmware / "ui" / "app.py").write_text(BROKEN_APP)
    return serve_at(firmware)


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visit]]:
    """A visitor whose browser has kept nothing yet.

    at: the address; using: the browser; options as Browser.new_context takes them.
    """
    contexts = []

    def new(at: str = address, using: Browser = browser, **options: Any) -> Visit:
        # Without a service worker, but where that is what is tested: it would fetch the page once more.
        context = using.new_context(**({"service_workers": "block"} | (options or DESK)))
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return Visit(context, at)

    yield new
    for context in contexts:
        context.close()
