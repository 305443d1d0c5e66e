"""The kit places the parts of a screen, fits their texts and runs their keys. The navigator keeps the way from
Table to the present screen as a path of names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from mingg import memory
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.ui import navigator
from mingg.ui.kit.compass import Compass
from mingg.ui.kit.lists import Choices, Rows, Text, wrap
from mingg.ui.kit.view import HOLD, Arm, Foot, Key, Line, Otherwise, Part, Screen, Title
from mingg_host.device.headless import Headless

PARTS: dict[str, Any] = {}  # what the screens of these tests show: their parts by name


class Shown(Screen):
    """Shows the parts of a name."""

    def __init__(self, app: Any, name: str = "first", *more: object) -> None:
        super().__init__(app)
        self.name, self.more = name, more

    def view(self) -> Any:
        parts = PARTS[self.name]
        return parts(self) if callable(parts) else parts


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[Headless]:
    PARTS.clear()
    original = navigator.find
    monkeypatch.setattr(navigator, "find", lambda name: Shown if name[:5] == "kit.a" else original(name))
    with Headless() as device:
        yield device


def show(device: Headless, *parts: Part | Callable[[Screen], Any], name: str = "first", at: str = "kit.a.X") -> Any:
    PARTS[name] = parts[0] if len(parts) == 1 and not isinstance(parts[0], Part) else parts
    device.app.show(at, name)
    device.wait(24)
    return device.app.screen


# ---- what is placed ----


def test_names_above_and_below_without_a_sum_have_its_room(device: Headless) -> None:
    names = {UP: "giocatore 3", DOWN: "giocatore 1"}  # nameless players differ in the last figure
    show(device, Compass([(side, name, "W", "") for side, name in names.items()], 0))
    assert set(names.values()) <= set(device.text())


@pytest.mark.parametrize(
    ("title", "texts"),
    [
        (Title("a"), ["a", "B back"]),
        (Title("a", "word"), ["a", "word", "B back"]),
        (Title("a", "word", "E"), ["E", "a", "word", "B back"]),
        (Title("%s wins", "how?", "", "Ann"), ["Ann wins", "how?", "B back"]),
        (Title("%s has won", "how?", "", "Ann"), ["Ann has won", "how?", "B <"]),
        (Title("%s has won this", "how?", "", "Ann"), ["Ann has won this", "B <"]),
        (Title("%s has won the hand of today", "", "", "Ann"), ["Ann", "B back"]),
        (Title("a long title of many words\nshort"), ["short", "B back"]),
        (Title("w" * 17), ["w" * 17, "B <"]),  # in plain letters
        (Title("w" * 30), ["w" * 17, "B <"]),
    ],
)
def test_what_gives_way_in_a_title(device: Headless, title: Title, texts: list[str]) -> None:
    show(device, title)
    assert device.text() == texts


def test_the_longest_form_that_fits_is_taken(device: Headless) -> None:
    show(device, Title("a"), Line("w" * 40 + "\n" + "w" * 30 + "\nshort"), Line("fits\nshort"))
    assert device.text()[-2:] == ["short", "fits"]


def test_a_name_may_have_the_sign_that_catalogues_write_between_forms(device: Headless) -> None:
    show(device, Title("%s wins", "", "", "A^B"), Line("pays", "C^D"), Arm(LEFT, "", "no more", first="E^F"))
    assert {"A^B wins", "C^D", "E^F"} <= set(device.text())


@pytest.mark.parametrize("wide", ["w" * 7, "i" * 20])
def test_the_arms_at_the_sides_share_the_room(device: Headless, boxes: list[Any], wide: str) -> None:
    show(device, Title("a"), Arm(LEFT, wide, "no more"), Arm(RIGHT, wide, "no more"))
    left, right = (box for box in boxes if box[4] and wide.startswith(box[4]))
    assert left[0] + left[2] < right[0]


@pytest.mark.parametrize(
    ("title", "words", "texts"),
    [
        (Title("a"), ("", "A done"), ["a", "A done"]),
        (Title("a"), ("B back", "A done"), ["a", "B back", "A done"]),
        (Title("a", "more"), ("B back", "A done"), ["a", "more", "B back", "A done"]),
        (Title("a title", "more"), ("B back", "A done"), ["a title", "more", "B <", "A done"]),
        (Title("a long title", "more"), ("B back", "A done"), ["a long title", "B <", "A done"]),
        (Title("a longer title\nshort"), ("B back", "A done"), ["short", "B back", "A done"]),
        (Title("a longer title"), ("B back", "A done"), ["a longer title", "B <", "A >"]),
        (Title("%s", "", "W", "Wmmmmmmm"), ("B back", "A correct"), ["W", "Wmmmmm", "B <", "A correct"]),
        (Title("w" * 30), ("B back", "A done"), ["w" * 14, "B <", "A >"]),
    ],
)
def test_a_stands_at_the_right_of_the_title_and_b_to_its_left(
    device: Headless, title: Title, words: tuple[str, str], texts: list[str]
) -> None:
    leave = Key(B, ["", words[0]], device.app.back) if words[0] else Key(B, "", "no more")
    show(device, title, leave, Key(A, ["", words[1]], device.app.back))
    shown = sorted(device.texts)
    assert [text for _, _, text in shown] == texts
    assert {y for _, y, _ in shown} == {1}
    x, _, text = shown[-1]
    assert x + device.app.display.canvas.width(text) == 126


def test_a_message_stands_in_place_of_the_title_and_covers_nothing_else(device: Headless) -> None:
    show(device, Title("a"), Key(A, "A done", "no more"), Foot("below", ("left", "right")))
    before = device.pixels()
    device.press("a")
    assert device.app.display.bar == "nothing more"
    assert "nothing more" in device.text()
    assert device.pixels()[10:] == before[10:]


# ---- what keys do ----


def test_a_key_runs_a_function_or_says_why_not_or_shows_a_screen(device: Headless) -> None:
    done: list[object] = []
    PARTS["other"] = (Title("other"),)
    screen = show(
        device,
        Title("a"),
        Key(LEFT, ["", "one"], done.append, 1),
        Key(RIGHT, ["", "two"], lambda *arguments: done.append(arguments), (1, 2)),
        Key(UP, ["", "other"], "kit.a.X", "other"),
        Key(HOLD | UP, ["", "held"], done.append, "held"),
        Key(DOWN, "", ["deal n", 7]),
        Otherwise("no more"),
    )
    assert [(key, held, word[1]) for key, held, word in screen.own_keys() if key < A] == [
        (LEFT, False, "one"),
        (RIGHT, False, "two"),
        (UP, False, "other"),
        (UP, True, "held"),
    ]
    for key, says in (("left", None), ("right", None), ("down", "deal 7"), ("a", "nothing more")):
        device.press(key)
        assert device.app.display.bar == says
    device.hold("up", 600)
    assert done == [1, (1, 2), "held"]
    device.press("up")
    assert device.text()[0] == "other"
    device.press("b")
    assert device.text()[0] == "a"


def test_a_list_goes_from_end_to_end_but_a_held_arrow_stops_there(device: Headless) -> None:
    screen = show(device, lambda screen: (Title("a"), Rows(screen, 8, lambda index: (f"row {index}", str(index)))))
    assert device.text()[0:2] == ["a", "1/8"]
    device.press("up")
    assert screen.current == 7
    assert "row 7" in device.text()
    device.press("down")
    assert screen.current == 0
    device.hold("down", 3000)
    assert screen.current == 7
    device.hold("up", 3000)
    assert screen.current == 0


def test_a_list_that_became_shorter_fills_its_room(device: Headless) -> None:
    rows = [str(number) for number in range(9)]
    screen = show(device, lambda screen: [Title("a"), Rows(screen, len(rows), lambda index: (rows[index], ""))])
    device.press("up")
    assert device.text()[-1] == "8"
    del rows[7:]
    screen.places = len(rows)
    screen.resume(screen.state())
    device.app.display.stale = True
    device.wait(24)
    assert device.text()[-5:] == rows[-5:]


@pytest.mark.parametrize("lit", range(5))
def test_the_bar_of_a_list_has_room_for_tails_and_marks(device: Headless, lit: int) -> None:
    """The letters of the bar stand within it, and those above and below do not touch it."""
    screen = show(device, lambda screen: (Title("a"), Rows(screen, 5, lambda index: ("ÑÉñgjpqyç", ""))))
    screen.move_to(lit)
    device.app.display.stale = True
    device.wait(24)
    pixels = device.pixels()
    bar = [row for row in range(10, 64) if pixels[row][127] == "1"]
    assert len(bar) == 11
    assert pixels[bar[0]] == pixels[bar[-1]] == "1" * 128
    assert [row for row in (bar[0] - 1, bar[-1] + 1) if "1" in pixels[row]] == []


@pytest.mark.parametrize("text", ["one", "one|two", "one|two|three"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_an_arrow_stands_at_the_middle_of_its_answer(device: Headless, boxes: list[Any], side: str, text: str) -> None:
    show(device, Title("a"), Arm((LEFT, RIGHT)[side == "right"], text, device.app.back))
    _, y, _, high, _ = next(box for box in boxes if box[4] == f"arrow {side}")
    lines = [box for box in boxes if box[4] in text.split("|")]
    middle = (min(box[1] for box in lines) + max(box[1] + box[3] for box in lines)) / 2
    assert abs(y + high / 2 - middle) <= 1


def test_a_text_scrolls_as_far_as_its_last_line(device: Headless) -> None:
    screen = show(device, lambda screen: (Title("a"), Text(screen, [f"line {i}" for i in range(8)])))
    for _ in range(4):
        device.press("down")
    assert screen.current == 2
    assert "line 7" in device.text()
    assert device.app.display.bar == "nothing more"


def test_arrows_change_settings_and_a_right_arrow_opens_a_row_without_a_value(device: Headless) -> None:
    steps: list[int] = []
    rows = (("x", "1"), ("opens", ""))
    show(device, lambda screen: (Title("a"), Choices(screen, 2, rows.__getitem__, steps.append)))
    for key in ("left", "right", "down", "right", "left"):
        device.press(key)
    assert steps == [-1, 1, 1]
    assert device.app.display.bar == "nothing; hold B: keys"


def test_the_page_of_keys_lists_what_the_screen_does_and_leads_back_to_its_state(device: Headless) -> None:
    screen = show(
        device, lambda screen: (Title("title"), Rows(screen, 3, lambda i: (str(i), "")), Key(A, "A done", screen.back))
    )
    device.press("down")
    device.hold("b", 600)
    assert device.text()[:2] == ["keys", "title"]
    assert {"done", "keys", "A menu"} <= set(device.text())
    device.press("b")
    assert device.app.screen is not screen
    assert device.app.screen.current == 1


# ---- the path ----


def names(device: Headless) -> list[str]:
    return [entry[1][0] if entry[1] else entry[0] for entry in device.app.navigator._path]


def test_what_is_on_the_path_already_is_gone_back_to(device: Headless) -> None:
    for name in ("first", "second", "third"):
        show(device, Title(name), name=name)
    assert names(device) == [navigator.TABLE, "first", "second", "third"]
    show(device, Title("first"))
    assert names(device) == [navigator.TABLE, "first"]
    for _ in range(3):
        device.press("b")
    assert names(device) == [navigator.TABLE]


def test_a_screen_that_passes_is_not_gone_back_to(device: Headless) -> None:
    show(device, Title("first"))
    show(device, Title("second"), name="second").passing = True
    show(device, Title("third"), name="third")
    assert names(device) == [navigator.TABLE, "first", "third"]


def test_table_ends_every_path(device: Headless) -> None:
    show(device, Title("first"))
    device.app.play.table()
    device.wait(24)
    assert names(device) == [navigator.TABLE]
    assert "who won?" in device.text()


def test_a_board_with_little_room_unloads_on_the_way_to_another_place(
    device: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[object] = []
    short = [True]
    monkeypatch.setattr(memory, "is_short", lambda percent=50: short[0])
    monkeypatch.setattr(memory, "keep", lambda names=(): None if names else kept.append(names))
    show(device, Title("first"))
    assert kept == [()]
    show(device, Title("second"), name="second")
    assert kept == [()], "within a place nothing is unloaded"
    short[0] = False
    device.app.play.table()
    device.wait(24)
    assert kept == [()], "there is room"


def test_wrapped_lines_have_all_words_and_fit(device: Headless) -> None:
    text = "one two three four five " + "w" * 40 + " six"
    lines = wrap(device.app.display.canvas, text)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(device.app.display.canvas.width(line) <= 118 for line in lines)
