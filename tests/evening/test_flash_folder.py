"""Only one process at a time writes to a folder of ledgers, whichever command it runs. Reading needs no lock."""

from __future__ import annotations

import ast
import errno
import fcntl
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import mingg_host
import pytest
from help import forking
from help.commands import run, run_alone
from help.named_keys import to_table
from mingg_host.common import disk
from mingg_host.common.output import Failure
from mingg_host.device.flash_folder import FlashFolder
from mingg_host.device.headless import Frame, Headless, HeadlessVM
from mingg_host.device.live import LiveDevice
from mingg_host.device.panel import Glass
from mingg_host.device.terminal import Keyboard

DEAL = to_table("up a right right right down right left up a right left a up left right a", 2)
HOLDER = """
import signal
import sys
from pathlib import Path
from mingg_host.device.headless import Headless
with Headless(Path(sys.argv[1])) as device:
    device.press("up", "a")
    print("plays", flush=True)
    signal.pause()
"""


@contextmanager
def another_plays_in(folder: Path) -> Iterator[forking.Process]:
    """Another process runs a device on this folder."""
    reading, writing = os.pipe()
    other = forking.Process([folder], [reading, writing, 2], HOLDER)
    assert os.read(reading, 6) == b"plays\n"
    yield other
    other.kill()
    other.wait()
    os.close(reading)
    os.close(writing)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


WRITERS = [
    ["press", "--ledger", "flash", "up"],
    pytest.param(["press", "--on", "micropython", "--ledger", "flash", "up"], marks=pytest.mark.vm),
    ["press", "--ledger", "flash", "--open", "s.jsonl"],
]


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_every_command_that_writes_evenings_refuses_a_folder_in_which_another_plays(
    words: list[str], tmp_path: Path
) -> None:
    (tmp_path / "up.keys").write_text("up", encoding="utf-8")
    (tmp_path / "s.jsonl").write_text('{"mingg": 1, "rules": "babcock", "names": ["A", "B", "C", "D"]}\n')
    with another_plays_in(tmp_path / "flash"):
        before = contents(tmp_path / "flash")
        status, _, errors = run(*words, cwd=tmp_path)
        assert contents(tmp_path / "flash") == before
    assert status == 1
    assert errors == (
        "Error: flash: another mingg play, press or panel uses this folder. End that command, or name another folder"
        " with --ledger.\n"
    )
    status, _, errors = run(*words, cwd=tmp_path)
    assert (status, errors) == (0, ""), "and takes it once that one has ended"


def test_a_live_device_also_refuses_a_locked_folder(tmp_path: Path) -> None:
    glass = Glass(lambda address: (_ for _ in ()).throw(OSError), [])
    with another_plays_in(tmp_path), pytest.raises(Failure, match="panel"):
        LiveDevice(tmp_path, glass, Keyboard(), lambda: True)
    with LiveDevice(tmp_path, glass, Keyboard(), lambda: True) as device:
        device.play()


def test_house_rules_are_installed_beside_a_device_that_is_on(tmp_path: Path) -> None:
    _, example, _ = run("rules", "--example")
    (tmp_path / "a.toml").write_text(example, encoding="utf-8")
    with another_plays_in(tmp_path / "flash"):
        assert run("rules", "install", "a.toml", "--ledger", "flash", cwd=tmp_path)[0] == 0
        assert run("rules", "remove", "Tuesday club", "--ledger", "flash", cwd=tmp_path)[0] == 0


def test_an_evening_that_another_plays_can_be_read_and_copied(tmp_path: Path) -> None:
    with Headless(tmp_path / "flash") as device:
        device.press(*DEAL.split())
    with another_plays_in(tmp_path / "flash"):
        assert run("ledger", "verify", "flash", cwd=tmp_path)[0] == 0
        assert run("press", "--open", "flash", cwd=tmp_path)[0] == 0


def test_a_lock_belongs_to_the_folder_and_not_to_its_path(tmp_path: Path) -> None:
    (tmp_path / "flash").mkdir()
    (tmp_path / "link").symlink_to("flash")
    with another_plays_in(tmp_path / "link"), pytest.raises(Failure):
        FlashFolder(tmp_path / "flash")


@pytest.mark.parametrize("name", [".new", ".lock", "0001-00.txt", "settings.txt"])
def test_a_device_writes_through_no_link_in_its_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "flash").mkdir()
    (tmp_path / "flash" / name).symlink_to(tmp_path / "mine")
    status, _, message = run("press", "--ledger", "flash", *DEAL.split(), cwd=tmp_path)
    assert status == 1
    assert f"flash/{name}: this is a symbolic link. Remove it" in message
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_pipe_in_the_folder_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "0001-00.txt")
    with pytest.raises(OSError, match="neither a file nor a folder"):
        FlashFolder(tmp_path)


