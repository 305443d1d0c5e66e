"""The simulator's page: the firmware in the browser, used as a visitor uses it."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mingg.hal.dice import FACES, FAIR, STIRRED
from mingg_host.board.__main__ import PLACES
from mingg_host.device.headless import Headless
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
NEW_HARR_SESSION = "B a  right a  down a left  up a"
EXAMPLE_5 = "down a down  left left  up left  up left  right left  A left"
LAST_CARD = hands(3)
SAVED = f"{hands(1)} {SAVE}"
BALANCES = ["Cy 1616", "Bo 1616", "Ann 3152"]

Visitor = Callable[..., Any]

NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined})"


def play(device: Any, script: str) -> None:
    for key in script.split():
        if key.isupper():
            device.hold(key.lower())
        else:
            device.press(key)


def words(device: Any) -> list[str]:
    return [word for word in " ".join(device.text()).split() if word not in ("→", "✓")]


def test_a_deal_entered_by_mouse_survives_a_reload(visit: Visitor, tmp_path: Path) -> None:
    device = visit().open()
    with Headless(tmp_path) as reference:
        for script, texts in (
            (NEW_HARR_SESSION, ["Ann 2000"]),
            (EXAMPLE_5, ["E Ann B undo A done", "192"]),
            (LAST_CARD, ["N Di B back A save"]),
            (SAVED, ["saved B undo A next", "Bo Ann 384", "Cy Ann 384", "Di Ann 384"]),
            (NEXT, BALANCES),
        ):
            play(device, script)
            device.waits_for(*texts)
            play(reference, script)
            assert device.shows(reference.pixels())
            # a screen reader hears the same words in the order of the parts
            assert device.becomes_true(lambda: sorted(words(device)) == sorted(words(reference))), device.text()
        device.page.reload()
        device.waits_for(*BALANCES)
        reference.reboot()
        assert device.shows(reference.pixels())
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
    keyboard.press("b")
    device.waits_for("Ann 2000")
    play(device, "down down")
    device.waits_for("E Ann B back A done")
    for _ in range(4):
        keyboard.down("a")  # from the second on, what a keyboard sends when it repeats
    keyboard.up("a")
    device.waits_for("S Bo B back A none")
    # With Control, for example, a letter is a command for the browser.
    keyboard.press("Control+b")
    device.page.wait_for_timeout(500)
    device.waits_for("S Bo B back A none")


def test_the_keys_are_where_those_of_the_case_are(visit: Visitor) -> None:
    device = visit().open()
    keys = ("left", "right", "up", "down", "A", "B")  # by their numbers
    boxes = [device.page.locator(f"[data-key='{number}']").bounding_box() for number in range(len(keys))]
    for (one, box), (other, second) in itertools.combinations(zip(keys, boxes, strict=True), 2):
        for axis, name in enumerate("xy"):
            apart = PLACES[one][axis] - PLACES[other][axis]
            if abs(apart) > 9:  # mm
                assert (box[name] - second[name]) * apart > 0, (one, other)


def test_letters_type_while_a_name_is_typed(visit: Visitor) -> None:
    device = visit().open()
    device.use = device.type
    play(device, "B a left down a up")
    for letter in "anab":
        device.page.keyboard.press(letter)
    device.waits_for("Anab")
    device.press("b", "a")
    device.waits_for("whose name?", "Ana")
    device.page.keyboard.press("b")
    device.waits_for("turn: who sits below")
    assert device.complaints == []


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
    device.waits_for("begun")
    assert [url for url in device.requests[loaded:] if not url.startswith("blob:")] == []
    assert device.complaints == []


def test_a_deal_half_entered_survives_a_reload(visit: Visitor) -> None:
    device = visit().open()
    play(device, "up right left left")
    device.waits_for_draft("up right left left")
    device.page.reload()
    device.waits_for("begun", "deal 1")
    play(device, "a")
    device.waits_for("W Cy B undo A done")


def test_a_key_pressed_while_the_page_loads_acts_on_the_first_screen(visit: Visitor) -> None:
    device = visit().open()
    play(device, "up right left left")
    device.waits_for_draft("up right left left")
    requests: list[Any] = []
    device.page.route("**/firmware.json", lambda route: requests.append(route))
    device.page.reload()
    assert device.becomes_true(lambda: bool(requests))
    play(device, "a")
    requests[0].continue_()
    device.waits_for("W Cy B undo A done")


def test_every_fast_click_counts(visit: Visitor) -> None:
    device = visit().open()
    for key in ("down", "down", "left", "left", "right", "right"):
        device.click(key, 0)
    device.waits_for("E Ann B undo A done")
    with Headless() as reference:
        reference.press("down", "down", "left", "left", "right", "right")
        assert device.shows(reference.pixels())


def test_a_key_is_released_when_the_window_loses_the_focus_or_the_pointer_leaves_it(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    page.keyboard.down("Backspace")
    # In one go: a key that is held for longer shows the keys.
    pressed = page.evaluate(
        """() => {
          const pressed = () => document.querySelectorAll(".pressed").length;
          const before = pressed();
          window.dispatchEvent(new Event("blur"));
          return [before, pressed()];
        }"""
    )
    assert pressed == [1, 0]
    device.let_page_run(900)  # a held key would show the page of keys
    device.waits_for("hold B: keys")
    page.get_by_role("button", name="up", exact=True).hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    assert device.becomes_true(lambda: page.locator(".pressed").count() == 0)
    device.waits_for("W Cy wins how?")


def test_every_pixel_of_the_panel_is_a_square_of_screen_pixels(visit: Visitor, launch: Callable[..., Any]) -> None:
    ratio = 2.625
    # A real screen of this kind. An emulated one would place elements at whole CSS pixels.
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


def test_the_device_fits_every_window_and_is_large_in_a_low_one(visit: Visitor) -> None:
    device = visit().open()
    low = [(1024, 600), (1280, 600), (1280, 720)]
    for width, height in [(320, 568), (740, 360), (1280, 800), (2560, 1440), *low]:
        device.page.set_viewport_size({"width": width, "height": height})
        device.let_page_run(100)
        box = device.page.locator("#device").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        panel = device.page.locator("#panel").bounding_box()
        assert panel["width"] % 128 == 0
        assert panel["width"] >= (512 if (width, height) in low else 256)
        if (width, height) in low:
            assert not device.page.evaluate("document.documentElement.scrollHeight > innerHeight")


def test_a_second_tab_tells_why_it_waits(visit: Visitor) -> None:
    """Over https the browser's locks say which tab has the device; test_page_tabs.py tries plain http."""
    visitor = visit()
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


