"""The helpers of this folder are plain modules beside the tests."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from mingg_host.deploy import contents

sys.path.insert(0, str(Path(__file__).parent))

if "mix_stderr" in inspect.signature(CliRunner).parameters:
    # Before click 8.2 its test runner keeps errors apart only on request: see `make lowest`.
    CliRunner.__init__.__defaults__ = (*CliRunner.__init__.__defaults__[:-1], False)  # type: ignore[index]
    Result.output = property(lambda self: self.stdout + self.stderr)  # type: ignore[assignment,method-assign]


@pytest.fixture
def quick_host(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host of a club night waits a tenth as long for whatever may come. Proofs keep its times."""
    from mingg_host.club import filling, host, running, state

    waits: list[tuple[object, str]] = [(host, name) for name in ("QUIET_S", "NIGHT_S", "RETRY_S", "TICK_S")]
    waits += [(running, "SETTLE_S"), (filling, "SETTLE_S"), (state, "PATIENCE_S")]
    for module, name in waits if not request.node.get_closest_marker("prove") else ():
        monkeypatch.setattr(module, name, getattr(module, name) / 10)


@pytest.fixture
def few_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds a firmware of four modules: to read them all takes many seconds."""
    every = contents.modules
    names = ("main", "board", "mingg/__init__", "mingg/settings")
    monkeypatch.setattr(contents, "modules", lambda board: (entry for entry in every(board) if entry[0] in names))
    monkeypatch.setattr(contents, "UNITS", {})


@pytest.fixture
def board_with(micropython: Path, tmp_path: Path) -> Callable[[dict[str, bytes]], Any]:
    """Starts a board whose store has these files."""
    from boards import Board, made_flash

    def on(files: dict[str, bytes]) -> Board:
        flash = tmp_path / "flash"
        flash.write_bytes(made_flash({"main.py": b"pass\n"} | {f"ledger/{name}": data for name, data in files.items()}))
        return Board(micropython, flash)

    return on
