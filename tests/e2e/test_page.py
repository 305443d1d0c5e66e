"""The simulator's page: the firmware in the browser, played as a visitor would play it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mingg.hal.dice import FACES, FAIR, STIRRED
from mingg_host.device.headless import Device, Headless
from named_keys import FIRST_WALL, NEXT, SAVE, hands, to_table
from PIL import Image

pytestmark = pytest.mark.e2e

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}

# Harr's Example 5, (222m) (999m) (111m) (666z) 55m, held by East: drawn, only place, one suit and honours.
# Keys in capitals are held.
NEW_HARR_SESSION = "B a  a  down a left  up a"
EXAMPLE_5 = "down a down  left left  up left  up left  right left  A left"
LAST_CARD = hands(3)
SAVED = f"{hands(1)} {SAVE}"
BALANCES = ["Cy 1616", "1616 1616", "Ann 3152"]

Visitor = Callable[..., Any]

NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined})"


def play(device: Any, script: str) -> None:
    for key in script.split():
        if key.isupper():
            device.hold(key.lower())
        else:
            device.press(key)


def lines(device: Device) -> str:
    return " ".join(" ".join(device.text()).split())  # as a page puts blanks together


def test_a_deal_by_clicking_is_there_after_a_reload(visit: Visitor, tmp_path: Path) -> None:
    device = visit().open()
    with Headless(tmp_path) as same:
        for script, texts in (
            (NEW_HARR_SESSION, ["Ann 2000"]),
            (EXAMPLE_5, ["E Ann B undo A done", "192"]),
            (LAST_CARD, ["N Di B back A none"]),
            (SAVED, ["saved B undo A next", "Bo Ann 384", "Cy Ann 384", "Di Ann 384"]),
            (NEXT, BALANCES),
        ):
            play(device, script)
            device.waits_for(*texts)
            play(same, script)
            assert device.shows(same.pixels())
            assert " ".join(device.text()) == lines(same)
        device.page.reload()
        device.waits_for(*BALANCES)
        same.reboot()
        assert device.shows(same.pixels())
    assert device.complaints == []
    assert device.strangers() == []


def test_the_keyboard_alone_plays_a_deal(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    play(device, EXAMPLE_5)
    play(device, "a b")
    device.waits_for("E Ann B undo A done", "192")
    play(device, LAST_CARD + " " + SAVED)
    device.waits_for("saved B undo A next")
    play(device, NEXT)
    device.waits_for(*BALANCES)
    assert device.complaints == []


def test_a_and_b_are_letters_too_and_a_held_key_is_one_press(visit: Visitor) -> None:
    device = visit().open()
    keyboard = device.page.keyboard
    device.use = device.type
    play(device, "down")
    device.waits_for("E Ann wins how?")
    keyboard.press("b", delay=60)
    device.waits_for("Ann 2000")
    play(device, "down down")
    device.waits_for("E Ann B back A done")
    keyboard.down("a")  # each further down() is what a keyboard sends when it repeats
    for _ in range(3):
        keyboard.down("a")
        device.page.wait_for_timeout(30)
    keyboard.up("a")
    device.waits_for("S Bo B back A none")
    # Only with Control, for instance, a letter is the browser's own affair.
    keyboard.press("Control+b", delay=60)
    device.page.wait_for_timeout(500)
    device.waits_for("S Bo B back A none")


def test_play_needs_no_network(visit: Visitor) -> None:
    visitor = visit()
    device = visitor.open()
    visitor.context.set_offline(True)
    loaded = len(device.requests)
    play(device, EXAMPLE_5 + " " + to_table())
    device.waits_for(*BALANCES)
    play(device, "left")
    device.waits_for("N Di wins how?")
    device.waits_for_draft(EXAMPLE_5 + " " + to_table() + " left")
    device.page.get_by_role("button", name="switch off and on").click()
    device.waits_for("half entered")
    assert [url for url in device.requests[loaded:] if not url.startswith("blob:")] == []
    assert device.complaints == []


def test_a_deal_half_entered_survives_a_reload(visit: Visitor) -> None:
    device = visit().open()
    play(device, "up right left left")
    device.waits_for_draft("up right left left")
    device.page.reload()
    device.waits_for("half entered", "deal 1")
    play(device, "a")
    device.waits_for("W Cy B undo A done")


def test_a_key_pressed_while_the_page_loads_counts_from_the_first_screen_on(visit: Visitor) -> None:
    device = visit().open()
    play(device, "up right left left")
    device.waits_for_draft("up right left left")
    asked: list[Any] = []
    device.page.route("**/firmware.json", lambda route: asked.append(route))
    device.page.reload()
    while not asked:
        device.page.wait_for_timeout(10)
    play(device, "a")
    asked[0].continue_()
    device.waits_for("W Cy B undo A done")


def test_clicks_as_fast_as_they_come_all_count(visit: Visitor) -> None:
    device = visit().open()
    for key in ("down", "down", "left", "left", "right", "right"):
        device.click(key, 0)
    device.waits_for("E Ann B undo A done")
    with Headless() as same:
        same.press("down", "down", "left", "left", "right", "right")
        assert device.shows(same.pixels())


def test_a_key_is_let_go_when_the_window_loses_the_focus(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    page.keyboard.down("Backspace")
    page.wait_for_timeout(100)
    assert page.locator(".pressed").count() == 1
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert page.locator(".pressed").count() == 0
    page.wait_for_timeout(900)  # held, it would have shown the keys
    device.waits_for("hold B: keys")


def test_a_pointer_that_leaves_the_key_still_lets_it_go(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    page.get_by_role("button", name="up", exact=True).hover()
    page.mouse.down()
    page.wait_for_timeout(60)
    page.mouse.move(5, 5)
    page.mouse.up()
    assert page.locator(".pressed").count() == 0
    device.waits_for("W Cy wins how?")


def test_on_a_phone_it_fits_and_is_touched(visit: Visitor) -> None:
    device = visit(**PHONE).open()
    page = device.page
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    for button in page.locator("[data-key]").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert min(box["width"], box["height"]) >= 44  # what a thumb hits
    assert page.locator("#panel").bounding_box()["width"] >= 280
    page.get_by_role("button", name="down", exact=True).tap()
    device.waits_for("E Ann wins how?")
    page.get_by_role("button", name="B, back").tap()
    page.get_by_role("button", name="up", exact=True).tap()
    device.waits_for("W Cy wins how?")


@pytest.mark.parametrize("ratio", [1, 1.5, 2.625])
def test_every_pixel_of_the_panel_is_a_square_of_the_screens(
    visit: Visitor, launch: Callable[..., Any], ratio: float
) -> None:
    # A screen of such a kind, not one that is emulated: the emulation places things by whole CSS pixels.
    with launch(f"--force-device-scale-factor={ratio}", "--window-size=1100,800") as browser:
        device = visit(using=browser, no_viewport=True).open()
        check_squares(device, ratio)


def check_squares(device: Any, ratio: float) -> None:
    assert device.page.evaluate("window.devicePixelRatio") == ratio
    pixels = device.pixels()
    box = device.page.locator("#panel").bounding_box()
    left, top, width, height = (round(ratio * box[side]) for side in ("x", "y", "width", "height"))
    factor = width // 128
    assert factor >= 4
    assert (width, height) == (128 * factor, 64 * factor)
    shot = Image.open(io.BytesIO(device.page.screenshot())).convert("L").crop((left, top, left + width, top + height))
    for y, row in enumerate(pixels):
        for x, pixel in enumerate(row):
            low, high = shot.crop((factor * x, factor * y, factor * (x + 1), factor * (y + 1))).getextrema()
            assert high - low < 4, f"pixel {x}, {y} is blurred"
            assert (high > 127) == (pixel == "1")


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (740, 360), (1024, 600), (1280, 800), (2560, 1440)], ids=lambda size: str(size)
)
def test_the_device_fits_the_window(visit: Visitor, width: int, height: int) -> None:
    device = visit(viewport={"width": width, "height": height}).open()
    box = device.page.locator("#device").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    panel = device.page.locator("#panel").bounding_box()
    assert panel["width"] % 128 == 0
    assert panel["width"] >= 256


def test_keys_are_buttons_for_tab_and_for_screen_readers(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    names = ["up", "left", "right", "down", "B, back", "A, yes"]
    for name in names:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == name
    page.get_by_role("button", name="up", exact=True).focus()
    page.keyboard.press("Enter", delay=60)  # the button's own key, not A
    device.waits_for("W Cy wins how?")
    page.get_by_role("button", name="B, back").focus()
    page.keyboard.press("Space", delay=60)
    device.waits_for("Ann 2000")
    page.evaluate("document.querySelector('[data-key=\"3\"]').click()")  # as assistive technology does
    device.waits_for("E Ann wins how?")
    assert page.locator("#said").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("locks", [True, False], ids=["with locks", "over plain http, without locks"])
def test_a_second_tab_says_so_and_waits(visit: Visitor, locks: bool) -> None:
    visitor = visit()
    if not locks:
        visitor.context.add_init_script(NO_LOCKS)
    first = visitor.open()
    second = visitor.open(wait=False)
    notice = second.page.get_by_role("alert")
    notice.get_by_text("Open in another tab").wait_for()
    play(second, "down")
    assert second.text() == [""]
    first.page.bring_to_front()
    play(first, EXAMPLE_5 + " " + to_table())
    first.waits_for(*BALANCES)
    first.page.close(run_before_unload=True)
    second.waits_for(*BALANCES)
    assert not notice.is_visible()


def test_a_tab_that_another_one_has_taken_over_from_stops(visit: Visitor) -> None:
    # Without locks a tab that sleeps in the background for long is taken for closed.
    visitor = visit()
    visitor.context.add_init_script(NO_LOCKS)
    first = visitor.open()
    other = visitor.context.new_page()
    other.goto(visitor.address + "icon.svg")
    other.evaluate("localStorage.setItem('mingg-tab', `other ${Date.now()}`)")
    first.page.get_by_text("Moved to another tab").wait_for()
    first.page.bring_to_front()
    play(first, "down")
    assert first.text() == [""]
    other.evaluate("localStorage.removeItem('mingg-tab')")
    first.page.get_by_role("button", name="go on here").click()
    first.waits_for("Ann 2000")


def test_a_full_storage_is_told_and_nothing_counts_twice(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(
        """const setItem = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
          if (window.full) throw new DOMException("", "QuotaExceededError");
          setItem.call(this, key, value);
        };"""
    )
    device = visitor.open()
    play(device, EXAMPLE_5 + " " + LAST_CARD)
    device.waits_for("N Di B back A none")
    told = device.page.get_by_text("delete old evenings on the device")
    assert not told.is_visible()
    device.page.evaluate("window.full = true")
    play(device, "a")
    device.waits_for("not saved: flash full")
    told.wait_for()
    play(device, "a")
    device.waits_for("not saved: flash full")
    device.page.evaluate("window.full = false")
    play(device, "a")
    device.waits_for("saved B undo A next")
    told.wait_for(state="hidden")
    device.page.reload()
    device.waits_for(*BALANCES)
    assert device.complaints == []


def test_a_half_entered_deal_that_is_not_kept_is_told_without_numbers(visit: Visitor) -> None:
    """The storage is full indeed."""
    device = visit().open()
    device.page.evaluate(
        """() => {
          for (let size = 2 ** 22, at = 0; size >= 1; size = Math.floor(size / 2)) {
            try {
              for (;;) localStorage.setItem(`other ${at++}`, "x".repeat(size));
            } catch {
              // less, then
            }
          }
        }"""
    )
    play(device, "up")
    device.waits_for("draft not kept: full")
    device.page.get_by_text("This browser has no room left").wait_for()
    device.page.evaluate("localStorage.removeItem('other 0')")
    play(device, "up")
    device.waits_for("W Cy B back A done")
    device.page.get_by_text("This browser has no room left").wait_for(state="hidden")


def test_without_storage_it_plays_and_says_what_it_cannot_do(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"
    )
    device = visitor.open()
    device.page.get_by_text("Allow the page to store data").wait_for()
    play(device, "up")
    device.waits_for("draft not kept: locked")
    play(device, "b")
    play(device, EXAMPLE_5 + " " + LAST_CARD + " " + SAVED)
    device.waits_for("not saved: flash locked")


# What the browser's randomness gave, byte by byte.
NOTED = """const real = crypto.getRandomValues.bind(crypto);
window.given = [];
crypto.getRandomValues = (array) => {
  real(array);
  window.given.push(...array);
  return array;
};"""


def test_the_page_throws_what_the_browser_says(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(NOTED)
    device = visitor.open()
    play(device, FIRST_WALL)
    device.waits_for("A roll")
    device.page.evaluate("window.given = []")
    play(device, "a a")
    device.waits_for("A Table")
    given = device.page.evaluate("window.given")
    # A die is the last of eight bytes; one that is not fair is thrown again.
    dice = [byte % FACES + 1 for byte in given[STIRRED - 1 :: STIRRED] if byte < FAIR]
    assert len(dice) == 4
    device.waits_for(f"{dice[0] + dice[1]} + {dice[2] + dice[3]}")
    assert device.complaints == []


def test_an_error_of_the_firmware_is_shown_and_it_starts_again(visit: Visitor, broken: str) -> None:
    device = visit(at=broken).open()
    notice = device.page.get_by_role("alert")
    for _ in range(2):
        device.waits_for("it works")
        assert not notice.is_visible()
        device.press("a")
        notice.get_by_text("The firmware stopped").wait_for()
        assert "ValueError: nine winds" in notice.inner_text()
        assert 'app.py", line' in notice.inner_text()
        notice.get_by_role("button").click()


def test_a_page_whose_server_is_gone_says_so(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.route("**/firmware.json", lambda route: route.abort())
    device = visitor.open(wait=False)
    device.page.get_by_text("could not be loaded").wait_for()
    visitor.context.unroute("**/firmware.json")
    device.page.get_by_role("button", name="try again").click()
    device.waits_for("Ann 2000")
