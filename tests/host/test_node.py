"""Fetching the simulator's VM: once, through npm, with failures told plainly."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from mingg_host.common import locks
from mingg_host.simulator import node

LOCK = json.loads((node.PAGE / "package-lock.json").read_text(encoding="utf-8"))
ENTRY = "node_modules/" + node.VM_PACKAGE


class Machine:
    """Stands for npm and pip: records the commands, and does their work."""

    def __init__(self, folder: Path, *, npm: str | None = "npm", npm_works: bool = True) -> None:
        self.folder = folder
        self.npm = npm
        self.npm_works = npm_works
        self.wheel: list[str] | None = None
        self.pip_brings_wheel = True
        self.integrity = LOCK["packages"][ENTRY]["integrity"]
        self.complaint = ""
        self.ran: list[str] = []

    def run(self, command: list[str], folder: Path | None) -> subprocess.CompletedProcess[str]:
        words = [Path(word).name for word in command]
        self.ran.append(" ".join(words))
        if "pip" in words:
            if self.pip_brings_wheel:
                self.wheel = ["wheel-npm"]
            return self.answer("" if self.pip_brings_wheel else "no network here")
        if "--version" in words:
            return self.answer("" if self.npm_works or words[0] == "wheel-npm" else "broken")
        if not self.complaint:
            self.install()
        return self.answer(self.complaint)

    def install(self) -> None:
        vm = self.folder / ENTRY
        vm.mkdir(parents=True)
        for name in node.VM_FILES:
            (vm / name).write_bytes(b"x")
        package = {"version": LOCK["packages"][ENTRY]["version"], "integrity": self.integrity}
        hidden = self.folder / "node_modules" / ".package-lock.json"
        hidden.write_text(json.dumps({"packages": {ENTRY: package}}))

    @staticmethod
    def answer(complaint: str) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1 if complaint else 0, "", complaint)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("package.json", "package-lock.json"):
        shutil.copy(node.PAGE / name, tmp_path)
    return tmp_path


def ensure(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, list[str]]:
    lines: list[str] = []
    monkeypatch.setattr(node, "run", machine.run)
    monkeypatch.setattr(node, "wheel_npm", lambda: machine.wheel)
    monkeypatch.setattr(shutil, "which", lambda name: machine.npm)
    return node.ensure_vm(lines.append, machine.folder), lines


def test_the_machines_own_npm_fetches_it_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(folder)
    vm, messages = ensure(machine, monkeypatch)
    assert all((vm / name).is_file() for name in node.VM_FILES)
    assert len(messages) == 1
    assert machine.ran == ["npm --version", "npm ci --ignore-scripts --no-audit --no-fund --loglevel=warn"]
    assert ensure(machine, monkeypatch) == (vm, [])
    assert len(machine.ran) == 2


@pytest.mark.parametrize(("npm", "works"), [(None, True), ("npm", False)], ids=["no npm", "an npm that does not run"])
def test_without_an_npm_one_is_installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, npm: str | None, works: bool
) -> None:
    machine = Machine(folder, npm=npm, npm_works=works)
    _, messages = ensure(machine, monkeypatch)
    assert any("no npm" in line for line in messages)
    pip = next(line for line in machine.ran if "pip" in line)
    assert "--require-hashes" in pip
    assert "node.txt" in pip
    assert machine.ran[-1].startswith("wheel-npm ci ")


def test_an_npm_installed_before_is_found_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(folder, npm=None)
    machine.wheel = ["wheel-npm"]
    ensure(machine, monkeypatch)
    assert not any("pip" in line for line in machine.ran)


@pytest.mark.parametrize(
    "damage",
    [
        lambda vm: (vm / "micropython.wasm").unlink(),
        lambda vm: (vm.parents[1] / ".package-lock.json").unlink(),
        lambda vm: (vm.parents[1] / ".package-lock.json").write_text("{"),
        lambda vm: (vm.parents[1] / ".package-lock.json").write_text(
            json.dumps({"packages": {ENTRY: {"version": "1.0.0", "integrity": "sha512-other"}}})
        ),
    ],
    ids=["a file gone", "never finished", "damaged", "another version"],
)
def test_files_that_differ_from_the_lock_file_are_fetched_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, damage: Any
) -> None:
    machine = Machine(folder)
    vm, _ = ensure(machine, monkeypatch)
    damage(vm)
    shutil.rmtree(vm.parent)  # as npm ci begins
    ensure(machine, monkeypatch)
    assert sum(" ci " in line for line in machine.ran) == 2


def test_a_failure_of_npm_is_reported_with_its_message(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(folder)
    machine.complaint = "npm error code ENOTFOUND"
    with pytest.raises(node.SetupError, match=r"Connect this machine to the network(.|\n)*ENOTFOUND"):
        ensure(machine, monkeypatch)


def test_bytes_that_npm_refuses_are_told_apart_from_a_missing_network(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(folder)
    machine.complaint = "npm error code EINTEGRITY"
    with pytest.raises(node.SetupError, match=r"hash is not the one(.|\n)*EINTEGRITY"):
        ensure(machine, monkeypatch)


@pytest.mark.parametrize(
    ("complaint", "message"),
    [
        ("npm error code ENOSPC", "No space left on device. Make room on that disk, and try again"),
        ("npm error code EROFS", "Read-only file system. Allow writing there, and try again"),
        ("npm error Error: EACCES: permission denied, mkdir", "Permission denied. Allow writing there, and try again"),
    ],
)
def test_a_read_only_disk_is_not_reported_as_a_missing_network(
    complaint: str, message: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(folder)
    machine.complaint = complaint
    with pytest.raises(node.SetupError, match=rf"^{folder}: {message}\. npm said:\n  {complaint}$"):
        ensure(machine, monkeypatch)


def test_a_partly_written_vm_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """npm warns about it, but ends with status 0."""
    machine = Machine(folder)
    run = machine.run

    def half(command: list[str], folder: Path | None) -> subprocess.CompletedProcess[str]:
        result = run(command, folder)
        result.stderr = "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write" if "ci" in command else ""
        return result

    monkeypatch.setattr(machine, "run", half)
    with pytest.raises(node.SetupError, match="No space left on device"):
        ensure(machine, monkeypatch)
    assert not (folder / "node_modules").exists()
    monkeypatch.undo()
    ensure(machine, monkeypatch)


def test_a_read_only_folder_is_reported_before_npm_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> str:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    machine = Machine(folder)
    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(node.SetupError, match=f"^{folder}: Read-only file system. Allow writing there"):
        ensure(machine, monkeypatch)
    assert machine.ran == []


def test_only_one_of_two_processes_fetches_the_vm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(folder)
    with locks.held(folder, 0):
        fetching = threading.Thread(target=ensure, args=(machine, monkeypatch))
        fetching.start()
        fetching.join(0.3)  # it waits by now
        assert fetching.is_alive()
        machine.install()
    fetching.join()
    assert machine.ran == []


def test_a_full_disk_found_by_pip_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(folder, npm=None)
    machine.pip_brings_wheel = False
    monkeypatch.setattr(machine, "answer", lambda complaint: Machine.answer(f"ERROR: [Errno 28] {complaint}"))
    with pytest.raises(node.SetupError, match=r"No space left on device(.|\n)*pip said:"):
        ensure(machine, monkeypatch)


def test_a_failure_of_pip_is_reported_with_its_message(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(folder, npm=None)
    machine.pip_brings_wheel = False
    with pytest.raises(node.SetupError, match=r"Install Node.js(.|\n)*no network here"):
        ensure(machine, monkeypatch)


def test_bytes_that_differ_from_the_lock_file_are_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(folder)
    machine.integrity = "sha512-other"
    with pytest.raises(node.SetupError, match="package-lock"):
        ensure(machine, monkeypatch)


def test_the_lock_pins_a_version_and_a_hash_and_names_no_host() -> None:
    entry = LOCK["packages"][ENTRY]
    package = json.loads((node.PAGE / "package.json").read_text(encoding="utf-8"))
    assert package["dependencies"] == {node.VM_PACKAGE: entry["version"]}
    assert entry["integrity"].startswith("sha512-")
    for packaged in LOCK["packages"].values():
        assert "resolved" not in packaged
