"""The keys that a screen lists are true: they do something, no other key does, and listing them changes nothing.
test_screens.py asks every golden screen."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from help.playing import Box, apart, play
from help.selftesting import SELF_TEST
from mingg import lang
from mingg.hal.keys import DOWN, KEY_NAMES, UP, A, B
from mingg.ui.display import Display
from mingg.ui.kit.canvas import WIDTH
from mingg.ui.kit.forms import Wheels
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import Key, Part, Picture, Screen, spoken
from mingg.ui.screens.system import keys as keymap
from mingg.ui.screens.system.keys import Keys, draw, lines
from mingg_host.device.headless import Device, Headless, HeadlessVM
from screens.recorded import RECORDED, Recorded, lead, second_language, switched_on

HELD = 600
DOWN_MS = 2100  # B is down for longer
SAID = ("B back", "hold", "held", "enter")  # what the kit says itself
OF_THE_KIT = re.compile(r"[AB<>]|<?\d+/\d+>?")  # keys, and where a list or a page stands


def _screen(device: Headless) -> Any:
    app: Any = device.app
    return getattr(app, "screen", app)  # the self-test is its own application


def _press(device: Device, key: int, held: bool) -> None:
    if held:
        device.hold(KEY_NAMES[key], HELD)
    else:
        device.press(KEY_NAMES[key])


def _state(device: Headless) -> tuple[object, ...]:
    """Returns what a key may change: the screen, its picture without a bar, and what is stored."""
    app = device.app
    app.display.bar = None
    app.display.stale = True
    device.wait(24)
    entry = None if app.play.entry is None else app.play.entry.pack()
    return id(app.screen), device.pixels(), entry, app.play.evening.moment()


def _start(recorded: Recorded, folder: Path) -> Headless:
    """Leads another device to a screen. It draws only that one: the first device drew those on the way."""
    device = switched_on(recorded, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Display, "draw", lambda display, screen: setattr(display, "stale", False))
        lead(device, recorded)
    device.app.display.stale = True
    device.wait(24)
    return device


def listed_keys(screen: Screen) -> set[tuple[int, bool]]:
    """Returns the keys that do something now, without the one that lists them. Each has a word."""
    keymap = screen.keymap()
    assert all(word for _, _, word in keymap)
    assert ((B, True, "keys") in keymap) == screen.mapped
    return {(key, held) for key, held, _ in screen.own_keys()}


def held_keys(screen: Any) -> tuple[int, ...]:
    """Returns the keys that do something else when held."""
    return tuple(key for key in range(B) if screen.holds(key))


def _tries(screen: Screen) -> list[tuple[int, bool]]:
    return [(key, False) for key in range(6)] + [(key, True) for key in held_keys(screen)]


# some errors appear only in the attempt: this cannot be paid, such a set is impossible, that name is taken
REFUSED_LATER = {
    "deal/ended-unpayable",
    "setup/setup-counters-own-wrong",
    "setup/setup-houses-damaged",
    "setup/setup-name-taken",
    "setup/setup-option-excluded",
}
# The kinds of screens on which each listed key was pressed: the class and its keys.
PRESSED: set[tuple[object, ...]] = set()


def keys_are_true(name: str, device: Headless, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys that a screen lists do something, no other key does, and listing them changes nothing."""
    asking_changes_loads_and_reads_nothing(device, monkeypatch)
    if name in SELF_TEST:
        return
    for language in (second_language(name), lang.ENGLISH):
        lang.choose(language)
        the_view_lists_its_texts_without_drawing(device, monkeypatch)
        words_of_keys_fit_their_lines(device)
    lang.use(_screen(device).words)
    listed = listed_keys(_screen(device))
    no_other_key_does_anything(device, listed)
    kind = type(_screen(device)), *sorted(listed)
    b_held_shows_the_keys_and_b_leads_back(device)
    if kind not in PRESSED and name not in REFUSED_LATER:
        PRESSED.add(kind)
        for key, held in listed:
            with _start(RECORDED[name], tmp_path / f"{KEY_NAMES[key]}-{held}") as device:
                before = _state(device)
                _press(device, key, held)
                assert _state(device) != before, f"{KEY_NAMES[key]} does nothing"


