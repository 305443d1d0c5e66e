"""Files and folders change completely or not at all. A failed or killed change leaves nothing behind. Commands report
a full or read-only disk in one line."""

from __future__ import annotations

import errno
import os
import signal
import stat
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from help.commands import invoke, run
from help.killing import in_a_process, killed_before_each_change
from mingg_club.brokers import read_credentials
from mingg_club.nights import ClubFolder
from mingg_host.cli import main
from mingg_host.common import disk
from mingg_host.common.web import Refusal
from mingg_host.connection import link
from mingg_host.deploy import firmware
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse
from mingg_host.evenings import backup, sources
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.backup import write as write_backup
from mingg_host.simulator import website
from mingg_host.simulator.serve import Preset

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def tree(folder: Path) -> dict[str, bytes | None]:
    """Returns every file with its bytes, and every folder with None."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")
    }


def fails(error: BaseException, after: int = 0) -> Callable[..., None]:
    """Returns a function that raises an error after so many calls."""
    calls = iter(range(after))

    def fail(*_: object, **__: object) -> None:
        if next(calls, None) is None:
            raise error

    return fail


def test_a_file_that_cannot_be_written_is_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("old")
    before = tree(tmp_path)
    monkeypatch.setattr("os.fsync", fails(FULL))
    for name in ("a.txt", "b.txt", "new/folder/c.txt"):
        with pytest.raises(OSError, match="No space left") as error:
            disk.put(tmp_path / name, b"new")
        assert error.value.filename == str(tmp_path / name)
        assert tree(tmp_path) == before


@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full", "stopped"])
@pytest.mark.parametrize("function", ["os.fsync", "os.replace"])
def test_no_file_appears_if_one_of_several_cannot_be_written(
    function: str, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(os, function.removeprefix("os."))
    third = fails(error, after=2)

    def fail(*words: object) -> None:
        third()
        real(*words)

    monkeypatch.setattr(function, fail)
    with pytest.raises(type(error)) as raised:
        disk.put_all({tmp_path / name: b"x" for name in ("a", "new/b", "c", "d")})
    assert error is not FULL or raised.value.filename == str(tmp_path / "c")
    assert tree(tmp_path) == {}


def test_the_first_error_is_reported_even_if_cleaning_up_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = fails(OSError(errno.EROFS, os.strerror(errno.EROFS)))
    monkeypatch.setattr("os.fsync", fails(FULL))
    for name in ("unlink", "rmdir", "remove"):
        monkeypatch.setattr(os, name, refused)
    with pytest.raises(OSError, match="No space left") as error:
        disk.put(tmp_path / "new" / "a", b"x")
    context: BaseException | None = error.value
    while context is not None:
        assert getattr(context, "errno", None) == errno.ENOSPC
        context = context.__cause__ or context.__context__


def test_a_link_stays_a_link_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "file")
    disk.put(tmp_path / "link", b"x")
    assert (tmp_path / "link").is_symlink()
    assert tree(tmp_path / "folder") == {"file": b"x"}
    os.mkfifo(tmp_path / "pipe")
    reads = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        disk.put(tmp_path / "pipe", b"through")
        assert os.read(reads, 100) == b"through"
    finally:
        os.close(reads)
    assert (tmp_path / "pipe").is_fifo()


def test_only_a_plain_file_of_a_bounded_size_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 100)
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    assert disk.read(tmp_path / "file", 100) == disk.read(tmp_path / "link") == b"x" * 100
    with pytest.raises(OSError, match="too large") as error:
        disk.read(tmp_path / "file", 99)
    assert error.value.filename == str(tmp_path / "file")
    for other in ("pipe", "/dev/zero"):  # without waiting for a writer or an end
        with pytest.raises(OSError, match="no plain file"):
            disk.read(tmp_path / other)


BACKUP = backup.Backup("2026-11-21", "pico", "0.1.0", "01020304", {})


@pytest.mark.parametrize(
    ("name", "reads"),
    [
        (f"mingg-x-{disk.digest_of_all(BACKUP.files)[:8]}.zip", lambda folder: backup.write(BACKUP, folder)),
        ("0001-00.txt", lambda folder: sources.find(folder)),
        ("friday.sqlite", lambda folder: ClubFolder(folder.parent, folder.name).nights()),
        ("credentials.json", lambda folder: read_credentials(folder / "credentials.json", "friday")),
        ("house-t.txt", lambda folder: invoke("rules", "remove", "t", "--ledger", folder)),
        ("house.toml", lambda folder: invoke("rules", folder / "house.toml")),
        (firmware.MANIFEST, firmware.load),
        (website.LIST, lambda folder: website.write(website.Edition("1", {}, ""), folder)),
    ],
)
def test_a_pipe_in_a_folder_blocks_no_reader(name: str, reads: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / name)

    def read() -> None:
        with suppress(Exception):
            reads(tmp_path)

    waiting = threading.Thread(target=read, daemon=True)
    waiting.start()
    waiting.join(30)
    assert not waiting.is_alive()


def test_no_link_below_the_folder_that_was_named_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "folder").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "link").symlink_to(tmp_path / "other")
    (tmp_path / "real" / "up").symlink_to(tmp_path)
    for name in ("link", "up/b"):
        with pytest.raises(OSError, match="symbolic link"):
            disk.put_all({tmp_path / "folder" / "a": b"x", tmp_path / "folder" / name: b"x"}, below=tmp_path / "folder")
    disk.put(tmp_path / "folder" / "c", b"x", below=tmp_path / "folder")
    assert sorted(path.name for path in (tmp_path / "real").iterdir()) == ["c", "link", "up"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "real"]


def test_a_missing_folder_is_made_or_is_an_error_as_asked(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        disk.put(tmp_path / "a" / "b", b"x", make_folders=False)
    assert error.value.filename == str(tmp_path / "a" / "b")
    assert tree(tmp_path) == {}
    disk.put(tmp_path / "a" / "b", b"x")
    assert tree(tmp_path) == {"a": None, "a/b": b"x"}


def test_a_write_that_is_killed_leaves_the_old_or_the_new_and_the_next_clears_up(tmp_path: Path) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_bytes(b"old")
    leftovers = 0
    for _ in killed_before_each_change(lambda: disk.put(path, b"new")):
        assert path.read_bytes() in (b"old", b"new")
        leftovers += len(tree(tmp_path)) > 2
        disk.put(other, b"x")
        assert set(tree(tmp_path)) == {"a", "b"}
        path.write_bytes(b"old")
    assert leftovers
    assert tree(tmp_path) == {"a": b"new", "b": b"x"}


def test_only_files_of_ended_processes_are_removed(tmp_path: Path) -> None:
    mine = (".mingg-new-", ".mingg-new-notes.txt", ".mingg-new-longer_than_that", ".mingg-settings")
    for name in mine:
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine").touch()
    (tmp_path / ".mingg-new-12345678").write_text("another file")
    (tmp_path / ".mingg-new-abcdefgh").symlink_to(tmp_path / mine[0])
    before = tree(tmp_path)
    with disk.scratch(tmp_path) as alive:
        (alive / "half").write_text("of a process that lives")
        assert in_a_process(lambda: disk.put(tmp_path / "a", b"x")) == 0
        assert (alive / "half").exists()
    (tmp_path / "a").unlink()
    assert tree(tmp_path) == before


def test_scratch_folders_of_others_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".mingg-new-abcdefgh").mkdir()
    real = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: real + 1)
    disk.put(tmp_path / "a", b"x")
    assert (tmp_path / ".mingg-new-abcdefgh").exists()
    monkeypatch.undo()
    disk.put(tmp_path / "a", b"x")
    assert set(tree(tmp_path)) == {"a"}


def test_without_locks_no_files_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".mingg-new-abcdefgh").mkdir()
    monkeypatch.setattr("fcntl.flock", fails(OSError(errno.ENOLCK, "no locks")))
    disk.put(tmp_path / "a", b"x")
    assert set(tree(tmp_path)) == {"a", ".mingg-new-abcdefgh"}


def test_a_scratch_folder_that_another_process_removed_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process removes the folder between its creation and its lock."""
    real = os.open
    removed: list[str] = []

    def take(path: os.PathLike[str], *words: int, **named: int) -> int:
        if not removed and disk.is_scratch(Path(path).name):
            removed.append(Path(path).name)
            Path(path).rmdir()
        return real(path, *words, **named)

    monkeypatch.setattr("os.open", take)
    with disk.scratch(tmp_path) as inside:
        assert stat.S_IMODE(inside.parent.stat().st_mode) == 0o700
        assert inside.parent.name != removed[0]
    assert len(removed) == 1
    assert tree(tmp_path) == {}


