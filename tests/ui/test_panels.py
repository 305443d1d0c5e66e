"""Sends all golden screens through the driver of each display: the panel must show that screen."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest
from goldens import files, pixels, read

sys.path.insert(0, str(Path(__file__).parents[1] / "device"))

displays = importlib.import_module("test_displays")


def packed(rows: list[str]) -> bytes:
    """Packs rows of "0" and "1" like a panel's buffer."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    return bytes(int(column[8 * page : 8 * page + 8][::-1], 2) for page in range(8) for column in columns)


@pytest.mark.parametrize("kind", displays.KINDS, ids=lambda kind: kind[0].__name__)
@pytest.mark.parametrize("rig", [displays.Rig, displays.SpiRig], ids=["i2c", "spi"])
def test_the_panel_shows_every_golden_screen(rig: Any, kind: Any) -> None:
    bench = rig(kind)
    screens = 0
    for path in files():
        for language, part in read(path).items():
            picture = packed(pixels(part))
            bench.panel.buffer[:] = picture
            bench.show(10)
            assert bench.display.picture() == picture, f"{path.stem}, {language}"
            screens += 1
    assert screens >= len(files())
