"""`mingg sim --open` and `--keys`: the page opens an evening and plays a script of keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mingg_host.common import places
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.evenings.sources import copy_of
from mingg_host.simulator.serve import QUERY, Preset
from named_keys import FIRST_WALL, to_table

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]
Give = Callable[..., str]

DEAL = to_table("down down")  # East won by self-draw with a chance hand; the others' cards are empty
SCRIPT = (
    f"dice 3 4 5 6  {FIRST_WALL} a a screenshot wall.png  "
    "a up a x2 right screenshot card.png screenshot card.txt  hold b b"
)
# window.seen: the keys that the page showed as pressed, and the texts about the steps.
WATCH = """
window.seen = new Set();
new MutationObserver(() => {
  document.querySelectorAll(".key.pressed").forEach((key) => window.seen.add(key.dataset.key));
  window.seen.add(document.querySelector("#played")?.textContent);
}).observe(document, {subtree: true, childList: true, characterData: true, attributeFilter: ["class"]});
"""


@pytest.fixture
def give(serve_at: Callable[..., str]) -> Give:
    """Returns a function that serves the page with an evening or a script, and returns its address.

    opened: as for --open.
    """

    def start(opened: Path | None = None, script: str = "", say: Callable[[str], object] = print) -> str:
        preset = Preset(copy_of(str(opened)) if opened else None, parse(script), say)
        return serve_at(places.package(), preset) + QUERY

    return start


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A folder with a deal that Ann won and a draft of the next."""
    with Headless(tmp_path / "flash") as device:
        device.press(*DEAL.split(), "up")
        device.wait(1000)
    return tmp_path / "flash"


def wait_for_end_of_script(device: Any) -> None:
    device.page.locator("#scripted").wait_for(state="hidden")


def stored(device: Any) -> list[str]:
    names: list[str] = device.page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('mingg:'))")
    return names


def test_the_page_shows_the_keys_of_a_script_and_makes_its_screenshots(
    visit: Visitor, give: Give, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("page", "press"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "page")
    messages: list[str] = []
    visitor = visit(give(script=SCRIPT, say=messages.append))
    visitor.context.add_init_script(WATCH)
    device = visitor.open()
    assert "A new device." in device.page.locator("#given").inner_text()
    wait_for_end_of_script(device)
    captions = set(device.page.evaluate("() => [...window.seen]"))
    assert captions >= {"1", "2", "4", "5", "1 of 15: dice 3 4 5 6", "11 of 15: right", "14 of 15: hold b"}
    with Headless() as reference:
        monkeypatch.chdir(tmp_path / "press")
        perform(parse(SCRIPT), reference)
        assert device.shows(reference.pixels())
        assert messages == [f"screenshot {name}" for name in ("wall.png", "card.png", "card.txt")]
        for name in ("card.png", "card.txt", "wall.png"):
            assert (tmp_path / "page" / name).read_bytes() == (tmp_path / "press" / name).read_bytes(), name
        reference.press("a")
        device.press("a")  # the keys belong to the user again
        assert device.shows(reference.pixels())
    assert stored(device) == []
    assert device.complaints == []
    assert device.strangers() == []


def test_a_script_restarts_after_a_reload_and_can_be_stopped(visit: Visitor, give: Give) -> None:
    device = visit(give(script=DEAL + " wait 2s up wait 1000s up")).open()
    device.page.get_by_text("10 of 11: wait 1000s").wait_for()
    device.waits_for("Cy wins how?")
    device.page.reload()
    device.page.get_by_text("10 of 11: wait 1000s").wait_for()
    device.page.get_by_role("button", name="stop").click()
    wait_for_end_of_script(device)
    device.press("b")
    device.waits_for("Ann 2132")
    assert device.complaints == []


def test_the_page_and_the_terminal_report_a_screenshot_that_cannot_be_written(
    visit: Visitor, give: Give, tmp_path: Path
) -> None:
    messages: list[str] = []
    device = visit(give(script=f"up screenshot {tmp_path}/missing/a.png b", say=messages.append)).open()
    device.page.get_by_text("the file was not written").wait_for()
    assert device.page.get_by_role("button", name="stop").is_hidden()
    assert messages == [
        f"line 1, column 4: {tmp_path}/missing/a.png: No such file or directory."
        " Make its folder first, or name another place."
    ]


def test_an_opened_evening_does_not_touch_the_browsers_own_evenings(visit: Visitor, give: Give, evening: Path) -> None:
    before = {path.name: path.read_bytes() for path in evening.iterdir()}
    address = give(evening)
    visitor = visit(address)
    own = visit(address.removesuffix(QUERY)).open()
    own.press(*DEAL.split(), *DEAL.split())
    own.waits_for("Ann 2264")
    mine = stored(own)
    ordinary = own.page.context.new_page()
    ordinary.goto(address)  # in the same browser
    device = type(own)(ordinary)
    device.waits_for("begun", "deal 2")
    assert f"A copy of evening 1 of {evening}." in ordinary.locator("#given").inner_text()
    with Headless(evening) as reference:
        assert device.shows(reference.pixels())
    device.press("b")
    device.waits_for("Ann 2132")
    device.press(*DEAL.split())
    device.waits_for("Ann 2264")
    ordinary.reload()  # keeps the deal that was just played
    device.waits_for("Ann 2264")
    other = visitor.open()  # another visitor gets the evening as it was served
    other.waits_for("begun")
    own.waits_for("Ann 2264")
    assert stored(own) == mine
    own.press("a", "b")
    own.waits_for("Ann 2264")
    assert {path.name: path.read_bytes() for path in evening.iterdir()} == before
    assert own.complaints == device.complaints == other.complaints == []


def test_a_copy_of_an_opened_evening_can_be_saved(visit: Visitor, give: Give, evening: Path) -> None:
    device = visit(give(evening)).open()
    device.waits_for("begun")
    device.page.get_by_role("button", name="ledger", exact=True).click()
    assert "stored only in this tab" in device.page.locator("#copies-kept").inner_text()
    with device.page.expect_download() as saved:
        device.page.get_by_role("button", name="save a copy").click()
    assert "0001-00.txt" in Path(saved.value.path()).read_text(encoding="utf-8")


def test_the_page_reports_that_there_is_nothing_to_open(visit: Visitor, address: str) -> None:
    device = visit(address + QUERY).open(wait=False)
    device.page.get_by_text("There is nothing to open").wait_for()
    assert stored(device) == []
