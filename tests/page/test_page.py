"""The simulator's page: the firmware in the browser, used as a visitor uses it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help.named_keys import DRAW, NEXT, NOBODY, SAVE, SETTINGS, hands
from mingg.ui.kit.rest import SLEEPS
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find
from mingg_scoring.interchange.score_sheet import ScoreSheet
from mingg_scoring.texts import Words
from PIL import Image
from playwright.sync_api import Route

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

# Harr's Example 5, (222m) (999m) (111m) (666z) 55m, held by East: drawn, only place, one suit and honours.
NEW_HARR_SESSION = "hold:b a  right a  down a left  up a"
EXAMPLE_5 = "down a down  left left  up left  up left  right left  hold:a left"
LAST_CARD = hands(3)
SAVED = f"{hands(1)} {SAVE}"
BALANCES = ["Cy 1616", "Bo 1616", "Ann 3152"]


def words(device: Any) -> list[str]:
    return [word for word in " ".join(device.text()).split() if word not in ("→", "✓")]


def rows_of(sheet: Any) -> list[list[str]]:
    """The lines of a score sheet in the page."""
    rows: list[list[str]] = sheet.evaluate(
        "e => [...e.querySelectorAll('tr')].map(r => [...r.cells].map(c => c.innerText))"
    )
    return rows


def test_a_deal_entered_by_mouse_without_a_network_survives_a_reload(visit: Visitor, tmp_path: Path) -> None:
    """Its score sheet is the one that a PC makes of the same ledger."""
    visitor = visit()
    device = visitor.open()
    page, sheet = device.page, device.page.locator("#sheet")
    visitor.context.set_offline(True)
    loaded = len(device.requests)
    assert not sheet.is_visible()
    with Headless(tmp_path) as reference:
        for script, texts in (
            (NEW_HARR_SESSION, ["Ann 2000"]),
            (EXAMPLE_5, ["E Ann B undo A done", "192"]),
            (LAST_CARD, ["N Di B back A save"]),
            (SAVED, ["saved B undo A next", "Bo Ann 384", "Cy Ann 384", "Di Ann 384"]),
            (NEXT, BALANCES),
        ):
            device.use = device.click if script == EXAMPLE_5 else device.type
            device.press(script)
            device.waits_for(*texts)
            perform(parse(script), reference)
            assert device.shows(reference.pixels())
            # a screen reader hears the same words in the order of the parts
            assert device.becomes_true(lambda: sorted(words(device)) == sorted(words(reference))), device.text()
            if script == SAVED:
                device.press("b")  # takes the deal back, and its sheet
                assert device.becomes_true(lambda: not sheet.is_visible())
                device.press("a")
                assert device.becomes_true(sheet.is_visible)
                device.waits_for("saved B undo A next")
        device.button("switch off and on").click()
        device.waits_for(*BALANCES)
        asked = [url for url in device.requests[loaded:] if not url.startswith("blob:")]
        assert [url for url in asked if not url.endswith("/icon.svg")] == []  # the browser's own, at any time
        assert rows_of(sheet) == []  # closed, below the device
        width = page.locator("#panel").bounding_box()["width"]
        sheet.locator("summary").click()
        page.evaluate("window.dispatchEvent(new Event('resize'))")  # as of a phone that hides its address bar
        assert page.locator("#panel").bounding_box()["width"] == width
        assert device.becomes_true(lambda: rows_of(sheet)[:1] == [["mah-jong", "20"]]), rows_of(sheet)
        assert sheet.bounding_box()["y"] > page.locator("#device").bounding_box()["y"] + 300

        visitor.context.set_offline(False)
        page.set_viewport_size({"width": 1366, "height": 768})
        page.reload()
        device.waits_for(*BALANCES)
        reference.reboot()
        assert device.shows(reference.pixels())
    box, of_device = sheet.bounding_box(), page.locator("#device").bounding_box()
    assert box["x"] > of_device["x"] + of_device["width"]
    page.locator("#language").select_option("Deutsch")
    assert device.becomes_true(lambda: sheet.locator("caption b").first.inner_text() == "Ann (Ost) gewinnt")
    (deal,) = Evening(find(str(tmp_path))[0]).deals
    expected = ScoreSheet(Words("de")).sheet(deal.played, deal.players)
    assert rows_of(sheet) == [[line.words, str(line.figure)] for part in expected.parts for line in part.lines if line]
    assert sheet.locator("p").all_inner_texts() == [sentence for sentence, _ in expected.head + expected.foot]
    page.set_viewport_size({"width": 1200, "height": 1600})
    assert device.becomes_true(lambda: page.locator("#panel").bounding_box()["width"] > 700)
    assert page.evaluate("document.documentElement.scrollWidth") == 1200
    assert device.strangers() == device.sockets == device.complaints == []


def test_the_page_is_there_in_its_language_before_the_program_of_the_device_is(visit: Visitor) -> None:
    """On a slow network that comes seconds later, or never."""
    visitor = visit(locale="de-DE")
    held: list[Route] = []
    visitor.context.route("**/machine-*.js", lambda route: held.append(route))
    device = visitor.open(wait=False)
    device.says("ein Spiel zeigen")
    assert all(device.page.locator(place).is_visible() for place in ("#panel", ".key.a", ".key.left .arrow"))
    assert device.becomes_true(lambda: bool(held))
    held[0].abort()
    device.says("Das Gerät ist nicht geladen")
    visitor.context.unroute_all()
    device.button("hier weiter").click()
    device.waits_for("Ann 2000")
    # Nothing is seen before the page has its size and its language.
    early = device.page.request.get(visitor.address).text().partition('<script type="module"')[0]
    device.page.route("**/early", lambda route: route.fulfill(body=early, content_type="text/html"))
    device.page.goto(visitor.address + "early")
    assert not device.page.locator("#panel").is_visible()


def test_every_click_counts_once_and_letters_are_keys_until_a_name_is_typed(visit: Visitor) -> None:
    device = visit().open()
    page = device.page
    for key in ("down", "down", "left", "left", "right", "right"):
        device.click(key, 0)
    device.waits_for("E Ann B undo A done")
    with Headless() as reference:
        reference.press("down", "down", "left", "left", "right", "right")
        assert device.shows(reference.pixels())
    page.keyboard.down("Backspace")
    assert page.locator(".pressed").count() == 1
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert page.locator(".pressed").count() == 0
    device.let_page_run(900)  # a held key would show the page of keys
    device.waits_for("E Ann B undo A done")
    page.keyboard.up("Backspace")
    page.get_by_role("button", name="right", exact=True).hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    assert page.locator(".pressed").count() == 0
    device.press("b b b b b b")

    def typed(key: str, text: str) -> None:
        page.keyboard.press(key)
        device.let_page_run(100)
        device.waits_for(text)

    device.waits_for("Ann 2000")
    typed("ArrowDown", "E Ann wins how?")
    typed("b", "Ann 2000")
    device.press("down down")
    for _ in range(4):
        page.keyboard.down("a")  # from the second on, what a keyboard sends when it repeats
    page.keyboard.up("a")
    device.waits_for("S Bo B back A none")
    page.keyboard.press("Control+b")  # with Control, for example, a letter is a command for the browser
    device.let_page_run(500)
    device.waits_for("S Bo B back A none")
    typed("Escape", "E Ann B back A done")
    typed("Space", "S Bo B back A none")
    device.press("b b")
    typed("Escape", "Ann 2000")
    page.keyboard.down("Escape")
    device.let_page_run(800)
    page.keyboard.up("Escape")
    device.waits_for("keys B back A menu")
    device.press("a left down a up")
    for letter in "anab":
        page.keyboard.press(letter)
    device.waits_for("Anab")
    device.press("b a")
    device.waits_for("whose name?", "Ana")
    typed("b", "turn: who sits below")
    assert device.complaints == []


# The VM waits until the test calls window.begin().
SLOW_START = """const real = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...all) => {
  await new Promise((begin) => { window.begin = begin; });
  return real(...all);
};"""


def test_a_half_entered_deal_survives_a_reload_and_a_key_pressed_meanwhile_acts_on_it(visit: Visitor) -> None:
    device = visit().open()
    device.press("up right left left")
    device.waits_for_draft("up right left left")
    with device.page.add_init_script(SLOW_START):
        device.page.reload()
    assert device.becomes_true(lambda: device.page.evaluate("!!window.begin"))
    device.press("a")
    device.page.evaluate("window.begin()")
    device.waits_for("W Cy B undo A done")


# The brightest green on the panel, 0 to 255.
BRIGHTEST = """canvas => canvas.getContext("2d").getImageData(0, 0, 128, 64).data
  .reduce((most, value, i) => i % 4 === 1 && value > most ? value : most, 0)"""


def test_the_page_never_rests_and_is_silent_until_sound_is_turned_on(visit: Visitor) -> None:
    device = visit().open(
        """window.tones = 0;
        const set = AudioParam.prototype.setValueAtTime;
        AudioParam.prototype.setValueAtTime = function (...more) {
          window.tones++;
          return set.apply(this, more);
        };"""
    )
    pixels, bright = device.pixels(), device.page.locator("#panel").evaluate(BRIGHTEST)
    for _ in range(SLEEPS + 1):
        device.page.clock.fast_forward(60_500)
        device.let_page_run(300)
    assert device.pixels() == pixels
    assert device.page.locator("#panel").evaluate(BRIGHTEST) == bright
    device.press(SETTINGS, "down")
    device.waits_for("sound off")
    assert device.page.evaluate("window.tones") == 0
    device.press("right")
    device.waits_for("sound on")
    assert device.page.evaluate("window.tones") >= 2
    device.press("b b")
    device.page.reload()
    device.waits()
    device.press("up")
    assert device.becomes_true(lambda: device.page.evaluate("window.tones") == 1)
    assert device.complaints == []


# ---- storage ----

FILL = """() => {
  for (let size = 2 ** 22, at = 0; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) localStorage.setItem(`other ${at++}`, "x".repeat(size));
    } catch {
      // try a smaller size
    }
  }
}"""
EMPTY = """() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith("other")) localStorage.removeItem(key);
}"""


def test_the_page_says_that_the_storage_is_full_and_a_repeated_save_counts_once(visit: Visitor) -> None:
    """The test really fills the storage."""
    device = visit().open()
    message = device.page.get_by_text("This browser has no room left")
    device.page.evaluate(FILL)
    device.press("up")
    device.waits_for("draft not kept: full")
    assert message.is_visible()
    device.page.evaluate(EMPTY)
    device.press("b", "down")
    assert device.becomes_true(message.is_hidden)
    device.press("b b hold:a", NOBODY)
    device.waits_for("no win")
    device.page.evaluate(FILL)
    for _ in range(2):
        device.press("a")
        device.waits_for("not saved: flash full")
        assert message.is_visible()
    device.page.evaluate(EMPTY)
    device.press("a")
    device.waits_for("saved")
    assert device.becomes_true(message.is_hidden)
    device.page.reload()
    device.waits_for("2 who won?")
    assert device.complaints == []


def test_without_storage_it_plays_and_says_that_nothing_is_saved(visit: Visitor) -> None:
    device = visit().open(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"
    )
    device.says("Allow the page to store data")
    device.press("up")
    device.waits_for("draft not kept: locked")
    device.press("b b hold:a", NOBODY, "a")
    device.waits_for("not saved: flash locked")


# ---- when something fails ----


def test_the_page_shows_an_error_of_the_firmware_and_restarts_it(visit: Visitor, broken: str) -> None:
    device = visit(url=broken).open()
    notice = device.page.get_by_role("alert")
    for first in (True, False):
        device.waits_for("it works")
        assert not notice.is_visible()
        device.press("a")
        notice.get_by_text("The firmware stopped").wait_for()
        assert "ValueError: nine winds" in notice.inner_text()
        assert 'app.py", line' in notice.inner_text()
        if first:
            notice.get_by_role("button").focus()
            device.page.keyboard.press("Enter")
            assert device.becomes_true(notice.is_hidden)
            assert device.has_focus("device")
    # The keys of the device scroll the lines for the developers.
    trace = notice.locator("pre")
    trace.evaluate("(pre) => { pre.style.height = '2em'; }")
    trace.focus()
    device.page.keyboard.press("ArrowDown")
    assert device.becomes_true(lambda: trace.evaluate("(pre) => pre.scrollTop") > 0)
    # A copy of the ledger can still be saved. But none is brought in, because the stopped device cannot check it.
    device.button("ledger, send").click()
    copy = b'{"form": "mingg ledger", "version": 1, "files": {"0001-00.txt": "0000 0 {}"}}'
    device.page.locator("#copy-file").set_input_files([{"name": "a.json", "mimeType": "", "buffer": copy}])
    device.says("The device must run to check a copy")


# ---- the panel ----


def test_a_new_device_speaks_the_language_of_the_browser_and_keeps_what_is_chosen_beside_it(visit: Visitor) -> None:
    device = visit(locale="de-CH").open()
    page = device.page
    language, rules = page.locator("#language"), page.locator("#rules")
    device.waits_for("1 wer gewann?")
    assert (language.input_value(), rules.input_value()) == ("de", "babcock")
    visit(locale="pl").open().waits_for("1 who won?")
    language.select_option("Türkçe")
    device.waits_for("1 kim kazandı?")
    assert page.get_by_role("link", name="bir el göster").is_visible()
    assert page.evaluate("document.documentElement.lang") == "tr"
    language.select_option("English")
    device.waits_for("1 who won?")
    page.reload()
    device.waits_for("1 who won?")
    rules.select_option("BMJA")
    device.press(DRAW)
    device.waits_for("2 Goulash")
    assert '"bmja"' in device.files()["0001-00.txt"]
    rules.select_option("Harr")  # the evening has begun: the device proposes another one
    device.waits_for("new evening", "rules Harr")
    assert device.complaints == []


@pytest.mark.prove
def test_every_pixel_of_the_panel_is_a_square_of_screen_pixels(launch: Callable[..., Any], address: str) -> None:
    ratio = 2.625
    # A real screen of this kind. An emulated one would place elements at whole CSS pixels.
    with launch(f"--force-device-scale-factor={ratio}", "--window-size=1100,800") as browser:
        page = browser.new_page(no_viewport=True)
        page.goto(address)
        page.locator("#said", has_text="Ann 2000").wait_for()
        assert page.evaluate("window.devicePixelRatio") == ratio
        picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
        box = page.locator("#panel").bounding_box()
        left, top, width, height = (round(ratio * box[side]) for side in ("x", "y", "width", "height"))
        factor = width // 128
        assert factor >= 4
        assert (width, height) == (128 * factor, 64 * factor)
        panel = picture.crop((left, top, left + width, top + height))
        with Headless() as reference:
            for y, row in enumerate(reference.pixels()):
                for x, pixel in enumerate(row):
                    square = (factor * x, factor * y, factor * (x + 1), factor * (y + 1))
                    low, high = panel.crop(square).getextrema()
                    assert high - low < 4, f"pixel {x}, {y} is blurred"
                    assert (high > 127) == (pixel == "1")
