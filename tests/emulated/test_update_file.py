"""The update file on an emulated Pico: a genuine MicroPython unpacks the package from its flash, with power cuts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pico
import pytest
from evenings import play
from goldens import drawn
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg_host.common import places
from mingg_host.connection.link import program
from mingg_host.deploy import drive, firmware, package
from mingg_host.device.headless import Headless

pytestmark = [pytest.mark.uf2, pytest.mark.xdist_group("emulated")]

Files = dict[str, bytes]
PARTS = (0.0, 0.4, 0.9)
STEP_MS, LONG_MS = 20, 30_000
BOARD = (places.boards()["pico"] / "board.py").read_bytes()
KEPT = {"ledger/0001-00.txt": b"deals\n", "ledger/settings.txt": b"set\n", "board.py": BOARD}


def firmware_of(version: str, extra: Files) -> Files:
    """A small firmware. It writes down that it runs: after a reset the emulator shows nothing that is printed."""
    files = {
        "board.mpy": b"not used",
        "package.py": program("package").encode(),
        "mingg/a.txt": version.encode() * 3000,
        "mingg/text/b.txt": b"the same" * 500,
        **extra,
    }
    main = f"with open('/ran', 'a') as file:\n    file.write('{version} ')\n".encode()
    return files | {"main.py": package.looking(main, package.identity({**files, "main.py": main}), pico.flash())}


def identity(files: Files) -> bytes:
    """As main.py of these files has it."""
    start = files["main.py"].index(package.MAGIC) + len(package.MAGIC)
    return bytes(eval(b"b'" + files["main.py"][start : files["main.py"].index(b"',", start)] + b"'"))


OLD = firmware_of("old", {"mingg/gone/c.txt": b"gone" * 600})
NEW = firmware_of("new", {"mingg/fresh/d.txt": b"fresh" * 1000})


def update_file(files: Files, path: Path) -> Path:
    """Writes an update file with these files."""
    flash = pico.flash()
    assert flash.uf2 is not None
    stock = drive.read(pico.image().read_bytes(), flash, flash.uf2, "")
    made = package.make(files, "2", identity(files), flash, stock.end)
    path.write_bytes(drive.joined(stock, made, flash.uf2))
    return path


def restarted(board: pico.Pico) -> Iterator[list[str]]:
    """Waits until the board has restarted itself and its main.py has run. Yields each picture."""
    until = board.chip.ms + LONG_MS
    shown: list[str] = []
    while not board.chip.resets or "ran" not in pico.read(board.chip.files):
        assert board.chip.ms < until, bytes(board.chip.printed)
        board.chip.run(STEP_MS if not board.chip.resets else 10 * STEP_MS)
        if board.picture() != shown:
            shown = board.picture()
            yield shown


@dataclass
class Updated:
    """A Pico that was updated. before: its file system. operations: of the flash. pictures: what the display showed."""

    uf2: Path
    before: bytes = b""
    operations: list[Any] = field(default_factory=list)
    pictures: list[list[str]] = field(default_factory=list)
    pico: Any = None


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory) -> Updated:
    result = Updated(update_file(NEW, tmp_path_factory.mktemp("update") / "update.uf2"))
    result.before = pico.file_system({**OLD, **KEPT})
    board = result.pico = pico.Pico(result.before, uf2=result.uf2)
    result.pictures = list(restarted(board))
    result.operations = board.chip.operations
    return result


def test_an_update_file_replaces_the_firmware_and_keeps_ledgers_settings_and_board(updated: Updated) -> None:
    files = pico.read(updated.pico.chip.files)
    assert files.pop("mingg/package") == identity(NEW)
    assert files == {**NEW, **KEPT, "board.mpy": OLD["board.mpy"], "ran": b"new "}


def test_the_display_says_that_mingg_updates_itself(updated: Updated) -> None:
    lit = [sum(row.count("1") for row in rows) for rows in updated.pictures]
    assert len(lit) > 5, "a bar grows"
    words = [rows[:50] for rows in updated.pictures if "1" in "".join(rows[:50])]
    assert words[-1] == words[len(words) // 2], "the words stay"
    assert max(lit) > 1000


def test_a_power_cut_at_any_moment_leaves_a_main_that_is_old_or_new(updated: Updated) -> None:
    mains = []
    for count, part in itertools.product(range(1, len(updated.operations) + 1), PARTS):
        files = pico.read(updated.pico.chip.torn(updated.before, updated.operations[:count], part))
        assert {path: files.get(path) for path in KEPT} == KEPT, f"{part} of operation {count}"
        assert files["package.py"] == NEW["package.py"]
        mains.append(files["main.py"] == NEW["main.py"])
        assert mains[-1] or files["main.py"] == OLD["main.py"], f"{part} of operation {count}"
        assert not mains[-1] or {path: files.get(path) for path in NEW if path != "board.mpy"} == {
            path: data for path, data in NEW.items() if path != "board.mpy"
        }, "main.py is the last"
    assert mains == sorted(mains), "once it is there it stays"
    assert set(mains) == {False, True}


def test_a_pico_whose_update_was_cut_completes_it_at_the_next_start(updated: Updated) -> None:
    done = updated.operations[: len(updated.operations) // 2]
    torn = updated.pico.chip.torn(updated.before, done, PARTS[1])
    assert pico.read(torn)["main.py"] == OLD["main.py"]
    board = pico.Pico(torn, uf2=updated.uf2)
    list(restarted(board))
    files = pico.read(board.chip.files)
    assert files["ran"] == b"new "
    assert {path: files.get(path) for path in (*NEW, *KEPT)} == {**NEW, **KEPT, "board.mpy": OLD["board.mpy"]}


@pytest.mark.long(150)
def test_an_update_file_brings_the_real_firmware_and_the_evening_goes_on(tmp_path: Path) -> None:
    made = firmware.make(pico.BOARD, tmp_path / "pico", stock=pico.image())
    main = places.main_py().read_bytes()
    older = {
        **made.files,
        "main.py": package.looking(main, b"an older", pico.flash()),
        "mingg/start.mpy": b"older",
        "mingg/gone/old.mpy": b"M\x06" * 700,
    }
    evening = open_evening(Store(str(tmp_path / "ledger"), None))
    begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load("babcock"), "babcock"), 0)
    play(evening, 0)
    with Headless(tmp_path / "ledger") as device:
        expected = device.pixels()
    lies = pico.file_system(older, tmp_path / "ledger")
    board = pico.Pico(lies, uf2=tmp_path / "pico" / "mingg-pico-update.uf2")
    board.shows(expected, within=LONG_MS)
    assert drawn(board.picture()) == drawn(expected)
    assert bytes(board.chip.printed) == b""
    files = pico.read(board.chip.files)
    assert {path: files.get(path) for path in made.files} == made.files
    assert "mingg/gone/old.mpy" not in files
