"""`mingg play`: what is drawn in a terminal, what is typed there, and that the terminal is given back."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mingg.hal.keys import HOLD_MS, KEY_NAMES
from mingg_host import cli
from mingg_host.device.blocks import BRAILLE, HALF
from mingg_host.device.headless import TAP_MS, Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.device.terminal.device import ASLEEP, DARK, TerminalDevice
from mingg_host.device.terminal.keyboard import ESCAPE_MS, LONG_MS, MOST_WAITING, Typed
from mingg_host.device.terminal.keyboard import Terminal as Keyboard
from mingg_host.device.terminal.recording import PAUSE_MS, Recording, RecordingFile
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.opening import copy_of

pytest.importorskip("termios")
sys.path.insert(0, str(Path(__file__).parents[1] / "ui"))

import goldens
from mingg_host.device.terminal.screen import Screen
from named_keys import FIRST_WALL, MENU, to_table
from terminals import Program, Terminal, mingg

DEAL = to_table("up a right right right down right left up a right left a up left right a", 2)
CODES = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "a": "\r", "b": "\x7f"}

Play = Callable[..., Program]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Starts `mingg play` in a terminal, and waits for the panel."""
    running: list[Program] = []

    def start(*words: object, wait: bool = True, columns: int = 140, rows: int = 40, code: str = "") -> Program:
        program = mingg(tmp_path, "play", *words, columns=columns, rows=rows, code=code)
        running.append(program)
        if wait:
            seen = program.terminal
            assert seen.comes(lambda: any("1" in row for row in seen.pixels())), seen.text()
        return program

    yield start
    for program in running:
        program.process.kill()
        program.process.wait()
        program.terminal.close()


def golden(name: str) -> list[str]:
    return goldens.pixels(goldens.read(goldens.file(name))["en"])


def shows(program: Program, pixels: list[str]) -> bool:
    return program.terminal.comes(lambda: program.terminal.pixels() == pixels)


def says(program: Program, text: str) -> bool:
    """Whether this comes to be read, wherever the terminal begins a new line."""
    return program.terminal.comes(lambda: "".join(text.split()) in "".join(program.terminal.text().split()))


def quits(program: Program, typed: str = "q") -> None:
    program.terminal.type(typed)
    assert program.ends() == 0
    assert program.terminal.comes(program.terminal.as_it_was)


# ---- what is drawn ----


@pytest.mark.parametrize(
    ("columns", "rows", "draw"), [(128, 32, None), (141, 39, HALF), (64, 16, None), (99, 21, BRAILLE)]
)
def test_every_screen_on_record_is_seen_pixel_by_pixel(columns: int, rows: int, draw: str | None) -> None:
    terminal = Terminal(columns, rows)
    names = [path.stem for path in goldens.files()][::12]
    assert len(names) > 20
    with Screen(terminal.theirs, draw) as screen:
        for name in names:
            screen.show(golden(name), "a line below")
            assert terminal.comes(lambda name=name: terminal.pixels() == golden(name)), name  # type: ignore[misc]
    assert terminal.comes(terminal.as_it_was)
    terminal.close()


def test_braille_is_drawn_in_a_large_terminal_where_it_is_asked_for(play: Play) -> None:
    program = play("--draw", "braille", wait=False)
    assert program.terminal.comes(lambda: "q: end" in program.terminal.text())
    assert set("⣿⡇") & set(program.terminal.text())
    assert not set("▀▄█") & set(program.terminal.text())


def test_what_is_drawn_follows_the_size_of_the_terminal(play: Play) -> None:
    program = play()
    table = golden("table")
    for columns, rows in ((140, 40), (90, 24), (128, 32), (64, 16)):
        program.terminal.resize(columns, rows)
        assert shows(program, table), (columns, rows)
    program.terminal.resize(50, 12)
    says = "This terminal is {}. The device needs 64 columns and 16 rows (128 x 32 for large pixels)".format
    assert program.terminal.comes(lambda: says("50 x 12") in program.terminal.text())
    program.terminal.type(CODES["up"])  # what nobody sees does nothing
    assert program.terminal.comes(program.terminal.taken)
    program.terminal.resize(51, 12)
    assert program.terminal.comes(lambda: says("51 x 12") in program.terminal.text())  # a turn of the loop later
    program.terminal.resize(140, 40)
    assert shows(program, table)
    program.terminal.resize(100, 30)
    quits(program)


