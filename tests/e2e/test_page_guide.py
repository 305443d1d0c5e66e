"""The page's help: manual, quick card, and how to get a device of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

FAULTS = """() => [
  ...[...document.images].filter((image) => !image.naturalWidth).map((image) => image.src),
  ...[...document.links].filter((link) => link.hash && !document.getElementById(link.hash.slice(1)) &&
    link.pathname === location.pathname).map((link) => link.href),
]"""


def test_help_explains_on_the_page_how_to_build_a_device(visit: Visitor) -> None:
    device = visit(viewport={"width": 400, "height": 700}, color_scheme="dark").open()
    page = device.page
    page.get_by_role("button", name="help").click()
    dialog = page.get_by_role("dialog", name="Help")
    for words in ("Parts.", "Wires.", "One file.", "Test."):
        assert dialog.get_by_text(words).is_visible()
    dialog.get_by_role("img", name="How display").scroll_into_view_if_needed()
    expect(page.locator(".wiring")).not_to_have_js_property("naturalWidth", 0)
    assert page.evaluate(
        "() => document.querySelector('#guide').scrollWidth <= document.querySelector('#guide').clientWidth"
    )
    results = Axe().run(page)
    assert not results.response["violations"], results.generate_report()


def test_after_help_the_keyboard_is_the_devices(visit: Visitor) -> None:
    device = visit().open()
    before = device.text()
    device.page.get_by_role("button", name="help").click()
    device.page.get_by_role("button", name="close").click()
    device.page.keyboard.press("ArrowUp")
    assert device.becomes_true(lambda: device.text() != before)


@pytest.mark.parametrize(
    ("link", "title"),
    [("The manual", "Mingg: the manual"), ("The quick card", "Mingg: quick card"), ("All steps", "Building a Mingg")],
)
def test_help_opens_documents_that_are_whole(visit: Visitor, link: str, title: str) -> None:
    device = visit().open()
    refused: list[str] = []
    device.page.context.on("console", lambda said: refused.append(said.text) if said.type == "error" else None)
    device.page.get_by_role("button", name="help").click()
    with device.page.context.expect_page() as opened:
        device.page.get_by_role("link", name=link).click()
    document = opened.value
    document.wait_for_load_state()
    assert document.title() == title
    assert document.evaluate(FAULTS) == []
    assert refused == []
    results = Axe().run(document)
    assert not [found for found in results.response["violations"] if found["impact"] in ("serious", "critical")]
