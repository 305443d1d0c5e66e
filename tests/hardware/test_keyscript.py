"""Scripts of keys: their steps, the places of mistakes, and the same effect on every device."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from help.named_keys import FIRST_WALL
from hypothesis import strategies as st
from mingg_host.device.headless import Device, Headless, HeadlessVM
from mingg_host.device.keyscript import HELD_MS, MOST_TIMES, ScriptError, of_file, one_by_one, parse, perform

MANUAL = """
# To the card of Cy, who drew it.
up a  x2 right   # a pung of dragons in the hand
hold b wait 2s   screenshot "the menu.png"
"""


WORDS = [
    *("up", "a", "x2", "x9", "hold", "hold:b", "wait", "2s", "5ms", "dice", "6", "screenshot", "a.png"),
    *('"b c.txt"', "#", "\n", '"', ""),
]


class Recorder:
    """Records the calls."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *words: self.done.append((name, *words))


def done(script: str) -> list[tuple[Any, ...]]:
    device: Any = Recorder()
    perform(parse(script), device)
    return device.done  # type: ignore[no-any-return]


STEPS: list[tuple[str, list[tuple[Any, ...]]]] = [
    ("", []),
    ("# nothing\n\n   # at all", []),
    ("up a", [("press", "up"), ("press", "a")]),
    ("hold:b wait:500", [("hold", "b", HELD_MS), ("wait", 500)]),
    ("hold b\twait 500", [("hold", "b", HELD_MS), ("wait", 500)]),
    ("hold b 2s hold:up 650 up", [("hold", "b", 2000), ("hold", "up", 650), ("press", "up")]),
    ("wait 2s wait 1.5s wait 20ms wait 0", [("wait", 2000), ("wait", 1500), ("wait", 20), ("wait", 0)]),
    ("x3 left right", [("press", "left")] * 3 + [("press", "right")]),
    ("x2 hold:up x2\nwait 1s", [("hold", "up", HELD_MS)] * 2 + [("wait", 1000)] * 2),
    ("dice 3 4 a", [("dice", 3, 4), ("press", "a")]),
    ("screenshot:a.png screenshot sub/b.txt", [("screenshot", Path("a.png")), ("screenshot", Path("sub/b.txt"))]),
    ('screenshot "#1 of 2.png" up', [("screenshot", Path("#1 of 2.png")), ("press", "up")]),
    (
        MANUAL,
        [
            *[("press", key) for key in ("up", "a", "right", "right")],
            *[("hold", "b", HELD_MS), ("wait", 2000), ("screenshot", Path("the menu.png"))],
        ],
    ),
]


def test_a_script_performs_its_steps() -> None:
    for script, does in STEPS:
        assert done(script) == does, script


def test_the_texts_of_the_steps_are_a_script_that_does_the_same() -> None:
    script = MANUAL + "dice 3 4 screenshot a.txt wait 20ms hold b 2s hold up 650"
    steps = list(one_by_one(parse(script)))
    assert done(" ".join(step.text() for step in steps)) == done(script)


