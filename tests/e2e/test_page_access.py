"""Accessibility of the page: keyboard alone, touch alone, screen reader, small phones, dark and light."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from mingg.records.line import seal
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

HOLD_MS = 800
PORTRAIT = {"width": 360, "height": 640}
LANDSCAPE = {"width": 640, "height": 360}
LEAST_KEY = 44  # CSS pixels that a thumb can hit
# window.menus: how many menus a long touch has opened.
COUNT_MENUS = """() => {
  window.menus = 0;
  window.addEventListener("contextmenu", (event) => { window.menus += event.defaultPrevented ? 0 : 1; });
}"""


def phone(size: dict[str, int], ratio: float = 3) -> dict[str, Any]:
    return {"viewport": size, "device_scale_factor": ratio, "is_mobile": True, "has_touch": True}


def check(device: Any, state: str) -> None:
    """Asserts that axe-core reports nothing, not even best practices."""
    results = Axe().run(device.page)
    assert not results.response["violations"], f"{state}: {results.generate_report()}"
    assert results.response["passes"], state


# ---- with a screen reader ----


def test_a_screen_reader_says_the_parts_of_a_screen_in_their_order_and_what_a_ticks(visit: Visitor) -> None:
    device = visit().open()
    device.waits_for("Ann 2000")
    assert device.text() == ["1 who won? A more", "E Ann 2000", "S Bo 2000", "W Cy 2000", "N Di 2000", "E"]
    device.press("up")
    device.waits_for("Cy wins")
    assert device.text()[1:] == ["A only place hold A: rare", "from Ann", "from Bo", "drew it", "from Di"]
    device.press("a")
    device.waits_for("A only place ✓ hold A: rare")
    device.press("b")
    device.waits_for("Ann 2000")
    device.menu()
    device.press("down", "a")
    device.waits_for("→ ✓ English")
    device.press("down")
    device.waits_for("→ Español")
    assert "✓ English" in device.text()
    device.press("left")
    device.waits_for("nothing; hold B: keys")
    assert device.text()[0] == "nothing; hold B: keys"
    assert device.complaints == []


def test_axe_finds_nothing_in_any_state_of_the_page(visit: Visitor) -> None:
    visitor = visit(**phone(PORTRAIT), color_scheme="light", reduced_motion="reduce")
    waiting: list[Any] = []
    visitor.context.route("**/firmware.json", lambda route: waiting.append(route))
    device = visitor.open(wait=False)
    device.page.get_by_text("loading").wait_for()
    check(device, "while it loads")
    assert device.becomes_true(lambda: bool(waiting))
    waiting.pop().abort()
    device.page.get_by_text("could not be loaded").wait_for()
    check(device, "not loaded")
    visitor.context.unroute("**/firmware.json")
    device.page.get_by_role("button", name="try again").click()
    device.waits_for("Ann 2000")
    check(device, "running")
    device.page.evaluate(
        "for (const id of ['newer', 'install', 'given', 'scripted']) document.getElementById(id).hidden = false; "
        "document.getElementById('not-kept').textContent = 'This browser has no room left for this page.'"
    )
    check(device, "all that may be offered")
    device.page.get_by_role("button", name="ledger", exact=True).click()
    check(device, "the ledger, empty")
    device.page.locator("#copies").evaluate(
        """(dialog) => {
          dialog.querySelector("ul").innerHTML = "<li>Ann, Bo, Cy, Di: 12 deals, Babcock</li>".repeat(30);
          dialog.querySelector("#copies-found").hidden = false;
          dialog.querySelector("#copies-said").textContent = "1 evening in it is here already.";
        }"""
    )
    check(device, "the ledger, with a copy found")
    device.page.keyboard.press("Escape")
    other = visitor.open(wait=False)
    other.page.get_by_text("Open in another tab").wait_for()
    check(other, "in another tab")


def test_axe_finds_nothing_when_the_firmware_stopped(visit: Visitor, broken: str) -> None:
    device = visit(url=broken).open()
    device.press("a")
    device.page.get_by_text("The firmware stopped").wait_for()
    check(device, "stopped")
    # The keys of the device scroll the lines for the developers.
    trace = device.page.locator("#notice pre")
    trace.evaluate("(pre) => { pre.style.height = '2em'; }")
    trace.focus()
    device.page.keyboard.press("ArrowDown")
    assert device.becomes_true(lambda: trace.evaluate("(pre) => pre.scrollTop") > 0)
    # A copy of the ledger can still be saved. But none is brought in, because the stopped device cannot check it.
    device.page.get_by_role("button", name="ledger", exact=True).click()
    copy = b'{"form": "mingg ledger", "version": 1, "files": {"0001-00.txt": "0000 0 {}"}}'
    device.page.locator("#copy-file").set_input_files([{"name": "a.json", "mimeType": "", "buffer": copy}])
    device.page.get_by_text("The device must run to check a copy").wait_for()


def test_the_first_step_is_named_until_a_deal_is_saved(visit: Visitor) -> None:
    device = visit().open()
    device.waits_for("Ann 2000")
    first = device.page.get_by_text("First step")
    assert first.is_visible()
    device.press("a", "up", "a")
    device.waits_for("saved")
    assert first.is_hidden()
    assert device.page.locator(".key.up .tapped").inner_text() == "Cy won next"
    device.press("b")
    assert device.becomes_true(first.is_visible)


def test_a_screen_reader_reads_each_screen_once(visit: Visitor) -> None:
    device = visit().open()
    spoken = device.page.locator("#said")
    assert spoken.get_attribute("aria-live") == "polite"
    assert spoken.get_attribute("aria-atomic") == "true"
    device.press("down")
    device.waits_for("E Ann wins how?")
    question = device.text()
    device.press("up")
    assert device.becomes_true(lambda: device.text() != question)
    text = device.text()
    device.page.evaluate(
        """() => {
          window.changes = 0;
          new MutationObserver(() => window.changes++).observe(document.querySelector("#said"), {childList: true});
        }"""
    )
    device.let_page_run(700)  # more frames with the same text
    assert device.page.evaluate("window.changes") == 0
    assert device.text() == text


def test_the_text_for_screen_readers_is_in_the_language_of_the_device(visit: Visitor) -> None:
    visitor = visit()
    settings = seal(0, '{"language": "tr"}').decode()
    visitor.context.add_init_script(f"localStorage.setItem('mingg:/flash/ledger/settings.txt', {json.dumps(settings)})")
    device = visitor.open()
    device.press("down")
    device.waits_for("tut: nadir")
    assert device.page.locator("#said").get_attribute("lang") == "tr"
    assert visit().open().page.locator("#said").get_attribute("lang") == "en"


# ---- by keyboard alone ----


def assert_focus(device: Any, name: str) -> None:
    """Waits until the element with this id has the focus."""

    def focused() -> str:
        return str(device.page.evaluate("document.activeElement.id"))

    assert device.becomes_true(lambda: focused() == name), focused()


def test_tab_reaches_every_button_and_shows_a_frame_around_it(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    names = []
    for _ in range(9):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        names.append(focused.get_attribute("aria-label") or focused.inner_text())
        width = focused.evaluate("(button) => getComputedStyle(button).outlineWidth")
        assert float(width.removesuffix("px")) >= 2
    keys = ["up", "left", "right", "down", "B, back", "A, yes"]
    assert names == [*keys, "help, build your own", "ledger", "switch off and on"]
    page.get_by_role("button", name="up", exact=True).focus()
    page.keyboard.press("Enter")  # presses the button that has the focus, not A
    device.waits_for("W Cy wins how?")
    page.get_by_role("button", name="B, back").focus()
    page.keyboard.press("Space")
    device.waits_for("Ann 2000")
    page.evaluate("document.querySelector('[data-key=\"3\"]').click()")  # as assistive technology does
    device.waits_for("E Ann wins how?")


def test_the_space_bar_is_a_and_escape_is_b(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    keyboard = device.page.keyboard
    device.press("down", "down")
    device.waits_for("E Ann B back A done")
    keyboard.press("Space")
    device.waits_for("S Bo B back A none")
    keyboard.press("Escape")
    device.waits_for("E Ann B back A done")
    keyboard.down("Escape")
    device.let_page_run(HOLD_MS)
    keyboard.up("Escape")
    device.waits_for("keys Ann B < A menu")


def test_an_open_dialog_gets_all_keys_and_returns_them_when_it_closes(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    ledger = page.get_by_role("button", name="ledger", exact=True)
    ledger.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="The ledger")
    dialog.wait_for()
    for key in ("ArrowDown", "ArrowDown", "a", "b"):
        page.keyboard.press(key)
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert_focus(device, "device")
    device.let_page_run(400)
    device.waits_for("Ann 2000")


def use_by_mouse(device: Any, name: str) -> None:
    device.page.get_by_role("button", name=name, exact=True).click()


def use_by_keyboard(device: Any, name: str) -> None:
    device.page.get_by_role("button", name=name, exact=True).focus()
    device.page.keyboard.press("Enter")


def use_by_voice(device: Any, name: str) -> None:
    """Clicks as assistive technology does: with neither a pointer nor a key."""
    button = device.page.get_by_role("button", name=name, exact=True)
    button.focus()
    button.evaluate("(button) => button.click()")


def test_enter_is_a_again_after_a_button_of_the_page(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    dialog = device.page.get_by_role("dialog", name="The ledger")
    for use in (use_by_mouse, use_by_keyboard, use_by_voice):
        use(device, "switch off and on")
        device.waits_for("Ann 2000")
        assert_focus(device, "device")
        use(device, "ledger")
        dialog.wait_for()
        use(device, "close")
        dialog.wait_for(state="hidden")
        assert_focus(device, "device")
    device.press("down", "down", "a")
    device.waits_for("S Bo B back A none")
    assert not dialog.is_visible()
    use_by_mouse(device, "ledger")
    device.page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert_focus(device, "device")
    device.waits_for("S Bo B back A none")
    # Tab leads to the first key next.
    device.page.keyboard.press("Tab")
    assert device.page.evaluate("document.activeElement.getAttribute('aria-label')") == "up"


def focused_name(device: Any) -> str:
    """Returns the text of the element that has the focus."""
    return str(device.page.evaluate("document.activeElement.innerText"))


def tab_to(device: Any, name: str) -> None:
    for _ in range(9):
        device.page.keyboard.press("Tab")
        if focused_name(device) == name:
            return
    pytest.fail(f"Tab does not lead to {name}")


def test_enter_presses_a_button_that_tab_led_to_and_is_a_after_another_key(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    tab_to(device, "ledger")
    device.press("down", "down")
    device.waits_for("E Ann B back A done")
    assert_focus(device, "device")
    device.press("a")
    device.waits_for("S Bo B back A none")
    dialog = device.page.get_by_role("dialog", name="The ledger")
    assert not dialog.is_visible()
    tab_to(device, "ledger")
    device.page.keyboard.press("Enter")
    dialog.wait_for()


def test_a_button_that_the_pressed_mouse_leaves_loses_the_focus(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    device.press("down", "down")
    device.page.get_by_role("button", name="ledger", exact=True).hover()
    device.page.mouse.down()
    device.page.mouse.move(5, 5)
    device.page.mouse.up()
    assert_focus(device, "device")
    device.press("a")
    device.waits_for("S Bo B back A none")


def test_enter_is_a_again_after_a_touched_button(visit: Visitor) -> None:
    device = visit(**phone(PORTRAIT)).open()
    device.page.get_by_role("button", name="switch off and on").tap()
    device.waits_for("Ann 2000")
    device.use = device.type
    device.press("down", "down", "a")
    device.waits_for("S Bo B back A none")
    dialog = device.page.get_by_role("dialog", name="The ledger")
    device.page.get_by_role("button", name="ledger", exact=True).tap()
    device.page.get_by_role("button", name="close").tap()
    dialog.wait_for(state="hidden")
    device.press("b")
    device.waits_for("E Ann B back A done")
    device.press("a")
    device.waits_for("S Bo B back A none")
    assert not dialog.is_visible()


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


def test_a_key_held_by_a_finger_is_held_and_nothing_else_happens(visit: Visitor) -> None:
    device = visit(**phone(PORTRAIT)).open()
    page = device.page
    page.evaluate(COUNT_MENUS)
    fingers = Fingers(device)
    fingers.put("b")
    device.waits_for("keys B back A menu")
    fingers.lift("b")
    fingers.assert_pressed(0)
    assert page.evaluate("window.menus") == 0
    assert page.evaluate("getSelection().toString()") == ""
    for _ in range(2):  # two quick presses do not zoom
        fingers.put("down")
        fingers.lift("down")
    assert page.evaluate("visualViewport.scale") == 1
    assert device.complaints == []


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
        page.wait_for_timeout(20)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)


def double_tap(page: Any, selector: str) -> None:
    for _ in range(2):
        page.touchscreen.tap(*middle(page, selector))
    page.wait_for_timeout(400)


def test_touches_on_the_device_do_not_zoom_or_select_but_the_footer_can_be_zoomed(visit: Visitor) -> None:
    device = visit(**phone(PORTRAIT)).open()
    page = device.page
    for selector in ("#panel", ".name", ".key.up", ".key.a"):
        pinch(page, selector)
        double_tap(page, selector)
        assert scale(page) == 1, selector
        page.touchscreen.tap(*middle(page, selector))
        assert page.evaluate("getSelection().toString()") == ""
    assert page.evaluate("scrollY") == 0
    pinch(page, "footer")
    assert device.becomes_true(lambda: scale(page) > 1.5)
    # On a zoomed page, fingers can zoom back anywhere.
    expect(page.locator("#device")).to_contain_class("zoomed")
    assert page.locator("#device").evaluate("(device) => getComputedStyle(device).touchAction") == "manipulation"


def test_a_finger_that_rests_beside_the_keys_selects_nothing_and_opens_no_menu(visit: Visitor) -> None:
    device = visit(**phone(LANDSCAPE)).open()
    page = device.page
    page.evaluate(COUNT_MENUS)
    session = page.context.new_cdp_session(page)
    for selector in ("#panel", ".name", ".key.down", ".cross"):
        x, y = middle(page, selector)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(900)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert page.evaluate("getSelection().toString()") == "", selector
    assert page.evaluate("window.menus") == 0
    footer = page.locator("footer p:visible").first
    assert footer.evaluate("(line) => getComputedStyle(line).userSelect") == "none"
    assert page.locator("#copies").evaluate("(dialog) => getComputedStyle(dialog).userSelect") == "text"


def test_the_click_after_a_touch_is_no_second_press_but_a_later_click_is(visit: Visitor) -> None:
    device = visit(**phone(PORTRAIT)).open()
    page = device.page
    up = page.get_by_role("button", name="up", exact=True)
    # As a browser does that sends a click after a touch although the page prevented it.
    up.evaluate("(key) => key.addEventListener('pointerup', () => key.click(), {once: true})")
    up.tap()
    device.waits_for("W Cy wins how?")
    page.wait_for_timeout(600)
    up.evaluate("(key) => key.click()")  # as assistive technology does
    device.waits_for("W Cy B back A done")


def test_two_thumbs_press_two_keys(visit: Visitor) -> None:
    device = visit(**phone(LANDSCAPE)).open()
    fingers = Fingers(device)
    for key in ("left", "right", "up", "down", "b"):
        fingers.put(key)
        fingers.put("a")
        fingers.assert_pressed(2)
        fingers.lift(key)
        fingers.assert_pressed(1)
        fingers.lift("a")
        fingers.assert_pressed(0)


def test_a_sliding_thumb_scrolls_nothing_and_releases_its_key(visit: Visitor) -> None:
    device = visit(**phone({"width": 360, "height": 300})).open()  # too low: this page can be scrolled
    page = device.page
    assert page.evaluate("document.documentElement.scrollHeight") > 300
    page.evaluate("window.scrollTo(0, 120)")
    page.wait_for_timeout(100)
    before = page.evaluate("scrollY")
    assert before > 0
    fingers = Fingers(device)
    fingers.put("up")
    for _ in range(5):
        fingers.move("up", 3, 20)
    assert page.evaluate("scrollY") == before
    fingers.assert_pressed(1)
    fingers.lift("up")
    fingers.assert_pressed(0)
    device.waits_for("W Cy wins how?")


# ---- on every window ----


@pytest.mark.parametrize(
    ("size", "ratio", "least"),
    [
        (PORTRAIT, 3, 298),
        (LANDSCAPE, 2, 256),
    ],
    ids=lambda value: f"{value['width']}x{value['height']}" if isinstance(value, dict) else str(value),
)
def test_the_panel_is_as_large_as_the_window_allows_and_nothing_is_cut_off(
    visit: Visitor, size: dict[str, int], ratio: float, least: int
) -> None:
    page = visit(**phone(size, ratio)).open().page
    panel = page.locator("#panel").bounding_box()
    assert panel["width"] >= least
    assert abs(panel["width"] * ratio / 128 - round(panel["width"] * ratio / 128)) < 0.02 * ratio
    for element in [
        *page.locator("[data-key]").all(),
        page.locator("#panel"),
        *page.locator("footer button:visible").all(),
    ]:
        box = element.bounding_box()
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
    for button in [*page.locator("[data-key]").all(), *page.locator("footer button:visible").all()]:
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= LEAST_KEY
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
