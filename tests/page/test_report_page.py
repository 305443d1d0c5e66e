"""The report and the quick card in a browser: from a file, without a network, accessible, and on paper."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from help.club_devices import CLUB
from help.club_nights import KeptNight
from mingg_club.night import Plan, by_the_book
from mingg_host.cli import main
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

PLAYED = Path(__file__).parents[1] / "oracles" / "deals.jsonl"
NAMES = ["Ann", "<script>alert(1)</script>", "\"'&<img src=x onerror=alert(2)>", "Bartholomäus-Maximilian-von-und-zu"]
PAY = {"pay": {"from": "Ann", "to": NAMES[2], "points": 20}}
LOOKS: dict[str, dict[str, Any]] = {
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
    """The reports of an evening, of a season of two, and of two club nights."""
    folder = tmp_path_factory.mktemp("report")
    deals = PLAYED.read_text().splitlines()
    for name, first in (("friday", 0), ("saturday", 8)):
        head = json.dumps({"mingg": 1, "rules": "babcock", "names": NAMES})
        lines = [head, *deals[first : first + 3], json.dumps(PAY), json.dumps({"winner": None, "hands": {}})]
        (folder / f"{name}.jsonl").write_text("\n".join(lines))
    for files in (["friday.jsonl", "-o", "evening.html"], ["friday.jsonl", "saturday.jsonl", "-o", "season.html"]):
        _report(folder, files)
    players = (*(name[:24] for name in NAMES), *"ABCDEFG")
    plan = Plan("Friday", CLUB, sittings=2, options=by_the_book("progressive"), players=players)
    late = {"do": "penalty", "name": "Ann", "points": 40, "why": NAMES[1]}
    nights = [
        KeptNight(folder, plan, f"2026-05-{day:02}T20:00:00+00:00", seed=day, actions=(late,)).path for day in (1, 8)
    ]
    _report(folder, [*nights, "-o", "nights.html"], ("club", "standing"))
    return {kind: folder / f"{kind}.html" for kind in ("evening", "season", "nights")}


def _report(folder: Path, words: list[Any], command: Sequence[str] = ("report",)) -> None:
    result = CliRunner().invoke(main, [*command, *(word if word == "-o" else str(folder / word) for word in words)])
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Returns a function that returns a window of this look. It opens each once."""
    pages: dict[str, Page] = {}

    def new(look: str) -> Page:
        if look not in pages:
            pages[look] = browser.new_context(offline=True, **LOOKS[look]).new_page()
        return pages[look]

    yield new
    for page in pages.values():
        page.context.close()


