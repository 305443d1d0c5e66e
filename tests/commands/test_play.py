"""`mingg play`: what it draws in a terminal, which keys it takes, and that it restores the terminal."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from mingg.hal.keys import HOLD_MS, KEY_NAMES
from mingg_host import cli
from mingg_host.device import live
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import HELD_MS, PAUSE_MS, TAP_MS, Recording, mask, parse, perform
from mingg_host.device.live import LiveDevice
from mingg_host.device.terminal import ASLEEP, BRAILLE, HALF, MOST_WAITING, Keyboard, Screen
from mingg_host.evenings.archive import Archive
from mingg_host.evenings.sources import copy_of

pytest.importorskip("termios")

from help.named_keys import FIRST_WALL, MENU, NEW, to_table
from help.seeds import SEED
from help.terminals import Program, Terminal, Typed
from screens import goldens

DEAL = to_table("up a right right right down right left up a right left a up left right a", 2)
CODES = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "a": "\r", "b": "\x7f"}

Play = Callable[..., Program]


def golden(name: str) -> list[str]:
    return goldens.pixels(goldens.read(goldens.file(name))["en"])


def shows(program: Program, pixels: list[str]) -> bool:
    """Waits until the terminal shows these pixels. Returns False if it never does."""
    return program.terminal.becomes_true(lambda: program.terminal.pixels() == pixels)


def says(program: Program, text: str) -> bool:
    """Waits until the terminal shows this text, with line breaks anywhere. Returns False if it never does."""
    return program.terminal.becomes_true(lambda: "".join(text.split()) in "".join(program.terminal.text().split()))


def quits(program: Program, typed: str = "q") -> None:
    program.terminal.type(typed)
    assert program.ends() == 0
    assert program.terminal.becomes_true(program.terminal.is_restored)


# ---- drawing ----


def showing(pixels: list[str]) -> Any:
    """A device as far as Screen.show() looks at it."""
    bands = ["".join(rows) for rows in zip(*[iter(pixels)] * 8, strict=True)]
    panel = SimpleNamespace(shown="".join(bands).encode(), asleep=False)
    keyboard = SimpleNamespace(help=False)
    return SimpleNamespace(rig=SimpleNamespace(panel=panel), keyboard=keyboard, below="a line", pixels=lambda: pixels)


@pytest.mark.parametrize(
    ("columns", "rows", "draw"), [(128, 32, None), (141, 39, HALF), (64, 16, None), (99, 21, BRAILLE)]
)
def test_golden_screens_are_drawn_pixel_by_pixel(columns: int, rows: int, draw: str | None) -> None:
    terminal = Terminal(columns, rows)
    names = [path.stem for path in goldens.files()][SEED % 48 :: 48]  # others in each run
    assert len(names) > 4
    with Screen(terminal.slave, draw) as screen:
        for name in names:
            assert screen.show(showing(golden(name)))
            assert terminal.becomes_true(lambda name=name: terminal.pixels() == golden(name)), name  # type: ignore[misc]
    assert terminal.becomes_true(terminal.is_restored)
    terminal.close()


def test_a_large_terminal_gets_braille_on_request(play: Play) -> None:
    program = play("--draw", "braille", wait=False)
    assert says(program, "q: end")
    assert program.terminal.becomes_true(lambda: bool(set("⣿⡇") & set(program.terminal.text())))
    assert not set("▀▄█") & set(program.terminal.text())


def test_the_drawing_follows_the_size_of_the_terminal(play: Play) -> None:
    program = play()
    table = golden("table")
    for columns, rows in ((140, 40), (90, 24), (128, 32), (64, 16)):
        program.terminal.resize(columns, rows)
        assert shows(program, table), (columns, rows)
    program.terminal.resize(50, 12)
    message = "This terminal is {}. The device needs 64 columns and 16 rows (128 x 32 for large pixels)"
    assert says(program, message.format("50 x 12"))
    program.terminal.type(CODES["up"])  # ignored, because the screen is not visible
    assert program.terminal.becomes_true(program.terminal.is_read)
    program.terminal.resize(51, 12)
    assert says(program, message.format("51 x 12"))  # after the main loop has dropped the key
    program.terminal.resize(140, 40)
    assert shows(program, table)
    program.terminal.resize(100, 30)
    quits(program)


def test_a_new_device_speaks_the_language_of_the_locale_and_one_with_settings_its_own(
    play: Play, tmp_path: Path
) -> None:
    quits(play(locale="de_AT.UTF-8"))
    with Headless(tmp_path / "mingg" / "play") as german:
        assert "wer gewann?" in german.text()
        pixels = german.pixels()
    program = play()
    assert shows(program, pixels)
    quits(program)


def test_a_script_begins_in_english_in_each_locale(play: Play, tmp_path: Path) -> None:
    (tmp_path / "table.keys").write_text("wait 1s")
    program = play("--keys", tmp_path / "table.keys", locale="de_AT.UTF-8")
    assert shows(program, golden("table"))
    quits(program)


def test_half_blocks_that_do_not_fit_are_reported(play: Play) -> None:
    program = play("--draw", "half", wait=False, columns=100, rows=30)
    assert says(program, "needs 128 columns and 32 rows.")
    quits(program)


def test_a_sleeping_display_is_dark_and_the_text_says_why(tmp_path: Path) -> None:
    terminal = Terminal(140, 40)
    with (
        Screen(terminal.slave) as screen,
        LiveDevice(tmp_path, screen, Keyboard(), lambda: False) as device,
    ):
        device.press("up")
        assert terminal.becomes_true(lambda: terminal.pixels() == golden("how"))
        device.rig.panel.sleep(True)
        device.wait(8)
        assert terminal.becomes_true(lambda: ASLEEP.split()[0] in terminal.text())
        assert "1" not in "".join(terminal.pixels())
        device.rig.panel.sleep(False)
        device.wait(8)
        assert terminal.becomes_true(lambda: terminal.pixels() == golden("how"))
    terminal.close()


# ---- keys ----


def test_a_deal_is_saved_for_the_next_start(play: Play, tmp_path: Path) -> None:
    program = play()
    program.terminal.type("".join(CODES[key] for key in DEAL.split()))
    assert shows(program, golden("next-deal"))
    quits(program)
    folder = tmp_path / "mingg" / "play"
    assert says(program, str(folder))
    restarted = play()
    assert shows(restarted, golden("next-deal"))
    quits(restarted, "\x03")
    other = play("--ledger", tmp_path / "mine" / "evenings")
    assert shows(other, golden("table"))
    quits(other)
    assert not (folder / "draft.txt").exists()


def test_keys_open_the_menu_and_help_and_lead_back(play: Play) -> None:
    program = play()
    program.terminal.type("m")
    assert shows(program, golden("keys-of-table"))
    program.terminal.type("a")
    assert shows(program, golden("menu"))
    program.terminal.type("?")
    assert says(program, "h, then a key")
    program.terminal.type("b?")  # B is ignored, because the screen is not visible
    assert shows(program, golden("menu"))
    program.terminal.type("\x1b")  # Esc, which is also how an arrow begins
    assert shows(program, golden("table"))
    quits(program)


def presses(typed: str, **settings: Any) -> list[tuple[str, int]]:
    """Returns the presses that this text causes: the key, and for how many ms it is down."""
    keyboard = Typed(**settings)
    keyboard.type(typed)
    masks = [keyboard.mask(1) for _ in range(6000)]
    runs = [(keys, sum(1 for _ in run)) for keys, run in itertools.groupby(masks)]
    return [(KEY_NAMES[keys.bit_length() - 1], ms) for keys, ms in runs if keys]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1b[D\x1bOC", "left right"),
        ("\r\x7f\x1b", "a b b"),
        ("x z", "a a b"),
        ("\x1b[Z?\x1b[A", "up"),
        ("éb", "b"),
        ("\x1bx", ""),  # with Alt
        ("\x1b[15~\x1b[3~\x1bOP\x1b[[A", ""),  # function keys
        ("\x1b[A" * 200, "up " * MOST_WAITING),  # a key that repeats
        ("\r\x7f" * 10, "a b " * 10),
    ],
)
def test_each_key_of_a_terminal_is_one_short_press(typed: str, keys: str) -> None:
    assert presses(typed) == [(key, TAP_MS) for key in keys.split()]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        *[(typed, "b") for typed in ("m", "B", "Z", "hb", "h\x7f")],
        *[(typed, "up") for typed in ("\x1b[1;2A", "\x1b[1;3A", "\x1b[1;5A", "h\x1b[A", "hh\x1bOA")],
        *[("A", "a"), ("\x1b[1;2C", "right")],
    ],
)
def test_each_key_can_be_held_in_any_terminal(typed: str, key: str) -> None:
    assert presses(typed) == [(key, HELD_MS)]


DOWN_UP = {"up": ("\x1b[A", "\x1b[1;1:3A"), "a": ("\x1b[13u", "\x1b[13;1:3u"), "b": ("\x1b[122u", "\x1b[122;1:3u")}


@pytest.mark.parametrize("key", DOWN_UP)
def test_a_key_is_down_until_it_comes_up_where_the_terminal_tells_it(key: str) -> None:
    down, up = DOWN_UP[key]
    keyboard = Typed(releases=True)
    keyboard.type(down + "\x1b[1;1:2A" * 20)
    assert {keyboard.mask(8) for _ in range(200)} == {mask(key)}
    keyboard.type(up)
    assert keyboard.mask(8) == 0
    assert presses(down + up, releases=True) == [(key, TAP_MS)], "also a short press is long enough"


def test_a_key_whose_release_is_lost_comes_up_at_the_next_key() -> None:
    assert presses("\x1b[A\x1b[13u\x1b[13;1:3u", releases=True) == [("up", TAP_MS), ("a", TAP_MS)]
    assert presses("\x1b[1;2:1A\x1b[109u", releases=True) == [("up", HELD_MS), ("b", HELD_MS)]


def test_a_held_key_opens_the_page_of_keys_where_the_terminal_tells_when_it_comes_up(play: Play) -> None:
    program = play(releases=True)
    assert program.terminal.becomes_true(lambda: program.terminal.reports > 0)
    program.terminal.type("\x1b[127u")
    assert shows(program, golden("keys-of-table"))
    program.terminal.type("\x1b[127;1:3u\x1b[113u")
    assert program.ends() == 0
    assert program.terminal.becomes_true(program.terminal.is_restored)


# ---- the end of the program ----


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_keeps_the_input_and_restores_the_terminal(play: Play, tmp_path: Path, number: signal.Signals) -> None:
    program = play("--ledger", tmp_path / "evenings")
    program.terminal.type(CODES["up"] + CODES["a"] + CODES["right"])
    assert shows(program, golden("card-winner"))
    program.process.send_signal(number)
    assert program.ends() == 0
    assert program.terminal.becomes_true(program.terminal.is_restored)
    assert (tmp_path / "evenings" / "draft.txt").exists()


def test_a_broken_line_loses_no_input(play: Play, tmp_path: Path) -> None:
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


def test_a_crash_restores_the_terminal_shows_the_error_and_keeps_the_key_that_made_it(
    play: Play, tmp_path: Path
) -> None:
    program = play("--ledger", tmp_path / "evenings", "-o", "a.keys", code=CRASH)
    program.terminal.type("ab" + CODES["up"])
    assert program.ends() == 1
    assert (tmp_path / "a.keys").read_text(encoding="utf-8").split()[-3:] == ["a", "b", "up"]
    assert says(program, "IndexError: of no use")
    assert says(program, "an internal error")
    assert program.terminal.becomes_true(program.terminal.is_restored)


# ---- where it cannot run ----


def test_a_missing_terminal_is_reported(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.main, ["play", "--ledger", str(tmp_path / "evenings")])
    assert result.exit_code == 1
    assert "needs a terminal" in result.output
    assert "mingg press --keys FILE" in result.output
    assert not (tmp_path / "evenings").exists()


@pytest.mark.parametrize(
    ("env", "message"),
    [({"TERM": "dumb"}, "TERM=dumb"), ({"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}, "has no block characters")],
)
def test_a_terminal_that_cannot_draw_the_panel_is_reported(tmp_path: Path, env: dict[str, str], message: str) -> None:
    terminal = Terminal(140, 40)
    program = Program(terminal, ["play"], XDG_DATA_HOME=str(tmp_path), **env)
    assert program.ends() == 1
    assert says(program, message)
    terminal.close()


# ---- opening an evening ----


@pytest.fixture
def evenings(tmp_path: Path) -> Path:
    """A folder with a saved deal and a draft of the next."""
    folder = tmp_path / "flash"
    with Headless(folder) as device:
        device.press(*DEAL.split())
        device.press("up")
        device.wait(1000)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_an_evening_of_the_archive_opens_as_a_copy(play: Play, evenings: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    Archive(archive / "a.sqlite").add("", {7: {"0007-00.txt": (evenings / "0001-00.txt").read_bytes()}})
    before = contents(archive)
    stamps = [path.stat().st_mtime_ns for path in sorted(archive.iterdir())]
    program = play("--open", "1", "--archive", archive / "a.sqlite")
    assert shows(program, golden("next-deal"))
    program.terminal.type("".join(CODES[key] for key in DEAL.split()))
    assert program.terminal.becomes_true(lambda: program.terminal.pixels() != golden("next-deal"))
    quits(program)
    assert says(program, "was not kept")
    assert contents(archive) == before
    assert [path.stat().st_mtime_ns for path in sorted(archive.iterdir())] == stamps
    assert not (tmp_path / "mingg" / "play").exists()


def test_a_copy_of_a_folder_includes_its_house_rules(evenings: Path, tmp_path: Path) -> None:
    (evenings / "house-mine.txt").write_bytes(b"mine")
    (evenings / "notes.txt").write_bytes(b"mine")
    copied = copy_of(str(evenings)).files
    assert copied.keys() == {path.name for path in evenings.iterdir()} - {"notes.txt"}
    assert "house-mine.txt" not in copy_of(str(evenings / "0001-00.txt")).files


def pressed(*words: object) -> str:
    result = CliRunner().invoke(cli.main, ["press", *map(str, words)])
    assert result.exit_code == 0, result.output
    return result.output


def test_an_evening_opens_from_a_folder_a_ledger_or_a_session(
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
    for source in (evenings, evenings / "0001-00.txt", "evening.jsonl"):
        pressed("--open", source, "--keys", "a.keys")
        assert Path("a.txt").read_text(encoding="utf-8").splitlines() == table, source
        Path("a.txt").unlink()
    assert pressed("--open", evenings).splitlines()[:32] == table[:32]


def test_a_copy_is_not_added_to_other_evenings(evenings: Path, tmp_path: Path) -> None:
    shutil.copytree(evenings, tmp_path / "other")
    before = contents(tmp_path / "other")
    (tmp_path / "a.keys").write_text("up", encoding="utf-8")
    words = ["--keys", str(tmp_path / "a.keys"), "--open", str(evenings), "--ledger", str(tmp_path / "other")]
    result = CliRunner().invoke(cli.main, ["press", *words])
    assert result.exit_code == 2
    assert "has evenings already" in result.output
    assert contents(tmp_path / "other") == before


# ---- scripts and recordings ----


def test_the_terminal_shows_the_steps_of_a_script(play: Play, tmp_path: Path) -> None:
    script = tmp_path / "a.keys"
    script.write_text("hold b a wait 1000s up", encoding="utf-8")
    program = play("--keys", script)
    assert says(program, "3 of 4: wait 1000s")
    assert shows(program, golden("menu"))
    quits(program)


def test_after_a_script_the_user_plays_on_and_their_own_evening_is_unchanged(play: Play, tmp_path: Path) -> None:
    script = tmp_path / "a.keys"
    script.write_text("hold b a screenshot menu.png b b up a right", encoding="utf-8")
    own = tmp_path / "mingg" / "play"
    with Headless(own) as device:
        device.press(*DEAL.split())
    before = contents(own)
    program = play("--keys", script)
    assert shows(program, golden("card-winner"))
    assert program.terminal.becomes_true(lambda: "of 8" not in program.terminal.text())
    program.terminal.type("b")
    assert program.terminal.becomes_true(lambda: program.terminal.pixels() != golden("card-winner"))
    quits(program)
    with Headless() as device:
        perform(parse(MENU), device)
        device.png(tmp_path / "same.png")
    assert (tmp_path / "menu.png").read_bytes() == (tmp_path / "same.png").read_bytes()
    assert contents(own) == before, "a script does not change the user's own evening"


def test_only_long_pauses_between_keys_are_recorded(tmp_path: Path) -> None:
    steps = [(0, 5000), (mask("b"), 40), (0, PAUSE_MS - 1), (mask("b"), HOLD_MS), (0, PAUSE_MS - TAP_MS), (0, TAP_MS)]
    with Recording(tmp_path / "a.keys") as recording:
        for keys, ms in (*steps, (mask("up"), 40)):
            recording.add(keys, ms)
        recording.thrown([3, 4])
    recorded = (tmp_path / "a.keys").read_text(encoding="utf-8")
    assert recorded == f"dice 3 4\nb hold b {HOLD_MS}ms wait {PAUSE_MS - TAP_MS}ms up\n"


def recorded_keys(path: Path) -> list[str]:
    """Returns the keys of a recording, without its dice and pauses."""
    return [step.text() for step in parse(path.read_text(encoding="utf-8")) if step.kind not in ("dice", "wait")]


def replayed(path: Path) -> list[str]:
    """Returns the screen that the keys of a recording lead to."""
    with Headless() as device:
        perform(parse(path.read_text(encoding="utf-8")), device)
        device.wait(2000)
        return device.pixels()


def test_a_recording_is_a_script_that_does_the_same(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "a.keys"
    program = play("--ledger", tmp_path / "evenings", "-o", path, locale="de_AT.UTF-8")
    expected: list[str] = []
    for script in (*FIRST_WALL.split(), "a", "a", "b b b", "hold:b", "b", DEAL, "a"):
        typed = script.split()
        program.terminal.type("".join("m" if key == "hold:b" else CODES[key] for key in typed))
        expected = [*expected, *(key.replace(":", " ") for key in typed)]
        assert program.terminal.becomes_true(lambda expected=expected: recorded_keys(path) == expected), (  # type: ignore[misc]
            recorded_keys(path)
        )
        # The dice may fall a moment after the key.
        assert program.terminal.becomes_true(lambda: program.terminal.pixels() == replayed(path))
    quits(program)
    recorded = path.read_text(encoding="utf-8")
    assert recorded.startswith("dice ")
    assert "b b b" in recorded
    assert "hold b" in recorded
    pressed("--keys", path, "--ledger", tmp_path / "same")
    assert contents(tmp_path / "same") == contents(tmp_path / "evenings")


@pytest.mark.parametrize("path", ["missing/a.keys", "evenings"])
def test_a_recording_that_cannot_be_written_is_refused_at_the_start(play: Play, tmp_path: Path, path: str) -> None:
    (tmp_path / "evenings").mkdir()
    program = play("--ledger", tmp_path / "evenings", "-o", path, wait=False)
    assert program.ends() in (1, 2)
    assert says(program, path)
    assert contents(tmp_path / "evenings") == {}
    assert program.terminal.becomes_true(program.terminal.is_restored)


class Seen:
    def show(self, device: LiveDevice) -> bool:
        return True


@pytest.mark.parametrize("keys", ["up right left left", f"{NEW} down right down"])
def test_a_key_is_on_the_disk_at_once(tmp_path: Path, keys: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program may be killed before the device is idle."""
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: 20 * time.monotonic()))
    with LiveDevice(tmp_path, Seen(), Keyboard(), lambda: False) as device:
        perform(parse(keys), device)
        copy = tmp_path / "copy"
        copy.mkdir()
        (copy / "draft.txt").write_bytes((tmp_path / "draft.txt").read_bytes())
        device.settle()
        assert (copy / "draft.txt").read_bytes() == (tmp_path / "draft.txt").read_bytes()


