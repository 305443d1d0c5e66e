"""A command that succeeds has saved all input. A command that could not save reports it and fails."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from help.commands import MINGG, run
from help.named_keys import to_table
from help.terminals import keystrokes
from mingg.hal import store
from mingg_host import cli
from mingg_host.device import panel as real_panel
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.device.terminal import Keyboard
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find

DEAL = to_table("up a right right right down right left up a right left a up left right a", 2)
EVENING, DRAFT = "the last change of the evening", "the draft of a deal"


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Lets so many writes of the device fail with this error; -1: all writes."""

    def fail(number: int, times: int) -> None:
        write = store.write_file
        remaining = [times]

        def written(path: str, mode: str, data: bytes, *prepared: object) -> None:
            if remaining[0] and not (mode == "wb" and not any(data)):  # not get_ready(), which keeps nothing
                remaining[0] -= 1
                raise OSError(number, os.strerror(number), path)
            write(path, mode, data, *prepared)

        monkeypatch.setattr(store, "write_file", written)

    return fail


def played(script: str, folder: Path) -> tuple[int, str]:
    """Plays a script in this process."""
    status, _, errors = run("press", "--ledger", str(folder), *script.split())
    return status, errors


@pytest.mark.parametrize(
    ("number", "keys", "lost"),
    [
        (errno.ENOSPC, DEAL, [EVENING, DRAFT]),
        (errno.EROFS, DEAL, [EVENING, DRAFT]),
        (errno.ENOSPC, "up right", [DRAFT]),
    ],
)
def test_what_could_not_be_saved_is_reported(
    number: int, keys: str, lost: list[str], tmp_path: Path, failing: Callable[[int, int], None]
) -> None:
    failing(number, -1)
    status, errors = played(keys, tmp_path / "flash")
    told = f"{tmp_path / 'flash'}: %s could not be written: {os.strerror(number)}."
    assert (status, [file for file in (EVENING, DRAFT) if told % file in errors]) == (1, lost)
    assert "Then enter it again" in errors
    assert not (tmp_path / "flash").exists()


def test_a_deal_saved_at_the_second_try_is_not_reported(tmp_path: Path, failing: Callable[[int, int], None]) -> None:
    *entered, last = DEAL.split()
    # one for the draft, which is kept while nobody presses, one for the deal
    failing(errno.EIO, 2)
    status, errors = played(" ".join([*entered, "wait 1s", last, last, last]), tmp_path / "flash")
    assert (status, errors) == (0, "")
    assert len(Evening(find(tmp_path / "flash" / "0001-00.txt")[0]).whole().deals) == 1


def test_a_write_that_the_disk_does_not_confirm_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(descriptor: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fails)
    status, errors = played(DEAL, tmp_path / "flash")
    assert status == 1
    assert EVENING in errors


def test_a_half_entered_deal_is_saved_although_the_script_ends_at_once(tmp_path: Path) -> None:
    assert played("up right left", tmp_path / "flash") == (0, "")
    with Headless(tmp_path / "flash") as device:
        assert any("begun" in line for line in device.lines())


def test_input_is_saved_and_reported_although_a_screenshot_fails(
    tmp_path: Path, failing: Callable[[int, int], None]
) -> None:
    script = "up right screenshot missing/a.png"
    status, errors = played(script, tmp_path / "flash")
    assert status == 1
    assert "missing/a.png: No such file" in errors
    assert (tmp_path / "flash" / "draft.txt").exists()
    failing(errno.ENOSPC, -1)
    status, errors = played(script, tmp_path / "other")
    assert status == 1
    assert "missing/a.png: " in errors
    assert DRAFT in errors


def test_no_message_names_a_temporary_folder(tmp_path: Path, failing: Callable[[int, int], None]) -> None:
    failing(errno.ENOSPC, -1)
    status, _, errors = run("press", *DEAL.split())
    assert (status, errors) == (0, "")


@pytest.mark.vm
def test_the_vm_reports_it_too(micropython: Path, firmware: Path, tmp_path: Path) -> None:
    words = [*MINGG, "press", "--on", "micropython", "--ledger", str(tmp_path / "flash"), *DEAL.split()]
    full = tmp_path / "full"
    full.write_text(f"#!/bin/sh\ntrap '' XFSZ\nulimit -f 0\nexec {micropython} \"$@\"\n", encoding="utf-8")
    full.chmod(0o755)
    own = {**os.environ, "MINGG_MICROPYTHON": str(full)}
    result = subprocess.run(words, env=own, capture_output=True, check=False, text=True)
    assert result.returncode == 1
    assert f"{EVENING} could not be written: File too large." in result.stderr
    with HeadlessVM(tmp_path / "well", firmware=firmware) as device:
        device.press("up", "right")
        device.settle()
        assert device.flash.unkept == {}


# ---- the panel ----

READS = 100  # of the keyboard, two in each 8 ms: by then all is typed that is


@pytest.fixture
def panel(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Path], tuple[int, str]]:
    """Runs `mingg panel` without a display. Keys are typed, and then the system asks the command to end."""

    class NoWires:
        def drive(self, *_: object) -> None:
            raise OSError(errno.EIO, "no display")

    monkeypatch.setattr(real_panel, "Wires", NoWires)

    def play(typed: str, folder: Path) -> tuple[int, str]:
        reads = iter(range(1_000_000))

        def read(keyboard: Keyboard, wait_s: float = 0) -> None:
            now = next(reads)
            if now == READS:
                os.kill(os.getpid(), signal.SIGTERM)
            for key in keystrokes(typed) if now == 0 else ():
                keyboard.take(key)
            time.sleep(wait_s)

        monkeypatch.setattr(Keyboard, "read", read)
        result = CliRunner().invoke(cli.main, ["panel", "--ledger", str(folder)])
        assert next(reads) > READS
        return result.exit_code, result.output

    return play


def test_the_panel_reports_input_that_it_could_not_save(
    panel: Callable[[str, Path], tuple[int, str]], tmp_path: Path, failing: Callable[[int, int], None]
) -> None:
    status, output = panel("\x1b[A\x1b[C", tmp_path / "kept")
    assert (status, (tmp_path / "kept" / "draft.txt").exists()) == (0, True), output
    failing(errno.ENOSPC, -1)
    status, output = panel("\x1b[A\x1b[C", tmp_path)
    assert status == 1
    assert f"{tmp_path}: {DRAFT} could not be written: No space left on device." in output
