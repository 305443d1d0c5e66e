"""Accessibility of the page: keyboard alone, touch alone, screen reader, small phones, captions, help."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import site_of_pages
from help.named_keys import KEYS, LANGUAGE, LEAVE_PART, MENU, to_table
from help.seeds import SEED
from help.selftesting import SELF_TEST
from mingg import lang
from mingg.hal.keys import HOLD_MS, KEY_NAMES
from mingg.records.line import seal
from mingg.ui.screens.system import keys as keymap
from mingg_host.board.__main__ import PLACES
from mingg_host.common import places
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.simulator.serve import HOST, beside
from mingg_host.simulator.website import PAGE, Site, bundled
from playwright.sync_api import Browser, expect
from screens.goldens import LANGUAGES
from screens.recorded import RECORDED, lead

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]
Captions = dict[str, tuple[str, str]]  # by key: its captions for a tap and for a hold

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}
LEAST_KEY = 44  # CSS pixels that a thumb can hit
# window.menus: how many menus a long touch has opened.
COUNT_MENUS = """() => {
  window.menus = 0;
  window.addEventListener("contextmenu", (event) => { window.menus += event.defaultPrevented ? 0 : 1; });
}"""

# ---- with a screen reader ----


def test_a_screen_reader_says_each_screen_once_its_parts_in_their_order(visit: Visitor) -> None:
    device = visit().open()
    spoken = device.page.locator("#said")
    assert (spoken.get_attribute("aria-live"), spoken.get_attribute("aria-atomic")) == ("polite", "true")
    first = device.page.get_by_text("First step")
    assert device.text() == ["1 who won? A more", "E Ann 2000", "S Bo 2000", "W Cy 2000", "N Di 2000", "E"]
    assert first.is_visible()
    device.press("up")
    device.waits_for("Cy wins")
    assert first.is_hidden()
    assert device.text()[1:] == ["A only place hold A: rare", "from Ann", "from Bo", "drew it", "from Di"]
    device.page.evaluate(
        """() => {
          window.changes = 0;
          new MutationObserver(() => window.changes++).observe(document.querySelector("#said"), {childList: true});
        }"""
    )
    device.let_page_run(700)  # more frames with the same text
    assert device.page.evaluate("window.changes") == 0
    device.press("a")
    device.waits_for("A only place ✓ hold A: rare")
    device.press("b", LANGUAGE)
    device.waits_for("→ ✓ English")
    device.press("down")
    device.waits_for("→ Español")
    assert "✓ English" in device.text()
    device.press("left")
    device.waits_for("nothing; hold B: keys")
    assert device.text()[0] == "nothing; hold B: keys"
    device.press(LEAVE_PART, "a up a hold:a a up a")  # drops the deal; then a deal that nobody won
    device.waits_for("saved")
    assert device.page.locator(".key.up .tapped").inner_text() == "Cy won next"
    device.press("b")
    device.waits_for("no win")
    assert first.is_hidden()
    assert device.complaints == []


def test_axe_finds_nothing_on_the_page_with_all_that_it_may_show(visit: Visitor, tmp_path: Path) -> None:
    with Headless(tmp_path) as played:
        perform(parse(to_table("down down")), played)
    evening = json.dumps((tmp_path / "0001-00.txt").read_text(encoding="latin-1"))
    visitor = visit(**PHONE, color_scheme="light", reduced_motion="reduce")
    visitor.address += "#evening=x"
    device = visitor.open(f"localStorage.setItem('mingg:/flash/ledger/0001-00.txt', {evening})", wait=False)
    device.says("There is nothing to open")
    device.button("your own evenings").click()
    device.waits_for("Ann 2132")
    device.page.locator("#sheet summary").click()
    device.page.locator("#sheet td").first.wait_for()
    device.page.evaluate(
        """() => {
          for (const part of document.querySelectorAll(
            "#newer, #given, #keep, #scripted, #stop, #notice [hidden], #copies [hidden]:not(input[type=file])"
          )) part.hidden = false;
          for (const [part, text] of [
            ["#not-kept", "This browser has no room left for this page."], ["#notice h2", "The firmware stopped"],
            ["#notice pre", "ValueError"], ["#notice button", "go on here"], ["#whose", "A new device."],
            ["#copies-said", "1 evening in it is here already."], ["#play-on", "play on with it"],
          ]) document.querySelector(part).textContent = text;
          document.querySelector("#copies ul").innerHTML = "<li>Ann, Bo, Cy, Di: 12 deals, Babcock</li>".repeat(30);
        }"""
    )
    device.check_access("running")
    device.page.evaluate("document.querySelector('#notice').hidden = false")
    device.check_access("stopped", "#notice")
    device.page.evaluate("document.querySelector('#copies').showModal()")
    device.check_access("the ledger", "#copies")


# ---- by keyboard alone ----


def use_by_keyboard(device: Any, name: str) -> None:
    device.button(name).focus()
    device.page.keyboard.press("Enter")


def use_by_voice(device: Any, name: str) -> None:
    """Clicks as assistive technology does: with neither a pointer nor a key."""
    device.button(name).focus()
    device.button(name).evaluate("(button) => button.click()")


def tab_to(device: Any, name: str) -> None:
    for _ in range(13):
        device.page.keyboard.press("Tab")
        if device.page.locator(":focus").inner_text() == name:
            return
    pytest.fail(f"Tab does not lead to {name}")


def test_tab_reaches_every_button_and_afterwards_the_keyboard_is_the_devices_again(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    names = []
    for _ in range(14):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        names.append(focused.get_attribute("aria-label") or focused.inner_text())
        width = focused.evaluate("(button) => getComputedStyle(button).outlineWidth")
        assert float(width.removesuffix("px")) >= 2
    keys = ["up", "left", "right", "down", "B, back", "A, yes"]
    assert names == [
        *["source", *keys, "rules", "language"],
        *["show me a deal", "a sample evening", "help, build your own", "ledger, send", "switch off and on"],
    ]
    use_by_keyboard(device, "up")  # presses the button that has the focus, not A
    device.waits_for("W Cy wins how?")
    device.button("B, back").focus()
    page.keyboard.press("Space")
    device.waits_for("Ann 2000")
    page.evaluate("document.querySelector('[data-key=\"3\"]').click()")  # as assistive technology does
    device.waits_for("E Ann wins how?")
    page.keyboard.press("Escape")
    device.waits_for("Ann 2000")
    # After a dialog or a button of the page the keyboard is the device's again.
    dialog = page.get_by_role("dialog", name="The ledger")
    for use in (lambda _, name: device.button(name).click(), use_by_keyboard, use_by_voice):
        use(device, "ledger, send")
        assert dialog.is_visible()
        use(device, "close")
        assert dialog.is_hidden()
        assert device.has_focus("device")
    use_by_keyboard(device, "switch off and on")
    assert device.has_focus("device")
    device.waits_for("Ann won; how?")
    device.press("b b hold:a")
    device.waits_for("Ann 2000")
    device.button("help, build your own").click()
    device.button("close").click()
    device.press("down down")
    device.waits_for("E Ann B back A done")
    tab_to(device, "ledger, send")
    page.keyboard.press("Enter")  # presses the button that Tab led to
    for key in ("ArrowDown", "ArrowDown", "a", "b", *6 * ["Tab"]):  # an open dialog gets all keys
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    assert dialog.is_hidden()
    assert device.has_focus("device")
    device.let_page_run(400)
    device.waits_for("E Ann B back A done")
    # Enter is A again after another key, and after a pressed mouse that left the button.
    tab_to(device, "ledger, send")
    device.press("b down a")
    device.waits_for("S Bo B back A none")
    device.button("ledger, send").hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    assert device.has_focus("device")
    device.press("a")
    device.waits_for("W Cy B back A none")
    assert dialog.is_hidden()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "up"


# ---- by touch alone ----


class Fingers:
    """Fingers on the keys of a page on a touch screen."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.page = device.page
        self.session = self.page.context.new_cdp_session(self.page)
        self.down: dict[str, tuple[float, float]] = {}

    def put(self, key: str) -> None:
        box = self.page.locator(f".key.{key}").bounding_box()
        self.down[key] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self._send("touchStart")

    def move(self, key: str, x: float, y: float) -> None:
        left, top = self.down[key]
        self.down[key] = (left + x, top + y)
        self._send("touchMove")

    def lift(self, key: str) -> None:
        del self.down[key]
        self._send("touchEnd")

    def _send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": "abudlr".index(key[0])} for key, (x, y) in self.down.items()]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def assert_pressed(self, count: int) -> None:
        """Waits until so many keys are pressed."""
        pressed = self.page.locator(".pressed")
        assert self.device.becomes_true(lambda: pressed.count() == count), pressed.count()


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scale(page: Any) -> float:
    """Returns how far two fingers have zoomed the page."""
    return float(page.evaluate("visualViewport.scale"))


