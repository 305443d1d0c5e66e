"""One device, several tabs: one of them runs it, none waits for ever, and none writes over what another one wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from named_keys import NEXT, SAVE, hands

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

# Over plain http from another machine.
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined});"
# As a browser lets a tab in the background do: its timers come once a minute or later.
SLOW_TIMERS = """const repeat = window.setInterval;
window.setInterval = (run, ms) => repeat(run, ms >= 1000 ? 10 ** 9 : ms);"""
# As a tab that was frozen, and has not yet been told of anything.
DEAF = """for (const target of [Window.prototype, Document.prototype]) {
  const listen = EventTarget.prototype.addEventListener;
  target.addEventListener = function (name, ...more) {
    if (!["storage", "visibilitychange", "resume"].includes(name)) listen.call(this, name, ...more);
  };
}"""
# Tabs can be frozen: then nothing runs in them, and it all runs when they wake up, what the clock calls first.
FREEZER = """window.asleep = null;
const gate = (run) => (...event) => {
  if (window.asleep) window.asleep.set(run, () => run(...event));
  else run(...event);
};
const repeat = window.setInterval;
window.setInterval = (run, ms) => repeat(gate(run), ms);
const listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (name, run, ...more) {
  const gated = ["storage", "visibilitychange", "resume"].includes(name);
  listen.call(this, name, gated ? gate(run) : run, ...more);
};
window.wake = () => {
  const calls = [...window.asleep.values()];
  window.asleep = null;
  for (const call of calls) call();
};"""
WRITES = """window.written = [];
const setItem = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  if (key.startsWith("mingg:")) window.written.push(key);
  setItem.call(this, key, text);
};"""
LEDGER = "localStorage.getItem('mingg:/flash/ledger/0001-00.txt')"
EVENINGS = """Object.entries(localStorage).filter(([key]) => /-\\d\\d.txt$/.test(key)).sort()
  .map(([key, text]) => [key.slice(20), text])"""
# East drew a chance hand; the others' cards are empty.
ENTERED = ["down", "down", *hands(3).split()]  # the last hand is still to come
DEAL = [*ENTERED, *hands(1).split(), *SAVE.split(), *NEXT.split()]


def strangers_page(visitor: Any) -> Any:
    """A page of the same site that is not the device."""
    page = visitor.context.new_page()
    page.goto(visitor.address + "icon.svg")
    return page


def tab(visitor: Any, *scripts: str) -> Any:
    """A tab, not waited for, in which these scripts run first."""
    return visitor.open(NO_LOCKS, *scripts, wait=False)


def test_a_tab_that_is_gone_is_not_waited_for_whatever_its_clock_said(visit: Visitor) -> None:
    visitor = visit()
    stranger = strangers_page(visitor)
    for time in ("1", "99999999999999", "nonsense", ""):
        stranger.evaluate(f"localStorage.setItem('mingg-tab', 'gone {time}')")
        device = tab(visitor)
        device.waits_for("Ann 2000")
        device.page.close(run_before_unload=True)


def test_a_tab_that_waits_goes_on_when_the_other_one_dies_with_its_clock_ahead(visit: Visitor) -> None:
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
    device.page.get_by_text("Open in another tab").wait_for()
    device.page.wait_for_timeout(4000)  # longer than it waits for a tab that says nothing
    assert device.text() == [""]
    stranger.evaluate("clearInterval(window.beating)")
    device.waits_for("Ann 2000")


def test_a_tab_in_the_background_keeps_the_device_however_slow_its_timers_are(visit: Visitor) -> None:
    visitor = visit()
    first = tab(visitor, SLOW_TIMERS)
    first.waits_for("Ann 2000")
    second = tab(visitor)
    second.page.get_by_text("Open in another tab").wait_for()
    second.page.wait_for_timeout(5000)
    assert second.text() == [""]
    assert not first.page.get_by_role("alert").is_visible()
    first.press(*DEAL)
    first.waits_for("Ann 2132")
    first.page.close(run_before_unload=True)
    second.waits_for("Ann 2132")


def test_of_tabs_that_are_opened_at_once_one_runs_the_device_and_the_others_wait(visit: Visitor) -> None:
    visitor = visit()
    tabs = [tab(visitor) for _ in range(3)]
    while tabs:
        for _ in range(300):
            running = [each for each in tabs if each.text() != [""]]
            waiting = [each for each in tabs if each.page.get_by_text("Open in another tab").is_visible()]
            if len(running) == 1 and len(waiting) == len(tabs) - 1:
                break
            tabs[0].page.wait_for_timeout(50)
        else:
            pytest.fail(f"{len(running)} run, {len(waiting)} wait")
        tabs.remove(running[0])
        running[0].page.close(run_before_unload=True)


def test_a_frozen_tab_that_wakes_up_stops_and_writes_nothing(visit: Visitor) -> None:
    visitor = visit()
    first = tab(visitor, FREEZER, WRITES)
    first.waits_for("Ann 2000")
    first.page.evaluate("window.asleep = new Map()")
    first.page.keyboard.press("ArrowUp", delay=60)
    second = tab(visitor)
    second.waits()
    second.press(*DEAL)
    second.waits_for("Ann 2132")
    first.page.evaluate("window.written = []")
    first.page.evaluate("window.wake()")
    first.page.get_by_text("Moved to another tab").wait_for()
    assert first.page.evaluate("window.written") == []
    second.press("down")
    second.waits_for("E Ann wins how?")


def test_a_tab_asks_before_it_writes_whether_the_device_is_still_its_own(visit: Visitor) -> None:
    """Nothing has told it; it was frozen until just now."""
    visitor = visit()
    first = tab(visitor, SLOW_TIMERS, DEAF, WRITES)
    first.waits_for("Ann 2000")
    first.press(*ENTERED)
    first.waits_for_draft(" ".join(ENTERED))
    strangers_page(visitor).evaluate("localStorage.setItem('mingg-tab', 'other 1 1')")
    first.page.evaluate("window.written = []")
    first.press(*hands(1).split(), *SAVE.split(), *NEXT.split())
    first.page.get_by_text("Moved to another tab").wait_for()
    assert first.page.evaluate("window.written") == []
    assert first.page.evaluate(LEDGER) is None


def test_what_something_else_has_changed_is_not_written_over(visit: Visitor) -> None:
    device = visit().open()
    device.press(*DEAL)
    device.waits_for("Ann 2132")
    other = device.page.evaluate(LEDGER) + "another page was here\n"
    device.page.evaluate("(text) => localStorage.setItem('mingg:/flash/ledger/0001-00.txt', text)", other)
    device.press(*DEAL)
    device.page.get_by_text("The ledger has changed").wait_for()
    assert device.text() == [""]
    assert device.page.evaluate(LEDGER) == other
    device.page.get_by_role("button", name="go on here").click()
    device.waits_for("ledger", "A go on")
    device.press("a")
    device.waits_for("Ann 2132")


def test_what_was_saved_is_there_also_where_the_storage_is_cleared_meanwhile(visit: Visitor) -> None:
    device = visit().open()
    device.press(*DEAL)
    device.waits_for("Ann 2132")
    device.menu()
    device.press(*["down"] * 7, "a", "a")  # a new session
    device.waits_for("Ann 2000")
    device.press(*DEAL)
    device.waits_for("Ann 2132")
    kept = device.page.evaluate(EVENINGS)
    assert [name for name, _ in kept] == ["0001-00.txt", "0002-00.txt"]
    device.page.evaluate("localStorage.clear()")
    device.press(*DEAL)
    device.waits_for("Ann 2264")
    first, second = device.page.evaluate(EVENINGS)
    assert first == kept[0]
    assert second[1].startswith(kept[1][1])
    device.page.reload()
    device.waits_for("Ann 2264")
    assert device.complaints == []
