"""Work that is done ahead: the picture of the screen that a tap shows, drawn while the key is down, and what could be
added after the next set."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.hal.keys import DOWN, RIGHT, UP
from mingg.memory import SAVING
from mingg.ui.entry.card_entry import CardEntry
from mingg.ui.entry.entry import PAIR, Entry
from mingg.ui.panel.canvas import Canvas
from mingg.ui.screens.deal import card
from mingg.ui.screens.deal.card import WAY_OF, CardScreen, Kind
from mingg_host.device.headless import Headless
from playing import lay, play
from screens_deals import DEALS

CARD = "up right"  # Cy claimed Bo's tile: their card
FINGER_MS = 80


def down(device: Headless, key: int, ms: int = FINGER_MS) -> None:
    """Presses a key and keeps it down."""
    device.rig.run(1 << key, ms)


def up(device: Headless, ms: int = FINGER_MS) -> None:
    device.rig.run(0, ms)


def shown(device: Headless) -> tuple[bytes, list[tuple[int, int, str]]]:
    """Returns the pixels and texts that were sent to the panel."""
    return bytes(device.rig.panel.shown), list(device.rig.panel.texts)


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Counts how often the way of a set is drawn."""
    canvases: list[object] = []
    draw = Kind.draw

    def noted(screen: Kind, canvas: object) -> None:
        canvases.append(canvas)
        draw(screen, canvas)  # type: ignore[arg-type]

    monkeypatch.setattr(Kind, "draw", noted)
    return canvases


@pytest.mark.parametrize("key", [RIGHT, UP, DOWN])
def test_the_screen_of_a_tap_is_drawn_while_the_key_is_down_and_shown_when_it_is_up(
    key: int, draws: list[object]
) -> None:
    with Headless() as device:
        before = shown(play(device, CARD))  # type: ignore[arg-type]
        down(device, key)
        assert shown(device) == before
        assert len(draws) == 1
        up(device)
        assert len(draws) == 1
        frame = shown(device)
        assert frame != before
        device.app.changed()  # it is drawn again
        up(device)
        assert len(draws) == 2
        assert shown(device) == frame


def test_a_tap_too_quick_to_draw_ahead_shows_the_same() -> None:
    with Headless() as slow, Headless() as quick:
        for device in (slow, quick):
            play(device, CARD)
        down(slow, RIGHT)
        keys = quick.rig.keys
        for mask in (1 << RIGHT, 0):
            for _ in range(3):  # the application gets both events at once
                quick.rig.now += 8
                keys.sample(mask, quick.rig.now)
        for device in (slow, quick):
            up(device)
        assert shown(quick) == shown(slow)


def test_a_held_key_does_not_show_the_screen_of_a_tap(draws: list[object]) -> None:
    with Headless() as device:
        play(device, CARD + " right right")
        before = shown(device)
        count = len(draws)
        down(device, DOWN, 600)  # the pair is entered
        held = shown(device)
        assert held != before
        assert len(draws) == count + 1
        up(device)
        assert shown(device) == held


def test_a_tap_shows_its_screen_without_room_to_draw_it_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    with Headless() as device, Headless() as second:
        for headless in (device, second):
            play(headless, CARD)
        draw = Kind.draw

        def fails(screen: Kind, canvas: Canvas) -> None:
            draw(screen, canvas)
            raise MemoryError

        before = shown(device)
        monkeypatch.setattr(Kind, "draw", fails)
        down(device, RIGHT)
        assert shown(device) == before
        monkeypatch.undo()
        up(device)
        play(second, "right")
        assert shown(device) == shown(second)
        assert device.app.reopened == 0


def test_the_last_of_two_pressed_keys_is_shown() -> None:
    with Headless() as device, Headless() as second:
        for headless in (device, second):
            play(headless, CARD)
        down(device, UP)
        device.rig.run(1 << UP | 1 << RIGHT, FINGER_MS)
        down(device, UP)  # the other key is up again
        up(device)
        down(second, RIGHT)
        up(second)
        assert shown(device) == shown(second)