def pinch(page: Any, selector: str) -> None:
    """Moves two fingers apart."""
    x, y = middle(page, selector)
    session = page.context.new_cdp_session(page)
    for apart in range(20, 100, 8):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        kind = "touchStart" if apart == 20 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def double_tap(page: Any, selector: str) -> None:
    for _ in range(2):
        page.touchscreen.tap(*middle(page, selector))


def resize(page: Any, width: int, height: int) -> None:
    """Makes the window so large, and waits until the page knows."""
    size = {"width": width, "height": height}
    if page.viewport_size != size:
        page.evaluate("() => { window.resized = new Promise((done) => window.addEventListener('resize', done)); }")
        page.set_viewport_size(size)
        page.evaluate("() => window.resized.then(() => {})")


@pytest.fixture
def phone(visit: Visitor) -> Any:
    device = visit(**PHONE).open()
    device.page.evaluate(COUNT_MENUS)
    return device


# window.rings: of each time that the ring of B begins to fill, whether it is seen, and in what time it fills.
WATCH_RING = """() => {
  window.rings = [];
  const key = document.querySelector(".key.b"), ring = key.querySelector(".ring");
  let filling = false;
  new MutationObserver(() => {
    if (key.matches(".filling") && !filling) {
      const style = getComputedStyle(ring);
      window.rings.push([ring.checkVisibility() ? "visible" : "hidden", style.animationDuration]);
    }
    filling = key.matches(".filling");
  }).observe(key, {attributes: true, attributeFilter: ["class"]});
}"""