def test_half_blocks_that_do_not_fit_are_told(play: Play) -> None:
    program = play("--draw", "half", wait=False, columns=100, rows=30)
    assert program.terminal.comes(lambda: "needs 128 columns and 32 rows." in program.terminal.text())
    quits(program)


class Paper:
    """A screen of which only what it was told is kept."""

    shown = True

    def __init__(self) -> None:
        self.last: tuple[object, ...] = ()

    def size(self) -> tuple[int, int]:
        return 140, 40

    def show(self, pixels: list[str], below: str) -> None:
        self.last = pixels, below


def test_a_display_that_sleeps_is_dark_and_it_is_said_why(tmp_path: Path) -> None:
    paper: Any = Paper()
    with TerminalDevice(tmp_path, paper, Keyboard(), lambda: False) as device:
        device.press("up")
        assert paper.last[0] == golden("how")
        device.rig.panel.sleep(True)
        device.wait(8)
        assert paper.last == (DARK, ASLEEP)
        device.rig.panel.sleep(False)
        device.wait(8)
        assert paper.last[0] == golden("how")


# ---- what is typed ----


def test_a_deal_is_played_and_there_the_next_time(play: Play, tmp_path: Path) -> None:
    program = play()
    program.terminal.type("".join(CODES[key] for key in DEAL.split()))
    assert shows(program, golden("next-deal"))
    quits(program)
    kept = tmp_path / "mingg" / "play"
    assert str(kept) in program.terminal.text().replace(" ", "")
    again = play()
    assert shows(again, golden("next-deal"))
    quits(again, "\x03")
    other = play("--ledger", tmp_path / "mine" / "evenings")
    assert shows(other, golden("table"))
    quits(other)
    assert not (kept / "draft.txt").exists()


def test_the_keys_the_menu_help_and_the_way_back(play: Play) -> None:
    program = play()
    program.terminal.type("m")
    assert shows(program, golden("keys-of-table"))
    program.terminal.type("a")
    assert shows(program, golden("menu"))
    program.terminal.type("?")
    assert program.terminal.comes(lambda: "h, then a key" in program.terminal.text())
    program.terminal.type("b?")  # what nobody sees does nothing
    assert shows(program, golden("menu"))
    program.terminal.type("b")
    assert shows(program, golden("keys-of-table"))
    program.terminal.type("\x1b")  # Esc, which is also how an arrow begins
    assert shows(program, golden("table"))
    quits(program)


def test_one_terminal_at_a_time_plays_an_evening(play: Play, tmp_path: Path) -> None:
    play("--ledger", tmp_path / "evenings")
    second = play("--ledger", tmp_path / "evenings", wait=False)
    assert second.ends() == 1
    assert second.terminal.comes(lambda: "another mingg play, press or panel" in second.terminal.text())
    assert second.terminal.as_it_was()


def taken(typed: str, pieces: int = 1) -> list[tuple[int, int]]:
    """The keys that go down when this is typed, and for how many ms."""
    keyboard = Typed()
    keyboard.type(typed)
    masks = [keyboard.mask(ms) for ms in range(6000)]
    found: list[tuple[int, int]] = []
    for before, mask in zip([0, *masks], masks, strict=False):
        if mask and mask == before:
            found[-1] = mask, found[-1][1] + 1
        elif mask:
            found.append((mask, 1))
    return found


@pytest.mark.parametrize(
    ("typed", "masks"),
    [
        ("x z", [16, 16, 32]),
        ("\x1b", [32]),
        ("\x1b\x1b", [32, 32]),
        ("\x1bx", []),  # with Alt
        ("\x1b[[A\x1b[15~\x1b[3~\x1bOP\x1b[1;6A", []),  # function keys
        ("hh\x1b[A", [4]),
    ],
)
def test_other_keys_of_a_terminal(typed: str, masks: list[int]) -> None:
    assert [mask for mask, _ in taken(typed)] == masks


@pytest.mark.parametrize("typed", ["m", "B", "Z", "hb", "h\x7f"])
def test_b_is_held_in_any_terminal(typed: str) -> None:
    ((mask, ms),) = taken(typed)
    assert mask == 32
    assert ms >= LONG_MS - 2


@pytest.mark.parametrize("typed", ["\x1b[1;2A", "\x1b[1;3A", "\x1b[1;5A", "h\x1b[A", "h\x1bOA"])
def test_an_arrow_is_held(typed: str) -> None:
    ((mask, ms),) = taken(typed + "")
    assert mask == 4
    assert ms >= LONG_MS - 2


