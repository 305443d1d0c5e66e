"""The captions of the page's six keys: they use the words of the device. A ring shows that a key is held."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from goldens import LANGUAGES
from mingg import lang
from mingg.hal.keys import KEY_NAMES
from mingg.records.line import seal
from mingg.ui.screens.system import keys as keymap
from mingg_host.device.headless import Headless
from named_keys import KEYS, MENU
from recorded import RECORDED, lead
from seeds import SEED
from selftesting import SELF_TEST

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]
Captions = dict[str, tuple[str, str]]  # by key: its captions for a tap and for a hold

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PORTRAIT: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
SIZES = ((1280, 720), (1280, 600), (360, 640), (640, 360), (320, 568))
FULL_MS = 500  # until the ring is full

# The data-key of each key, and its two captions.
READ = """() => [...document.querySelectorAll("[data-key]")].map((key) => [
  Number(key.dataset.key),
  key.querySelector(".tapped")?.textContent ?? "", key.querySelector(".held")?.textContent ?? "",
])"""
# Returns the captions that do not fit: they are cut, overlap another key or its caption, or leave the device.
MISPLACED = """async (all) => {
  const at = document.querySelector("script[type=module]").src.replace("device.js", "captions.js");
  const { Captions } = await import(at);
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
      if (outside || higher || over || cut || small) {
        found.push([language, does.textContent, outside, higher, over, cut, small].join());
      }
    }
  }
  return [...new Set(found)];
}"""

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


def captions(listed: list[keymap.Line]) -> Captions:
    """Returns the captions for the page of keys that the device lists."""
    expected = {}
    for key, name in enumerate(KEY_NAMES):
        tapped = [word for keys, held, word in listed if key in keys and not held]
        held = [word for keys, held, word in listed if key in keys and held and word not in tapped]
        expected[name] = ", ".join(tapped), ", ".join(held)
    return expected


def read(page: Any) -> Captions:
    return {KEY_NAMES[key]: (tapped, held) for key, tapped, held in page.evaluate(READ)}


@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_captions_are_those_that_the_device_lists(visit: Visitor, tmp_path: Path, language: str) -> None:
    visitor = visit(**DESK)
    settings = seal(0, json.dumps({"language": language})).decode()
    (tmp_path / "settings.txt").write_text(settings, encoding="utf-8")
    visitor.context.add_init_script(f"localStorage.setItem('mingg:/flash/ledger/settings.txt', {json.dumps(settings)})")
    device = visitor.open()
    with Headless(tmp_path) as reference:
        for script in ("", "down", "down", "right", "right", KEYS, MENU.removeprefix(KEYS)):
            for key in script.split():
                held = key.removeprefix("hold:")
                device.press(key) if held == key else device.hold(held)
                reference.press(key) if held == key else reference.hold(held)
            expected = captions(keymap.lines(reference.app.screen))
            assert any(words for pair in expected.values() for words in pair)
            assert device.becomes_true(lambda expected=expected: read(device.page) == expected), (
                read(device.page),
                expected,
            )
    assert device.page.locator(".does").first.get_attribute("lang") == language
    assert device.complaints == []


def test_a_screen_reader_reads_the_caption_of_a_key(visit: Visitor) -> None:
    page = visit(**DESK).open().page
    b = page.get_by_role("button", name="B, back", exact=True)
    described = b.get_attribute("aria-describedby")
    assert "; held: keys" in page.locator(f"#{described}").text_content()
    # A screen reader must not interrupt for a changed caption.
    assert page.locator("[aria-live] .does, .does[aria-live]").count() == 0


def test_keys_have_no_captions_while_no_device_runs(visit: Visitor) -> None:
    visitor = visit(**DESK)
    visitor.open()
    second = visitor.open(wait=False)
    second.page.get_by_text("Open in another tab").wait_for()
    assert set(read(second.page).values()) == {("", "")}


def test_a_ring_fills_while_a_key_is_held_if_holding_it_does_something(visit: Visitor) -> None:
    device = visit(**PORTRAIT).open()
    page = device.page
    session = page.context.new_cdp_session(page)

    def touch(key: str) -> None:
        box = page.locator(f".key.{key}").bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})

    def lift() -> None:
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    ring = page.locator(".key.b .ring")
    assert not ring.is_visible()
    page.evaluate(WATCH_RING)
    touch("b")
    assert device.becomes_true(lambda: page.evaluate("window.rings.length") > 0)
    # The device now shows its keys, and the ring of the screen before is gone.
    assert device.becomes_true(lambda: page.locator(".filling").count() == 0)
    lift()
    assert page.evaluate("window.rings") == [["visible", f"{FULL_MS / 1000:g}s"]]
    device.waits_for("keys")
    device.press("b")
    device.waits_for("Ann 2000")
    plain = next(name for name, (_, held) in read(page).items() if not held)
    touch(plain)
    device.let_page_run(200)
    assert page.locator(".filling").count() == 0
    lift()
    assert page.get_by_text("press and hold until the ring is full").is_visible()


@pytest.fixture(scope="module")
def many_captions(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[list[keymap.Line], str]]:
    """Returns the captions of a fifth of the golden screens, by turns, in every language."""
    listed: dict[str, tuple[list[keymap.Line], str]] = {}
    for recorded in [recorded for name, recorded in RECORDED.items() if name not in SELF_TEST][SEED % 5 :: 5]:
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


def test_no_caption_is_cut_or_overlaps_another_key(
    visit: Visitor, many_captions: list[tuple[list[keymap.Line], str]]
) -> None:
    device = visit(**PORTRAIT).open()
    assert len(many_captions) > 100
    for width, height in SIZES:
        device.page.set_viewport_size({"width": width, "height": height})
        device.let_page_run(100)
        misplaced = device.page.evaluate(MISPLACED, many_captions)
        assert not misplaced, "\n".join([f"{width} x {height}", *misplaced])
