"""One device in several tabs: one tab runs it, and none overwrites what another tab wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from help.named_keys import NEW, NEXT, SAVE, hands

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

# Over plain http from another machine.
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined});"
EVENING = "0001-00.txt"
# East won by self-draw with a chance hand; the others' cards are empty.
ENTERED = f"down down {hands(3)}"  # all but the last hand
REST = f"{hands(1)} {SAVE} {NEXT}"
DEAL = f"{ENTERED} {REST}"


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
    second.check_access("in another tab")
    first.press(DEAL)
    first.waits_for("Ann 2132")
    first.page.close(run_before_unload=True)
    second.waits_for("Ann 2132")
    assert not second.page.get_by_role("alert").is_visible()


def test_where_a_browser_has_no_locks_the_tab_that_writes_second_stops_and_overwrites_nothing(visit: Visitor) -> None:
    visitor = visit()
    first, second = visitor.open(NO_LOCKS), visitor.open(NO_LOCKS)
    first.press(DEAL, ENTERED)
    first.waits_for_draft(f"{DEAL} {ENTERED}")
    written = first.files()
    second.press("up")
    second.says("The ledger has changed")
    second.falls_silent()  # the notice appears a moment earlier
    assert second.files() == written
    second.button("go on here").click()
    second.waits_for("begun", "A go on", "deal 2")
    second.press("b")
    second.waits_for("Ann 2132")


def test_saved_evenings_survive_although_the_storage_is_cleared_during_play(visit: Visitor) -> None:
    device = visit().open()
    device.press(DEAL, NEW, "a")
    device.waits_for("Ann 2000")
    device.press(DEAL)
    device.waits_for("Ann 2132")
    before = device.files()
    assert sorted(before)[:2] == [EVENING, "0002-00.txt"]
    device.page.evaluate("localStorage.clear()")
    device.press(DEAL)
    device.waits_for("Ann 2264")
    after = device.files()
    assert after[EVENING] == before[EVENING]
    assert after["0002-00.txt"].startswith(before["0002-00.txt"])
    device.page.reload()
    device.waits_for("Ann 2264")
    assert device.complaints == []
