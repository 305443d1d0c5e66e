"""One device in several tabs: one tab runs it, none waits for ever, and none overwrites what another tab wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from help.named_keys import NEW, NEXT, SAVE, hands

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

# Over plain http from another machine.
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined});"
# As in a background tab, where a browser runs timers once a minute or less often.
SLOW_TIMERS = """const repeat = window.setInterval;
window.setInterval = (run, ms) => repeat(run, ms >= 1000 ? 10 ** 9 : ms);"""
# As in a tab that was frozen and has not got its events yet.
DEAF = """for (const target of [Window.prototype, Document.prototype]) {
  const listen = EventTarget.prototype.addEventListener;
  target.addEventListener = function (name, ...more) {
    if (!["storage", "visibilitychange", "resume"].includes(name)) listen.call(this, name, ...more);
  };
}"""
WRITES = """window.written = [];
const setItem = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  if (key.startsWith("mingg:")) window.written.push(key);
  setItem.call(this, key, text);
};"""
EVENING = "0001-00.txt"
# East won by self-draw with a chance hand; the others' cards are empty.
ENTERED = f"down down {hands(3)}"  # all but the last hand
REST = f"{hands(1)} {SAVE} {NEXT}"
DEAL = f"{ENTERED} {REST}"


def strangers_page(visitor: Any) -> Any:
    """Opens a page of the same site that is not the device."""
    page = visitor.context.new_page()
    page.goto(visitor.address + "icon.svg")
    return page


def tab(visitor: Any, *scripts: str) -> Any:
    """Opens a tab in which these scripts run first, and does not wait for it."""
    return visitor.open(NO_LOCKS, *scripts, wait=False)


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
    second.check_access("in another tab")
    first.press(DEAL)
    first.waits_for("Ann 2132")
    first.page.close(run_before_unload=True)
    second.waits_for("Ann 2132")
    assert not second.page.get_by_role("alert").is_visible()


def test_without_locks_a_tab_stops_when_another_tab_takes_over(visit: Visitor) -> None:
    visitor = visit()
    first = tab(visitor)
    first.waits()
    other = strangers_page(visitor)
    other.evaluate("localStorage.setItem('mingg-tab', `other ${Date.now()}`)")
    first.says("Moved to another tab")
    first.falls_silent()
    first.press("down")
    assert first.text() == [""]
    other.evaluate("localStorage.setItem('mingg-tab', 'gone 99999999999999')")  # whatever its last time stamp says
    first.button("go on here").click()
    first.waits_for("Ann 2000")


@pytest.mark.prove
def test_a_waiting_tab_starts_when_a_tab_dies_whose_clock_was_ahead(visit: Visitor) -> None:
    visitor = visit()
    stranger = strangers_page(visitor)
    stranger.evaluate(
        """() => {
          let beats = 0;
          const beat = () => localStorage.setItem("mingg-tab", `other 99999999999999 ${beats++}`);
          beat();
          window.beating = setInterval(beat, 100);
        }"""
    )
    device = tab(visitor)
    device.says("Open in another tab")
    device.let_page_run(4000)  # longer than it waits for a silent tab
    assert device.text() == [""]
    stranger.evaluate("clearInterval(window.beating)")
    device.waits_for("Ann 2000")


@pytest.mark.prove
def test_of_tabs_opened_at_once_one_runs_the_device_and_the_others_wait(visit: Visitor) -> None:
    visitor = visit()
    tabs = [tab(visitor) for _ in range(3)]

    def running() -> list[Any]:
        return [device for device in tabs if device.text() != [""]]

    def waiting() -> list[Any]:
        return [device for device in tabs if device.page.get_by_text("Open in another tab").is_visible()]

    while tabs:
        assert tabs[0].becomes_true(lambda: (len(running()), len(waiting())) == (1, len(tabs) - 1)), len(tabs)
        (device,) = running()
        tabs.remove(device)
        device.page.close(run_before_unload=True)


@pytest.mark.prove
def test_a_tab_that_lost_the_device_does_not_write(visit: Visitor) -> None:
    """The tab was frozen until now, so it has got no event about the other tab."""
    visitor = visit()
    first = tab(visitor, SLOW_TIMERS, DEAF, WRITES)
    first.waits_for("Ann 2000")
    first.press(ENTERED)
    first.waits_for_draft(ENTERED)
    strangers_page(visitor).evaluate("localStorage.setItem('mingg-tab', 'other 1 1')")
    first.page.evaluate("window.written = []")
    first.press(REST)
    first.says("Moved to another tab")
    assert first.page.evaluate("window.written") == []
    assert first.files() == {}


def test_the_page_does_not_overwrite_a_ledger_that_another_page_changed(visit: Visitor) -> None:
    device = visit().open()
    device.press(DEAL, ENTERED)
    device.waits_for_draft(f"{DEAL} {ENTERED}")
    changed = device.files()[EVENING] + "another page was here\n"
    device.page.evaluate("(text) => localStorage.setItem('mingg:/flash/ledger/0001-00.txt', text)", changed)
    device.press(REST)
    device.says("The ledger has changed")
    device.falls_silent()  # the notice appears a moment earlier
    assert device.files() == {EVENING: changed}
    device.button("go on here").click()
    device.waits_for("ledger", "A go on")
    device.press("a")
    device.waits_for("begun", "A go on", "deal 2")
    device.press("b")
    device.waits_for("Ann 2132")


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
