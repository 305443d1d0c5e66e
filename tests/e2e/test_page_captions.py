"""The six keys of the page say what they do now, in the words of the device, and a ring says that a key is held."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mingg import lang
from mingg.hal.keys import KEY_NAMES
from mingg.ledger.seal import seal
from mingg.ui import keymap
from mingg_host.device.headless import Headless
from named_keys import KEYS, MENU
from recorded import RECORDED, lead
from selftesting import SELF_TEST

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]
Captions = dict[str, tuple[str, str]]  # by the key: what it says when tapped, and when held

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PORTRAIT: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
LANDSCAPE: dict[str, Any] = {"viewport": {"width": 640, "height": 360}, "is_mobile": True, "has_touch": True}
SMALLEST: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "is_mobile": True, "has_touch": True}
LANGUAGES = ("en", "de", "tr")
LOOKS = pytest.mark.parametrize(
    "look", [DESK, PORTRAIT, LANDSCAPE, SMALLEST], ids=["desk", "portrait", "landscape", "smallest"]
)
FULL_MS = 500  # until the ring is full

# By data-key: the words as they are read.
READ = """() => [...document.querySelectorAll("[data-key]")].map((key) => [
  Number(key.dataset.key),
  key.querySelector(".tapped")?.textContent ?? "", key.querySelector(".held")?.textContent ?? "",
])"""
# What does not fit: words that are cut, or that lie over another key or its words, or beyond the device.
SPILT = """async (all) => {
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
      if (outside || higher || over || cut) found.push([language, does.textContent, outside, higher, over, cut].join());
    }
  }
  return [...new Set(found)];
}"""


def captions(listed: list[keymap.Line]) -> Captions:
    """What the keys shall say where the device lists this."""

    found = {}
    for key, name in enumerate(KEY_NAMES):
        tapped = [word for keys, held, word in listed if key in keys and not held]
        held = [word for keys, held, word in listed if key in keys and held and word not in tapped]
        found[name] = ", ".join(tapped), ", ".join(held)
    return found


def read(page: Any) -> Captions:
    return {KEY_NAMES[key]: (tapped, held) for key, tapped, held in page.evaluate(READ)}


def becomes(page: Any, wanted: Captions) -> bool:
    for _ in range(100):
        if read(page) == wanted:
            return True
        page.wait_for_timeout(50)
    return False


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_say_what_the_device_lists(visit: Visitor, tmp_path: Path, language: str) -> None:
    visitor = visit(**DESK)
    settings = seal(0, json.dumps({"language": language})).decode()
    (tmp_path / "settings.txt").write_text(settings, encoding="utf-8")
    visitor.context.add_init_script(f"localStorage.setItem('mingg:/flash/ledger/settings.txt', {json.dumps(settings)})")
    device = visitor.open()
    with Headless(tmp_path) as same:
        for script in ("", "down", "down", "right", "right", KEYS, MENU.removeprefix(KEYS)):
            for key in script.split():
                held = key.removeprefix("hold:")
                device.press(key) if held == key else device.hold(held)
                same.press(key) if held == key else same.hold(held)
            wanted = captions(keymap.lines(same.app.screen))
            assert any(words for both in wanted.values() for words in both)
            assert becomes(device.page, wanted), (read(device.page), wanted)
    assert device.page.locator(".does").first.get_attribute("lang") == language
    assert device.complaints == []


def test_who_cannot_see_a_key_hears_what_it_does(visit: Visitor) -> None:
    page = visit(**DESK).open().page
    b = page.get_by_role("button", name="B, back", exact=True)
    described = b.get_attribute("aria-describedby")
    assert "; held: keys" in page.locator(f"#{described}").text_content()
    # It is no news that the screen reader has to interrupt for.
    assert page.locator("[aria-live] .does, .does[aria-live]").count() == 0


def test_without_a_device_no_key_says_anything(visit: Visitor) -> None:
    visitor = visit(**DESK)
    visitor.open()
    second = visitor.open(wait=False)
    second.page.get_by_text("Open in another tab").wait_for()
    assert set(read(second.page).values()) == {("", "")}


def test_a_ring_fills_while_a_key_is_held_and_only_where_that_does_something(visit: Visitor) -> None:
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
    touch("b")
    page.wait_for_function("() => document.querySelector('.key.b').matches('.filling')")
    assert ring.is_visible()
    touched = ring.evaluate("(ring) => getComputedStyle(ring).animationDuration")
    assert touched == f"{FULL_MS / 1000:g}s"
    # The device shows its keys, and the ring, which was for the screen before, is gone.
    page.wait_for_function("() => !document.querySelector('.key.b').matches('.filling')")
    lift()
    device.waits_for("keys")
    device.press("b")
    device.waits_for("Ann 2000")
    plain = next(name for name, (_, held) in read(page).items() if not held)
    touch(plain)
    page.wait_for_timeout(200)
    assert page.locator(".filling").count() == 0
    lift()
    assert page.get_by_text("press and hold until the ring is full").is_visible()


@pytest.fixture(scope="module")
def every_caption(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[list[keymap.Line], str]]:
    """What the keys say on every screen on record, in every language."""
    found: list[tuple[list[keymap.Line], str]] = []
    for name, recorded in RECORDED.items():
        if name in SELF_TEST:
            continue
        folder = tmp_path_factory.mktemp("device")
        recorded.before(folder)
        with recorded.start(folder) as device:
            screen = lead(device, recorded).app.screen
            was = lang.spoken()
            for language in LANGUAGES:
                lang.choose(language)
                if (said := (keymap.lines(screen), language)) not in found:
                    found.append(said)
            lang.choose(was)
    return found


@LOOKS
def test_no_caption_is_cut_or_lies_over_another_key(
    visit: Visitor, every_caption: list[tuple[list[keymap.Line], str]], look: dict[str, Any]
) -> None:
    page = visit(**look).open().page
    assert len(every_caption) > 100
    found = page.evaluate(SPILT, every_caption)
    assert not found, "\n".join(found)