def test_an_impossible_choice_is_refused_when_the_key_is_up(draws: list[object]) -> None:
    with Headless() as device:
        play(device, CARD + " right right" * 3)
        count = len(draws)
        down(device, RIGHT)
        up(device)
        assert len(draws) == count
        assert device.app.bar


def test_a_panel_gets_another_header_at_once_but_none_that_is_not_shown_yet() -> None:
    with Headless() as device:
        panel, headers = device.rig.panel, []
        device.app._show_first = lambda: headers.append(bytes(panel.buffer[:128]))
        for script in CARD.split():
            play(device, script)
            assert len(headers) == 1, script
            assert headers.pop() == bytes(panel.shown[:128])
        down(device, RIGHT)
        assert device.app.foreseen is not None
        assert not headers, "drawn ahead"


def test_a_bar_stays_until_the_next_key(tmp_path: Path) -> None:
    """Storing the draft fails while the key is down: the bar with that message covers the screen of the tap, too."""
    with Headless(lay(tmp_path, "babcock")) as device:
        play(device, CARD)
        down(device, RIGHT)
        device.app.show_text("no room")
        up(device)
        assert "no room" in [text for _, _, text in shown(device)[1]]


def test_nothing_is_prepared_while_a_key_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a module then would delay the end of the press."""
    ready: list[object] = []
    monkeypatch.setattr(CardScreen, "get_ready", lambda screen: bool(ready.append(screen)))
    with Headless() as device:
        play(device, CARD + " right")
        ready.clear()
        down(device, RIGHT, 300)  # on to the card at once
        assert type(device.app.screen) is CardScreen
        assert ready == []
        up(device, 300)
        assert len(ready) == 1


def test_the_modules_for_saving_load_on_the_last_card_of_a_new_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[tuple[str, ...]] = []
    monkeypatch.setattr(card, "load_one", lambda names: bool(loads.append(names)))
    with Headless() as device:
        play(device, CARD)
        for last in (False, False, True):
            play(device, "a wait:300")
            assert type(device.app.screen) is CardScreen
            assert loads == [SAVING] * last
        play(device, f"a a {DEALS} a a right")
        loads.clear()
        play(device, "a a a wait:300")
        assert device.app.correcting is not None
        assert type(device.app.screen) is CardScreen
        assert loads == []


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([("harr-limit", 4), ("babcock", 4), ("babcock", 2), ("chinese", 3)]),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(0, 4)), max_size=9),
    st.integers(0, 3),
    st.integers(0, 4),
    st.sampled_from(list(WAY_OF.values())),
)
def test_answers_worked_out_ahead_are_the_same_afterwards(
    table: tuple[str, int], laid: list[tuple[int, int, int]], player: int, kind: int, way: int
) -> None:
    rules, players = table
    session = Session(["Ann", "Bo", "Cy", "Di"][:players], load(rules, {}, players))
    player %= players
    entry = Entry(players)
    for other, set_kind, set_way in laid:
        hand = CardEntry(entry, other % players, session)
        if set_kind in (0, 1, 3, *hand.wind_kinds()) and not hand.why_not_add(set_kind, set_way):
            entry.add(other % players, set_kind, set_way)
    hand = CardEntry(entry, player, session)
    if kind not in (0, 1, 3, *hand.wind_kinds()):
        return
    hand.look_ahead(kind)
    if hand.why_not_add(kind, way):
        return
    hand.add(kind, way)
    if way != PAIR:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hand, "problem_so_far", lambda: pytest.fail("found before it was asked"))
            for other_kind in (0, 1, 3, *hand.wind_kinds()):
                hand.why_not_kind(other_kind)
    fresh = CardEntry(entry, player, session)
    for other_kind in (0, 1, 3, *hand.wind_kinds()):
        assert hand.why_not_kind(other_kind) == fresh.why_not_kind(other_kind)
        for set_way in range(5):
            assert hand.why_not_add(other_kind, set_way) == fresh.why_not_add(other_kind, set_way)
