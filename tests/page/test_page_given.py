"""`mingg sim --open` and `--keys`: the page opens an evening and plays a script of keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help.named_keys import DRAW, FIRST_WALL, to_table
from mingg_host.common import places
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.evenings.sources import copy_of
from mingg_host.simulator.serve import QUERY, Preset
from mingg_host.simulator.website import SHOWN

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
    device = visit(give(script=SCRIPT, say=messages.append)).open(WATCH)
    assert "A new device." in device.page.locator("#given").inner_text()
    assert device.becomes_true(device.page.locator("#scripted").is_hidden)
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
    assert stored(device) == device.complaints == device.strangers() == []


def test_a_script_restarts_after_a_reload_can_be_stopped_and_says_what_was_not_written(
    visit: Visitor, give: Give, tmp_path: Path
) -> None:
    messages: list[str] = []
    script = f"a up a a screenshot {tmp_path}/missing/a.png up wait 1000s up"
    device = visit(give(script=script, say=messages.append)).open()
    device.says("7 of 8: wait 1000s")
    device.waits_for("Cy wins how?")
    device.page.reload()
    device.says("7 of 8: wait 1000s")
    device.button("stop").click()
    device.says("the file was not written")
    assert device.button("stop").is_hidden()
    device.let_page_run(100)  # the next turn gives the keys back
    device.press("b")
    device.waits_for("2 begun")
    assert [message.partition(": ")[2] for message in messages] == 2 * [
        f"{tmp_path}/missing/a.png: No such file or directory. Make its folder first, or name another place."
    ]


def test_an_opened_evening_does_not_touch_the_browsers_own_evenings(visit: Visitor, give: Give, evening: Path) -> None:
    before = {path.name: path.read_bytes() for path in evening.iterdir()}
    visitor = visit(give(evening))
    visitor.address = visitor.address.removesuffix(QUERY)
    own = visitor.open()
    own.press("a up a a")  # a deal that nobody won
    own.waits_for("S Bo 2000", "2 who won?")
    mine = stored(own)
    visitor.address += QUERY
    device = visitor.open()  # in the same browser
    device.waits_for("begun", "deal 2")
    assert f"A copy of evening 1 of {evening}." in device.page.locator("#given").inner_text()
    with Headless(evening) as reference:
        assert device.shows(reference.pixels())
    device.press("b b")
    device.waits_for("drop deal 2?")
    device.press("hold:a", DRAW)  # drops the draft
    device.waits_for("3 who won?")
    device.page.reload()  # keeps the deal that was just played
    device.waits_for("3 who won?")
    device.button("ledger, send").click()
    assert "stored only in this tab" in device.page.locator("#copies-kept").inner_text()
    with device.page.expect_download() as saved:
        device.button("save a copy").click()
    assert "0001-00.txt" in Path(saved.value.path()).read_text(encoding="utf-8")
    visitor.open().waits_for("begun")  # another tab gets the evening as it was served
    assert stored(own) == mine
    own.press("a b")
    own.waits_for("Ann 2000")
    assert {path.name: path.read_bytes() for path in evening.iterdir()} == before
    assert own.complaints == device.complaints == []


def test_the_deal_that_the_page_shows_ends_at_the_table() -> None:
    with Headless() as device:
        for words in SHOWN:
            perform(parse(words), device)
        assert {"2", "who won?", "2736"} <= set(device.text())


def test_the_page_shows_a_deal_and_stores_nothing_of_it(visit: Visitor, address: str) -> None:
    device = visit(url=address).open(WATCH)
    device.page.get_by_role("link", name="show me a deal").click()
    device.says("7 of 20")
    seen = device.page.evaluate("[...window.seen]")
    assert {"1", "2", "4", "4 of 20: Cy has a concealed pung of dragons,"} <= set(seen)
    device.waits_for("2 who won?", "Cy 2736")
    assert stored(device) == []
    device.page.get_by_role("link", name="your own evenings").click()
    device.waits_for("1 who won?", "Cy 2000")


def test_the_page_has_a_sample_evening_and_its_report_in_the_language_of_the_browser(
    visit: Visitor, address: str
) -> None:
    device = visit(url=address, locale="de-DE").open()
    kept = stored(device)
    device.page.get_by_role("link", name="ein Beispielabend").click()
    device.waits_for("13 wer gewann?")
    balances = dict(re.findall(r"[OSWN] (\w+) (\d+)", "\n".join(device.text())))
    assert stored(device) == kept
    device.button("Hilfe, Selbstbau").click()
    with device.page.context.expect_page() as opened:
        device.page.get_by_role("dialog").get_by_role("link", name="sein Bericht").click()
    rows = opened.value.locator("#e1-standing tbody tr").all_inner_texts()
    assert opened.value.title() == "Ein Beispielabend"
    assert {row.split()[0]: row.split()[2] for row in rows} == balances
    assert device.complaints == []


def test_the_page_reports_that_there_is_nothing_to_open(visit: Visitor, address: str) -> None:
    device = visit(address + QUERY).open(wait=False)
    device.says("There is nothing to open")
    assert stored(device) == []