def test_files_larger_than_any_flash_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "MOST_BYTES", 1999)
    (tmp_path / "0001-00.txt").write_bytes(b"x" * 1000)
    FlashFolder(tmp_path).close()
    (tmp_path / "0001-01.txt").write_bytes(b"x" * 1000)
    with pytest.raises(Failure, match="its files are too large for evenings"):
        FlashFolder(tmp_path)


def test_a_device_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    with another_plays_in(tmp_path) as other:
        other.kill()
        other.wait()
        FlashFolder(tmp_path).close()


def test_a_device_keeps_its_folder_through_a_reboot_and_until_it_is_closed(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    words = "press", "--ledger", str(flash)
    first = Headless(flash)
    with Headless(flash) as second:  # of the same process, which knows of both
        second.reboot()
    assert run_alone(*words)[0] == 1
    first.close()
    first.close()
    assert run_alone(*words)[0] == 0


def test_a_device_that_cannot_start_leaves_no_lock(tmp_path: Path) -> None:
    class Dead(Headless):
        def _start(self) -> Frame:
            raise RuntimeError("no power")

    with pytest.raises(RuntimeError, match="no power"):
        Dead(tmp_path / "flash")
    with another_plays_in(tmp_path / "flash"):
        pass


@pytest.mark.vm
def test_the_vm_holds_the_folder_for_as_long_as_it_lives_itself(tmp_path: Path, firmware: Path) -> None:
    flash = FlashFolder(tmp_path)
    with HeadlessVM(flash, firmware=firmware):
        flash.close()  # as where this process is killed
        with pytest.raises(Failure):
            FlashFolder(tmp_path)
    FlashFolder(tmp_path).close()


# ---- file systems that lock no folders, or nothing ----


@pytest.fixture
def flock(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int], bool]], None]:
    """Allows locks only for open files that pass a test. Others fail, as on a network share."""

    def only(may: Callable[[int], bool]) -> None:
        real = fcntl.flock

        def locked(descriptor: int, operation: int) -> None:
            if not may(descriptor):
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            real(descriptor, operation)

        monkeypatch.setattr(fcntl, "flock", locked)

    return only


def is_file(descriptor: int) -> bool:
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


def test_a_lock_uses_a_file_if_folders_cannot_be_locked(
    flock: Callable[[Callable[[int], bool]], None], tmp_path: Path
) -> None:
    flock(is_file)
    with FlashFolder(tmp_path):
        assert (tmp_path / ".lock").exists()
        with (tmp_path / ".lock").open("rb") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    with (tmp_path / ".lock").open("rb") as other:
        fcntl.flock(other.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        with pytest.raises(Failure):
            FlashFolder(tmp_path)


def test_play_works_on_systems_without_locks(flock: Callable[[Callable[[int], bool]], None], tmp_path: Path) -> None:
    flock(lambda descriptor: False)
    with Headless(tmp_path) as device:
        assert "Ann" in device.text()
    (tmp_path / ".lock").unlink()
    (tmp_path / ".lock").mkdir()  # as where no file can be made
    with FlashFolder(tmp_path) as flash:
        assert flash.inherited == ()


def test_on_windows_a_file_has_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locking(descriptor: int, operation: int, count: int) -> None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None  # as msvcrt says it

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    monkeypatch.setattr(disk, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(disk, "_OPENS_FOLDERS", False)
    with FlashFolder(tmp_path):
        assert (tmp_path / ".lock").exists()
    with (tmp_path / ".lock").open("rb") as other:
        fcntl.flock(other.fileno(), fcntl.LOCK_EX)
        with pytest.raises(Failure):
            FlashFolder(tmp_path)


def test_the_file_of_a_lock_is_no_evening(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    with Headless(tmp_path) as device:
        assert "Ann" in device.text()
    assert "this folder has no ledger" in run("ledger", "list", str(tmp_path))[2]


# ---- nobody writes without ----

# The modules that make a store in a folder, or a device on one: each holds the folder, or its caller does.
MAKE_STORES = {"commands.play", "device.headless", "device.vm.driver", "device.vm.rig"}


def test_a_store_can_be_made_only_while_its_folder_is_locked() -> None:
    root = Path(mingg_host.__file__).parent
    results = set()
    for path in root.rglob("*.py"):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        called = {getattr(call.func, "id", "") for call in ast.walk(ast.parse(path.read_text())) if _is_call(call)}
        if called & {"Store", "WatchedStore", "Rig"} and not module.startswith("simulator."):
            results.add(module)
    assert results == MAKE_STORES


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)