def test_fingers_press_and_hold_keys_in_any_order_and_nothing_else_happens(phone: Any) -> None:
    page, fingers = phone.page, Fingers(phone)
    assert not page.locator(".key.b .ring").is_visible()
    page.evaluate(WATCH_RING)
    fingers.put("b")
    phone.waits_for("keys B back A menu")
    # The device now shows its keys, and the ring of the screen before is gone.
    assert page.locator(".filling").count() == 0
    assert page.evaluate("window.rings") == [["visible", f"{HOLD_MS / 1000:g}s"]]
    fingers.lift("b")
    fingers.assert_pressed(0)
    phone.press("b")
    phone.waits_for("Ann 2000")
    fingers.put("left")  # holding it does nothing
    phone.let_page_run(200)
    assert page.locator(".filling").count() == 0
    fingers.lift("left")
    assert page.get_by_text("press and hold until the ring is full").is_visible()
    assert page.evaluate("window.menus") == 0
    assert page.evaluate("getSelection().toString()") == ""
    assert phone.complaints == []

    # Fingers press and release keys in any order.
    resize(page, 640, 360)
    for key in ("left", "right", "up", "down", "b"):  # two thumbs press two keys
        fingers.put(key)
        fingers.put("a")
        fingers.assert_pressed(2)
        fingers.lift(key)
        fingers.assert_pressed(1)
        fingers.lift("a")
        fingers.assert_pressed(0)
    phone.button("switch off and on").tap()
    phone.waits_for("Ann 2000")
    # A browser may send a click after a touch although the page prevented it.
    up = page.get_by_role("button", name="up", exact=True)
    up.evaluate("(key) => key.addEventListener('pointerup', () => key.click(), {once: true})")
    up.tap()
    phone.waits_for("W Cy wins how?")
    phone.let_page_run(600)
    phone.waits_for("W Cy wins how?")
    # On a low page, a sliding thumb scrolls nothing.
    resize(page, 360, 300)
    assert page.evaluate("document.documentElement.scrollHeight") > 300
    page.evaluate("window.scrollTo(0, 120)")
    before = page.evaluate("scrollY")
    assert before > 0
    fingers.put("up")
    for _ in range(5):
        fingers.move("up", 3, 20)
    assert page.evaluate("scrollY") == before
    fingers.assert_pressed(1)
    fingers.lift("up")
    fingers.assert_pressed(0)
    phone.waits_for("W Cy B back A done")
    phone.button("ledger, send").tap()
    phone.button("close").tap()
    phone.press("a")  # Enter is A after a touched button
    phone.waits_for("N Di B back A none")