def asking_changes_loads_and_reads_nothing(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen = device.app, _screen(device)
    entry = getattr(app, "entry", None)
    packed = None if entry is None else entry.pack()
    shown, bar = device.pixels(), getattr(app, "bar", None)
    loaded = set(sys.modules)
    load = builtins.__import__

    def no_load(name: str, *args: Any) -> Any:
        # a board may have unloaded a module that is loaded here
        assert not name.startswith("mingg.ui."), name
        return load(name, *args)

    def no_read(*args: object) -> Any:
        raise AssertionError("the flash is read")

    with monkeypatch.context() as watched:
        watched.setattr(builtins, "__import__", no_load)
        for method in ("read", "lines", "names", "free", "append", "replace", "remove"):
            watched.setattr(device.rig.store, method, no_read)
        first = screen.keymap()
        assert screen.keymap() == first
    assert set(sys.modules) == loaded
    assert _screen(device) is screen
    assert getattr(app, "bar", None) == bar
    assert not getattr(app, "stale", False)
    assert entry is None or (entry.pack() == packed and entry is app.play.entry)
    device.wait(24)
    assert device.pixels() == shown


def no_other_key_does_anything(device: Headless, listed: set[tuple[int, bool]]) -> None:
    before = _state(device)
    for key, held in _tries(_screen(device)):
        if (key, held) not in listed:
            _press(device, key, held)
            assert device.app.display.bar is not None, f"{KEY_NAMES[key]} says nothing"
            assert _state(device) == before, KEY_NAMES[key]


def b_held_shows_the_keys_and_b_leads_back(device: Headless) -> None:
    """With nothing changed. Held longer, B leads to Table."""
    screen = _screen(device)
    before = _state(device)[1:]
    if not isinstance(screen, Keys):
        device.hold("b", HELD)
        assert isinstance(_screen(device), Keys)
        device.press("b")
        assert type(_screen(device)) is type(screen)
        assert _state(device)[1:] == before
    app = device.app
    if not app.is_at_table() and app.play.evening is not None:
        entry = app.play.aside is not None or app.play.entry
        device.hold("b", DOWN_MS)
        assert app.is_at_table()
        assert entry in (True, app.play.entry)


def words_of_keys_fit_their_lines(device: Headless) -> None:
    listed = lines(_screen(device))
    lang.use(("keys",))
    for line in listed:
        canvas = device.app.display.canvas
        assert draw(canvas, (*line[:2], ""), 2, 11) + canvas.width(line[2].split(lang.SHORTER)[-1]) <= WIDTH, line
        assert "%" not in line[2], "a word is missing"


def the_view_lists_its_texts_without_drawing(device: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the kit draws is in the list, in full; the pictures of screens are left out."""
    screen, canvas = _screen(device), device.app.display.canvas

    def no_drawing(*_: object) -> Any:
        raise AssertionError("drawn")

    with monkeypatch.context() as watched:
        for name in ("text", "figures", "twice", "header", "box", "clear"):
            watched.setattr(canvas, name, no_drawing)
        lang.use((*screen.words, "keys"))
        parts = [*screen.view(), *screen.below()]
        listed = "\n".join(
            [*listed_texts(parts), *[lang.at_hand(message) or "" for message in SAID], lang.letters("ESWN")]
        )
        words = [word for _, _, word in lines(screen)]
        lang.use(screen.words)
    assert words
    assert all(words)
    for part in parts:
        if _is_picture(part):
            part.place = lambda page: None  # type: ignore[method-assign]
    with monkeypatch.context() as watched:
        watched.setattr(screen, "view", lambda parts=parts: parts)
        watched.setattr(screen, "below", tuple)
        screen.paint(canvas)
    for _, _, text in canvas.texts:
        for word in text.split():
            assert word.strip("<>:,") in listed or OF_THE_KIT.fullmatch(word), f"{word} in {text}"


def _strings(value: object) -> Iterator[str]:
    """Yields the texts and numbers in what a part was made of. What its keys do is none of them."""
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, Part):
        yield from listed_texts([value])
    elif isinstance(value, (str, int)):
        yield str(value)


def listed_texts(parts: Iterable[Part]) -> Iterator[str]:
    """Lists the texts of a view without drawing it."""
    for part in parts:
        made: dict[str, Any] = {name: value for name, value in vars(part).items() if name not in ("act", "argument")}
        if isinstance(part, Key):
            made["word"] = spoken(part.label()) if part.works() else ""
        yield from _strings([*made.values()])
        if isinstance(part, Rows) and not _is_picture(part):
            yield from _strings([part.row(index) for index in range(part.count)])
        elif isinstance(part, Wheels):
            yield f"{part.screen.points:04}"


def _is_picture(part: Part) -> bool:
    return isinstance(part, Picture) or ".kit." not in type(part).__module__


@pytest.mark.parametrize("name", ["deal/how", "hand/card-winner", "system/menu", "result/items", "setup/setup"])
def test_on_the_page_of_keys_an_arrow_does_what_it_says(name: str, tmp_path: Path) -> None:
    """Tapped and held; and so does A where the page does not lead to the menu."""
    with _start(RECORDED[name], tmp_path / "first") as device:
        listed = [
            (key, held) for key, held, _ in _screen(device).own_keys() if key < (B if name == "system/menu" else A)
        ]
    assert listed
    for key, held in listed:
        after = []
        for first in ((), ("b",)):
            with _start(RECORDED[name], tmp_path / f"{KEY_NAMES[key]}-{held}-{len(first)}") as device:
                for each in first:
                    device.hold(each, HELD)
                _press(device, key, held)
                after.append((type(_screen(device)), device.text()))
        assert after[0] == after[1], KEY_NAMES[key]


def test_a_long_page_of_keys_has_the_others_behind_a_held(tmp_path: Path) -> None:
    with _start(RECORDED["hand/card-winner"], tmp_path / "device") as device:
        words = {word for _, _, word in keymap.lines(_screen(device))}
        device.hold("b", HELD)
        seen, first = set(device.text()), device.text()
        assert not words <= seen
        device.hold("a", HELD)
        assert words <= seen | {*device.text()}
        device.hold("a", HELD)
        assert device.text() == first


@pytest.mark.vm
@pytest.mark.parametrize("row", range(3))
def test_on_a_small_heap_the_menu_over_an_entry_of_the_menu_leads_back_to_it(row: int, firmware: Path) -> None:
    """Modules come and go there."""
    with HeadlessVM(firmware=firmware, heap="420K") as device:
        entry = play(device, f"hold b a {'down ' * row}a").picture()
        assert "menu" in play(device, "hold b a").text()
        assert play(device, "b").picture() == entry


def test_the_self_test_lists_its_keys() -> None:
    taps = {(key, False) for key in range(6)}
    pages = {"edges": taps - {(B, False)}, "all-dark": taps, "keys": taps | {(A, True), (B, True)}}
    pages["found"] = taps - {(UP, False), (DOWN, False)}  # they scroll
    for page, keys in pages.items():
        with RECORDED["system/selftest-" + page].start(None) as device:  # type: ignore[arg-type]
            lead(device, RECORDED["system/selftest-" + page])
            assert {(key, held) for key, held, _ in _screen(device).keymap()} == keys, page


@pytest.mark.parametrize(("name", "words"), [("deal/how", {"drew it", "from Di", "from Bo", "from Ann"})])
def test_an_answer_is_listed_with_the_words_beside_its_arrow(name: str, words: set[str], tmp_path: Path) -> None:
    with _start(RECORDED[name], tmp_path / "device") as device:
        assert words <= {word for _, _, word in keymap.lines(_screen(device))}


@pytest.mark.parametrize(
    ("name", "shown", "listed"),
    [
        ("result/result", "A correct", "correct this deal"),
        ("result/items", "A why", "why it counts"),
        ("counters/counters-pictured", "A next", "on to the next deal"),
        ("hand/more", "A tiles", "enter tiles"),
        ("wall/wall", "A roll", "Mingg rolls the dice"),
    ],
)
def test_a_word_that_is_short_on_the_screen_is_in_full_on_the_page_of_keys(
    name: str, shown: str, listed: str, tmp_path: Path
) -> None:
    with _start(RECORDED[name], tmp_path / "device") as device:
        assert shown in device.text()
        assert ([A], False, listed) in keymap.lines(_screen(device))
        device.hold("b", HELD)
        texts = device.text()
        device.hold("a", HELD)  # the rest of a long page
        assert listed in texts + device.text()


def test_the_page_of_keys_has_room_for_a_long_name(boxes: list[Box]) -> None:
    with Headless() as device:
        app = device.app
        keymap = [(key, True, ["", "W" * 20]) for key in range(len(KEY_NAMES))]
        app.show("system.keys.Keys", app.screen.words, "menu", keymap, False)
        device.wait(24)
        apart(boxes)
