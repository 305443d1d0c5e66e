"""The page for everybody: by keyboard alone, by touch alone, by ear, on a small phone, in dark and in light."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from mingg.ledger.seal import seal

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

HOLD_MS = 800
PORTRAIT = {"width": 360, "height": 640}
LANDSCAPE = {"width": 640, "height": 360}
LEAST_KEY = 44  # CSS pixels: what a thumb hits
# window.menus: how many menus a long touch has opened, which the page did not prevent.
COUNT_MENUS = """() => {
  window.menus = 0;
  window.addEventListener("contextmenu", (event) => { window.menus += event.defaultPrevented ? 0 : 1; });
}"""


def phone(size: dict[str, int], ratio: float = 3) -> dict[str, Any]:
    return {"viewport": size, "device_scale_factor": ratio, "is_mobile": True, "has_touch": True}


def check(device: Any, state: str) -> None:
    """axe-core finds nothing, not even what would be good to have."""
    found = Axe().run(device.page)
    assert not found.response["violations"], f"{state}: {found.generate_report()}"
    assert found.response["passes"], state


# ---- by ear ----


@pytest.mark.parametrize(
    "look",
    [
        {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
        {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light", "reduced_motion": "reduce"},
        {**phone(PORTRAIT), "color_scheme": "light"},
        {**phone(LANDSCAPE), "color_scheme": "dark"},
    ],
    ids=["dark", "light", "portrait", "landscape"],
)
def test_axe_finds_nothing_wherever_one_comes(visit: Visitor, look: dict[str, Any]) -> None:
    visitor = visit(**look)
    waiting: list[Any] = []
    visitor.context.route("**/firmware.json", lambda route: waiting.append(route))
    device = visitor.open(wait=False)
    device.page.get_by_text("loading").wait_for()
    check(device, "while it loads")
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
    device = visit(at=broken).open()
    device.press("a")
    device.page.get_by_text("The firmware stopped").wait_for()
    check(device, "stopped")
    # The lines for whoever mends it are scrolled with the keys of the device.
    trace = device.page.locator("#notice pre")
    trace.evaluate("(pre) => { pre.style.height = '2em'; }")
    trace.focus()
    device.page.keyboard.press("ArrowDown")
    device.page.wait_for_timeout(300)
    assert trace.evaluate("(pre) => pre.scrollTop") > 0
    # Of the ledger a copy can be saved all the same, but none is let in unseen.
    device.page.get_by_role("button", name="ledger", exact=True).click()
    copy = b'{"form": "mingg ledger", "version": 1, "files": {"0001-00.txt": "0000 0 {}"}}'
    device.page.locator("#copy-file").set_input_files([{"name": "a.json", "mimeType": "", "buffer": copy}])
    device.page.get_by_text("The device must run to check a copy").wait_for()


def test_a_screen_reader_hears_the_screen_and_no_more_than_that(visit: Visitor) -> None:
    device = visit().open()
    said = device.page.locator("#said")
    assert said.get_attribute("aria-live") == "polite"
    assert said.get_attribute("aria-atomic") == "true"
    device.press("down")
    device.waits_for("E Ann wins how?")
    device.press("up")
    device.page.wait_for_timeout(400)
    heard = device.text()
    device.page.evaluate(
        """() => {
          window.heard = 0;
          new MutationObserver(() => window.heard++).observe(document.querySelector("#said"), {childList: true});
        }"""
    )
    device.page.wait_for_timeout(700)  # frames that say the same are not said again
    assert device.page.evaluate("window.heard") == 0
    assert device.text() == heard


def test_what_is_heard_is_in_the_language_of_the_device(visit: Visitor) -> None:
    visitor = visit()
    settings = seal(0, '{"language": "tr"}').decode()
    visitor.context.add_init_script(f"localStorage.setItem('mingg:/flash/ledger/settings.txt', {json.dumps(settings)})")
    device = visitor.open()
    device.press("down")
    device.waits_for("tut: nadir")
    assert device.page.locator("#said").get_attribute("lang") == "tr"
    assert visit().open().page.locator("#said").get_attribute("lang") == "en"


# ---- by keyboard alone ----


def focused(device: Any) -> str:
    """The id of what has the focus."""
    return str(device.page.evaluate("document.activeElement.id"))


def test_every_button_of_the_page_is_reached_by_tab_and_seen(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    names = []
    for _ in range(8):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        names.append(focused.get_attribute("aria-label") or focused.inner_text())
        width = focused.evaluate("(button) => getComputedStyle(button).outlineWidth")
        assert float(width.removesuffix("px")) >= 2
    assert names[-2:] == ["ledger", "switch off and on"]
    assert len(set(names)) == 8


def test_the_space_bar_is_a_and_escape_is_b(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    keyboard = device.page.keyboard
    device.press("down", "down")
    device.waits_for("E Ann B back A done")
    keyboard.press("Space", delay=60)
    device.waits_for("S Bo B back A none")
    keyboard.press("Escape", delay=60)
    device.waits_for("E Ann B back A done")
    keyboard.down("Escape")
    device.page.wait_for_timeout(HOLD_MS)
    keyboard.up("Escape")
    device.waits_for("keys A menu")


def test_the_dialog_has_the_keys_to_itself_and_gives_them_back(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    ledger = page.get_by_role("button", name="ledger", exact=True)
    ledger.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="The ledger")
    dialog.wait_for()
    for key in ("ArrowDown", "ArrowDown", "a", "b"):
        page.keyboard.press(key, delay=60)
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape", delay=60)
    dialog.wait_for(state="hidden")
    assert focused(device) == "device"
    page.wait_for_timeout(400)
    device.waits_for("Ann 2000")


def use_by_mouse(device: Any, name: str) -> None:
    device.page.get_by_role("button", name=name, exact=True).click()


def use_by_keyboard(device: Any, name: str) -> None:
    device.page.get_by_role("button", name=name, exact=True).focus()
    device.page.keyboard.press("Enter", delay=60)


def use_by_voice(device: Any, name: str) -> None:
    """As assistive technology does: neither a pointer nor a key."""
    button = device.page.get_by_role("button", name=name, exact=True)
    button.focus()
    button.evaluate("(button) => button.click()")


@pytest.mark.parametrize("use", [use_by_mouse, use_by_keyboard, use_by_voice])
def test_after_a_button_of_the_page_enter_is_a_again(visit: Visitor, use: Callable[[Any, str], None]) -> None:
    device = visit().open()
    device.use = device.type
    use(device, "switch off and on")
    device.waits_for("Ann 2000")
    assert focused(device) == "device"
    device.press("down", "down")
    device.waits_for("E Ann B back A done")
    use(device, "ledger")
    dialog = device.page.get_by_role("dialog", name="The ledger")
    dialog.wait_for()
    use(device, "close")
    dialog.wait_for(state="hidden")
    assert focused(device) == "device"
    device.press("a")
    device.waits_for("S Bo B back A none")
    assert not dialog.is_visible()
    use(device, "ledger")
    device.page.keyboard.press("Escape", delay=60)
    dialog.wait_for(state="hidden")
    device.page.wait_for_function("() => document.activeElement.id === 'device'")
    device.waits_for("S Bo B back A none")
    # Whoever goes by Tab is at the first key next.
    device.page.keyboard.press("Tab")
    assert device.page.evaluate("document.activeElement.getAttribute('aria-label')") == "up"


def test_after_a_key_is_clicked_enter_is_a_whatever_had_the_focus(visit: Visitor) -> None:
    device = visit().open()
    device.page.get_by_role("button", name="switch off and on").focus()
    device.press("down", "down")
    device.waits_for("E Ann B back A done")
    device.type("a", 50)
    device.waits_for("S Bo B back A none")


def test_after_the_button_of_a_notice_enter_is_a_again(visit: Visitor, broken: str) -> None:
    device = visit(at=broken).open()
    for _ in range(2):
        device.waits_for("it works")
        device.type("a", 50)
        device.page.get_by_text("The firmware stopped").wait_for()
        device.page.get_by_role("alert").get_by_role("button").focus()
        device.page.keyboard.press("Enter", delay=60)
        device.page.get_by_role("alert").wait_for(state="hidden")
        device.page.wait_for_function("() => document.activeElement.id === 'device'")


def names(device: Any) -> str:
    """The name of what has the focus."""
    return str(device.page.evaluate("document.activeElement.innerText"))


def tab_to(device: Any, name: str) -> None:
    for _ in range(9):
        device.page.keyboard.press("Tab")
        if names(device) == name:
            return
    pytest.fail(f"Tab does not lead to {name}")


def test_a_button_that_tab_led_to_is_pressed_with_enter(visit: Visitor) -> None:
    device = visit().open()
    tab_to(device, "ledger")
    device.page.keyboard.press("Enter", delay=60)
    device.page.get_by_role("dialog", name="The ledger").wait_for()


def test_whoever_plays_on_after_tab_has_enter_for_a(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    tab_to(device, "ledger")
    device.press("down", "down")
    device.waits_for("E Ann B back A done")
    assert focused(device) == "device"
    device.press("a")
    device.waits_for("S Bo B back A none")
    assert not device.page.get_by_role("dialog").is_visible()


def test_a_mouse_that_leaves_a_button_pressed_leaves_it_no_focus(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    device.press("down", "down")
    device.page.get_by_role("button", name="ledger", exact=True).hover()
    device.page.mouse.down()
    device.page.mouse.move(5, 5)
    device.page.mouse.up()
    assert focused(device) == "device"
    device.press("a")
    device.waits_for("S Bo B back A none")


def test_after_a_button_is_touched_enter_is_a_again(visit: Visitor) -> None:
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
    """Fingers on the keys of a page that is touched."""

    def __init__(self, device: Any) -> None:
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
        self.page.wait_for_timeout(60)

    def pressed(self) -> set[str]:
        found = self.page.locator(".pressed").evaluate_all("(keys) => keys.map((key) => key.classList[1])")
        return {name if name != "round" else "a" for name in found}


def test_a_key_held_by_a_finger_is_held_and_nothing_else_happens(visit: Visitor) -> None:
    device = visit(**phone(PORTRAIT)).open()
    page = device.page
    page.evaluate(COUNT_MENUS)
    fingers = Fingers(device)
    fingers.put("b")
    page.wait_for_timeout(HOLD_MS)
    device.waits_for("keys A menu")
    fingers.lift("b")
    assert fingers.pressed() == set()
    assert page.evaluate("window.menus") == 0
    assert page.evaluate("getSelection().toString()") == ""
    for _ in range(2):  # twice quickly is two presses, and no zoom
        fingers.put("down")
        fingers.lift("down")
    assert page.evaluate("visualViewport.scale") == 1
    assert device.complaints == []


SIZES = pytest.mark.parametrize("size", [PORTRAIT, LANDSCAPE], ids=["portrait", "landscape"])


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scale(page: Any) -> float:
    """How much larger somebody has made the page with two fingers."""
    return float(page.evaluate("visualViewport.scale"))


def pinch(page: Any, selector: str) -> None:
    """Two fingers that part."""
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


@SIZES
def test_play_neither_zooms_nor_selects_but_the_rest_can_be_zoomed(visit: Visitor, size: dict[str, int]) -> None:
    page = visit(**phone(size)).open().page
    for selector in ("#panel", ".name", ".key.up", ".key.a"):
        pinch(page, selector)
        double_tap(page, selector)
        assert scale(page) == 1, selector
        page.touchscreen.tap(*middle(page, selector))
        assert page.evaluate("getSelection().toString()") == ""
    assert page.evaluate("scrollY") == 0
    pinch(page, "footer")
    assert scale(page) > 1.5
    # Whoever has zoomed can zoom back, wherever the fingers are.
    page.wait_for_function("document.querySelector('#device').matches('.zoomed')")
    assert page.locator("#device").evaluate("(device) => getComputedStyle(device).touchAction") == "manipulation"


@SIZES
def test_a_finger_that_rests_beside_the_keys_selects_nothing_and_calls_nothing(
    visit: Visitor, size: dict[str, int]
) -> None:
    device = visit(**phone(size)).open()
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


def test_the_click_after_a_touch_is_not_a_second_press_and_a_later_one_is(visit: Visitor) -> None:
    device = visit(**phone(PORTRAIT)).open()
    page = device.page
    up = page.get_by_role("button", name="up", exact=True)
    up.tap()
    up.evaluate("(key) => key.click()")  # as a browser may, that clicks all the same
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
        assert device.page.locator(".pressed").count() == 2
        fingers.lift(key)
        assert device.page.locator(".pressed").count() == 1
        fingers.lift("a")
        assert fingers.pressed() == set()


def test_a_thumb_that_slides_scrolls_nothing_and_lets_its_key_go(visit: Visitor) -> None:
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
    assert page.locator(".pressed").count() == 1
    fingers.lift("up")
    assert page.locator(".pressed").count() == 0
    device.waits_for("W Cy wins how?")


# ---- on every window ----


@pytest.mark.parametrize(
    ("size", "ratio", "least"),
    [
        (PORTRAIT, 3, 298),
        (PORTRAIT, 1, 256),
        (LANDSCAPE, 3, 298),
        (LANDSCAPE, 2, 256),
        ({"width": 844, "height": 390}, 3, 512),
        ({"width": 1280, "height": 720}, 1, 640),
    ],
    ids=lambda value: f"{value['width']}x{value['height']}" if isinstance(value, dict) else str(value),
)
def test_the_panel_is_as_large_as_the_window_lets_it_and_nothing_is_cut_off(
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
    for key in page.locator("[data-key]").all():
        box = key.bounding_box()
        assert min(box["width"], box["height"]) >= LEAST_KEY
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