def test_touches_on_the_device_do_not_zoom_or_select_but_the_footer_can_be_zoomed(phone: Any) -> None:
    page = phone.page
    session = page.context.new_cdp_session(page)
    for selector in ("#panel", ".name", ".key.up", ".cross"):
        pinch(page, selector)
        double_tap(page, selector)
        assert scale(page) == 1, selector
        x, y = middle(page, selector)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        phone.let_page_run(900)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert page.evaluate("getSelection().toString()") == "", selector
    assert page.evaluate("window.menus") == page.evaluate("scrollY") == 0
    footer = page.locator("footer p:visible").first
    assert footer.evaluate("(line) => getComputedStyle(line).userSelect") == "none"
    assert page.locator("#copies").evaluate("(dialog) => getComputedStyle(dialog).userSelect") == "text"
    pinch(page, "footer")
    assert phone.becomes_true(lambda: scale(page) > 1.5)
    # On a zoomed page, fingers can zoom back anywhere.
    expect(page.locator("#device")).to_contain_class("zoomed")
    assert page.locator("#device").evaluate("(device) => getComputedStyle(device).touchAction") == "manipulation"


# ---- on every window ----

# width and height of the window, the least width of the panel, whether all of the page is in the window
WINDOWS = [(320, 568, 256, 0), (740, 360, 256, 0), (2560, 1440, 256, 0)]
WINDOWS += [(1024, 600, 512, 1), (1280, 600, 512, 1), (1280, 720, 512, 1), (1280, 800, 256, 0)]
PHONES = [(360, 640, 298, 1), (640, 360, 256, 1)]
# Returns the boxes of these elements that are shown.
BOXES = "all => all.map(one => one.getBoundingClientRect()).filter(box => box.width)"


def check_window(page: Any, width: int, height: int, least: int, whole: int, ratio: int) -> None:
    resize(page, width, height)
    panel = page.locator("#panel").bounding_box()
    assert panel["width"] >= least
    assert abs(panel["width"] * ratio / 128 - round(panel["width"] * ratio / 128)) < 0.02 * ratio
    for box in page.locator(f"#device, {'#panel, [data-key], footer button' if whole else '#panel'}").evaluate_all(
        BOXES
    ):
        assert box["left"] >= 0
        assert box["top"] >= 0
        assert box["right"] <= width
        assert box["bottom"] <= height
    for box in page.locator("[data-key], footer button").evaluate_all(BOXES) if ratio > 1 else ():
        assert min(box["width"], box["height"]) >= LEAST_KEY
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert not whole or page.evaluate("document.documentElement.scrollHeight") <= height


def test_the_device_fits_every_window_and_its_keys_are_where_those_of_the_case_are(visit: Visitor) -> None:
    page = visit().open().page
    for window in WINDOWS:
        check_window(page, *window, ratio=1)
    boxes = [page.locator(f"[data-key='{number}']").bounding_box() for number in range(6)]
    for (one, box), (other, second) in combinations(zip(KEY_NAMES, boxes, strict=True), 2):
        for axis, name in enumerate("xy"):
            first, then = (PLACES[key.upper() if key in "ab" else key][axis] for key in (one, other))
            if abs(first - then) > 9:  # mm
                assert (box[name] - second[name]) * (first - then) > 0, (one, other)


# ---- captions ----

SIZES = ((1280, 720), (1280, 600), (360, 640), (640, 360), (320, 568))
# The data-key of each key, and its two captions.
READ = """() => [...document.querySelectorAll("[data-key]")].map((key) => [
  Number(key.dataset.key),
  key.querySelector(".tapped")?.textContent ?? "", key.querySelector(".held")?.textContent ?? "",
])"""
# Returns the captions that do not fit: they are cut, overlap another key or its caption, or leave the device.
MISPLACED = (
    f"async (all) => {{ {bundled([PAGE], 'captions.js')}"
    + """
  const buttons = new Map([...document.querySelectorAll("[data-key]")].map((b) => [Number(b.dataset.key), b]));
  const captions = new Captions(buttons);
  const device = document.querySelector("#device").getBoundingClientRect();
  const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = [];
  for (const [lines, language] of all) {
    captions.show(lines, language);
    for (const key of buttons.values()) {
      const does = key.querySelector(".does"), box = does.getBoundingClientRect();
      if (!box.height) continue;
      const outside = box.left < device.left || box.right > device.right || box.bottom > device.bottom;
      const arrow = key.querySelector(".arrow");
      const higher = arrow && does.offsetHeight + arrow.clientHeight > key.clientHeight;
      const over = [...buttons.values()].some((other) => other !== key && (meets(box, other.getBoundingClientRect())
        || meets(box, other.querySelector(".does").getBoundingClientRect())));
      const cut = [...does.children].some((words) => !words.matches(".unseen")
        && (words.scrollHeight > words.clientHeight + 1 || words.scrollWidth > words.clientWidth + 1));
      const small = parseFloat(getComputedStyle(does).fontSize) < 11;
      const apart = /[0-9]-[0-9]/.test(does.textContent); // a line may end after this hyphen
      if (outside || higher || over || cut || small || apart) {
        found.push([language, does.textContent, outside, higher, over, cut, small, apart].join());
      }
    }
  }
  return [...new Set(found)];
}"""
)


