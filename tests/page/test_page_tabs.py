"""One device in several tabs: one tab runs it, and none overwrites what another tab wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from help.named_keys import DRAW

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

# Over plain http from another machine.
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined});"


def captions(device: Any) -> str:
    return "".join(device.page.locator(".does").all_inner_texts())


def test_a_second_tab_tells_why_it_waits_and_continues_when_the_first_is_closed(visit: Visitor) -> None:
    visitor = visit()
    first = visitor.open()
    second = visitor.open(wait=False)
    second.says("Open in another tab")
    second.press("down")
    assert second.text() == [""]
    assert captions(second) == ""
    for name in ("first", "rules", "language"):
        assert not second.page.locator(f"#{name}").is_visible(), "they are of a device that runs"
    first.press(DRAW)
    first.waits_for("2 who won?")
    first.page.close(run_before_unload=True)
    second.waits_for("2 who won?")
    assert not second.page.get_by_role("alert").is_visible()


def test_where_a_browser_has_no_locks_the_tab_that_writes_second_stops_and_overwrites_nothing(visit: Visitor) -> None:
    visitor = visit()
    first, second = visitor.open(NO_LOCKS), visitor.open(NO_LOCKS)
    first.press(DRAW, "up")
    first.waits_for_draft(f"{DRAW} up")
    written = first.files()
    second.press("up")
    second.says("The ledger has changed")
    second.falls_silent()  # the notice appears a moment earlier
    assert second.files() == written
    second.button("go on here").click()
    second.waits_for("begun", "A go on", "deal 2")
    second.press("b b hold:a")
    second.waits_for("2 who won?")