def test_a_folder_replaces_another_completely_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "old").write_bytes(b"old")
    before = tree(tmp_path)

    def fill(error: OSError | None) -> None:
        with disk.in_place_of(out) as new:
            (new / "new").write_bytes(b"new")
            if error is not None:
                raise error

    with pytest.raises(OSError, match="No space left") as error:
        fill(FULL)
    assert (error.value.filename, tree(tmp_path)) == (str(out), before)
    real = Path.rename

    def stopped(path: Path, target: Path) -> Path:
        if target == out and path.name == "new":
            raise KeyboardInterrupt
        return real(path, target)

    monkeypatch.setattr(Path, "rename", stopped)
    with pytest.raises(KeyboardInterrupt):
        fill(None)
    assert tree(tmp_path) == before
    monkeypatch.undo()
    fill(None)
    assert tree(tmp_path) == {"out": None, "out/new": b"new"}


def test_another_error_while_a_folder_is_filled_names_what_it_did(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error, disk.in_place_of(tmp_path / "out"):
        (tmp_path / "source").read_bytes()
    assert error.value.filename == str(tmp_path / "source")


@pytest.mark.parametrize("opens_folders", [True, False], ids=["a folder", "a file in it, as on Windows"])
def test_a_taken_lock_is_waited_for_and_then_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opens_folders: bool
) -> None:
    monkeypatch.setattr(disk, "_OPENS_FOLDERS", opens_folders)
    if not opens_folders:  # as there, an open file stays
        monkeypatch.setattr(Path, "unlink", lambda path: None)
    with disk.held(tmp_path / "a", 0):
        began = time.monotonic()
        with pytest.raises(disk.Busy), disk.held(tmp_path / "a", 0.2):
            pass
        assert time.monotonic() - began >= 0.2
    with disk.held(tmp_path / "a", 0):
        pass


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "Make room on that disk"),
        (errno.EROFS, "Name a place on a disk that can be written"),
        (errno.EACCES, "Allow writing there, or name another place"),
    ],
)
def test_a_failed_write_is_reported_with_what_to_do(number: int, advice: str) -> None:
    message = disk.why(OSError(number, os.strerror(number)), "out.csv")
    assert message.startswith(f"out.csv: {os.strerror(number)}. {advice}")
    assert disk.why(OSError(number, os.strerror(number), "named"), "out.csv").startswith("named: ")


