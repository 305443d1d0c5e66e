"""Commands that write, on a full or read-only disk: they report it in one line and leave no partial files."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from help.commands import run
from help.killing import in_a_process
from mingg_host.board import __main__ as boards
from mingg_host.cli import main
from mingg_host.common import disk
from mingg_host.common.web import Refusal
from mingg_host.connection import link
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.backup import write as write_backup
from mingg_host.simulator.serve import Preset

LEDGERS = Path(__file__).parents[1] / "evening" / "ledgers"
EVENING = str(LEDGERS / "format1" / "0003-00.txt")
EVENINGS = str(LEDGERS / "format1")
FULL = "No space left on device. Make room on that disk, or name a place on another one.\n"

# What writes, into the folder that it is in: its words, and its status where that cannot be.
COMMANDS = {
    "export": (["ledger", "export", EVENING, "-o", "out.csv"], 2),
    "export of several": (["ledger", "export", EVENINGS, "--format", "jsonl", "-o", "sessions"], 2),
    "export of a spreadsheet": (["ledger", "export", EVENING, "-o", "new/out.xlsx"], 2),
    "report": (["report", EVENING, "-o", "new/out.html"], 2),
    "house rules": (["rules", "install", "house.toml", "--ledger", "new/store"], 2),
    "copy to play": (["press", "--open", EVENINGS, "--ledger", "new", "up"], 1),
}
HOUSE = 'name = "Mine"\nfrom = "harr"\n'


def tree(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


@pytest.fixture
def work_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text(HOUSE)
    return tmp_path


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk on which every write fails."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)


@pytest.fixture
def read_only_disk(work_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk on which nothing in this folder can be changed or removed, whether it exists or not."""

    def refuse(name: str) -> None:
        real: Callable[..., object] = getattr(os, name)

        def refused(path: str | Path, *words: object, **named: object) -> object:
            if named or not Path(path).absolute().is_relative_to(work_folder):
                return real(path, *words, **named)
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

        monkeypatch.setattr(os, name, refused)

    for name in ("mkdir", "unlink", "remove", "rmdir", "replace", "rename"):
        refuse(name)


@pytest.mark.parametrize(("words", "status"), COMMANDS.values(), ids=COMMANDS)
def test_a_full_disk_is_reported_and_nothing_remains(
    words: list[str], status: int, work_folder: Path, full_disk: None
) -> None:
    ended, out, err = run(*words)
    assert (ended, out) == (status, "")
    assert err.endswith(FULL)
    assert err.count("\n") == 1
    assert tree(work_folder) == {"house.toml"}


@pytest.mark.parametrize(("words", "status"), COMMANDS.values(), ids=COMMANDS)
def test_a_read_only_disk_is_reported_without_a_traceback(
    words: list[str], status: int, work_folder: Path, read_only_disk: None
) -> None:
    ended, out, err = run(*words)
    assert (ended, out) == (status, "")
    assert "Read-only file system. Name a place on a disk that can be written.\n" in err
    assert err.count("\n") == 1
    assert tree(work_folder) == {"house.toml"}


def test_a_picture_of_the_screen_that_cannot_be_written_leaves_the_one_before(
    work_folder: Path, full_disk: None
) -> None:
    (work_folder / "screen.png").write_bytes(b"before")
    status, _, err = run("press", "up", "-o", "screen.png", "--force")
    assert (status, err) == (1, f"Error: screen.png: {FULL}")
    status, _, err = run("press", "up", "screenshot", "screen.png")
    assert (status, err) == (1, f"Error: screen.png: {FULL}")
    lines: list[str] = []
    preset = Preset(None, parse("screenshot screen.txt"), lines.append)
    with pytest.raises(Refusal, match="The terminal says why"):
        preset.take(b'{"step": 0, "pixels": "%s", "lines": []}' % (b"0" * 128 * 64))
    assert lines == [f"line 1, column 1: screen.txt: {FULL}".rstrip("\n")]
    assert (work_folder / "screen.png").read_bytes() == b"before"
    assert tree(work_folder) == {"house.toml", "screen.png"}


def test_a_local_file_that_cannot_be_written_is_reported(
    work_folder: Path, full_disk: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy of the board's files that `mingg flash` and `mingg restore` make first."""

    class NoBoard:
        def __init__(self, port: str) -> None:
            self.closed = False

        def __enter__(self) -> NoBoard:
            return self

        def __exit__(self, *_: object) -> None:
            self.closed = True

    def copy() -> None:
        with link.connected("port"):
            write_backup(Backup("2026-11-22T20:00:00", "pico", "1", "x", {"0001-00.txt": b""}), work_folder / "backups")

    monkeypatch.setattr(link, "Link", NoBoard)
    with pytest.raises(click.ClickException) as error:
        copy()
    assert str(error.value).startswith(f"{work_folder / 'backups'}/mingg-2026-11-22-200000-")
    assert str(error.value).endswith(FULL.rstrip("\n"))
    assert tree(work_folder) == {"house.toml"}


def test_generated_files_that_cannot_be_written_are_reported(
    work_folder: Path, full_disk: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = shutil.copytree(Path(__file__).parents[2] / "board" / "pico", work_folder / "pico")
    monkeypatch.setattr("mingg_host.common.places.boards", lambda: {"pico": board})
    drawing = board / "wiring.svg"
    drawing.write_bytes(b"old")
    result = CliRunner().invoke(boards.main, [])
    assert (result.exit_code, result.output) == (1, f"Error: {drawing}: {FULL}")
    assert drawing.read_bytes() == b"old"


# ---- what a killed run leaves among the system's temporary files ----


def test_files_of_a_killed_device_are_removed_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def play() -> None:
        with Headless() as device:
            device.press("up")
            os.kill(os.getpid(), signal.SIGKILL)

    assert in_a_process(play) == -signal.SIGKILL
    assert [disk.is_scratch(path.name) for path in tmp_path.iterdir()] == [True]
    with Headless() as device:
        device.press("up")
        assert len(list(tmp_path.iterdir())) == 1
    assert run("press", "up")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_a_missing_temporary_folder_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    result = CliRunner().invoke(main, ["press", "up"])
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert "No such file or directory" in result.output
    assert result.output.count("\n") == 1