@pytest.mark.parametrize(
    ("kind", "look", "charts"), [("evening", "dark", 1), ("season", "phone", 3), ("nights", "phone", 3)]
)
def test_it_opens_from_a_file_is_accessible_and_can_be_printed(
    window: Callable[..., Page],
    axe: Callable[..., None],
    hears: Callable[[Page], Any],
    reports: dict[str, Path],
    kind: str,
    look: str,
    charts: int,
) -> None:
    page = window(look)
    reader = hears(page)
    page.goto(reports[kind].as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == LOOKS[look]["viewport"]["width"]
    figures = page.locator("figure")
    assert figures.count() == charts
    assert figures.evaluate_all(MISPLACED) == []
    assert figures.locator("path").evaluate_all("paths => paths.every(path => path.getBoundingClientRect().width)")
    if kind == "evening":
        page.evaluate("location.hash = 'e1-deal-1'")
        page.locator("#e1-deal-1[open]").wait_for()  # an address that names a deal opens it
        page.evaluate("document.querySelectorAll('details').forEach(deal => { deal.open = true; })")
    axe(page, kind)
    # Nothing makes the page wider than the window: wide tables scroll on their own.
    assert page.evaluate("document.documentElement.scrollWidth") == LOOKS[look]["viewport"]["width"]
    # On paper, long names are not cut off.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    page.locator("th bdi").evaluate_all("all => all.forEach(name => name.textContent = 'Wilhelmina Theodora van Dyk')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
    assert not page.get_by_role("button").first.is_visible()
    page.emulate_media(media="null")
    page.set_viewport_size(LOOKS[look]["viewport"])
    assert reader.complaints == []
    assert [url for url in reader.requests if not url.startswith(("file:", "data:"))] == []


def test_every_deal_is_open_on_paper_with_a_face_on_every_tile(
    window: Callable[..., Page], reports: dict[str, Path]
) -> None:
    page = window("dark")
    page.goto(reports["evening"].as_uri())
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert page.locator("details.deal[open]").count() == 0
    # The layout for paper must not need a script.
    page.emulate_media(media="print")
    hands = page.locator("details.deal .hand")
    assert hands.count() == 4 * 4
    assert hands.evaluate_all("hands => hands.every(hand => hand.getBoundingClientRect().height > 20)")
    page.emulate_media(media="null")
    page.get_by_role("button", name="open or close all").click()
    tiles = page.locator("details.deal svg.tile")
    assert tiles.count() > 3 * 4 * 12
    assert tiles.evaluate_all("tiles => tiles.every(tile => tile.querySelector('use').getBBox().width > 0)")


# ---- the quick card ----

CARD = Path(__file__).parents[2] / "docs" / "quick-card.html"
MM = 96 / 25.4  # CSS pixels
# Returns the elements that are wider than their box, or reach out of their parent.
OVERFLOWING = """() => {
  const found = [];
  for (const element of document.querySelectorAll(".card, .card *")) {
    if (element.closest("svg")) continue;
    const box = element.getBoundingClientRect();
    const holder = (element.matches(".card") ? element : element.parentElement).getBoundingClientRect();
    const start = element.outerHTML.slice(0, 80);
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth) found.push(start);
    if (box.bottom > holder.bottom + 1 || box.right > holder.right + 1) found.push(start);
  }
  for (const text of document.querySelectorAll("svg text")) {
    const box = text.getBoundingClientRect(), holder = text.closest("svg").getBoundingClientRect();
    if (box.left < holder.left - 1 || box.right > holder.right + 1 || box.bottom > holder.bottom + 1)
      found.push(text.textContent);
  }
  return found;
}"""
# Returns the pairs of words in a drawing that touch.
TOUCHING = """() => {
  const texts = [...document.querySelectorAll("svg text")], found = [];
  texts.forEach((one, i) => texts.slice(i + 1).forEach(other => {
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    if (a.left < b.right + 3 && b.left < a.right + 3 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
      found.push([one.textContent, other.textContent]);
  }));
  return found;
}"""
# Returns how much room is below the last part of each side.
ROOM = """cards => cards.map(card => card.getBoundingClientRect().bottom - Math.max(
  ...[...card.querySelectorAll("*")].map(part => part.getBoundingClientRect().bottom)))"""
LOADED = "() => [...document.images].every(image => image.complete && image.naturalWidth > 0)"


def test_the_quick_card_is_two_pages_that_need_nothing_and_nothing_on_them_is_cut_off(
    window: Callable[..., Page],
) -> None:
    page = window("dark")
    page.goto(CARD.as_uri())
    page.emulate_media(media="print")
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2
    left, top, right, bottom = map(float, re.search(rb"/MediaBox\s*\[([^]]*)\]", pdf)[1].split())  # type: ignore[index]
    assert (round((right - left) / 72 * 25.4), round((bottom - top) / 72 * 25.4)) == (210, 297)
    page.set_viewport_size({"width": round(210 * MM), "height": round(297 * MM)})
    assert page.evaluate(OVERFLOWING) == []
    assert page.evaluate(TOUCHING) == []
    ends = page.locator(".card").evaluate_all(ROOM)
    assert len(ends) == 2
    assert min(ends) >= 5 * MM
    assert page.evaluate(LOADED)
    assert not re.search(r"""(src|href)=["'](?!data:)|url\(""", CARD.read_text(encoding="utf-8"))
