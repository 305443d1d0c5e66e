"""The report in a browser: opened from a file, without a network, accessible, and on paper."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

sys.path.append(str(Path(__file__).parents[1] / "host"))
from club_devices import CLUB
from club_nights import KeptNight
from mingg_host.club.night import Plan, by_the_book

pytestmark = pytest.mark.e2e

PLAYED = Path(__file__).parents[1] / "played" / "deals.jsonl"
LEDGER = Path(__file__).parents[1] / "ledgers" / "format1" / "0001.txt"
NAMES = ["Ann", "<script>alert(1)</script>", "\"'&<img src=x onerror=alert(2)>", "Bartholomäus-Maximilian-von-und-zu"]
PAY = {"pay": {"from": "Ann", "to": NAMES[2], "points": 20}}
LOOKS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
}
# The words of charts that cover each other, or that leave their card.
MISPLACED = """figures => figures.flatMap(figure => {
  const words = [...figure.querySelectorAll("text, li, p")];
  const [card, ...boxes] = [figure.closest(".card"), ...words].map(each => each.getBoundingClientRect());
  const wide = box => box.left < card.left || box.right > card.right;
  const outside = box => wide(box) || box.top < card.top || box.bottom > card.bottom;
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
  const bad = (box, at) => !box.width || outside(box) || boxes.slice(0, at).some(other => meet(box, other));
  return words.filter((_, at) => bad(boxes[at], at)).map(text => text.textContent);
})"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The reports of an evening, of a season of two, of an evening with a lost record, of a club night and of two."""
    folder = tmp_path_factory.mktemp("report")
    deals = PLAYED.read_text().splitlines()
    for name, first in (("friday", 0), ("saturday", 8)):
        head = json.dumps({"mingg": 1, "rules": "babcock", "names": NAMES})
        lines = [head, *deals[first : first + 6], json.dumps(PAY), json.dumps({"winner": None, "hands": {}})]
        (folder / f"{name}.jsonl").write_text("\n".join(lines))
    code = "from mingg_host.entry import main; main()"
    (folder / "0001.txt").write_bytes(LEDGER.read_bytes().replace(b'"by"', b'"By"', 1))
    for files in (["friday.jsonl"], ["friday.jsonl", "saturday.jsonl"], ["0001.txt", "-o", "damaged.html"]):
        subprocess.run([sys.executable, "-c", code, "report", *files], cwd=folder, check=True, capture_output=True)
    plan = Plan("Friday", CLUB, sittings=2, options=by_the_book("progressive"), players=(*NAMES, *"ABCDEFG"))
    late = {"do": "penalty", "name": "Ann", "points": 40, "why": NAMES[1]}
    nights = [
        KeptNight(folder, plan, f"2026-05-{day:02}T20:00:00+00:00", seed=day, actions=(late,)).path for day in (1, 8)
    ]
    for files in ([nights[0], "-o", "night.html"], [*nights, "-o", "nights.html"]):
        subprocess.run([sys.executable, "-c", code, "report", *files], cwd=folder, check=True, capture_output=True)
    names = {"evening": "friday", "season": "season", "damaged": "damaged", "night": "night", "nights": "nights"}
    return {kind: folder / f"{name}.html" for kind, name in names.items()}


class Reader:
    """An opened report. complaints: messages of the browser; requests: the addresses that the page asked for."""

    def __init__(self, page: Page, report: Path) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda line: self.complaints.append(line.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.complaints.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(report.as_uri())


@pytest.fixture
def read(browser: Browser) -> Iterator[Callable[..., Reader]]:
    contexts = []

    def new(report: Path, **look: Any) -> Reader:
        contexts.append(browser.new_context(**(look or LOOKS["desk"])))
        return Reader(contexts[-1].new_page(), report)

    yield new
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("kind", "look"),
    [("evening", "dark"), ("season", "phone"), ("damaged", "desk"), ("night", "desk"), ("nights", "phone")],
)
def test_it_opens_from_a_file_and_axe_finds_nothing(
    read: Callable[..., Reader], reports: dict[str, Path], kind: str, look: str
) -> None:
    reader = read(reports[kind], **LOOKS[look])
    for closed in (True, False):
        results = Axe().run(reader.page)
        assert not results.response["violations"], results.generate_report()
        assert results.response["passes"]
        if closed:
            reader.page.evaluate("document.querySelectorAll('details').forEach(deal => { deal.open = true; })")
    assert reader.page.get_by_text("Records of this evening are lost.").count() == (kind == "damaged")
    charts = reader.page.locator("figure")
    assert charts.count() == {"season": 5, "night": 1, "nights": 3}.get(kind, 2)
    assert charts.evaluate_all(MISPLACED) == []
    assert charts.locator("path").evaluate_all("paths => paths.every(path => path.getBoundingClientRect().width > 0)")
    # Nothing makes the page wider than the window: wide tables scroll on their own.
    assert reader.page.evaluate("document.documentElement.scrollWidth") == reader.page.viewport_size["width"]
    assert reader.complaints == []
    assert [url for url in reader.requests if not url.startswith(("file:", "data:"))] == []


def test_every_tile_has_a_face(read: Callable[..., Reader], reports: dict[str, Path]) -> None:
    reader = read(reports["evening"])
    reader.page.get_by_role("button", name="open or close all").click()
    tiles = reader.page.locator("details.deal svg.tile")
    assert tiles.count() > 6 * 4 * 12
    assert tiles.evaluate_all("tiles => tiles.every(tile => tile.querySelector('use').getBBox().width > 0)")


def test_an_address_that_names_a_deal_opens_it(read: Callable[..., Reader], reports: dict[str, Path]) -> None:
    reader = read(reports["evening"])
    deal = reader.page.locator("details.deal").first
    assert deal.get_attribute("open") is None
    reader.page.evaluate("location.hash = 'e1-deal-1'")
    reader.page.locator("#e1-deal-1[open]").wait_for()


def test_every_deal_is_open_on_paper_and_closed_again_afterwards(
    read: Callable[..., Reader], reports: dict[str, Path], tmp_path: Path
) -> None:
    reader = read(reports["evening"])
    printed = reader.page.pdf(format="A4")
    assert printed.startswith(b"%PDF")
    assert reader.page.locator("details.deal[open]").count() == 0
    # The layout for paper must not need a script.
    reader.page.emulate_media(media="print")
    hands = reader.page.locator("details.deal .hand")
    assert hands.count() == 7 * 4
    assert hands.evaluate_all("hands => hands.every(hand => hand.getBoundingClientRect().height > 20)")
    assert not reader.page.get_by_role("button").is_visible()


@pytest.mark.parametrize("kind", ["season", "nights"])
def test_long_names_are_not_cut_off_at_the_edge_of_the_paper(
    read: Callable[..., Reader], reports: dict[str, Path], kind: str
) -> None:
    page = read(reports[kind], viewport={"width": 700, "height": 1000}).page
    page.emulate_media(media="print")
    page.locator("th bdi").evaluate_all("all => all.forEach(name => name.textContent = 'Wilhelmina Theodora van Dyk')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
