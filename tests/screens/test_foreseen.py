"""Keys that are tapped and held, and work that is done ahead: what could be added after the next set."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
from help.named_keys import NEXT, SAVE
from help.playing import play
from hypothesis import given, settings
from hypothesis import strategies as st
from mingg import memory
from mingg.core.deal.hand import DRAGON, MAJOR, PAIR, SIMPLE
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.entry.card_entry import CardEntry
from mingg.entry.entry import Entry
from mingg.hal.keys import RIGHT, UP
from mingg.hal.store import Store
from mingg.ui import navigator
from mingg.ui.screens.deal.card import WAY_OF, Card
from mingg_host.device.headless import Headless

CARD = "up right"  # Cy claimed Bo's tile: their card
FINGER_MS = 80
WAYS = [*WAY_OF.values(), PAIR]


def down(device: Headless, key: int, ms: int = FINGER_MS) -> None:
    """Presses a key and keeps it down."""
    device.rig.run(1 << key, ms)


def up(device: Headless, ms: int = FINGER_MS) -> None:
    device.rig.run(0, ms)


def shown(device: Headless) -> tuple[bytes, list[tuple[int, int, str]]]:
    """Returns the pixels and texts that were sent to the panel."""
    return bytes(device.rig.panel.shown), list(device.rig.panel.texts)


def test_a_key_that_acted_at_once_does_nothing_more_while_it_is_down() -> None:
    with Headless() as device, Headless() as second:
        for headless in (device, second):
            play(headless, CARD + " right")
        down(device, UP, 900)  # a kong; on the card the same key leads to the tiles if it is held
        up(device)
        play(second, "up")
        assert shown(device) == shown(second)


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


def test_nothing_is_prepared_while_a_key_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a module then would delay the end of the press."""
    ready: list[object] = []
    monkeypatch.setattr(Card, "get_ready", lambda screen: bool(ready.append(screen)))
    with Headless() as device:
        play(device, CARD + " right")
        ready.clear()
        down(device, RIGHT, 300)  # on to the card at once
        assert type(device.app.screen) is Card
        assert ready == []
        up(device, 300)
        assert len(ready) == 1


def test_naming_the_winner_asks_no_flash_and_loads_no_list_of_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    with Headless() as device:
        device.wait(150)
        monkeypatch.setattr(Store, "free", lambda store: pytest.fail("it takes 20 ms on a board"))
        monkeypatch.delitem(sys.modules, "mingg.evening.evenings", raising=False)
        play(device, "up")
        assert "mingg.evening.evenings" not in sys.modules


def test_no_key_to_a_loaded_place_waits_for_a_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    with Headless() as device:
        play(device, f"{CARD} a a a a {SAVE}")
        assert type(device.app.screen).__name__ == "Saved"
        monkeypatch.setattr(memory, "is_short", lambda *_: True)
        collector = SimpleNamespace(collect=lambda: pytest.fail("it takes 20 ms on a board"))
        monkeypatch.setattr(navigator, "gc", collector)
        device.press("a")
        assert device.app.is_at_table()


def test_a_pause_keeps_the_draft_and_collects_nothing_then(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    with Headless() as device:
        play(device, f"{CARD} right")
        device.wait(1000)
        monkeypatch.setattr(memory, "collect", lambda: done.append("collected"))
        monkeypatch.setattr(Store, "replace", lambda _, name, __: done.append(name))
        device.press("right")
        device.wait(1000)
    assert done == ["collected", "draft.txt"], "the collector would delay a key that is pressed after a pause"


def test_a_pause_on_a_card_prepares_the_file_that_the_deal_is_saved_to(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(Store, "prepare", lambda store, name, start, blank: prepared.append(name))
    with Headless() as device:
        for _ in range(14):
            play(device, CARD)
            device.wait(400)
            play(device, f"a a a {SAVE} {NEXT}")
            assert prepared[-1] == device.app.play.evening.ledger.parts[-1][1]
        assert len(set(prepared)) > 1, "a deal began a segment"


CLASSES = (SIMPLE, MAJOR, DRAGON)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([("harr-limit", 4), ("babcock", 4), ("babcock", 2), ("chinese", 3)]),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4), st.sampled_from(WAYS)), max_size=9),
    st.integers(0, 3),
    st.integers(0, 4),
    st.sampled_from(WAYS),
)
def test_answers_worked_out_ahead_are_the_same_afterwards(
    table: tuple[str, int], laid: list[tuple[int, int, int]], player: int, kind_number: int, way: int
) -> None:
    rules, players = table
    session = Session(["Ann", "Bo", "Cy", "Di"][:players], load(rules, {}, players))
    player %= players
    entry = Entry(players)

    def added(hand: CardEntry, number: int, way: int) -> bool:
        """Adds a set of one of the classes, if it is possible."""
        kinds = CLASSES + hand.kinds
        if number >= len(kinds) or hand.why_not_add(kinds[number], way == PAIR):
            return False
        hand.add(hand.pair_of(kinds[number]) if way == PAIR else kinds[number] | way)
        return True

    for other, set_kind, set_way in laid:
        added(CardEntry(entry, other % players, session), set_kind, set_way)
    hand = CardEntry(entry, player, session)
    kinds = CLASSES + hand.kinds
    if kind_number >= len(kinds):
        return
    hand.look_ahead(kinds[kind_number])
    if not added(hand, kind_number, way):
        return
    if way != PAIR:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hand, "problem_so_far", lambda: pytest.fail("found before it was asked"))
            for kind in kinds:
                hand.why_not_kind(kind)
    fresh = CardEntry(entry, player, session)
    for kind in kinds:
        assert hand.why_not_kind(kind) == fresh.why_not_kind(kind)
        for pair in (False, True):
            assert hand.why_not_add(kind, pair) == fresh.why_not_add(kind, pair)