# A script; the line and the column of its mistake, and what is said of it.
MISTAKES = [
    ("north", 1, 1, "'north' is not a key. Write left right up down a b"),
    ("up\n\n  U", 3, 3, "'U' is not a key"),
    ("hold", 1, 1, "'hold' must be followed by a key"),
    ("hold:", 1, 1, "must be followed by a key"),
    ("hold:x", 1, 6, "'x' is not a key. Hold one of"),
    ("up:up", 1, 1, "'up:up' is not a key"),
    ("wait", 1, 1, "must be followed by a time"),
    ("a wait soon", 1, 8, "'soon' is not a time. Write 2s, 1.5s, 500ms"),
    ("wait -2s", 1, 6, "is not a time"),
    ("wait 2h", 1, 6, "is not a time"),
    ("wait 3601s", 1, 6, "Write at most an hour"),
    ("x0 up", 1, 1, f"x1 to x{MOST_TIMES}"),
    ("x10001 up", 1, 1, f"x1 to x{MOST_TIMES}"),
    ("x up", 1, 1, "'x' is not a key"),
    ("a x3 # up", 1, 3, "nothing follows 'x3'"),
    ("x3 x3 up", 1, 4, "'x3' is not a key"),
    ("x2 screenshot a.png", 1, 1, "cannot repeat screenshot"),
    ("x2 dice 3", 1, 1, "cannot repeat dice"),
    ("dice 7", 1, 1, "1 to 6"),
    ("dice", 1, 1, "1 to 6"),
    ("up\nscreenshot", 2, 1, "a file name"),
    ("screenshot a.gif", 1, 12, "'a.gif' cannot be a screenshot"),
    ("screenshot a\0.png", 1, 12, "cannot be a screenshot"),
    ("x99999999999999999999 up", 1, 1, "is not a key"),
    ("screenshot a\\b.png", 1, 12, "cannot be a screenshot"),
    ("screenshot C:b.png", 1, 12, "cannot be a screenshot"),
    ("screenshot .png", 1, 12, "'.png' cannot be a screenshot"),
    ('screenshot "a.png', 1, 12, 'the " is not closed'),
]


def test_the_place_of_a_mistake_in_a_script_is_reported() -> None:
    for script, line, column, message in MISTAKES:
        with pytest.raises(ScriptError, match=f"^line {line}, column {column}: .*{re.escape(message)}") as wrong:
            parse(script)
        assert (wrong.value.line, wrong.value.column) == (line, column)


def test_a_file_that_is_no_text_is_reported() -> None:
    assert len(of_file("a.keys", "\ufeffup # é\n".encode())) == 1, "an editor's mark at the beginning is none"
    with pytest.raises(ScriptError, match=r"line 2, column 3: a\.keys is not UTF-8 text"):
        of_file("a.keys", b"up\na \xff")


@pytest.mark.parametrize("name", ["/a.png", "../a.png", "a/../../b.txt", ".a/b.png"])
def test_a_file_writes_below_the_folder_it_is_played_in_and_nowhere_else(name: str) -> None:
    with pytest.raises(ScriptError, match=r"line 1, column 4: .* is outside the folder of the script"):
        of_file("a.keys", f"up screenshot {name}".encode())
    assert parse(f"screenshot {name}")[0].of == name, "who types it knows where"


@hypothesis.given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_script_is_parsed_or_refused_with_a_place(text: str) -> None:
    steps, wrong = [], None
    try:
        steps = list(one_by_one(parse(text)))
    except ScriptError as error:
        wrong = error
    if wrong is not None:
        lines = text.split("\n")
        assert 1 <= wrong.line <= len(lines)
        assert 1 <= wrong.column <= len(lines[wrong.line - 1])
    reparsed = parse("\n".join(step.text() for step in steps))
    assert [(step.kind, step.of) for step in reparsed] == [(step.kind, step.of) for step in steps]


@pytest.mark.parametrize("kind", [Headless, pytest.param(HeadlessVM, marks=pytest.mark.vm)])
def test_dice_fall_as_the_script_has_them(kind: type[Device]) -> None:
    screens = []
    for faces in ("1 2 6 4", "1 2 6 4", "5 6 3 4"):
        with kind() as device:
            perform(parse(f"dice {faces} {FIRST_WALL} a a"), device)
            screens.append(device.pixels())
    assert screens[0] == screens[1]
    assert screens[0] != screens[2]


def test_a_screenshot_may_be_in_a_folder_that_is_a_link_but_leads_through_no_other_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real" / "pictures").mkdir(parents=True)
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "real" / "link").symlink_to("pictures")
    monkeypatch.chdir(tmp_path / "folder")
    with Headless(tmp_path / "flash") as device:
        perform(parse("screenshot pictures/a.txt"), device)
        with pytest.raises(ScriptError, match="symbolic link"):
            perform(parse("screenshot link/b.txt"), device)
    assert [path.name for path in (tmp_path / "real" / "pictures").iterdir()] == ["a.txt"]
