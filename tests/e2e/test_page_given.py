"""What `mingg sim --open` and `--keys` give to the page: an evening to open, a script of keys that is seen pressed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mingg_host.common import places
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.evenings.opening import copy_of
from mingg_host.simulator.preset import QUERY, Preset
from mingg_host.simulator.serve import HOST, Site, make_server
from named_keys import FIRST_WALL, to_table

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]
Give = Callable[..., str]

DEAL = to_table("down down")  # East drew a chance hand; the others' cards are empty
SCRIPT = (
    f"dice 3 4 5 6  {FIRST_WALL} a a screenshot wall.png  "
    "a up a x2 right screenshot card.png screenshot card.txt  hold b b"
)
# What was seen of a script: which keys were down, what was said of its steps.
WATCH = """
window.seen = new Set();
setInterval(() => {
  document.querySelectorAll(".key.pressed").forEach((key) => window.seen.add(key.dataset.key));
  window.seen.add(document.querySelector("#played")?.textContent);
}, 5);
"""


@pytest.fixture
def give(vm: Path) -> Iterator[Give]:
    """Serves the page with something given, and returns its address. what: as --open has it; script: of keys."""
    servers = []

    def start(what: Path | None = None, script: str = "", say: Callable[[str], object] = print) -> str:
        given = Preset(copy_of(str(what)) if what else None, parse(script), say)
        server = make_server(HOST, 0, Site(places.package(), vm), given)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://{HOST}:{server.server_port}/{QUERY}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A deal that Ann won, and half of the next."""
    with Headless(tmp_path / "flash") as device:
        device.press(*DEAL.split(), "up")
        device.wait(1000)
    return tmp_path / "flash"


def done(device: Any) -> None:
    device.page.locator("#scripted").wait_for(state="hidden", timeout=30_000)


def stored(device: Any) -> list[str]:
    names: list[str] = device.page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('mingg:'))")
    return names


def test_a_script_is_seen_pressed_and_its_screenshots_are_those_of_any_device(
    visit: Visitor, give: Give, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("page", "press"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "page")
    said: list[str] = []
    visitor = visit(give(script=SCRIPT, say=said.append))
    visitor.context.add_init_script(WATCH)
    device = visitor.open()
    assert "A new device." in device.page.locator("#given").inner_text()
    done(device)
    seen = set(device.page.evaluate("() => [...window.seen]"))
    assert seen >= {"1", "2", "4", "5", "1 of 15: dice 3 4 5 6", "11 of 15: right", "14 of 15: hold b"}
    with Headless() as same:
        perform(parse(SCRIPT), same, tmp_path / "press")
        assert device.shows(same.pixels())
        assert said == [f"screenshot {name}" for name in ("wall.png", "card.png", "card.txt")]
        for name in ("card.png", "card.txt", "wall.png"):
            assert Path(name).read_bytes() == (tmp_path / "press" / name).read_bytes(), name
        same.press("a")
        device.press("a")  # the keys are the visitor's again
        assert device.shows(same.pixels())
    assert stored(device) == []
    assert device.complaints == []
    assert device.strangers() == []


def test_a_script_begins_anew_with_the_page_and_can_be_stopped(visit: Visitor, give: Give) -> None:
    device = visit(give(script=DEAL + " wait 2s up wait 1000s up")).open()
    device.page.get_by_text("10 of 11: wait 1000s").wait_for()
    device.waits_for("Cy wins how?")
    device.page.reload()
    device.page.get_by_text("10 of 11: wait 1000s").wait_for()
    device.page.get_by_role("button", name="stop").click()
    done(device)
    device.press("b")
    device.waits_for("Ann 2132")
    assert device.complaints == []


def test_a_screenshot_that_cannot_be_written_is_told_on_the_page_and_in_the_terminal(
    visit: Visitor, give: Give, tmp_path: Path
) -> None:
    said: list[str] = []
    device = visit(give(script=f"up screenshot {tmp_path}/missing/a.png b", say=said.append)).open()
    device.page.get_by_text("the file was not written").wait_for()
    assert device.page.get_by_role("button", name="stop").is_hidden()
    assert said == [
        f"line 1, column 4: {tmp_path}/missing/a.png: No such file or directory."
        " Make its folder first, or name another place."
    ]


def test_an_evening_is_opened_beside_what_the_browser_keeps(visit: Visitor, give: Give, evening: Path) -> None:
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
    device.waits_for("half entered", "deal 2")
    assert f"A copy of evening 1 of {evening}." in ordinary.locator("#given").inner_text()
    with Headless(evening) as same:
        assert device.shows(same.pixels())
    device.press("b")
    device.waits_for("Ann 2132")
    device.press(*DEAL.split())
    device.waits_for("Ann 2264")
    ordinary.reload()  # what was played on is still there
    device.waits_for("Ann 2264")
    other = visitor.open()  # another visitor finds the evening as it was given
    other.waits_for("half entered")
    own.waits_for("Ann 2264")
    assert stored(own) == mine
    own.press("a", "b")
    own.waits_for("Ann 2264")
    assert {path.name: path.read_bytes() for path in evening.iterdir()} == before
    assert own.complaints == device.complaints == other.complaints == []


def test_a_copy_of_it_can_be_saved(visit: Visitor, give: Give, evening: Path) -> None:
    device = visit(give(evening)).open()
    device.waits_for("half entered")
    device.page.get_by_role("button", name="ledger", exact=True).click()
    assert "stored only in this tab" in device.page.locator("#copies-kept").inner_text()
    with device.page.expect_download() as saved:
        device.page.get_by_role("button", name="save a copy").click()
    assert "0001-00.txt" in Path(saved.value.path()).read_text(encoding="utf-8")


def test_where_nothing_is_given_the_page_says_so(visit: Visitor, address: str) -> None:
    device = visit(address + QUERY).open(wait=False)
    device.page.get_by_text("There is nothing to open").wait_for()
    assert stored(device) == []
