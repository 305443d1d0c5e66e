"""The simulator's page in a headless Chromium, and functions that press its keys and read its screen."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import pytest
from mingg.evening.evening import DRAFT
from mingg_host.common import places
from mingg_host.device.headless import Headless
from mingg_host.simulator.serve import HOST, Preset, Site, beside
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

# Features that Playwright disables. Chromium takes only the last such list, so this one repeats Playwright's. The last
# four prepare the address bar of each new window, which costs half a second of processor time in each test.
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
# The browser under test needs no sandbox, and must talk to no server but the page's.
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
PRESS_MS = 100  # from one press to the next, in the page's own time: it samples a press in less
HOLD_MS = 800
PATIENCE_MS = 120_000  # nothing takes that long, however busy the machine is
POLL_MS = 50
# Resolves when the page has run timers for so long. A busy machine delays them, as it delays the device's own timer.
RUN_PAGE = """(ms) => new Promise((resolve) => {
  let left = ms / 10;
  const tick = () => (left-- > 0 ? setTimeout(tick, 10) : resolve());
  tick();
})"""
# 64 rows of '0' and '1', as mingg_host.device.headless gives them.
READ_PIXELS = """canvas => {
  const {data} = canvas.getContext("2d").getImageData(0, 0, 128, 64);
  return Array.from({length: 64}, (_, y) =>
    Array.from({length: 128}, (_, x) => data[4 * (128 * y + x) + 1] > 127 ? "1" : "0").join(""));
}"""


READ_DRAFT = f"localStorage.getItem('mingg:/flash/ledger/{DRAFT}')"


def entered(draft: str | None) -> Any:
    """Returns the contents of a draft. Its text differs between Pythons, which order the keys differently."""
    return None if draft is None else json.loads(draft.split(" ", 2)[2])


class PageDevice:
    """The device in an open page: presses its keys and reads its screen.

    use(key, ms): presses a key with the mouse (click) or the keyboard (type); ms: for how long, 0 for a tap.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.use: Callable[[str, int], None] = self.click
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    # ---- keys ----

    def press(self, *keys: str) -> None:
        for key in keys:
            self.use(key, 0)
            self.let_page_run(PRESS_MS)

    def let_page_run(self, ms: int) -> None:
        """Waits in the time of the page, so that a busy machine does not let a hold become a tap, or lose a press."""
        self.page.evaluate(RUN_PAGE, ms)

    def menu(self) -> None:
        """Opens the menu, from any screen."""
        self.hold("b")
        self.press("a")

    def hold(self, key: str) -> None:
        self.use(key, HOLD_MS)
        self.let_page_run(PRESS_MS)

    def click(self, key: str, ms: int) -> None:
        button = self.page.get_by_role("button", name=LABELS[key], exact=True)
        if not ms:
            button.click()  # sends down and up together, so that no delay turns the tap into a hold
            return
        button.hover()
        self.page.mouse.down()
        self.let_page_run(ms)
        self.page.mouse.up()

    def type(self, key: str, ms: int) -> None:
        self.page.keyboard.down(TYPED[key])
        if ms:
            self.let_page_run(ms)
        self.page.keyboard.up(TYPED[key])

    # ---- the screen ----

    def text(self) -> list[str]:
        """Returns the lines that a screen reader reads aloud."""
        return self.page.locator("#said").inner_text().split("\n")

    def pixels(self) -> list[str]:
        return self.page.locator("#panel").evaluate(READ_PIXELS)

    def waits(self) -> None:
        """Waits until there is anything on the screen."""
        if not self.becomes_true(lambda: self.text() != [""]):
            pytest.fail(f"nothing on the screen; {self._notice()}")

    def waits_for(self, *phrases: str) -> None:
        """Waits until the screen has each of these phrases in one of its lines."""
        if not self.becomes_true(lambda: all(any(phrase in line for line in self.text()) for phrase in phrases)):
            pytest.fail(f"waited for {phrases}, but the screen says {self.text()}; {self._notice()}")

    def shows(self, pixels: list[str]) -> bool:
        """Waits until the panel shows these pixels. Returns False if it never does."""
        return self.becomes_true(lambda: self.pixels() == pixels)

    def falls_silent(self) -> None:
        """Waits until the screen says nothing, as after the device stopped."""
        if not self.becomes_true(lambda: self.text() == [""]):
            pytest.fail(f"the screen still says {self.text()}; {self._notice()}")

    def waits_for_draft(self, script: str) -> None:
        """Waits until the browser has stored the draft that these keys make in a new session. Without this, a reload
        could lose the last presses."""
        with TemporaryDirectory() as folder, Headless(Path(folder)) as reference:
            for key in script.split():  # in capitals: held
                reference.hold(key.lower()) if key.isupper() else reference.press(key)
            reference.wait(1000)
            expected = entered((Path(folder) / DRAFT).read_text(encoding="latin-1"))
        if not self.becomes_true(lambda: entered(self.page.evaluate(READ_DRAFT)) == expected):
            pytest.fail(f"the browser stored {entered(self.page.evaluate(READ_DRAFT))}, not {expected}")

    def _notice(self) -> str:
        notice = self.page.locator("#notice")
        return f"the page says {notice.inner_text()}" if notice.is_visible() else "the page says nothing"

    def becomes_true(self, condition: Callable[[], bool]) -> bool:
        """Waits until the condition is true. Returns False if it never is."""
        # The test asks, not the page: the page's security policy forbids it to evaluate strings.
        end = time.monotonic() + PATIENCE_MS / 1000
        while not condition():
            if time.monotonic() > end:
                return False
            self.page.wait_for_timeout(POLL_MS)
        return True

    # ---- what it did ----

    def strangers(self) -> list[str]:
        """Returns the requests that went to another server than the page's own."""
        home = urlsplit(self.page.url).netloc
        return [url for url in self.requests if urlsplit(url).scheme != "blob" and urlsplit(url).netloc != home]


