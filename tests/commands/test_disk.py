"""Files and folders change completely or not at all, and a failed or killed change leaves nothing behind."""

from __future__ import annotations

import errno
import os
import stat
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from help.commands import invoke
from help.killing import in_a_process, killed_before_each_change
from mingg_host.club.brokers import read_credentials
from mingg_host.club.nights import ClubFolder
from mingg_host.common import disk
from mingg_host.deploy import firmware
from mingg_host.evenings import backup, sources
from mingg_host.simulator import website

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


@pytest.mark.parametrize("function", ["os.fsync", "os.replace"])
def test_no_file_appears_if_one_of_several_cannot_be_written(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(os, function.removeprefix("os."))
    third = fails(FULL, after=2)

    def fail(*words: object) -> None:
        third()
        real(*words)

    monkeypatch.setattr(function, fail)
    with pytest.raises(OSError, match="No space left") as error:
        disk.put_all({tmp_path / name: b"x" for name in ("a", "new/b", "c", "d")})
    assert error.value.filename == str(tmp_path / "c")
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
        (website.LIST, lambda folder: website.write(website.Edition("1", {}), folder)),
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