def test_a_recording_is_written_at_each_key_and_each_throw_of_the_dice(tmp_path: Path) -> None:
    path = tmp_path / "a.keys"
    path.touch()
    texts = [""]
    with Recording(path) as recording:

        def then(record: Callable[..., None], *words: Any) -> None:
            record(*words)
            if (text := path.read_text(encoding="utf-8")) != texts[-1]:
                texts.append(text)

        then(recording.add, 0, 8)
        for _ in range(HOLD_MS // 8 + 1):
            then(recording.add, mask("up"), 8)
        for thrown in ([], [6], [6]):
            then(recording.thrown, thrown)
        then(recording.add, 0, 2 * PAUSE_MS)
        then(recording.add, mask("up"), 8)
    held = f"hold up {HOLD_MS + 4}ms"
    last = f"dice 6\n{held} wait {2 * PAUSE_MS - TAP_MS}ms up\n"
    assert texts == ["", "up\n", "hold up 400ms\n", f"{held}\n", f"dice 6\n{held}\n", last]


def test_one_terminal_at_a_time_plays_an_evening_and_an_earlier_recording_is_kept(play: Play, tmp_path: Path) -> None:
    (tmp_path / "a.keys").write_text("up\n", encoding="utf-8")
    play("--ledger", tmp_path / "evenings")
    for recording in (("a.keys", "--force"), ("b.keys",)):
        second = play("--ledger", tmp_path / "evenings", "-o", *recording, wait=False)
        assert second.ends() == 1
        assert says(second, "another mingg play, press or panel")
        assert second.terminal.becomes_true(second.terminal.is_restored)
    assert (tmp_path / "a.keys").read_text(encoding="utf-8") == "up\n"
    assert not (tmp_path / "b.keys").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_recording_that_could_not_be_written_is_reported_at_the_end(play: Play, tmp_path: Path) -> None:
    program = play("--ledger", tmp_path / "evenings", "-o", "/dev/full")
    program.terminal.type(CODES["up"] + CODES["a"] + CODES["right"])
    assert shows(program, golden("card-winner"))
    program.terminal.type("q")
    assert program.ends() == 1
    assert says(program, "the recording /dev/full could not be written: No space left on device.")


def test_a_pipe_gets_the_recording_at_the_end(play: Play, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with Recording(Path(f"/dev/fd/{writing}")) as recording:
        for key in ("up", "a"):
            recording.add(mask(key), 40)
    os.close(writing)
    with open(reading, encoding="utf-8") as reader:
        assert reader.read() == "up a\n"
    assert recording.error is None