def test_a_tab_stops_when_another_tab_takes_over(visit: Visitor) -> None:
    # Without locks, a tab that sleeps in the background for long seems to be closed.
    visitor = visit()
    visitor.context.add_init_script(NO_LOCKS)
    first = visitor.open()
    other = visitor.context.new_page()
    other.goto(visitor.address + "icon.svg")
    other.evaluate("localStorage.setItem('mingg-tab', `other ${Date.now()}`)")
    first.page.get_by_text("Moved to another tab").wait_for()
    first.page.bring_to_front()
    first.falls_silent()
    play(first, "down")
    assert first.text() == [""]
    other.evaluate("localStorage.removeItem('mingg-tab')")
    first.page.get_by_role("button", name="go on here").click()
    first.waits_for("Ann 2000")


def test_the_page_reports_full_storage_and_a_repeated_save_counts_once(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(
        """const setItem = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
          if (window.full) {
            window.refused++;
            throw new DOMException("", "QuotaExceededError");
          }
          setItem.call(this, key, value);
        };"""
    )
    device = visitor.open()
    play(device, EXAMPLE_5 + " " + LAST_CARD)
    device.waits_for("N Di B back A save")
    message = device.page.get_by_text("delete old evenings on the device")
    assert not message.is_visible()
    device.page.evaluate("window.full = true")
    for _ in range(2):
        device.page.evaluate("window.refused = 0")
        play(device, "a")
        assert device.becomes_true(lambda: device.page.evaluate("window.refused") > 0)
        device.waits_for("not saved: flash full")
        message.wait_for()
    device.page.evaluate("window.full = false")
    play(device, "a")
    device.waits_for("saved B undo A next")
    message.wait_for(state="hidden")
    device.page.reload()
    device.waits_for(*BALANCES)
    assert device.complaints == []


def test_the_page_reports_a_draft_that_it_cannot_store(visit: Visitor) -> None:
    """The test really fills the storage."""
    device = visit().open()
    device.page.evaluate(
        """() => {
          for (let size = 2 ** 22, at = 0; size >= 1; size = Math.floor(size / 2)) {
            try {
              for (;;) localStorage.setItem(`other ${at++}`, "x".repeat(size));
            } catch {
              // try a smaller size
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


def test_without_storage_it_plays_and_reports_that_nothing_is_saved(visit: Visitor) -> None:
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


# Records the random bytes that the browser gives.
RECORD_RANDOM = """const real = crypto.getRandomValues.bind(crypto);
window.random = [];
crypto.getRandomValues = (array) => {
  real(array);
  window.random.push(...array);
  return array;
};"""


def test_the_dice_come_from_the_browsers_random_numbers(visit: Visitor) -> None:
    visitor = visit()
    visitor.context.add_init_script(RECORD_RANDOM)
    device = visitor.open()
    play(device, FIRST_WALL)
    device.waits_for("A roll")
    device.page.evaluate("window.random = []")
    play(device, "a a")
    device.waits_for("A Table")
    random = device.page.evaluate("window.random")
    # Each die is the last of eight bytes. A byte from FAIR on would favour some faces, so it is thrown again.
    dice = [byte % FACES + 1 for byte in random[STIRRED - 1 :: STIRRED] if byte < FAIR]
    assert len(dice) == 4
    device.waits_for(f"{dice[0] + dice[1]} + {dice[2] + dice[3]}")
    assert device.complaints == []


def test_the_page_shows_an_error_of_the_firmware_and_restarts_it(visit: Visitor, broken: str) -> None:
    device = visit(url=broken).open()
    notice = device.page.get_by_role("alert")
    for _ in range(2):
        device.waits_for("it works")
        assert not notice.is_visible()
        device.press("a")
        notice.get_by_text("The firmware stopped").wait_for()
        assert "ValueError: nine winds" in notice.inner_text()
        assert 'app.py", line' in notice.inner_text()
        notice.get_by_role("button").focus()
        device.page.keyboard.press("Enter")
        notice.wait_for(state="hidden")
        assert device.becomes_true(lambda: device.page.evaluate("document.activeElement.id") == "device")