class Visit:
    """Opens the page in a context: one browser profile, whose tabs share the browser's storage."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address

    def open(self, *scripts: str, wait: bool = True) -> PageDevice:
        """Opens the page in a new tab, in which these scripts run first. wait: until the screen shows something."""
        device = PageDevice(self.context.new_page())
        for script in scripts:
            device.page.add_init_script(script)
        device.page.goto(self.address)
        if wait:
            device.waits()
        return device


@pytest.fixture(scope="session")
def launch(chromium: Path) -> Iterator[Callable[..., Browser]]:
    """Returns a function that starts a Chromium. It takes more arguments for the browser."""
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, *more])


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    with launch() as browser:
        yield browser


@pytest.fixture(scope="session")
def serve_at() -> Iterator[Callable[..., str]]:
    """Returns a function that serves the page with a firmware (the folder of the package mingg), and with an evening
    and a script if it gets a preset. It returns the address."""
    with ExitStack() as servers:

        def start(firmware: Path, preset: Preset | None = None) -> str:
            return f"http://{HOST}:{servers.enter_context(beside(HOST, 0, Site(firmware), preset))}/"

        yield start


@pytest.fixture(scope="session")
def address(serve_at: Callable[..., str]) -> str:
    return serve_at(places.package())


# A firmware that raises an error at the first key.
BROKEN_APP = """
from mingg.ui.kit.view import Screen


class App:
    def __init__(self, panel, keys, store, canvas, *more):
        self.panel = panel
        self.keys = keys
        self.play = None
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
def broken(serve_at: Callable[..., str], tmp_path: Path) -> str:
    """The address of the page with a firmware that stops at the first key."""
    firmware = tmp_path / "mingg"
    shutil.copytree(places.package(), firmware)
    (firmware / "ui" / "app.py").write_text(BROKEN_APP)
    return serve_at(firmware)


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visit]]:
    """Returns a function that makes a visit by a browser with empty storage.

    url: of the page; using: the browser; options: as for Browser.new_context.
    """
    contexts = []

    def new(url: str = address, using: Browser = browser, **options: Any) -> Visit:
        # No service worker, unless the test is about it: it would fetch the page once more.
        context = using.new_context(**({"service_workers": "block"} | (options or DESK)))
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return Visit(context, url)

    yield new
    for context in contexts:
        context.close()
