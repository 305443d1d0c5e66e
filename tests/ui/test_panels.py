"""Sends the golden screens through the drivers of the displays: the panel must show each."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from goldens import files, pixels, read

sys.path.insert(0, str(Path(__file__).parents[1] / "device"))

displays = importlib.import_module("test_displays")


def packed(rows: list[str]) -> bytes:
    """Packs rows of "0" and "1" like a panel's buffer."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    return bytes(int(column[8 * page : 8 * page + 8][::-1], 2) for page in range(8) for column in columns)


BENCHES = [(rig, kind) for rig in (displays.Rig, displays.SpiRig) for kind in displays.KINDS]


@pytest.mark.parametrize("first", range(len(BENCHES)))
def test_a_panel_shows_golden_screens(first: int) -> None:
    """Every screen is shown by one of them."""
    rig, kind = BENCHES[first]
    bench = rig(kind)
    screens = 0
    for path in files()[first :: len(BENCHES)]:
        for language, part in read(path).items():
            picture = packed(pixels(part))
            bench.panel.buffer[:] = picture
            bench.show(10)
            assert bench.display.picture() == picture, f"{path.stem}, {language}"
            screens += 1
    assert screens > 50
