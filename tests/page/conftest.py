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
from axe_playwright_python.sync_playwright import Axe
from mingg.evening.evening import DRAFT
from mingg_host.common import places
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import HOLD, one_by_one, parse, perform
from mingg_host.simulator.serve import HOST, Preset, Site, beside
from playwright.sync_api import Browser, Locator, Page, sync_playwright

# Features that Playwright disables. Chromium takes only the last such list, so this one repeats Playwright's. The last
# five prepare the address bar of each new window and a process for the next page, half a second of a processor each.
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
    "SpareRendererForSitePerProcess",
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
# A small window: a processor draws every pixel. What needs a larger one says so.
SMALL: dict[str, Any] = {"viewport": {"width": 400, "height": 760}}
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
START_S = 1_800_000_000
PATIENCE_S = 60  # nothing takes that long, however busy the machine is
STEP_MS = 200  # of the page's time, from one look at a condition to the next
# 64 rows of '0' and '1', as mingg_host.device.headless gives them.
READ_PIXELS = """canvas => {
  const {data} = canvas.getContext("2d").getImageData(0, 0, 128, 64);
  return Array.from({length: 64}, (_, y) =>
    Array.from({length: 128}, (_, x) => data[4 * (128 * y + x) + 1] > 127 ? "1" : "0").join(""));
}"""
READ_FILES = """() => Object.fromEntries(Object.entries(localStorage)
  .filter(([key]) => key.startsWith("mingg:/flash/ledger/")).map(([key, text]) => [key.slice(20), text]))"""


def entered(draft: str | None) -> Any:
    """Returns the contents of a draft. Its text differs between Pythons, which order the keys differently."""
    return None if draft is None else json.loads(draft.split(" ", 2)[2])


class PageDevice:
    """The device in an open page: presses its keys and reads its screen. The page's clock stands still, except where
    this class lets it run.

    use(key, ms): presses a key with the keyboard (type) or the mouse (click); ms: for how long, 0 for a tap.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.use: Callable[[str, int], None] = self.type
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.sockets: list[str] = []
        self._heard: dict[str, Callable[[Any], object]] = {
            "console": lambda line: self.complaints.append(line.text) if line.type == "error" else None,
            "pageerror": lambda error: self.complaints.append(str(error)),
            "dialog": lambda dialog: (self.complaints.append(dialog.message), dialog.dismiss()),
            "request": lambda request: self.requests.append(request.url),
            "websocket": lambda socket: self.sockets.append(socket.url),
        }
        for event, listener in self._heard.items():
            page.on(event, listener)  # type: ignore[call-overload]

    def leave(self) -> None:
        """Listens to the page no longer."""
        for event, listener in self._heard.items():
            self.page.remove_listener(event, listener)

    # ---- keys ----

    def press(self, *scripts: str) -> None:
        """Presses the keys of these scripts, see mingg_host.device.keyscript."""
        for step in one_by_one(parse(" ".join(scripts))):
            self.use(str(step.of), step.ms if step.kind == HOLD else 0)
            self.let_page_run(PRESS_MS)

    def let_page_run(self, ms: int) -> None:
        self.page.clock.run_for(ms)

    def click(self, key: str, ms: int) -> None:
        button = self.page.get_by_role("button", name=LABELS[key], exact=True)
        if not ms:
            button.click()
            return
        button.hover()
        self.page.mouse.down()
        self.let_page_run(ms)
        self.page.mouse.up()

    def type(self, key: str, ms: int) -> None:
        if not ms:
            self.page.keyboard.press(TYPED[key])
            return
        self.page.keyboard.down(TYPED[key])
        self.let_page_run(ms)
        self.page.keyboard.up(TYPED[key])

    def button(self, name: str) -> Locator:
        """A button of the page itself."""
        return self.page.get_by_role("button", name=name, exact=True)

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

    def says(self, words: str) -> None:
        """Waits until the page itself, not the device, shows these words."""
        shown = self.page.get_by_text(words)
        if not self.becomes_true(shown.is_visible):
            pytest.fail(f"the page does not say {words}; the screen says {self.text()}; {self._notice()}")

    def shows(self, pixels: list[str]) -> bool:
        """Waits until the panel shows these pixels. Returns False if it never does."""
        return self.becomes_true(lambda: self.pixels() == pixels)

    def falls_silent(self) -> None:
        """Waits until the screen says nothing, as after the device stopped."""
        if not self.becomes_true(lambda: self.text() == [""]):
            pytest.fail(f"the screen still says {self.text()}; {self._notice()}")

    def files(self) -> dict[str, str]:
        """Returns the files of the device's flash in the browser's storage, without the draft."""
        files: dict[str, str] = self.page.evaluate(READ_FILES)
        return {name: text for name, text in files.items() if name != DRAFT}

    def waits_for_draft(self, script: str) -> None:
        """Waits until the browser has stored the draft that these keys make in a new session. Without this, a reload
        could lose the last presses."""
        with TemporaryDirectory() as folder, Headless(Path(folder)) as reference:
            perform(parse(script), reference)
            reference.wait(1000)
            expected = entered((Path(folder) / DRAFT).read_text(encoding="latin-1"))

        def draft() -> Any:
            return entered(self.page.evaluate(READ_FILES).get(DRAFT))

        if not self.becomes_true(lambda: draft() == expected):
            pytest.fail(f"the browser stored {draft()}, not {expected}")

    def _notice(self) -> str:
        notice = self.page.locator("#notice")
        return f"the page says {notice.inner_text()}" if notice.is_visible() else "the page says nothing"

    def becomes_true(self, condition: Callable[[], bool]) -> bool:
        """Lets the page run until the condition is true. Returns False if it never is."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > end:
                return False
            self.let_page_run(STEP_MS)
        return True

    def has_focus(self, name: str) -> bool:
        """Waits until the element with this id has the focus."""
        return self.becomes_true(lambda: self.page.evaluate("document.activeElement.id") == name)

    def check_access(self, state: str = "", part: str = "html") -> None:
        """Asserts that axe-core, which needs a clock that runs, reports nothing."""
        self.page.clock.resume()
        check_access(self.page, state, part)
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 1"))

    # ---- what it did ----

    def strangers(self) -> list[str]:
        """Returns the requests that went to another server than the page's own."""
        home = urlsplit(self.page.url).netloc
        return [url for url in self.requests if urlsplit(url).scheme != "blob" and urlsplit(url).netloc != home]