LEDGERS = Path(__file__).parents[1] / "evening" / "ledgers"
EVENING = str(LEDGERS / "format1" / "0003-00.txt")
EVENINGS = str(LEDGERS / "format1")
NO_ROOM = "No space left on device. Make room on that disk, or name a place on another one.\n"

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


def names_in(folder: Path) -> set[str]:
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
    assert err.endswith(NO_ROOM)
    assert err.count("\n") == 1
    assert names_in(work_folder) == {"house.toml"}


@pytest.mark.parametrize(("words", "status"), COMMANDS.values(), ids=COMMANDS)
def test_a_read_only_disk_is_reported_without_a_traceback(
    words: list[str], status: int, work_folder: Path, read_only_disk: None
) -> None:
    ended, out, err = run(*words)
    assert (ended, out) == (status, "")
    assert "Read-only file system. Name a place on a disk that can be written.\n" in err
    assert err.count("\n") == 1
    assert names_in(work_folder) == {"house.toml"}


def test_a_picture_of_the_screen_that_cannot_be_written_leaves_the_one_before(
    work_folder: Path, full_disk: None
) -> None:
    (work_folder / "screen.png").write_bytes(b"before")
    status, _, err = run("press", "up", "-o", "screen.png", "--force")
    assert (status, err) == (1, f"Error: screen.png: {NO_ROOM}")
    status, _, err = run("press", "up", "screenshot", "screen.png")
    assert (status, err) == (1, f"Error: screen.png: {NO_ROOM}")
    lines: list[str] = []
    preset = Preset(None, parse("screenshot screen.txt"), lines.append)
    with pytest.raises(Refusal, match="The terminal says why"):
        preset.take(b'{"step": 0, "pixels": "%s", "lines": []}' % (b"0" * 128 * 64))
    assert lines == [f"line 1, column 1: screen.txt: {NO_ROOM}".rstrip("\n")]
    assert (work_folder / "screen.png").read_bytes() == b"before"
    assert names_in(work_folder) == {"house.toml", "screen.png"}


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
    assert str(error.value).endswith(NO_ROOM.rstrip("\n"))
    assert names_in(work_folder) == {"house.toml"}


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