def captions(listed: list[keymap.Line]) -> Captions:
    """Returns the captions for the page of keys that the device lists."""
    expected = {}
    for key, name in enumerate(KEY_NAMES):
        tapped = [word for keys, held, word in listed if key in keys and not held]
        held = [word for keys, held, word in listed if key in keys and held and word not in tapped]
        expected[name] = ", ".join(tapped), ", ".join(held)
    return expected


def read(page: Any) -> Captions:
    said = page.evaluate(READ)
    return {KEY_NAMES[key]: (tapped.replace("\u2060", ""), held.replace("\u2060", "")) for key, tapped, held in said}


def test_the_captions_are_those_that_the_device_lists_in_its_language(visit: Visitor, tmp_path: Path) -> None:
    settings = seal(0, json.dumps({"language": "tr"})).decode()
    (tmp_path / "settings.txt").write_text(settings, encoding="utf-8")
    device = visit().open(f"localStorage.setItem('mingg:/flash/ledger/settings.txt', {json.dumps(settings)})")
    with Headless(tmp_path) as reference:
        for script in ("", "down", "down", "right", "right", KEYS, MENU.removeprefix(KEYS)):
            device.press(script)
            perform(parse(script), reference)
            expected = captions(keymap.lines(reference.app.screen))
            assert any(words for pair in expected.values() for words in pair)
            assert device.becomes_true(lambda expected=expected: read(device.page) == expected), (
                read(device.page),
                expected,
            )
    assert device.page.locator(".does").first.get_attribute("lang") == "tr"
    assert device.becomes_true(lambda: device.page.locator("#said").get_attribute("lang") == "tr")
    described = device.button("B, geri").get_attribute("aria-describedby")
    assert "; uzun: " in device.page.locator(f"#{described}").text_content()
    # A screen reader must not interrupt for a changed caption.
    assert device.page.locator("[aria-live] .does, .does[aria-live]").count() == 0
    assert device.complaints == []


@pytest.fixture(scope="module")
def many_captions(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[list[keymap.Line], str]]:
    """Returns the captions of every fifteenth golden screen, from another start each run, in every language."""
    listed: dict[str, tuple[list[keymap.Line], str]] = {}
    for recorded in [recorded for name, recorded in RECORDED.items() if name not in SELF_TEST][SEED % 15 :: 15]:
        folder = tmp_path_factory.mktemp("device")
        recorded.before(folder)
        with recorded.start(folder) as device:
            screen = lead(device, recorded).app.screen
            language_before = lang.spoken()
            for language in LANGUAGES:
                lang.choose(language)
                lines = keymap.lines(screen), language
                listed[repr(lines)] = lines
            lang.choose(language_before)
    return [*listed.values()]


def test_no_caption_is_cut_or_overlaps_another_key_on_a_phone(
    phone: Any, many_captions: list[tuple[list[keymap.Line], str]]
) -> None:
    assert len(many_captions) > 40
    for window in PHONES:
        check_window(phone.page, *window, ratio=3)
    for width, height in SIZES:
        resize(phone.page, width, height)
        misplaced = phone.page.evaluate(MISPLACED, many_captions)
        assert not misplaced, "\n".join([f"{width} x {height}", *misplaced])


# ---- help ----

FAULTS = """() => [
  ...[...document.images].filter((image) => !image.naturalWidth).map((image) => image.src),
  ...[...document.links].filter((link) => link.hash && !document.getElementById(link.hash.slice(1)) &&
    link.pathname === location.pathname).map((link) => link.href),
]"""
DOCUMENTS = {
    "The manual": "Mingg: the manual",
    "The quick card": "Mingg: quick card",
    "All steps": "Building a Mingg",
}


@pytest.fixture
def with_pages(build_once: Callable[..., Path]) -> Iterator[str]:
    """The address of the page with the site of the pages, as `make site` makes it."""
    built = build_once("pages", site_of_pages.build)
    with beside(HOST, 0, Site(places.package(), pages=built)) as port:
        yield f"http://{HOST}:{port}/"