def check_access(page: Page, state: str = "", part: str = "html") -> None:
    """Asserts that axe-core reports nothing, not even best practices."""
    results = Axe().run(page, part)
    assert not results.response["violations"], f"{state}: {results.generate_report()}"
    assert results.response["passes"], state


class Visit:
    """A browser profile, whose tabs share the browser's storage. Opens the page in them."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        # No service worker, unless the test is about it: it would fetch the page once more.
        self.context = browser.new_context(**({"service_workers": "block"} | options))
        self.context.set_default_timeout(PATIENCE_S * 1000)
        self.context.clock.install(time=START_S)
        self.context.clock.pause_at(START_S + 1)
        self.options = options
        self.address = ""
        self._home: Page | None = None
        self._devices: list[PageDevice] = []
        self._scripted = False

    def open(self, *scripts: str, wait: bool = True) -> PageDevice:
        """Opens the page in a new tab, in which these scripts run first. wait: until the screen shows something."""
        if self._home is None or self._home.is_closed():
            self._home = self.context.new_page()
        device = PageDevice(self.context.new_page() if self._devices else self._home)
        self._devices.append(device)
        for script in scripts:
            device.page.add_init_script(script)
        self._scripted |= bool(scripts)
        device.page.goto(self.address)
        if wait:
            device.waits()
        return device

    def end(self) -> None:
        """Leaves the browser profile as a new one, with one empty tab: to open another one takes long."""
        for device in self._devices:
            device.leave()
        if self._scripted and self._home is not None:
            self._home.close()
        self._devices, self._scripted = [], False
        if self._home is None or self._home.is_closed():
            self._home = self.context.new_page()
        for page in self.context.pages:
            if page is not self._home:
                page.close()
        self._home.clock.pause_at(self._home.evaluate("Date.now() / 1000 + 1"))
        self.context.set_offline(False)
        self.context.unroute_all()
        self._home.unroute_all()
        self._home.emulate_media(media="null")
        self._home.set_viewport_size(self.options["viewport"])
        site = "://".join(urlsplit(self.address)[:2])
        storage = {"origin": site, "storageTypes": "local_storage"}
        self.context.new_cdp_session(self._home).send("Storage.clearDataForOrigin", storage)


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
def axe() -> Callable[..., None]:
    return check_access


@pytest.fixture(scope="session", autouse=True)
def without_pages() -> Iterator[None]:
    """The page without the site of the pages, whether this checkout has built it or not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "pages", lambda: None)
        yield


@pytest.fixture(scope="session")
def hears() -> type[PageDevice]:
    """What hears the complaints and requests of any page."""
    return PageDevice


@pytest.fixture(scope="session")
def profiles() -> Iterator[dict[str, list[Visit]]]:
    """Browser profiles that no test uses now, by their options."""
    free: dict[str, list[Visit]] = {}
    yield free
    for visit in (visit for visits in free.values() for visit in visits):
        visit.context.close()


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, browser: Browser, address: str, profiles: dict[str, list[Visit]]
) -> Iterator[Callable[..., Visit]]:
    """Returns a function that makes a visit by a browser with empty storage.

    url: of the page; options: as for Browser.new_context.
    """
    used: list[Visit] = []
    failed = request.session.testsfailed

    def new(url: str = address, **options: Any) -> Visit:
        options = SMALL | options
        free = profiles.setdefault(repr(options), [])
        used.append(free.pop() if free else Visit(browser, options))
        used[-1].address = url
        return used[-1]

    yield new
    for each in used:
        if request.session.testsfailed > failed:
            each.context.close()  # whatever the test left
        else:
            each.end()
            profiles[repr(each.options)].append(each)