def test_esc_waits_no_longer_than_for_an_arrow() -> None:
    keyboard = Typed()
    keyboard.type("\x1b")
    masks = []
    for ms in range(2 * ESCAPE_MS):
        keyboard.type("")  # as a terminal is read that says nothing
        masks.append(keyboard.mask(ms))
    assert masks.index(32) == ESCAPE_MS


def test_a_key_that_the_terminal_repeats_does_not_run_on_for_long() -> None:
    assert len(taken("\x1b[A" * 200)) == MOST_WAITING
    assert len(taken("\r\x7f" * 10)) == 20, "but what is typed in turn is pressed"


# ---- how it ends ----


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_whatever_ends_it_keeps_what_was_entered_and_gives_the_terminal_back(
    play: Play, tmp_path: Path, number: signal.Signals
) -> None:
    program = play("--ledger", tmp_path / "evenings")
    program.terminal.type(CODES["up"] + CODES["a"] + CODES["right"])
    assert shows(program, golden("card-winner"))
    program.process.send_signal(number)
    assert program.ends() == 0
    assert program.terminal.comes(program.terminal.as_it_was)
    assert (tmp_path / "evenings" / "draft.txt").exists()


def test_a_line_that_goes_down_loses_nothing(play: Play, tmp_path: Path) -> None:
    program = play("--ledger", tmp_path / "evenings")
    program.terminal.type(CODES["up"] + CODES["a"] + CODES["right"])
    assert shows(program, golden("card-winner"))
    program.terminal.hang_up()
    program.ends()
    assert (tmp_path / "evenings" / "draft.txt").exists()


CRASH = """
from mingg_host.device.vm.rig import Rig
run = Rig.run
def fails(self, mask, ms):
    if mask == 4:
        raise IndexError("of no use")
    run(self, mask, ms)
Rig.run = fails
"""


def test_a_crash_gives_the_terminal_back_and_says_what_happened(play: Play, tmp_path: Path) -> None:
    program = play("--ledger", tmp_path / "evenings", code=CRASH)
    program.terminal.type(CODES["up"])
    assert program.ends() == 1
    seen = program.terminal
    assert seen.comes(lambda: "IndexError: of no use" in seen.text())
    assert seen.comes(lambda: "an internal error" in seen.text())
    assert seen.comes(seen.as_it_was)


# ---- where it cannot be ----


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.main, ["play", "--ledger", str(tmp_path / "evenings")])
    assert result.exit_code == 1
    assert "needs a terminal" in result.output
    assert "--no-screen" in result.output
    assert not (tmp_path / "evenings").exists()


