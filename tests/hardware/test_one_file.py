"""The file of MicroPython and Mingg on an empty flash of an emulated Pico: nothing else is needed."""

from __future__ import annotations

from pathlib import Path

import pytest
from help import pico
from mingg_host.deploy import firmware
from screens.goldens import ENGLISH, drawn, file, pixels, read

pytestmark = [pytest.mark.uf2, pytest.mark.xdist_group("emulated")]

SLOW_MS = 4000


def test_one_file_on_an_empty_flash_starts_to_table(tmp_path: Path) -> None:
    made = firmware.make(pico.BOARD, tmp_path / "pico", stock=pico.image())
    board = pico.Pico(None, uf2=tmp_path / "pico" / "mingg-pico.uf2")
    assert board.chip.files == pico.file_system(made.files)
    expected = pixels(read(file("table"))[ENGLISH])
    board.shows(expected, within=SLOW_MS)
    assert drawn(board.picture()) == drawn(expected)
    assert bytes(board.chip.printed) == b""
