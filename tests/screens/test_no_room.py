"""The heap is full: the device makes its screen again with more room, or opens the evening again as after a power cut.
It loses no entry."""

from __future__ import annotations

import copy
import errno
import gc
import sys
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from help.named_keys import to_saved
from help.playing import play, records
from help.tiling import whole_hand
from mingg import lang
from mingg.entry.entry import Entry
from mingg.ui.screens.result import saved
from mingg.ui.screens.system import menu
from mingg_host.device.headless import Headless
from screens.screens_cards import BOARD, WHOLE

HALF_ENTERED = "up right right right down right "  # Bo won from Cy: two of their sets are entered
ENTERED = HALF_ENTERED + to_saved("up right left up right", 3) + " "
SAID = "memory full: restarted"


@pytest.fixture
def device() -> Any:
    with Headless() as headless:
        yield headless


def fails(*_: object) -> None:
    raise MemoryError("memory allocation failed")


def once(app: Any, name: str, monkeypatch: pytest.MonkeyPatch, first: Callable[[], object] = lambda: None) -> None:
    """Makes the next call of a method of the application raise MemoryError, after `first`."""
    method = getattr(app, name)

    def act(*_: object) -> None:
        monkeypatch.setattr(app, name, method)
        first()
        fails()

    monkeypatch.setattr(app, name, act)


def written(device: Headless) -> dict[str, bytes]:
    """Returns the files of the evenings."""
    return {path.name: path.read_bytes() for path in device.ledger.glob("[0-9]*")}