def test_help_explains_how_to_build_a_device_and_opens_documents_that_are_whole(
    visit: Visitor, with_pages: str, axe: Callable[..., None]
) -> None:
    device = visit(url=with_pages, viewport={"width": 400, "height": 700}, color_scheme="dark").open()
    page = device.page
    refused: list[str] = []
    page.context.on("console", lambda said: refused.append(said.text) if said.type == "error" else None)
    device.button("help, build your own").click()
    dialog = page.get_by_role("dialog", name="Help")
    for words in ("Parts.", "Wires.", "One file.", "Test."):
        assert dialog.get_by_text(words).is_visible()
    for name in ("How display", "BOOTSEL"):
        drawing = dialog.get_by_role("img", name=name)
        drawing.scroll_into_view_if_needed()
        expect(drawing).not_to_have_js_property("naturalWidth", 0)
    assert page.evaluate("document.querySelector('#guide').scrollWidth <= document.querySelector('#guide').clientWidth")
    device.check_access("help")
    for link, title in DOCUMENTS.items():
        with page.context.expect_page() as opened:
            page.get_by_role("link", name=link).click()
        document = opened.value
        document.wait_for_load_state()
        assert document.title().removesuffix(" - Mingg") == title
        assert document.evaluate(FAULTS) == []
        if link != "The manual":  # far longer, in the same form
            document.clock.resume()
            axe(document, title)
    assert refused == []


# What a player asks, and the section that answers. Some ask in other words than the manual's.
QUESTIONS = {
    "limit": "manual.html#rules-options-limit",
    "change the limit": "manual.html#rules-options-limit",
    "a higher limit": "manual.html#rules-options-limit",
    "undo": "manual.html#undo-and-correct-a-mistake",
    "How do I correct a deal": "manual.html#undo-and-correct-a-mistake",
    "fix a mistake": "manual.html#undo-and-correct-a-mistake",
    "wrong winner": "manual.html#undo-and-correct-a-mistake",
    "what does a false mah-jong cost": "manual.html#what-a-false-mah-jong-costs",
    "penalty for a wrong call": "manual.html#what-a-false-mah-jong-costs",
    "charge the cells": "manual.html#charging-the-cells",
    "battery": "manual.html#charging-the-cells",
    "counters": "manual.html#counters",
    "mute": "manual.html#settings",
    "continue last week": "manual.html#the-end-of-a-game-and-old-evenings",
    "export to Excel": "evenings.html#export-and-import",
    "tournament": "club.html",
}


def test_the_search_first_finds_what_a_player_asks(browser: Browser, build_once: Callable[..., Path]) -> None:
    page = browser.new_page()
    page.goto((build_once("pages", site_of_pages.build) / "docs" / "rules.html").as_uri())  # without a server
    page.get_by_role("button", name="Search").first.click()
    wrong = {}
    for question, section in QUESTIONS.items():
        page.get_by_role("combobox", name="Search").fill(question)  # not by keys: the box gets the focus later
        asked = f"?h={question.replace(' ', '+')}"
        found = page.locator(f"a[href*='{asked}']").first
        found.wait_for()
        address = (found.get_attribute("href") or "").replace(asked, "")
        if not address.endswith(section):
            wrong[question] = address
        assert "penalty price" not in found.inner_text(), "a browser shows no datalist"
    page.close()
    assert wrong == {}


# Whether the page is wider than the window, and the words of tables that go on in the next line.
UNREADABLE = """() => [
  ...(document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : []),
  ...[...document.querySelectorAll("td, th")].flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), broken = [], range = new Range();
    while (texts.nextNode())
      for (const word of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(({top}) => top)).size > 1) broken.push(word[0]);
      }
    return broken;
  }),
]"""


def test_pages_are_read_on_a_phone_without_scrolling_sideways_or_broken_words(
    browser: Browser, build_once: Callable[..., Path]
) -> None:
    built = build_once("pages", site_of_pages.build)
    page = browser.new_page(viewport={"width": 360, "height": 740}, is_mobile=True)
    files = sorted(built.rglob("*.html"))
    found = {}
    for path in files[SEED % 6 :: 6]:
        page.goto(path.as_uri())
        if unreadable := page.evaluate(UNREADABLE):
            found[path.name] = unreadable
    page.close()
    assert len(files) > 30
    assert found == {}
