"""The quick card on paper: one page, and nothing cut off or overlapping."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

CARD = Path(__file__).parents[2] / "docs" / "quick-card.html"
MM = 96 / 25.4  # CSS pixels
# Returns the elements that are wider than their box, or reach out of their parent.
OVERFLOWING = """() => {
  const page = document.querySelector(".card").getBoundingClientRect();
  const found = [];
  for (const element of document.querySelectorAll(".card, .card *")) {
    if (element.closest("svg")) continue;
    const box = element.getBoundingClientRect();
    const holder = element.matches(".card") ? page : element.parentElement.getBoundingClientRect();
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
LOADED = "() => [...document.images].every(image => image.complete && image.naturalWidth > 0)"


@pytest.fixture
def card(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(CARD.as_uri())
    page.emulate_media(media="print")
    yield page
    context.close()


def test_card_is_one_page(card: Page) -> None:
    pdf = card.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    left, top, right, bottom = map(float, re.search(rb"/MediaBox\s*\[([^]]*)\]", pdf)[1].split())  # type: ignore[index]
    assert (round((right - left) / 72 * 25.4), round((bottom - top) / 72 * 25.4)) == (210, 297)


def test_nothing_on_the_card_is_cut_off(card: Page) -> None:
    card.set_viewport_size({"width": round(210 * MM), "height": round(297 * MM)})
    assert card.evaluate(OVERFLOWING) == []
    assert card.evaluate(TOUCHING) == []


def test_the_last_line_is_above_the_margin(card: Page) -> None:
    card.set_viewport_size({"width": round(210 * MM), "height": round(297 * MM)})
    bottom = card.evaluate("() => document.querySelector('.card > :last-child').getBoundingClientRect().bottom")
    assert bottom <= 291 * MM


def test_card_needs_nothing_but_itself(card: Page) -> None:
    assert card.evaluate(LOADED)
    assert not re.search(r"""(src|href)=["'](?!data:)|url\(""", CARD.read_text(encoding="utf-8"))