def test_a_half_entered_deal_comes_back_with_the_last_key(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draft did not have it yet, since nobody had stopped pressing."""
    play(device, f"{HALF_ENTERED} wait:1s right right")
    app: Any = device.app
    entered = copy.deepcopy(app.play.entry.pack())
    monkeypatch.setattr(app.screen, "press", fails)
    device.press("up")
    assert SAID in device.text()
    assert app.reopened == 1
    assert app.play.entry is not None
    assert app.play.entry.pack() == entered
    device.press("a")
    assert type(app.screen).__name__ == "Card"
    assert app.play.entry.pack() == entered


def test_a_deal_that_was_written_is_not_saved_twice(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    play(device, ENTERED)
    app: Any = device.app
    assert type(app.screen).__name__ == "Card"
    once(app.play, "forget_entry", monkeypatch)
    device.press("a")
    assert app.reopened == 1
    assert app.play.entry is None
    assert type(app.screen).__name__ == "TableScreen"
    assert app.play.evening.deal_number() == 2
    assert len([record for record in records(device) if "winner" in record]) == 1


def test_a_deal_that_was_not_written_can_still_be_saved(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    play(device, ENTERED)
    app: Any = device.app
    with monkeypatch.context() as patch:
        patch.setattr("mingg.ui.screens.result.saved.save_deal", fails)
        device.press("a")
    assert app.reopened == 1
    assert app.play.entry is not None
    assert app.play.evening.deal_number() == 1
    device.press("a")
    assert type(app.screen).__name__ == "Card"
    device.press("a")
    assert app.play.entry is None
    assert app.play.evening.deal_number() == 2


@pytest.mark.parametrize("part", ["mingg.ui.opening.read_draft", "mingg.entry.reopened.unpack"])
def test_a_draft_without_room_stays_as_it_is(device: Headless, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play(device, HALF_ENTERED)
    app: Any = device.app
    device.wait(1000)
    entered = copy.deepcopy(app.play.entry.pack())
    draft = app.store.read("draft.txt")
    monkeypatch.setattr(app.screen, "press", fails)
    with monkeypatch.context() as patch:
        patch.setattr(part, fails)
        device.press("up")
    assert "It is kept: switch" in device.text()
    device.press("a")
    assert type(app.screen).__name__ == "TableScreen"
    assert app.play.entry is None
    device.wait(1000)
    assert app.store.read("draft.txt") == draft
    app.play.boot_again()
    assert app.play.entry.pack() == entered


def test_an_evening_without_room_is_opened_as_soon_as_there_is_some(
    device: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(device, HALF_ENTERED)
    app: Any = device.app
    entered = copy.deepcopy(app.play.entry.pack())
    monkeypatch.setattr(app.screen, "press", fails)
    with monkeypatch.context() as patch:
        patch.setattr("mingg.ui.opening.open_evening", fails)
        for key in ("up", "a"):
            device.press(key)
            assert "Nothing is lost:" in device.text()
    device.press("a")
    assert app.play.entry.pack() == entered


SAVED = ENTERED + "a "
# What finds no room once: the object and its attribute; the keys before, the key, and the screen after it.
FULL: dict[str, tuple[Callable[[Any], Any], str, str, str, str]] = {
    "a picture": (lambda app: app.display, "draw", HALF_ENTERED, "right", "Card"),
    "a screen": (lambda _: menu.Menu, "__init__", SAVED + "hold b", "a", "Menu"),
    "a key that enters nothing": (lambda _: lang, "use", SAVED + "a hold b a a", "right", "Sheet"),
    "a screen loaded ahead": (lambda app: app.navigator, "load_ahead", HALF_ENTERED, "right", "Card"),
    "a deal to be saved": (lambda _: saved, "save_deal", ENTERED, "a", "Saved"),
    "the file of a deal": (lambda app: app.store, "replace", ENTERED, "a", "Saved"),
    "what follows the file": (lambda app: app.store, "replace", ENTERED, "a", "Saved"),
    "what follows the line": (lambda app: app.store, "append", SAVED + "a " + ENTERED, "a", "Saved"),
}


@pytest.mark.parametrize("kind", FULL)
def test_what_finds_no_room_is_done_again_with_more(
    device: Headless, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of, name, before, key, after = FULL[kind]
    play(device, before)
    app: Any = device.app
    where, failed = of(app), []
    method = getattr(where, name)

    def once(*arguments: object) -> object:
        monkeypatch.setattr(where, name, method)
        failed.append(name)
        if kind.startswith("what follows"):
            method(*arguments)
        raise MemoryError

    monkeypatch.setattr(where, name, once)
    device.press(key)
    device.wait(1000)
    assert failed
    assert app.reopened == 0
    assert type(app.screen).__name__ == after
    assert ("memory full: check" in device.text()) == (kind == "a key that enters nothing")
    with Headless() as undisturbed:
        play(undisturbed, before + " " + key)
        for each in (undisturbed, device):
            each.press("up")
        assert device.pixels() == undisturbed.pixels()
        assert written(device) == written(undisturbed)


def test_not_saved_stays_in_the_bar_if_the_draft_fails_too(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no room")

    play(device, "down down a a a")
    with monkeypatch.context() as patch:
        patch.setattr(device.app.store, "append", full)
        patch.setattr(device.app.store, "replace", full)
        device.press("a")
        device.wait(1500)
        assert "not saved: flash full" in device.text()
    device.press("a")
    assert "saved" in device.text()


def test_a_screen_is_gone_as_soon_as_another_one_is_shown(device: Headless) -> None:
    """Its modules stay in memory as long as it does, and the next screen needs their room."""
    app: Any = device.app
    for key in ("up", "right", "hold a", "b"):
        screen = weakref.ref(app.screen)
        play(device, key)
        assert screen() is None, key


HEAVY = {"Deals": "down", "Undo": "hold a", "Replace": "down down hold a"}


@pytest.mark.parametrize("name", HEAVY)
def test_the_menu_keeps_no_heavy_screen_and_leads_back_to_where_it_was(device: Headless, name: str) -> None:
    """A second list of deals over the first one would fill a board's heap."""
    for _ in range(3):
        play(device, "down down a a a a")
    app: Any = device.app
    app.show("history.deals.Deals")
    device.wait(100)
    play(device, HEAVY[name])
    screen = weakref.ref(app.screen)
    assert type(app.screen).__name__ == name
    picture = device.pixels()
    play(device, "hold b a")
    assert type(app.screen).__name__ == "Menu"
    gc.collect()
    assert screen() is None
    play(device, "b")
    assert type(app.screen).__name__ == name
    assert device.pixels() == picture


def holds(name: str) -> bool:
    """Returns whether a function that runs now keeps a module in memory: it is of the module, or of one that has it."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("mingg."):
            known = [*frame.f_globals.values(), *frame.f_locals.values()]
            if any(getattr(value, "__module__", None) == name for value in known):
                return True
        frame = frame.f_back
    return False


@pytest.mark.parametrize("tiles", [False, True], ids=["card", "tiles"])
def test_a_saved_deal_is_opened_again_when_what_read_it_is_gone(
    device: Headless, tiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board has no room for the reader and the scorer beside the entry."""
    play(device, (BOARD + whole_hand(*WHOLE) + " " + to_saved("a", 3) if tiles else ENTERED) + " a a ")
    held: list[bool] = []
    made = Entry.set_way

    def set_way(*arguments: Any) -> None:
        held.append(holds("mingg.evening.lines"))
        made(*arguments)

    app: Any = device.app
    app.show("history.deals.Deals")
    device.wait(100)
    play(device, "a")
    monkeypatch.setattr(Entry, "set_way", set_way)
    play(device, "a")
    assert app.play.correcting == 1
    assert held == [False]
    assert bool(app.play.entry.hands[app.play.entry.winner].in_tiles()) == tiles
    assert type(app.screen).__name__ == "How"


def test_a_screen_without_room_leads_back_to_the_one_below(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    play(device, SAVED + "a ")
    app: Any = device.app
    app.show("history.deals.Deals")
    device.wait(100)
    play(device, "a")
    picture = device.pixels()
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules["mingg.evening.lines"], "Lines", fails)
        play(device, "a")
    assert app.reopened == 0
    assert type(app.screen).__name__ == "Result"
    assert "memory full: check" in device.text()
    play(device, "up b")
    assert device.pixels() == picture
    play(device, "a")
    assert app.play.correcting == 1