@pytest.mark.parametrize(
    ("env", "says"),
    [({"TERM": "dumb"}, "TERM=dumb"), ({"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}, "has no block characters")],
)
def test_a_terminal_that_cannot_draw_it_is_told(tmp_path: Path, env: dict[str, str], says: str) -> None:
    terminal = Terminal(140, 40)
    program = Program(terminal, ["play"], XDG_DATA_HOME=str(tmp_path), **env)
    assert program.ends() == 1
    assert terminal.comes(lambda: says in terminal.text())
    terminal.close()


# ---- an evening that is opened ----


@pytest.fixture
def evenings(tmp_path: Path) -> Path:
    """A folder with a deal and half of another."""
    folder = tmp_path / "flash"
    with Headless(folder) as device:
        device.press(*DEAL.split())
        device.press("up")
        device.wait(1000)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_an_evening_of_the_archive_is_opened_as_a_copy(play: Play, evenings: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    Archive(archive / "a.sqlite").add("", {7: {"0007-00.txt": (evenings / "0001-00.txt").read_bytes()}})
    before = contents(archive)
    stamps = [path.stat().st_mtime_ns for path in sorted(archive.iterdir())]
    program = play("--open", "1", "--archive", archive / "a.sqlite")
    assert shows(program, golden("next-deal"))
    program.terminal.type("".join(CODES[key] for key in DEAL.split()))
    assert program.terminal.comes(lambda: program.terminal.pixels() != golden("next-deal"))
    quits(program)
    assert "was not kept" in program.terminal.text()
    assert contents(archive) == before
    assert [path.stat().st_mtime_ns for path in sorted(archive.iterdir())] == stamps
    assert not (tmp_path / "mingg" / "play").exists()


def test_what_a_folder_keeps_beside_its_ledgers_is_opened_too(play: Play, evenings: Path, tmp_path: Path) -> None:
    before = contents(evenings)
    program = play("--open", evenings, "--ledger", tmp_path / "copy")
    assert program.terminal.comes(lambda: len(program.terminal.pixels()) == 64)
    with Headless(evenings) as device:
        draft = device.pixels()
        assert any("half entered" in line for line in device.lines())
    assert shows(program, draft)
    quits(program)
    assert contents(evenings) == before
    assert contents(tmp_path / "copy").keys() >= {"0001-00.txt"}


def test_the_house_rules_of_a_folder_come_with_a_copy_of_it(evenings: Path, tmp_path: Path) -> None:
    (evenings / "house-mine.txt").write_bytes(b"mine")
    (evenings / "notes.txt").write_bytes(b"mine")
    copied = copy_of(str(evenings)).files
    assert copied.keys() == {path.name for path in evenings.iterdir()} - {"notes.txt"}
    assert "house-mine.txt" not in copy_of(str(evenings / "0001-00.txt")).files


def no_screen(*words: object) -> str:
    result = CliRunner().invoke(cli.main, ["play", "--no-screen", *map(str, words)])
    assert result.exit_code == 0, result.output
    return result.output


def test_every_way_an_evening_is_kept_is_opened(
    evenings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (evenings / "draft.txt").unlink()
    Path("a.keys").write_text("screenshot a.txt", encoding="utf-8")
    session = CliRunner().invoke(cli.main, ["ledger", "export", str(evenings), "--format", "jsonl"])
    Path("evening.jsonl").write_text(session.output, encoding="utf-8")
    with Headless() as device:
        device.press(*DEAL.split())
        table = [*device.picture(), "", *device.lines()]
    for what in (evenings, evenings / "0001-00.txt", "evening.jsonl"):
        no_screen("--open", what, "--keys", "a.keys")
        assert Path("a.txt").read_text(encoding="utf-8").splitlines() == table, what
        Path("a.txt").unlink()
    pressed = CliRunner().invoke(cli.main, ["press", "--open", str(evenings)])
    assert pressed.output.splitlines()[:32] == table[:32]


def test_a_damaged_evening_is_opened_and_the_device_says_so(
    evenings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = evenings / "0001-00.txt"
    path.write_bytes(path.read_bytes().replace(b"winner", b"wanner"))
    (evenings / "draft.txt").unlink()
    monkeypatch.chdir(tmp_path)
    Path("a.keys").write_text("screenshot a.txt", encoding="utf-8")
    no_screen("--open", path, "--keys", tmp_path / "a.keys")
    assert "damaged" in (tmp_path / "a.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("what", "says"), [("77", "no evening 77"), ("missing", "No such file"), ("README.txt", "not JSON")]
)
def test_what_is_no_evening_is_told(tmp_path: Path, what: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.txt").write_text("no evening\n", encoding="utf-8")
    Path("a.keys").write_text("up", encoding="utf-8")
    words = ["play", "--no-screen", "--keys", "a.keys", "--open", what, "--archive", "a.sqlite"]
    result = CliRunner().invoke(cli.main, words)
    assert result.exit_code == 2
    assert says in result.output


def test_a_copy_is_not_put_among_other_evenings(evenings: Path, tmp_path: Path) -> None:
    shutil.copytree(evenings, tmp_path / "other")
    before = contents(tmp_path / "other")
    (tmp_path / "a.keys").write_text("up", encoding="utf-8")
    words = ["--keys", str(tmp_path / "a.keys"), "--open", str(evenings), "--ledger", str(tmp_path / "other")]
    result = CliRunner().invoke(cli.main, ["play", "--no-screen", *words])
    assert result.exit_code == 1
    assert "has evenings already" in result.output
    assert contents(tmp_path / "other") == before


# ---- a script ----


def test_a_script_is_played_before_ones_eyes_and_hands_the_device_over(play: Play, tmp_path: Path) -> None:
    script = tmp_path / "a.keys"
    script.write_text("hold b a screenshot menu.png b b up a right", encoding="utf-8")
    own = tmp_path / "mingg" / "play"
    with Headless(own) as device:
        device.press(*DEAL.split())
    before = contents(own)
    program = play("--keys", script)
    assert program.terminal.comes(lambda: "of 8" in program.terminal.text())
    assert shows(program, golden("menu"))
    assert shows(program, golden("card-winner"))
    assert program.terminal.comes(lambda: "of 8" not in program.terminal.text())
    program.terminal.type("b")
    assert program.terminal.comes(lambda: program.terminal.pixels() != golden("card-winner"))
    quits(program)
    with Headless() as device:
        perform(parse(MENU), device)
        device.png(tmp_path / "same.png")
    assert (tmp_path / "menu.png").read_bytes() == (tmp_path / "same.png").read_bytes()
    assert contents(own) == before, "a script does not play in anybody's evening"


def test_a_script_can_be_ended(play: Play, tmp_path: Path) -> None:
    script = tmp_path / "a.keys"
    script.write_text("up wait 1000s", encoding="utf-8")
    program = play("--keys", script)
    assert program.terminal.comes(lambda: "2 of 2: wait" in program.terminal.text())
    quits(program)


def test_a_screenshot_that_cannot_be_written_ends_it_in_order(play: Play, tmp_path: Path) -> None:
    script = tmp_path / "a.keys"
    script.write_text("up\nscreenshot missing/a.png", encoding="utf-8")
    program = play("--keys", script)
    assert program.ends() == 1
    assert program.terminal.comes(lambda: "line 2, column 1" in program.terminal.text())
    assert program.terminal.comes(program.terminal.as_it_was)


def test_a_pause_between_keys_is_recorded_where_it_is_a_long_one() -> None:
    recording = Recording()
    b, up = 1 << KEY_NAMES.index("b"), 1 << KEY_NAMES.index("up")
    for mask, ms in (
        (0, 5000),
        (b, 40),
        (0, PAUSE_MS - 1),
        (b, HOLD_MS),
        (0, PAUSE_MS - TAP_MS),
        (0, TAP_MS),
        (up, 40),
    ):
        recording.add(mask, ms)
    recording.thrown([3, 4])
    assert recording.script() == f"dice 3 4\nb hold b wait {PAUSE_MS - TAP_MS}ms up\n"


def test_what_is_pressed_is_recorded_as_a_script_that_does_the_same(play: Play, tmp_path: Path) -> None:
    program = play("--ledger", tmp_path / "evenings", "--record", "a.keys")
    for typed in (
        *(CODES[key] for key in FIRST_WALL.split()),
        "\r",
        "\r",
        "\x7f\x7f\x7f",
        "m",
        "b",
        "".join(CODES[key] for key in DEAL.split()),
        "\r",
    ):
        program.terminal.type(typed)
        program.terminal.comes(lambda: False, 0.5)
    while (table := program.terminal.pixels()) and program.terminal.comes(
        lambda: program.terminal.pixels() != table, 1.5
    ):
        pass  # it still goes on with what was typed
    quits(program)
    recorded = (tmp_path / "a.keys").read_text(encoding="utf-8")
    assert recorded.startswith("dice ")
    assert "b b b" in recorded
    assert "hold b" in recorded
    no_screen("--keys", tmp_path / "a.keys", "--ledger", tmp_path / "same")
    assert contents(tmp_path / "same") == contents(tmp_path / "evenings")
    with Headless() as device:
        perform(parse(recorded), device)
        assert device.pixels() == table


def test_where_the_firmware_fails_the_keys_that_led_there_are_recorded(play: Play, tmp_path: Path) -> None:
    program = play("--ledger", tmp_path / "evenings", "--record", "a.keys", code=CRASH)
    program.terminal.type("ab" + CODES["up"])
    assert program.ends() == 1
    assert (tmp_path / "a.keys").read_text(encoding="utf-8").split()[-3:] == ["a", "b", "up"]


@pytest.mark.parametrize("path", ["missing/a.keys", "evenings"])
def test_a_recording_that_cannot_be_is_refused_before_anything_is_played(play: Play, tmp_path: Path, path: str) -> None:
    (tmp_path / "evenings").mkdir()
    program = play("--ledger", tmp_path / "evenings", "--record", path, wait=False)
    assert program.ends() in (1, 2)
    assert says(program, path)
    assert contents(tmp_path / "evenings") == {}
    assert program.terminal.as_it_was()


def test_a_recording_is_on_the_disk_when_the_program_is_killed(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "a.keys"
    path.write_text("left " * 500, encoding="utf-8")
    program = play("--ledger", tmp_path / "evenings", "--record", path)
    program.terminal.type("\r")  # at the Table of a new session the dice say who is East
    assert program.terminal.comes(lambda: path.read_text(encoding="utf-8") == "a\n")
    program.terminal.type(CODES["up"] + "m")
    assert program.terminal.comes(lambda: path.read_text(encoding="utf-8").endswith("a up hold b\n"))
    program.process.kill()
    program.process.wait()
    recorded = parse(path.read_text(encoding="utf-8"))
    assert [step.text() for step in recorded if step.kind != "dice"] == ["a", "up", "hold b"]


def test_a_recording_has_the_key_that_is_down_and_the_dice_that_were_thrown_as_soon_as_they_are() -> None:
    written: list[str] = []
    recording = Recording(written.append)
    up = 1 << KEY_NAMES.index("up")
    recording.add(0, 8)
    for _ in range(HOLD_MS // 8 + 1):
        recording.add(up, 8)
    recording.thrown([])
    recording.thrown([6])
    recording.thrown([6])
    recording.add(0, 2 * PAUSE_MS)
    recording.add(up, 8)
    wait = f"wait {2 * PAUSE_MS - TAP_MS}ms"
    assert written == [
        "",
        "up\n",
        "hold up\n",
        "dice 6\nhold up\n",
        f"dice 6\nhold up {wait} up\n",
    ]


def test_an_earlier_recording_stays_where_nothing_can_be_played(play: Play, tmp_path: Path) -> None:
    (tmp_path / "a.keys").write_text("up\n", encoding="utf-8")
    play("--ledger", tmp_path / "evenings")
    second = play("--ledger", tmp_path / "evenings", "--record", "a.keys", wait=False)
    assert second.ends() == 1
    third = play("--ledger", tmp_path / "evenings", "--record", "b.keys", wait=False)
    assert third.ends() == 1
    assert (tmp_path / "a.keys").read_text(encoding="utf-8") == "up\n"
    assert not (tmp_path / "b.keys").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_recording_that_could_not_be_written_is_told_at_the_end(play: Play, tmp_path: Path) -> None:
    program = play("--ledger", tmp_path / "evenings", "--record", "/dev/full")
    program.terminal.type(CODES["up"] + CODES["a"] + CODES["right"])
    assert shows(program, golden("card-winner"))
    program.terminal.type("q")
    assert program.ends() == 1
    assert says(program, "the recording /dev/full could not be written: No space left on device.")


def test_a_pipe_gets_the_recording_at_the_end(play: Play, tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    unkept: dict[str, int] = {}
    with RecordingFile(Path(f"/dev/fd/{theirs}"), unkept) as file:
        file.write("up\n")
        file.write("up a\n")
    os.close(theirs)
    with open(ours, encoding="utf-8") as reader:
        assert reader.read() == "up a\n"
    assert unkept == {}


FULL_DISK = """
import errno
from mingg.hal import store
def fails(path, mode, data):
    raise OSError(errno.ENOSPC, "No space left on device", path)
store.write_file = fails
"""


def test_what_could_not_be_kept_is_told_when_the_screen_is_gone(play: Play, tmp_path: Path) -> None:
    program = play("--ledger", tmp_path / "evenings", code=FULL_DISK)
    program.terminal.type(CODES["up"])
    assert program.terminal.comes(lambda: program.terminal.pixels() != golden("table"))
    program.terminal.type("q")
    assert program.ends() == 1
    seen = program.terminal
    assert says(program, "the draft of a deal could not be written: No space left on device.")
    assert seen.as_it_was()


def test_without_a_screen_there_must_be_a_script() -> None:
    result = CliRunner().invoke(cli.main, ["play", "--no-screen"])
    assert result.exit_code == 2
    assert "--keys FILE" in result.output


def test_without_a_screen_the_same_script_is_the_same_evening(tmp_path: Path) -> None:
    (tmp_path / "a.keys").write_text(DEAL + " a dice 3 4 5 6 a wait 2s", encoding="utf-8")
    for name in ("one", "two"):
        no_screen("--keys", tmp_path / "a.keys", "--ledger", tmp_path / name)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert "0001-00.txt" in contents(tmp_path / "one")


def test_what_is_saved_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    (tmp_path / "a.keys").write_text(DEAL, encoding="utf-8")
    no_screen("--keys", tmp_path / "a.keys", "--ledger", tmp_path / "evenings")
    assert len(synced) >= 2, "the file, and the folder that names it"
